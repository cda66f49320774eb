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

// Wanted is a throw of real dice that the step under way waits for.
type Wanted struct {
	Step    string // label of the step
	Who     int    // a car, or Nobody
	Purpose string
	Dice    dice.Dice
	Nth     int   // number of the first of the dice, among those of that purpose in the step
	Before  []int // the faces that were typed in for them before, nil when there are none

	throw dice.Throw // the first of the dice
}

// want says which throw a step waits for.
func (r *Race) want(who int, d dice.Dice) error {
	if r.record == nil {
		return errThrow
	}
	w := &Wanted{Step: r.throw.Step.String(), Who: who, Purpose: r.throw.Purpose.String(), Dice: d, throw: r.throw}
	w.Nth = w.throw.Nth
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
		die.Nth = w.Nth + i
		visit(i, &die)
	}
}

// Wanted is the throw that the step under way waits for, nil when it waits for
// none: only a race whose dice are typed in does.
func (g *Game) Wanted() *Wanted { return g.wanted }

// Throw types in what real dice showed for the throw that is Wanted. It
// refuses faces that those dice do not have, with the reason. Then Play goes
// on with the step.
func (g *Game) Throw(faces ...int) error {
	w := g.wanted
	if w == nil {
		return errors.New("no dice are to be thrown now")
	}
	if err := w.Dice.Check(faces); err != nil {
		return err
	}
	who := g.race.Name(w.Who)
	if err := g.journal.write(Record{Throw: &ThrowRecord{w.Step, who, w.Purpose, w.Nth, faces}}); err != nil {
		return err
	}
	typed := g.source.(*dice.Typed) // nothing else makes a step wait
	w.eachDie(func(i int, die *dice.Throw) { typed.Type(die, faces[i]) })
	g.give(Given{Who: who, What: w.Purpose, Nth: w.Nth, Faces: slices.Clone(faces)})
	g.wanted = nil
	return nil
}

// forget has the dice of steps thrown anew when they are played again.
func (g *Game) forget(step func(label string) bool) {
	if typed, ok := g.source.(*dice.Typed); ok {
		typed.Forget(step)
	}
}

func (g *Game) replayThrow(t *ThrowRecord) error {
	if g.wanted == nil {
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			return fmt.Errorf("%s has no dice of %s to be typed in here (%v)", t.Step, t.Who, err)
		}
	}
	w := g.wanted
	if w == nil || w.Step != t.Step || g.race.Name(w.Who) != t.Who || w.Purpose != t.Purpose || w.Nth != t.Nth {
		return fmt.Errorf("the throw of %s for %q in %s is not what the rules wait for here", t.Who, t.Purpose, t.Step)
	}
	return g.Throw(t.Faces...)
}
