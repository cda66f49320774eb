package race

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// zeros is a sparse file: it has no end, and no line.
type zeros struct{ read int }

func (z *zeros) Read(b []byte) (int, error) {
	clear(b)
	z.read += len(b)
	return len(b), nil
}

// Nothing is read that cannot be a line: not what has no line, nor what begins
// as one does.
func TestReaderOfALineWithoutAnEnd(t *testing.T) {
	hash := strings.Repeat("0", hashLength)
	for _, c := range []struct {
		begin string
		most  int
	}{
		{"", MaxLine},
		{`{"hash":"` + hash + `","prev":"` + hash + `","amend":{"note":"`, MaxLine},
		{`{"hash":"` + hash + `","prev":"` + hash + `","commit":{"step":"`, MaxStep},
	} {
		endless := &zeros{}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := NewReader(io.MultiReader(strings.NewReader(c.begin), endless)).Next()
		runtime.ReadMemStats(&after)
		if want := fmt.Sprintf("line 1 is longer than %d bytes, which no line of a journal is", c.most); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if took := int(after.TotalAlloc - before.TotalAlloc); endless.read > c.most+1<<17 || took > 8*c.most {
			t.Errorf("%d bytes are read and %d taken to find a line of more than %d", endless.read, took, c.most)
		}
	}
}

// made counts how often rules are made.
type made struct {
	Book
	times *int
}

func (m made) Fresh(r *Race) (Rules, error) {
	*m.times++
	return m.Book.Fresh(r)
}

// What a journal may hold has an end: what it makes work comes no further.
func TestJournalHoldsNoMore(t *testing.T) {
	var journal bytes.Buffer
	g, err := Start(bare(askOn), Head{Entries: []Entry{{Name: "A"}}}, &journal)
	if err != nil {
		t.Fatal(err)
	}
	commits(t, g, 1, func(Question) string { return "no" })
	all := lines(&journal) // the race, its rules, an answer, a commit
	begin, rules, step := all[0]+all[1], all[1], all[2]+all[3]
	answers := ""
	for n := range 1500 {
		answers += fmt.Sprintf(`{"answer":{"step":"T1","who":"A","ask":"on","nth":%d,"option":"yes"}}`+"\n", n+1)
	}
	for _, c := range []struct {
		say, text string
		most      int
		err       string
	}{
		{"rules", strings.Repeat(rules, 20_000), MaxRules, "changes of the rules"},
		{"corrections", strings.Repeat(`{"amend":{"note":"n","state":"round 0 | A waiting"}}`+"\n", 20_000), MaxBack, "corrections and steps taken back"},
		{"steps taken back", step + strings.Repeat(`{"undo":1}`+"\n"+step, 20_000), MaxBack, "corrections and steps taken back"},
		{"answers", answers, MaxGiven, "answers and throws given to one step"},
	} {
		opened, fresh := 0, 0
		text := chained([]byte(begin + c.text))
		_, err := Replay(NewReader(bytes.NewReader(text)), func(Head, []Source, []string) (Book, error) {
			opened++
			return made{bare(askOn), &fresh}, nil
		}, nil)
		if want := fmt.Sprintf(": a journal has no room for more than %d %s", c.most, c.err); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", c.say, err, want)
		}
		if opened > c.most || fresh > 2*c.most+2 {
			t.Errorf("%s: rules are read %d times and made %d times, for a limit of %d", c.say, opened, fresh, c.most)
		}
	}
}

// askOn is a step that asks once or, where that is wanted, very often.
func askOn(r *Race) error {
	choice := []Option{{ID: "yes"}, {ID: "no"}}
	chosen, err := r.Ask(Ask{Who: 0, Key: "on", Options: choice})
	if err != nil || chosen[0] == 1 {
		return err
	}
	_, err = r.Ask(slices.Repeat([]Ask{{Who: 0, Key: "on", Options: choice}}, 2*MaxGiven)...)
	return err
}

// Who writes is refused what could not be read, and goes on.
func TestGameKeepsToWhatAJournalHolds(t *testing.T) {
	var journal bytes.Buffer
	g, err := Start(bare(askOn), Head{Entries: []Entry{{Name: "A"}}}, &journal)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(err error, what string) {
		t.Helper()
		if err == nil || !strings.HasSuffix(err.Error(), what+": start another race") {
			t.Errorf("%s: error %v", what, err)
		}
	}
	for range MaxRules - 1 {
		if err := g.Reload(bare(askOn), nil); err != nil {
			t.Fatal(err)
		}
	}
	refused(g.Reload(bare(askOn), nil), "changes of the rules")
	refused(g.Amend(strings.Repeat("x", MaxLine), g.State()), "bytes in one line")
	for given := 0; given < MaxGiven; {
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			t.Fatal(err)
		}
		for _, q := range g.Pending()[:min(len(g.Pending()), MaxGiven-given)] {
			if err := g.Answer(q.ID, "yes"); err != nil {
				t.Fatal(err)
			}
			given++
		}
	}
	refused(g.Answer(g.Pending()[0].ID, "no"), "answers and throws given to one step")
	for range MaxBack {
		if err := g.Amend("again", g.State()); err != nil {
			t.Fatal(err)
		}
	}
	refused(g.Amend("again", g.State()), "corrections and steps taken back")
	open := func(Head, []Source, []string) (Book, error) { return bare(askOn), nil }
	again, err := Replay(NewReader(&journal), open, nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Continue(io.Discard)
	refused(again.Reload(bare(askOn), nil), "changes of the rules") // it knows what was there
	if again.State() != g.State() || len(again.Given()) != len(g.Given()) {
		t.Errorf("it is played again to %s with %d answers", again.State(), len(again.Given()))
	}
}
