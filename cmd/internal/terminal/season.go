package terminal

import (
	"context"
	"errors"
	"fmt"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
)

// Championship plays the races of a championship that are left. People who come
// back between two races are taken to the end of the last one, where they left,
// and can still take steps of it back.
func (s *Screen) Championship(ctx context.Context, c *championship.Championship) error {
	s.greet(c)
	k := c.Done() + 1
	if s.Keys != nil && c.Done() > 0 && !(k <= c.Races() && c.Begun(k)) {
		k = c.Reopen()
	}
	for ; k <= c.Races(); k++ {
		if left, err := s.raceOf(ctx, c, k); err != nil || left {
			return err
		}
	}
	return nil
}

// raceOf plays a race of a championship, and takes in its result.
func (s *Screen) raceOf(ctx context.Context, c *championship.Championship, k int) (left bool, err error) {
	r, err := c.Open(k, s.Keys != nil)
	if err != nil {
		return false, err
	}
	left, err = s.race(ctx, r, c)
	if err = errors.Join(err, r.Close()); err != nil || left {
		return left, err
	}
	return false, c.Add(r.Table)
}

// greet says which championship it is, and how it stands when it is resumed.
func (s *Screen) greet(c *championship.Championship) {
	visible.Printf(s.Out, "championship of %d %s, saved in %s\n", c.Races(), term.Plural(c.Races(), "race"), c.Dir)
	if n := c.Done(); n > 0 {
		visible.Printf(s.Out, "resumed after %d %s\n", n, term.Plural(n, "race"))
	}
	if c.Done() == c.Races() {
		s.tellStandings(c)
	}
}

// tellStandings shows how a championship stands.
func (s *Screen) tellStandings(c *championship.Championship) {
	if c.Done() == 0 {
		visible.Printf(s.Out, "the first race is not over yet\n")
		return
	}
	standings := c.Standings()
	s.Table(s.Out, &standings)
}

// introduceSeason begins a race of a championship: its number, and what changed
// in the rules since the one before.
func (f *face) introduceSeason() {
	c := f.season
	if c == nil {
		return
	}
	term.Heading(f.out, f.style, fmt.Sprintf("Race %d of %d", c.Done()+1, c.Races()))
	if changes := c.Changes(f.race.Table); len(changes) > 0 {
		f.say("new rules since the last race:")
		for _, change := range changes {
			f.say("  %s", change)
		}
	}
}

// tellSeason shows the standings, those after this race when it is over.
func (f *face) tellSeason() error {
	now, err := f.season.With(f.race.Table)
	if err == nil {
		f.screen.tellStandings(now)
	}
	return err
}

// upcoming is what is asked between two races and at the end, what Enter does
// there, and whether it is the end. The race that is over now is not taken in
// yet.
func upcoming(c *championship.Championship) (prompt, enter string, last bool) {
	next := c.Done() + 2
	if next > c.Races() {
		return "the championship is over; Enter ends > ", "Enter ends", true
	}
	return visible.Sprintf("race %d of %d, %s, comes next > ", next, c.Races(), c.Track(next)), "Enter starts the next race", false
}

// ready looks whether the next race can be started under the rules as they are
// on disk.
func (f *face) ready() bool {
	err := f.season.Ready(f.season.Done() + 2)
	if err != nil {
		f.screen.Problem(f.out, err)
		visible.Printf(f.out, "the next race waits: mend the file, save it, and Enter starts the race; or :quit\n")
	}
	return err == nil
}
