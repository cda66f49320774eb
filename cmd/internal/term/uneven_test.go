package term

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"sandbox/core/board"
)

// hairpins is a circuit of two straights and two half circles, whose lanes have
// 4, 6 and 8 spaces there; a pit lane with two boxes leads over the line.
func hairpins(t *testing.T) *board.Board {
	t.Helper()
	plan := board.Plan{Name: "hairpins", Lanes: 3, Closed: true}
	for half := range 2 {
		turned := math.Pi * float64(half)
		sin, cos := math.Sincos(turned)
		put := func(row, lane int, x, y float64) { // as seen from the middle of the first half
			for len(plan.Rows) < row {
				plan.Rows = append(plan.Rows, nil)
			}
			plan.Rows[row-1] = append(plan.Rows[row-1], board.Space{Lane: lane, X: hundredths(cos*x - sin*y), Y: hundredths(sin*x + cos*y)})
		}
		start := 18 * half
		for row := 1; row <= 10; row++ {
			for lane := 1; lane <= 3; lane++ {
				put(start+row, lane, float64(row)-5.5, -1.6-float64(lane)/2)
			}
		}
		for lane, n := range []int{4, 6, 8} {
			for i := 1; i <= n; i++ {
				sin, cos := math.Sincos(math.Pi * (float64(i) - 0.5) / float64(n))
				far := 1.6 + float64(lane+1)/2
				put(start+10+(8*i+n-1)/n, lane+1, 5+far*sin, -far*cos)
			}
		}
		plan.Corners = append(plan.Corners, board.Corner{Stops: 2 - half, From: start + 11, To: start + 18, Inside: 1})
	}
	plan.Corners[0].Name = "Lighthouse"
	linkLanes(&plan)
	addPits(&plan)
	b, err := board.New(plan)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// linkLanes leads every space on in its own lane.
func linkLanes(plan *board.Plan) {
	next := map[int]board.ID{}
	id := board.ID(0)
	for _, row := range plan.Rows {
		id += board.ID(len(row))
	}
	for range 2 {
		at := id
		for r := len(plan.Rows) - 1; r >= 0; r-- {
			row := plan.Rows[r]
			at -= board.ID(len(row))
			ahead := map[int]board.ID{}
			for i := range row {
				if to, ok := next[row[i].Lane]; ok {
					row[i].Next = []board.ID{to}
				}
				ahead[row[i].Lane] = at + board.ID(i)
			}
			for lane, to := range ahead {
				next[lane] = to
			}
		}
	}
}

// addPits adds a pit lane outside of the first straight, from row 2 to row 6.
func addPits(plan *board.Plan) {
	first := board.ID(0)
	for _, row := range plan.Rows {
		first += board.ID(len(row))
	}
	beside := func(row, box int, y float64, next ...board.ID) {
		name := fmt.Sprintf("%d/pit", row)
		if box > 0 {
			name = fmt.Sprintf("box-%d", box)
		}
		plan.Side = append(plan.Side, board.Space{Name: name, Row: row, Bay: box, Next: next, X: hundredths(float64(row) - 5.5), Y: hundredths(y)})
	}
	exit := board.ID(3*6 - 1)
	beside(3, 0, -4.6, first+1, first+3)
	beside(4, 0, -4.6, first+2)
	beside(5, 0, -4.6, exit)
	beside(4, 1, -5.6, first+2)
	plan.Rows[1][2].Next = append(plan.Rows[1][2].Next, first)
}

func TestMapUneven(t *testing.T) {
	b := hairpins(t)
	cars := []MapCar{{1, "Vettel", b.At(13, 3)}, {2, "Pérez", b.At(14, 1)}, {3, "Webber", b.Find("4/pit")}, {4, "Alonso", b.Find("box-1")}, {5, "Massa", b.At(36, 2)}}
	golden(t, "map_uneven", func(w io.Writer, style Style) { Map(w, style, b, Ground{}, cars) })
}

// Every space of lanes that differ has a spot of its own where there is room.
func TestUnevenSpots(t *testing.T) {
	b := hairpins(t)
	p := &picture{board: b, canvas: canvas{}, view: viewOf(b, 120)}
	p.findLanes()
	p.placeRows()
	p.placeSpaces()
	seen := map[spot]board.ID{}
	for id, at := range p.spots {
		if other, twice := seen[at]; twice {
			t.Errorf("%s and %s share the spot %v", b.Space(board.ID(id)).Name, b.Space(other).Name, at)
		}
		seen[at] = board.ID(id)
	}
}

// ford is a straight of two lanes that is widened to four in rows 5 to 8, with
// a flag at either end of them, and on ice from row 7 on.
func ford(t *testing.T) (*board.Board, Ground) {
	t.Helper()
	plan, ground := board.Plan{Name: "ford", Lanes: 4}, Ground{}
	for row := 1; row <= 12; row++ {
		first, last := 2, 3
		if row >= 5 && row <= 8 {
			first, last = 1, 4
		}
		spaces := []board.Space{}
		for lane := first; lane <= last; lane++ {
			spaces = append(spaces, board.Space{Lane: lane, X: 100 * row, Y: 50 * lane, Ends: row == 8 && lane%3 == 1})
			surface, flag := "", ""
			if row >= 7 {
				surface = "ice"
			}
			if lane%3 == 1 && row != 6 && row != 7 {
				flag = "blue"
			}
			ground.Surfaces, ground.Flags = append(ground.Surfaces, surface), append(ground.Flags, flag)
		}
		plan.Rows = append(plan.Rows, spaces)
	}
	linkNearest(plan.Rows)
	b, err := board.New(plan)
	if err != nil {
		t.Fatal(err)
	}
	return b, ground
}

// linkNearest leads every space to those of the next row in its own lane and
// beside it.
func linkNearest(rows [][]board.Space) {
	id := board.ID(len(rows[0]))
	for r := range rows[:len(rows)-1] {
		for i := range rows[r] {
			for j, to := range rows[r+1] {
				if s := &rows[r][i]; max(s.Lane-to.Lane, to.Lane-s.Lane) <= 1 {
					s.Next = append(s.Next, id+board.ID(j))
				}
			}
		}
		id += board.ID(len(rows[r+1]))
	}
}

func TestMapWidened(t *testing.T) {
	b, ground := ford(t)
	cars := []MapCar{{1, "Vettel", b.At(9, 2)}, {2, "Pérez", b.At(7, 4)}, {3, "Webber", b.At(5, 1)}}
	golden(t, "map_widened", func(w io.Writer, style Style) { Map(w, style, b, ground, cars) })
}

func TestCornerLegend(t *testing.T) {
	var out bytes.Buffer
	Map(&out, Style{}, hairpins(t), Ground{}, nil)
	for _, want := range []string{"(1) Lighthouse, 2 stops", "(2) 1 stop", "#"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, &out)
		}
	}
}
