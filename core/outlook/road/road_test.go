package road_test

import (
	"fmt"
	"testing"

	"sandbox/core/board"
	"sandbox/core/outlook/road"
)

// ring is a closed track of so many rows and lanes, each space leading straight
// on and one lane to either side.
func ring(t *testing.T, rows, lanes int) *board.Board {
	t.Helper()
	p := board.Plan{Name: "ring", Lanes: lanes, Closed: true}
	for row := range rows {
		spaces := make([]board.Space, lanes)
		for lane := range lanes {
			ahead := (row + 1) % rows * lanes
			spaces[lane].Next = append(spaces[lane].Next, board.ID(ahead+lane))
			for _, side := range []int{lane - 1, lane + 1} {
				if side >= 0 && side < lanes {
					spaces[lane].Next = append(spaces[lane].Next, board.ID(ahead+side))
				}
			}
		}
		p.Rows = append(p.Rows, spaces)
	}
	b, err := board.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// course lays a limit on some rows of a board, and a line on some of its spaces.
func course(b *board.Board, limit, from, to int, line ...string) *road.Road {
	limits, on := make([]int, b.Len()), make([]bool, b.Len())
	for row := from; row <= to; row++ {
		for lane := 1; lane <= b.Lanes; lane++ {
			limits[b.At(row, lane)] = limit
		}
	}
	for _, name := range line {
		on[b.Find(name)] = true
	}
	return road.New(b, 8, limits, on, 1)
}

// usual are terms with prices of whole spaces: 2, 4, 8 and 50 over a limit, 1, 3,
// 6 and 9 for slowing down too hard, 5 for a test.
func usual() road.Terms {
	return road.Terms{
		Over: [4]int32{2000, 4000, 8000, 50000}, Down: [4]int32{1000, 3000, 6000, 9000}, Up: 5000,
		More: 2, Less: 2, Most: 6, Turns: 1,
	}
}

func now(b *board.Board, at string, mode, free int32) *road.Now {
	t := usual()
	return &road.Now{At: b.Find(at), Mode: mode, Free: free, Tested: free, Over: t.Over, Down: t.Down}
}

// What one turn is worth is its spaces less what they cost, and then the best of
// the turn that follows.
func TestMove(t *testing.T) {
	b := ring(t, 40, 2)
	plain, corner := course(b, 0, 1, 0), course(b, 3, 12, 14, "12/2", "13/1", "14/1")
	for _, c := range []struct {
		name   string
		road   *road.Road
		at     string
		mode   int32
		spaces int
		want   int32
	}{
		{"alone: 4 spaces, then 6", plain, "1/1", 4, 4, 10000},
		{"no spaces, then 2 from standing", plain, "1/1", 0, 0, 2000},
		{"a limit of 3, 1 over it on its line for nothing, and another turn to leave it", corner, "8/2", 4, 4, 10000 - 2000},
		{"2 over it on the line cost what 1 over costs off it", corner, "7/2", 5, 5, 5000 - 2000 + 4000},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.road.Values(usual()).Move(now(b, c.at, c.mode, 6), c.mode, c.spaces)
			if got != c.want {
				t.Errorf("worth %d, not %d", got, c.want)
			}
		})
	}
}

// A way pays for each run once, less while it keeps to the line.
func TestWay(t *testing.T) {
	b := ring(t, 40, 2)
	r := course(b, 3, 12, 14, "12/2", "13/1", "14/1")
	terms := usual()
	terms.Turns = 0
	for _, c := range []struct {
		mode int32
		at   string
		held bool
		ways []string
		want int32
	}{
		{3, "10/1", false, []string{"11/1", "12/1", "13/1"}, 0},
		{4, "10/1", false, []string{"11/1", "12/1", "13/1", "14/1"}, -2000},
		{4, "10/2", false, []string{"11/2", "12/2", "13/1", "14/1"}, 0},
		{4, "10/2", false, []string{"11/2", "12/2", "13/2", "14/1"}, -2000},
		{5, "10/2", false, []string{"11/2", "12/2", "13/1", "14/1", "15/1"}, -2000},
		{5, "10/2", false, []string{"11/2", "12/2", "13/2", "14/2", "15/2"}, -4000},
		{4, "12/2", true, []string{"13/1", "14/1", "15/1", "16/1"}, 0},
		{4, "12/2", false, []string{"13/1", "14/1", "15/1", "16/1"}, -2000},
		{7, "10/2", false, []string{"11/2"}, 0},
	} {
		n := now(b, c.at, c.mode, 6)
		n.Held = c.held
		var way []board.ID
		for _, name := range c.ways {
			way = append(way, b.Find(name))
		}
		if got := r.Values(terms).Way(n, c.mode, way, false); got != c.want {
			t.Errorf("%v at %d from %s: worth %d, not %d", c.ways, c.mode, c.at, got, c.want)
		}
	}
}

