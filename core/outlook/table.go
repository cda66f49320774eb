package outlook

import (
	"fmt"
	"sync"

	"sandbox/core/board"
)

// Ahead is a plan made ready: where moves end on its board, and what it is worth
// to stand there. Several goroutines may use it at once.
type Ahead struct {
	plan   Plan
	ways   []way
	places places
	most   int // spaces of the furthest throw
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
	if n := p.reach(); n > maxReach {
		return nil, fmt.Errorf("moves lead to too many spaces: %d; on a board of this size fewer than %d can be looked at, so moves must be shorter", n, maxReach)
	}
	a := &Ahead{plan: p, ways: waysOf(p.Board), places: placesOf(p.Board), most: p.furthest(), cruise: p.cruise(), tables: map[terms]*table{}}
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
	after  []int32   // by place and mode: the turns of the horizon but the first
	later  []int32   // but the first two
	shifts [][]int32 // by mode and the mode after it, never where it is not possible
	turns  int
}

// mostKept is how many values all tables of a plan keep, 4 bytes each. A run has
// far fewer; when there are more, all are made anew.
const mostKept = 1 << 25

// table is the table of some terms, made when it is first asked for.
func (a *Ahead) table(t terms) *table {
	a.mu.Lock()
	defer a.mu.Unlock()
	if made := a.tables[t]; made != nil {
		return made
	}
	i := 0
	if t.home {
		i = 1
	}
	if a.ends[i] == nil {
		a.ends[i] = a.endsOf(t.home)
	}
	if len(a.tables)*2*len(a.places.spaces)*a.Modes() >= mostKept {
		clear(a.tables)
	}
	made := a.fill(t, a.ends[i])
	a.tables[t] = made
	return made
}

// fill works a table out: turn by turn backwards, beginning with no turn left.
func (a *Ahead) fill(t terms, e *ends) *table {
	modes := a.Modes()
	f := filler{Ahead: a, terms: t, ends: e, modes: modes, costs: make([]int32, len(e.classes)), shifts: a.shifts(&t)}
	for i, list := range e.classes {
		f.costs[i] = int32(a.plan.overrun(&t, list))
	}
	size := len(a.places.spaces) * modes
	before, now := make([]int32, size), make([]int32, size)
	for turn := 1; turn < t.turns; turn++ {
		f.before, f.turn = before, turn
		for place := range a.places.spaces {
			f.place(int32(place), now[place*modes:][:modes])
		}
		before, now = now, before
	}
	return &table{after: before, later: now, shifts: f.shifts, turns: t.turns}
}

// never is the worth of what cannot be.
const never = -1 << 30

// filler makes the values of one more turn from those of the turns after it.
type filler struct {
	*Ahead
	terms
	ends   *ends
	modes  int
	costs  []int32   // by class
	shifts [][]int32 // as in table
	before []int32
	turn   int

	best [2*MaxSpaces + 1][MaxModes]int32 // by spaces and the mode after the move
	mean [MaxModes]int32
}

// place fills the values of one place, by the mode before.
func (f *filler) place(place int32, values []int32) {
	id := f.places.spaces[place]
	g := f.plan.ground(id)
	f.moves(place)
	if !g.Late {
		for m := range f.modes {
			f.mean[m] = f.expected(id, g.Moves[m], m)
		}
	}
	for from := range f.modes {
		best := int32(never)
		for to := range f.modes {
			shift := f.shifts[from][to]
			if shift == never {
				continue
			}
			worth := f.mean[to]
			if g.Late {
				worth = f.expected(id, g.Moves[from], to)
			}
			best = max(best, worth-shift)
		}
		values[from] = best
	}
}

// moves finds, for each number of spaces and each mode after the move, the best
// end, those of shorter moves at the price of braking among them.
func (f *filler) moves(place int32) {
	brake := int32(0)
	if f.brakes() {
		brake = int32(f.point[f.plan.Brake])
	}
	modes := f.modes
	if f.turn == 1 {
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
		for _, e := range f.ends.from(place, f.most, n) {
			worth := int32(e.rows)*Space - f.costs[e.class]
			if e.place == noPlace {
				worth += int32((f.turn - 1) * f.cruise)
				for m := range modes {
					best[m] = max(best[m], worth)
				}
				continue
			}
			for m, after := range f.before[int(e.place)*f.modes:][:modes] {
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
		for m := modes; m < f.modes; m++ {
			best[m] = best[0]
		}
	}
}

// brakes says that a driver can brake.
func (t *terms) brakes(p *Plan) bool { return p.Brake != NoAmount && t.able>>p.Brake&1 != 0 }

func (f *filler) brakes() bool { return f.terms.brakes(&f.plan) }

// expected is the mean over throws of the best ends, with a mode after them.
func (f *filler) expected(from board.ID, throws []Throw, mode int) int32 {
	sum, ways := 0, 0
	for _, t := range throws {
		sum, ways = sum+t.Ways*int(f.best[f.moved(from, t.Spaces, f.extra)][mode]), ways+t.Ways
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

// value is what it is worth by a table to stand on a space after a move, with so
// many stops made in its corner.
func (a *Ahead) value(values []int32, id board.ID, stops, mode int) int {
	return int(values[(int(a.places.first[id])+stops)*a.Modes()+mode])
}
