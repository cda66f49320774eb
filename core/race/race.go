// Package race runs a race and keeps the record of it. It owns what every
// racing game has: cars and where they stand, laps, rounds, whose turn it is,
// who is home and who is out, dice, questions and answers, events, and the
// journal. What the cars may do is said by Rules, which it asks step by step:
//
//	game, err := race.Start(book, head, nil)
//	for err == nil {
//		if _, err = game.Play(); errors.Is(err, race.ErrPending) {
//			q := game.Pending()[0]
//			err = game.Answer(q.ID, q.Options[q.Default].ID)
//		}
//	}
//
// A step is a transaction: it is committed whole or not at all. A game that waits
// for people can be parked, and is little more than text then. The examples are a
// whole game without Lua. The package knows no rule of any one game, no Lua, no
// disk and no clock.
package race

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// Nobody is the index that stands for the race itself where a car could
// stand: its dice are thrown for nobody, its questions go to the game master.
const Nobody = -1

// Race is the state of one race between two steps or inside one.
type Race struct {
	board *board.Board // nil for a race without: see Places
	laps  int          // laps to drive; without a board, turns
	round int          // the round under way, 0 before the first

	sessions int // qualifying sessions done
	moves    int // moves made so far; numbers arrivals
	finished int // cars home
	retired  int // cars out
	cars     []Car
	traffic  *board.Traffic
	order    Finish

	displaced bool       // see Setup
	spaces    []board.ID // memory of DrivePath
	places    []int      // without a board: the running cars, first place first
	marks     []bool     // memory of seen
	overran   bool       // the car whose turn it is has left a corner with too few stops

	source   dice.Source
	step     *Step // under way or, between steps, the last one
	next     Step  // what NextStep hands out
	throw    dice.Throw
	thrown   []thrown
	faces    []int
	queue    queue
	rounds   []roundLabels
	wholes   []wholeLabel
	answerer Answerer
	record   *record
	touched  func(car int)
	measure  func(bytes int)
	between  int    // steps since a round or a session began
	trace    uint64 // see Trace
	counter  Counter
}

// noStep stands where no step was taken yet.
var noStep = Step{Car: Nobody}

// Setup is what a race is made of.
type Setup struct {
	Board   *board.Board // nil for a race of places alone
	Laps    int          // 1 or more; without a board, turns
	Entries []string     // the cars' names, each once, in the order of the entry list
	Finish  Finish       // who of those that come home is ahead

	// Displaced has it told, as "displaced", when a car that is home loses its
	// place to one that comes home after it, see FurthestBeyond.
	Displaced bool
}

// New makes a race whose cars wait beside the track.
func New(s Setup, source dice.Source) (*Race, error) {
	if s.Laps < 1 {
		return nil, fmt.Errorf("a race has at least one lap, not %d", s.Laps)
	}
	if s.Board != nil && !s.Board.Closed && s.Laps > 1 {
		return nil, fmt.Errorf("track %s does not close, so a race on it has one lap, not %d", s.Board.Name, s.Laps)
	}
	if len(s.Entries) == 0 {
		return nil, fmt.Errorf("a race needs at least one car")
	}
	r := &Race{
		board: s.Board, laps: s.Laps, order: s.Finish, displaced: s.Displaced, source: source,
		cars: make([]Car, len(s.Entries)),
	}
	if r.board != nil {
		r.traffic = board.NewTraffic(r.board)
	}
	seen := map[string]bool{}
	for i, name := range s.Entries {
		if name == "" || name == raceName || seen[name] || !utf8.ValidString(name) {
			return nil, fmt.Errorf("entry %d: %q cannot be a car's name (empty, taken, not UTF-8, or kept for the race itself)", i+1, name)
		}
		if err := named("its name", name); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		seen[name] = true
		r.cars[i] = Car{name: name, index: i, label: dice.NewLabel(name), word: quoteName(name)}
	}
	r.Reset(source)
	return r, nil
}

// Reset puts a race back to where New left it, with other dice. It keeps its
// memory: a simulator runs many races in one Race.
func (r *Race) Reset(source dice.Source) {
	r.source, r.step = source, &noStep
	r.round, r.sessions, r.moves, r.finished, r.retired, r.between, r.trace = 0, 0, 0, 0, 0, 0, 0
	if r.board != nil {
		r.traffic.Clear()
	}
	r.places = r.places[:0]
	for i := range r.cars {
		c := &r.cars[i]
		*c = Car{name: c.name, index: i, label: c.label, word: c.word, space: board.None}
	}
	r.queue.stale = true
}

// Cars is the number of entries.
func (r *Race) Cars() int { return len(r.cars) }

// Board is what the cars drive on, nil for a race of places alone.
func (r *Race) Board() *board.Board { return r.board }

// Laps is how many there are to drive; without a board, turns.
func (r *Race) Laps() int { return r.laps }

// Round is the round under way, 0 before the first.
func (r *Race) Round() int { return r.round }

// Car is an entry by its index, nil when there is none of that index.
func (r *Race) Car(i int) *Car {
	if uint(i) >= uint(len(r.cars)) {
		return nil
	}
	return &r.cars[i]
}

// noCar says that a race has no entry of an index.
func (r *Race) noCar(i int) error {
	return fmt.Errorf("there is no car %d; the %d cars count from 0", i, len(r.cars))
}

// noSpace says that the board has no space of an index.
func (r *Race) noSpace(id board.ID) error {
	return fmt.Errorf("track %s has no space %d", r.board.Name, id)
}

// isSpace says that there is a space of an index.
func (r *Race) isSpace(id board.ID) bool {
	return r.board != nil && uint(id) < uint(r.board.Len())
}

// Find is the index of the car of a name, Nobody when there is none.
func (r *Race) Find(name string) int {
	for i := range r.cars {
		if r.cars[i].name == name {
			return i
		}
	}
	return Nobody
}

// Sessions is the number of qualifying sessions done.
func (r *Race) Sessions() int { return r.sessions }

// Step is the step under way or, between steps, the last one.
func (r *Race) Step() *Step { return r.step }

// Over says that every car is home or out.
func (r *Race) Over() bool { return r.finished+r.retired == len(r.cars) }

// OnTouch has f called with the index of each car whose state a later call
// changes, and with Nobody when the round or the sessions do.
func (r *Race) OnTouch(f func(car int)) { r.touched = f }

func (r *Race) touch(car int) {
	if r.touched != nil {
		r.touched(car)
	}
}

// Distance is how far a car has driven, in rows: it orders cars. It is below
// the length of a lap until the start line is crossed. Without a board, and for no
// car, it is 0.
func (r *Race) Distance(c *Car) int {
	if r.board == nil || c == nil {
		return 0
	}
	return c.lap*r.board.Rows + c.row
}

// CarOn is the car on a space, of several the one that came first; Nobody when it
// is free or there is no such space.
func (r *Race) CarOn(id board.ID) int {
	if !r.isSpace(id) {
		return Nobody
	}
	if r.board.Space(id).Capacity > 1 {
		if cars := r.CarsOn(id); len(cars) > 0 {
			return cars[0]
		}
	}
	return r.traffic.Car(id)
}

// CarsOn lists the cars on a space in the order in which they came; none where
// there is no such space.
func (r *Race) CarsOn(id board.ID) []int {
	if !r.isSpace(id) {
		return nil
	}
	cars := r.traffic.Cars(id)
	slices.SortFunc(cars, func(a, b int) int { return r.cars[a].arrived - r.cars[b].arrived })
	return cars
}
