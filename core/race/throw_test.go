package race

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
)

// askGame starts a game whose dice are typed in.
func askGame(t testing.TB, b Book, journal *bytes.Buffer, entries ...string) *Game {
	t.Helper()
	head := Head{Variant: "house", Track: "ring", Dice: dice.KindAsk}
	for _, name := range entries {
		head.Entries = append(head.Entries, Entry{Name: name})
	}
	g, err := Start(b, head, journal)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// wanted is what a game waits for: "T1 A 2d6 move 1 [3 5]".
func wanted(t testing.TB, g *Game) string {
	t.Helper()
	_, err := g.Play()
	if w := g.Wanted(); w != nil && errors.Is(err, ErrPending) {
		return fmt.Sprint(w.ID.Step, " ", w.ID.Who, " ", w.Dice, " ", w.ID.Purpose, " ", w.ID.Nth, " ", w.Throws[0].Before)
	}
	return fmt.Sprint(asked(g), " ", err)
}

// typeIn types faces that have to be taken.
func typeIn(t testing.TB, g *Game, faces ...int) {
	t.Helper()
	if err := throw(g, faces...); err != nil {
		t.Fatal(err)
	}
}

// throw types in the throw that is wanted, or one of no step where none is.
func throw(g *Game, faces ...int) error {
	var id ThrowID
	if w := g.Wanted(); w != nil {
		id = w.ID
	}
	return g.Throw(id, faces...)
}

// twoRolls rolls 2d6 and d6 for A, asks for a gear, and rolls d6 for nobody.
func twoRolls(r *Race) error {
	if _, _, err := r.Roll(0, dice.Dice{Count: 2, Sides: 6}, move); err != nil {
		return err
	}
	if _, _, err := r.Roll(0, d6, move, Modifier{Name: "wing", Value: 1}); err != nil {
		return err
	}
	if _, err := r.Ask(choice(0, "gear", "1", "2")); err != nil {
		return err
	}
	_, _, err := r.Roll(Nobody, d6, look)
	return err
}

// A roll whose faces nobody typed ends the attempt as a question does; the
// step runs again with what is known.
func TestThrow(t *testing.T) {
	var journal bytes.Buffer
	g := askGame(t, bare(twoRolls), &journal, "A")
	if err := throw(g, 1); err == nil || err.Error() != "nobody waits for that: no dice are to be thrown now" {
		t.Errorf("thrown before it was wanted: %v", err)
	}
	before := g.State()
	want := func(text string) {
		t.Helper()
		if got := wanted(t, g); got != text {
			t.Fatalf("waits for %s, want %s", got, text)
		}
		if g.State() != before {
			t.Fatalf("an unfinished step changed the state to %s", g.State())
		}
	}
	want("T1 A 2d6 move 1 []")
	for _, c := range []struct {
		faces []int
		err   string
	}{
		{[]int{7, 1}, "a d6 has no face 7"},
		{[]int{1, 0}, "a d6 has no face 0"},
		{[]int{8}, "2d6 needs two faces, such as 3 5"},
		{nil, "2d6 needs two faces, such as 3 5"},
	} {
		size := journal.Len()
		if err := throw(g, c.faces...); err == nil || err.Error() != c.err || journal.Len() != size {
			t.Errorf("%v: error %v, want %q; %d bytes written", c.faces, err, c.err, journal.Len()-size)
		}
	}
	want("T1 A 2d6 move 1 []")
	typeIn(t, g, 2, 6)
	if g.Wanted() != nil {
		t.Error("what was typed is still wanted")
	}
	want("T1 A d6 move 3 []")
	if len(g.Events()) != 1 || fmt.Sprint(g.Events()[0].Get("faces")) != "[2 6]" {
		t.Errorf("told so far: %v", g.Events())
	}
	typeIn(t, g, 4)
	want("A gear 1 [1 2] default 1 " + ErrPending.Error())
	if err := throw(g, 1); err == nil {
		t.Error("dice are taken where a question waits")
	}
	if err := reply(g, "A", "gear", "2"); err != nil {
		t.Fatal(err)
	}
	want("T1 race d6 look 1 []")
	typeIn(t, g, 5)
	c, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range c.Events {
		text, _ := e.MarshalJSON()
		got = append(got, string(text))
	}
	wantEvents := []string{
		`{"type":"roll","step":"T1","car":"A","purpose":"move","dice":"2d6","faces":[2,6],"total":8,"typed":true}`,
		`{"type":"roll","step":"T1","car":"A","purpose":"move","dice":"d6","face":4,"modifiers":[{"name":"wing","value":1}],"total":5,"typed":true}`,
		`{"type":"answer","step":"T1","car":"A","ask":"gear","option":"2","of":2}`,
		`{"type":"roll","step":"T1","purpose":"look","dice":"d6","face":5,"total":5,"typed":true}`,
	}
	if !slices.Equal(got, wantEvents) {
		t.Errorf("told\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(wantEvents, "\n"))
	}
	for _, line := range []string{
		`"throw":{"step":"T1","who":"A","purpose":"move","nth":1,"faces":[2,6]}}`,
		`"throw":{"step":"T1","who":"A","purpose":"move","nth":3,"faces":[4]}}`,
		`"throw":{"step":"T1","who":"race","purpose":"look","nth":1,"faces":[5]}}`,
	} {
		if strings.Count(journal.String(), line+"\n") != 1 {
			t.Errorf("the journal does not have %s once", line)
		}
	}
}

// A step that is taken back wants its dice again, and what was typed before is
// offered; a step that stands keeps its own.
func TestThrowUndone(t *testing.T) {
	g := askGame(t, bare(twoRolls), &bytes.Buffer{}, "A")
	step := func(a, b, c, d int) {
		t.Helper()
		wanted(t, g)
		typeIn(t, g, a, b)
		wanted(t, g)
		typeIn(t, g, c)
		wanted(t, g)
		if err := reply(g, "A", "gear", "1"); err != nil {
			t.Fatal(err)
		}
		wanted(t, g)
		typeIn(t, g, d)
		if _, err := g.Play(); err != nil {
			t.Fatal(err)
		}
	}
	step(1, 2, 3, 4)
	if got := wanted(t, g); got != "T2 A 2d6 move 1 []" {
		t.Fatalf("waits for %s", got)
	}
	typeIn(t, g, 6, 6)
	wanted(t, g)
	if _, err := g.Undo(1); err != nil {
		t.Fatal(err)
	}
	if g.Wanted() != nil {
		t.Error("a throw of what was taken back is still wanted")
	}
	if got := wanted(t, g); got != "T1 A 2d6 move 1 [1 2]" {
		t.Errorf("after the undo it waits for %s", got)
	}
	typeIn(t, g, 5, 5)
	if got := wanted(t, g); got != "T1 A d6 move 3 [3]" {
		t.Errorf("after the undo it waits for %s", got)
	}
	if _, err := g.Undo(1); err == nil {
		t.Error("more was taken back than there is")
	}
	typeIn(t, g, 1)
	wanted(t, g)
	if err := reply(g, "A", "gear", "1"); err != nil {
		t.Fatal(err)
	}
	if got := wanted(t, g); got != "T1 race d6 look 1 [4]" {
		t.Errorf("it waits for %s", got)
	}
	typeIn(t, g, 2)
	c, err := g.Play()
	if err != nil || fmt.Sprint(c.Events[0].Get("faces")) != "[5 5]" {
		t.Errorf("%v, %v", c, err)
	}
	if got := wanted(t, g); got != "T2 A 2d6 move 1 [6 6]" {
		t.Errorf("it waits for %s", got)
	}
}

// A game master who sets the race back has the dice of a step thrown anew.
func TestThrowAfterCommit(t *testing.T) {
	g := askGame(t, bare(func(r *Race) error { _, _, err := r.Roll(0, d6, move); return err }), &bytes.Buffer{}, "A")
	wanted(t, g)
	typeIn(t, g, 3)
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	if err := g.Amend("once more", commitsOf(g)[0].State); err != nil {
		t.Fatal(err)
	}
	if got := wanted(t, g); got != "T1 A d6 move 1 [3]" {
		t.Errorf("waits for %s", got)
	}
}

// Other rules in the middle of a step want only the dice that they roll anew,
// and those of another kind.
func TestThrowReloaded(t *testing.T) {
	rules := func(d dice.Dice, early bool) Book {
		return bare(func(r *Race) error {
			if early {
				if _, _, err := r.Roll(Nobody, d6, startP); err != nil {
					return err
				}
			}
			for _, roll := range []dice.Dice{d6, d} {
				if _, _, err := r.Roll(0, roll, move); err != nil {
					return err
				}
			}
			return nil
		})
	}
	g := askGame(t, rules(dice.Dice{Count: 1, Sides: 6}, false), &bytes.Buffer{}, "A")
	wanted(t, g)
	typeIn(t, g, 3)
	if got := wanted(t, g); got != "T1 A d6 move 2 []" {
		t.Fatalf("waits for %s", got)
	}
	if err := g.Reload(rules(dice.Dice{Count: 1, Sides: 8}, true), nil); err != nil {
		t.Fatal(err)
	}
	if g.Wanted() != nil {
		t.Error("a throw of the old rules is still wanted")
	}
	if got := wanted(t, g); got != "T1 race d6 start 1 []" {
		t.Fatalf("under other rules it waits for %s", got)
	}
	typeIn(t, g, 1)
	if got := wanted(t, g); got != "T1 A d8 move 2 []" { // the first one is known
		t.Fatalf("under other rules it waits for %s", got)
	}
	typeIn(t, g, 8)
	if err := g.Reload(rules(dice.Dice{Count: 2, Sides: 8}, false), nil); err != nil {
		t.Fatal(err)
	}
	if got := wanted(t, g); got != "T1 A 2d8 move 2 []" { // of two one is not
		t.Fatalf("under other rules it waits for %s", got)
	}
}

// typedRace plays a race of the house with dice that are typed in, goes back
// in it, and leaves it in the middle of a turn, after dice were typed in.
func typedRace(t testing.TB) (*Game, *bytes.Buffer) {
	t.Helper()
	var journal bytes.Buffer
	h := paper
	h.Rows, h.Laps, h.People = 30, 1, []string{"A"}
	g := askGame(t, h.must(t), &journal, "A", "B", "C")
	n := 0
	// play plays so many steps, then up to the question of that key.
	play := func(steps int, key string) {
		for {
			_, err := g.Play()
			switch w := g.Wanted(); {
			case err == nil:
				steps--
			case !errors.Is(err, ErrPending):
				t.Fatal(err)
			case w != nil:
				var faces []int
				for range w.Dice.Count {
					n++
					faces = append(faces, n%w.Dice.Sides+1)
				}
				typeIn(t, g, faces...)
			case steps <= 0 && g.Pending()[0].ID.Key == key:
				return
			default:
				a := g.Pending()[0]
				if err := g.Answer(a.ID, a.Options[n%len(a.Options)].ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	play(6, "brake")
	if _, err := g.Undo(3); err != nil {
		t.Fatal(err)
	}
	play(4, "gear")
	play(0, "brake")
	return g, &journal
}

// What was typed in is played again as it was, from wherever the journal ends.
func TestReplayTyped(t *testing.T) {
	g, journal := typedRace(t)
	again := replayed(t, journal.Bytes())
	if diff := sameGame(g, again); diff != "" {
		t.Fatal(diff)
	}
	if a, b := wanted(t, g), wanted(t, again); a != b || !strings.HasPrefix(a, "A brake ") {
		t.Errorf("waits for %s, when replayed for %s", a, b)
	}
	if a, b := fmt.Sprint(g.Events()), fmt.Sprint(again.Events()); a != b || !strings.Contains(a, "typed") {
		t.Errorf("told %s, when replayed %s", a, b)
	}
	if _, err := g.Undo(2); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Undo(2); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		a, b := wanted(t, g), wanted(t, again)
		if a != b {
			t.Fatalf("after an undo it waits for %s, when replayed for %s", a, b)
		}
		if w := g.Wanted(); w != nil {
			if w.Before() == nil {
				t.Fatalf("%s: what was typed before is not known", a)
			}
			typeIn(t, g, w.Before()...)
			typeIn(t, again, w.Before()...)
			continue
		}
		if len(g.Pending()) > 0 {
			ask := g.Pending()[0]
			for _, game := range []*Game{g, again} {
				if err := reply(game, "A", ask.ID.Key, ask.Options[0].ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	all := lines(journal)
	for n := 5; n < len(all); n++ {
		replayed(t, []byte(strings.Join(all[:n], "")))
	}
}
