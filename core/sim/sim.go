// Package sim plays many races and adds up what happened in them.
//
//	result, err := sim.Run(ctx, sim.Job{Seed: "coffee", Races: 10_000, From: 1, To: 10_000, Workers: 2, A: variant})
//	fmt.Println(result.Counts[0].Cars[0].Wins())
//
// Races are numbered from 1 and race n of a run has the seed Seed(run, n), so
// that any of them can be played again by itself. All sums are whole numbers:
// whoever played which race, and in which order, they come to the same. Two
// variants can be played side by side under the same luck; what is added up
// then are the differences race by race.
//
// The package does not lay out tables and writes no files.
package sim

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"sandbox/core/bug"
	"sandbox/core/race"
)

// MaxRaces is the most races of a run: with more, sums of squares would not be
// exact.
const MaxRaces = 100_000_000

// Rules are rules that can begin again.
type Rules interface {
	race.Rules
	// Reset forgets the last race. Bots are dealt to the cars anew, so many
	// places further on.
	Reset(deal int)
	// Bot is the number, in the list that bots are dealt from, of the one that
	// drives a car.
	Bot(car int) int
	// Points is what a placing scores.
	Points(p race.Placing) int
}

// Variant is rules and a track to simulate, and what their figures are called.
type Variant struct {
	Subject
	Setup race.Setup
	// Fresh makes rules for a race that Setup fits. They keep no record unless
	// it is wanted.
	Fresh func(r *race.Race, recorded bool) (Rules, error)
}

// Job is what to simulate.
type Job struct {
	Seed     string // of the run: any text
	Races    int64  // of the whole run, 1..MaxRaces
	From, To int64  // the numbers of the races to play now, both included
	Workers  int    // 1 or more
	A        Variant
	B        *Variant         // to compare with A; nil for none
	Events   io.Writer        // where each event of A's races is written as a line of JSON; nil for nowhere
	Progress func(done int64) // called now and then, by any worker, one at a time; may be nil
}

// Seed is the seed of one race of a run.
func Seed(run string, number int64) string { return run + "/" + strconv.FormatInt(number, 10) }

// batch is how many races a worker takes at once.
const batch = 16

// Run plays the races of a job. A race that fails is counted and stops
// nothing. When the context ends, the result is of the races played so far; one
// under way counts for nothing, and ends at once where the rules heed the
// context too.
func Run(ctx context.Context, job Job) (*Result, error) {
	if job.Races < 1 || job.Races > MaxRaces || job.From < 1 || job.To < job.From || job.To > job.Races {
		return nil, fmt.Errorf("races %d to %d of %d: a run has 1 to %d races", job.From, job.To, job.Races, MaxRaces)
	}
	r := &run{job: &job, next: job.From, written: job.From}
	r.turn = sync.NewCond(&r.mu)
	results, errs := make([]*Result, max(1, job.Workers)), make([]error, max(1, job.Workers))
	var wait sync.WaitGroup
	for i := range results {
		wait.Go(func() {
			defer func() {
				if errs[i] != nil {
					r.stop()
				}
			}()
			defer bug.Catch(&errs[i])
			results[i], errs[i] = r.work(ctx)
		})
	}
	wait.Wait()
	if err := cmp.Or(errs...); err != nil { // the others' are mostly the same
		return nil, err
	}
	whole := results[0]
	for _, part := range results[1:] {
		whole.add(part)
	}
	return whole, whole.check()
}

// run is what the workers of a job share.
type run struct {
	job     *Job
	next    int64 // atomic: the first race that nobody has taken
	stopped atomic.Bool

	mu      sync.Mutex
	turn    *sync.Cond
	written int64 // the race whose events come next
	done    int64
}

// stop lets the other workers end.
func (r *run) stop() {
	r.mu.Lock()
	r.stopped.Store(true)
	r.turn.Broadcast()
	r.mu.Unlock()
}

// work is one worker.
func (r *run) work(ctx context.Context) (*Result, error) {
	part := newResult(r.job)
	a, err := newPlayer(&r.job.A, r.job.Events != nil)
	if err != nil {
		return nil, err
	}
	var b *player
	if r.job.B != nil {
		if b, err = newPlayer(r.job.B, false); err != nil {
			return nil, err
		}
	}
	for {
		first := atomic.AddInt64(&r.next, batch) - batch
		if first > r.job.To || r.stopped.Load() {
			return part, nil
		}
		last := min(first+batch-1, r.job.To)
		n := first
		for n <= last && ctx.Err() == nil && part.play(ctx, r.job, n, a, b) {
			n++
		}
		if err := r.report(first, n-1, a); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			r.stop()
			return part, nil
		}
		if err := part.check(); err != nil {
			return nil, err
		}
	}
}

// report writes the events of a batch, as far as it was played, when those
// before it are written.
func (r *run) report(first, last int64, a *player) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.job.Events != nil {
		for r.written != first && !r.stopped.Load() {
			r.turn.Wait()
		}
		if r.written != first {
			return nil // one before them was not played
		}
		if _, err := r.job.Events.Write(a.lines.Bytes()); err != nil {
			return err
		}
		a.lines.Reset()
		r.written = last + 1
		r.turn.Broadcast()
	}
	r.done += last - first + 1
	if r.job.Progress != nil {
		r.job.Progress(r.done)
	}
	return nil
}
