// Package outlook looks ahead for drivers: where the odds of a choice lead on
// a board, with these cars in the way, what that costs, and what comes after it.
//
//	ahead, err := outlook.New(plan)
//	look := outlook.NewLook(ahead)
//	look.Begin(&driver, now)
//	worth := look.Mode(3)
//
// A choice is a mode: a driver names one, dice or a fixed number say how many
// spaces it moves, and from each mode some others can follow at a price. What a
// move costs is paid in amounts, of which a car has so many, and a driver says
// what a point of each is worth to him. All worth is in thousandths of a space, in
// whole numbers, so that every processor finds the same.
//
// The package knows no game: what a mode is, and what an amount, is for the
// rules to say. It sees no dice to come and no answer that is not given.
package outlook

import (
	"fmt"

	"sandbox/core/board"
)

// Space is what one space is worth.
const Space = 1000

// MaxAmounts is how many kinds of amounts a plan can have, MaxModes how many
// modes, MaxSpaces how far one of them moves.
const (
	MaxAmounts = 8
	MaxModes   = 16
	MaxSpaces  = 60
)

// NoAmount stands where a plan has no amount for something.
const NoAmount = -1

// Throw is how many of a mode's equally likely throws move so many spaces.
type Throw struct{ Spaces, Ways int }

// Ground is how modes move from the spaces of one kind.
type Ground struct {
	Moves [][]Throw // by mode
	// Late says that a choice made here counts from the next turn on: the mode
	// chosen before moves the car now.
	Late bool
}

// Plan is what a move is on a board, whoever drives.
type Plan struct {
	Board   *board.Board
	Grounds []Ground
	Ground  []uint8 // by space: the place of its kind in Grounds; nil when there is one kind

	// Follow is, by mode and by the mode after it, what the change costs, by
	// amount; nil where it is not possible.
	Follow   [][][]int
	Amounts  int
	Forgiven [MaxAmounts]bool // amounts that may be lacking for a change, at the price of ruin

	Brake  int // the amount that a space not driven costs, or NoAmount
	Skid   int // the amount that a space costs that a blocked way takes when those of Brake are gone, or NoAmount
	Beyond int // the amount that a space beyond a corner with stops missing costs, or NoAmount
	// Missing is how many stops may be missing there; with more the car is ruined.
	Missing int
	// Spins is how many points of Beyond a car may lack: then it spins; with more
	// lacking it is ruined.
	Spins int

	Changes    int // lane changes of a move
	Overtaking int // lane changes where the way is blocked otherwise

	// Extra is the most spaces that rules add to a throw whose way straight on meets
	// a corner: see Now.Extra.
	Extra int

	Tow        int // spaces that a car goes on which another one takes along, 0 where none does
	TowChanges int // lane changes on them
}

// Driver is a character: what things are worth to him, in thousandths of a
// space. Costs are positive.
type Driver struct {
	Point  [MaxAmounts]int // a point of each amount
	Scarce bool            // a point is worth more the less there is of it for the way that is left
	Spin   int
	Ruin   int // to be out of the race
	Crash  int // to run into what blocks the way
	Turns  int // how many turns he looks ahead, the one that is asked for among them; 1 to MaxTurns
}

// MaxTurns is how many turns a driver can look ahead.
const MaxTurns = 12

// check refuses what no plan is.
func (p *Plan) check() error {
	modes := len(p.Follow)
	switch {
	case p.Board == nil:
		return fmt.Errorf("there is no board to look ahead on")
	case modes < 1 || modes > MaxModes:
		return fmt.Errorf("%d modes; there can be 1 to %d", modes, MaxModes)
	case p.Amounts > MaxAmounts:
		return fmt.Errorf("%d kinds of amounts; there can be %d", p.Amounts, MaxAmounts)
	case p.Extra < 0 || p.Extra > MaxSpaces:
		return fmt.Errorf("%d extra spaces; there can be 0 to %d", p.Extra, MaxSpaces)
	case len(p.Grounds) == 0:
		return fmt.Errorf("no ground says how modes move")
	}
	for i := range p.Grounds {
		if len(p.Grounds[i].Moves) != modes {
			return fmt.Errorf("ground %d has moves for %d of %d modes", i+1, len(p.Grounds[i].Moves), modes)
		}
		for mode, throws := range p.Grounds[i].Moves {
			if err := checkThrows(throws); err != nil {
				return fmt.Errorf("mode %d: %w", mode+1, err)
			}
		}
	}
	return nil
}

func checkThrows(throws []Throw) error {
	if len(throws) == 0 {
		return fmt.Errorf("it has no throw")
	}
	for _, t := range throws {
		if t.Spaces < 0 || t.Spaces > MaxSpaces || t.Ways < 1 {
			return fmt.Errorf("%d throws move %d spaces; 0 to %d can be looked ahead", t.Ways, t.Spaces, MaxSpaces)
		}
	}
	return nil
}

// ground is the kind of a space.
func (p *Plan) ground(id board.ID) *Ground {
	if p.Ground == nil {
		return &p.Grounds[0]
	}
	return &p.Grounds[p.Ground[id]]
}

// furthest is the most spaces that any throw moves.
func (p *Plan) furthest() int {
	most := 0
	for i := range p.Grounds {
		for _, throws := range p.Grounds[i].Moves {
			for _, t := range throws {
				most = max(most, t.Spaces)
			}
		}
	}
	return most + p.Extra
}

// cruise is what a turn is worth on a road without end: the highest mean of a
// mode, anywhere.
func (p *Plan) cruise() int {
	best := 0
	for i := range p.Grounds {
		for _, throws := range p.Grounds[i].Moves {
			sum, ways := 0, 0
			for _, t := range throws {
				sum, ways = sum+t.Spaces*t.Ways, ways+t.Ways
			}
			best = max(best, sum*Space/ways)
		}
	}
	return best
}
