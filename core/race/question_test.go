package race

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// spelling is a book whose rules know a bot's advice and options by their first
// letter.
type spelling struct{ bare }

func (s spelling) Fresh(*Race) (Rules, error) { return s, nil }

func (spelling) Advise(_ *Race, a *Ask) (int, bool) { return len(a.Options) - 1, a.Key != "word" }

func (spelling) Spell(_ *Race, a *Ask, text string) (string, error) {
	for _, o := range a.Options {
		if strings.HasPrefix(o.ID, text) {
			return o.ID, nil
		}
	}
	return "", fmt.Errorf("%q begins no option", text)
}

// twoWords asks A for a word, then A and B for a gear.
func twoWords(r *Race) error {
	if _, err := r.Ask(choice(0, "word", "yes", "no")); err != nil {
		return err
	}
	_, err := r.Ask(choice(0, "gear", "low", "high"), choice(1, "gear", "low", "high", "top!"))
	return err
}

// pends plays up to the questions of a step.
func pends(t testing.TB, g *Game) []Question {
	t.Helper()
	if _, err := g.Play(); !errors.Is(err, ErrPending) {
		t.Fatal(err)
	}
	return g.Pending()
}

// An answer is to one question and no other: it is taken once, whenever it comes
// a second time, and refused when it is to what is closed or means something else
// by now. Parked or not.
func TestAnswerByIdentity(t *testing.T) {
	for _, parked := range []bool{false, true} {
		var journal bytes.Buffer
		g := newGame(t, spelling{bare(twoWords)}, &journal, "A", "B")
		give := func(id QuestionID, option, want string) {
			t.Helper()
			if parked {
				g.Park()
			}
			size := journal.Len()
			err := g.Answer(id, option)
			if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
				t.Errorf("%v, %s: error %v, want %q", id, option, err, want)
			}
			if closed := strings.HasPrefix(want, ErrClosed.Error()); closed != errors.Is(err, ErrClosed) || want != "" && journal.Len() != size {
				t.Errorf("%v, %s: %v; %d bytes written", id, option, err, journal.Len()-size)
			}
		}
		twice := func(id QuestionID, option string) {
			t.Helper()
			size := journal.Len()
			if give(id, option, ""); journal.Len() != size {
				t.Errorf("%v is written twice", id)
			}
		}
		word := pends(t, g)[0].ID
		if word != (QuestionID{"T1", "A", "word", 1, word.After}) || len(word.After) != 16 {
			t.Errorf("asked %+v", word)
		}
		give(word, "x", `"x" begins no option`)
		give(word, "y", "")
		twice(word, "yes")
		twice(word, "y")
		give(word, "no", `nobody waits for that: A was asked "word" in T1 and answered yes, which has to be taken back first`)
		q := pends(t, g)
		a, b := q[0].ID, q[1].ID
		give(b, "t", "top: top is broken")
		give(b, "h", "")
		twice(b, "high")
		records, _, err := readJournal(journal.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		again, err := replay(nextOf(records), func(Head, []Source, []string) (Book, error) { return spelling{bare(twoWords)}, nil }, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, option := range []string{"y", "yes"} { // how an answer was written is kept
			if err := again.Answer(word, option); err != nil {
				t.Errorf("%s again after a replay: %v", option, err)
			}
		}
		give(word, "no", `nobody waits for that: A was asked "word" in T1 and answered yes, which has to be taken back first`)

		// After another word the gears are other questions.
		for range 2 {
			if _, err := g.Retract(); err != nil {
				t.Fatal(err)
			}
		}
		give(a, "low", `nobody waits for that: A is not asked "gear" now`)
		if again := pends(t, g)[0].ID; again != word {
			t.Errorf("asked again it is %v, not %v", again, word)
		}
		give(word, "no", "")
		now := pends(t, g)
		give(a, "low", `nobody waits for that: what comes before "gear" of A has changed, so that is asked anew`)
		give(now[1].ID, "low", "")
		give(now[0].ID, "low", "")
		if _, err := g.Play(); err != nil {
			t.Fatal(err)
		}

		// The step is over.
		twice(now[0].ID, "low")
		twice(word, "no")
		give(word, "yes", `nobody waits for that: A was asked "word" in T1 and answered no, which has to be taken back first`)
		give(a, "low", "nobody waits for that: T1 is not under way")
		next := pends(t, g)[0].ID
		if next.Step != "T2" {
			t.Errorf("asked %v", next)
		}
		give(a, "low", "nobody waits for that: T1 is not under way, but T2")
		twice(now[1].ID, "low")
		if _, err := g.Undo(1); err != nil {
			t.Fatal(err)
		}
		give(next, "yes", "nobody waits for that: T2 is not under way")
		give(word, "no", "nobody waits for that: T1 is not under way")
	}
}

// The default is an answer given before, or else what a bot would choose, or else
// what the rules say; it stays when the race is parked or replayed.
func TestDefaultOfAQuestion(t *testing.T) {
	g := newGame(t, spelling{bare(twoWords)}, nil, "A", "B")
	defaults := func(want string) {
		t.Helper()
		got := ""
		for _, q := range g.Pending() {
			got += q.Options[q.Default].ID + " "
		}
		if got != want {
			t.Errorf("defaults %s, want %s", got, want)
		}
	}
	pends(t, g)
	defaults("yes ") // there is no advice for words
	if err := g.Answer(g.Pending()[0].ID, "no"); err != nil {
		t.Fatal(err)
	}
	q := pends(t, g)
	defaults("high low ") // the top gear is broken
	if err := g.Answer(q[0].ID, "low"); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Retract(); err != nil {
		t.Fatal(err)
	}
	pends(t, g)
	defaults("low low ")
	g.Park()
	defaults("low low ")
	g.Pending()[0].Options[0].ID = "mine"
	defaults("low low ")
}

// A throw is taken once as well.
func TestThrowByIdentity(t *testing.T) {
	var journal bytes.Buffer
	g := askGame(t, bare(twoRolls), &journal, "A")
	wanted(t, g)
	first := g.Wanted().ID
	give := func(id ThrowID, want string, faces ...int) {
		t.Helper()
		g.Park()
		if err := g.Throw(id, faces...); fmt.Sprint(err) != want || errors.Is(err, ErrClosed) != (err != nil) {
			t.Errorf("%v, %v: %v, want %s", id, faces, err, want)
		}
	}
	give(first, "<nil>", 2, 6)
	size := journal.Len()
	give(first, "<nil>", 2, 6)
	give(first, `nobody waits for that: A threw [2 6] for "move" in T1, which has to be taken back first`, 6, 2)
	wanted(t, g)
	other := g.Wanted().ID
	other.Nth = 1
	give(other, `nobody waits for that: the dice of A for "move" are to be thrown now`, 2, 6)
	other.Step = "T9"
	give(other, "nobody waits for that: T9 is not under way, but T1", 2, 6)
	if journal.Len() != size {
		t.Error("a throw was written that was not taken")
	}
	typeIn(t, g, 4)
	wanted(t, g)
	answer(t, g, "gear", "2")
	wanted(t, g)
	last := g.Wanted().ID
	typeIn(t, g, 5)
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	give(last, "<nil>", 5)
	give(first, "<nil>", 2, 6)
	give(last, `nobody waits for that: race threw [5] for "look" in T1, which has to be taken back first`, 6)
}

// Dice that are laid down have no seed beside them.
func TestRehearse(t *testing.T) {
	for _, head := range []Head{{Seed: "1"}, {Dice: "fast"}} {
		if _, err := Rehearse(paper.must(t), head, nil); err == nil {
			t.Errorf("rehearsed with %+v", head)
		}
	}
}
