package board

import (
	"fmt"
	"strconv"
	"strings"
)

// Route is a path in writing, as drivers send it by mail: 1R2 is one space
// straight on, one to the right and two more straight on; R and L count as a
// space each, and so does P, into the side lane or there into a bay. Other
// letters, such as the K of 1R5K, are spaces not driven; what they stand for is
// the rules' affair. Where a number alone would mean something else, as it does
// in a list of choices, a path straight on is written =3; any path may be.
type Route struct {
	Turns  []Turn // by space driven
	Unused string // the letters of spaces not driven, in their order
}

// Turn is which way a step leads.
type Turn int8

// A step leads straight on, to the lane on one side, or aside: into the side lane
// or there into a bay.
const (
	Straight Turn = 0
	Right    Turn = 1
	Left     Turn = -1
	Aside    Turn = 2
)

// MaxRoute is the most spaces of a path in writing.
const MaxRoute = 1000

// ParseRoute reads a path in writing, in capitals or not. The error says what
// is no part of a path.
func ParseRoute(text string) (Route, error) {
	var r Route
	for rest := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "="); rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(rest[:digits])
			if err != nil || n < 1 || len(r.Turns)+len(r.Unused)+n > MaxRoute {
				return Route{}, fmt.Errorf("%q is no number of spaces", rest[:digits])
			}
			r.Turns = append(r.Turns, make([]Turn, n)...)
			rest = rest[digits:]
			continue
		}
		switch c := rest[0]; {
		case c == 'R':
			r.Turns = append(r.Turns, Right)
		case c == 'L':
			r.Turns = append(r.Turns, Left)
		case c == 'P':
			r.Turns = append(r.Turns, Aside)
		case c >= 'A' && c <= 'Z':
			r.Unused += string(c)
		default:
			return Route{}, fmt.Errorf("%q is no part of a path: write numbers for straight on, R and L", rest[:1])
		}
		if rest = rest[1:]; len(r.Turns)+len(r.Unused) > MaxRoute {
			return Route{}, fmt.Errorf("a path has at most %d spaces", MaxRoute)
		}
	}
	return r, nil
}

// String writes a path as ParseRoute reads it.
func (r Route) String() string {
	var b strings.Builder
	straight := 0
	flush := func() {
		if straight > 0 {
			b.WriteString(strconv.Itoa(straight))
		}
		straight = 0
	}
	for _, turn := range r.Turns {
		switch turn {
		case Straight:
			straight++
		case Right:
			flush()
			b.WriteByte('R')
		case Left:
			flush()
			b.WriteByte('L')
		case Aside:
			flush()
			b.WriteByte('P')
		}
	}
	flush()
	return b.String() + r.Unused
}

// RouteOf writes down the spaces of a path that begins on a space and has so many
// steps. Beyond the last line it goes straight on.
func RouteOf(b *Board, from ID, spaces []ID, steps int) Route {
	r := Route{Turns: make([]Turn, 0, max(0, steps))}
	at := b.Space(from)
	for _, id := range spaces {
		to := b.Space(id)
		turn := Straight
		switch {
		case id == at.Ahead:
		case to.Side:
			turn = Aside
		default:
			turn = Turn(b.Right * (to.Lane - at.Lane))
		}
		r.Turns = append(r.Turns, turn)
		at = to
	}
	for len(r.Turns) < steps {
		r.Turns = append(r.Turns, Straight)
	}
	return r
}

// Spaces are those that the route leads over from a space of a board, as far as
// the board has them. A car that has to go straight on where arrows forbid it
// does. It fails for a turn that no step makes.
func (r Route) Spaces(b *Board, from ID) ([]ID, error) {
	var list []ID
	for i, turn := range r.Turns {
		at := b.Space(from)
		to := at.Ahead
		if turn != Straight {
			to = turned(b, at, turn)
		}
		if to == None {
			if turn == Straight {
				return list, nil // off the end of an open board
			}
			return nil, fmt.Errorf("from %s no step leads %s (step %d)", at.Name, map[Turn]string{Right: "to the right", Left: "to the left", Aside: "into the side lane"}[turn], i+1)
		}
		list = append(list, to)
		from = to
	}
	return list, nil
}

// turned is the space that a turn leads to, None when there is no such step.
func turned(b *Board, at *Space, turn Turn) ID {
	for _, id := range at.Next {
		to := b.Space(id)
		if turn == Aside && to.Side && id != at.Ahead || turn != Aside && !to.Side && to.Lane == at.Lane+b.Right*int(turn) {
			return id
		}
	}
	return None
}
