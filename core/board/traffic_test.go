package board

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// traffic puts a car on each space named.
func traffic(t testing.TB, b *Board, spaces string) *Traffic {
	t.Helper()
	tr := NewTraffic(b)
	for i, name := range strings.Fields(spaces) {
		id := b.Find(name)
		if id == None || tr.Taken(id) {
			t.Fatalf("car %d cannot stand on %s", i, name)
		}
		tr.Put(i, id)
	}
	return tr
}

// say is a way as one text: "3/1, 2 rows, crossed".
func say(b *Board, w Way) string {
	to := "home"
	if w.To != None {
		to = b.Space(w.To).Name
	}
	crossed := ""
	if w.Crossed > 0 {
		crossed = ", crossed"
	}
	return fmt.Sprintf("%s, %d rows%s", to, w.Steps, crossed)
}

// home is after the next crossing, or never.
func home(stop bool) int {
	if stop {
		return 1
	}
	return 1000
}

func TestAhead(t *testing.T) {
	var (
		closed = build(t, oval(2, 2, 2, 2, 2, 2))
		open   = build(t, oval(2, 2, 2, 2).open())
		wide   = build(t, oval(3, 3, 1, 5))
		single = build(t, oval(1, 1, 1, 1))
		// From 2/1 an arrow leads to 3/1 alone, from there to 4/1 alone.
		arrow = build(t, oval(2, 2, 2, 2, 2).arrows(2, 1, 1).arrows(3, 1, 1))
		// The lanes of rows 1 to 3 keep apart.
		walls = build(t, oval(3, 3, 3, 3).arrows(1, 1, 1).arrows(1, 2, 2).arrows(1, 3, 3).
			arrows(2, 1, 1).arrows(2, 2, 2).arrows(2, 3, 3))
	)
	for _, c := range []struct {
		say   string
		board *Board
		cars  string // the first one drives
		n     int
		stop  bool
		want  string
	}{
		{"no row", closed, "2/1", 0, false, "2/1, 0 rows"},
		{"free", closed, "2/1", 3, false, "5/1, 3 rows"},
		{"past one car in its lane", closed, "2/1 3/1", 2, false, "4/1, 2 rows"},
		{"beside a car", closed, "2/1 4/1", 2, false, "4/2, 2 rows"},
		{"a full row stops", closed, "2/1 4/1 4/2", 3, false, "3/1, 1 rows"},
		{"a full row next door", closed, "2/2 3/1 3/2", 3, false, "2/2, 0 rows"},
		{"a full row behind it does not", closed, "2/2 1/1 1/2 2/1", 2, false, "4/2, 2 rows"},
		{"over the line", closed, "5/2", 3, false, "2/2, 3 rows, crossed"},
		{"onto the last row", closed, "5/2", 1, false, "6/2, 1 rows"},
		{"onto the first row", closed, "6/2", 1, false, "1/2, 1 rows, crossed"},
		{"a full row before the line", closed, "5/2 6/1 6/2", 3, false, "5/2, 0 rows"},
		{"a full row behind the line", closed, "5/2 1/1 1/2", 3, false, "6/2, 1 rows"},
		{"stop on the last lap", closed, "5/2", 5, true, "home, 2 rows, crossed"},
		{"stop needs the line", closed, "5/2", 1, true, "6/2, 1 rows"},
		{"home past a full first row", closed, "5/2 1/1 1/2", 5, true, "home, 2 rows, crossed"},
		{"stop does not pass a full row", closed, "4/2 6/1 6/2", 5, true, "5/2, 1 rows"},
		{"off an open board", open, "3/1", 2, false, "home, 2 rows, crossed"},
		{"off an open board to stop", open, "3/1", 2, true, "home, 2 rows, crossed"},
		{"to the end of an open board", open, "3/1", 1, false, "4/1, 1 rows"},
		{"lane kept", wide, "1/3", 1, false, "2/3, 1 rows"},
		{"through a narrow and out to its lane", wide, "2/3", 2, false, "4/3, 2 rows"},
		{"inner of two near lanes", wide, "2/3 4/3", 2, false, "4/2, 2 rows"},
		{"outer when it is nearer", wide, "2/3 4/3 4/2", 2, false, "4/4, 2 rows"},
		{"inner when outer is as far", wide, "2/3 4/3 4/2 4/4", 2, false, "4/1, 2 rows"},
		{"a narrow that is taken", wide, "1/3 3/1", 3, false, "2/3, 1 rows"},
		{"in file behind itself", single, "2/1", 7, false, "1/1, 3 rows, crossed"},
		{"in file behind another", single, "2/1 4/1", 7, false, "3/1, 1 rows"},
		{"an arrow binds", arrow, "2/1", 2, false, "4/1, 2 rows"},
		{"an arrow into a car", arrow, "2/1 3/1", 2, false, "2/1, 0 rows"},
		{"an arrow into a car two rows on", arrow, "2/1 4/1", 2, false, "3/1, 1 rows"},
		{"no arrow in the other lane", arrow, "2/2 3/1 4/1", 2, false, "4/2, 2 rows"},
		{"behind the arrows", arrow, "2/1", 3, false, "5/1, 3 rows"},
		{"round by the other lane", arrow, "1/1 3/1 4/1", 3, false, "4/2, 3 rows"},
		{"walls keep the lane", walls, "1/2", 2, false, "3/2, 2 rows"},
		{"walls stop behind a car", walls, "1/2 3/2", 3, false, "2/2, 1 rows"},
		{"walls open at the end", walls, "1/2 4/2", 3, false, "4/1, 3 rows"},
	} {
		tr := traffic(t, c.board, c.cars)
		from := c.board.Find(strings.Fields(c.cars)[0])
		if got := say(c.board, tr.Ahead(from, c.n, home(c.stop))); got != c.want {
			t.Errorf("%s: %s; want %s", c.say, got, c.want)
		}
	}
}

