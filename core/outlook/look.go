package outlook

import "sandbox/core/board"

// Now is what a driver sees when he is asked.
type Now struct {
	From   board.ID
	Stops  int  // made in the corner that From lies in
	Mode   int  // that the choice follows, and that moves the car now where the choice counts from the next turn on
	Free   bool // to change the mode costs nothing
	Left   [MaxAmounts]int
	Start  [MaxAmounts]int // what the race began with
	Factor int             // by which spaces beyond a corner count, 1 or more
	More   int             // spaces that a throw moves more, below 0 fewer
	Extra  int             // spaces more that a throw moves whose way straight on meets a corner, up to Plan.Extra
	Home   bool            // the next crossing of the line ends the race
	ToGo   int             // rows to the end of the race, and
	Of     int             // from its beginning to its end

	Traffic *board.Traffic
	Wrecks  []board.ID // spaces of the cars that will stand there in the next turns too
	Hazard  board.Set
	Hurt    int // what a space of Hazard costs that a move leads over, in thousandths of a space
	Touch   int // what a car beside the end of a move costs, in thousandths of a space
	Car     int // the one that asks, which is not beside itself
	// Tows says that a car takes one along that drives right behind it in a mode.
	Tows func(car, mode int) bool
}

// Look is the memory of one who looks ahead. One goroutine uses it at a time.
type Look struct {
	ahead  *Ahead
	driver *Driver
	now    Now
	terms  terms
	table  *table
	filler filler
	here   spot
	wrecks wrecks
	tail   walk // of the way behind a car that takes this one along
	list   []over

	company board.Set // spaces with a car beside them, where that costs something

	// Best and Second are the worth of the best and the second-best choice of the
	// question answered last; Second is far below where there was one alone.
	Best, Second int
}

// MaxChanges is the most lane changes that a plan can allow.
const MaxChanges = 8

// NewLook returns what one who looks ahead needs.
func NewLook(a *Ahead) *Look {
	l := &Look{ahead: a, filler: filler{Ahead: a}, company: board.NewSet(a.plan.Board)}
	l.here.init(l)
	l.here.stand, l.here.tows = l.wrecks.stand, true
	l.tail = l.here.walk
	l.wrecks.init(l)
	return l
}

// Begin takes up a question of a driver.
func (l *Look) Begin(d *Driver, now Now) {
	l.driver, l.now = d, now
	l.terms = l.termsOf()
	table := l.ahead.table(l.terms)
	l.wrecks.begin(table)
	l.table = table
	if now.Touch > 0 {
		now.Traffic.Company(l.company)
	}
	l.Best, l.Second = never, never
	l.here.begin(now.From, now.Stops, table.turns-1, now.Traffic, now.Hazard)
}

// scales are the steps in which the price of an amount rises, in percent, and the
// shares, in percent of what the way left would need, from which on each holds.
var scales = []struct{ from, percent int }{{180, 200}, {120, 140}, {80, 100}, {40, 70}, {0, 45}}

// lefts are the steps in which a table looks at what is left of an amount.
var lefts = []int{10, 7, 5, 4, 3, 2, 1, 0}

// termsOf are those of the question.
func (l *Look) termsOf() terms {
	p, d, n := &l.ahead.plan, l.driver, &l.now
	t := terms{extra: min(n.Extra, p.Extra), spin: d.Spin, ruin: d.Ruin, turns: d.Turns, home: n.Home}
	for i := range p.Amounts {
		if n.Left[i] > 0 {
			t.able |= 1 << i
		}
		t.point[i] = d.Point[i]
		if d.Scarce && (i == p.Brake || i == p.Beyond) {
			t.point[i] = d.Point[i] * l.scale(i) / 100
		}
	}
	if p.Beyond != NoAmount {
		for _, left := range lefts {
			if n.Left[p.Beyond] >= left {
				t.left = left
				break
			}
		}
		// With a higher factor each space beyond a corner is the ruin too.
		t.factor = min(max(1, n.Factor), t.left+p.Spins+1)
	}
	return t
}

// scale is the price of an amount in percent: what is left of it against the way
// that is left.
func (l *Look) scale(amount int) int {
	n := &l.now
	left, start := max(1, n.Left[amount]), max(1, n.Start[amount])
	need := 100 * n.ToGo * start / (max(1, n.Of) * left)
	for _, s := range scales {
		if need >= s.from {
			return s.percent
		}
	}
	return 100
}

// Mode is what the choice of a mode is worth, in thousandths of a space. It
// remembers the best two of the question.
func (l *Look) Mode(mode int) int {
	moving := -1
	if l.ahead.plan.ground(l.now.From).Late {
		moving = l.now.Mode
	}
	worth := l.here.expected(mode, moving, l.now.More)
	if !l.now.Free {
		worth -= l.shift(mode)
	}
	l.note(worth)
	return worth
}

// note remembers the worth of a choice.
func (l *Look) note(worth int) {
	if worth > l.Best {
		worth, l.Best = l.Best, worth
	}
	l.Second = max(l.Second, worth)
}

