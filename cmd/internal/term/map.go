package term

import (
	"io"
	"math"
	"slices"
	"strconv"

	"sandbox/core/board"
)

// MapCar is a car as the map and the board list show it.
type MapCar struct {
	Place int // in the standings; the map's sign for the car
	Name  string
	Space board.ID // board.None leaves the car out
}

// Ground is what a track says of its spaces, by space; "" and nil say nothing.
type Ground struct {
	Surfaces []string // such as "ice", which is blue
	Flags    []string
}

// surfaceInks are the colours of spaces.
var surfaceInks = map[string]ink{"ice": icy}

// Map draws the track with the cars on it, each as its place: 1-9, then
// letters. A dot is a space, an o a marked one, a # a box of the pit lane or a
// space with a flag, a + is where several cars would stand on one spot; the
// legend tells them apart. A number in brackets is a corner that asks stops.
func Map(w io.Writer, style Style, b *board.Board, ground Ground, cars []MapCar) {
	cars = onTrack(cars)
	p := &picture{board: b, canvas: canvas{}, view: viewOf(b, style.width()), ground: ground}
	p.findLanes()
	p.placeRows()
	p.placeSpaces()
	crowded := p.cars(style, cars)
	p.spaces()
	p.gates()
	p.decoration()
	p.corners()
	p.labels()
	writeBeside(w, style, p.canvas.lines(style), legend(style, b, cars, crowded), cornerLegend(style, b))
}

// onTrack are the cars that stand on a space, by place.
func onTrack(cars []MapCar) []MapCar {
	var list []MapCar
	for _, c := range cars {
		if c.Space != board.None {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b MapCar) int { return a.Place - b.Place })
	return list
}

// picture is a map being drawn.
type picture struct {
	board  *board.Board
	ground Ground
	view
	canvas canvas
	lanes  []lanes // of each row, 1..Rows
	first  []spot  // of each row: where its first lane is drawn, or would be
	aside  []spot  // and the step from one lane to the next
	spots  []spot  // of each space
}

// placeRows finds the spots of every row. Lanes are drawn at least one spot
// apart, however narrow the track is.
func (p *picture) placeRows() {
	p.first = make([]spot, p.board.Rows+1)
	p.aside = make([]spot, p.board.Rows+1)
	for r := 1; r <= p.board.Rows; r++ {
		row := p.board.Row(r)
		if p.uneven(r) {
			p.placeUneven(r)
			continue
		}
		x, y := p.middle(row)
		dx, dy := p.across(r)
		p.aside[r] = spot{round(dx), round(dy)}
		half := float64(len(row)-1) / 2
		x -= half * float64(p.aside[r].x)
		y -= half * float64(p.aside[r].y)
		p.first[r] = spot{round(x), round(y)}
	}
}

// placeSpaces finds the spot of every space.
func (p *picture) placeSpaces() {
	for id := range p.board.Len() {
		s := p.board.Space(board.ID(id))
		switch {
		case s.Side:
			p.spots = append(p.spots, p.pit(s))
		case p.uneven(s.Row):
			p.spots = append(p.spots, p.loose(s))
		default:
			p.spots = append(p.spots, p.lane(s.Row, s.Lane-p.lanes[s.Row].first+1))
		}
	}
}

// across is the way from one lane of a row to the next: as far as the lanes
// are apart, but one line or two columns at least.
func (p *picture) across(r int) (columns, lines float64) {
	row := p.board.Row(r)
	dx, dy := p.sideways(r)
	far := math.Hypot(dx, 2*dy) / 2 // in lines
	if far == 0 {
		return 0, 1
	}
	apart := 1.0
	if len(row) > 1 {
		apart = max(1, far)
	}
	return dx / far * apart, dy / far * apart
}

// sideways points across the track at a row: from a lane to the next, or in a
// row of one lane a quarter turn from the way ahead.
func (p *picture) sideways(r int) (columns, lines float64) {
	row := p.board.Row(r)
	if n := len(row); n > 1 {
		ax, ay := p.at(row[0].X, row[0].Y)
		bx, by := p.at(row[n-1].X, row[n-1].Y)
		return (bx - ax) / float64(n-1), (by - ay) / float64(n-1)
	}
	ax, ay := p.middle(p.board.Row(max(r-1, 1)))
	bx, by := p.middle(p.board.Row(min(r+1, p.board.Rows)))
	return 2 * (ay - by), (bx - ax) / 2
}

// lane is where one of the lanes that a row has is drawn, counted from 1; 0 and
// one more than it has are the spots on either side of the track.
func (p *picture) lane(row, lane int) spot {
	return p.first[row].plus(p.aside[row].times(lane - 1))
}

func (p *picture) of(id board.ID) spot { return p.spots[id] }

