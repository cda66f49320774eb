package table

import (
	"errors"
	"fmt"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts"
)

// Reload reads the rules as they are now where they were read from, and offers
// them where anything in them is different: nothing moves until people Take them,
// GoOver the race with them, or KeepRules; the race so far is played again under
// them meanwhile. The offer is nil where nothing is different. One that was open
// is gone. On an error the old rules stay, and people can do nothing but
// KeepRules, or mend and Reload; several rounds that were let begin end with the
// one under way, unless that waits for somebody.
func (t *Table) Reload() (*Offer, error) {
	err := t.change(func() (err error) {
		t.withdraw()
		if t.offer, t.broken = t.read(); t.broken != nil {
			if t.asked() == Nothing {
				t.rounds = 0
			}
			t.tell()
		}
		return t.broken
	})
	if err != nil {
		return nil, err
	}
	return t.Offered(), nil
}

// Newer says that the rules are others by now where they were read from, or
// cannot be read there any more. It changes nothing.
func (t *Table) Newer() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, err := t.shelf.Load(t.files, t.options)
	return err != nil || len(p.Changes(t.program)) > 0
}

// Set changes one value of the rules in force, whatever is in the files:
// "action.2.spaces=-4". It returns what changed in words, and what was lost.
func (t *Table) Set(setting string) ([]string, error) {
	var changes []string
	err := t.change(func() (err error) {
		if t.offer != nil {
			return ErrOffer
		}
		if key, _, _ := strings.Cut(setting, "="); key == "track" || key == "laps" {
			return fmt.Errorf("the race has its %s; start another with --%s", key, key)
		}
		options := t.options
		options.Settings = append(options.Settings[:len(options.Settings):len(options.Settings)], setting)
		if changes, err = t.adopt(t.recorded(t.program.Sources()), options); err == nil {
			t.options = options
		}
		return err
	})
	return changes, err
}

// adopt puts other rules in force if anything in them is different.
func (t *Table) adopt(files scripts.Files, options scripts.Options) (changes []string, err error) {
	p, err := t.shelf.Load(files, options)
	if err != nil {
		return nil, err
	}
	if changes, err = t.changes(p); err != nil || len(changes) == 0 {
		return nil, err
	}
	if err := t.game.Reload(p, changes); err != nil {
		return nil, err
	}
	t.inForce(p)
	return changes, nil
}

// inForce notes that the rules are others now.
func (t *Table) inForce(p *scripts.Program) {
	t.program = p
	t.elsewhere()
}

// changes is what would change in the rules, and what the race would lose by it,
// a line each.
func (t *Table) changes(p *scripts.Program) ([]string, error) {
	var words []string
	for _, c := range p.Changes(t.program) {
		words = append(words, c.String())
	}
	if words == nil {
		return nil, nil
	}
	lost, err := p.Losses(t.program, t.game.State())
	for _, l := range lost {
		words = append(words, l.String())
	}
	return words, err
}

// KeepRules lets people go on under the rules last read: although a file is wrong,
// or although others are offered. It fails when neither is so.
func (t *Table) KeepRules() error {
	return t.change(func() error {
		if t.broken == nil && t.offer == nil {
			return errors.New("no file is wrong, and no new rules wait")
		}
		t.withdraw()
		t.broken = nil
		return nil
	})
}

// Correct is the game master's correction of a field of a car: space, lap,
// status - without a board place or status - or one that the rules declared. It
// returns a note of it.
func (t *Table) Correct(car, field, value string) (note string, err error) {
	err = t.change(func() error {
		if t.offer != nil {
			return ErrOffer
		}
		var state string
		if note, state, err = t.program.Correct(t.game.Head(), t.game.State(), car, field, value); err != nil {
			return err
		}
		if err := t.game.Amend(note, state); err != nil {
			return err
		}
		t.elsewhere()
		return nil
	})
	return note, err
}

// Look works out a Lua expression over the race as it stood after its last step,
// with the names `race` and `self`, and returns what it gives as lines. Nothing is
// changed by it.
func (t *Table) Look(expression string) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.program.Look(t.game.Head(), t.game.State(), expression)
}

// Program is the rules in force.
func (t *Table) Program() *scripts.Program {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.program
}

// Revisions are the changes of the rules so far, and where they were.
func (t *Table) Revisions() []race.Revision {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game.Revisions()
}