func TestBehind(t *testing.T) {
	closed := build(t, oval(2, 2, 2, 2))
	open := build(t, oval(2, 2, 2, 2).open())
	wide := build(t, oval(1, 3, 3).arrows(2, 1, 1).arrows(2, 2, 2).arrows(2, 3, 3))
	for _, c := range []struct {
		say   string
		board *Board
		cars  string // the first one steps back
		n     int
		want  string
	}{
		{"no row", closed, "3/1", 0, "3/1, 0 rows"},
		{"free", closed, "3/2", 2, "1/2, 2 rows"},
		{"beside a car", closed, "3/2 2/2", 1, "2/1, 1 rows"},
		{"past a full row", closed, "3/2 2/1 2/2", 2, "1/2, 2 rows"},
		{"on through a full row", closed, "3/2 2/1 2/2", 1, "1/2, 2 rows"},
		{"on through two full rows, over the line", closed, "3/2 2/1 2/2 1/1 1/2", 1, "4/2, 3 rows, crossed"},
		{"over the line", closed, "2/1", 3, "3/1, 3 rows, crossed"},
		{"to the first row", closed, "2/1", 1, "1/1, 1 rows"},
		{"every row full but its own", closed, "3/2 2/1 2/2 1/1 1/2 4/1 4/2", 1, "3/2, 4 rows, crossed"},
		{"no further than round", closed, "3/2", 9, "3/2, 4 rows, crossed"},
		{"the first row of an open board", open, "3/2", 5, "1/2, 2 rows"},
		{"first row full: forward again", open, "3/2 1/1 1/2", 5, "2/2, 1 rows"},
		{"on through a full row to the first", open, "3/2 2/1 2/2", 1, "1/2, 2 rows"},
		{"all full behind: it stays", open, "3/2 1/1 1/2 2/1 2/2", 1, "3/2, 0 rows"},
		{"from the first row", open, "1/2", 2, "1/2, 0 rows"},
		{"against the arrows", wide, "3/3 2/3", 1, "2/2, 1 rows"},
		{"into a narrow", wide, "3/3", 2, "1/1, 2 rows"},
	} {
		tr := traffic(t, c.board, c.cars)
		from := c.board.Find(strings.Fields(c.cars)[0])
		if got := say(c.board, tr.Behind(from, c.n)); got != c.want {
			t.Errorf("%s: %s; want %s", c.say, got, c.want)
		}
	}
}

