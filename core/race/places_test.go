package race

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
)

// bowl is a book, and its rules, of a race without a board: a session lines
// the cars up, and each turn moves some, asks the game master and takes a car
// out now and then.
type bowl struct{ turns int }

func (b bowl) Setup() Setup                 { return Setup{Laps: b.turns} }
func (b bowl) Fresh(*Race) (Rules, error)   { return b, nil }
func (b bowl) Sources() []Source            { return []Source{{"bowl", "bowl.json", fmt.Sprint(b.turns)}} }
func (b bowl) Settings() []string           { return nil }
func (b bowl) SetState(*Race, Notes) error  { return nil }
func (b bowl) State(r *Race) (Notes, error) { return Notes{Cars: make([]string, r.Cars())}, nil }

func openBowl(_ Head, sources []Source, _ []string) (Book, error) {
	var b bowl
	_, err := fmt.Sscan(sources[0].Text, &b.turns)
	return b, err
}

func (b bowl) Next(r *Race) (*Step, error) {
	step := r.NextStep(&Plan{Sessions: []dice.Label{dice.NewLabel("Q1")}})
	if step == nil {
		return nil, ErrOver
	}
	return step, nil
}

func (b bowl) Run(r *Race, s *Step) error {
	if s.Kind == Session {
		return r.Grid(everyone(r))
	}
	found, _, err := r.Roll(Nobody, dice.Dice{Count: 1, Sides: len(r.Places()) + 1}, dice.NewLabel("finder"))
	if err != nil || found > len(r.Places()) {
		return err
	}
	car := r.Places()[found-1]
	form, err := r.Ask(Ask{Who: Nobody, Key: "form", Options: []Option{{ID: "spin"}, {ID: "crash"}}})
	if err != nil {
		return err
	}
	if form[0] == 1 {
		return r.Retire(car, "crash")
	}
	total, _, err := r.Roll(car, dice.Dice{Count: 2, Sides: 6}, dice.NewLabel("drop"))
	if err == nil {
		_, err = r.Gain(car, 6-total)
	}
	return err
}

func everyone(r *Race) (order []int) {
	for i := range r.Cars() {
		order = append(order, i)
	}
	return order
}

// placed is a race without a board in which so many cars, A, B, ..., run.
func placed(t testing.TB, n, turns int) *Race {
	t.Helper()
	var names []string
	for i := range n {
		names = append(names, string(rune('A'+i%26))+strings.Repeat("'", i/26))
	}
	r, err := New(Setup{Laps: turns, Entries: names}, dice.NewKeyed("places"))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Grid(everyone(r)); err != nil {
		t.Fatal(err)
	}
	return r
}

// letters are the places as one text, "BACD".
func letters(r *Race) string {
	text := ""
	for _, car := range r.Places() {
		text += r.Car(car).name
	}
	return text
}

// unsound says in what the places are not 1 to n without a gap, each of one
// running car; "" when they are.
func unsound(r *Race) string {
	running, of := 0, map[int]bool{}
	for i := range r.Cars() {
		c := r.Car(i)
		switch {
		case c.status == Running:
			running++
			if of[c.place] || c.place < 1 || c.place > r.Cars() || r.Places()[c.place-1] != i {
				return fmt.Sprintf("%s has place %d in %v", c.name, c.place, r.Places())
			}
			of[c.place] = true
		case c.status != Finished && c.place != 0:
			return fmt.Sprintf("%s is %s and has place %d", c.name, c.status, c.place)
		}
	}
	if running != len(r.Places()) {
		return fmt.Sprintf("%d cars run and %d have places", running, len(r.Places()))
	}
	return ""
}

// Whatever is done to the order, in any sequence, and what is refused too.
func TestPlacesHaveNoGap(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for n := 1; n <= 43; n += 3 {
		r := placed(t, n, 10)
		for range 400 {
			car := rnd.IntN(n)
			var done string
			switch rnd.IntN(8) {
			case 0, 1, 2, 3:
				by := rnd.IntN(31) - 15
				got, err := r.Gain(car, by)
				done = fmt.Sprintf("%s gains %d of %d (%v)", r.Car(car).name, got, by, err)
			case 4:
				order := slices.Clone(r.Places())
				rnd.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				done = fmt.Sprint("set ", order, r.SetPlaces(order))
				if !slices.Equal(r.Places(), order) {
					t.Fatalf("%s: %v", done, r.Places())
				}
			case 5:
				order := append(slices.Clone(r.Places()), rnd.IntN(n))
				before := slices.Clone(r.Places())
				if err := r.SetPlaces(order[rnd.IntN(2):]); err == nil && len(order) > 1 {
					t.Logf("taken: %v", order)
				} else if !slices.Equal(r.Places(), before) {
					t.Fatalf("refused, and yet %v became %v", before, r.Places())
				}
			case 6:
				if rnd.IntN(8) == 0 {
					done = fmt.Sprint("retire ", r.Retire(car, "x"))
				}
			case 7:
				as := r.Car(car).Position()
				as.Status, as.Place = Status(rnd.IntN(4)), rnd.IntN(n+2)
				done = fmt.Sprintf("lay %+v %v", as, r.Lay(car, as))
			}
			if wrong := unsound(r); wrong != "" {
				t.Fatalf("after %s: %s", done, wrong)
			}
			again := placed(t, n, 10)
			if _, err := again.SetText(r.Text(Notes{})); err != nil || !slices.Equal(again.Places(), r.Places()) {
				t.Fatalf("%s is set to %v (%v), not %v", r.Text(Notes{}), again.Places(), err, r.Places())
			}
		}
	}
}

