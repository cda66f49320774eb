package race

import (
	"bytes"
	"errors"
	"fmt"
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
