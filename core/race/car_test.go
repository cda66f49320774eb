package race

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/core/dice"
)

func TestNewRefuses(t *testing.T) {
	closed, _ := ring(4, 1, true)
	open, _ := ring(4, 1, false)
	for _, c := range []struct {
		setup Setup
		err   string
	}{
		{Setup{Board: closed, Laps: 0, Entries: []string{"A"}}, "at least one lap, not 0"},
		{Setup{Board: open, Laps: 2, Entries: []string{"A"}}, "has one lap, not 2"},
		{Setup{Board: closed, Laps: 1, Entries: nil}, "at least one car"},
		{Setup{Board: closed, Laps: 1, Entries: []string{"A", ""}}, `entry 2: "" cannot be`},
		{Setup{Board: closed, Laps: 1, Entries: []string{"A", "B", "A"}}, `entry 3: "A" cannot be`},
		{Setup{Board: closed, Laps: 1, Entries: []string{"race"}}, `entry 1: "race" cannot be`},
		{Setup{Board: closed, Laps: 1, Entries: []string{"M\xfcller"}}, `entry 1: "M\xfcller" cannot be`},
	} {
		_, err := New(c.setup, nil)
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v: error %v, want %q", c.setup.Entries, err, c.err)
		}
	}
}

func TestGrid(t *testing.T) {
	r := newRace(t, "A", "B", "C")
	if err := r.Grid([]int{1, 0}); err != nil {
		t.Fatal(err)
	}
	want := "A @6/2 grid 2 arrived 2 | B @6/1 grid 1 arrived 1 | C waiting"
	if got := plain(r); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, c := range []struct {
		order []int
		err   string
	}{
		{[]int{1, 1}, "B cannot take place 2 on the grid: it is running already"},
		{[]int{2}, "C cannot take place 1 on the grid: B stands there"},
		{make([]int, 13), "13 cars, but the grid of ring has 12 places"},
	} {
		if err := r.Grid(c.order); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v: error %v, want %q", c.order, err, c.err)
		}
	}
	if err := r.Grid([]int{0, 2, 1}); err != nil {
		t.Fatal(err)
	}
	want = "A @6/1 grid 1 arrived 4 | B @5/1 grid 3 arrived 6 | C @6/2 grid 2 arrived 5"
	if got := plain(r); got != want {
		t.Errorf("again: %s, want %s", got, want)
	}
	r.round = 1
	if err := r.Grid([]int{1}); err == nil || !strings.Contains(err.Error(), "B cannot take place 1 on the grid: it is running already") {
		t.Errorf("in the first round: %v", err)
	}
	open, _ := ring(4, 1, false)
	r, _ = New(Setup{Board: open, Laps: 1, Entries: []string{"A"}}, nil)
	if err := r.Grid([]int{0}); err != nil || r.Car(0).lap != 1 {
		t.Errorf("on an open board the first lap is lap %d (%v)", r.Car(0).lap, err)
	}
}

