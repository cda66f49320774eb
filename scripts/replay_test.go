package scripts_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// opener reads a race's rules from its journal alone.
func opener(head race.Head, sources []race.Source, settings []string) (race.Book, error) {
	return scripts.Load(scripts.Recorded(sources), scripts.Options{
		Variant: head.Variant, Track: head.Track, Laps: head.Laps, Settings: settings, Entries: head.Entries, People: head.People,
	})
}

// played plays a whole race and returns its journal and its end.
func played(t testing.TB, p *scripts.Program, seed string) (journal []byte, state string) {
	t.Helper()
	var text bytes.Buffer
	opts := p.Options()
	head := race.Head{Variant: opts.Variant, Track: opts.Track, Laps: p.Laps(), Seed: seed, Entries: p.Entries(), People: opts.People}
	g, err := race.Start(p, head, &text)
	for err == nil {
		_, err = g.Play()
		for errors.Is(err, race.ErrPending) {
			for _, a := range g.Pending() {
				option := a.Options[len(a.Options)-1]
				if option.No != "" {
					option = a.Options[0]
				}
				if err := g.Answer(a.ID, option.ID); err != nil {
					t.Fatal(err)
				}
			}
			_, err = g.Play()
		}
	}
	if !errors.Is(err, race.ErrOver) {
		t.Fatalf("seed %s: %v", seed, err)
	}
	return text.Bytes(), g.State()
}

// The same seed gives the same journal, byte by byte, whichever program reads
// the rules.
func TestSameSeedSameJournal(t *testing.T) {
	small := map[string]string{"ring": ring(`name = "Ring", lanes = 2, marks = { every = 4 }, grid = { places = 24 },`, "corner { spaces = 20, turn = 360 },")}
	for _, test := range []struct {
		variant, track string
		seeds          int
	}{
		{"paper_f1", "ring", 200},
		{"paper_f1_quick", "ring", 200},
		{"paper_f1", "hungaroring", 10},
	} {
		t.Run(test.variant+" "+test.track, func(t *testing.T) {
			t.Parallel()
			opts := scripts.Options{Variant: test.variant, Track: test.track}
			one, two := load(t, opts, small), load(t, opts, small)
			ends := map[string]bool{}
			seeds := min(test.seeds, thousand())
			for i := range seeds {
				seed := fmt.Sprintf("same %d", i)
				a, end := played(t, one, seed)
				b, _ := played(t, two, seed)
				if !bytes.Equal(a, b) {
					t.Fatalf("seed %s: two journals differ", seed)
				}
				if bytes.Contains(a, []byte("0x")) {
					t.Fatalf("seed %s: an address in the journal", seed)
				}
				ends[end] = true
			}
			if len(ends) != seeds {
				t.Errorf("%d seeds gave %d races", seeds, len(ends))
			}
		})
	}
}

// A journal says all that is needed to play its race again: rules, libraries
// and track are in it.
func TestReplayFromTheJournal(t *testing.T) {
	own := map[string]string{
		"my": fork + `local V = racing.extend("paper_f1_quick", { car = { pushed = 0, last = "" } })
function V:turn(race, car)
  local push = race:ask(car, "push", { "no", { id = "yes", no = car.pushed > 2 and "the tyres are gone" or nil } })
  if type(push) == "table" then car.pushed = car.pushed + 1 race:advance(car, 1) end
  if car.status == "running" then V.base.turn(self, race, car) end
  car.last = car.space or ""
end
V.bots.bold = function(self, race, car, ask) return ask.options[#ask.options] end
return V`,
		"ring": ring(`name = "Ring", lanes = 2, marks = { every = 7 }, grid = { places = 24 },`, oval),
	}
	for _, test := range []struct {
		name string
		opts scripts.Options
	}{
		{"paper_f1", scripts.Options{Variant: "paper_f1"}},
		{"paper_f1_quick", scripts.Options{Variant: "paper_f1_quick", Track: "oval", Laps: 2}},
		{"settings", scripts.Options{Variant: "paper_f1", Settings: []string{"action.2.spaces=-4", "qualifying.rolls=2"}}},
		{"entries", scripts.Options{Variant: "paper_f1", Entries: []race.Entry{{Name: "Vettel", Fields: map[string]any{"team": "Red Bull"}}, {Name: "W | x", Fields: map[string]any{"team": "Lotus"}}}}},
		{"people on a track of their own", scripts.Options{Variant: "my", Track: "ring", Laps: 2, People: []string{"Vettel", "Webber", "di Resta"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i := range 5 {
				journal, end := played(t, load(t, test.opts, own), fmt.Sprint("replay ", i))
				lines := race.NewReader(bytes.NewReader(journal))
				g, err := race.Replay(lines, opener, nil)
				if err != nil || lines.Whole() != int64(len(journal)) {
					t.Fatal(err)
				}
				if g.State() != end {
					t.Errorf("replayed to\n%s\nwant\n%s", g.State(), end)
				}
			}
		})
	}
}

// A journal of other rules is noticed.
func TestReplayNoticesOtherRules(t *testing.T) {
	journal, _ := played(t, load(t, scripts.Options{Variant: "paper_f1"}, nil), "1")
	_, err := race.Replay(race.NewReader(bytes.NewReader(journal)), func(head race.Head, sources []race.Source, settings []string) (race.Book, error) {
		for i := range sources {
			sources[i].Text = strings.Replace(sources[i].Text, "spaces = -3", "spaces = -4", 1)
		}
		return opener(head, sources, settings)
	}, nil)
	if err == nil || !strings.Contains(err.Error(), "differ") {
		t.Errorf("got %v", err)
	}
}

// A field that is declared with racing.none holds nothing until a rule writes
// it, and is kept like any other.
func TestFieldThatHoldsNothing(t *testing.T) {
	p := load(t, scripts.Options{Variant: "rivals", Track: "oval"}, map[string]string{"rivals": `local racing = require "racing"
local V = racing.variant {
  name = "Rivals", track = "oval", sessions = { "grid" },
  car = { rival = racing.none }, race = { last = racing.none },
  entries = { { name = "A" }, { name = "B" } },
}
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  if not car.rival then car.rival = race:cars()[car.name == "A" and 2 or 1] end
  race.last = race:advance(car, race:roll(car, "d6", "move"))
end
return V`})
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{last=nil} | A waiting {rival=nil}`, `{last=nil} | A @40/1`, `{last=#"`} {
		if state := g.State(); !strings.Contains(state, want) {
			t.Errorf("%s\nhas no %s", state, want)
		}
		if _, err := g.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if state := g.State(); !strings.Contains(state, `{rival=@"B"}`) || !strings.Contains(state, `{rival=@"A"}`) {
		t.Error(state)
	}
	journal, end := played(t, p, "rivals")
	if again, err := race.Replay(race.NewReader(bytes.NewReader(journal)), opener, nil); err != nil || again.State() != end {
		t.Errorf("%v: %s", err, end)
	}
}
