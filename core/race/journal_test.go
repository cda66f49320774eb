package race

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// eventful plays a race in which everything happens that a journal can hold,
// and leaves it in the middle of a step. Errors do not stop it.
func eventful(t testing.TB, g *Game) {
	t.Helper()
	h := g.Book().(house)
	rnd := rand.New(rand.NewPCG(7, 8))
	drive := func(n int) {
		for range n {
			for {
				_, err := g.Play()
				if !errors.Is(err, ErrPending) {
					break
				}
				a := g.Pending()[rnd.IntN(len(g.Pending()))]
				if g.Answer(a.ID, atRandom(rnd)(a)) != nil {
					return
				}
			}
		}
	}
	half := func() { // one answer to a step that asks
		if _, err := g.Play(); errors.Is(err, ErrPending) {
			a := g.Pending()[0]
			_ = g.Answer(a.ID, a.Options[0].ID)
		}
	}
	drive(4)
	half()
	g.Undo(2)
	drive(3)
	half()
	_, _ = g.Retract()
	half()
	h.Bonus, h.Set = 1, nil
	_ = g.Reload(h, []string{"bonus: 0 -> 1"})
	drive(2)
	half()
	_ = g.Amend("debris swept", strings.Replace(g.State(), "debris=", "debris=1", 1))
	drive(5)
	h.Set = []string{"bonus=2"}
	set, err := h.book()
	if err != nil {
		t.Fatal(err)
	}
	_ = g.Reload(set, nil)
	drive(2)
	half()
}

// eventfulHouse has bots and people, and questions put to people together.
func eventfulHouse(t testing.TB) Book {
	h := paper
	h.Rows, h.Laps = 30, 4
	h.People, h.Opened = oddNames[:4], true
	return h.must(t)
}

func eventfulGame(t testing.TB) (*Game, *bytes.Buffer) {
	var journal bytes.Buffer
	g := newGame(t, eventfulHouse(t), &journal, oddNames[:6]...)
	eventful(t, g)
	return g, &journal
}

func TestJournalHoldsTheRace(t *testing.T) {
	g, journal := eventfulGame(t)
	records, whole, err := readJournal(journal.Bytes())
	if err != nil || whole != journal.Len() {
		t.Fatalf("%d of %d bytes, %v", whole, journal.Len(), err)
	}
	sources, kinds := map[string]int{}, ""
	for _, r := range records {
		switch {
		case r.Head != nil:
			kinds += "h"
		case r.Source != nil:
			sources[r.Source.Hash]++
			kinds += "s"
		case r.Rules != nil:
			kinds += "r"
		case r.Answer != nil:
			kinds += "a"
		case r.Commit != nil:
			kinds += "c"
		case r.Retract != nil:
			kinds += "t"
		case r.Undo != 0:
			kinds += "u"
		case r.Amend != nil:
			kinds += "m"
		}
	}
	if !regexp.MustCompile(`^hssr[ac]+u[ac]+ta+sr[ac]+m[ac]+s?r[ac]+a$`).MatchString(kinds) {
		t.Errorf("records %s", kinds)
	}
	for hash, n := range sources {
		if n != 1 {
			t.Errorf("source %s stands there %d times", hash, n)
		}
	}
	if head := records[0].Head; head.Format != Format || head.Engine != Engine || head.Seed != g.Head().Seed || len(head.Entries) != 6 {
		t.Errorf("head %+v", head)
	}
}

func TestReadJournalTorn(t *testing.T) {
	_, journal := eventfulGame(t)
	text := journal.Bytes()
	all := lines(journal)
	end, n := 0, 0 // of the lines that are whole
	for cut := range text {
		if cut == end+len(all[n]) {
			end, n = cut, n+1
		}
		if cut > 3000 && cut%97 != 0 && cut != end {
			continue // every byte of the first lines, some of the others
		}
		records, whole, err := readJournal(text[:cut])
		if n == 0 {
			if !errors.Is(err, ErrEmpty) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			continue
		}
		if err != nil || whole != end || len(records) != n {
			t.Fatalf("cut at %d: %d records of %d bytes, %v; want %d of %d", cut, len(records), whole, err, n, end)
		}
	}
}

