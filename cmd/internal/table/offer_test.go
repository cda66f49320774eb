package table_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"sandbox/cmd/internal/table"
	"sandbox/core/race"
	"sandbox/scripts"
)

// offered is a race of four rounds that waits in the middle of a turn, with new
// rules that wait too, and what the shadow has found.
func offered(t *testing.T, f *forked, rules string) (*table.Offer, *race.Difference) {
	t.Helper()
	f.write(rules)
	o, err := f.tb.Reload()
	if err != nil || o == nil {
		t.Fatal(o, err)
	}
	<-o.Played
	found, ok := o.Found()
	if !ok || found.Err != nil {
		t.Fatal(found, ok)
	}
	return o, found.Difference
}

// inRound plays up to the question of the gear in a round.
func inRound(t *testing.T, f *forked, round string) race.Question {
	t.Helper()
	for {
		q := untilAsked(t, f.tb, "gear")
		if strings.HasPrefix(q.ID.Step, round) {
			return q
		}
		taken(t, f.tb.Answer(table.SeatOf(q.ID.Who), q.ID, "3"))
	}
}

// While people have not chosen, nothing moves: neither the open question nor
// whatever would come.
func TestOfferWaits(t *testing.T) {
	f := forkOf(t, "Ada")
	ada := table.Seat{Car: "Ada"}
	q := inRound(t, f, "R3")
	before, steps := view(t, f.tb, ada), f.tb.Steps()
	o, d := offered(t, f, `{ extra = { 0, 1, 5, 6 } }`)
	if d != nil || !slices.Equal(o.Changes, []string{"extra.4: 7 -> 6"}) {
		t.Error(d, o.Changes)
	}
	for range 3 {
		if beat := advance(t, f.tb); beat.Waits != table.ForChoice {
			t.Fatal(beat)
		}
	}
	_, back := f.tb.Back(0)
	_, set := f.tb.Set("extra.2=2")
	_, correct := f.tb.Correct("Ada", "gear", "1")
	for _, err := range []error{f.tb.Answer(ada, q.ID, "3"), f.tb.Go(0), f.tb.Throw(ada, race.ThrowID{}), back, set, correct} {
		if !errors.Is(err, table.ErrOffer) {
			t.Error(err)
		}
	}
	if now := view(t, f.tb, ada); now.State != before.State || f.tb.Steps() != steps || now.Questions[0].ID != q.ID {
		t.Error("it has moved")
	}
	if _, err := f.tb.GoOver(); err == nil || !strings.Contains(err.Error(), "nothing would have gone otherwise") {
		t.Error(err)
	}
	taken(t, f.tb.KeepRules())
	if values := f.tb.Program().Values("extra.4"); values[0].Text != "7" || f.tb.Offered() != nil {
		t.Error("the rules of before were not kept")
	}
	taken(t, f.tb.Answer(ada, q.ID, "3"))
	for _, err := range []error{f.tb.KeepRules(), f.tb.Take()} {
		if err == nil {
			t.Error("there was something to choose")
		}
	}
	if o, _ := offered(t, f, `{ extra = { 0, 1, 5, 6 } }`); o == nil {
		t.Error("what was kept out is not offered again")
	}
}

// The newest rules are offered; those in force, read again, are no offer, and wrong
// ones leave the race waiting for the mend.
func TestOfferOfTheNewest(t *testing.T) {
	f := forkOf(t, "Ada")
	inRound(t, f, "R2")
	offered(t, f, `{ extra = { 0, 1, 5, 6 } }`)
	if o, _ := offered(t, f, `{ extra = { 0, 1, 5, 5 } }`); o.Changes[0] != "extra.4: 7 -> 5" || f.tb.Offered() != o {
		t.Error(o.Changes)
	}
	f.write("{")
	if _, err := f.tb.Reload(); err == nil || f.tb.Offered() != nil || view(t, f.tb, table.Seat{}).Problem == nil {
		t.Error(err)
	}
	f.write("{}")
	if o, err := f.tb.Reload(); o != nil || err != nil || advance(t, f.tb).Waits != table.ForAnswers {
		t.Error(o, err)
	}
}

