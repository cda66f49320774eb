package race

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/dice"
)

// cards is a step in which A and B lay a card face down, then A is asked
// whether to bet, then the cards are turned, or only at the end of the step.
func cards(turned bool) bare {
	return func(r *Race) error {
		a, b := choice(0, "card", "hold", "fold"), choice(1, "card", "hold", "fold")
		a.Secret, b.Secret = true, true
		if _, err := r.Ask(a, b); err != nil {
			return err
		}
		if _, err := r.Ask(choice(0, "bet", "yes", "no")); err != nil {
			return err
		}
		if turned {
			r.Reveal()
		}
		r.Tell(Nobody, "over")
		return nil
	}
}

// happened lists events: "answer A card fold".
func happened(events []Event) string {
	var list []string
	for _, e := range events {
		text := strings.TrimSpace(e.Type + " " + e.Car)
		if e.Type == "answer" {
			text += fmt.Sprint(" ", e.Get("ask"), " ", e.Get("option"))
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// A secret answer is not told before it is revealed, though the step goes on
// with other questions; whatever is not revealed is told at the end.
func TestSecretAnswers(t *testing.T) {
	for _, test := range []struct {
		turned bool
		want   string
	}{
		{true, "answer A bet yes, answer A card hold, answer B card fold, over"},
		{false, "answer A bet yes, over, answer A card hold, answer B card fold"},
	} {
		var journal bytes.Buffer
		g := newGame(t, cards(test.turned), &journal, "A", "B")
		before := g.State()
		for _, answer := range []string{"B card fold", "A card hold", "A bet yes"} {
			if _, err := g.Play(); !errors.Is(err, ErrPending) {
				t.Fatal(err)
			}
			if len(g.Events()) != 0 || g.State() != before {
				t.Errorf("before %q: told %s, state %s", answer, happened(g.Events()), g.State())
			}
			words := strings.Fields(answer)
			if err := reply(g, words[0], words[1], words[2]); err != nil {
				t.Fatal(err)
			}
		}
		commit, err := g.Play()
		if err != nil {
			t.Fatal(err)
		}
		if got := happened(commit.Events); got != test.want {
			t.Errorf("turned %v: told %s, want %s", test.turned, got, test.want)
		}
		records, _, err := readJournal(journal.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		open := func(Head, []Source, []string) (Book, error) { return cards(test.turned), nil }
		if _, err := replay(nextOf(records), open, nil); err != nil {
			t.Error("played again: ", err)
		}
	}
}

// Changing a secret answer drops the answers to what was asked after it, as
// it does with any other.
func TestSecretAnswerChanged(t *testing.T) {
	g := newGame(t, cards(true), nil, "A", "B")
	give := func(who, key, option string) {
		t.Helper()
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			t.Fatal(err)
		}
		if err := reply(g, who, key, option); err != nil {
			t.Fatal(err)
		}
	}
	give("A", "card", "hold")
	give("B", "card", "fold")
	if v, err := g.Retract(); err != nil || v.Option != "fold" || !v.Hidden {
		t.Fatalf("taken back %+v, %v", v, err)
	}
	give("B", "card", "hold")
	give("A", "bet", "no")
	commit, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := happened(commit.Events), "answer A bet no, answer A card hold, answer B card hold, over"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}

// firstBot answers for all but some of the cars.
type firstBot map[int]bool

func (people firstBot) Answer(_ *Race, a *Ask) (int, bool, error) { return 0, !people[a.Who], nil }

// An answer is hidden from other people when it is secret, and when several
// people are asked together, before and after the first of them has answered.
func TestHidden(t *testing.T) {
	for _, test := range []struct {
		name    string
		people  firstBot
		secret  bool
		answers string // already given
		want    string
	}{
		{"three people", firstBot{0: true, 1: true, 2: true}, false, "", "A hidden, B hidden, C hidden"},
		{"the last of three", firstBot{0: true, 1: true, 2: true}, false, "CA", "B hidden"},
		{"a person among bots", firstBot{1: true}, false, "", "B open"},
		{"a person among bots, in secret", firstBot{1: true}, true, "", "B hidden"},
	} {
		var asks []Ask
		for who := range 3 {
			a := choice(who, "bid", "0", "1")
			a.Secret = test.secret
			asks = append(asks, a)
		}
		r := newRace(t, "A", "B", "C")
		r.Answers(test.people)
		rec := &record{}
		r.record = rec
		for pass := range 2 {
			rec.begin()
			if _, err := r.Ask(asks...); !errors.Is(err, ErrPending) {
				t.Fatal(err)
			}
			if pass > 0 {
				break
			}
			for _, q := range rec.questions(r) {
				if strings.Contains(test.answers, q.ID.Who) {
					rec.given = append(rec.given, Given{Who: q.ID.Who, What: q.ID.Key, Nth: q.ID.Nth, Option: "1", After: q.ID.After})
				}
			}
		}
		var got []string
		for _, q := range rec.questions(r) {
			word := "open"
			if q.Hidden {
				word = "hidden"
			}
			got = append(got, q.ID.Who+" "+word)
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// Nobody listens to a simulation, and a step of it still ends well.
func TestSecretWithoutRecord(t *testing.T) {
	r := newRace(t, "A", "B")
	r.Answers(firstBot{})
	step := &Step{Label: dice.NewLabel("T1"), Kind: Special, Car: Nobody}
	if err := r.RunStep(cards(true), step); err != nil {
		t.Error(err)
	}
}