func TestReadJournalRefuses(t *testing.T) {
	_, journal := eventfulGame(t)
	all := lines(journal)
	commit := 4 // the first line that commits a step
	change := func(n int, old, new string) func([]string) {
		return func(l []string) { l[n-1] = strings.Replace(l[n-1], old, new, 1) }
	}
	// forge also gives the line the hash of what it says then.
	forge := func(n int, old, new string) func([]string) {
		return func(l []string) {
			body := "{" + l[n-1][len(hashOpens)+hashLength+len(hashCloses):]
			line, _ := seal([]byte(strings.TrimSuffix(strings.Replace(body, old, new, 1), "\n")))
			l[n-1] = string(line) + "\n"
		}
	}
	for _, c := range []struct {
		say    string
		change func(l []string)
		err    string
	}{
		{"a format to come", forge(1, `"format":1`, `"format":2,"new":true`), "line 1: journal format 2; this program reads format 1"},
		{"an engine to come", forge(1, `"engine":"2"`, `"engine":"3"`), "line 1: written under engine 3; this program has engine 2, which may play otherwise: another program plays it, whose `sandbox version` says engine 3"},
		{"an engine of before", forge(1, `"engine":"2"`, `"engine":"1"`), "line 1: written under engine 1; this program has engine 2, which may play otherwise: a program built from a revision up to 23 November 2026 plays it"},
		{"an engine to come with more in its head", forge(1, `"engine":"2"`, `"engine":"3","new":true`), "line 1: written under engine 3"},
		{"no head", forge(1, `"race"`, `"rage"`), "line 1: a journal begins with the race it is of"},
		{"not JSON", func(l []string) { l[0] = "hello\n" }, "line 1: it does not begin with a hash"},
		{"an empty line", func(l []string) { l[2] += "\n" }, "line 4: it does not begin with a hash"},
		{"an unknown part", forge(3, `{"prev"`, `{"more":1,"prev"`), "line 3 is not a line of a journal"},
		{"a line and more", forge(len(all), "}\n", "} {}\n"), fmt.Sprintf("line %d is not a line of a journal", len(all))},
		{"two parts", forge(len(all), `{"prev"`, `{"undo":1,"prev"`), fmt.Sprintf("line %d: it is not one record, but 2", len(all))},
		{"no part", func(l []string) {
			line, _ := seal([]byte(`{"prev":"x"}`))
			l[9] = string(line) + "\n"
		}, "line 10: it is not one record, but 0"},
		{"another seed", change(1, "seed 1", "seed 2"), "line 1: it does not have its hash"},
		{"another seed, forged", forge(1, "seed 1", "seed 2"), "line 2: it does not follow line 1"},
		{"another entry", forge(1, `"A"`, `"B"`), "line 2: it does not follow line 1"},
		{"another rule", forge(3, `Gears\":[\"1`, `Gears\":[\"9`), "line 3: the text of house.json does not have its hash"},
		{"another commit", forge(commit+1, `"total":`, `"total":1`), fmt.Sprintf("line %d: it does not follow line %d", commit+2, commit+1)},
		{"another last line", func(l []string) { l[len(l)-1] = strings.Replace(l[len(l)-1], "}\n", " }\n", 1) }, fmt.Sprintf("line %d: it does not have its hash", len(all))},
		{"two lines changed about", func(l []string) { l[9], l[10] = l[10], l[9] }, "line 10: it does not follow line 9"},
		{"a line left out", func(l []string) { l[9] = "" }, "line 10: it does not follow line 9"},
		{"a line twice", func(l []string) { l[9] += l[9] }, "line 11: it does not follow line 10"},
		{"the head twice", func(l []string) { l[0] += l[0] }, "line 2: a second race begins here"},
	} {
		l := append([]string(nil), all...)
		c.change(l)
		_, _, err := readJournal([]byte(strings.Join(l, "")))
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.say, err, c.err)
		}
	}
	if _, _, err := readJournal(nil); !errors.Is(err, ErrEmpty) {
		t.Errorf("an empty journal: %v", err)
	}
}

// Any one character that is changed, in any line but the last, is noticed
// there or in the line after.
func TestReadJournalNoticesAnyChange(t *testing.T) {
	_, journal := eventfulGame(t)
	rnd := rand.New(rand.NewPCG(9, 10))
	all := lines(journal)
	begin := 0
	for n, line := range all[:len(all)-1] {
		text := append([]byte(nil), journal.Bytes()...)
		text[begin+rnd.IntN(len(line)-1)] ^= 1
		_, _, err := readJournal(text)
		if err == nil || !regexp.MustCompile(fmt.Sprintf(`^line (%d|%d)\b`, n+1, n+2)).MatchString(err.Error()) {
			t.Errorf("line %d changed: %v", n+1, err)
		}
		begin += len(line)
	}
}

// breaking takes a number of writes; of the next one it takes half.
type breaking struct {
	bytes.Buffer
	left int
}

func (b *breaking) Write(line []byte) (int, error) {
	b.left--
	switch {
	case b.left >= 0:
		return b.Buffer.Write(line)
	case b.left == -1:
		n, _ := b.Buffer.Write(line[:len(line)/2])
		return n, errors.New("disk full")
	}
	return b.Buffer.Write(line) // the disk has room again
}

