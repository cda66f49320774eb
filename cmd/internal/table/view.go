package table

import (
	"errors"
	"slices"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// View is what somebody sees of a race at one moment. What others have answered
// and is not told yet is not in it. After a change it is Advance that asks, or
// asks again.
type View struct {
	Seat      Seat
	Step      string          // label of the step under way, "" between steps
	Questions []race.Question // for this seat; the game master has all
	Waiting   []Waiting       // who is asked what, in the order in which the rules ask
	Throw     *race.Wanted    // dice that are to be typed in, nil for none
	Events    []race.Event    // of the step under way while it waits; they are provisional
	Given     []race.Given    // to the step under way: by this seat, for the game master by all, but for what is secret
	State     string          // of the race as last committed, in one line
	Race      *race.Race      `json:"-"` // the same: the seat's own copy
	Problem   error           `json:"-"` // why the files as they are cannot be used, nil when they can

	program *scripts.Program
	notes   race.Notes
}

// Waiting is a question that somebody has not answered, without what others
// must not see of it.
type Waiting struct {
	Who    string // a car's name, or "race" for the game master
	Key    string
	Hidden bool // others must not see the answer yet
}

// View is what a seat sees now. It fails when the rules in force name another
// track than the one the race stands on.
func (t *Table) View(s Seat) (View, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := View{Seat: s, Step: t.game.Under(), Throw: t.game.Wanted(), State: t.game.State(), Problem: t.broken, program: t.program}
	for _, q := range t.game.Pending() {
		v.Waiting = append(v.Waiting, Waiting{q.ID.Who, q.ID.Key, q.Hidden})
		switch {
		case s.is(q.ID.Who):
			v.Questions = append(v.Questions, q)
		case s.GM:
			if q.Hidden {
				q.Default = firstOpen(q.Options) // it may be what they answered before
			}
			v.Questions = append(v.Questions, q)
		}
	}
	if len(v.Waiting) > 0 || v.Throw != nil {
		v.Events = slices.Clone(t.game.Events())
	}
	for _, g := range t.game.Given() {
		if s.is(g.Who) || s.GM && !g.Hidden {
			v.Given = append(v.Given, g)
		}
	}
	return v, v.stand()
}

// firstOpen is the first option that can be chosen.
func firstOpen(options []race.Option) int {
	return max(0, slices.IndexFunc(options, func(o race.Option) bool { return o.No == "" }))
}

// stand sets the seat's copy of the race to its state.
func (v *View) stand() (err error) {
	if v.Race, err = race.New(v.program.Setup(), nil); err != nil {
		return err
	}
	v.notes, err = v.Race.SetText(v.State)
	return err
}

// Field is a field of a car that the rules declared, as text; "wp.T" is the T
// of a table. It is "" when there is none.
func (v *View) Field(car int, column string) string {
	if car < 0 || car >= len(v.notes.Cars) {
		return ""
	}
	return scripts.FieldText(v.notes.Cars[car], column)
}

// Result is how the cars are placed now, with the points that places score.
func (v *View) Result() []race.Placing {
	list := v.Race.Classification()
	for i := range list {
		list[i].Points = v.program.Points(list[i], v.notes.Cars[v.Race.Find(list[i].Car)])
	}
	return list
}

// Head is what the race was started with; the seed of sealed dice, which gives
// away the dice to come, stands in it once the race is over.
func (t *Table) Head() race.Head {
	t.mu.Lock()
	defer t.mu.Unlock()
	head := t.game.Head()
	if head.Dice == dice.KindSealed {
		if _, err := t.upcoming(); !errors.Is(err, race.ErrOver) {
			head.Seed = ""
		}
	}
	return head
}

// Commitment is the SHA-256 of the seed, by which it can be known again.
func (t *Table) Commitment() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return dice.Commitment(t.game.Head().Seed)
}

// Steps is how many steps were committed.
func (t *Table) Steps() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game.Steps()
}

// Commit is a step that was committed, from 1; 0 is the start of the race.
func (t *Table) Commit(i int) (race.Commit, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game.Commit(i)
}

// Over says that nothing comes next. It fails when the rules cannot say.
func (t *Table) Over() (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := t.upcoming()
	if errors.Is(err, race.ErrOver) {
		return true, nil
	}
	return false, err
}
