package main

import (
	"crypto/rand"
	"io"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/store"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// simulate runs the verb.
func (p *program) simulate(cmd *cobra.Command, f *simFlags) error {
	if p.hoard != nil {
		p.hoard(f.combinations(), f.workers) // races leave little behind, and collecting it takes the second core
	}
	if f.out != "" {
		if err := door.Free(f.out); err != nil { // before any race is played
			return err
		}
	}
	if f.seed == "" {
		f.seed = rand.Text()[:8]
	}
	s := &simulation{program: p, cmd: cmd, flags: f, open: f.races == 0}
	if len(f.sweeps) > 0 {
		return s.sweep()
	}
	a, err := p.keep().Prepare(f.Order)
	if err != nil {
		return err
	}
	if err := f.checkBy(a.Program); err != nil {
		return err
	}
	if f.skill {
		return s.skill(a.Program)
	}
	b, err := p.rival(f)
	switch {
	case err != nil:
		return err
	case f.watch:
		return s.watch(a, b)
	case b != nil:
		return s.once(a.Program, s.otherSubject(b))
	}
	return s.once(a.Program)
}

// rival is what a variant is compared with, nil for nothing.
func (p *program) rival(f *simFlags) (*scripts.Program, error) {
	if f.other == "" && len(f.otherSettings) == 0 {
		return nil, nil
	}
	b, err := p.keep().Prepare(f.otherOrder())
	if err != nil {
		return nil, err
	}
	return b.Program, f.checkBy(b.Program)
}

// simulation is one call of the verb.
type simulation struct {
	*program
	cmd     *cobra.Command
	flags   *simFlags
	there   bool      // the part that is to be played was played before, and lies there
	work    *profiled // nil without --profile
	open    bool      // how many races are played is not said
	stopped bool      // the races under way were stopped before their end
}

// once plays the races and gives the figures.
func (s *simulation) once(a *scripts.Program, others ...sim.Variant) error {
	job := sim.Job{A: s.subject(a), Others: others}
	s.watchWork(&job.A, a)
	result, err := s.recorded(job)
	if err != nil {
		return err
	}
	return s.give(result)
}

// give keeps the sums of a run, or gives its figures.
func (s *simulation) give(result *sim.Result) error {
	if s.flags.out != "" {
		return s.keep(result)
	}
	return s.tell(result)
}

// subject is what is played, and otherSubject what it is compared with.
func (s *simulation) subject(a *scripts.Program) sim.Variant {
	return subject(a, playCommand(s.flags.Order), s.flags.by)
}

func (s *simulation) otherSubject(b *scripts.Program) sim.Variant {
	return subject(b, playCommand(s.flags.otherOrder()), s.flags.by)
}

// recorded plays the races, and keeps their events where that is wanted.
func (s *simulation) recorded(job sim.Job) (result *sim.Result, err error) {
	if s.flags.events == "" {
		return s.play(s.cmd.Context(), job, nil, report.Of)
	}
	err = store.Write(s.flags.events, func(events io.Writer) (err error) {
		job.Events = events
		result, err = s.play(s.cmd.Context(), job, nil, report.Of)
		return err
	})
	return result, err
}
