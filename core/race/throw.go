package race

import (
	"errors"
	"fmt"
	"slices"

	"sandbox/core/dice"
)

// errThrow ends the attempt at a step whose dice lie on the players' table and
// were not typed in yet.
var errThrow = fmt.Errorf("dice are to be thrown and typed in: %w", ErrPending)

// ThrowID says which throw of real dice it is.
type ThrowID struct {
	Step    string `json:"step"` // label of the step
	Who     string `json:"who"`  // a car's name, or "race"
	Purpose string `json:"purpose"`
	Nth     int    `json:"nth"`   // number of the first of the dice, among those of that purpose in the step
	After   string `json:"after"` // hash of what preceded it in the step and of the dice, 16 hex digits
}

// Wanted is a throw of real dice that the step under way waits for.
type Wanted struct {
	ID     ThrowID
	Car    int // who throws, or Nobody
	Dice   dice.Dice
	Before []int // the faces that were typed in for them before, nil when there are none

	throw dice.Throw // the first of the dice
}

// want says which throw a step waits for.
func (r *Race) want(who int, d dice.Dice) error {
	if r.record == nil {
		return errThrow
	}
	id := ThrowID{Step: r.throw.Step.String(), Who: r.Name(who), Purpose: r.throw.Purpose.String(), Nth: r.throw.Nth}
	id.After = trailText(follow(r.record.trail, fmt.Sprintf("throw %q %q %d %s", id.Who, id.Purpose, id.Nth, d)))
	w := &Wanted{ID: id, Car: who, Dice: d, throw: r.throw}
	if typed, ok := r.source.(*dice.Typed); ok {
		w.eachDie(func(i int, die *dice.Throw) {
			if face := typed.Before(die); face != 0 && len(w.Before) == i {
				w.Before = append(w.Before, face)
			}
		})
	}
	if len(w.Before) < d.Count {
		w.Before = nil
	}
	r.record.wanted = w
	return errThrow
}

// eachDie visits the dice of the throw, numbered from 0.
func (w *Wanted) eachDie(visit func(i int, die *dice.Throw)) {
	for i := range w.Dice.Count {
		die := w.throw
		die.Nth = w.ID.Nth + i
		visit(i, &die)
	}
}

// Wanted is the throw that the step under way waits for, nil when it waits for
// none: only a race whose dice are typed in does.
func (g *Game) Wanted() *Wanted {
	if g.wanted == nil {
		return nil
	}
	w := *g.wanted
	w.Before = slices.Clone(w.Before)
	return &w
}

// Throw types in what real dice showed for the throw that is Wanted. It refuses
// faces that those dice do not have, with the reason, and another throw, with
// ErrClosed; the same throw typed in twice is taken once, as an answer is. Then
// Play goes on with the step.
func (g *Game) Throw(id ThrowID, faces ...int) error {
	w := g.wanted
	if w == nil || w.ID != id {
		return g.thrown(id, faces)
	}
	if err := w.Dice.Check(faces); err != nil {
		return err
	}
	if err := g.journal.write(Record{Throw: &ThrowRecord{id.Step, id.Who, id.Purpose, id.Nth, faces}}); err != nil {
		return err
	}
	typed := g.source.(*dice.Typed) // nothing else makes a step wait
	w.eachDie(func(i int, die *dice.Throw) { typed.Type(die, faces[i]) })
	g.give(Given{Who: id.Who, What: id.Purpose, Nth: id.Nth, Faces: slices.Clone(faces), After: id.After})
	g.wanted = nil
	return nil
}

// thrown says why a throw is not taken that is not wanted; nil when it was taken
// before.
func (g *Game) thrown(id ThrowID, faces []int) error {
	before, ok := g.givenBefore(id.Step, Given{Who: id.Who, What: id.Purpose, Nth: id.Nth, Faces: []int{}, After: id.After})
	switch {
	case ok && slices.Equal(faces, before.Faces):
		return nil
	case ok:
		return fmt.Errorf("%w: %s threw %v for %q in %s, which has to be taken back first", ErrClosed, id.Who, before.Faces, id.Purpose, id.Step)
	case g.under != id.Step:
		return g.elsewhere(id.Step)
	case g.wanted == nil:
		return fmt.Errorf("%w: no dice are to be thrown now", ErrClosed)
	}
	return fmt.Errorf("%w: the dice of %s for %q are to be thrown now", ErrClosed, g.wanted.ID.Who, g.wanted.ID.Purpose)
}

// forget has the dice of a step thrown anew when it is played again.
func (g *Game) forget(step string) {
	if typed, ok := g.source.(*dice.Typed); ok {
		typed.Forget(step)
	}
}

// forgetAll is forget for every step.
func (g *Game) forgetAll() {
	if typed, ok := g.source.(*dice.Typed); ok {
		typed.ForgetAll()
	}
}

func (g *Game) replayThrow(t *ThrowRecord) error {
	if g.wanted == nil {
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			return fmt.Errorf("%s has no dice of %s to be typed in here (%v)", t.Step, t.Who, err)
		}
	}
	w := g.wanted
	if w == nil || w.ID.Step != t.Step || w.ID.Who != t.Who || w.ID.Purpose != t.Purpose || w.ID.Nth != t.Nth {
		return fmt.Errorf("the throw of %s for %q in %s is not what the rules wait for here", t.Who, t.Purpose, t.Step)
	}
	return g.Throw(w.ID, t.Faces...)
}
