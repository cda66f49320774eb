package race_test

import (
	"bytes"
	"errors"
	"fmt"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// sprint is a game in Go: a race of one lap over ten rows of two lanes. In its
// turn a car throws a die and drives that far; who pushes drives twice as far,
// but a 1 is the end of the engine. People drive the cars named, a bot the others.
type sprint struct{ people map[string]bool }

// Setup implements race.Book: what a race is made of.
func (s sprint) Setup() race.Setup {
	plan := board.Plan{Name: "the yard", Closed: true, Grid: []board.ID{18, 19}}
	for row := range 10 {
		next := []board.ID{board.ID((row*2 + 2) % 20), board.ID((row*2 + 3) % 20)}
		plan.Rows = append(plan.Rows, []board.Space{{Next: next}, {Next: next}})
	}
	b, err := board.New(plan)
	if err != nil {
		panic(err)
	}
	return race.Setup{Board: b, Laps: 1}
}

// Fresh implements race.Book: the rules of one race.
func (s sprint) Fresh(*race.Race) (race.Rules, error) { return &sprintRules{people: s.people}, nil }

// Sources and Settings implement race.Book. Rules in Go have no files that a
// journal could keep.
func (s sprint) Sources() []race.Source { return nil }
func (s sprint) Settings() []string     { return nil }

// sprintRules remember how often anybody has pushed.
type sprintRules struct {
	people map[string]bool
	pushed int
}

var (
	d6   = dice.Dice{Count: 1, Sides: 6}
	move = dice.NewLabel("move")
	grid = dice.NewLabel("grid")
)

// Next implements race.Rules: the grid, then round after round.
func (s *sprintRules) Next(r *race.Race) (*race.Step, error) {
	step := r.NextStep(&race.Plan{Sessions: []dice.Label{grid}})
	if step == nil {
		return nil, race.ErrOver
	}
	return step, nil
}

// Run implements race.Rules. It is written as a rule book is: what has no answer
// yet ends it, and it is run again from the beginning.
func (s *sprintRules) Run(r *race.Race, step *race.Step) error {
	if step.Kind == race.Session {
		return r.Grid([]int{0, 1})
	}
	pace, err := r.Ask(race.Ask{Who: step.Car, Key: "pace", Options: []race.Option{{ID: "safe"}, {ID: "push"}}})
	if err != nil {
		return err
	}
	n, _, err := r.Roll(step.Car, d6, move)
	if err != nil {
		return err
	}
	if pace[0] == 1 {
		s.pushed++
		if n == 1 {
			return r.Retire(step.Car, "blown engine")
		}
		n *= 2
	}
	_, err = r.Advance(step.Car, n)
	return err
}

// Answer implements race.Answerer: the bot drives safely.
func (s *sprintRules) Answer(r *race.Race, a *race.Ask) (option int, ok bool, err error) {
	return 0, !s.people[r.Name(a.Who)], nil
}

// State and SetState implement race.Rules: what outlives a step, as text.
func (s *sprintRules) State(*race.Race) (race.Notes, error) {
	return race.Notes{Race: fmt.Sprint("pushed=", s.pushed)}, nil
}

func (s *sprintRules) SetState(_ *race.Race, n race.Notes) error {
	_, err := fmt.Sscanf(n.Race, "pushed=%d", &s.pushed)
	return err
}

// head is what a race of Ada, who is a person, and Ben is started with.
var head = race.Head{Variant: "sprint", Seed: "an afternoon", Entries: []race.Entry{{Name: "Ada"}, {Name: "Ben"}}}

var book = sprint{people: map[string]bool{"Ada": true}}

// drive plays a race to its end; a person answers every question in one way.
func drive(game *race.Game, answer string) error {
	for {
		_, err := game.Play()
		switch {
		case errors.Is(err, race.ErrOver):
			return nil
		case errors.Is(err, race.ErrPending):
			for _, q := range game.Pending() {
				if err := game.Answer(q.ID, answer); err != nil {
					return err
				}
			}
		case err != nil:
			return err
		}
	}
}

// A whole race, in which Ada always pushes.
func Example() {
	game, err := race.Start(book, head, nil)
	if err == nil {
		err = drive(game, "push")
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := game.Race()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range r.Classification() {
		fmt.Println(p.Place, p.Car, p.Status)
	}
	// Output:
	// 1 Ada home
	// 2 Ben home
}

// A question is answered by its identity: an answer that comes twice is taken
// once, another one is refused.
func ExampleGame_Answer() {
	game, err := race.Start(book, head, nil)
	for err == nil { // up to the first question
		_, err = game.Play()
	}
	q := game.Pending()[0]
	fmt.Println(q.ID.Step, q.ID.Who, q.ID.Key, q.Options[q.Default].ID)
	fmt.Println(game.Answer(q.ID, "push"))
	fmt.Println(game.Answer(q.ID, "push"))
	fmt.Println(game.Answer(q.ID, "safe"))
	// Output:
	// R1 turn Ada Ada pace safe
	// <nil>
	// <nil>
	// nobody waits for that: Ada was asked "pace" in R1 turn Ada and answered push, which has to be taken back first
}

// What is taken back and done again in the same way comes out the same: luck
// does not change.
func ExampleGame_Undo() {
	game, err := race.Start(book, head, nil)
	if err == nil {
		err = drive(game, "safe")
	}
	end := game.State()
	if err == nil {
		_, err = game.Undo(4)
	}
	fmt.Println(game.Steps(), "steps are left, the last is", game.Last().Step)
	if err == nil {
		err = drive(game, "safe")
	}
	fmt.Println(game.State() == end, err)
	// Output:
	// 6 steps are left, the last is R3 turn Ada
	// true <nil>
}

// A journal holds all that a race needs to be played again.
func ExampleReplay() {
	var journal bytes.Buffer
	game, err := race.Start(book, head, &journal)
	if err == nil {
		err = drive(game, "push")
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	open := func(race.Head, []race.Source, []string) (race.Book, error) { return book, nil }
	again, err := race.Replay(race.NewReader(&journal), open, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.State() == game.State())
	fmt.Println(again.State())
	// Output:
	// true
	// round 5 sessions 1 moves 9 {pushed=2} | Ada home 1 row 6 lap 2 grid 1 arrived 5 turn 2 | Ben home 2 row 10 lap 2 grid 2 arrived 9 turn 5
}
