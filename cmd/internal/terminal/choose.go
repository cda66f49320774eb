package terminal

import (
	"context"
	"strings"
	"time"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
	"sandbox/core/race"
	"sandbox/scripts"
)

// takeUp reads the rules again after a save and tells what is new in them.
func (f *face) takeUp(change watch.Change) {
	if change.Gone {
		f.gone[change.Path] = true
		f.say("%s is gone; the race goes on under the rules last read from it", change.Path)
		return
	}
	if f.gone[change.Path] {
		delete(f.gone, change.Path)
		f.say("%s is back", change.Path)
	}
	v, _ := f.race.View(table.Seat{}) // without the race, which may not be there to see
	o, err := f.race.Reload()
	if err != nil {
		f.screen.Problem(f.out, err)
		f.say("the rules stay as they were, and the race waits for the mend; :keep plays on")
		return
	}
	if v.Problem != nil {
		f.say("the file is mended")
	}
	f.tellOffer(o)
}

// tellOffer tells new rules that people have to choose about. Where nobody is
// there to choose, they hold from here on.
func (f *face) tellOffer(o *table.Offer) {
	switch {
	case o == nil:
		f.say("nothing changed in the rules")
		return
	case f.talk:
		f.tellRules("new rules:", o.Changes)
	default:
		f.tellRules(fromHereOn, o.Changes)
		if err := f.race.Take(); err != nil {
			f.screen.Problem(f.out, err)
			return
		}
		f.newWords()
	}
	f.watchFiles(o.New)
}

// fromHereOn stands over the changes of rules that are in force.
const fromHereOn = "new rules from here on:"

// tellRules lists changes of the rules.
func (f *face) tellRules(heading string, changes []string) {
	f.say("%s", heading)
	for _, c := range changes {
		f.say("  %s", c)
	}
}

// newWords has the race told in the words of the rules in force.
func (f *face) newWords() { f.teller.Words = f.race.Program().Info().Words }

// watchFiles watches the files of rules that were read.
func (f *face) watchFiles(p *scripts.Program) {
	if f.watcher == nil {
		return
	}
	if err := f.watcher.Set(library.OnDisk(p)); err != nil {
		f.say("the files are not watched any more: %v; :reload takes them up", err)
	}
}

// moment is how long a prompt waits for what the shadow finds: mostly that is
// there at once, and people read one prompt instead of two.
const moment = 300 * time.Millisecond

// choose has people say from where on new rules hold. Nothing moves before.
func (f *face) choose(ctx context.Context) (outcome, error) {
	o := f.race.Offered()
	select {
	case <-o.Played:
	case <-time.After(moment):
		f.say("the race so far is being played again under them")
	case <-ctx.Done():
	}
	for told := false; ; {
		prompt := f.prompt("new rules > ")
		prompt.Apart, prompt.Until = true, o.Played
		if found, ok := o.Found(); ok {
			if !told {
				f.tellFound(o, found)
			}
			told, prompt.Until = true, nil
		}
		heard, err := f.read(ctx, prompt)
		switch {
		case err != nil || heard.End:
			return leave, err
		case heard.Change != nil:
			return onward, nil
		case heard.Until:
		case heard.Line == "":
			return onward, f.take()
		case !strings.HasPrefix(heard.Line, ":"):
			f.say("first say from where on the new rules hold: Enter from here on, :over from before that step, :keep not at all")
		default:
			if then := f.command(heard.Line); then != again {
				return then, nil
			}
		}
	}
}

// tellFound tells what would have gone otherwise, and what people can choose.
func (f *face) tellFound(o *table.Offer, found table.Found) {
	f.tellDifference(o, found)
	if found.Difference == nil {
		f.say("Enter goes on under the new rules, :keep under those of before")
		return
	}
	f.say("Enter goes on from here under the new rules, :over from before that step again, :keep stays with those of before")
}

// tellDifference tells what would have gone otherwise.
func (f *face) tellDifference(o *table.Offer, found table.Found) {
	d := found.Difference
	switch {
	case found.Err != nil:
		f.say("the race so far cannot be played again under them:")
		f.screen.Problem(f.out, found.Err)
	case d == nil:
		f.say("as before: nothing would have gone otherwise%s", f.soFar())
	default:
		before := term.Teller{Words: o.Old.Info().Words}
		now := term.Teller{Words: o.New.Info().Words}
		f.say("%s", term.Differs(before, now, d, other(o, d)))
	}
}

// soFar is " in 7 rounds".
func (f *face) soFar() string {
	last, err := f.race.Commit(f.race.Steps())
	if err != nil || last.Round == 0 {
		return ""
	}
	return visible.Sprintf(" in %d %s", last.Round, term.Plural(last.Round, f.round()))
}

// other is what a state has otherwise. Where no event says which rule made a step
// go otherwise, it is the rule of such steps, or the line of a starting value.
func other(o *table.Offer, d *race.Difference) term.OtherValue {
	var v term.OtherValue
	if d.WasState != d.IsState {
		v.Name, v.Was, v.Is = scripts.OtherValue(d.WasState, d.IsState)
	}
	switch {
	case d.Step == "":
		of := "race."
		if d.Who != "" {
			of = "car."
		}
		if values := o.New.Values(of + v.Name); len(values) > 0 {
			v.Where = values[0].Where
		}
	case d.WasState != d.IsState || d.Was != nil && d.Is == nil:
		v.Where = o.New.StepPlace(d.Kind)
	}
	return v
}

// take goes on from here under the new rules.
func (f *face) take() error {
	if err := f.race.Take(); err != nil {
		return err
	}
	f.newWords()
	f.say("the new rules hold from here on")
	return nil
}

// over goes over the race again under the new rules, once it is known from where
// on.
func (f *face) over([]string) (outcome, error) {
	if o := f.race.Offered(); o != nil {
		if _, ok := o.Found(); !ok {
			<-o.Played // which ends with the program, too
			found, _ := o.Found()
			f.tellDifference(o, found)
		}
	}
	undone, err := f.race.GoOver()
	if err != nil {
		return again, err
	}
	f.newWords()
	f.thrown, f.shown, f.heading = nil, nil, ""
	if undone.Steps == 0 {
		f.say("the step under way begins anew, under the new rules")
		return onward, nil
	}
	f.say("%d %s taken back; the new rules hold from there on", undone.Steps, term.Plural(undone.Steps, "step"))
	v, err := f.view()
	if err == nil {
		f.standing(v)
	}
	return onward, err
}

// keep stays with the rules of before.
func (f *face) keep([]string) (outcome, error) {
	offered := f.race.Offered() != nil
	if err := f.race.KeepRules(); err != nil {
		return again, err
	}
	if !offered {
		f.say("the race goes on under the rules last read")
		return again, nil
	}
	f.say("the race goes on under the rules of before; the next save asks again")
	return onward, nil
}

func (f *face) reload([]string) (outcome, error) {
	f.together()
	o, err := f.race.Reload()
	if err != nil {
		f.screen.Problem(f.out, err)
		return again, nil
	}
	f.tellOffer(o)
	if o == nil {
		return again, nil
	}
	return onward, nil
}