// A race that could not stand where it does under the new rules is not offered
// them.
func TestOfferRefused(t *testing.T) {
	f := forkOf(t, "Ada")
	inRound(t, f, "R4")
	f.write(`{ track = "sprint" }`)
	if o, err := f.tb.Reload(); o != nil || err == nil {
		t.Error(o, err)
	}
	taken(t, f.tb.KeepRules())
}

// People go over the race from before the step that went otherwise: it is taken
// back, in the journal too, and asked again under the new rules.
func TestGoOver(t *testing.T) {
	var kept journal
	f := forkOf(t)
	own := lua("mine", "")
	f.write = func(table string) {
		own["mine.lua"].Data = []byte(`local V = require("racing").extend("geared", ` + table + ")\nreturn V")
	}
	f.write("{}")
	f.tb = begin(t, table.Setup{Files: games(own), Options: scripts.Options{Variant: "mine", People: []string{"Ada"}}, Attended: true}, &kept)
	inRound(t, f, "R4")
	_, d := offered(t, f, `{ extra = { 0, 1, 6, 7 } }`)
	if d == nil || !strings.HasPrefix(d.Step, "R1 turn Ada") || d.Is.Type != "move" || d.Was.Type != "move" || !strings.Contains(d.Where, "geared.lua:") {
		t.Fatalf("%+v", d)
	}
	want := f.tb.Steps() - d.At + 1
	undone, err := f.tb.GoOver()
	if err != nil || undone.Steps != want || f.tb.Steps() != d.At-1 {
		t.Fatal(undone, err, f.tb.Steps())
	}
	if beat := advance(t, f.tb); beat.Waits != table.ForGo || beat.Next.Label.String() != d.Step {
		t.Fatal(beat)
	}
	if q := inRound(t, f, "R1"); q.Options[q.Default].ID != "3" {
		t.Error("the old answer is not the default: ", q)
	}
	inRound(t, f, "R2")
	if _, d := offered(t, f, `{ extra = { 0, 1, 5, 7 } }`); d == nil || !strings.HasPrefix(d.Step, "R1 turn Ada") {
		t.Errorf("the way back: %+v", d)
	}
	again := resume(t, bytes.Clone(kept.Bytes()), nil)
	if view(t, again, table.Seat{}).State != view(t, f.tb, table.Seat{}).State {
		t.Error("its journal tells another race")
	}
	if list := again.Revisions(); len(list) != 1 || list[0].At != d.At-1 || list[0].Changes[0] != "extra.3: 5 -> 6" {
		t.Error(list)
	}
}

// A starting value that is another one has the race begin anew.
func TestGoOverFromTheStart(t *testing.T) {
	f := forkOf(t, "Ada")
	inRound(t, f, "R2")
	_, d := offered(t, f, `{ car = { gear = 2, heat = 5 } }`)
	if d == nil || d.At != 0 || d.Who != "Ada" {
		t.Fatalf("%+v", d)
	}
	if _, err := f.tb.GoOver(); err != nil {
		t.Fatal(err)
	}
	if v := view(t, f.tb, table.Seat{}); v.Field(0, "gear") != "2" || v.Field(0, "heat") != "5" {
		t.Error(v.State)
	}
	q := inRound(t, f, "R2")
	_, d = offered(t, f, `{ car = { gear = 2, heat = 5 }, extra = { 0, 1, 5, 6 } }`)
	if d != nil {
		t.Errorf("%+v", d)
	}
	if beat := advance(t, f.tb); beat.Waits != table.ForChoice {
		t.Error(beat)
	}
	taken(t, f.tb.Take())
	if now := untilAsked(t, f.tb, "gear"); now.ID != q.ID {
		t.Error(now.ID)
	}
}

// Of a field that goes it is told how many cars had a value.
func TestOfferLosses(t *testing.T) {
	f := forkOf(t, "Ada")
	f.write(`{ car = { heat = 0 } }`)
	f.reload("car.heat: new, 0")
	_, err := f.tb.Correct("Ada", "heat", "3")
	taken(t, err)
	o, _ := offered(t, f, `{}`)
	want := []string{"car.heat: removed, was 0", "car.heat: dropped with a value other than its start in 1 of 2 cars"}
	if !slices.Equal(o.Changes, want) {
		t.Error(o.Changes)
	}
}
