package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/wall"
)

// tracks reads --races: a number, or the tracks as the user calls them; "" is
// the variant's own.
func (f *raceFlags) tracks() ([]string, error) {
	if n, err := strconv.Atoi(f.races); err == nil {
		if n < 1 || n > championship.MostRaces {
			return nil, usageError{fmt.Errorf("--races %d: a championship has 1 to %d races", n, championship.MostRaces)}
		}
		return slices.Repeat([]string{f.Track}, n), nil
	}
	if f.Track != "" {
		return nil, usageError{errors.New("--races names the tracks; leave out --track")}
	}
	tracks := strings.Split(f.races, ",")
	for i := range tracks {
		if tracks[i] = strings.TrimSpace(tracks[i]); tracks[i] == "" {
			return nil, usageError{fmt.Errorf("--races %q: give a number, or the tracks with commas: --races hungaroring,oval", f.races)}
		}
	}
	if len(tracks) > championship.MostRaces {
		return nil, usageError{fmt.Errorf("--races: a championship has 1 to %d races, not %d", championship.MostRaces, len(tracks))}
	}
	return tracks, nil
}

// strangePlay is what is strange of a race that is begun, or gone on with.
func (p *program) strangePlay(own wall.Own, cmd *cobra.Command, args []string) string {
	value := func(flag string) string { return cmd.Flag(flag).Value.String() }
	if called := value("resume"); called != "" {
		return p.strangeChampionship(own, cmd, []string{called})
	}
	if file, _, err := specOf(value("from")); err == nil { // play says what is wrong
		args = append(args, file)
	}
	args = append(append(args, value("track")), withOf(cmd)...)
	f := raceFlags{races: value("races")}
	if tracks, err := f.tracks(); err == nil { // play says what is wrong
		args = append(args, tracks...)
	}
	return own.Rules(args...)
}

// plan begins the championship that the flags ask for.
func (p *play) plan(f raceFlags) (*championship.Championship, error) {
	tracks, err := f.tracks()
	if err != nil {
		return nil, err
	}
	luck, err := f.luck(p.talk)
	if err != nil {
		return nil, err
	}
	plan, err := championship.NewPlan(p.keep, f.Order, tracks, luck)
	if err != nil {
		return nil, err
	}
	return championship.Begin(p.keep, plan, f.save)
}

// championship plays the races that are left.
func (p *play) championship(c *championship.Championship) (err error) {
	defer func() { err = errors.Join(err, c.Close()) }()
	if p.asJSON {
		return p.championshipJSON(c)
	}
	return p.Championship(p.ctx, c)
}

// rulesLine is a line of --json.
type rulesLine struct {
	Type    string   `json:"type"`
	Race    int      `json:"race"`
	Changes []string `json:"changes"`
}

// championshipJSON writes the events of the races that are left, a line at the
// start of each race whose rules are others than those before, and the
// standings after each.
func (p *play) championshipJSON(c *championship.Championship) error {
	if c.Done() == c.Races() {
		return jsonLines(p.Out).Encode(c.Line())
	}
	for k := c.Done() + 1; k <= c.Races(); k++ {
		r, err := c.Open(k, false)
		if err != nil {
			return err
		}
		if err := errors.Join(p.raceJSON(c, k, r), r.Close()); err != nil {
			return err
		}
		if err := c.Add(r.Table); err != nil {
			return err
		}
		if err := jsonLines(p.Out).Encode(c.Line()); err != nil {
			return err
		}
	}
	return nil
}

// raceJSON plays a race of a championship.
func (p *play) raceJSON(c *championship.Championship, k int, r *saved.Race) error {
	lines := jsonLines(p.Out)
	if changes := c.Changes(r.Table); len(changes) > 0 {
		if err := lines.Encode(rulesLine{"rules", k, changes}); err != nil {
			return err
		}
	}
	return playJSON(p.ctx, r, lines)
}
