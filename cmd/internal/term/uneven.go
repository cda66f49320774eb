package term

import (
	"math"

	"sandbox/core/board"
)

// Where lanes differ in length the spaces of a row lie side by side only in
// the race: they are drawn where they lie, each by itself.

// lanes are those that pass a row, whether or not they have a space in it.
type lanes struct{ first, last int }

func (l lanes) count() int { return l.last - l.first + 1 }

// findLanes finds the lanes that pass each row: those with a space in it, and
// those whose spaces before and after follow each other.
func (p *picture) findLanes() {
	p.lanes = make([]lanes, p.board.Rows+1)
	for id := range p.board.Len() {
		s := p.board.Space(board.ID(id))
		if s.Side {
			continue
		}
		p.pass(s.Row, s.Lane)
		if s.Ahead == board.None || p.board.Space(s.Ahead).Lane != s.Lane {
			continue
		}
		for r := s.Row%p.board.Rows + 1; r != p.board.RowOf(s.Ahead); r = r%p.board.Rows + 1 {
			p.pass(r, s.Lane)
		}
	}
}

func (p *picture) pass(row, lane int) {
	l := &p.lanes[row]
	if *l == (lanes{}) {
		*l = lanes{lane, lane}
	}
	*l = lanes{min(l.first, lane), max(l.last, lane)}
}

// uneven says that a row lies where the lanes differ: it lacks some, or the
// row before it does.
func (p *picture) uneven(r int) bool {
	lacks := func(r int) bool { return len(p.board.Row(r)) < p.lanes[r].count() }
	return lacks(r) || r > 1 && lacks(r-1)
}

// placeUneven finds the spots of a row from those of its first space.
func (p *picture) placeUneven(r int) {
	s := &p.board.Row(r)[0]
	dx, dy := p.toTheSide(s)
	far := max(1, p.apart())
	p.aside[r] = spot{round(2 * dx * far), round(dy * far)}
	p.first[r] = p.loose(s).minus(p.aside[r].times(s.Lane - p.lanes[r].first))
}

// loose is the spot of a space where it lies, moved to the side as far as the
// lanes are drawn further apart than they are.
func (p *picture) loose(s *board.Space) spot {
	dx, dy := p.toTheSide(s)
	far := (float64(s.Lane) - float64(p.board.Lanes+1)/2) * max(0, 1-p.apart())
	x, y := p.at(s.X, s.Y)
	return spot{round(x + 2*dx*far), round(y + dy*far)}
}

// pit is the spot of a space of the pit lane or a box, moved away from the
// track in the same way.
func (p *picture) pit(s *board.Space) spot {
	x, y := p.at(s.X, s.Y)
	mx, my := p.middle(p.board.Row(s.Row))
	dx, dy := (x-mx)/2, y-my
	length := math.Hypot(dx, dy)
	if length == 0 {
		return spot{round(x), round(y)}
	}
	lanes := float64(p.board.Lanes-1) / 2
	if s.Bay != 0 {
		lanes++
	}
	far := lanes * max(0, 1-p.apart()) / length
	return spot{round(x + 2*dx*far), round(y + dy*far)}
}

// toTheSide points from a space to the next lane, one space's length in the
// measure of the board.
func (p *picture) toTheSide(s *board.Space) (x, y float64) {
	from, to := s, s
	if s.Ahead != board.None {
		to = p.board.Space(s.Ahead)
	}
	if back := p.back(s); back != nil {
		from = back
	}
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	if length := math.Hypot(dx, dy); length > 0 {
		right := float64(p.board.Right)
		return -dy / length * right, dx / length * right
	}
	return 0, 0
}

// back is the space of a lane before one, in the same lap.
func (p *picture) back(s *board.Space) *board.Space {
	for r := s.Row - 1; r > 0; r-- {
		if id := p.board.At(r, s.Lane); id != board.None {
			return p.board.Space(id)
		}
	}
	return nil
}

// apart is how many lines two lanes lie apart.
func (p *picture) apart() float64 {
	for r := 1; r <= p.board.Rows; r++ {
		if len(p.board.Row(r)) > 1 && !p.uneven(r) {
			dx, dy := p.sideways(r)
			return math.Hypot(dx, 2*dy) / 2
		}
	}
	return 1
}
