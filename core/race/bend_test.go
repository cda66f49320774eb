package race

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// bend is a circuit of nine rows and two lanes. Rows 4 to 6 are a corner that
// asks stops; its inside has spaces in rows 5 and 6 alone. The side lane leaves
// 7/2 and comes back onto 2/2, with a bay beside row 9.
func bend(t testing.TB, stops int) *board.Board {
	t.Helper()
	p := board.Plan{Name: "bend", Lanes: 2, Closed: true, Corners: []board.Corner{{Stops: stops, From: 4, To: 6, Inside: 1}}}
	ids, next := map[[2]int]board.ID{}, board.ID(0)
	for row := 1; row <= 9; row++ {
		var spaces []board.Space
		for lane := 1; lane <= 2; lane++ {
			if row != 4 || lane != 1 {
				spaces = append(spaces, board.Space{Lane: lane})
				ids[[2]int{row, lane}] = next
				next++
			}
		}
		p.Rows = append(p.Rows, spaces)
	}
	ahead := func(row, lane int) board.ID {
		for {
			row = row%9 + 1
			if id, ok := ids[[2]int{row, lane}]; ok {
				return id
			}
		}
	}
	for r, row := range p.Rows {
		for i := range row {
			lane := row[i].Lane
			row[i].Next = []board.ID{ahead(r+1, lane), ahead(r+1, 3-lane)}
		}
	}
	entry := &p.Rows[6][1]
	entry.Next = append(entry.Next, next)
	p.Side = []board.Space{
		{Row: 8, Next: []board.ID{next + 1, next + 3}},
		{Row: 9, Next: []board.ID{next + 2}},
		{Row: 1, Next: []board.ID{ids[[2]int{2, 2}]}},
		{Row: 9, Bay: 1, Next: []board.ID{next + 2}},
	}
	for row := 9; row > 5; row-- {
		p.Grid = append(p.Grid, ids[[2]int{row, 1}], ids[[2]int{row, 2}])
	}
	b, err := board.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// onBend is a race of two laps on a bend, in a state.
func onBend(t testing.TB, stops int, finish Finish, cars string) *Race {
	t.Helper()
	names := []string{"A", "B", "C", "D"}[:strings.Count(cars, " | ")+1]
	r, err := New(Setup{Board: bend(t, stops), Laps: 2, Entries: names, Finish: finish}, dice.NewKeyed("seed 1"))
	if err != nil {
		t.Fatal(err)
	}
	return set(t, r, cars)
}

// by are the spaces of names.
func by(r *Race, names string) []board.ID {
	var list []board.ID
	for _, name := range strings.Fields(names) {
		list = append(list, r.board.Find(name))
	}
	return list
}

func TestFurthestBeyond(t *testing.T) {
	for _, c := range []struct {
		say    string
		before string
		drives []int // spaces each car drives, in this order
		after  string
	}{
		{"further beyond is ahead", "A @9/1 lap 2 | B @8/2 lap 2", []int{2, 5},
			"A home 2 row 9 lap 3 arrived 10 beyond 2 ended 1 | B home 1 row 8 lap 3 arrived 11 beyond 4 ended 1"},
		{"level: who moved first", "A @9/1 lap 2 | B @8/2 lap 2", []int{2, 3},
			"A home 1 row 9 lap 3 arrived 10 beyond 2 ended 1 | B home 2 row 8 lap 3 arrived 11 beyond 2 ended 1"},
		{"past two of its round", "A @9/1 lap 2 | B @9/2 lap 2 | C @8/2 lap 2", []int{1, 3, 9},
			"A home 3 row 9 lap 3 arrived 10 beyond 1 ended 1 | B home 2 row 9 lap 3 arrived 11 beyond 3 ended 1 | C home 1 row 8 lap 3 arrived 12 beyond 8 ended 1"},
		{"not past one of an earlier round", "A home 1 row 9 lap 3 beyond 1 ended 0 | B @9/2 lap 2", []int{0, 5},
			"A home 1 row 9 lap 3 beyond 1 | B home 2 row 9 lap 3 arrived 10 beyond 5 ended 1"},
	} {
		for _, drive := range []bool{true, false} {
			r := onBend(t, 0, FurthestBeyond, c.before)
			for car, n := range c.drives {
				if n == 0 {
					continue
				}
				var err error
				if drive {
					var p *board.Paths
					p, err = r.Paths(car, board.Search{Steps: n}, nil)
					if err == nil {
						_, err = r.DrivePath(car, p, 0)
					}
				} else {
					_, err = r.Advance(car, n)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if got := plain(r); got != c.after {
				t.Errorf("%s (driven %v): %s\nwant %s", c.say, drive, got, c.after)
			}
		}
	}
}

// What Drive and Wreck lead to can be laid down as well.
func TestLayOnABend(t *testing.T) {
	for _, c := range []struct {
		say   string
		as    func(r *Race) Position
		after string
		err   string
	}{
		{"with a stop", func(r *Race) Position {
			return Position{Status: Running, Space: r.board.Find("5/1"), Lap: 1, Stops: 1}
		}, "A @5/1 lap 1 arrived 10 stops 1", ""},
		{"in a bay", func(r *Race) Position { return Position{Status: Running, Space: r.board.Find("bay-1"), Lap: 1} }, "A @bay-1 lap 1 arrived 10", ""},
		{"as a wreck", func(r *Race) Position {
			return Position{Status: Retired, Space: r.board.Find("5/1"), Lap: 1, Why: "fire", Stops: 1}
		}, `A out 1 why "fire" @5/1 lap 1 arrived 10`, ""},
		{"as a wreck on another car", func(r *Race) Position { return Position{Status: Retired, Space: r.board.Find("3/2")} },
			"A @1/1", "A cannot stand on 3/2: B stands there"},
		{"home further than another", func(*Race) Position { return Position{Status: Finished, Lap: 3, Beyond: 4, Ended: 1} },
			"A home 1 row 1 lap 3 beyond 4 ended 1", ""},
		{"home in a later round", func(*Race) Position { return Position{Status: Finished, Lap: 3, Beyond: 4, Ended: 2} },
			"A home 2 row 1 lap 3 beyond 4 ended 2", ""},
	} {
		r := onBend(t, 1, FurthestBeyond, "A @1/1 | B @3/2 | C home 1 row 9 lap 3 beyond 2 ended 1")
		err := r.Lay(0, c.as(r))
		got, _, _ := strings.Cut(plain(r), " | ")
		if got != c.after || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %s (%v)\nwant %s (%s)", c.say, got, err, c.after, c.err)
		}
		again := onBend(t, 1, FurthestBeyond, "A waiting | B waiting | C waiting")
		if _, err := again.SetText(r.Text(Notes{})); err != nil || world(again) != world(r) {
			t.Errorf("%s: what is laid down is not what its text says (%v):\n%s\n%s", c.say, err, world(r), world(again))
		}
	}
}

// Races with all of it at random: the state text carries everything, nobody
// drives backwards, and the places are those of the cars home.
func TestWholeRacesOnABend(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 16))
	var paths board.Paths
	wrecks, bays := 0, 0
	for range 200 {
		r := onBend(t, rnd.IntN(3), Finish(rnd.IntN(2)), "A waiting | B waiting | C waiting | D waiting")
		if err := r.Grid([]int{2, 0, 1, 3}); err != nil {
			t.Fatal(err)
		}
		again, err := New(Setup{Board: r.board, Laps: 2, Entries: []string{"A", "B", "C", "D"}, Finish: r.order}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			step := r.NextStep(&Plan{})
			if step == nil {
				break
			}
			before := r.Distance(r.Car(step.Car))
			err := r.RunStep(bare(func(r *Race) error { return atRandomOnABend(r, rnd, step.Car, &paths) }), step)
			if err != nil {
				t.Fatal(err)
			}
			c := r.Car(step.Car)
			if c.status == Running && r.Distance(c) < before {
				t.Fatalf("%s drove back to %s", c.name, plain(r))
			}
			if c.status == Retired && c.space != board.None {
				wrecks++
			}
			if c.space != board.None && r.board.Space(c.space).Bay > 0 {
				bays++
			}
			if _, err := again.SetText(r.Text(Notes{})); err != nil || world(again) != world(r) {
				t.Fatalf("%v\n%s\nis set to\n%s", err, world(r), world(again))
			}
			checkPlaces(t, r)
		}
	}
	if wrecks < 50 || bays < 20 {
		t.Errorf("only %d wrecks and %d stops in a bay", wrecks, bays)
	}
}

