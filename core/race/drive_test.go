package race

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/board"
)

func TestDrive(t *testing.T) {
	for _, c := range []struct {
		say    string
		before string // A drives
		search board.Search
		by     string
		after  string
		err    string
	}{
		{"straight on", "A @1/1 lap 1", board.Search{Steps: 2}, "2/1 3/1", "A @3/1 lap 1 arrived 10", ""},
		{"nowhere", "A @1/1 lap 1 arrived 3", board.Search{}, "", "A @1/1 lap 1 arrived 3", ""},
		{"over the line", "A @9/1 lap 1", board.Search{Steps: 2}, "1/1 2/1", "A @2/1 lap 2 arrived 10", ""},
		{"from the grid", "A @8/1", board.Search{Steps: 2}, "9/1 1/1", "A @1/1 lap 1 arrived 10", ""},
		{"home", "A @8/1 lap 2", board.Search{Steps: 4}, "9/1", "A home 1 row 8 lap 3 arrived 10", ""},
		{"not yet home", "A @8/1 lap 2", board.Search{Steps: 1}, "9/1", "A @9/1 lap 2 arrived 10", ""},
		{"coasting over the line is not coming home", "A @8/1 lap 2", board.Search{Steps: 2, Home: NeverHome}, "9/1 1/1", "A @1/1 lap 3 arrived 10", ""},
		{"into the side lane", "A @7/2 lap 1", board.Search{Steps: 2, Side: true}, "8/side 9/side", "A @9/side lap 1 arrived 10", ""},
		{"into its bay", "A @7/2 lap 1", board.Search{Steps: 2, Side: true}, "8/side bay-1", "A @bay-1 lap 1 arrived 10", ""},
		{"over the line in the side lane", "A @bay-1 lap 1", board.Search{Steps: 2}, "1/side 2/2", "A @2/2 lap 2 arrived 10", ""},
		{"with a stop made", "A @6/1 lap 1 stops 1", board.Search{Steps: 1, Changes: 1}, "7/2", "A @7/2 lap 1 arrived 10", ""},
		{"inside the corner its stops stay", "A @5/1 lap 1 stops 1", board.Search{Steps: 1}, "6/1", "A @6/1 lap 1 arrived 10 stops 1", ""},

		{"into a car", "A @1/1 lap 1 | B @2/1", board.Search{Steps: 1}, "2/1", "A @1/1 lap 1 | B @2/1", "A cannot drive that path: 2/1 is taken"},
		{"into a wreck", `A @1/1 lap 1 | B out 1 why "" @2/1`, board.Search{Steps: 1}, "2/1",
			`A @1/1 lap 1 | B out 1 why "" @2/1`, "A cannot drive that path: 2/1 is taken"},
		{"without the stop", "A @6/1 lap 1", board.Search{Steps: 1, Changes: 1}, "7/2", "A @6/1 lap 1",
			"A cannot drive that path: it keeps its lane from 6/1 on, so it cannot drive to 7/2"},
		{"out of the race", `A out 1 why "" @1/1`, board.Search{Steps: 1}, "2/1", `A out 1 why "" @1/1`, "A cannot move: it is out"},
		{"home already", "A home 1 row 9", board.Search{Steps: 1}, "2/1", "A home 1 row 9", "A cannot move: it is home"},
		{"waiting", "A waiting", board.Search{Steps: 1}, "2/1", "A waiting", "A cannot move: it is waiting"},
	} {
		r := onBend(t, 1, FirstAcross, c.before)
		_, err := r.Drive(0, c.search, by(r, c.by))
		if got := plain(r); got != c.after || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %s (%v)\nwant %s (%s)", c.say, got, err, c.after, c.err)
		}
	}
}

