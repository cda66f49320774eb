package race

import (
	"errors"
	"fmt"
	"slices"

	"sandbox/core/dice"
)

// Given is what somebody gave to the step under way: the answer to a question,
// or what real dice showed.
type Given struct {
	Who    string // a car's name, or "race"
	What   string // the key of the question, or what the dice were thrown for
	Nth    int    // of that question in the step, or of the first of the dice
	Option string // the ID of the option chosen, "" for dice
	Faces  []int  // what the dice showed, nil for an answer
	Hidden bool   // others must not see it, as long as the step is under way

	trail uint64 // hash of all that went before an answer
	holds bool   // nothing before it has changed, as far as is known
	after int    // how many commits there were
}

// question is which question of a race an answer is to.
type question struct {
	step, who, key string
	nth            int
}

// ErrNothingGiven is returned when nothing was given to the step under way
// that could be taken back.
var ErrNothingGiven = errors.New("nothing was given to the step under way")

// Given is what was given to the step under way, in that order.
func (g *Game) Given() []Given { return g.given }

// Under is the label of the step under way, "" when none was attempted.
func (g *Game) Under() string { return g.under }

// like says that two things were given to the same question or throw.
func (v *Given) like(w *Given) bool {
	return v.Who == w.Who && v.What == w.What && v.Nth == w.Nth && (v.Faces == nil) == (w.Faces == nil)
}

// give keeps what was given, in place of what was given there before.
func (g *Game) give(v Given) {
	g.given = slices.DeleteFunc(g.given, func(old Given) bool { return old.like(&v) })
	v.holds, v.after = true, len(g.history)
	g.given = append(g.given, v)
	if v.Faces == nil {
		g.said[question{g.under, v.Who, v.What, v.Nth}] = v.Option
	}
}

// Retract takes back what was last given to the step under way, which then
// runs again and asks for it again: the old answer is the question's default,
// old faces are in Wanted.Before. What a correction of the game master came
// after stays. It returns what it took back, or ErrNothingGiven.
func (g *Game) Retract() (Given, error) {
	for i := len(g.given) - 1; i >= 0; i-- {
		v := g.given[i]
		if !v.holds || v.after < len(g.history) {
			continue
		}
		rec := RetractRecord{Step: g.under, Who: v.Who, Nth: v.Nth}
		if v.Faces == nil {
			rec.Key = v.What
		} else {
			rec.Purpose = v.What
		}
		if err := g.journal.write(Record{Retract: &rec}); err != nil {
			return Given{}, err
		}
		g.retract(i)
		return v, nil
	}
	return Given{}, ErrNothingGiven
}

// retract drops what was given from number i on: behind that, nothing holds.
func (g *Game) retract(i int) {
	for _, v := range g.given[i:] {
		g.forgetThrow(&v)
	}
	g.given = g.given[:i]
	g.pending, g.wanted, g.stale = nil, nil, true
}

// forgetThrow has dice thrown anew; what they showed is only a reminder.
func (g *Game) forgetThrow(v *Given) {
	typed, ok := g.source.(*dice.Typed)
	if !ok {
		return
	}
	for i := range v.Faces {
		typed.ForgetDie(&dice.Throw{
			Step: dice.NewLabel(g.under), Roller: dice.NewLabel(v.Who), Purpose: dice.NewLabel(v.What), Nth: v.Nth + i,
		})
	}
}

func (g *Game) replayRetract(rec *RetractRecord) error {
	want := Given{Who: rec.Who, What: rec.Key, Nth: rec.Nth}
	if rec.Purpose != "" {
		want.What, want.Faces = rec.Purpose, []int{}
	}
	i := slices.IndexFunc(g.given, func(v Given) bool { return v.like(&want) })
	if i < 0 || g.under != rec.Step {
		return fmt.Errorf("it takes back %q of %s in %s, which was not given here", want.What, rec.Who, rec.Step)
	}
	g.retract(i)
	return nil
}
