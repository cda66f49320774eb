package sim

import (
	"sync"
	"sync/atomic"
)

// run is what the workers of a job share. What they have played is added up in
// the order of its numbers, so that the sum is at any time that of all races up
// to one of them: the same as if no more had been asked for.
type run struct {
	job     *Job
	next    int64 // atomic: the first race that nobody has taken
	stopped atomic.Bool
	ahead   int64 // how many races may be played beyond one that is not: what waits to be added takes memory

	mu    sync.Mutex
	turn  *sync.Cond
	whole *Result
	added int64            // all races before this one are in whole
	early map[int64]*chunk // by first race: those that others have to come before
	full  bool             // nothing more is added
}

func newRun(job *Job) *run {
	r := &run{job: job, next: job.From, whole: newResult(job), added: job.From, early: map[int64]*chunk{}}
	r.ahead = 4 * batch * int64(max(1, job.Workers))
	r.turn = sync.NewCond(&r.mu)
	return r
}

// stop lets the workers end.
func (r *run) stop() {
	r.mu.Lock()
	r.stopped.Store(true)
	r.turn.Broadcast()
	r.mu.Unlock()
}

// chunk is races that one worker has played.
type chunk struct {
	first, last int64
	sum         *Result
	lines       []byte // their events
}

func newChunk(job *Job, first int64) *chunk {
	return &chunk{first: first, last: first - 1, sum: newResult(job)}
}

// eachUntil is the race up to which each is handed over by itself: people wait
// for the first figures.
const eachUntil = 256

// handedOver says that a chunk ends with a race.
func handedOver(n int64) bool { return n <= eachUntil || Look(n) }

// take adds a chunk when those before it are there, and ends the run when that
// is enough.
func (r *run) take(c *chunk) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c.first-r.added > r.ahead && !r.stopped.Load() {
		r.turn.Wait()
	}
	if c.last >= c.first {
		r.early[c.first] = c
	}
	before := r.added
	for c := r.early[r.added]; c != nil && !r.full; c = r.early[r.added] {
		if err := r.add(c); err != nil {
			return err
		}
	}
	if r.added == before {
		r.progress()
	}
	r.turn.Broadcast()
	return nil
}

// add adds the next chunk.
func (r *run) add(c *chunk) error {
	delete(r.early, c.first)
	if len(c.lines) > 0 {
		if _, err := r.job.Events.Write(c.lines); err != nil {
			return err
		}
	}
	r.whole.add(c.sum)
	r.added = c.last + 1
	r.progress()
	return r.whole.check()
}

// progress tells how far the run is.
func (r *run) progress() {
	if r.job.Progress != nil && !r.full && r.job.Progress(r.whole) {
		r.full = true
		r.stopped.Store(true)
	}
}
