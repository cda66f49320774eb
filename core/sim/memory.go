package sim

import (
	"context"
	"sync"
)

// remembered is how many races a Memory holds. One takes 2 to 12 KB, with 8 cars or with 43.
const remembered = 2500

// Memory holds what became of some races of one variant, so that a later run
// with the same seed does not play them again. The zero value is empty and ready
// for use, by several workers at once.
type Memory struct {
	mu    sync.Mutex
	races map[string]*ended // by the seed of the race
}

// ended is what became of a race.
type ended struct {
	outcome
	wrong   error  // why it was not played to its end
	differs string // what came out otherwise in fresh rules
}

func (m *Memory) recall(seed string) *ended {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.races[seed]
}

// keeps says that there is room.
func (m *Memory) keeps() bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.races) < remembered
}

func (m *Memory) keep(seed string, e *ended) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.races == nil {
		m.races = map[string]*ended{}
	}
	m.races[seed] = e
}

// end is what became of a race, which is played if it is not remembered; nil
// when the context stopped it. It is valid until the next one is played.
func (p *player) end(ctx context.Context, job *Job, number int64) *ended {
	seed, m := Seed(job.Seed, number), p.variant.Memory
	if known := m.recall(seed); known != nil {
		return known
	}
	wrong, differs := p.play(job.Seed, number), ""
	if wrong != nil && ctx.Err() != nil {
		return nil
	}
	if job.again(number) {
		if differs = p.again(job.Seed, number, wrong); ctx.Err() != nil {
			differs = ""
		}
	}
	p.last = ended{p.outcome, wrong, differs}
	if ctx.Err() == nil && m.keeps() {
		kept := p.last
		p.outcome = newOutcome(p.variant)
		m.keep(seed, &kept)
	}
	return &p.last
}