// shift is what the change to a mode costs. What rules offer is possible.
func (l *Look) shift(mode int) int {
	if n := &l.now; n.Mode >= 0 {
		if cost := l.ahead.plan.shift(&l.terms, n.Mode, mode); cost != never {
			return int(cost)
		}
	}
	return 0
}

// Path is what a path is worth that the driver can take, of a search that wanted
// so many steps. It remembers the best two of the question.
func (l *Look) Path(p *board.Path, steps, mode int) int {
	l.list = l.list[:0]
	for _, o := range p.Overran {
		l.list = append(l.list, over{o.Missing, o.Beyond})
	}
	from, b := l.ahead.ways[l.now.From].row, l.ahead.plan.Board
	worth := -p.Hazards*l.now.Hurt - l.ahead.plan.overrun(&l.terms, l.list) - l.undriven(steps-p.Steps)
	if p.Home {
		worth += (b.Rows-int(from)+p.Beyond)*Space + (l.table.turns-1)*l.ahead.cruise
	} else {
		rows := int(l.ahead.ways[p.To].row - from)
		if rows < 0 {
			rows += b.Rows
		}
		stand := l.stand(p.To, l.here.walk.madeAt(p.To, len(p.Overran) == 0), mode)
		if p.Steps == steps && len(p.Overran) == 0 {
			stand = max(stand, l.towed(p.To, mode))
		}
		worth += rows*Space + stand
	}
	l.note(worth)
	return worth
}

// stand is what it is worth that a move ends on a space, with so many stops made.
func (l *Look) stand(id board.ID, stops, mode int) int {
	return l.wrecks.stand(l.ahead.places.first[id]+int32(stops), mode) - l.touched(id)
}

// touched is what the cars cost that stand beside the end of a move.
func (l *Look) touched(id board.ID) int {
	if l.now.Touch == 0 || !l.company.Has(id) {
		return 0
	}
	t := l.now.Traffic
	return l.now.Touch * (t.CountBeside(id, l.now.Car) + t.CountDiagonal(id, l.now.Car))
}

// Towed is by how much it is better to be taken along by the car ahead than to
// stay where the car stands, in thousandths of a space.
func (l *Look) Towed(mode int) int {
	from := l.now.From
	return l.towed(from, mode) - l.stand(from, l.here.walk.madeAt(from, true), mode)
}

// towed is what it is worth to be taken along from a space by the car ahead of
// it, never when it does not.
func (l *Look) towed(from board.ID, mode int) int {
	p := &l.ahead.plan
	if !l.follows(from) || !l.now.Tows(l.now.Traffic.Car(l.ahead.ways[from].ahead), mode) {
		return never
	}
	w := &l.tail
	w.from, w.stops, w.home, w.traffic, w.hazard, w.changes = from, l.stopsBefore(from), l.now.Home, l.now.Traffic, l.now.Hazard, p.TowChanges
	w.run(p.Tow)
	best := never
	for left := 0; left < p.Tow && left <= l.left(p.Brake); left++ {
		for i := range w.layer(p.Tow - left) {
			n := &w.layer(p.Tow - left)[i]
			best = max(best, l.node(w, n, p.Tow-left, mode)-l.undriven(left))
		}
	}
	return best
}

// follows says that another car stands ahead of a space, where cars can take others
// along.
func (l *Look) follows(id board.ID) bool {
	next := l.ahead.ways[id].ahead
	if l.ahead.plan.Tow == 0 || next == board.None {
		return false
	}
	car := l.now.Traffic.Car(next)
	return car >= 0 && car != l.now.Car
}

// stopsBefore is how many stops the car had made, when its move began, in the
// corner of a space.
func (l *Look) stopsBefore(id board.ID) int {
	at, from := &l.ahead.ways[id], &l.ahead.ways[l.now.From]
	if at.corner != 0 && at.corner == from.corner && at.row >= from.row {
		return l.now.Stops
	}
	return 0
}

// left is how much the car has of an amount, 0 where there is no such amount.
func (l *Look) left(amount int) int {
	if amount == NoAmount {
		return 0
	}
	return l.now.Left[amount]
}

// node is what the end of a walk is worth.
func (l *Look) node(w *walk, n *node, steps, mode int) int {
	worth := l.driven(w, n, steps)
	if n.id == board.None {
		return worth + (l.table.turns-1)*l.ahead.cruise
	}
	return worth + l.stand(n.id, w.made(n), mode)
}

// driven is what the way to the end of a walk is worth.
func (l *Look) driven(w *walk, n *node, steps int) int {
	worth := int(n.rows)*Space - int(n.hazards)*l.now.Hurt
	if n.exit == 0 {
		return worth
	}
	l.list = w.overran(n, steps, l.list[:0])
	return worth - l.ahead.plan.overrun(&l.terms, l.list)
}

// undriven is what spaces cost that a move leaves out: braking, then skidding,
// then what runs into a car.
func (l *Look) undriven(spaces int) int {
	p, cost := &l.ahead.plan, 0
	for _, amount := range [2]int{p.Brake, p.Skid} {
		if n := min(spaces, l.left(amount)); n > 0 {
			spaces, cost = spaces-n, cost+n*l.terms.point[amount]
		}
	}
	if spaces > 0 {
		cost += l.driver.Crash
	}
	return cost
}
