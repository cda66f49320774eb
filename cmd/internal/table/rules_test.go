package table_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"sandbox/cmd/internal/table"
	"sandbox/core/race"
	"sandbox/scripts"
)

// forked is a race whose rules a test can rewrite: what stands in their table.
type forked struct {
	t  *testing.T
	tb *table.Table
	// write writes the file anew.
	write func(table string)
}

func forkOf(t *testing.T, people ...string) *forked {
	own := lua("mine", "")
	f := &forked{t: t, write: func(table string) {
		own["mine.lua"].Data = []byte(`local V = require("racing").extend("geared", ` + table + ")\nreturn V")
	}}
	f.write("{}")
	f.tb = begin(t, table.Setup{Files: games(own), Options: scripts.Options{Variant: "mine", People: people}, Attended: true}, nil)
	return f
}

// reload takes the rules up as they are now.
func (f *forked) reload(want string) {
	f.t.Helper()
	o, err := f.tb.Reload()
	var list []string
	if o != nil {
		list = o.Changes
		taken(f.t, f.tb.Take())
	}
	if err != nil || strings.Join(list, "; ") != want {
		f.t.Errorf("changed: %q, %v; want %q", list, err, want)
	}
}

// A file that is saved is in force from there on, in the middle of a step too; a
// wrong one leaves the old rules, and people wait for the mend or keep those.
func TestReload(t *testing.T) {
	f := forkOf(t, "Ada")
	ada := table.Seat{Car: "Ada"}
	q := untilAsked(t, f.tb, "gear")
	f.reload("")
	f.write("{ gears = { 1, 2 }")
	if !f.tb.Newer() {
		t.Error("the file is not newer")
	}
	if _, err := f.tb.Reload(); err == nil || view(t, f.tb, ada).Problem == nil {
		t.Errorf("a wrong file was taken up: %v", err)
	}
	for _, err := range []error{f.tb.Answer(ada, q.ID, "2"), f.tb.Go(0), f.tb.Throw(ada, race.ThrowID{})} {
		if !errors.Is(err, table.ErrBroken) {
			t.Error(err)
		}
	}
	taken(t, f.tb.KeepRules())
	if err := f.tb.KeepRules(); err == nil {
		t.Error("rules were kept that nothing is wrong with")
	}
	taken(t, f.tb.Answer(ada, q.ID, "2"))
	f.write("{ gears = { 1, 2 } }")
	f.reload("gears.3: removed, was 3")
	if q = untilAsked(t, f.tb, "gear"); len(q.Options) != 2 || f.tb.Newer() {
		t.Errorf("asked %v", q)
	}
}

// A value that was set stays set when files change.
func TestSet(t *testing.T) {
	f := forkOf(t)
	advance(t, f.tb)
	changes, err := f.tb.Set("extra.2=3")
	if err != nil || len(changes) != 1 || changes[0] != "extra.2: 1 -> 3" {
		t.Fatal(changes, err)
	}
	for _, wrong := range []string{"laps=3", "track=monaco", "extra.9.9=1", "extra"} {
		if _, err := f.tb.Set(wrong); err == nil {
			t.Errorf("%s was set", wrong)
		}
	}
	f.write("{ gears = { 1, 2 } }")
	f.reload("gears.3: removed, was 3")
	if values := f.tb.Program().Values("extra.2"); len(values) != 1 || values[0].Text != "3" {
		t.Errorf("extra.2 is %v", values)
	}
}

// The game master corrects a car; the race waits there and goes on.
func TestCorrect(t *testing.T) {
	f := forkOf(t)
	give(t, f.tb, advance(t, f.tb))
	advance(t, f.tb)
	note, err := f.tb.Correct("Ada", "space", "12/1")
	if err != nil || note != "gm Ada space 12/1" {
		t.Fatal(note, err)
	}
	if v := view(t, f.tb, table.Seat{}); v.Race.Board().Space(v.Race.Car(0).Space()).Name != "12/1" || v.Field(0, "gear") != "1" || v.Field(7, "gear") != "" {
		t.Error("Ada stands elsewhere: ", v.State)
	}
	if _, err := f.tb.Correct("Nobody", "space", "12/1"); err == nil {
		t.Error("a car was corrected that there is not")
	}
	if beat := advance(t, f.tb); beat.Waits != table.ForGo {
		t.Error("it does not wait for people")
	}
	if undone, err := f.tb.Back(0); err != nil || undone.Steps != 1 {
		t.Error(undone, err)
	}
}

