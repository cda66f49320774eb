package outlook

import (
	"fmt"
	"sync"
	"sync/atomic"

	"sandbox/core/board"
)

// Ahead is a plan made ready: where moves end on its board, and what it is worth
// to stand there. Several goroutines may use it at once.
type Ahead struct {
	plan   Plan
	ways   []way
	places places
	most   int // spaces of the furthest throw
	reach  int // about how many ends moves have
	cruise int
	bend   []int // by space: how many spaces straight on the next one in a corner lies; noBend for none within most

	mu     sync.Mutex
	ends   [2]*ends // with home, the second
	tables map[terms]*table
}

// New makes a plan ready. It fails for one that does not fit together.
func New(p Plan) (*Ahead, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	reach := p.reach()
	if reach > maxReach {
		return nil, fmt.Errorf("moves lead to too many spaces: %d; on a board of this size fewer than %d can be looked at, so moves must be shorter", reach, maxReach)
	}
	a := &Ahead{plan: p, reach: reach, ways: waysOf(p.Board), places: placesOf(p.Board), most: p.furthest(), cruise: p.cruise(), tables: map[terms]*table{}}
	for i := range a.ways {
		a.bend = append(a.bend, a.bendAhead(board.ID(i)))
	}
	return a, nil
}

// maxReach is how many ends moves can have, from everywhere together.
const maxReach = 20_000_000

// reach is about how many ends moves of all lengths have.
func (p *Plan) reach() int {
	lanes := 0
	for row := 1; row <= p.Board.Rows; row++ {
		lanes = max(lanes, len(p.Board.Row(row)))
	}
	return p.Board.Len() * (p.furthest() + 1) * min(lanes, 2*p.Changes+1)
}

// Work is about what it takes to look so many turns ahead where nothing is known
// yet: how many ends of moves are looked at, for each mode and turn.
func (a *Ahead) Work(turns int) int { return a.reach * a.Modes() * turns }

const noBend = 1 << 20

// bendAhead is how far the next space in a corner lies straight on from one.
func (a *Ahead) bendAhead(at board.ID) int {
	for n := 1; n <= a.most; n++ {
		if at = a.ways[at].ahead; at == board.None {
			break
		}
		if a.ways[at].corner != 0 {
			return n
		}
	}
	return noBend
}

// moved is how many spaces a throw moves from a space, with so many extra where it
// meets a corner.
func (a *Ahead) moved(from board.ID, spaces, extra int) int {
	if extra > 0 && spaces >= a.bend[from] {
		return spaces + min(extra, a.plan.Extra)
	}
	return spaces
}

// Modes is how many there are.
func (a *Ahead) Modes() int { return len(a.plan.Follow) }

// terms are what a table depends on: what things are worth to a driver, in
// steps, and what the car has.
type terms struct {
	point             [MaxAmounts]int
	able              uint8 // amounts of which there is any
	left              int   // of the amount for spaces beyond corners
	factor, extra     int
	spin, ruin, turns int
	home              bool
}

// table is what it is worth to stand somewhere, on an empty board.
type table struct {
	terms  terms
	once   sync.Once
	ends   *ends
	costs  []int32        // by class of ends
	shifts [][]int32      // by mode and the mode after it, never where it is not possible
	after  []atomic.Int32 // by place and mode: the turns of the horizon but the first; 0 where it is not known yet
	later  []int32        // but the first two
	turns  int
}

// mostKept is how many values all tables of a plan keep, 4 bytes each. A run has
// far fewer; when there are more, all are made anew.
const mostKept = 1 << 25

// table is the table of some terms, made when it is first asked for.
func (a *Ahead) table(t terms) *table {
	a.mu.Lock()
	made := a.tables[t]
	if made == nil {
		if len(a.tables)*2*len(a.places.spaces)*a.Modes() >= mostKept {
			clear(a.tables)
		}
		made = &table{terms: t, turns: t.turns}
		a.tables[t] = made
	}
	a.mu.Unlock()
	made.once.Do(func() { a.fill(made) })
	return made
}

// endsFrom are the ends from all places, with home or without.
func (a *Ahead) endsFrom(home bool) *ends {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := 0
	if home {
		i = 1
	}
	if a.ends[i] == nil {
		a.ends[i] = a.endsOf(home)
	}
	return a.ends[i]
}

// fill works a table out, but for the turn that is asked for most: turn by turn
// backwards, beginning with no turn left.
func (a *Ahead) fill(t *table) {
	modes := a.Modes()
	t.ends, t.shifts = a.endsFrom(t.terms.home), a.shifts(&t.terms)
	t.costs = make([]int32, len(t.ends.classes))
	for i, list := range t.ends.classes {
		t.costs[i] = int32(a.plan.overrun(&t.terms, list))
	}
	size := len(a.places.spaces) * modes
	t.after, t.later = make([]atomic.Int32, size), make([]int32, size)
	if t.turns < 3 {
		return
	}
	before, f := make([]int32, size), filler{Ahead: a}
	for turn := 1; turn < t.turns-1; turn++ {
		t.later, before = before, t.later
		for place := range a.places.spaces {
			f.place(t, before, turn, int32(place), t.later[place*modes:][:modes])
		}
	}
}

