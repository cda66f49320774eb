package scripts

import (
	"context"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// Budgets, in Lua instructions. Go functions charge for their work what the
// same work would cost in Lua.
const (
	loadBudget = 20_000_000 // reading all files of a variant
	stepBudget = 5_000_000  // one step of a race
)

// maxList is the last place of a list. gopher-lua fills all places before the
// one that is written, at no charge; what lies beyond is kept as a name would be.
const maxList = 1 << 16

func init() { lua.MaxArrayIndex = maxList }

// budget counts instructions. gopher-lua asks a context's Done before each
// instruction, so counting the questions is exact, and the same on each run.
type budget struct {
	left, limit int
}

var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (b *budget) refill(n int) { b.left, b.limit = n, n }

func (b *budget) spent() bool { return b.left < 0 }

// charge counts n instructions at once.
func (b *budget) charge(n int) {
	if b.left -= n; b.left < 0 {
		raise("the rule asks for more work than %d instructions", b.limit)
	}
}

// Done implements context.Context.
func (b *budget) Done() <-chan struct{} {
	b.left--
	if b.left < 0 {
		return closed
	}
	return nil
}

// Err implements context.Context.
func (b *budget) Err() error {
	if b.spent() {
		return context.DeadlineExceeded
	}
	return nil
}

// Deadline implements context.Context: time plays no part.
func (b *budget) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context.
func (b *budget) Value(any) any { return nil }