func TestGain(t *testing.T) {
	for _, c := range []struct {
		name  string
		car   int
		by    int
		moved int
		want  string
		told  string
	}{
		{"forward", 3, 2, 2, "ADBCE", "D 4-2"},
		{"back", 1, -2, -2, "ACDBE", "B 2-4"},
		{"beyond the first", 2, 9, 2, "CABDE", "C 3-1"},
		{"beyond the last", 1, -9, -3, "ACDEB", "B 2-5"},
		{"nowhere", 1, 0, 0, "ABCDE", ""},
		{"the first cannot", 0, 3, 0, "ABCDE", ""},
		{"the last cannot", 4, -1, 0, "ABCDE", ""},
	} {
		r := placed(t, 5, 1)
		r.Record(nil)
		moved, err := r.Gain(c.car, c.by)
		if got := letters(r); err != nil || moved != c.moved || got != c.want || told(r) != c.told {
			t.Errorf("%s: moved %d to %s (%v), want %d to %s told as %q", c.name, moved, got, err, c.moved, c.want, c.told)
		}
	}
}

// told are the changes of place as events have them.
func told(r *Race) string {
	var list []string
	for _, e := range r.Told() {
		if e.Type == "place" {
			list = append(list, fmt.Sprintf("%s %v-%v", e.Car, e.Get("from"), e.Get("to")))
		}
	}
	return strings.Join(list, ", ")
}

// Of a new order those are told that were moved, not those that close up.
func TestSetPlaces(t *testing.T) {
	for _, c := range []struct {
		name, order, told, err string
	}{
		{"the same", "ABCDE", "", ""},
		{"one drops", "ACDBE", "B 2-4", ""},
		{"one gains", "DABCE", "D 4-1", ""},
		{"neighbours change: who overtook", "ACBDE", "C 3-2", ""},
		{"two drop", "ADEBC", "D 4-2, E 5-3", ""},
		{"last becomes first and first last", "EBCDA", "E 5-1, A 1-5", ""},
		{"one is missing", "ABCD", "", "E is missing in the order"},
		{"twice and missing", "ABCCE", "", "C is in the order twice\nD is missing in the order"},
		{"out of the race", "ABCDEF", "", "F cannot have a place: it is out"},
	} {
		r := placed(t, 6, 1)
		if err := r.Retire(5, "engine"); err != nil {
			t.Fatal(err)
		}
		r.Record(nil)
		var order []int
		for _, name := range c.order {
			order = append(order, r.Find(string(name)))
		}
		err := r.SetPlaces(order)
		if c.err != "" {
			if err == nil || err.Error() != c.err || letters(r) != "ABCDE" {
				t.Errorf("%s: %v, want %s; now %s", c.name, err, c.err, letters(r))
			}
			continue
		}
		if got := told(r); err != nil || letters(r) != c.order || got != c.told {
			t.Errorf("%s: %s told as %q (%v), want %q", c.name, letters(r), got, err, c.told)
		}
	}
}

// A whole race: its steps, the end, and who is where in the result.
func TestRaceWithoutBoard(t *testing.T) {
	g := newGame(t, bowl{12}, nil, "A", "B", "C", "D", "E", "F")
	rnd := rand.New(rand.NewPCG(1, 2))
	commits(t, g, -1, atRandom(rnd))
	var steps []string
	out := []string{}
	for _, c := range commitsOf(g)[1:] {
		steps = append(steps, c.Step)
		for _, e := range c.Events {
			if e.Type == "retire" {
				out = append([]string{e.Car}, out...)
			}
		}
	}
	if want := "Q1 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12"; strings.Join(steps, " ") != want {
		t.Errorf("steps %v, want %s", steps, want)
	}
	list := stands(g).Classification()
	if len(out) < 2 || len(out) > 5 {
		t.Fatalf("%d cars went out: choose another seed", len(out))
	}
	for i, p := range list {
		home := i < len(list)-len(out)
		if p.Place != i+1 || (p.Status == Finished) != home || (p.Turn > 0) == home {
			t.Errorf("placing %d is %+v", i+1, p)
		}
		if !home && p.Car != out[i-len(list)+len(out)] {
			t.Errorf("place %d is %s's; the last to go out comes first: %v", i+1, p.Car, out)
		}
		if c := stands(g).Car(stands(g).Find(p.Car)); home && c.place != i+1 {
			t.Errorf("%s came home in place %d, listed as %d", c.name, c.place, i+1)
		}
	}
	if stands(g).round != 12 || len(stands(g).Places()) != 0 {
		t.Errorf("it ends in round %d with %v still running", stands(g).round, stands(g).Places())
	}
}

