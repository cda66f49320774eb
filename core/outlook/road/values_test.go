package road_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"sandbox/core/board"
	"sandbox/core/outlook/road"
)

// lane is a road of one lane, on which a car is never on a line, so that what a
// turn is worth can be worked out in a few lines.
type lane struct {
	limit []int32 // by row from 0
	terms road.Terms
}

// worth is that of standing on a row after a mode, with so many turns left.
func (l *lane) worth(row int, after int32, turns int32) int32 {
	if turns == 0 {
		return 0
	}
	best := int32(-1 << 29)
	for mode := range min(after+l.terms.More, l.terms.Most) + 2 {
		worth := l.drive(row, mode, turns) - toll(l.terms.Down, after-l.terms.Less-mode)
		if mode > min(after+l.terms.More, l.terms.Most) {
			worth = l.drive(row, mode, turns) - l.terms.Up
		}
		best = max(best, worth)
	}
	return best
}

// drive is the worth of driving at a mode from a row.
func (l *lane) drive(row int, mode, turns int32) int32 {
	worth := mode * road.Space
	for n := range int(mode) {
		at, to := (row+n)%len(l.limit), (row+n+1)%len(l.limit)
		if to == 0 && l.terms.Last {
			return worth + (turns-1)*9*road.Space
		}
		if l.limit[to] > 0 && (n == 0 || l.limit[to] != l.limit[at]) {
			worth -= toll(l.terms.Over, mode-l.limit[to])
		}
	}
	return worth + l.worth((row+int(mode))%len(l.limit), mode, turns-1)
}

func toll(list [road.Steps]int32, beyond int32) int32 {
	if beyond <= 0 {
		return 0
	}
	return list[min(beyond, road.Steps)-1]
}

// chance is a road and terms.
func chance(t *testing.T, r *rand.Rand) (*board.Board, *lane) {
	b := ring(t, 12+r.IntN(8), 1)
	l := &lane{limit: make([]int32, b.Rows), terms: road.Terms{
		Up: r.Int32N(9000), More: r.Int32N(3), Less: r.Int32N(3), Most: 1 + r.Int32N(4), Turns: 1 + r.Int32N(3), Last: r.IntN(2) == 0,
	}}
	for i := range l.terms.Over {
		l.terms.Over[i], l.terms.Down[i] = r.Int32N(9000), r.Int32N(9000)
	}
	for row := 2 + r.IntN(5); row < b.Rows; row += 1 + r.IntN(6) {
		l.limit[row] = 1 + r.Int32N(4)
	}
	return b, l
}

func (l *lane) road(b *board.Board) *road.Road {
	limits := make([]int, b.Len())
	for i, n := range l.limit {
		limits[i] = int(n)
	}
	return road.New(b, 8, limits, make([]bool, b.Len()), 1)
}

// The tables say what one finds who tries everything, whatever terms they are for
// and what was asked before.
func TestValues(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		b, l := chance(t, r)
		road := l.road(b)
		for range 4 {
			values := road.Values(l.terms)
			for row := range b.Rows {
				for mode := range 8 {
					want := l.worth(row, int32(mode), l.terms.Turns)
					if got := values.At(board.ID(row), mode, false); got != want {
						t.Fatalf("limits %v, %+v: row %d after %d: %d, not %d", l.limit, l.terms, row+1, mode, got, want)
					}
				}
			}
			l.terms.Over[r.IntN(4)], l.terms.Most = r.Int32N(9000), 1+r.Int32N(6)
		}
	}
}

// Several may ask at once.
func TestValuesAtOnce(t *testing.T) {
	b, l := chance(t, rand.New(rand.NewPCG(9, 10)))
	r := l.road(b)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			terms := l.terms
			for more := range int32(6) {
				terms.More = (more + int32(n)) % 6
				want := l.road(b).Values(terms).At(0, 3, false)
				if got := r.Values(terms).At(0, 3, false); got != want {
					t.Errorf("%+v: %d, not %d", terms, got, want)
				}
			}
		})
	}
	all.Wait()
}
