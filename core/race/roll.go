package race

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"sandbox/core/dice"
)

// raceName is the roller of dice that are thrown for nobody, and the name
// under which the game master is asked.
const raceName = "race"

var raceLabel = dice.NewLabel(raceName)

// Modifier is a named number that is added to a roll.
type Modifier struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Where string `json:"where,omitempty"` // file:line where the value is written, "" when unknown
}

// thrown counts the dice of one roller and purpose in the step under way.
type thrown struct {
	who     int
	purpose dice.Label
	n       int
}

// Roll throws dice for a car, or for Nobody, and returns the total with the
// modifiers added; the faces are good until the next roll. It fails when the
// source has no face to give, with ErrPending when somebody has to type it in,
// and when there is no such car or there are no such dice.
func (r *Race) Roll(who int, d dice.Dice, purpose dice.Label, mods ...Modifier) (total int, faces []int, err error) {
	roller := &raceLabel
	if who != Nobody {
		if uint(who) >= uint(len(r.cars)) {
			return 0, nil, r.noCar(who)
		}
		roller = &r.cars[who].label
	}
	if d.Count < 1 || d.Count > dice.MaxCount || d.Sides < 2 || d.Sides > dice.MaxSides || r.record != nil {
		if err := r.cannotRoll(d, purpose); err != nil {
			return 0, nil, err
		}
	}
	n := r.count(who, purpose, d.Count)
	r.throw.Roller, r.throw.Purpose, r.throw.Sides = *roller, purpose, d.Sides
	r.faces = r.faces[:0]
	for i := 1; i <= d.Count; i++ {
		r.throw.Nth = n + i
		face, err := r.source.Face(&r.throw)
		if err != nil {
			if errors.Is(err, dice.ErrUnknown) {
				r.throw.Nth = n + 1
				err = r.want(who, d)
			}
			return 0, nil, err
		}
		r.faces = append(r.faces, face)
	}
	total = d.Total(r.faces)
	for _, m := range mods {
		total += m.Value
	}
	r.mark(total)
	if r.record != nil {
		r.tellRoll(who, d, purpose, total, mods)
		r.record.ahead.next++
	}
	return total, r.faces, nil
}

// mark mixes a number into the trace, by FNV-1a.
func (r *Race) mark(n int) { r.trace = (r.trace ^ uint64(n)) * 0x100000001b3 }

// Trace is mixed of what all dice came to, and of the spaces that cars came to,
// since the race began, in their order. Two races in which it differs went
// otherwise. What a step did before it was attempted again is in it too, so it
// says something of races in which nobody is waited for.
func (r *Race) Trace() uint64 { return r.trace }

// cannotRoll says why dice cannot be thrown, nil when they can.
func (r *Race) cannotRoll(d dice.Dice, purpose dice.Label) error {
	switch {
	case d.Count < 1 || d.Count > dice.MaxCount || d.Sides < 2 || d.Sides > dice.MaxSides:
		return fmt.Errorf("%d dice of %d sides cannot be thrown", d.Count, d.Sides)
	case r.record != nil && !utf8.ValidString(purpose.String()):
		return fmt.Errorf("dice are thrown for %q, which is not UTF-8, so the journal cannot keep it", purpose)
	}
	return nil
}

// count returns how many dice of this roller and purpose were thrown in this
// step, and adds n to them.
func (r *Race) count(who int, purpose dice.Label, n int) int {
	for i := range r.thrown {
		if t := &r.thrown[i]; t.who == who && t.purpose.Same(purpose) {
			t.n += n
			return t.n - n
		}
	}
	r.thrown = append(r.thrown, thrown{who, purpose, n})
	return 0
}

// soFar is how many dice of this roller and purpose were thrown in this step.
func (r *Race) soFar(who int, purpose dice.Label) int {
	for _, t := range r.thrown {
		if t.who == who && t.purpose.Same(purpose) {
			return t.n
		}
	}
	return 0
}

func (r *Race) tellRoll(who int, d dice.Dice, purpose dice.Label, total int, mods []Modifier) {
	faces := append([]int(nil), r.faces...)
	fields := []Field{Text("purpose", purpose.String()), Text("dice", d.String())}
	if len(faces) == 1 {
		fields = append(fields, Int("face", faces[0]))
	} else {
		fields = append(fields, Field{"faces", faces})
	}
	if len(mods) > 0 {
		fields = append(fields, Field{"modifiers", append([]Modifier(nil), mods...)})
	}
	fields = append(fields, Int("total", total))
	if typed, ok := r.source.(*dice.Typed); ok {
		by := "typed"
		if typed.IsOwn(&r.throw) {
			by = "own"
		}
		fields = append(fields, Field{by, true})
	}
	r.Tell(who, "roll", fields...)
}