// Wherever writing fails: what is in the journal is what happened, and can be
// read and played again.
func TestJournalThatCannotBeWritten(t *testing.T) {
	_, journal := eventfulGame(t)
	all := lines(journal)
	first, _, _ := readJournal(journal.Bytes())
	for n := range all {
		out := &breaking{left: n}
		head := *first[0].Head
		g, err := Start(eventfulHouse(t), head, out)
		if n < 4 {
			if err == nil || !strings.Contains(err.Error(), "disk full") {
				t.Fatalf("write %d: the race starts, %v", n+1, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		eventful(t, g)
		if got := stands(g).Text(mustState(t, g)); got != g.State() {
			t.Fatalf("write %d: the race stands at\n%s, the last commit at\n%s", n+1, got, g.State())
		}
		records, whole, err := readJournal(out.Bytes())
		if err != nil || len(records) != n {
			t.Fatalf("write %d: %d records, %v", n+1, len(records), err)
		}
		if torn := out.Len() - whole; torn != len(all[n])/2 && n > 0 && !strings.HasPrefix(all[n], string(out.Bytes()[whole:])) {
			t.Fatalf("write %d: %d bytes behind it", n+1, torn)
		}
		again, err := replay(nextOf(records), openHouse, nil)
		if err != nil {
			t.Fatalf("write %d: %v", n+1, err)
		}
		g.given, again.given = nil, nil // they may have been given to a step that did not come
		if diff := sameGame(g, again); diff != "" {
			t.Fatalf("write %d: played and replayed differ in %s", n+1, diff)
		}
	}
}

// A file in another encoding would not read back as it was written.
func TestSourcesAreUTF8(t *testing.T) {
	b := latin{paper.must(t)}
	_, err := Start(b, Head{Entries: []Entry{{Name: "A"}}}, &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "old.lua is not UTF-8") {
		t.Errorf("error %v", err)
	}
}

type latin struct{ Book }

func (latin) Sources() []Source { return []Source{{"old", "old.lua", "-- f\xfcr"}} }

func FuzzReadJournal(f *testing.F) {
	_, journal := eventfulGame(f)
	all := lines(journal)
	f.Add([]byte(strings.Join(all[:8], "")))
	f.Add([]byte(strings.Join(all[:8], "") + `{"amend":{"state":"round 0 sessions 1 {debris=0} | A waiting | B @1/1 | C out 1"}}`))
	f.Add([]byte(strings.Join(all[:6], "") + `{"undo":-1}` + "\n" + `{"undo":9}`))
	f.Add([]byte(all[0] + all[3]))
	_, typed := typedRace(f)
	f.Add([]byte(strings.Join(lines(typed)[:8], "")))
	f.Add(narrowed(f))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, whole, err := readJournal(text)
		if err == nil {
			again, same, err := readJournal(text[:whole])
			if err != nil || same != whole || len(again) != len(records) {
				t.Fatalf("%d of %d bytes, %d of %d records, %v", same, whole, len(again), len(records), err)
			}
		}
		// A chain is easily made: what is chained well need not make sense.
		records, _, err = readJournal(chained(text))
		if err != nil {
			return
		}
		g, err := replay(nextOf(records), openHouse, nil)
		if err == nil {
			stands(g)
			g.Play()
		}
	})
}

// narrowed is a journal that goes back to a space which its rules took from the
// track.
func narrowed(t testing.TB) []byte {
	t.Helper()
	var journal bytes.Buffer
	h := paper
	g := newGame(t, h.must(t), &journal, "A")
	commits(t, g, 2, nil) // from the grid in row 12 over the line
	h.Rows = 8
	if err := g.Reload(h.must(t), nil); err != nil {
		t.Fatal(err)
	}
	return chained(append(journal.Bytes(), `{"undo":1}`...))
}

// chained writes the records of a text anew, each with the hash of the one
// before, as one who tampers with a journal could.
func chained(text []byte) []byte {
	var out bytes.Buffer
	w := &writer{out: &out}
	for line := range bytes.Lines(text) {
		var rec Record
		w.held = holding{} // whether or not there is room for it
		if json.Unmarshal(line, &rec) == nil {
			_ = w.write(rec)
		}
	}
	return out.Bytes()
}

// readJournal reads the records of a journal at hand, and how many of its bytes
// are whole lines.
func readJournal(text []byte) (records []Record, whole int, err error) {
	journal := NewReader(bytes.NewReader(text))
	for {
		rec, err := journal.Next()
		if err == io.EOF {
			return records, int(journal.Whole()), nil
		}
		if err != nil {
			return nil, 0, err
		}
		records = append(records, *rec)
	}
}

// nextOf gives records one by one.
func nextOf(records []Record) func() (*Record, error) {
	return func() (*Record, error) {
		if len(records) == 0 {
			return nil, io.EOF
		}
		rec := &records[0]
		records = records[1:]
		return rec, nil
	}
}