func TestTrafficPutTake(t *testing.T) {
	b := build(t, oval(2, 2))
	tr := traffic(t, b, "1/1 1/2 2/2")
	if !tr.Full(1) || tr.Full(2) || tr.Car(b.Find("2/2")) != 2 || tr.Car(b.Find("2/1")) != -1 {
		t.Error("cars do not stand where they were put")
	}
	tr.Take(1, b.Find("1/2"))
	if tr.Full(1) || tr.Car(b.Find("1/2")) != -1 || tr.Car(b.Find("1/1")) != 0 {
		t.Error("one car taken off row 1")
	}
	tr.Clear()
	if !reflect.DeepEqual(tr, NewTraffic(b)) {
		t.Error("cars are left after Clear")
	}
}

// slowAhead drives breadth first over Next, one space at a time.
func slowAhead(b *Board, tr *Traffic, from ID, n, home int) Way {
	way, here := Way{To: from}, []ID{from}
	for way.Steps < n {
		last := b.Space(here[0]).Row == b.Rows
		if last && (way.Crossed+1 == home || !b.Closed) {
			return Way{To: None, Steps: way.Steps + 1, Crossed: way.Crossed + 1}
		}
		var next []ID
		for _, id := range here {
			for _, to := range b.Space(id).Next {
				if tr.Car(to) < 0 {
					next = append(next, to)
				}
			}
		}
		if len(next) == 0 {
			break
		}
		if here, way.Steps = next, way.Steps+1; last {
			way.Crossed++
		}
	}
	way.To = slowNearest(b, here, b.Space(from).Lane)
	return way
}

// slowBehind tries one row after the other: back from n rows behind, then, on
// an open board, forward from the first.
func slowBehind(b *Board, tr *Traffic, from ID, n int) Way {
	s, most := b.Space(from), b.Rows
	if !b.Closed {
		most = b.Space(from).Row - 1
	}
	var tries []int
	for d := min(n, most); d <= most; d++ {
		tries = append(tries, d)
	}
	for d := most; d >= 0 && !b.Closed; d-- {
		tries = append(tries, d)
	}
	for _, d := range tries {
		var free []ID
		for lane := 1; lane <= MaxLanes; lane++ {
			id := b.At((s.Row-d+b.Rows-1)%b.Rows+1, lane)
			if id != None && (id == from || tr.Car(id) < 0) {
				free = append(free, id)
			}
		}
		if len(free) > 0 {
			way := Way{To: slowNearest(b, free, s.Lane), Steps: d}
			if s.Row-d < 1 {
				way.Crossed = 1
			}
			return way
		}
	}
	panic("its own space is free")
}

func slowNearest(b *Board, ids []ID, lane int) ID {
	far := func(id ID) int { // twice the distance, and one more outwards
		d := b.Space(id).Lane - lane
		return max(2*d+1, -2*d)
	}
	best := ids[0]
	for _, id := range ids {
		if far(id) < far(best) {
			best = id
		}
	}
	return best
}

// randomBoard has up to 8 rows of up to 4 lanes, half of them with arrows.
func randomBoard(t *testing.T, rnd *rand.Rand) *Board {
	var widths []int
	for range 2 + rnd.IntN(7) {
		widths = append(widths, 1+rnd.IntN(4))
	}
	p := oval(widths...)
	for _, row := range p.Rows {
		if rnd.IntN(2) == 0 {
			continue
		}
		all, taken := row[0].Next, map[ID]bool{}
		for i := range row { // one successor each, then the rest where they fall
			to := all[rnd.IntN(len(all))]
			row[i].Next, taken[to] = []ID{to}, true
		}
		for _, to := range all {
			if i := rnd.IntN(len(row)); !taken[to] {
				row[i].Next = append(row[i].Next, to)
			}
		}
	}
	if rnd.IntN(3) == 0 {
		p = p.open()
	}
	return build(t, p)
}

