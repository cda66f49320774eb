package table

import (
	"context"
	"errors"

	"sandbox/core/bug"
	"sandbox/core/race"
	"sandbox/scripts"
)

// ErrOffer is why nothing moves while new rules are offered.
var ErrOffer = errors.New("new rules wait: say first from where on they hold, or keep those of before")

// Offer is rules that were read anew and wait until people say from where on they
// hold. The race so far is played again under them in the shadow, from its start,
// with the same dice and the same answers.
type Offer struct {
	Changes []string        // of the rules in words, and what the race would lose
	Played  <-chan struct{} // closed when the shadow has come to its end
	Old     *scripts.Program
	New     *scripts.Program

	end   context.CancelFunc // of the shadow
	found Found
}

// Found is what the shadow has found.
type Found struct {
	Difference *race.Difference // the first step that goes otherwise; nil for none
	Err        error            // why the race could not be played again
}

// Found is what the shadow has found; ok is false before it has come to its end.
func (o *Offer) Found() (found Found, ok bool) {
	select {
	case <-o.Played:
		return o.found, true
	default:
		return Found{}, false
	}
}

// Offered is the rules that wait for people to choose, nil for none.
func (t *Table) Offered() *Offer {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.offer
}

// read makes an offer of the rules as they are where they were read from, nil
// where they are those in force. It fails when the race cannot go on under them.
func (t *Table) read() (*Offer, error) {
	p, err := t.shelf.Load(t.files, t.options)
	if err != nil {
		return nil, err
	}
	changes, err := t.changes(p)
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	if err := t.game.Fits(p); err != nil {
		return nil, err
	}
	return t.shadow(&Offer{Changes: changes, Old: t.program, New: p}), nil
}

// shadow begins to play the race again under the rules that are offered.
func (t *Table) shadow(o *Offer) *Offer {
	ctx, played, race := context.Background(), make(chan struct{}), t.game.Shadow(o.New)
	if t.until != nil {
		ctx = t.until
	}
	ctx, o.end = context.WithCancel(ctx)
	o.Played = played
	go func() {
		defer close(played)
		defer bug.Catch(&o.found.Err)
		o.found.Difference, o.found.Err = race.Play(ctx)
	}()
	return o
}

// withdraw drops the rules that are offered.
func (t *Table) withdraw() {
	if t.offer != nil {
		t.offer.end()
		t.offer = nil
	}
}

// Take puts the rules that are offered in force from here on, in the middle of a
// step too. It fails when none are.
func (t *Table) Take() error {
	return t.choose(func(o *Offer) error { return t.game.Reload(o.New, o.Changes) })
}

// GoOver puts the rules that are offered in force from before the first step that
// goes otherwise under them, which is taken back with all that came after it, and
// returns how many steps that were. It fails when no rules are offered, and where
// the shadow has found no such step, or none yet.
func (t *Table) GoOver() (Undone, error) {
	var undone Undone
	err := t.choose(func(o *Offer) error {
		found, ok := o.Found()
		d := found.Difference
		switch {
		case !ok:
			return errors.New("the race is still being played again: wait until it is told what goes otherwise")
		case found.Err != nil:
			return found.Err
		case d == nil:
			return errors.New("nothing would have gone otherwise, so there is nothing to go over")
		}
		undone.Steps = max(0, t.game.Steps()-max(0, d.At-1))
		if err := t.game.ReloadFrom(undone.Steps, o.New, o.Changes); err != nil {
			return err
		}
		t.rounds, t.hold = 0, true
		if d.Start == "" {
			return nil
		}
		return t.game.Amend("start anew", d.Start)
	})
	return undone, err
}

// choose ends an offer with what people have chosen.
func (t *Table) choose(do func(o *Offer) error) error {
	return t.change(func() error {
		o := t.offer
		if o == nil {
			return errors.New("no new rules wait")
		}
		if err := do(o); err != nil {
			return err
		}
		t.withdraw()
		t.inForce(o.New)
		return nil
	})
}