func TestDrivePath(t *testing.T) {
	r := onBend(t, 1, FirstAcross, "A @3/1 lap 1 | B @5/1 lap 1")
	p, err := r.Paths(0, board.Search{Steps: 4, Changes: 1}, nil)
	if err != nil || len(p.List) != 1 {
		t.Fatalf("%d paths, %v", len(p.List), err)
	}
	path, err := r.DrivePath(0, p, 0)
	if want := "A @7/2 lap 1 arrived 10 | B @5/1 lap 1"; err != nil || plain(r) != want || len(path.Overran) != 1 {
		t.Errorf("%s (%+v, %v), want %s", plain(r), path, err, want)
	}
	if _, err := r.DrivePath(0, p, 0); err == nil || !strings.Contains(err.Error(), "does not stand where the path begins") {
		t.Error(err)
	}
	if _, err := r.Paths(1, board.Search{Steps: 1}, p); err != nil {
		t.Error(err)
	}
	if _, err := r.Drive(1, board.Search{Steps: 1}, by(r, "6/1")); err != nil {
		t.Error(err)
	}
	for i, want := range []string{"[]", "[]"} {
		if got := fmt.Sprint(r.Beside(r.cars[i].space)); got != want {
			t.Errorf("beside car %d are %s, want %s", i, got, want)
		}
	}
	set(t, r, "A @3/1 lap 1 | B @3/2 lap 1")
	if got := fmt.Sprint(r.Beside(r.cars[0].space), r.Beside(r.cars[1].space)); got != "[1] [0]" {
		t.Error(got)
	}
	set(t, r, "A waiting | B @3/2 lap 1")
	if got := fmt.Sprint(r.Beside(r.cars[0].space), r.Beside(r.cars[1].space)); got != "[] []" {
		t.Error(got)
	}
	if _, err := r.Paths(0, board.Search{Steps: 1}, nil); err == nil || err.Error() != "A cannot move: it is waiting" {
		t.Error(err)
	}
}

func TestAdvanceOnABend(t *testing.T) {
	for _, c := range []struct {
		say, before string
		n           int
		after       string
		drive       string
	}{
		{"the inside is shorter", "A @3/1 lap 1", 3, "A @7/1 lap 1 arrived 10", "3 rows"},
		{"the outside is longer", "A @3/2 lap 1", 3, "A @6/2 lap 1 arrived 10", "3 rows"},
		{"back along the inside", "A @7/1 lap 1", -3, "A @3/1 lap 1 arrived 10", "-3 rows"},
		{"no row is passed that is full", "A @3/1 lap 1 | B @6/1 | C @6/2 | D @4/2", 3, "A @5/1 lap 1 arrived 10 | B @6/1 | C @6/2 | D @4/2", "1 rows"},
		{"the row it aims at", "A @3/1 lap 1 | B @6/1 | C @6/2 | D @4/2", 2, "A @5/1 lap 1 arrived 10 | B @6/1 | C @6/2 | D @4/2", "1 rows, missed 6/1"},
		{"home", "A @8/1 lap 2", 4, "A home 1 row 8 lap 3 arrived 10", "2 rows"},
	} {
		r := onBend(t, 0, FirstAcross, c.before)
		d, err := r.Advance(0, c.n)
		drive := fmt.Sprintf("%d rows", d.Rows)
		if d.Missed != board.None {
			drive += ", missed " + r.board.Space(d.Missed).Name
		}
		if got := plain(r); err != nil || got != c.after || drive != c.drive {
			t.Errorf("%s: %s (%s, %v)\nwant %s (%s)", c.say, got, drive, err, c.after, c.drive)
		}
	}
	r := onBend(t, 0, FirstAcross, "A @8/side lap 1")
	if _, err := r.Advance(0, 1); err == nil || !strings.Contains(err.Error(), "stands in the side lane") {
		t.Error(err)
	}
}

// A stop is a turn that ends in a corner, however it got there; an overrun
// makes none.
func TestStops(t *testing.T) {
	for _, c := range []struct {
		say, before string
		steps       int
		after       string
	}{
		{"into the corner", "A @3/1 lap 1", 1, "A @5/1 lap 1 arrived 10 turn 1 stops 1"},
		{"once more", "A @5/1 lap 1 stops 1", 1, "A @6/1 lap 1 arrived 10 turn 1 stops 2"},
		{"standing", "A @5/1 lap 1 stops 1", 0, "A @5/1 lap 1 turn 1 stops 2"},
		{"out of it", "A @6/1 lap 1 stops 2", 1, "A @7/1 lap 1 arrived 10 turn 1"},
		{"past it", "A @3/1 lap 1", 3, "A @7/1 lap 1 arrived 10 turn 1"},
		{"home", "A @9/1 lap 2", 1, "A home 1 row 9 lap 3 arrived 10 turn 1"},
	} {
		r := onBend(t, 2, FirstAcross, c.before)
		err := r.RunStep(bare(func(r *Race) error {
			p, err := r.Paths(0, board.Search{Steps: c.steps}, nil)
			if err == nil {
				_, err = r.DrivePath(0, p, 0)
			}
			return err
		}), turnStep(r, 0, 1))
		if got := plain(r); got != c.after || err != nil {
			t.Errorf("%s: %s (%v), want %s", c.say, got, err, c.after)
		}
	}
}

