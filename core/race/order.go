package race

import (
	"errors"
	"maps"
	"slices"
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
}

// Kind says which part of the rules a step runs.
type Kind uint8

// The kinds of step. A Special step is one that the rules named themselves, a
// Whole one a turn of all cars at once, on a track without a board.
const (
	Turn Kind = iota
	Session
	Open
	Special
	Whole
)

// Order compares two running cars that have not had their turn in this round:
// negative when a moves before b. Cars that it holds level move foremost
// first.
type Order func(r *Race, a, b *Car) int

// Before says that car a moves before car b, both running; of those that the order
// holds level, and where it is nil, the foremost.
func (o Order) Before(r *Race, a, b *Car) bool {
	if o != nil {
		if first := o(r, a, b); first != 0 {
			return first < 0
		}
	}
	return foremost(a, b) < 0
}

// orders are the orders of play by name. Foremost first is nil: it is what
// every other order begins from.
var orders = map[string]Order{"foremost first": nil, "circuit first": circuitFirst}

// circuitFirst has cars on the spaces beside the circuit wait for the others.
func circuitFirst(r *Race, a, b *Car) int {
	switch aside, beside := r.board.OnSide(a.space), r.board.OnSide(b.space); {
	case aside == beside:
		return 0
	case aside:
		return 1
	}
	return -1
}

// OrderNamed is the order of play of a name.
func OrderNamed(name string) (order Order, ok bool) {
	order, ok = orders[name]
	return order, ok
}

// OrderNames lists the names that OrderNamed knows, sorted.
func OrderNames() []string { return slices.Sorted(maps.Keys(orders)) }

// foremost puts the car that has driven furthest first and, of two level
// cars, the one that arrived first. No two running cars are equal.
func foremost(a, b *Car) int {
	switch {
	case a.lap != b.lap:
		return b.lap - a.lap
	case a.row != b.row:
		return b.row - a.row
	}
	return a.arrived - b.arrived
}

// Plan is the usual course of a race: sessions, each once, then rounds of
// turns until every car is home or out; without a board, so many whole turns
// as the race has laps.
type Plan struct {
	Sessions []dice.Label // qualifying sessions, such as Q1
	Opened   bool         // each round begins with a step of its own
	Order    Order        // nil for foremost first
	Level    Order        // of two that it holds level and that have driven equally far; nil for who arrived first
}

// foremost says that only how far cars have driven, and when they arrived, says
// who moves.
func (p *Plan) foremost() bool { return p.Order == nil && p.Level == nil }

// compare is negative when car a moves before b, of which b is not behind.
func (p *Plan) compare(r *Race, a, b *Car) int {
	if p.Order != nil {
		if first := p.Order(r, a, b); first != 0 {
			return first
		}
	}
	if p.Level == nil || a.lap != b.lap || a.row != b.row {
		return 0
	}
	return p.Level(r, a, b)
}

// queue is the cars still to move in a round. Foremost first it is worked out
// once a round, and again when a car was moved outside its turn; another order
// may look at anything, so it is asked before every turn.
type queue struct {
	cars  []int // field or asked
	next  int   // none before it is to move
	round int
	stale bool
	field []int // the running cars, foremost first when last looked at
	ranks []int // of those: higher is further ahead
	faces []int // of the dice of cars, where they are thrown at once
	asked []int // the one to move in another order
}

// roundLabels are the labels of one round, kept for the next race.
type roundLabels struct {
	round int
	open  dice.Label
	turns []dice.Label // by car
}

// wholeLabel is that of a whole turn, kept for the next race.
type wholeLabel struct {
	turn  int
	label dice.Label
}

// NextStep is the step that a plan has next, nil when the race is over. It is
// good until the next call.
func (r *Race) NextStep(p *Plan) *Step {
	if r.sessions < len(p.Sessions) {
		return r.name(p.Sessions[r.sessions], Session, Nobody, 0, r.sessions+1)
	}
	if r.board == nil {
		return r.nextWhole()
	}
	if r.round > 0 {
		if car := r.nextCar(p); car != Nobody {
			return r.name(r.turnLabel(car, r.round), Turn, car, r.round, 0)
		}
	}
	car, round := r.firstCar(p), r.round+1
	switch {
	case car == Nobody:
		return nil
	case p.Opened:
		return r.name(r.labelsOf(round).open, Open, Nobody, round, 0)
	}
	return r.name(r.turnLabel(car, round), Turn, car, round, 0)
}

// nextWhole is the next turn of all cars at once, nil when the race has had its
// last or nobody runs.
func (r *Race) nextWhole() *Step {
	turn := r.round + 1
	if turn > r.laps || len(r.places) == 0 {
		return nil
	}
	return r.name(r.wholeLabel(turn), Whole, Nobody, turn, 0)
}

// WholeStep is a turn of all cars at once, 1..MaxRounds.
func (r *Race) WholeStep(turn int) (*Step, error) {
	if err := checkStep(turn); err != nil {
		return nil, err
	}
	return &Step{Label: r.wholeLabel(turn), Kind: Whole, Car: Nobody, Round: turn}, nil
}

