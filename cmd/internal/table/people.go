package table

import (
	"errors"
	"fmt"

	"sandbox/core/race"
)

// ErrBroken is why people cannot go on while a file of the rules is wrong.
var ErrBroken = errors.New("the race waits until the file is mended, or the rules last read are kept")

// Go lets the race go on that waits for it: what comes next and, where that is
// a round, so many rounds in all; 0 is what comes next alone.
func (t *Table) Go(rounds int) error {
	return t.change(func() error {
		switch {
		case t.broken != nil:
			return ErrBroken
		case t.offer != nil:
			return ErrOffer
		case rounds < 0:
			return fmt.Errorf("%d is no number of rounds", rounds)
		case !t.hold:
			return errors.New("the race does not wait for anybody to let it go on")
		}
		next, err := t.upcoming()
		if err == nil {
			err = t.game.Go()
		}
		if err != nil {
			return err
		}
		t.rounds = rounds
		t.begin(next)
		return nil
	})
}

// Answer answers a question; option is an option's ID, or what the rules read
// as one. It refuses what the seat is not asked, a question that is closed or
// means something else by now, and what cannot be chosen, each with a sentence.
// The same answer twice is taken once.
func (t *Table) Answer(s Seat, id race.QuestionID, option string) error {
	return t.change(func() error {
		switch {
		case t.broken != nil:
			return ErrBroken
		case t.offer != nil:
			return ErrOffer
		case !s.GM && !s.is(id.Who):
			return fmt.Errorf("the question is put to %s", id.Who)
		case !s.is(id.Who) && t.keptSecret(id):
			return fmt.Errorf("%w: %s has answered %q already", race.ErrClosed, id.Who, id.Key)
		}
		return t.game.Answer(id, option)
	})
}

// keptSecret says that a question of the step under way has an answer that only
// who gave it may know.
func (t *Table) keptSecret(id race.QuestionID) bool {
	for _, v := range t.game.Given() {
		if v.Hidden && id.Step == t.game.Under() && v.Who == id.Who && v.What == id.Key && v.Nth == id.Nth {
			return t.waitsFor(id) == nil
		}
	}
	return false
}

// waitsFor is the pending question of an ID, nil when there is none.
func (t *Table) waitsFor(id race.QuestionID) *race.Question {
	for _, q := range t.game.Pending() {
		if q.ID == id {
			return &q
		}
	}
	return nil
}

// Throw types in what real dice showed, for the first of the throws that are
// wanted or for as many of them as there are faces for; whoever has a seat may,
// as at a table. It refuses throws that are not wanted now, and faces that the
// dice do not have. The same throws twice are taken once.
func (t *Table) Throw(s Seat, id race.ThrowID, faces ...int) error {
	return t.throw(s, func() error { return t.game.Throw(id, faces...) })
}

// ThrowAll has the program throw the dice that are wanted, all of them. It
// refuses what Throw does.
func (t *Table) ThrowAll(s Seat, id race.ThrowID) error {
	return t.throw(s, func() error { return t.game.ThrowAll(id) })
}

func (t *Table) throw(s Seat, do func() error) error {
	return t.change(func() error {
		switch {
		case t.broken != nil:
			return ErrBroken
		case t.offer != nil:
			return ErrOffer
		case s == Seat{}:
			return errors.New("who looks on throws no dice")
		}
		return do()
	})
}

// Undone is what Back took back: something given to the step under way, or so
// many steps.
type Undone struct {
	Given *race.Given // nil when steps were taken back; without its option where others must not see it
	Steps int
}

// Back takes back so many steps or, for 0, what a person did last: what was
// given to the step under way or, without that, the last step that was
// somebody's doing and all that came after it. Luck is not changed.
func (t *Table) Back(steps int) (Undone, error) {
	var undone Undone
	err := t.change(func() (err error) {
		if t.offer != nil {
			return ErrOffer
		}
		if steps == 0 {
			given, err := t.game.Retract()
			switch {
			case err == nil:
				if given.Hidden {
					given.Option, given.Written = "", ""
				}
				undone.Given = &given
				return nil
			case !errors.Is(err, race.ErrNothingGiven):
				return err
			}
			steps = t.game.SincePerson()
		}
		if undone.Steps, err = t.game.Undo(steps); err != nil {
			return err
		}
		t.rounds, t.hold = 0, true
		t.elsewhere()
		return nil
	})
	return undone, err
}

// change does something that people want, keeps it, and lets those who watch
// know.
func (t *Table) change(do func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := do(); err != nil {
		if errors.Is(err, race.ErrClosed) { // what is asked may be other things by now
			t.tell()
		}
		return err
	}
	t.trouble = nil
	t.tell()
	return t.kept.Sync()
}
