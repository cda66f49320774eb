package race

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// reading is a house in which A says how many spaces he drives: one or two are
// offered, others up to nine can be written, "+3" too.
type reading struct{ bare }

func spaces(text string) (string, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 9 {
		return "", errors.New(text + " is no number from 1 to 9")
	}
	return strconv.Itoa(n), nil
}

func (reading) Spell(_ *Race, _ *Ask, text string) (string, error) { return spaces(text) }

// Fresh implements Book: the rules are the house, with all that it can do.
func (h reading) Fresh(*Race) (Rules, error) { return h, nil }

func saysSpaces(r *Race) error {
	a := choice(0, "spaces", "1", "2")
	a.Read = spaces
	chosen, err := r.Ask(a)
	if err == nil {
		r.Tell(0, "says", Int("nth", chosen[0]))
	}
	return err
}

// What goes wrong when a journal is read is told with the line.
func TestReaderFails(t *testing.T) {
	lines := NewReader(io.MultiReader(strings.NewReader(hashOpens), iotest.ErrReader(errors.New("the disk is gone"))))
	if _, err := lines.Next(); err == nil || err.Error() != "line 1: the disk is gone" {
		t.Error(err)
	}
}

// An answer that is none of the options becomes one if the rules can read it: it
// is told, kept in the journal as they write it, and known again.
func TestReadAnswer(t *testing.T) {
	var journal bytes.Buffer
	g := newGame(t, reading{saysSpaces}, &journal, "A")
	for _, c := range []struct{ say, want string }{
		{"ten", "ten is no number from 1 to 9"},
		{"10", "10 is no number from 1 to 9"},
		{"+3", "<nil>"},
	} {
		q := pends(t, g)[0]
		if got := fmt.Sprint(g.Answer(q.ID, c.say)); got != c.want {
			t.Errorf("%s: %s, want %s", c.say, got, c.want)
		}
	}
	takeBack(t, g, "A spaces 1 3[]")
	q := pends(t, g)[0]
	if len(q.Options) != 3 || q.Options[q.Default].ID != "3" {
		t.Errorf("taken back, the answer is the default: %+v", q)
	}
	if err := g.Answer(q.ID, "+4"); err != nil {
		t.Fatal(err)
	}
	c, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(c.Events[0].Fields, c.Events[1].Fields), "[{ask spaces} {option 4} {of 2}] [{nth 2}]"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	if line := `"option":"4","written":"+4"`; !strings.Contains(journal.String(), line) {
		t.Errorf("no %s in\n%s", line, &journal)
	}
	again, err := Replay(NewReader(bytes.NewReader(journal.Bytes())), func(Head, []Source, []string) (Book, error) { return reading{saysSpaces}, nil }, nil)
	if err != nil || again.State() != g.State() {
		t.Errorf("replayed: %v", err)
	}
}

// noting says what is at stake: twice what an option is, and that of a word it
// cannot say.
type noting struct{ reading }

func (h noting) Fresh(*Race) (Rules, error) { return h, nil }

var errNoted = errors.New("nothing is known of words")

func (noting) Notes(_ *Race, a *Ask) (notes []string, err error) {
	for _, o := range a.Options {
		n, err := strconv.Atoi(o.ID)
		if err != nil {
			return nil, errNoted
		}
		notes = append(notes, strconv.Itoa(2*n))
	}
	return notes, nil
}

// What is at stake is made for a question that waits for somebody. Rules that
// fail in it fail as in the step itself: nothing waits, and it runs again.
func TestNotes(t *testing.T) {
	g := newGame(t, noting{reading{saysSpaces}}, nil, "A")
	q := pends(t, g)[0]
	if q.Options[0].Note != "2" || q.Options[1].Note != "4" {
		t.Errorf("%+v", q.Options)
	}
	g = newGame(t, noting{reading{twoWords}}, nil, "A", "B")
	for range 2 {
		if _, err := g.Play(); !errors.Is(err, errNoted) || len(g.Pending()) > 0 {
			t.Errorf("%v, %v", err, g.Pending())
		}
	}
}
