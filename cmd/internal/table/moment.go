package table

import (
	"errors"
	"fmt"
	"strings"

	"sandbox/core/race"
)

// Moment is the step under way or, where none is, the last one: where it began,
// and what has come of it.
type Moment struct {
	Before string // the state that it begins in
	After  string // and that it ended in; "" while it is under way
	Label  string
	Kind   race.Kind
	Car    string // whose turn it is; "" for a step of the race
	Events []race.Event
	Given  []race.Given   // by people
	Asks   *race.Question // what is asked first while it is under way
}

// Moment looks at the step under way, or the last one. It fails before the first
// one, and after a correction, which is none.
func (t *Table) Moment() (Moment, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if pending := t.game.Pending(); len(pending) > 0 {
		next, err := t.upcoming()
		if err != nil {
			return Moment{}, err
		}
		m := Moment{
			Before: t.game.State(), Label: next.Label.String(), Kind: next.Kind,
			Events: t.game.Events(), Given: t.game.Given(), Asks: &pending[0],
		}
		if next.Car != race.Nobody {
			m.Car = t.options.Entries[next.Car].Name
		}
		return m, nil
	}
	n := t.game.Steps()
	if n == 0 {
		return Moment{}, errors.New("nothing has happened yet")
	}
	c, err := t.game.Commit(n)
	if err != nil {
		return Moment{}, err
	}
	if c.Amend {
		return Moment{}, fmt.Errorf("what was done last is a correction (%s), and no step: go on to one first", c.Step)
	}
	before, err := t.game.Commit(n - 1)
	m := Moment{Before: before.State, After: c.State, Label: c.Step, Kind: c.Kind, Events: c.Events, Given: c.Given}
	for _, e := range t.options.Entries {
		if c.Kind == race.Turn && strings.HasSuffix(c.Step, " "+e.Name) && len(e.Name) > len(m.Car) {
			m.Car = e.Name
		}
	}
	return m, err
}