// cars draws the cars and returns the spaces of those that share a spot.
func (p *picture) cars(style Style, cars []MapCar) map[board.ID]bool {
	on := map[spot][]MapCar{}
	for _, c := range cars {
		at := p.of(c.Space)
		on[at] = append(on[at], c)
	}
	crowded := map[board.ID]bool{}
	for at, here := range on {
		s := sign{placeSign(here[0].Place), style.livery(here[0].Name, placeInk(here[0].Place))}
		if len(here) > 1 {
			s = sign{'+', placeInk(here[0].Place)}
			for _, c := range here {
				crowded[c.Space] = true
			}
		}
		p.canvas[at] = s
	}
	return crowded
}

// placeSign is a place in one character.
func placeSign(place int) rune {
	const signs = "123456789abcdefghijkmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ" // no o, which is a mark; no l, which looks like 1
	if place < 1 || place > len(signs) {
		return '*'
	}
	return rune(signs[place-1])
}

func placeInk(place int) ink {
	if place == 1 {
		return leader
	}
	return driver
}

func (p *picture) spaces() {
	for id := range p.board.Len() {
		s := sign{'·', p.inkOf(id)}
		switch space := p.board.Space(board.ID(id)); {
		case space.Mark != "":
			s = sign{'o', note}
		case space.Bay != 0:
			s = sign{'#', plain}
		case space.Side:
			s = sign{'·', faint}
		case p.ground.Flags != nil && p.ground.Flags[id] != "":
			s.r = '#'
		}
		p.canvas.put(p.of(board.ID(id)), s)
	}
}

// inkOf is the colour of a space.
func (p *picture) inkOf(id int) ink {
	if p.ground.Surfaces == nil {
		return plain
	}
	return surfaceInks[p.ground.Surfaces[id]]
}

// gates draws the line, and on a track that does not close the finish too.
func (p *picture) gates() {
	rows := p.board.Rows
	if p.board.Closed {
		p.gate(rows, 1)
	} else {
		p.gate(1, 1)
		p.gate(rows, rows)
	}
	p.arrow(min(2, rows))
}

// gate draws a line across the track between two rows.
func (p *picture) gate(before, after int) {
	a := p.lane(before, 0).plus(p.lane(after, 0))
	b := p.lane(before, p.lanes[before].count()+1).plus(p.lane(after, p.lanes[after].count()+1))
	from, to := spot{divide(a.x, 2), divide(a.y, 2)}, spot{divide(b.x, 2), divide(b.y, 2)}
	for i := 0; i <= from.steps(to); i++ {
		p.canvas.put(from.toward(to, i), sign{stroke(to.minus(from)), strong})
	}
}

// arrow shows beside a row which way the race goes: on the outside unless a
// pit lane lies there.
func (p *picture) arrow(row int) {
	next, _ := p.board.NextRow(row)
	way := p.first[next].minus(p.first[row])
	r := '>'
	switch {
	case 2*abs(way.y) > abs(way.x) && way.y > 0:
		r = 'v'
	case 2*abs(way.y) > abs(way.x):
		r = '^'
	case way.x < 0:
		r = '<'
	}
	at := p.lane(row, p.lanes[row].count()+1)
	if !p.canvas.free(at) {
		at = p.lane(row, 0)
	}
	p.canvas.put(at, sign{r, strong})
}

// stroke is the character for a piece of a line that goes a certain way.
func stroke(way spot) rune {
	x, y := abs(way.x), 2*abs(way.y)
	switch {
	case x > 2*y:
		return '-'
	case y > 2*x:
		return '|'
	case way.x*way.y > 0:
		return '\\'
	}
	return '/'
}

// labels writes the numbers of some rows beside them.
func (p *picture) labels() {
	every := 10
	for p.board.Rows/every > 20 {
		every *= 2
	}
	for r := every; r <= p.board.Rows; r += every {
		p.labelRow(r, strconv.Itoa(r))
	}
}

// corners numbers the corners that ask stops, each beside its middle.
func (p *picture) corners() {
	for i, c := range p.board.Corners {
		if c.Stops > 0 {
			p.labelRow((c.From+c.To)/2, cornerSign(i))
		}
	}
}

// labelRow writes a text beside a row, on the inside if there is room.
func (p *picture) labelRow(r int, text string) {
	inside, outside, n := p.aside[r].times(-1), p.aside[r], p.lanes[r].count()
	_ = p.label(p.lane(r, 0), inside, text) ||
		p.label(p.lane(r, -1), inside, text) ||
		p.label(p.lane(r, n+1), outside, text) ||
		p.label(p.lane(r, n+2), outside, text)
}

// label writes a text at a spot on one side of the track, if there is room.
func (p *picture) label(at, side spot, text string) bool {
	switch {
	case side.x < 0:
		at.x -= len(text) - 1
	case side.x == 0:
		at.x -= (len(text) - 1) / 2
	}
	return p.canvas.write(at, text, faint)
}

// decoration draws the lines that are no part of the track.
func (p *picture) decoration() {
	for _, line := range p.board.Lines {
		for i := 1; i < len(line.Points); i++ {
			a, b := line.Points[i-1], line.Points[i]
			from, to := p.spot(a[0], a[1]), p.spot(b[0], b[1])
			for i := 0; i < from.steps(to); i++ {
				p.canvas.put(from.toward(to, i), sign{stroke(to.minus(from)), faint})
			}
		}
	}
}
