package outlook

import (
	"encoding/binary"

	"sandbox/core/board"
)

// ends is where moves end on the empty board, whatever they cost: for each
// place and number of spaces.
type ends struct {
	first   []int32 // by place and spaces: its first in list; one more ends the last
	list    []end
	classes [][]over // what ends have overrun
}

// end is one of them.
type end struct {
	place       int32 // noPlace when it is home
	rows, class int16 // driven; of ends.classes
}

const noPlace = -1

// places numbers what a car's turn can begin with: a space, and how many stops
// the car has made in its corner.
type places struct {
	first  []int32 // by space
	spaces []board.ID
	stops  []int
}

func placesOf(b *board.Board) places {
	var p places
	for i := range b.Len() {
		p.first = append(p.first, int32(len(p.spaces)))
		stops := 0
		if c := b.Space(board.ID(i)).Corner; c > 0 {
			stops = b.Corners[c-1].Stops
		}
		for made := 0; made <= stops; made++ {
			p.spaces, p.stops = append(p.spaces, board.ID(i)), append(p.stops, made)
		}
	}
	return p
}

// endsOf walks from every place. With home the line is the last.
func (a *Ahead) endsOf(home bool) *ends {
	steps := a.most
	e := &ends{classes: [][]over{nil}}
	class := map[string]int16{"": 0}
	w := walk{board: a.plan.Board, ways: a.ways, changes: a.plan.Changes, home: home}
	for i, id := range a.places.spaces {
		w.from, w.stops = id, a.places.stops[i]
		w.run(steps)
		for n := 0; n <= steps; n++ {
			e.first = append(e.first, int32(len(e.list)))
			for k := range w.layer(n) {
				node := &w.layer(n)[k]
				to := int32(noPlace)
				if node.id != board.None {
					to = a.places.first[node.id] + int32(w.made(node))
				}
				e.list = append(e.list, end{to, int16(node.rows), e.class(class, w.overran(node, n, nil))})
			}
		}
	}
	e.first = append(e.first, int32(len(e.list)))
	return e
}

// class is the number of what an end has overrun.
func (e *ends) class(of map[string]int16, list []over) int16 {
	var key []byte
	for _, o := range list {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(o.missing)), int64(o.beyond))
	}
	n, known := of[string(key)]
	if !known {
		n = int16(len(e.classes))
		of[string(key)] = n
		e.classes = append(e.classes, list)
	}
	return n
}

// from are the ends of so many spaces from a place.
func (e *ends) from(place int32, most, spaces int) []end {
	i := int(place)*(most+1) + spaces
	return e.list[e.first[i]:e.first[i+1]]
}
