package race

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct {
		head Head
		err  string
	}{
		{Head{}, "at least one car"},
		{Head{Entries: []Entry{{Name: "A"}, {Name: "A"}}}, "cannot be a car's name"},
		{Head{Entries: []Entry{{Name: "A"}}, Start: "round 1 | B waiting"}, `found "B"`},
		{Head{Entries: []Entry{{Name: "A"}}, Start: "round 1 | A waiting"}, "EOF"}, // from SetState
	} {
		_, err := Start(paper.must(t), c.head, nil)
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("error %v, want %q", err, c.err)
		}
	}
}

// A whole race with bots alone.
func TestPlay(t *testing.T) {
	g := newGame(t, paper.must(t), nil, "A", "B", "C")
	commits(t, g, -1, nil)
	if _, err := g.Play(); !errors.Is(err, ErrOver) {
		t.Errorf("after the end: %v", err)
	}
	if !stands(g).Over() || len(stands(g).Classification()) != 3 {
		t.Errorf("the race ends in %s", g.State())
	}
	h := commitsOf(g)
	if h[0].Step != "" || h[1].Step != "Q1" || !strings.HasPrefix(h[2].Step, "R1 turn ") || h[2].Round != 1 || h[1].Kind != Session {
		t.Errorf("the race begins %+v", h[:3])
	}
}

// A race may begin in any state, as specs and what-ifs do.
func TestStartInAState(t *testing.T) {
	state := "round 3 sessions 1 moves 9 {debris=2} | A @3/1 lap 1 arrived 9 turn 3 {gear=1} | B @2/1 lap 2 arrived 8 turn 2 {gear=2}"
	head := Head{Entries: []Entry{{Name: "A"}, {Name: "B"}}, Start: state}
	g, err := Start(paper.must(t), head, nil)
	if err != nil || g.State() != state {
		t.Fatalf("%s, %v", g.State(), err)
	}
	if step, err := g.Next(); step.Label.String() != "R3 turn B" || err != nil {
		t.Errorf("first comes %s, %v", step.Label, err)
	}
}

// people has A driven by a person, after qualifying; it is A's turn.
func people(t testing.TB, change func(h *house)) (*Game, house) {
	h := paper
	h.People = []string{"A"}
	if change != nil {
		change(&h)
	}
	g := newGame(t, h.must(t), nil, "A")
	commits(t, g, 1, nil)
	return g, h
}

func TestPendingThenAnswerThenCommit(t *testing.T) {
	g, _ := people(t, nil)
	before := g.State()
	for _, c := range []struct {
		answer string // to the question pending, "" for none
		asked  string
		told   int
	}{
		{"", "A gear 1 [1 2 3] default 1", 0},
		{"", "A gear 1 [1 2 3] default 1", 0}, // playing on does no harm
		{"2", "A brake 1 [no yes] default no", 2},
		{"", "A brake 1 [no yes] default no", 2},
	} {
		if c.answer != "" {
			if err := reply(g, "A", "gear", c.answer); err != nil {
				t.Fatal(err)
			}
		}
		commit, err := g.Play()
		if commit != nil || !errors.Is(err, ErrPending) || asked(g) != c.asked || len(g.Events()) != c.told {
			t.Fatalf("after %q: %v, asked %s, events %v", c.answer, err, asked(g), g.Events())
		}
		if r := stands(g); g.State() != before || r.round != 0 || len(commitsOf(g)) != 2 {
			t.Fatalf("after %q the race stands at %s", c.answer, g.State())
		}
	}
	if err := reply(g, "A", "brake", "yes"); err != nil {
		t.Fatal(err)
	}
	commit, err := g.Play()
	if err != nil || commit.Step != "R1 turn A" || len(commit.Events) != 4 || g.State() == before || len(g.Pending()) != 0 {
		t.Errorf("%v, %+v", err, commit)
	}
	if g.Play(); g.Notice() != "" || asked(g) != "A gear 1 [1 2 3] default 1" {
		t.Errorf("then asked %s", asked(g))
	}
}

func (n noted) Fresh(*Race) (Rules, error) { return n, nil }
func (n noted) State(*Race) (Notes, error) { return Notes{Race: "wet=false"}, nil }

// An error leaves the race as it was, and the step can be played when the
// rules are mended.
func TestErrorInRules(t *testing.T) {
	broken := errors.New("broken rule")
	fail := true
	g := newGame(t, bare(func(r *Race) error {
		if err := r.Grid([]int{1, 0}); err != nil {
			return err
		}
		if _, _, err := r.Roll(0, d6, move); err != nil {
			return err
		}
		if err := r.Retire(0, "gone"); err != nil || !fail {
			return err
		}
		return broken
	}), nil, "A", "B")
	before := world(stands(g))
	for range 2 {
		if _, err := g.Play(); !errors.Is(err, broken) {
			t.Fatal(err)
		}
		if got := world(stands(g)); got != before || len(commitsOf(g)) != 1 || len(g.Events()) != 4 {
			t.Errorf("%s\nwant %s; events %v", got, before, g.Events())
		}
	}
	fail = false
	if c, err := g.Play(); err != nil || c.Step != "T1" || stands(g).Car(0).why != "gone" {
		t.Errorf("%v, %+v", err, c)
	}
}

// shaky rules fail in the call of a name.
type shaky struct {
	bare
	fails *string
}

func (s shaky) err(call string) error {
	if *s.fails == call {
		return errors.New(call + " failed")
	}
	return nil
}

