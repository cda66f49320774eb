package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
)

// championship plays the races that are left.
func (p *play) championship(c *championship) (err error) {
	defer func() { err = errors.Join(err, c.lock.Close()) }()
	if p.asJSON {
		return p.championshipJSON(c)
	}
	c.greet(p.out)
	for k := c.first(p.talk); k <= len(c.Tracks); k++ {
		o, err := c.open(k)
		if err != nil {
			return err
		}
		left, err := p.race(o, c)
		if err != nil || left {
			return err
		}
		c.add(o.game)
	}
	return nil
}

// first is the race to begin with. People who come back between two races are
// taken to the end of the last one, where they left, and can still take steps
// of it back.
func (c *championship) first(talk bool) int {
	done := len(c.results)
	if !talk || done == 0 || done < len(c.Tracks) && fileThere(c.path(done+1)) {
		return done + 1
	}
	c.results = c.results[:done-1]
	return done
}

// championshipJSON writes the events of the races that are left, a line at the
// start of each race whose rules are others than those before, and the
// standings after each.
func (p *play) championshipJSON(c *championship) error {
	lines := json.NewEncoder(p.out)
	lines.SetEscapeHTML(false)
	if len(c.results) == len(c.Tracks) {
		return lines.Encode(c.standingsLine())
	}
	for k := len(c.results) + 1; k <= len(c.Tracks); k++ {
		o, err := c.open(k)
		if err != nil {
			return err
		}
		if changes := c.changes(o); len(changes) > 0 {
			if err := lines.Encode(rulesLine{"rules", k, changes}); err != nil {
				return errors.Join(err, o.journal.Close())
			}
		}
		if _, err := p.race(o, c); err != nil {
			return err
		}
		c.add(o.game)
		if err := lines.Encode(c.standingsLine()); err != nil {
			return err
		}
	}
	return nil
}

// rulesLine is a line of --json.
type rulesLine struct {
	Type    string   `json:"type"`
	Race    int      `json:"race"`
	Changes []string `json:"changes"`
}

// changes are what differs between the rules of a race that begins and those
// of the race before.
func (c *championship) changes(o *open) []string {
	if c.rules == nil || o.game.Steps() > 0 {
		return nil
	}
	return lines(o.program().Changes(c.rules))
}

// greet says which championship it is, and how it stands when it is resumed.
func (c *championship) greet(out io.Writer) {
	fmt.Fprintf(out, "championship of %d %s, saved in %s\n", len(c.Tracks), plural(len(c.Tracks), "race"), c.dir)
	if n := len(c.results); n > 0 {
		fmt.Fprintf(out, "resumed after %d %s\n", n, plural(n, "race"))
	}
	if len(c.results) == len(c.Tracks) {
		c.program.Table(out, c.table(len(c.results)))
	}
}

// introduce begins a race: its number, and what changed in the rules since the
// one before.
func (c *championship) introduce(t *table) {
	term.Heading(t.out, t.style, fmt.Sprintf("Race %d of %d", len(c.results)+1, len(c.Tracks)))
	if changes := c.changes(t.open); len(changes) > 0 {
		t.say("new rules since the last race:")
		for _, change := range changes {
			t.say("  %s", change)
		}
	}
}

// tell shows the standings, those after a race that is over when they are not
// taken in yet.
func (c *championship) tell(out io.Writer, o *open) {
	now := *c
	if isOver(o.game) {
		now.results = now.results[:len(now.results):len(now.results)]
		now.add(o.game)
	}
	if len(now.results) == 0 {
		fmt.Fprintln(out, "the first race is not over yet")
		return
	}
	c.program.Table(out, now.table(len(now.results)))
}

// upcoming is what is asked between two races and at the end, what Enter does
// there, and whether it is the end.
func (c *championship) upcoming() (prompt, enter string, last bool) {
	next := len(c.results) + 2 // the race that is over now is not taken in yet
	if next > len(c.Tracks) {
		return "the championship is over; Enter ends > ", "Enter ends", true
	}
	_, track := library.Split(c.Tracks[next-1])
	return fmt.Sprintf("race %d of %d, %s, comes next > ", next, len(c.Tracks), track), "Enter starts the next race", false
}

// ready looks whether the next race can be started under the rules as they are
// on disk.
func (c *championship) ready(out io.Writer) bool {
	_, _, err := arrange(c.flags(len(c.results) + 2))
	if err != nil {
		c.program.Problem(out, err)
		fmt.Fprintln(out, "the next race waits: mend the file, save it, and Enter starts the race; or :quit")
	}
	return err == nil
}
