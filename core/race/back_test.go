package race

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// What a person did last is the same after the race was resumed: it goes back as
// far, and an undo takes back what they let go on beyond it.
func TestSincePerson(t *testing.T) {
	var journal bytes.Buffer
	h := paper
	h.People, h.Rows = []string{"A"}, 30
	g := newGame(t, h.must(t), &journal, "A", "B", "C")
	resume := func() *Game {
		t.Helper()
		again := replayed(t, journal.Bytes())
		return again
	}
	since := func(want int) {
		t.Helper()
		if got, again := g.SincePerson(), resume().SincePerson(); got != want || again != want {
			t.Errorf("%d steps since a person did something, when resumed %d, want %d", got, again, want)
		}
	}
	let := func() {
		t.Helper()
		if err := g.Go(); err != nil {
			t.Fatal(err)
		}
	}
	since(1)
	let()
	let() // said twice, it is written once
	commits(t, g, 1, nil)
	since(1)
	for n := 0; n < 2; { // until A has been asked twice
		c, err := next(t, g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Given) > 0 {
			n++
			since(1)
		}
	}
	stands := g.Steps()
	let()
	lets := strings.Count(journal.String(), `,"go":true}`)
	if lets != 2 {
		t.Errorf("written %d times in\n%s", lets, journal.String())
	}
	for _, err := g.Play(); err == nil; _, err = g.Play() { // the bots
	}
	if g.Steps() == stands {
		t.Fatal("no bot drives")
	}
	since(g.Steps() - stands)
	again := resume()
	var rest bytes.Buffer
	again.Continue(&rest)
	for _, game := range []*Game{g, again} {
		if n, err := game.Undo(game.SincePerson()); err != nil || game.Steps() != stands {
			t.Errorf("%d steps taken back, %v, %d stand", n, err, game.Steps())
		}
	}
	if diff := sameGame(g, again); diff != "" || rest.Len() == 0 {
		t.Error(diff)
	}
	since(1) // the step that A was asked in last
	if err := g.Amend("moved", g.State()); err != nil {
		t.Fatal(err)
	}
	since(1)
	let()
	if _, err := g.Undo(2); err != nil {
		t.Fatal(err)
	}
	if len(g.goes) != 1 {
		t.Errorf("people let it go on from %v", g.goes)
	}
}

// A journal that cannot be written does not say that people let the race go on.
func TestGoIsWrittenFirst(t *testing.T) {
	h := paper
	out := &breaking{left: 4}
	g := newGame(t, h.must(t), out, "A")
	if err := g.Go(); err == nil || len(g.goes) != 0 {
		t.Error(fmt.Sprint(err, g.goes))
	}
	if _, err := g.Play(); err == nil || errors.Is(err, ErrOver) {
		t.Error(err)
	}
}

// Undo does not change luck: the same race comes again, and another answer
// changes no other throw.
func TestUndo(t *testing.T) {
	h := paper
	h.People = []string{"A"}
	g := newGame(t, h.must(t), nil, "A", "B", "C")
	commits(t, g, 9, nil)
	want := append([]Commit(nil), commitsOf(g)...)
	n, err := g.Undo(5)
	if n != 5 || err != nil || !reflect.DeepEqual(commitsOf(g), want[:5]) {
		t.Fatalf("%d steps taken back, %v, history %+v", n, err, commitsOf(g))
	}
	if got := stands(g).Text(mustState(t, g)); got != want[4].State {
		t.Errorf("the race stands at %s, want %s", got, want[4].State)
	}
	commits(t, g, 5, nil)
	if !reflect.DeepEqual(commitsOf(g), want) {
		t.Error("the same answers lead to another race")
	}

	if _, err := g.Undo(8); err != nil {
		t.Fatal(err)
	}
	commits(t, g, 8, func(a Question) string { return a.Options[len(a.Options)-1].ID })
	faces, changed := map[string]any{}, 0
	for _, c := range want {
		for _, e := range c.Events {
			if e.Type == "roll" {
				faces[e.Step] = fmt.Sprint(e.Get("face"), e.Get("faces"))
			}
		}
	}
	for i, c := range commitsOf(g) {
		if c.State != want[i].State {
			changed++
		}
		for _, e := range c.Events {
			if face := fmt.Sprint(e.Get("face"), e.Get("faces")); e.Type == "roll" && c.Kind == Turn && faces[e.Step] != nil && faces[e.Step] != face {
				t.Errorf("%s rolls %s, before the undo %v", e.Step, face, faces[e.Step])
			}
		}
	}
	if changed == 0 {
		t.Error("other answers lead to the same race")
	}
	if n, err := g.Undo(99); n != 9 || err != nil || g.State() != want[0].State {
		t.Errorf("%d steps taken back, %v", n, err)
	}
	if n, err := g.Undo(1); n != 0 || err == nil {
		t.Errorf("%d steps taken back of none, %v", n, err)
	}
}

// Undo in the middle of a step forgets the answers given to it.
func TestUndoInAStep(t *testing.T) {
	g, _ := people(t, nil)
	commits(t, g, 1, nil)
	for _, steps := range []int{0, 1} {
		commits(t, g, steps, nil)
		g.Play()
		if err := reply(g, "A", "gear", "2"); err != nil {
			t.Fatal(err)
		}
		g.Play()
		if n, err := g.Undo(1); n != 1 || err != nil || len(g.Pending())+len(g.Events()) != 0 {
			t.Errorf("%d steps taken back, %v, asked %s", n, err, asked(g))
		}
		if g.Play(); asked(g) != "A gear 1 [1 2 3] default 1" || g.Notice() != "" {
			t.Errorf("asked %s", asked(g))
		}
	}
}

// Rules that came in between may not know the state that an undo goes back
// to; it is then refused and nothing is lost.
func TestUndoIntoAStateThatTheRulesDoNotKnow(t *testing.T) {
	g, h := people(t, nil)
	commits(t, g, 1, nil) // from the grid in row 12 over the line
	h.Rows = 8
	if err := g.Reload(h.must(t), nil); err != nil {
		t.Fatal(err)
	}
	before := g.State()
	if n, err := g.Undo(1); n != 0 || err == nil || !strings.Contains(err.Error(), "has no space") {
		t.Errorf("%d steps taken back, %v", n, err)
	}
	if g.State() != before || stands(g).round != 1 {
		t.Errorf("the race stands at %s", g.State())
	}
}

// A journal that was tampered with may go back to where its rules cannot.
func TestReplayOfAnUndoThatCannotBe(t *testing.T) {
	records, _, err := readJournal(narrowed(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay(nextOf(records), openHouse, nil); err == nil || !strings.Contains(err.Error(), "the rules in force cannot go back that far: ") {
		t.Errorf("error %v", err)
	}
}
