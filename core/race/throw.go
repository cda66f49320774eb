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

// NotOwned is why dice are not typed in that nobody owns.
type NotOwned struct{ Dice dice.Dice }

// Error says which dice are to be thrown instead.
func (e *NotOwned) Error() string {
	return fmt.Sprintf("nobody owns a d%d, so what it shows cannot be typed in: have the rules throw %s, or play with fast or sealed dice",
		e.Dice.Sides, dice.RealDice)
}

// ThrowID says which throw of real dice it is.
type ThrowID struct {
	Step    string `json:"step"` // label of the step
	Who     string `json:"who"`  // a car's name, or "race"
	Purpose string `json:"purpose"`
	Nth     int    `json:"nth"`   // number of the first of the dice, among those of that purpose in the step
	After   string `json:"after"` // hash of what preceded it in the step and of the dice, 16 hex digits
}

// Wanted is throws of real dice that the step under way waits for: the same dice
// for the same purpose, of one thrower or of several.
type Wanted struct {
	ID     ThrowID // of the first of them
	Dice   dice.Dice
	Throws []Thrower // in the order in which the dice are typed in; at least one

	step, purpose dice.Label
}

// Thrower is who throws.
type Thrower struct {
	Car    int    // who throws, or Nobody
	Who    string // a car's name, or "race"
	Nth    int    // number of the first of the dice, among those of that purpose and thrower in the step
	Will   string // what will do, in words; "" where nothing is known beforehand
	Before []int  // the faces that were typed in for them before, nil when there are none
}

// ahead is who throws next, as Announce was told.
type ahead struct {
	who  []int
	next int // number of the next of them
	will func(i int) string
}

// Announce says who throws next: each of these once, in this order, with the
// same dice for the same purpose. Whoever throws real dice is asked for all of
// them together, and told what will do, which will says in words for each of
// them; it may be nil. It holds until the next Announce, which may be of nobody.
func (r *Race) Announce(who []int, will func(i int) string) {
	if r.record != nil {
		r.record.ahead = ahead{who: who, will: will}
	}
}

// throwers are those whose dice are wanted when who throws: those who were
// announced, from there on.
func (r *Race) throwers(who int, d dice.Dice) []Thrower {
	a := &r.record.ahead
	if a.next >= len(a.who) || a.who[a.next] != who {
		return []Thrower{{Car: who, Who: r.Name(who), Nth: r.throw.Nth}}
	}
	var list []Thrower
	again := map[int]int{} // dice of those who throw more than once
	for i, who := range a.who[a.next:] {
		t := Thrower{Car: who, Who: r.Name(who), Nth: r.throw.Nth}
		if i > 0 {
			t.Nth = r.soFar(who, r.throw.Purpose) + again[who] + 1
			again[who] += d.Count
		}
		if a.will != nil && !r.record.unread {
			t.Will = a.will(a.next + i)
		}
		list = append(list, t)
	}
	return list
}

// want says which throws a step waits for. It fails for dice that nobody owns.
func (r *Race) want(who int, d dice.Dice) error {
	typed, ok := r.source.(*dice.Typed)
	switch {
	case ok && !typed.Takes(d):
		return &NotOwned{d}
	case r.record == nil:
		return errThrow
	}
	id := ThrowID{Step: r.throw.Step.String(), Who: r.Name(who), Purpose: r.throw.Purpose.String(), Nth: r.throw.Nth}
	id.After = trailText(follow(r.record.trail, fmt.Sprintf("throw %q %q %d %s", id.Who, id.Purpose, id.Nth, d)))
	w := &Wanted{ID: id, Dice: d, step: r.throw.Step, purpose: r.throw.Purpose}
	w.Throws = r.throwers(who, d)
	if ok {
		for i := range w.Throws {
			w.remember(typed, i)
		}
	}
	r.record.wanted = w
	r.record.pause()
	return errThrow
}

// remember finds what was typed in before for a throw, if all of it was.
func (w *Wanted) remember(typed *dice.Typed, i int) {
	var before []int
	for _, die := range w.dice(i, i+1) {
		face := typed.Before(&die)
		if face == 0 {
			return
		}
		before = append(before, face)
	}
	w.Throws[i].Before = before
}