// A driver slows down in time for what he cannot pay, where his brakes need two
// turns for it.
func TestBest(t *testing.T) {
	b := ring(t, 60, 1)
	r := course(b, 2, 30, 33)
	terms := usual()
	terms.Turns, terms.Less, terms.Over = 6, 1, [4]int32{9000, 20000, 40000, 90000}
	for _, c := range []struct {
		at   string
		mode int32
		want int
	}{
		{"1/1", 6, 6},
		{"20/1", 6, 5},
		{"29/1", 3, 2},
	} {
		n := now(b, c.at, c.mode, 6)
		n.Over = terms.Over
		if mode, _ := r.Values(terms).Best(n); mode != c.want {
			t.Errorf("from %s after %d: %d, not %d", c.at, c.mode, mode, c.want)
		}
	}
}

// Before the last line nothing is owed to what lies beyond it.
func TestLast(t *testing.T) {
	b := ring(t, 40, 1)
	r := course(b, 1, 2, 4)
	terms := usual()
	terms.Turns = 4
	n := now(b, "36/1", 6, 6)
	if mode, _ := r.Values(terms).Best(n); mode == 6 {
		t.Errorf("with laps to go it posts %d, into the corner", mode)
	}
	terms.Last = true
	if mode, _ := r.Values(terms).Best(n); mode != 6 {
		t.Errorf("on the last lap it posts %d, not 6", mode)
	}
}

// Behind what stands in the way on all sides a car stops, and pays for it.
func TestBlocked(t *testing.T) {
	b := ring(t, 40, 2)
	r := course(b, 0, 1, 0)
	n := now(b, "1/1", 6, 6)
	n.Blocked = func(id board.ID) bool { return b.RowOf(id) == 4 }
	terms := usual()
	if got, want := r.Values(terms).Move(n, 6, 6), int32(2000-3000+4000); got != want {
		t.Errorf("worth %d, not %d: 2 spaces, 2 modes too many to lose, then 4", got, want)
	}
	n.Blocked = func(id board.ID) bool { return id == b.At(4, 1) }
	if got, free := r.Values(terms).Move(n, 6, 6), int32(12000); got != free {
		t.Errorf("worth %d, not %d: there is a way round", got, free)
	}
}

// Whatever else is so: dearer limits make nothing better, better brakes nothing
// worse, and to bar a space nothing better.
func TestLaws(t *testing.T) {
	b := ring(t, 40, 2)
	r := course(b, 3, 12, 16, "12/2", "13/1", "14/1", "15/1", "16/2")
	terms := usual()
	terms.Turns = 5
	dear, brakes := terms, terms
	dear.Over = [4]int32{3000, 6000, 9000, 60000}
	brakes.Less = 3
	values := r.Values(terms)
	for id := range board.ID(b.Len()) {
		for mode := range 7 {
			where, worth := fmt.Sprintf("%s at %d", b.Space(id).Name, mode), values.At(id, mode, false)
			if got := r.Values(dear).At(id, mode, false); got > worth {
				t.Errorf("%s: dearer limits: %d after %d", where, got, worth)
			}
			if got := r.Values(brakes).At(id, mode, false); got < worth {
				t.Errorf("%s: better brakes: %d after %d", where, got, worth)
			}
			if got := values.At(id, mode, true); got < worth {
				t.Errorf("%s: on the line: %d after %d", where, got, worth)
			}
			n := now(b, b.Space(id).Name, int32(mode), 6)
			open := values.Move(n, int32(mode), mode)
			n.Blocked = func(to board.ID) bool { return b.RowOf(to) == b.RowOf(id)+2 && b.Space(to).Lane == 1 }
			if got := values.Move(n, int32(mode), mode); got > open {
				t.Errorf("%s: a barred space: %d after %d", where, got, open)
			}
		}
	}
}