func TestTrafficAgainstTheSlowWay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		b := randomBoard(t, rnd)
		tr := NewTraffic(b)
		density := rnd.Float64()
		var cars []ID
		for id := range ID(b.Len()) {
			if rnd.Float64() < density {
				tr.Put(len(cars), id)
				cars = append(cars, id)
			}
		}
		before := fmt.Sprint(tr.car, tr.free)
		for _, from := range cars {
			n, home := rnd.IntN(3*b.Rows), 1+rnd.IntN(3)
			if got, want := tr.Ahead(from, n, home), slowAhead(b, tr, from, n, home); got != want {
				t.Fatalf("%d rows ahead of %s (home %v) among %v: %v, want %v", n, b.Space(from).Name, home, tr.car, got, want)
			}
			n = rnd.IntN(b.Rows + 1)
			if got, want := tr.Behind(from, n), slowBehind(b, tr, from, n); got != want {
				t.Fatalf("%d rows behind %s among %v: %v, want %v", n, b.Space(from).Name, tr.car, got, want)
			}
		}
		if after := fmt.Sprint(tr.car, tr.free); after != before {
			t.Fatalf("looking moved a car: %s, then %s", before, after)
		}
	}
}

// A space with a capacity holds so many cars, and is in nobody's way before it has
// them.
func TestTrafficCapacity(t *testing.T) {
	plan := oval(1, 1, 1, 1)
	plan.Rows[1][0].Capacity = 3
	b := build(t, plan)
	tr := traffic(t, b, "1/1 2/1 2/1 4/1")
	if tr.Taken(b.Find("2/1")) || tr.Full(2) || !tr.Taken(b.Find("1/1")) || len(tr.Cars(b.Find("2/1"))) != 2 {
		t.Error("a space for three is full with two cars")
	}
	if way := tr.Ahead(b.Find("1/1"), 2, 9); say(b, way) != "3/1, 2 rows" {
		t.Errorf("past a space with room: %s", say(b, way))
	}
	tr.Move(0, b.Find("1/1"), b.Find("2/1"))
	if !tr.Taken(b.Find("2/1")) || !tr.Full(2) || tr.Car(b.Find("1/1")) != -1 {
		t.Error("three cars do not fill it")
	}
	if way := tr.Ahead(b.Find("4/1"), 2, 9); say(b, way) != "1/1, 1 rows, crossed" {
		t.Errorf("up to a full space: %s", say(b, way))
	}
	if way := tr.Behind(b.Find("3/1"), 1); say(b, way) != "1/1, 2 rows" {
		t.Errorf("back past a full space: %s", say(b, way))
	}
	if n := tr.CountBeside(b.Find("3/1"), 1); n != 3 { // two of those behind, and the one ahead
		t.Errorf("%d cars are beside 3/1 but for one of them", n)
	}
	for _, car := range []int{1, 0, 2} {
		tr.Take(car, b.Find("2/1"))
	}
	tr.Take(3, b.Find("4/1"))
	for id := range b.Len() {
		if tr.Taken(ID(id)) || tr.Car(ID(id)) != -1 || len(tr.Cars(ID(id))) > 0 {
			t.Errorf("cars are left on %s", b.Space(ID(id)).Name)
		}
	}
}

// The grid may use a space as often as it holds cars, and no more often.
func TestGridCapacity(t *testing.T) {
	plan := oval(1, 1, 1, 1)
	plan.Rows[3][0].Capacity = 2
	plan.Grid = []ID{3, 3}
	build(t, plan)
	plan.Grid = []ID{3, 3, 3}
	if _, err := New(plan); err == nil || err.Error() != "grid place 3 is on 4/1, as place 1 is" {
		t.Error(err)
	}
	plan.Rows[3][0].Capacity = MaxCapacity + 1
	if _, err := New(plan); err == nil || !strings.Contains(err.Error(), "holds 101 cars; 100 are the most") {
		t.Error(err)
	}
}

// Company is the spaces for which Beside or Diagonal list somebody.
func TestCompany(t *testing.T) {
	b := build(t, oval(3, 3, 1, 5, 2, 4))
	rng, set := rand.New(rand.NewPCG(1, 2)), NewSet(b)
	for range 50 {
		tr := NewTraffic(b)
		for car := range rng.IntN(6) {
			if id := ID(rng.IntN(b.Len())); !tr.Taken(id) {
				tr.Put(car, id)
			}
		}
		tr.Company(set)
		for id := range ID(b.Len()) {
			if want := len(tr.Beside(id))+len(tr.Diagonal(id)) > 0; set.Has(id) != want {
				t.Fatalf("%s: %v, want %v", b.Space(id).Name, set.Has(id), want)
			}
		}
	}
}