// What goes wrong in a step leaves the race before it, until something changes;
// the step is not tried again and again.
func TestStuck(t *testing.T) {
	f := forkOf(t)
	f.write(`{ turn = function(self, race, car) race:advance(car, self.extra[9]) end }`)
	f.reload("turn: the function changed")
	give(t, f.tb, advance(t, f.tb))
	give(t, f.tb, advance(t, f.tb))
	beat := advance(t, f.tb)
	if beat.Waits != table.ForMend || beat.Problem == nil || !strings.HasPrefix(beat.Next.Label.String(), "R1 turn") {
		t.Fatal(beat)
	}
	before, changed := view(t, f.tb, table.Seat{}).State, f.tb.Changed()
	if again := advance(t, f.tb); again.Problem != beat.Problem || before != view(t, f.tb, table.Seat{}).State {
		t.Error(again)
	}
	select {
	case <-changed:
		t.Error("it changed, and nothing was done")
	default:
	}
	f.write("{}")
	f.reload("turn: the function changed")
	if beat = advance(t, f.tb); beat.Waits != table.ForGo || !strings.HasPrefix(beat.Next.Label.String(), "R2") {
		t.Error(beat)
	}
}

// Those who watch are told whenever the race is another one, and not otherwise.
func TestChanged(t *testing.T) {
	f := forkOf(t, "Ada")
	ada := table.Seat{Car: "Ada"}
	told := func(what string, want bool, do func()) {
		t.Helper()
		changed := f.tb.Changed()
		do()
		select {
		case <-changed:
			if !want {
				t.Errorf("%s: somebody was told", what)
			}
		default:
			if want {
				t.Errorf("%s: nobody was told", what)
			}
		}
	}
	told("the race waits", true, func() { advance(t, f.tb) })
	told("it still waits", false, func() { advance(t, f.tb) })
	told("people let it go on", true, func() { taken(t, f.tb.Go(0)) })
	q := untilAsked(t, f.tb, "gear")
	told("a question waits", false, func() { advance(t, f.tb) })
	told("a wrong answer", false, func() { _ = f.tb.Answer(ada, q.ID, "9") })
	told("an answer", true, func() { taken(t, f.tb.Answer(ada, q.ID, "2")) })
	told("the next question", true, func() { advance(t, f.tb) })
	told("back", true, func() { _, _ = f.tb.Back(0) })
	f.write("{")
	told("a wrong file", true, func() { _, _ = f.tb.Reload() })
	told("the old rules", true, func() { taken(t, f.tb.KeepRules()) })
	told("looked at", false, func() { view(t, f.tb, ada); f.tb.Park() })
}

// A context that is done begins no step.
func TestAdvanceEnds(t *testing.T) {
	f := forkOf(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.tb.Advance(ctx); !errors.Is(err, context.Canceled) || f.tb.Steps() != 0 {
		t.Error(err)
	}
}

// However many advance a race at once, each step is played once.
func TestAdvanceTogether(t *testing.T) {
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", Laps: 2}}, nil)
	var all sync.WaitGroup
	steps := make([]map[string]bool, 4)
	for i := range steps {
		steps[i] = map[string]bool{}
		all.Go(func() {
			for {
				beat, err := tb.Advance(t.Context())
				if err != nil || beat.Waits != table.Nothing {
					return
				}
				steps[i][beat.Commit.Step] = true
			}
		})
	}
	all.Wait()
	once := map[string]bool{}
	for _, own := range steps {
		for step := range own {
			if once[step] {
				t.Errorf("%s was played twice", step)
			}
			once[step] = true
		}
	}
	if len(once) != tb.Steps() || len(once) == 0 {
		t.Errorf("%d steps were told of %d", len(once), tb.Steps())
	}
}