// A race in which everybody is out is over.
func TestNobodyRuns(t *testing.T) {
	g := newGame(t, bowl{50}, nil, "A", "B")
	crash := func(Question) string { return "crash" }
	commits(t, g, -1, crash)
	if r := stands(g); r.round >= 50 || !r.Over() {
		t.Errorf("it ended in round %d", r.round)
	}
}

// The journal plays again, undo and resume included.
func TestReplayWithoutBoard(t *testing.T) {
	var journal bytes.Buffer
	g := newGame(t, bowl{9}, &journal, "A", "B", "C", "D", "E", "F", "G")
	rnd := rand.New(rand.NewPCG(9, 9))
	for range 30 {
		if rnd.IntN(4) == 0 {
			if _, err := g.Undo(1 + rnd.IntN(3)); err != nil && len(commitsOf(g)) > 1 {
				t.Fatal(err)
			}
		}
		if _, err := next(t, g, atRandom(rnd)); err != nil && !errors.Is(err, ErrOver) {
			t.Fatal(err)
		}
		records, _, err := readJournal(journal.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		again, err := replay(nextOf(records), openBowl, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameGame(g, again); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestPlacesText(t *testing.T) {
	r := placed(t, 4, 20)
	state := `round 4 sessions 1 moves 0 | A place 2 grid 1 | B out 1 why "crash" row 0 grid 2 turn 3 | C place 1 grid 3 | D waiting`
	if _, err := r.SetText(state); err != nil {
		t.Fatal(err)
	}
	if got := r.Text(Notes{}); got != state || letters(r) != "CA" {
		t.Errorf("got %s of %s", got, letters(r))
	}
	for _, c := range []struct{ state, want string }{
		{"round 1 | A place 1 | B place 1 | C waiting | D waiting", "state: B has place 1, but the 2 running cars have places from 1 on, each its own"},
		{"round 1 | A place 1 | B place 3 | C waiting | D waiting", "state: B has place 3, but the 2 running cars"},
		{"round 1 | A place 0 | B waiting | C waiting | D waiting", "state: A has place 0, but the 1 running cars"},
		{"round 1 | A place x | B waiting | C waiting | D waiting", `state: "x" is no number`},
		{"round 1 | A place 1 place 1 | B waiting | C waiting | D waiting", `state: unknown word "place"`},
		{"round 1 | A @1/1 | B waiting | C waiting | D waiting", `state: there is no space "1/1": this track has no board`},
	} {
		if _, err := r.SetText(c.state); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.state, err, c.want)
		}
	}
	if _, err := newRace(t, "A").SetText("round 1 | A place 1"); err == nil || !strings.Contains(err.Error(), `unknown word "place"`) {
		t.Errorf("on a board: %v", err)
	}
}

// What needs a board is refused without one, and the other way round.
func TestNoBoard(t *testing.T) {
	r, on := placed(t, 3, 5), newRace(t, "A", "B")
	for name, err := range map[string]error{
		"advance": func() error { _, err := r.Advance(0, 3); return err }(),
		"wreck":   r.Wreck(0, "x"),
		"grid":    r.Grid([]int{0}),
		"gain":    func() error { _, err := on.Gain(0, 1); return err }(),
		"places":  on.SetPlaces([]int{0, 1}),
	} {
		if err == nil {
			t.Errorf("%s is not refused", name)
		}
	}
	if _, err := r.Gain(0, 1); err != nil {
		t.Error(err)
	}
	if err := r.Retire(0, "x"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Gain(0, 1); err == nil || err.Error() != "A cannot move: it is out" {
		t.Errorf("a car that is out: %v", err)
	}
}

// Moving cars takes no memory: a simulator does it all the time.
func TestPlacesTakeNoMemory(t *testing.T) {
	r := placed(t, 43, 10)
	order := slices.Clone(r.Places())
	slices.Reverse(order)
	r.SetPlaces(order)
	if n := testing.AllocsPerRun(100, func() {
		r.Gain(7, 5)
		r.Gain(11, -30)
		r.SetPlaces(order)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Reset is a race anew.
func TestResetWithoutBoard(t *testing.T) {
	r := placed(t, 5, 10)
	r.Gain(4, 3)
	r.Retire(0, "x")
	r.Reset(dice.NewKeyed("places"))
	if err := r.Grid(everyone(r)); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Text(Notes{}), placed(t, 5, 10).Text(Notes{}); got != want || !reflect.DeepEqual(r.Places(), everyone(r)) {
		t.Errorf("got %s, want %s", got, want)
	}
}