func (s shaky) Fresh(*Race) (Rules, error)  { return s, s.err("Fresh") }
func (s shaky) Run(*Race, *Step) error      { return s.err("Run") }
func (s shaky) State(*Race) (Notes, error)  { return Notes{}, s.err("State") }
func (s shaky) SetState(*Race, Notes) error { return s.err("SetState") }
func (s shaky) Next(r *Race) (*Step, error) {
	step, _ := s.bare.Next(r)
	return step, s.err("Next")
}

// Whichever call fails: the error comes out, nothing is committed, and the
// race goes on when the rules are mended.
func TestErrorInAnyCall(t *testing.T) {
	for _, call := range []string{"Next", "Run", "State", "Fresh", "SetState"} {
		fails := ""
		g := newGame(t, shaky{fails: &fails}, nil, "A")
		commits(t, g, 1, nil)
		fails = "Run"
		g.Play() // after which the rules are made afresh
		fails = call
		for range 2 {
			if _, err := g.Play(); err == nil || err.Error() != call+" failed" {
				t.Errorf("%s: play fails with %v", call, err)
			}
			if text := stands(g).Text(Notes{}); text != g.State() {
				t.Errorf("%s: the race stands as %s, want %s", call, text, g.State())
			}
		}
		for name, err := range map[string]error{"Reload": g.Reload(g.Book(), nil), "Amend": g.Amend("", g.State())} {
			if want := call != "Next" && call != "Run"; (err != nil) != want {
				t.Errorf("%s: %s fails with %v", call, name, err)
			}
		}
		fails = ""
		n := len(commitsOf(g))
		commits(t, g, 1, nil)
		if len(commitsOf(g)) != n+1 || commitsOf(g)[n].Step != "T2" {
			t.Errorf("%s: goes on with %+v", call, commitsOf(g)[n:])
		}
	}
}

func mustState(t testing.TB, g *Game) Notes {
	t.Helper()
	n, err := rulesOf(g).State(stands(g))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What SetText would not take back is not committed.
func TestCountedTooFar(t *testing.T) {
	for _, c := range []struct {
		want  string
		count func(r *Race)
	}{
		{"A: lap is -1000001, and a race counts no further than 1000000", func(r *Race) { r.cars[0].lap = -maxNumber - 1 }},
		{"A: beyond is 1000001, and a race counts no further than 1000000", func(r *Race) { r.cars[0].beyond = maxNumber + 1 }},
		{"race: moves is 1000001, and a race counts no further than 1000000", func(r *Race) { r.moves = maxNumber + 1 }},
		{"", func(r *Race) { r.moves, r.round = maxNumber, MaxRounds }},
	} {
		g, err := Start(bare(func(r *Race) error { c.count(r); return nil }), Head{Entries: []Entry{{Name: "A"}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		before := g.State()
		_, err = g.Play()
		if err == nil && c.want == "" {
			_, err = g.race.SetText(g.State())
		}
		if said := fmt.Sprint(err); said != c.want && (err != nil || c.want != "") {
			t.Errorf("error %v, want %s", err, c.want)
		}
		if c.want != "" && stands(g).Text(Notes{}) != before {
			t.Errorf("it stands at %s", g.State())
		}
	}
}

func TestAmend(t *testing.T) {
	g, _ := people(t, nil)
	g.Play()
	if err := reply(g, "A", "gear", "3"); err != nil {
		t.Fatal(err)
	}
	g.Play()
	before := g.State()
	if err := g.Amend("to nowhere", "round 0 sessions 1 | A @99/1"); err == nil || g.State() != before {
		t.Errorf("error %v, state %s", err, g.State())
	}
	// The state is kept in the form that Text prints, whatever was typed.
	if err := g.Amend("A moved", "round 0  sessions 1 {debris=4} | A grid 1 @3/1 {gear=2}"); err != nil {
		t.Fatal(err)
	}
	if len(g.Pending()) != 0 {
		t.Errorf("still asked %s", asked(g))
	}
	want := "round 0 sessions 1 moves 0 {debris=4} | A @3/1 grid 1 {gear=2}"
	if last := commitsOf(g)[2]; g.State() != want || last.Step != "A moved" || last.Kind != Special {
		t.Errorf("history ends %+v, want %s", last, want)
	}
	g.Play()
	if asked(g) != "A brake 1 [no yes] default no" {
		t.Errorf("asked %s", asked(g))
	}
	commits(t, g, 1, nil)
	if n, err := g.Undo(2); n != 2 || err != nil || g.State() != before {
		t.Errorf("%d steps taken back, %v: %s", n, err, g.State())
	}
}

// Whatever people do, in whatever order: the race stands at its last committed
// state, and luck depends on nothing else.
func TestAnyOrderOfDoings(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		g, h := people(t, func(h *house) { h.Opened = true })
		for range 60 {
			switch rnd.IntN(8) {
			case 0:
				g.Undo(1 + rnd.IntN(3))
			case 1:
				h.Bonus = rnd.IntN(3)
				if err := g.Reload(h.must(t), nil); err != nil {
					t.Fatal(err)
				}
			case 2:
				if err := g.Amend("again", g.State()); err != nil {
					t.Fatal(err)
				}
			default:
				_, err := g.Play()
				if a := g.Pending(); errors.Is(err, ErrPending) {
					if err := reply(g, "A", a[0].ID.Key, atRandom(rnd)(a[0])); err != nil {
						t.Fatal(err)
					}
				} else if err != nil && !errors.Is(err, ErrOver) {
					t.Fatal(err)
				}
			}
			if got := stands(g).Text(mustState(t, g)); got != g.State() {
				t.Fatalf("the race stands at\n%s, the last commit at\n%s", got, g.State())
			}
		}
	}
}
