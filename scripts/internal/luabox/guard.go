package luabox

import (
	"fmt"
	"math"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// What the guard allows. A budget counts instructions and is the same on each
// run; the guard looks at the heap and the clock, for what a count cannot see.
const (
	guardEvery = 5 * time.Millisecond
	guardStays = 200      // ticks after which it ends, unless a rule wakes it again
	lookEvery  = 64       // instructions after which a rule asks the guard; one can fill a megabyte
	MaxHeld    = 40 << 20 // bytes that the rules of a race may keep
	slowAfter  = 30       // ticks after which a rule must have done
	slowPace   = 2500     // so many instructions a tick: a small part of what any machine does
	heapInUse  = "/memory/classes/heap/objects:bytes"
	heapLive   = "/gc/heap/live:bytes" // what the last collection found in use
)

// guard watches the clock, and the heap of the whole process, while rules run.
// There is one: it only says when each box had better look at itself.
type guard struct {
	heap  atomic.Int64 // bytes in use when it last looked
	ticks atomic.Int64 // times that it looked; none pass while the machine sleeps
	awake atomic.Bool
}

var watch guard

// wake has the guard look from time to time; most often it does already.
func (g *guard) wake() {
	if g.awake.Load() || !g.awake.CompareAndSwap(false, true) {
		return
	}
	g.look()
	go func() {
		defer g.awake.Store(false)
		tick := time.NewTicker(guardEvery)
		defer tick.Stop()
		for range guardStays {
			<-tick.C
			g.look()
			g.ticks.Add(1)
		}
	}()
}

// look reads the size of the heap.
func (g *guard) look() int64 {
	n := readMetric(heapInUse)
	g.heap.Store(n)
	return n
}

func readMetric(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64(), math.MaxInt64))
}

// settle takes the heap as it is for where a box begins, without what nobody
// needs any more.
func (b *budget) settle() {
	watch.wake()
	live := readMetric(heapLive)
	if live == 0 { // nothing was collected yet
		live = watch.look()
	}
	b.allow(live)
}

// allow has the box measured again when the heap of the process has grown by so
// much that it may be this box's doing. Growth of others, which the box pays
// for with a measurement, is seldom that much: a quarter of a large heap.
func (b *budget) allow(heap int64) { b.most = heap + max(2*MaxHeld, heap/4) }

// rest has the clock begin anew: the time until here was not the rule's.
func (b *budget) rest() { b.tick, b.seen, b.from = watch.ticks.Load(), 0, b.left }

// stop asks the guard and says whether the rule has to end; the clock counts
// only while Lua runs.
func (b *budget) stop(running bool) bool {
	if b.left < 0 || b.fault != "" || b.over() {
		return true
	}
	watch.wake()
	b.next = max(0, b.left-lookEvery)
	switch {
	case b.grown():
		b.fault = fmt.Sprintf("the rules take more than %d MB of memory: is there a list or a text that grows without an end?", MaxHeld>>20)
	case running && b.slow():
		b.fault = "the rule takes too long: are there texts or lists that grow without an end?"
	}
	return b.fault != ""
}

// grown says that the box holds too much. The heap of the process only says
// when to look; what counts is what can be reached from this box. The rule waits
// meanwhile. Nothing is collected for it: among a thousand races that takes a
// second, for each of them.
func (b *budget) grown() bool {
	if watch.heap.Load() <= b.most {
		return false
	}
	b.allow(watch.look())
	held := b.held()
	b.rest()
	return held > MaxHeld
}

// slow says that the rule's instructions take longer than instructions do. It
// counts the ticks in which the rule ran: where the machine is busy with other
// things, others pass.
func (b *budget) slow() bool {
	if now := watch.ticks.Load(); now != b.tick {
		b.tick = now
		b.seen++
	}
	return b.seen >= slowAfter && b.from-b.left < b.seen*slowPace
}
