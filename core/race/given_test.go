package race

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// takeBack retracts what has to be this: "A gear 1 3 []".
func takeBack(t testing.TB, g *Game, want string) {
	t.Helper()
	v, err := g.Retract()
	got := fmt.Sprint(v.Who, " ", v.What, " ", v.Nth, " ", v.Option, v.Faces)
	if errors.Is(err, ErrNothingGiven) {
		got = "nothing"
	} else if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Fatalf("took back %s, want %s", got, want)
	}
}

func answer(t testing.TB, g *Game, key, option string) {
	t.Helper()
	if err := reply(g, "A", key, option); err != nil {
		t.Fatal(err)
	}
}

// Answers and throws are taken back one by one, the last first, in the very
// first step too; each is asked for again, with what it was.
func TestRetract(t *testing.T) {
	var journal bytes.Buffer
	g := askGame(t, bare(twoRolls), &journal, "A")
	takeBack(t, g, "nothing")
	wanted(t, g)
	takeBack(t, g, "nothing")
	typeIn(t, g, 2, 6)
	wanted(t, g)
	typeIn(t, g, 4)
	wanted(t, g)
	answer(t, g, "gear", "2")
	wanted(t, g)
	for _, c := range []struct{ back, asks string }{
		{"A gear 1 2[]", "A gear 1 [1 2] default 2 " + ErrPending.Error()},
		{"A move 3 [4]", "T1 A d6 move 3 [4]"},
		{"A move 1 [2 6]", "T1 A 2d6 move 1 [2 6]"},
		{"nothing", "T1 A 2d6 move 1 [2 6]"},
	} {
		takeBack(t, g, c.back)
		if got := wanted(t, g); got != c.asks {
			t.Fatalf("after %s it waits for %s, want %s", c.back, got, c.asks)
		}
	}
	for _, line := range []string{
		`"retract":{"step":"T1","who":"A","ask":"gear","nth":1}}`,
		`"retract":{"step":"T1","who":"A","purpose":"move","nth":3}}`,
	} {
		if strings.Count(journal.String(), line+"\n") != 1 {
			t.Errorf("the journal does not have %s once:\n%s", line, journal.String())
		}
	}
}

// Of what was given, only what still holds can be taken back.
func TestRetractWhatHolds(t *testing.T) {
	g, h := people(t, nil)
	g.Play()
	answer(t, g, "gear", "3")
	g.Play()
	answer(t, g, "brake", "yes")
	h.Bonus = 1 // between the answers
	if err := g.Reload(h.must(t), nil); err != nil {
		t.Fatal(err)
	}
	g.Play()
	takeBack(t, g, "A gear 1 3[]")
	if g.Play(); asked(g) != "A gear 1 [1 2 3] default 3" {
		t.Errorf("asked %s", asked(g))
	}
	answer(t, g, "gear", "3")
	if g.Play(); asked(g) != "A brake 1 [no yes] default yes" {
		t.Errorf("asked %s", asked(g))
	}

	// What stood before a correction is behind it.
	if err := g.Amend("again", g.State()); err != nil {
		t.Fatal(err)
	}
	takeBack(t, g, "nothing")
	g.Play()
	answer(t, g, "brake", "no")
	takeBack(t, g, "A brake 1 no[]")
	takeBack(t, g, "nothing")
}

// A step remembers that a person had a say in it, and after an undo the
// answers are the defaults.
func TestUndoKeepsAnswersAsDefaults(t *testing.T) {
	g, _ := people(t, nil)
	g.Play()
	answer(t, g, "gear", "3")
	g.Play()
	answer(t, g, "brake", "yes")
	commits(t, g, 1, nil)
	if h := commitsOf(g); len(h[1].Given) != 0 || len(h[2].Given) != 2 {
		t.Errorf("persons had a say in %+v", h)
	}
	if _, err := g.Undo(1); err != nil {
		t.Fatal(err)
	}
	if g.Play(); asked(g) != "A gear 1 [1 2 3] default 3" {
		t.Errorf("asked %s", asked(g))
	}
	answer(t, g, "gear", "2") // another way through the step
	if g.Play(); asked(g) != "A brake 1 [no yes] default yes" {
		t.Errorf("asked %s", asked(g))
	}
}

// What was taken back is so when the journal is played again, from each of its
// lines.
func TestReplayRetract(t *testing.T) {
	g, journal := typedRace(t)
	given := len(g.given)
	for range given + 1 {
		_, err := g.Retract()
		if err != nil && !errors.Is(err, ErrNothingGiven) {
			t.Fatal(err)
		}
		again := replayed(t, journal.Bytes())
		if diff := sameGame(g, again); diff != "" {
			t.Fatal(diff)
		}
		if a, b := wanted(t, g), wanted(t, again); a != b {
			t.Fatalf("waits for %s, when replayed for %s", a, b)
		}
	}
	if given == 0 || len(g.given) != 0 {
		t.Errorf("of %d given, %d are left", given, len(g.given))
	}
	last := lines(journal)[len(lines(journal))-1]
	for _, c := range []struct{ old, new, err string }{
		{`"who":"A"`, `"who":"B"`, "of B in"},
		{`"nth":1`, `"nth":2`, "which was not given here"},
		{`"ask":`, `"purpose":`, "which was not given here"},
		{`"step":"`, `"step":"R9 `, "which was not given here"},
	} {
		if !strings.Contains(last, c.old) {
			t.Fatalf("the last line is %s", last)
		}
		text := strings.TrimSuffix(journal.String(), last) + strings.Replace(last, c.old, c.new, 1)
		records, _, err := readJournal(chained([]byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay(nextOf(records), openHouse, nil); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.new, err, c.err)
		}
	}
}
