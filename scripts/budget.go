package scripts

import (
	"context"
	"math/bits"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// Budgets, in Lua instructions. Go functions charge for their work what the
// same work would cost in Lua. The project's own variants need 64,000 to be
// read and 30,000 for their longest step.
const (
	loadBudget = 1_000_000 // reading all files of a variant
	stepBudget = 1_000_000 // one step of a race
)

// maxList is the last place of a list. gopher-lua fills all places before the
// one that is written, at no charge; what lies beyond is kept as a name would be.
const maxList = 1 << 16

func init() { lua.MaxArrayIndex = maxList }

// budget counts instructions. gopher-lua asks a context's Done before each
// instruction, so counting the questions is exact, and the same on each run.
type budget struct {
	left, limit int
	next        int    // the guard is asked when less than this is left
	most        int64  // bytes of heap from which on it looks closer
	base        int64  // bytes of heap in use when the rules were read
	tick        int64  // the guard's last tick that the rule saw
	seen        int    // how many it saw since the clock began
	from        int    // what was left then
	fault       string // what the guard found
}

var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (b *budget) refill(n int) {
	b.left, b.limit, b.next, b.fault = n, n, n-lookEvery, ""
	b.rest()
	watch.wake()
}

func (b *budget) spent() bool { return b.left < 0 }

// charge counts n instructions at once.
func (b *budget) charge(n int) {
	b.left -= n
	if b.left >= 0 && watch.heap.Load() <= b.most || !b.stop(false) {
		return
	}
	if b.fault != "" {
		raise("%s", b.fault)
	}
	raise("the rule asks for more work than %d instructions: make its lists and texts shorter, or go over them less often", b.limit)
}

// copied charges for n bytes of text.
func (b *budget) copied(n int) { b.charge(n / 64) }

// sorted charges for bringing n things into an order.
func (b *budget) sorted(n int) { b.charge(n * bits.Len(uint(n)) / 2) }

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
	if b.spent() || b.fault != "" {
		return context.DeadlineExceeded
	}
	return nil
}

// Deadline implements context.Context: time plays no part.
func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context.
func (b *budget) Value(any) any { return nil }
