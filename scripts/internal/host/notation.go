package host

import (
	"fmt"
	"strconv"
	"strings"

	"sandbox/core/board"
)

// A path in writing is what drivers send by mail: 1R2 is one space straight
// on, one to the right and two more straight on; R and L count as a space
// each, and so does P, into the pit lane or there into a box. Other letters,
// such as the K of 1R5K, are spaces not driven; what they stand for is the
// rules' affair.

// route is a path in writing, taken apart.
type route struct {
	turns  []int  // by space driven: 0 straight on, 1 to the right, -1 to the left, intoPit
	unused string // the letters of spaces not driven, in their order
}

// intoPit is a turn into the pit lane or into a box.
const intoPit = 2

// maxRoute is the most spaces of a path in writing.
const maxRoute = 1000

// parseRoute reads a path in writing, in capitals or not. The error says what
// is no part of a path.
func parseRoute(text string) (route, error) {
	var r route
	for rest := strings.ToUpper(strings.TrimSpace(text)); rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(rest[:digits])
			if err != nil || n < 1 || len(r.turns)+n > maxRoute {
				return route{}, fmt.Errorf("%q is no number of spaces", rest[:digits])
			}
			r.turns = append(r.turns, make([]int, n)...)
			rest = rest[digits:]
			continue
		}
		switch c := rest[0]; {
		case c == 'R':
			r.turns = append(r.turns, 1)
		case c == 'L':
			r.turns = append(r.turns, -1)
		case c == 'P':
			r.turns = append(r.turns, intoPit)
		case c >= 'A' && c <= 'Z':
			r.unused += string(c)
		default:
			return route{}, fmt.Errorf("%q is no part of a path: write numbers for straight on, R and L", rest[:1])
		}
		if rest = rest[1:]; len(r.turns)+len(r.unused) > maxRoute {
			return route{}, fmt.Errorf("a path has at most %d spaces", maxRoute)
		}
	}
	return r, nil
}

// String writes a path as parseRoute reads it.
func (r route) String() string {
	var b strings.Builder
	straight := 0
	flush := func() {
		if straight > 0 {
			b.WriteString(strconv.Itoa(straight))
		}
		straight = 0
	}
	for _, turn := range r.turns {
		switch turn {
		case 0:
			straight++
		case 1:
			flush()
			b.WriteByte('R')
		case -1:
			flush()
			b.WriteByte('L')
		case intoPit:
			flush()
			b.WriteByte('P')
		}
	}
	flush()
	return b.String() + r.unused
}

// routeOf writes down the spaces of a path. Beyond the last line it goes
// straight on.
func routeOf(b *board.Board, from board.ID, spaces []board.ID, steps int) route {
	r := route{turns: make([]int, 0, steps)}
	at := b.Space(from)
	for _, id := range spaces {
		to := b.Space(id)
		turn := 0
		switch {
		case id == at.Ahead:
		case to.Side:
			turn = intoPit
		default:
			turn = b.Right * (to.Lane - at.Lane)
		}
		r.turns = append(r.turns, turn)
		at = to
	}
	for len(r.turns) < steps {
		r.turns = append(r.turns, 0)
	}
	return r
}

// spacesOf are the spaces that a path in writing leads over, as far as the
// board has them. A car that has to go straight on where arrows forbid it does.
func (r route) spacesOf(b *board.Board, from board.ID) ([]board.ID, error) {
	var list []board.ID
	for i, turn := range r.turns {
		at := b.Space(from)
		to := at.Ahead
		if turn != 0 {
			to = turned(b, at, turn)
		}
		if to == board.None {
			if turn == 0 {
				return list, nil // off the end of an open board
			}
			return nil, fmt.Errorf("from %s no step leads %s (step %d)", at.Name, map[int]string{1: "to the right", -1: "to the left", intoPit: "into the pits"}[turn], i+1)
		}
		list = append(list, to)
		from = to
	}
	return list, nil
}

// turned is the space that a turn leads to, None when there is no such step.
func turned(b *board.Board, at *board.Space, turn int) board.ID {
	for _, id := range at.Next {
		to := b.Space(id)
		if turn == intoPit && to.Side && id != at.Ahead || turn != intoPit && !to.Side && to.Lane == at.Lane+b.Right*turn {
			return id
		}
	}
	return board.None
}
