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
	"bytes"
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
	// Field is the value of a field of a car now, as people read it; "" when it
	// has none.
	Field(car int, name string) string
}

// Rounds are rules that can play many turns at once: some declare what a turn is.
type Rounds interface {
	// PlayRounds plays on until something else than a turn comes, and returns how
	// many turns that were: none where the next step is to be taken by itself. It
	// plays at most so many. Begin is called before each round.
	PlayRounds(r *race.Race, most int, begin func()) (turns int, err error)
}

// Variant is rules and a track to simulate, and what their figures are called.
type Variant struct {
	Subject
	Setup race.Setup
	// Fresh makes rules for a race that Setup fits. They keep no record unless
	// it is wanted.
	Fresh func(r *race.Race, recorded bool) (Rules, error)
	// Memory has what became of races that were played before, and takes those that
	// are played now; nil for none. Where events are wanted it must be nil.
	Memory *Memory
}

// Job is what to simulate.
type Job struct {
	Seed     string // of the run: any text
	Races    int64  // of the whole run, 1..MaxRaces; 0 for an open run, which ends when Progress has enough
	From, To int64  // the numbers of the races to play now, both included; all of an open run
	Parts    int64  // how many the run is split into, if those races are one of the parts; 0 for none
	Workers  int    // 1 or more
	Program  string // which version of it plays
	Command  string // plays the whole run
	A        Variant
	Others   []Variant // each to be compared with A, under the same luck
	Swept    []string  // settings that tell A and the others apart, the last of each one's; empty where that is not so
	Events   io.Writer // where each event of A's races is written as a line of JSON; nil for nowhere

	// Progress is called when races were played, by any worker, one at a time, with
	// the sums of all races from From up to one of them; it must not keep them. It
	// is shown the same sums in the same order with any number of workers, one
	// perhaps several times. When it returns true, the run ends with those sums. It
	// may be nil where the run is not open.
	Progress func(sum *Result) (enough bool)
}

// Seed is the seed of one race of a run.
func Seed(run string, number int64) string { return run + "/" + strconv.FormatInt(number, 10) }

// batch is how many races a worker takes at once.
const batch = 16

// Run plays the races of a job. A race that fails is counted and stops
// nothing. When the context ends, the result is of the races played so far,
// all from From up to one of them; one under way counts for nothing, and ends at
// once where the rules heed the context too. The result of an open run is that of
// a run of as many races as it has.
func Run(ctx context.Context, job Job) (*Result, error) {
	open := job.Races == 0 && job.Progress != nil
	if open {
		job.Races, job.From, job.To = MaxRaces, 1, MaxRaces
	}
	if job.Races < 1 || job.Races > MaxRaces || job.From < 1 || job.To < job.From || job.To > job.Races {
		return nil, fmt.Errorf("races %d to %d of %d: a run has 1 to %d races", job.From, job.To, job.Races, MaxRaces)
	}
	r := newRun(&job)
	errs := make([]error, max(1, job.Workers))
	var wait sync.WaitGroup
	for i := range errs {
		wait.Go(func() {
			defer func() {
				if errs[i] != nil {
					r.stop()
				}
			}()
			defer bug.Catch(&errs[i])
			errs[i] = r.work(ctx)
		})
	}
	wait.Wait()
	if err := cmp.Or(errs...); err != nil { // the others' are mostly the same
		return nil, err
	}
	if open {
		r.whole.Races, r.whole.To = r.whole.Done(), r.whole.Done()
	}
	return r.whole, nil
}

// work is one worker.
func (r *run) work(ctx context.Context) error {
	players, err := r.job.players()
	if err != nil {
		return err
	}
	for {
		first := atomic.AddInt64(&r.next, batch) - batch
		if first > r.job.To {
			return nil
		}
		if err := r.batch(ctx, first, min(first+batch-1, r.job.To), players); err != nil {
			return err
		}
		if r.stopped.Load() {
			return nil
		}
	}
}

// players play a race each, A's first.
func (j *Job) players() ([]*player, error) {
	a, err := newPlayer(&j.A, j.Events != nil)
	list := []*player{a}
	for i := range j.Others {
		if err != nil {
			break
		}
		a, err = newPlayer(&j.Others[i], false)
		list = append(list, a)
	}
	return list, err
}

// batch plays races and hands them over chunk by chunk.
func (r *run) batch(ctx context.Context, first, last int64, players []*player) error {
	c, lines := newChunk(r.job, first), &players[0].lines
	hand := func() error {
		c.lines = bytes.Clone(lines.Bytes())
		lines.Reset()
		return r.take(c)
	}
	for n := first; n <= last && !r.stopped.Load() && ctx.Err() == nil && c.sum.play(ctx, r.job, n, players); n++ {
		if c.last = n; n < last && handedOver(n) {
			if err := hand(); err != nil {
				return err
			}
			c = newChunk(r.job, n+1)
		}
	}
	if ctx.Err() != nil {
		r.stop()
	}
	return hand()
}
