package race

import (
	"errors"
	"fmt"
	"slices"

	"sandbox/core/dice"
)

// Given is what somebody gave to the step under way: the answer to a question,
// or what real dice showed, a line of them.
type Given struct {
	Who     string `json:"who"`               // a car's name, or "race"
	What    string `json:"what"`              // the key of the question, or what the dice were thrown for
	Nth     int    `json:"nth"`               // of that question in the step, or of the first of the dice
	Option  string `json:"option,omitempty"`  // the ID of the option chosen, "" for dice
	Faces   []int  `json:"faces,omitempty"`   // what the dice showed, of several throws one after the other; nil for an answer
	Own     bool   `json:"own,omitempty"`     // the program threw the dice
	Hidden  bool   `json:"hidden,omitempty"`  // others must not see it, as long as the step is under way
	After   string `json:"after"`             // as in QuestionID and ThrowID
	Written string `json:"written,omitempty"` // how an answer was written that was not the option's ID

	holds bool // nothing before it has changed, as far as is known
	steps int  // how many commits there were
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
func (g *Game) Given() []Given { return slices.Clone(g.given) }

// Under is the label of the step under way, "" when none was attempted.
func (g *Game) Under() string { return g.under }

// like says that two things were given to the same question or throw.
func (v *Given) like(w *Given) bool {
	return v.Who == w.Who && v.What == w.What && v.Nth == w.Nth && (v.Faces == nil) == (w.Faces == nil)
}

// give keeps what was given, in place of what was given there before.
func (g *Game) give(v Given) {
	g.given = slices.DeleteFunc(g.given, func(old Given) bool { return old.like(&v) })
	v.holds, v.steps = true, g.history.len()
	g.given = append(g.given, v)
	if v.Faces == nil {
		g.said[question{g.under, v.Who, v.What, v.Nth}] = v.Option
	}
}

// rememberedSteps is in how many of the last steps what was given is known again
// when it comes a second time.
const rememberedSteps = 32

// givenBefore finds what was given to a question or a throw, in the step under
// way or one of the last that were committed.
func (g *Game) givenBefore(step string, to Given) (Given, bool) {
	same := func(v Given) bool { return v.like(&to) && v.After == to.After }
	if g.under == step {
		if i := slices.IndexFunc(g.given, func(v Given) bool { return v.holds && same(v) }); i >= 0 {
			return g.given[i], true
		}
	}
	end := g.history.len()
	for i := end - 1; i >= max(0, end-rememberedSteps); i-- {
		c, err := g.history.at(i)
		if err != nil || c.Step != step {
			continue
		}
		if i := slices.IndexFunc(c.Given, same); i >= 0 {
			return c.Given[i], true
		}
	}
	return Given{}, false
}

// kept is what was given to a step as its commit keeps it. What was said is no
// default any more, until the step is taken back.
func (g *Game) kept() []Given {
	var list []Given
	for _, v := range g.given {
		if v.Faces == nil {
			delete(g.said, question{g.under, v.Who, v.What, v.Nth})
		}
		v.holds, v.steps = false, 0
		list = append(list, v)
	}
	return list
}

// Retract takes back what was last given to the step under way, which then
// runs again and asks for it again: the old answer is the question's default,
// old faces are in Wanted.Before. What a correction of the game master came
// after stays. It returns what it took back, or ErrNothingGiven.
func (g *Game) Retract() (Given, error) {
	for i := len(g.given) - 1; i >= 0; i-- {
		v := g.given[i]
		if !v.holds || v.steps < g.history.len() {
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
	g.pending, g.wanted, g.tried = nil, nil, nil
}

// forgetThrow has dice thrown anew; what they showed is only a reminder.
func (g *Game) forgetThrow(v *Given) {
	if typed, ok := g.source.(*dice.Typed); ok && v.Faces != nil {
		typed.ForgetLine(&dice.Throw{
			Step: dice.NewLabel(g.under), Roller: dice.NewLabel(v.Who), Purpose: dice.NewLabel(v.What), Nth: v.Nth,
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