func TestAdvance(t *testing.T) {
	for _, c := range []struct {
		say    string
		laps   int
		before string // A moves
		n      int
		after  string
		drive  string
	}{
		{"free", 2, "A @2/1 lap 1 grid 1 arrived 3", 3, "A @5/1 lap 1 grid 1 arrived 10", "3 rows"},
		{"nowhere", 2, "A @2/1 lap 1 arrived 3", 0, "A @2/1 lap 1 arrived 3", "0 rows"},
		{"from the grid", 2, "A @6/1 grid 1", 2, "A @2/1 lap 1 grid 1 arrived 10", "2 rows"},
		{"over the line", 3, "A @5/1 lap 1", 2, "A @1/1 lap 2 arrived 10", "2 rows"},
		{"home", 2, "A @5/1 lap 2 grid 1", 2, "A home 1 row 5 lap 3 grid 1 arrived 10", "2 rows"},
		{"home, far beyond", 2, "A @5/1 lap 2", 20, "A home 1 row 5 lap 3 arrived 10", "2 rows"},
		{"home after others", 2, "A @5/1 lap 2 | B home 1 row 6 lap 3 | C out 1 row 2", 2,
			"A home 2 row 5 lap 3 arrived 10 | B home 1 row 6 lap 3 | C out 1 why \"\" row 2", "2 rows"},
		{"home when the laps became fewer", 1, "A @5/1 lap 2", 2, "A home 1 row 5 lap 3 arrived 10", "2 rows"},
		{"not yet home", 2, "A @5/1 lap 2", 1, "A @6/1 lap 2 arrived 10", "1 rows"},
		{"blocked at once", 2, "A @2/1 lap 1 arrived 3 | B @3/1 | C @3/2", 1,
			"A @2/1 lap 1 arrived 3 | B @3/1 | C @3/2", "0 rows, missed 3/1"},
		{"blocked on the way", 2, "A @2/1 lap 1 | B @4/1 | C @4/2", 3,
			"A @3/1 lap 1 arrived 10 | B @4/1 | C @4/2", "1 rows"},
		{"blocked at its target", 2, "A @2/1 lap 1 | B @4/1 | C @4/2", 2,
			"A @3/1 lap 1 arrived 10 | B @4/1 | C @4/2", "1 rows, missed 4/1"},
		{"blocked at its target over the line", 3, "A @5/1 lap 1 | B @2/1 | C @2/2", 3,
			"A @1/1 lap 2 arrived 10 | B @2/1 | C @2/2", "2 rows, missed 2/1"},
		{"blocked at its target a lap on", 3, "A @5/1 lap 1 | B @6/1 | C @6/2", 7,
			"A @5/1 lap 1 | B @6/1 | C @6/2", "0 rows, missed 6/1"},
		{"no target beyond the finish", 2, "A @5/1 lap 2 | B @2/1 lap 2 | C @2/2 lap 2", 3,
			"A home 1 row 5 lap 3 arrived 10 | B @2/1 lap 2 | C @2/2 lap 2", "2 rows"},
		{"beside a car", 2, "A @2/1 lap 1 | B @4/1", 2, "A @4/2 lap 1 arrived 10 | B @4/1", "2 rows"},
		{"a step back", 2, "A @4/2 lap 1", -2, "A @2/2 lap 1 arrived 10", "-2 rows"},
		{"a step back over the line", 2, "A @2/1 lap 2", -3, "A @5/1 lap 1 arrived 10", "-3 rows"},
		{"a step back before the first lap", 2, "A @1/1 lap 1", -1, "A @6/1 arrived 10", "-1 rows"},
		{"a step back past a full row", 2, "A @4/1 lap 1 | B @3/1 | C @3/2", -1,
			"A @2/1 lap 1 arrived 10 | B @3/1 | C @3/2", "-2 rows"},
		{"a step back on through the line", 2, "A @2/1 lap 2 | B @1/1 | C @1/2", -1,
			"A @6/1 lap 1 arrived 10 | B @1/1 | C @1/2", "-2 rows"},
	} {
		names := []string{"A", "B", "C"}[:strings.Count(c.before, " | ")+1]
		r := set(t, newRace(t, names...), c.before)
		r.laps = c.laps
		d, err := r.Advance(0, c.n)
		drive := fmt.Sprintf("%d rows", d.Rows)
		if d.Missed != board.None {
			drive += ", missed " + r.board.Space(d.Missed).Name
		}
		if got := plain(r); err != nil || got != c.after || drive != c.drive {
			t.Errorf("%s: %s (%s, %v)\nwant %s (%s)", c.say, got, drive, err, c.after, c.drive)
		}
	}
}

func TestAdvanceOnAnOpenBoard(t *testing.T) {
	open, _ := ring(4, 1, false)
	r, _ := New(Setup{Board: open, Laps: 1, Entries: []string{"A", "B"}}, nil)
	set(t, r, "A @3/1 lap 1 | B @1/1 lap 1")
	for _, c := range []struct {
		car, n int
		after  string
	}{
		{0, -5, "A @2/1 lap 1 arrived 10 | B @1/1 lap 1"},
		{1, -1, "A @2/1 lap 1 arrived 10 | B @1/1 lap 1"},
		{0, 2, "A @4/1 lap 1 arrived 11 | B @1/1 lap 1"},
		{0, 1, "A home 1 row 4 lap 2 arrived 12 | B @1/1 lap 1"},
		{1, 9, "A home 1 row 4 lap 2 arrived 12 | B home 2 row 1 lap 2 arrived 13"},
	} {
		if _, err := r.Advance(c.car, c.n); err != nil || plain(r) != c.after {
			t.Errorf("car %d, %d rows: %s (%v), want %s", c.car, c.n, plain(r), err, c.after)
		}
	}
	if !r.Over() {
		t.Error("all are home, but the race is not over")
	}
}