// afterwards is what it is worth after this turn to stand on a place. Each is worked
// out when it is first asked for; who asks at the same time finds the same.
func (l *Look) afterwards(place int32, mode int) int {
	t, a := l.table, l.ahead
	if t.turns < 2 {
		return 0
	}
	modes := a.Modes()
	known := t.after[int(place)*modes:][:modes]
	if worth := known[mode].Load(); worth != 0 {
		return int(worth)
	}
	var values [MaxModes]int32
	l.filler.place(t, t.later, t.turns-1, place, values[:modes])
	for i := range known {
		known[i].Store(values[i])
	}
	return int(values[mode])
}

// never is the worth of what cannot be.
const never = -1 << 30

// filler makes the values of one more turn from those of the turns after it.
type filler struct {
	*Ahead
	best [2*MaxSpaces + 1][MaxModes]int32 // by spaces and the mode after the move
	mean [MaxModes]int32
}

// place fills the values of one place, by the mode before, with so many turns
// left, from those of one turn fewer.
func (f *filler) place(t *table, before []int32, turn int, place int32, values []int32) {
	id, modes, extra := f.places.spaces[place], f.Modes(), t.terms.extra
	g := f.plan.ground(id)
	f.moves(t, before, turn, place)
	if !g.Late {
		for m := range modes {
			f.mean[m] = f.expected(id, g.Moves[m], m, extra)
		}
	}
	for from := range modes {
		best := int32(never)
		for to := range modes {
			shift := t.shifts[from][to]
			if shift == never {
				continue
			}
			worth := f.mean[to]
			if g.Late {
				worth = f.expected(id, g.Moves[from], to, extra)
			}
			best = max(best, worth-shift)
		}
		values[from] = best
	}
}

// moves finds, for each number of spaces and each mode after the move, the best
// end, those of shorter moves at the price of braking among them.
func (f *filler) moves(t *table, before []int32, turn int, place int32) {
	brake := int32(0)
	if t.terms.brakes(&f.plan) {
		brake = int32(t.terms.point[f.plan.Brake])
	}
	all := f.Modes()
	modes := all
	if turn == 1 {
		modes = 1 // no turn follows that a mode could matter in
	}
	for n := 0; n <= f.most; n++ {
		best := &f.best[n]
		for m := range modes {
			best[m] = never
			if brake > 0 && n > 0 {
				best[m] = max(never, f.best[n-1][m]-brake)
			}
		}
		for _, e := range t.ends.from(place, f.most, n) {
			worth := int32(e.rows)*Space - t.costs[e.class]
			if e.place == noPlace {
				worth += int32((turn - 1) * f.cruise)
				for m := range modes {
					best[m] = max(best[m], worth)
				}
				continue
			}
			for m, after := range before[int(e.place)*all:][:modes] {
				best[m] = max(best[m], worth+after)
			}
		}
		if n > 0 {
			for m := range modes { // where the way ends
				if best[m] == never {
					best[m] = f.best[n-1][m]
				}
			}
		}
		for m := modes; m < all; m++ {
			best[m] = best[0]
		}
	}
}

// brakes says that a driver can brake.
func (t *terms) brakes(p *Plan) bool { return p.Brake != NoAmount && t.able>>p.Brake&1 != 0 }

// expected is the mean over throws of the best ends, with a mode after them.
func (f *filler) expected(from board.ID, throws []Throw, mode, extra int) int32 {
	sum, ways := 0, 0
	for _, t := range throws {
		sum, ways = sum+t.Ways*int(f.best[f.moved(from, t.Spaces, extra)][mode]), ways+t.Ways
	}
	return int32(sum / ways)
}

// shifts is what each change of mode costs.
func (a *Ahead) shifts(t *terms) [][]int32 {
	list := make([][]int32, a.Modes())
	for from := range list {
		list[from] = make([]int32, a.Modes())
		for to := range list[from] {
			list[from][to] = a.plan.shift(t, from, to)
		}
	}
	return list
}

// shift is what a change of mode costs, never when it is not possible.
func (p *Plan) shift(t *terms, from, to int) int32 {
	costs := p.Follow[from][to]
	if costs == nil {
		return never
	}
	sum := 0
	for amount, n := range costs {
		switch {
		case n == 0:
		case t.able>>amount&1 != 0:
			sum += n * t.point[amount]
		case p.Forgiven[amount]:
			sum += t.ruin
		default:
			return never
		}
	}
	return int32(sum)
}

// overrun is what it costs to have overrun corners.
func (p *Plan) overrun(t *terms, list []over) int {
	sum, left := 0, t.left
	for _, o := range list {
		if o.missing > p.Missing {
			return sum + t.ruin
		}
		if p.Beyond == NoAmount {
			continue
		}
		cost := o.beyond * t.factor
		if cost > left+p.Spins {
			return sum + t.ruin // what is left is worth nothing then
		}
		sum += min(cost, left) * t.point[p.Beyond]
		if left -= cost; left < 0 {
			sum, left = sum+t.spin, 0
		}
	}
	return sum
}