// checkStep refuses a turn in a round that there cannot be.
func checkStep(round int) error {
	if round == 0 {
		return errors.New("0 is no round: they are counted from 1")
	}
	return checkRound(round)
}

// wholeLabel is T1, T2, ...; labels are kept for the next race.
func (r *Race) wholeLabel(turn int) dice.Label {
	for len(r.wholes) < min(turn, keptRounds) {
		r.wholes = append(r.wholes, wholeLabel{})
	}
	w := &r.wholes[(turn-1)%keptRounds]
	if w.turn != turn {
		*w = wholeLabel{turn, dice.NewLabel("T" + strconv.Itoa(turn))}
	}
	return w.label
}

// TurnStep is a car's turn in a round, 1..MaxRounds.
func (r *Race) TurnStep(car, round int) (*Step, error) {
	if r.Car(car) == nil {
		return nil, r.noCar(car)
	}
	if err := checkStep(round); err != nil {
		return nil, err
	}
	r.nameRound(round)
	return &Step{Label: r.turnLabel(car, round), Kind: Turn, Car: car, Round: round}, nil
}

func (r *Race) turnLabel(car, round int) dice.Label {
	return r.labelsOf(round).turns[car]
}

// name fills in the one step that NextStep hands out: a simulator takes
// millions of them, and copying one costs more than making it.
func (r *Race) name(label dice.Label, kind Kind, car, round, session int) *Step {
	s := &r.next
	s.Label, s.Kind, s.Car, s.Round, s.Session = label, kind, car, round, session
	return s
}

// keptRounds is of how many rounds labels are kept. Most races are shorter; in a
// long one a round takes the place of one that is long over.
const keptRounds = 256

// labelsOf is where the labels of a round are, once they were made.
func (r *Race) labelsOf(round int) *roundLabels { return &r.rounds[(round-1)%keptRounds] }

// nameRound makes the labels of a round, unless an earlier race did.
func (r *Race) nameRound(round int) {
	for len(r.rounds) < min(round, keptRounds) {
		r.rounds = append(r.rounds, roundLabels{})
	}
	labels := r.labelsOf(round)
	if labels.round == round {
		return
	}
	labels.round, labels.turns = round, nil
	name := "R" + strconv.Itoa(round)
	labels.open = dice.NewLabel(name + " open")
	for i := range r.cars {
		labels.turns = append(labels.turns, dice.NewLabel(name+" turn "+r.cars[i].name))
	}
}

// nextCar is the car whose turn comes next in this round.
func (r *Race) nextCar(p *Plan) int {
	q := &r.queue
	if q.stale || q.round != r.round || !p.foremost() {
		r.fillQueue(r.round, p)
	}
	return r.firstToMove()
}

// firstCar is the car that will begin the next round.
func (r *Race) firstCar(p *Plan) int {
	r.fillQueue(r.round+1, p)
	return r.firstToMove()
}

// firstToMove is the first car of the queue that has not had its turn.
func (r *Race) firstToMove() int {
	q := &r.queue
	for ; q.next < len(q.cars); q.next++ {
		c := &r.cars[q.cars[q.next]]
		if c.status == Running && c.turn < q.round {
			return c.index
		}
	}
	return Nobody
}

// fillQueue lists the cars of a round foremost first, or of another order, which
// is asked again before the next turn, the first alone.
func (r *Race) fillQueue(round int, p *Plan) {
	q := &r.queue
	r.nameRound(round)
	r.sortField()
	q.next, q.round, q.stale = 0, round, false
	if p.foremost() {
		q.cars = q.field
		return
	}
	q.cars = q.asked[:0]
	for _, car := range q.field {
		c := &r.cars[car]
		switch {
		case c.turn >= round:
		case len(q.cars) == 0:
			q.cars = append(q.cars, car)
		case p.compare(r, c, &r.cars[q.cars[0]]) < 0:
			q.cars[0] = car
		}
	}
	q.asked = q.cars
}

// sortField sorts the running cars foremost first, by insertion from the order
// they had when last looked at: it changes little. The order is total, so
// where it starts from makes no difference to where it ends.
func (r *Race) sortField() {
	list := r.queue.field
	if r.queue.stale {
		list = list[:0]
		for car := range r.cars {
			list = append(list, car)
		}
	}
	ranks, n := slices.Grow(r.queue.ranks[:0], len(list))[:len(list)], 0
	for _, car := range list {
		c := &r.cars[car]
		if c.status != Running {
			continue
		}
		far := (c.lap*(r.board.Rows+1)+c.row)<<32 - c.arrived // as foremost has it, in one number
		i := n
		for ; i > 0 && ranks[i-1] < far; i-- {
			list[i], ranks[i] = list[i-1], ranks[i-1]
		}
		list[i], ranks[i] = car, far
		n++
	}
	r.queue.field, r.queue.ranks = list[:n], ranks
}
