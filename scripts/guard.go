package scripts

import (
	"fmt"
	"math"
	"runtime"
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
	maxGrowth  = 40 << 20 // bytes of heap that the rules of a race may keep; twice as much with what nobody needs any more
	slowAfter  = 30       // ticks after which a rule must have done
	slowPace   = 2500     // so many instructions a tick: a small part of what any machine does
	heapInUse  = "/memory/classes/heap/objects:bytes"
	heapLive   = "/gc/heap/live:bytes" // what the last collection found in use
)

// guard watches the heap of the whole program while rules run. There is one;
// rules compare its figures with their own.
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

// settle takes the heap as it is for where a race's rules begin.
func (b *budget) settle() {
	watch.wake()
	if b.base = readMetric(heapLive); b.base == 0 { // nothing was collected yet
		b.base = watch.look()
	}
	b.most = b.base + 2*maxGrowth
}

// rest has the clock begin anew: the time until here was not the rule's.
func (b *budget) rest() { b.tick, b.seen, b.from = watch.ticks.Load(), 0, b.left }

// stop asks the guard and says whether the rule has to end; the clock counts
// only while Lua runs.
func (b *budget) stop(running bool) bool {
	if b.left < 0 || b.fault != "" {
		return true
	}
	watch.wake()
	b.next = max(0, b.left-lookEvery)
	switch {
	case b.grown():
		b.fault = fmt.Sprintf("the rules take more than %d MB of memory: is there a list or a text that grows without an end?", maxGrowth>>20)
	case running && b.slow():
		b.fault = "the rule takes too long: are there texts or lists that grow without an end?"
	}
	return b.fault != ""
}

// grown says that the heap has become too large. What nobody needs any more
// does not count, so that is collected first; the rule waits meanwhile.
func (b *budget) grown() bool {
	if watch.heap.Load() <= b.most {
		return false
	}
	runtime.GC()
	now := watch.look()
	b.most = now + 2*maxGrowth
	b.rest()
	return now > b.base+maxGrowth
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