// dice are those of throws from one number to before another.
func (w *Wanted) dice(from, to int) []dice.Throw {
	var list []dice.Throw
	for _, t := range w.Throws[from:to] {
		for n := range w.Dice.Count {
			list = append(list, dice.Throw{Step: w.step, Roller: dice.NewLabel(t.Who), Purpose: w.purpose, Nth: t.Nth + n, Sides: w.Dice.Sides})
		}
	}
	return list
}

// Before are the faces that were typed in before for as many of the throws, from
// the first on, as are known.
func (w *Wanted) Before() []int {
	var faces []int
	for _, t := range w.Throws {
		if t.Before == nil {
			break
		}
		faces = append(faces, t.Before...)
	}
	return faces
}

// check says why these cannot be the faces of some of the throws, from the first
// on.
func (w *Wanted) check(faces []int) error {
	count := w.Dice.Count
	if len(w.Throws) == 1 {
		return w.Dice.Check(faces)
	}
	if len(faces) == 0 || len(faces)%count != 0 || len(faces) > count*len(w.Throws) {
		return fmt.Errorf("%s: %d throws of %s are wanted, from %s on, each with %s; a line may have the first of them alone",
			dice.Faces(len(faces)), len(w.Throws), w.Dice, w.ID.Who, dice.Faces(count))
	}
	for i := range len(faces) / count {
		if err := w.Dice.Check(faces[i*count : (i+1)*count]); err != nil {
			return fmt.Errorf("%s, throw %d of the line: %w; nothing of the line is taken", w.Throws[i].Who, i+1, err)
		}
	}
	return nil
}

// Wanted is what the step under way waits for of real dice, nil when it waits
// for none: only a race whose dice are typed in does. It must not be written.
func (g *Game) Wanted() *Wanted { return g.wanted }

// Throw types in what real dice showed for the first of the throws that are
// Wanted, or for as many of them as there are faces for. It refuses faces that
// those dice do not have, with the reason, and other throws, with ErrClosed; the
// same throws typed in twice are taken once, as an answer is. Then Play goes on
// with the step, which may want the rest.
func (g *Game) Throw(id ThrowID, faces ...int) error {
	w := g.wanted
	if w == nil || w.ID != id {
		return g.thrown(id, func(before *Given) bool { return slices.Equal(faces, before.Faces) })
	}
	if err := w.check(faces); err != nil {
		return err
	}
	return g.take(faces, false)
}

// ThrowAll has the program throw the dice that are Wanted, all of them: by the
// seed of the race, so that they fall the same when they are taken back and
// thrown again. It refuses other throws as Throw does.
func (g *Game) ThrowAll(id ThrowID) error {
	w := g.wanted
	if w == nil || w.ID != id {
		return g.thrown(id, func(before *Given) bool { return before.Own })
	}
	typed := g.source.(*dice.Typed) // nothing else makes a step wait
	var faces []int
	for _, die := range w.dice(0, len(w.Throws)) {
		faces = append(faces, typed.Own(&die))
	}
	return g.take(faces, true)
}

// take keeps the faces of the first of the throws that are wanted.
func (g *Game) take(faces []int, own bool) error {
	id := g.wanted.ID
	if err := g.journal.write(Record{Throw: &ThrowRecord{id.Step, id.Who, id.Purpose, id.Nth, faces, own}}); err != nil {
		return err
	}
	g.source.(*dice.Typed).Type(g.wanted.dice(0, len(faces)/g.wanted.Dice.Count), faces, own)
	g.give(Given{Who: id.Who, What: id.Purpose, Nth: id.Nth, Faces: slices.Clone(faces), Own: own, After: id.After})
	g.wanted = nil
	return nil
}

// thrown says why throws are not taken that are not wanted; nil when they were
// taken before.
func (g *Game) thrown(id ThrowID, same func(before *Given) bool) error {
	before, ok := g.givenBefore(id.Step, Given{Who: id.Who, What: id.Purpose, Nth: id.Nth, Faces: []int{}, After: id.After})
	switch {
	case ok && same(&before):
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
	if err := w.check(t.Faces); err != nil {
		return err
	}
	return g.take(t.Faces, t.Own)
}
