package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
	"sandbox/core/bug"
	"sandbox/core/race"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// vigil is a simulation that watches its files.
type vigil struct {
	*simulation
	order  *saved.Arranged
	files  *watch.Watcher
	began  time.Time   // when the last save was seen
	last   *side       // what was loaded last
	a, b   *side       // what is played; b is nil before there is something to compare with
	said   []string    // what the save changed
	due    bool        // what is played was not told yet
	result *sim.Result // the figures of it, perhaps of a part of the races
}

// side is one of the two that are compared. Its races are remembered: they are
// not played again while it stays the same.
type side struct {
	program *scripts.Program
	variant sim.Variant
}

func newSide(program *scripts.Program, v sim.Variant) *side {
	v.Memory = new(sim.Memory)
	return &side{program, v}
}

// plays says that the races of another side are the same.
func (s *side) plays(other *side) bool {
	return reflect.DeepEqual(s.variant.Subject, other.variant.Subject)
}

// watch plays the races, and plays them again on each save with the same luck:
// the comparison that was asked for or, without one, that of the rules before
// with those now.
func (s *simulation) watch(o *saved.Arranged, b *scripts.Program) error {
	paths := onDisk(o.Program, b)
	if len(paths) == 0 {
		return fmt.Errorf("--watch: %s built in; there is no file to be saved", subjects(o.Program, b))
	}
	files, err := watch.Files(paths)
	if err != nil {
		return err
	}
	defer files.Close()
	v := &vigil{simulation: s, order: o, files: files, began: time.Now(), due: true}
	v.a = newSide(o.Program, s.subject(o.Program))
	if v.last = v.a; b != nil {
		v.b = newSide(b, s.otherSubject(b))
	}
	for {
		change, err := v.change()
		if err == nil {
			err = v.take(change)
		}
		if err != nil {
			return err
		}
	}
}

// onDisk are the files of one or two programs that can be watched.
func onDisk(a, b *scripts.Program) []string {
	if b == nil {
		return library.OnDisk(a)
	}
	return append(library.OnDisk(a), library.OnDisk(b)...)
}

// subjects says which one or two programs are meant, and that they are.
func subjects(a, b *scripts.Program) string {
	first := a.Options().Variant
	if b == nil || b.Options().Variant == first {
		return first + " is"
	}
	return first + " and " + b.Options().Variant + " are"
}

// change plays what is due, tells it, and waits for a file to change. A change
// that comes before ends the races under way.
func (v *vigil) change() (watch.Change, error) {
	waiting := "waiting for a save, Ctrl-C ends"
	if v.due {
		if change, err := v.race(); change != nil || err != nil {
			return *cmp.Or(change, new(watch.Change)), err
		}
		if err := v.figures(); err != nil {
			return watch.Change{}, err
		}
		waiting = fmt.Sprintf("%.2f s; %s", time.Since(v.began).Seconds(), waiting)
	}
	visible.Printf(v.cmd.OutOrStdout(), "\n%s\n", waiting)
	return v.child.Change(v.cmd.Context(), v.files.Changes())
}

// race plays the races that are due, until a file changes.
func (v *vigil) race() (change *watch.Change, err error) {
	ctx, stop := context.WithCancel(v.cmd.Context())
	defer stop()
	job := sim.Job{A: until(ctx, v.a.variant)}
	if v.b != nil {
		job.Others = []sim.Variant{until(ctx, v.b.variant)}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer bug.Catch(&err)
		v.result, err = v.play(ctx, job, v.said, v.tables)
	}()
	select {
	case <-ended:
	case c := <-v.files.Changes():
		change = &c
		stop()
		<-ended
	}
	return change, err
}

// until is a variant whose races stop when a context is done, in the middle of a
// turn too: a save is not to wait for rules that take long.
func until(ctx context.Context, v sim.Variant) sim.Variant {
	fresh := v.Fresh
	v.Fresh = func(r *race.Race, recorded bool) (sim.Rules, error) {
		rules, err := fresh(r, recorded)
		if h, ok := rules.(*scripts.Host); ok && err == nil {
			h.EndWith(ctx)
		}
		return rules, err
	}
	return v
}

// tables are those that stand on a screen: of a comparison what is surest.
func (v *vigil) tables(r *sim.Result) []report.Table {
	if v.b == nil {
		return report.Of(r)
	}
	return []report.Table{report.Surest(r)}
}

// besides is how many lines are written below the figures on a screen.
const besides = 8

// figures tells what was played: on a terminal a comparison fits on one screen.
func (v *vigil) figures() error {
	v.due = false
	out := v.cmd.OutOrStdout()
	visible.Printf(out, "\n")
	err := error(nil)
	if v.b != nil && v.flags.format == console.ForPeople && v.NewScreen(out) != nil {
		for _, line := range v.Heads(out, append(slices.Clone(v.said), report.Facts(v.result)...), v.tables(v.result), besides) {
			visible.Printf(out, "%s\n", visible.Shown(line))
		}
		err = v.rest(v.result)
	} else {
		for _, line := range v.said {
			visible.Printf(out, "%s\n", line)
		}
		err = v.tell(v.result)
	}
	if errors.Is(err, errReported) {
		return nil
	}
	return err
}

// take takes up a change of a file.
func (v *vigil) take(change watch.Change) error {
	v.began = time.Now()
	if change.Gone {
		return v.stays(fmt.Errorf("%s is gone", change.Path))
	}
	if err := v.program.keep().Reload(v.order); err != nil {
		return v.stays(err)
	}
	a := v.order.Program
	b, err := v.rival(v.flags)
	if err != nil {
		return v.stays(err)
	}
	now, changed := newSide(a, v.subject(a)), false
	if b != nil {
		changed = v.compare(now, newSide(b, v.otherSubject(b)))
	} else {
		changed = v.follow(now)
	}
	if !changed && !v.due {
		visible.Printf(v.cmd.OutOrStdout(), "\nnothing changed in the rules\n")
	}
	return v.files.Set(onDisk(a, b))
}

// compare takes up two sides, of which one may be as it was.
func (v *vigil) compare(a, b *side) (changed bool) {
	if !a.plays(v.a) {
		v.a, changed = a, true
	}
	if !b.plays(v.b) {
		v.b, changed = b, true
	}
	v.due = v.due || changed
	return changed
}

// follow compares a new version with the one before.
func (v *vigil) follow(now *side) (changed bool) {
	changes := now.program.Changes(v.last.program)
	if len(changes) == 0 {
		return false
	}
	v.said = []string{"A is the version before, B the one now:"}
	for _, c := range changes {
		v.said = append(v.said, fmt.Sprintf("  %s", c))
	}
	v.a, v.b, v.last, v.due = v.last, now, now, true
	return true
}

// stays keeps the figures that there are, and says why.
func (v *vigil) stays(why error) error {
	if v.due {
		if err := v.figures(); err != nil {
			return err
		}
	}
	v.Problem(v.cmd.ErrOrStderr(), why)
	return nil
}