func TestCarsThatAreGone(t *testing.T) {
	r := set(t, newRace(t, "A", "B", "C"), "A home 1 row 6 lap 3 | B out 1 row 4 lap 1 | C waiting")
	_, homeMove := r.Advance(0, 1)
	_, outMove := r.Advance(1, -1)
	_, waitingMove := r.Advance(2, 1)
	for _, c := range []struct {
		err  error
		want string
	}{
		{homeMove, "A cannot move: it is home"},
		{outMove, "B cannot move: it is out"},
		{waitingMove, "C cannot move: it is waiting"},
		{r.Retire(0, ""), "A cannot retire: it is home"},
		{r.Retire(1, ""), "B cannot retire: it is out"},
		{r.Retire(2, "engine"), "<nil>"},
	} {
		if got := fmt.Sprint(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if want := `A home 1 row 6 lap 3 | B out 1 why "" row 4 lap 1 | C out 2 why "engine" row 0`; plain(r) != want || !r.Over() {
		t.Errorf("over %v: %s, want %s", r.Over(), plain(r), want)
	}
}

// A car that is gone leaves its space to others.
func TestRetiredCarIsNoObstacle(t *testing.T) {
	r := set(t, newRace(t, "A", "B", "C"), "A @1/1 lap 1 | B @2/1 lap 1 | C @2/2 lap 1")
	if err := r.Retire(2, "spin"); err != nil {
		t.Fatal(err)
	}
	if d, err := r.Advance(0, 2); d.Rows != 2 || err != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestClassification(t *testing.T) {
	names := strings.Fields("A B C D E F G H I J")
	r := set(t, newRace(t, names...), strings.Join([]string{
		"A out 1 why \"engine\" row 5 lap 1 grid 3", // level with D, but out earlier
		"B @3/1 lap 2 arrived 7",
		"C home 2 row 6 lap 3 grid 2",
		"D out 3 why \"spin\" row 5 lap 1",
		"E out 2 row 1 lap 2", // further than A and D
		"F @3/2 lap 2 arrived 5",
		"G home 1 row 4 lap 3 grid 1",
		"H waiting",
		"I @5/1 lap 1 arrived 1",
		"J waiting",
	}, " | "))
	var got []string
	for i, p := range r.Classification() {
		if p.Place != i+1 {
			t.Errorf("%s has place %d in line %d", p.Car, p.Place, i+1)
		}
		got = append(got, fmt.Sprintf("%s %s grid %d lap %d row %d %s", p.Car, p.Status, p.Grid, p.Lap, p.Row, p.Why))
	}
	want := []string{
		"G home grid 1 lap 2 row 4 ",
		"C home grid 2 lap 2 row 6 ",
		"F running grid 0 lap 2 row 3 ",
		"B running grid 0 lap 2 row 3 ",
		"I running grid 0 lap 1 row 5 ",
		"H waiting grid 0 lap 0 row 0 ",
		"J waiting grid 0 lap 0 row 0 ",
		"E out grid 0 lap 2 row 1 ",
		"D out grid 0 lap 1 row 5 spin",
		"A out grid 3 lap 1 row 5 engine",
	}
	if got, want := strings.Join(got, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("classification is\n%s\nwant\n%s", got, want)
	}
}

func TestFindCar(t *testing.T) {
	r := newRace(t, "A", "B")
	if a, b, none := r.Find("A"), r.Find("B"), r.Find("C"); a != 0 || b != 1 || none != Nobody || r.Cars() != 2 {
		t.Errorf("A is %d, B is %d, C is %d of %d", a, b, none, r.Cars())
	}
}

// A position that was laid down is a state like any other.
func TestLay(t *testing.T) {
	at := func(r *Race, name string, c Position) Position {
		c.Status, c.Space = Running, r.board.Find(name)
		return c
	}
	for _, c := range []struct {
		say    string
		before string
		as     func(r *Race) Position
		after  string
		err    string
	}{
		{"from beside the track", "A waiting | B @1/1", func(r *Race) Position { return at(r, "2/1", Position{Lap: 1, Grid: 2, Turn: 1}) },
			"A @2/1 lap 1 grid 2 arrived 10 turn 1 | B @1/1", ""},
		{"where it stands", "A @1/2 lap 1 | B @1/1", func(r *Race) Position { return at(r, "1/2", Position{Lap: 2}) },
			"A @1/2 lap 2 arrived 10 | B @1/1", ""},
		{"from home", "A home 1 row 6 lap 3 | B @1/1", func(r *Race) Position { return at(r, "2/1", Position{}) },
			"A @2/1 arrived 10 | B @1/1", ""},
		{"back from being out", "A out 1 row 3 lap 1 | B @1/1", func(r *Race) Position { return at(r, "2/1", Position{Lap: 1}) },
			"A @2/1 lap 1 arrived 10 | B @1/1", ""},
		{"out", "A @3/1 lap 1 | B out 1 row 2", func(*Race) Position { return Position{Status: Retired, Space: board.None, Lap: 1, Why: "spin"} },
			`A out 2 why "spin" row 3 lap 1 | B out 1 why "" row 2`, ""},
		{"home", "A @3/1 lap 1 | B home 1 row 2", func(*Race) Position { return Position{Status: Finished, Lap: 3} },
			"A home 2 row 3 lap 3 | B home 1 row 2", ""},
		{"off the track", "A @3/1 lap 1 arrived 4 | B @1/1", func(*Race) Position { return Position{} },
			"A waiting | B @1/1", ""},
		{"why is for cars that are out", "A waiting | B @1/1", func(*Race) Position { return Position{Why: "spin"} },
			"A waiting | B @1/1", ""},
		{"on another", "A @3/1 | B @1/1", func(r *Race) Position { return at(r, "1/1", Position{}) },
			"A @3/1 | B @1/1", "A cannot stand on 1/1: B stands there"},
		{"nowhere", "A @3/1 | B @1/1", func(*Race) Position { return Position{Status: Running, Space: board.None} },
			"A @3/1 | B @1/1", "A runs, so it needs a space"},
	} {
		r := set(t, newRace(t, "A", "B"), c.before)
		err := r.Lay(0, c.as(r))
		if got := plain(r); got != c.after || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %s (%v)\nwant %s (%s)", c.say, got, err, c.after, c.err)
		}
		again := newRace(t, "A", "B")
		if _, err := again.SetText(r.Text(Notes{})); err != nil || world(again) != world(r) {
			t.Errorf("%s: what is laid down is not what its text says (%v):\n%s\n%s", c.say, err, world(r), world(again))
		}
	}
	r := newRace(t, "A")
	if err := r.LayRound(4, 3); err != nil {
		t.Fatal(err)
	}
	if got := r.Text(Notes{}); got != "round 4 sessions 3 moves 0 | A waiting" {
		t.Error(got)
	}
}

// Whoever mirrors the state must hear of each change.
func TestOnTouch(t *testing.T) {
	r := newRace(t, "A", "B")
	var touched []int
	r.OnTouch(func(car int) { touched = append(touched, car) })
	for _, c := range []struct {
		say  string
		do   func() error
		want string
	}{
		{"the grid", func() error { return r.Grid([]int{1, 0}) }, "[1 0]"},
		{"a move", func() error { _, err := r.Advance(0, 2); return err }, "[0]"},
		{"no move", func() error { _, err := r.Advance(0, 0); return err }, "[]"},
		{"out", func() error { return r.Retire(1, "") }, "[1]"},
		{"home", func() error {
			if _, err := r.Advance(0, 5); err != nil {
				return err
			}
			_, err := r.Advance(0, 5)
			return err
		}, "[0 0]"},
		{"a round", func() error { return r.RunStep(bare(func(*Race) error { return nil }), turnStep(r, 0, 1)) }, "[-1]"},
		{"a session", func() error { return r.RunStep(bare(func(*Race) error { return nil }), &Step{Car: Nobody, Session: 1}) }, "[-1]"},
		{"another state", func() error { _, err := r.SetText("round 1 | A waiting | B waiting"); return err }, "[-1 0 1]"},
	} {
		touched = nil
		err := c.do()
		if got := fmt.Sprint(touched); got != c.want || err != nil {
			t.Errorf("%s touches %s (%v), want %s", c.say, got, err, c.want)
		}
	}
}

func TestResetIsNew(t *testing.T) {
	r := set(t, newRace(t, "A", "B"), "A home 1 row 6 lap 3 | B @3/1 lap 1")
	r.Reset(dice.NewKeyed("seed 1"))
	if got, want := r.Text(Notes{}), newRace(t, "A", "B").Text(Notes{}); got != want || r.Over() {
		t.Errorf("%s, want %s", got, want)
	}
	if r.traffic.Car(r.board.Find("3/1")) != Nobody {
		t.Error("a car is left on the track")
	}
}
