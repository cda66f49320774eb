package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/report"
	"sandbox/core/sim"
)

// openLimit is how long a run without a number may take.
const openLimit = 20 * time.Second

// refining is a run under way, as its user sees it.
type refining struct {
	*simulation
	job    *sim.Job
	began  time.Time
	screen *console.Screen // nil where the figures are not shown before the end
	bar    *console.Bar    // nil where nothing moves
	lines  []string        // that stand above the tables
	tables func(*sim.Result) []report.Table
}

// play plays the races of a job that says what they are of; which they are is
// said by the flags. What is already played when the user stops it is the result.
// Lines and tables are what a terminal shows meanwhile.
func (s *simulation) play(ctx context.Context, job sim.Job, lines []string, tables func(*sim.Result) []report.Table) (*sim.Result, error) {
	f := s.flags
	from, to, parts, err := f.part()
	if err != nil {
		return nil, err
	}
	info, _ := debug.ReadBuildInfo() // nil without modules
	job.Program, job.Command, job.Workers = versionOf(info), f.command(f.races), f.workers
	job.Seed, job.Races, job.From, job.To, job.Parts = f.seed, f.races, from, to, parts
	if there, err := readPart(f.out); f.shard != "" && err == nil && job.Made(there) {
		s.there = true
		return there, nil
	}
	r := &refining{simulation: s, job: &job, began: time.Now(), lines: lines, tables: tables}
	if s.flags.format == console.ForPeople && s.flags.out == "" {
		r.screen = s.NewScreen(s.cmd.OutOrStdout())
		defer r.screen.Close()
	}
	if w := s.cmd.ErrOrStderr(); r.screen == nil && console.IsTerminal(w) {
		if r.bar = console.NewBar(w, r.all(), "races"); r.open() {
			r.bar = console.NewTimeBar(w, r.longest(), "races")
		}
		defer r.bar.Clear()
	}
	job.Progress = r.progress
	result, err := sim.Run(ctx, job)
	s.stopped = ctx.Err() != nil
	return result, err
}

// open says that the run has no number.
func (r *refining) open() bool { return r.job.Races == 0 }

// all is how many races are to be played, -1 when that is open.
func (r *refining) all() int64 {
	if r.open() {
		return -1
	}
	return r.job.To - r.job.From + 1
}

// progress shows how far the run is, and ends an open one.
func (r *refining) progress(sum *sim.Result) (enough bool) {
	r.child.Alive()
	if sum.Done() == 0 {
		return false
	}
	if r.bar != nil {
		r.bar.Show(sum.Done())
	}
	if r.screen.Due() {
		r.screen.Show(r.head(sum), r.tables(sum))
	}
	return r.open() && (sum.Sure() || sum.Hopeless() || time.Since(r.began) >= r.longest())
}

// head are the lines above the tables: what they are of, and what is still open.
func (r *refining) head(sum *sim.Result) []string {
	now := *sum
	if r.open() {
		now.Races, now.To = now.Done(), now.Done()
	}
	took := time.Since(r.began).Seconds()
	rate := float64(sum.Done()) / took
	goal := float64(r.all())
	if r.open() {
		goal = min(float64(sim.NextLook(sum.Headlines()[0].Races)), rate*r.longest().Seconds())
	}
	left := max(0, goal-float64(sum.Done())) / rate
	lines := append(slices.Concat(r.lines, report.Facts(&now)),
		fmt.Sprintf("%.0f races/s, about %.0f s more; Ctrl-C ends with these figures", rate, math.Ceil(left)))
	if unsure := report.Unsure(sum); unsure != "" {
		lines = append(lines, "not sure yet: "+unsure)
	}
	return lines
}

// longest is how long an open run may take.
func (p *program) longest() time.Duration { return cmp.Or(p.limited, openLimit) }

// ending says why an open run ended, and what to type for the same and for more.
func (s *simulation) ending(sum *sim.Result) []string {
	n, races := sum.Done(), report.Races(sum)
	same := "for the same again: " + s.flags.again(n)
	switch {
	case n == 0:
		return nil
	case sum.Sure():
		return []string{"sure enough after " + races, same,
			"for intervals half as wide: " + s.flags.again(min(4*n, sim.MaxRaces))}
	case s.stopped:
		return []string{"stopped after " + races, same}
	case sum.Hopeless():
		return []string{"stopped after " + races + ": every one of them failed", same}
	}
	lines := []string{fmt.Sprintf("%.0f seconds are over after %s", s.longest().Seconds(), races)}
	if unsure := report.Unsure(sum); unsure != "" {
		lines = append(lines, "not sure yet: "+unsure)
	}
	return append(lines, same, "to be sure enough: "+s.flags.again(sim.NextLook(sum.Headlines()[0].Races)))
}

// again is the command that plays so many races as this call does, and tells them
// in the same way.
func (f *simFlags) again(races int64) string {
	command := f.command(races)
	switch f.profile {
	case "":
	case noFile:
		command += " --profile"
	default:
		command += " --profile=" + shellWord(f.profile)
	}
	if f.watch {
		command += " --watch"
	}
	if f.format != console.ForPeople {
		command += " -o " + f.format
	}
	return command
}