// atRandomOnABend drives any path, or breaks down, or has a wreck removed.
func atRandomOnABend(r *Race, rnd *rand.Rand, car int, paths *board.Paths) error {
	if other := rnd.IntN(r.Cars()); r.Car(other).status == Retired && r.Car(other).space != board.None {
		if err := r.Remove(other); err != nil {
			return err
		}
	}
	if rnd.IntN(40) == 0 {
		return r.Wreck(car, "fire")
	}
	s := board.Search{Steps: rnd.IntN(7), Changes: rnd.IntN(3), Side: rnd.IntN(2) == 0}
	s.Shorter = rnd.IntN(s.Steps + 1)
	if _, err := r.Paths(car, s, paths); err != nil || len(paths.List) == 0 {
		return err
	}
	_, err := r.DrivePath(car, paths, rnd.IntN(len(paths.List)))
	return err
}

// checkPlaces says that the cars home have the places from 1 on and, round by
// round, the order they should have.
func checkPlaces(t *testing.T, r *Race) {
	t.Helper()
	var home []*Car
	for i := range r.cars {
		if c := &r.cars[i]; c.status == Finished {
			home = append(home, c)
		}
	}
	slices.SortFunc(home, func(a, b *Car) int { return a.place - b.place })
	for i, c := range home {
		if c.place != i+1 {
			t.Fatalf("%s has place %d of %d: %s", c.name, c.place, i+1, plain(r))
		}
		if i == 0 {
			continue
		}
		o := home[i-1]
		switch {
		case r.order == FirstAcross && o.arrived > c.arrived,
			r.order == FurthestBeyond && o.ended > c.ended,
			r.order == FurthestBeyond && o.ended == c.ended && o.beyond < c.beyond,
			r.order == FurthestBeyond && o.ended == c.ended && o.beyond == c.beyond && o.arrived > c.arrived:
			t.Fatalf("%s is ahead of %s: %s", o.name, c.name, plain(r))
		}
	}
}