// chicane has two corners one behind the other: rows 2 and 4.
func chicane(t *testing.T) *Race {
	p := board.Plan{Name: "chicane", Lanes: 1, Closed: true, Corners: []board.Corner{{Stops: 1, From: 2, To: 2}, {Stops: 1, From: 4, To: 4}}}
	for i := range 6 {
		p.Rows = append(p.Rows, []board.Space{{Next: []board.ID{board.ID((i + 1) % 6)}}})
	}
	b, err := board.New(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Setup{Board: b, Laps: 2, Entries: []string{"A", "B"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnOverrunIsNoStop(t *testing.T) {
	r := chicane(t)
	drive := func(car, steps int) error {
		p, err := r.Paths(car, board.Search{Steps: steps}, nil)
		if err == nil {
			_, err = r.DrivePath(car, p, 0)
		}
		return err
	}
	for i, c := range []struct {
		say, before string
		car         int
		run         func(r *Race) error
		after       string
	}{
		{"over one corner into another", "A @1/1 lap 1 | B @6/1 lap 1", 0, func(*Race) error { return drive(0, 3) },
			"A @4/1 lap 1 arrived 10 turn 1 | B @6/1 lap 1"},
		{"the next turn is one again", "", 0, func(*Race) error { return drive(0, 0) },
			"A @4/1 lap 1 arrived 10 turn 1 stops 1 | B @6/1 lap 1"},
		{"before the line, home", "A @3/1 lap 2 | B @1/1 lap 1", 0, func(*Race) error { return drive(0, 5) },
			"A home 1 row 3 lap 3 arrived 10 turn 1 | B @1/1 lap 1"},
		{"somebody else's overrun does not count", "A @3/1 lap 1 | B @1/1 lap 1", 1,
			func(*Race) error { return errors.Join(drive(0, 3), drive(1, 1)) },
			"A @6/1 lap 1 arrived 10 | B @2/1 lap 1 arrived 11 turn 1 stops 1"},
	} {
		if i != 1 { // which goes on from the one before
			set(t, r, c.before)
		}
		err := r.RunStep(bare(c.run), turnStep(r, c.car, 1))
		if got := plain(r); got != c.after || err != nil {
			t.Errorf("%s: %s (%v), want %s", c.say, got, err, c.after)
		}
	}
}

func TestWrecks(t *testing.T) {
	r := onBend(t, 1, FirstAcross, "A @5/1 lap 1 stops 1 | B @3/1 lap 1 | C home 1 row 9 | D waiting")
	r.Record(nil)
	if err := r.Wreck(0, "gearbox"); err != nil {
		t.Fatal(err)
	}
	want := `A out 1 why "gearbox" @5/1 lap 1 | B @3/1 lap 1 | C home 1 row 9 | D waiting`
	if plain(r) != want || r.CarOn(r.board.Find("5/1")) != 0 {
		t.Errorf("%s, want %s", plain(r), want)
	}
	if step := r.NextStep(&Plan{}); step.Car != 1 {
		t.Errorf("a wreck has the turn %s", step.Label)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{r.Wreck(0, ""), "A cannot be a wreck on the track: it is out"},
		{r.Wreck(2, ""), "C cannot be a wreck on the track: it is home"},
		{r.Wreck(3, ""), "D cannot be a wreck on the track: it is waiting"},
		{r.Retire(0, ""), "A cannot retire: it is out"},
		{r.Remove(1), "B cannot be removed: it is no wreck on the track"},
		{r.Remove(0), "<nil>"},
		{r.Remove(0), "A cannot be removed: it is no wreck on the track"},
	} {
		if got := fmt.Sprint(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	want = `A out 1 why "gearbox" row 5 lap 1 | B @3/1 lap 1 | C home 1 row 9 | D waiting`
	if plain(r) != want || r.CarOn(r.board.Find("5/1")) != Nobody {
		t.Errorf("%s, want %s", plain(r), want)
	}
	var told []string
	for _, e := range r.Told() {
		told = append(told, fmt.Sprint(e.Type, e.Car, e.Fields))
	}
	if got, want := strings.Join(told, " "), "retireA[{why gearbox} {space 5/1} {stands true}] removeA[{space 5/1}]"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}

// moves are what a face is told of a drive.
func TestDriveIsTold(t *testing.T) {
	r := onBend(t, 1, FurthestBeyond, "A @9/1 lap 1 | B @8/2 lap 2")
	r.Record(nil)
	_, err1 := r.Drive(0, board.Search{Steps: 2}, by(r, "1/1 2/1"))
	_, err2 := r.Drive(1, board.Search{Steps: 4}, by(r, "9/2"))
	var told []string
	for _, e := range r.Told() {
		told = append(told, fmt.Sprint(e.Type, e.Car, e.Fields))
	}
	want := "moveA[{from 9/1} {to 2/1} {rows 2} {lap 2}] moveB[{from 8/2} {to the finish} {rows 4}] finishB[{place 1} {beyond 3}]"
	if got := strings.Join(told, " "); got != want || err1 != nil || err2 != nil {
		t.Errorf("told %s (%v, %v), want %s", got, err1, err2, want)
	}
}

// A place that a later mover takes from a car which is home is told as the
// change it is, where the rules have it told.
func TestDisplacedIsTold(t *testing.T) {
	r := onBend(t, 1, FurthestBeyond, "A @9/1 lap 2 | B @8/2 lap 2 | C @8/1 lap 2")
	r.displaced = true
	r.Record(nil)
	_, err1 := r.Drive(0, board.Search{Steps: 1}, nil)
	_, err2 := r.Drive(1, board.Search{Steps: 4}, by(r, "9/2"))
	_, err3 := r.Drive(2, board.Search{Steps: 3}, by(r, "9/1"))
	var told []string
	for _, e := range r.Told() {
		if e.Type != "move" {
			told = append(told, fmt.Sprint(e.Type, e.Car, e.Fields))
		}
	}
	want := "finishA[{place 1} {beyond 1}] finishB[{place 1} {beyond 3}] displacedA[{place 2} {other B}] finishC[{place 2} {beyond 2}] displacedA[{place 3} {other C}]"
	if got := strings.Join(told, " "); got != want || err1 != nil || err2 != nil || err3 != nil {
		t.Errorf("told %s (%v, %v, %v), want\n%s", got, err1, err2, err3, want)
	}
}

// Whoever mirrors the state hears of each car that a drive changes.
func TestOnTouchOfADrive(t *testing.T) {
	r := onBend(t, 1, FurthestBeyond, "A @9/1 lap 2 | B @8/2 lap 2 | C @3/1 lap 1 | D @2/1 lap 1")
	var touched []int
	r.OnTouch(func(car int) { touched = append(touched, car) })
	for _, c := range []struct {
		say  string
		do   func() error
		want string
	}{
		{"home", func() error { _, err := r.Drive(0, board.Search{Steps: 1}, nil); return err }, "[0]"},
		{"home and ahead of another", func() error { _, err := r.Drive(1, board.Search{Steps: 4}, by(r, "9/2")); return err }, "[0 1]"},
		{"a path", func() error { _, err := r.Drive(2, board.Search{Steps: 1}, by(r, "5/1")); return err }, "[2]"},
		{"no path", func() error { _, err := r.Drive(2, board.Search{}, nil); return err }, "[]"},
		{"a stop", func() error { return r.RunStep(bare(func(*Race) error { return nil }), turnStep(r, 2, 1)) }, "[2]"},
		{"a wreck", func() error { return r.Wreck(2, "") }, "[2]"},
		{"a wreck removed", func() error { return r.Remove(2) }, "[2]"},
	} {
		touched = nil
		err := c.do()
		if got := fmt.Sprint(touched); got != c.want || err != nil {
			t.Errorf("%s touches %s (%v), want %s", c.say, got, err, c.want)
		}
	}
}

// One turn's search and drive, as a bot has it.
func BenchmarkDrivePath(b *testing.B) {
	r := onBend(b, 1, FirstAcross, "A @1/1 lap 1 | B @3/1 lap 1 | C @7/2 lap 1")
	r.laps = 1 << 40
	var paths board.Paths
	b.ReportAllocs()
	for range b.N {
		if _, err := r.Paths(0, board.Search{Steps: 3, Shorter: 2, Changes: 2}, &paths); err != nil {
			b.Fatal(err)
		}
		if _, err := r.DrivePath(0, &paths, 0); err != nil {
			b.Fatal(err)
		}
	}
}
