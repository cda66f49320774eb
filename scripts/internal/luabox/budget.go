package luabox

import (
	"context"
	"math/bits"
	"sync/atomic"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// Refill gives the rule that runs next its instructions: those of a step, or of
// reading files.
func (b *Box) Refill(w Work) { b.budget.refill(int(w)) }

// Work is how much may be done at once, in instructions.
type Work int

// What may be done at once.
const (
	Loading  Work = loadBudget // reading all files of a variant
	Stepping Work = stepBudget // one step of a race
)

// Charge counts n instructions at once, for work of Go's.
func (b *Box) Charge(n int) { b.budget.Charge(n) }

// Spend is Charge without looking whether there are so many left: the rule
// notices at its next instruction.
func (b *Box) Spend(n int) {
	b.budget.left -= n
	if b.budget.profile != nil {
		b.budget.profile.look()
	}
}

// Left is how many are left.
func (b *Box) Left() int { return max(0, b.budget.left) }

// Rest has the clock begin anew: the time until here was not the rule's.
func (b *Box) Rest() { b.budget.rest() }

// Budgets, in Lua instructions. Go functions charge for their work what the
// same work would cost in Lua. The project's own variants need 64,000 to be
// read and 160,000 for their longest step.
const (
	loadBudget = 1_000_000 // reading all files of a variant
	stepBudget = 1_000_000 // one step of a race
)

// MaxList is the last place of a list. gopher-lua fills all places before the
// one that is written, at no charge; what lies beyond is kept as a name would be.
const MaxList = 1 << 16

// gopher-lua has no such option for one state. Nothing but this package uses
// it, and the value is the same from the beginning of the program to its end.
func init() { lua.MaxArrayIndex = MaxList }

// budget counts instructions. gopher-lua asks a context's Done before each
// instruction, so counting the questions is exact, and the same on each run.
type budget struct {
	left, limit int
	noted       int          // what was left when the work was last noted
	unseen      int          // noted work that Charged does not know of yet
	next        int          // the guard is asked when less than this is left
	most        int64        // bytes of heap in the process from which on the box is measured
	held        func() int64 // measures the box
	tick        int64        // the guard's last tick that the rule saw
	seen        int          // how many it saw since the clock began
	from        int          // what was left then
	fault       string       // what the guard found
	profile     *Profile     // where the work goes; nil when nobody wants to know

	until context.Context // ends whatever runs; nil for never
	asked int64           // the guard's tick at which it was last asked
	ended error           // what it said, once it is done
}

var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// charged is what the boxes of the process were charged in all.
var charged atomic.Int64

// Charged is how many instructions all boxes of the process were charged, up to
// where each last began or ended something: a measure of work that is the same
// on a busy machine.
func Charged() int64 { return charged.Load() }

// noteEvery is how many instructions a box counts for itself before all see them:
// what is shared is slow.
const noteEvery = 10_000

// note adds what the box was charged since it last did.
func (b *budget) note() {
	b.unseen += b.noted - b.left
	if b.noted = b.left; b.unseen >= noteEvery {
		charged.Add(int64(b.unseen))
		b.unseen = 0
	}
}

func (b *budget) refill(n int) {
	b.note()
	if b.profile != nil {
		b.profile.refilled(n)
	}
	b.left, b.limit, b.noted, b.next, b.fault = n, n, n, n-lookEvery, ""
	b.rest()
	watch.wake()
}

func (b *budget) spent() bool { return b.left < 0 }

// Charge counts n instructions at once.
func (b *budget) Charge(n int) {
	b.left -= n
	if b.profile != nil {
		b.profile.look()
	}
	if b.left >= 0 && watch.heap.Load() <= b.most && !b.over() || !b.stop(false) {
		return
	}
	if b.ended != nil {
		RaiseError(b.ended)
	}
	if b.fault != "" {
		Raise("%s", b.fault)
	}
	Raise("the rule asks for more work than %d instructions: make its lists and texts shorter, or go over them less often", b.limit)
}

// over says that the context is done, which is asked once a tick: hundreds of
// times a second.
func (b *budget) over() bool {
	if b.until == nil || b.ended != nil {
		return b.ended != nil
	}
	watch.wake()
	if now := watch.ticks.Load(); now != b.asked {
		b.asked, b.ended = now, b.until.Err()
	}
	return b.ended != nil
}

// EndWith has whatever runs in the box stop when a context is done, instead of that
// of its files.
func (b *Box) EndWith(ctx context.Context) { b.budget.until = ctx }

// Ended is why whatever runs in the box is to stop, however little it does in
// Lua: the error of the context that it ends with, nil while that is not done.
func (b *Box) Ended() error {
	if b.budget.until == nil {
		return nil
	}
	return b.budget.until.Err()
}

// Fail ends the rule that runs.
func (b *budget) Fail(format string, args ...any) { Raise(format, args...) }

// copied charges for n bytes of text.
func (b *budget) copied(n int) { b.Charge(n / 64) }

// written charges for n bytes of text that is put together from values.
func (b *budget) written(n int) { b.Charge(n / 32) }

// sorted charges for bringing n things into an order.
func (b *budget) sorted(n int) { b.Charge(n * bits.Len(uint(n)) / 2) }

// Done implements context.Context.
func (b *budget) Done() <-chan struct{} {
	b.left--
	if b.left >= b.next || !b.stop(true) {
		return nil
	}
	return closed
}

// Err implements context.Context.
func (b *budget) Err() error {
	if b.spent() || b.fault != "" || b.ended != nil {
		return context.DeadlineExceeded
	}
	return nil
}

// Deadline implements context.Context: time plays no part.
func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context.
func (b *budget) Value(any) any { return nil }
