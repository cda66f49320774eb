package race

import (
	"strconv"

	"sandbox/core/dice"
)

// Step is what is committed at once.
type Step struct {
	Label   dice.Label // "Q1", "R4 open", "R4 turn Vettel"
	Kind    Kind
	Car     int // whose turn it is, or Nobody
	Round   int // the round it belongs to; 0 leaves the round as it is
	Session int // which qualifying session, from 1; 0 for none
	Rule    any // what the Rules need to know again when the step runs
}

// Kind says which part of the rules a step runs.
type Kind uint8

// The kinds of step. A Special step is one that the rules named themselves.
const (
	Turn Kind = iota
	Session
	Open
	Special
)

// Order compares two running cars that have not had their turn in this round:
// negative when a moves before b. Cars that it holds level move as entered.
type Order func(r *Race, a, b *Car) int

// Orders are the orders of play by name.
var Orders = map[string]Order{"foremost first": foremost}

// foremost puts the car that has driven furthest first and, of two level
// cars, the one that arrived first.
func foremost(r *Race, a, b *Car) int {
	if ahead := r.Distance(b) - r.Distance(a); ahead != 0 {
		return ahead
	}
	return a.Arrived - b.Arrived
}

// Plan is the usual course of a race: sessions, each once, then rounds of
// turns until every car is home or out.
type Plan struct {
	Sessions []dice.Label // qualifying sessions, such as Q1
	Opened   bool         // each round begins with a step of its own
	Order    Order
}

// queue is the cars still to move in a round, worked out once a round and
// again when a car was moved outside its turn.
type queue struct {
	cars  []int // those to move, first to last
	next  int   // the first of them that has not moved
	round int
	stale bool
}

// roundLabels are the labels of one round, kept for the next race.
type roundLabels struct{ open, turn dice.Label }

// NextStep is the step that a plan has next; ok is false when the race is
// over.
func (r *Race) NextStep(p *Plan) (step Step, ok bool) {
	if r.sessions < len(p.Sessions) {
		return Step{Label: p.Sessions[r.sessions], Kind: Session, Car: Nobody, Session: r.sessions + 1}, true
	}
	if r.Round > 0 {
		if car := r.nextCar(p.Order); car != Nobody {
			return r.TurnStep(car, r.Round), true
		}
	}
	car, round := r.firstCar(p.Order), r.Round+1
	switch {
	case car == Nobody:
		return Step{}, false
	case p.Opened:
		return Step{Label: r.labels(round).open, Kind: Open, Car: Nobody, Round: round}, true
	}
	return r.TurnStep(car, round), true
}

// TurnStep is a car's turn in a round.
func (r *Race) TurnStep(car, round int) Step {
	return Step{Label: r.labels(round).turn.Join(r.cars[car].label), Kind: Turn, Car: car, Round: round}
}

func (r *Race) labels(round int) *roundLabels {
	for n := len(r.rounds); n < round; n++ {
		name := "R" + strconv.Itoa(n+1)
		r.rounds = append(r.rounds, roundLabels{open: dice.NewLabel(name + " open"), turn: dice.NewLabel(name + " turn ")})
	}
	return &r.rounds[round-1]
}

// nextCar is the car whose turn comes next in this round.
func (r *Race) nextCar(order Order) int {
	if r.queue.stale || r.queue.round != r.Round {
		r.fillQueue(r.Round, order)
	}
	for ; r.queue.next < len(r.queue.cars); r.queue.next++ {
		c := &r.cars[r.queue.cars[r.queue.next]]
		if c.Status == Running && c.Turn < r.Round {
			return c.Index
		}
	}
	return Nobody
}

// firstCar is the car that will begin the next round.
func (r *Race) firstCar(order Order) int {
	r.fillQueue(r.Round+1, order)
	if len(r.queue.cars) == 0 {
		return Nobody
	}
	return r.queue.cars[0]
}

// fillQueue sorts by insertion, starting from the order of the entries and
// from nothing that a state does not hold: cars that the order holds level
// move as entered, in a restored race too.
func (r *Race) fillQueue(round int, order Order) {
	q := r.queue.cars[:0]
	if cap(q) < len(r.cars) {
		q = make([]int, 0, len(r.cars))
	}
	for car := range r.cars {
		c := &r.cars[car]
		if c.Status != Running || c.Turn >= round {
			continue
		}
		i := len(q)
		for q = append(q, car); i > 0 && order(r, c, &r.cars[q[i-1]]) < 0; i-- {
			q[i] = q[i-1]
		}
		q[i] = car
	}
	r.queue = queue{cars: q, round: round}
}
