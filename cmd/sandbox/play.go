package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// everybody and nobody are what --drive takes instead of names.
const (
	everybody = "all"
	nobody    = "none"
)

func newPlay(p *program) *cobra.Command {
	var f raceFlags
	var auto, asJSON, noWatch bool
	var drive string
	cmd := p.isolating(&cobra.Command{
		Use:   "play VARIANT",
		Short: "Play a race",
		Long: "Plays a race under a variant: a name, name.lua, or a path; files on disk come before built-in ones.\n" +
			"In a terminal it asks and tells; without one, or with --auto, bots answer.",
		Example: "  sandbox play paper_f1.lua\n  sandbox play paper_f1 --track oval --set action.2.spaces=-4\n" +
			"  sandbox play paper_f1 --races hungaroring,oval --set points=10-6-4\n  sandbox play --resume last",
		Args: needArgs(0, 1, "one variant: sandbox play paper_f1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if drive != "" && drive != nobody && (auto || asJSON) {
				return usageError{errors.New("--auto and --json let bots answer for everyone; leave out --drive")}
			}
			if f.dice != "" && !slices.Contains(dice.Kinds(), f.dice) {
				return usageError{fmt.Errorf("--dice %s: there are %s", f.dice, strings.Join(dice.Kinds(), ", "))}
			}
			talk := talks(cmd)
			switch {
			case f.dice == dice.KindAsk && !talk:
				return usageError{errors.New("--dice ask needs somebody at a terminal who types what the dice show, without --auto and --json")}
			case f.dice == dice.KindAsk && f.seed != "":
				return usageError{errors.New("dice that are typed in have no seed; leave out --seed")}
			}
			f.people, f.alone, f.undecided = driven(drive), !talk, drive == ""
			if err := f.take(cmd, args); err != nil {
				return err
			}
			now := &play{program: p, ctx: cmd.Context(), out: cmd.OutOrStdout(), talk: talk, asJSON: asJSON, noWatch: noWatch}
			if talk {
				now.lines = console.Lines(cmd.InOrStdin())
			}
			return now.begin(f)
		},
	}, p.playedRules)
	flags := cmd.Flags()
	flags.StringVar(&f.track, "track", "", "the track: a name, name.lua, or a path (default: the variant's own)")
	flags.StringVar(&f.races, "races", "", "play a championship: so many races, or the tracks with commas")
	flags.StringVar(&f.entries, "entries", "", "who drives: a .yaml or .toml file, such as sandbox entries prints (default: the variant's own)")
	flags.IntVar(&f.laps, "laps", 0, "laps to drive (default: the variant's or the track's own)")
	flags.StringVar(&f.seed, "seed", "", "any text; the same seed throws the same dice (default: chosen and told)")
	flags.StringVar(&f.dice, "dice", "", "fast; sealed, whose seed is told at the end; or ask, for real dice whose faces you type (default: fast)")
	flags.BoolVar(&auto, "auto", false, "let bots answer and tell the race to its end")
	flags.BoolVar(&asJSON, "json", false, "write one event a line, the result last; bots answer")
	flags.StringVar(&f.save, "save", "", "the race's journal, or the championship's folder (default: a new one in the user's state folder)")
	flags.StringVar(&f.resume, "resume", "", "go on with the race in a journal, or the championship in a folder; `last` is what was played last")
	flags.BoolVar(&noWatch, "no-watch", false, "do not take up changes of the files while the race runs")
	flags.StringArrayVar(&f.settings, "set", nil, "change one value of the rules for this race: path=value")
	flags.StringVar(&drive, "drive", "", "who is played from this terminal: names with commas, all or none (default: asked in a terminal)")
	flags.StringSliceVar(&f.bots, "bots", nil, "who drives the others (default: steady)")
	return cmd
}

// driven reads --drive.
func driven(drive string) []string {
	switch drive {
	case nobody:
		return nil
	case "":
		return []string{everybody}
	}
	list := strings.Split(drive, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// take looks at the command line as a whole.
func (f *raceFlags) take(cmd *cobra.Command, args []string) error {
	if err := f.checkLaps(cmd); err != nil {
		return err
	}
	if f.resume == "" {
		if len(args) == 0 {
			return usageError{errors.New("give a variant: sandbox play paper_f1")}
		}
		f.variant = args[0]
		f.season = cmd.Flags().Changed("races")
		return nil
	}
	var idle []string
	for _, name := range []string{"track", "races", "entries", "laps", "seed", "dice", "save", "set", "drive", "bots"} {
		if cmd.Flags().Changed(name) {
			idle = append(idle, "--"+name)
		}
	}
	if len(args) > 0 {
		idle = append(idle, args[0])
	}
	if len(idle) > 0 {
		return usageError{fmt.Errorf("--resume goes on with a race as it was started; leave out %s", strings.Join(idle, ", "))}
	}
	return nil
}

// checkLaps refuses no laps, which the flag has when it is not given.
func (f *raceFlags) checkLaps(cmd *cobra.Command) error {
	if f.laps == 0 && cmd.Flags().Changed("laps") {
		return usageError{errors.New("--laps 0: a race has 1 to 1000")}
	}
	return nil
}

// play is how races are played this time.
type play struct {
	*program
	ctx                   context.Context
	out                   io.Writer
	talk, asJSON, noWatch bool
	lines                 chan string // what people type
}

// begin plays a race or a championship that the flags ask for.
func (p *play) begin(f raceFlags) error {
	if f.resume == "" {
		if err := p.chooseDrivers(&f); errors.Is(err, errQuit) {
			return nil
		} else if err != nil {
			return err
		}
	}
	switch {
	case f.season:
		c, err := p.startChampionship(f)
		if err != nil {
			return err
		}
		return p.championship(c)
	case f.resume == "":
		o, err := p.startRace(f)
		if err != nil {
			return err
		}
		return p.alone(o)
	}
	path, err := p.home().Path(f.resume)
	if err != nil {
		return err
	}
	if dir, ok := championshipOf(path); ok {
		c, err := p.resumeChampionship(dir)
		if err != nil {
			return err
		}
		return p.championship(c)
	}
	o, err := p.resumeRace(path)
	if err != nil {
		return err
	}
	return p.alone(o)
}

// alone plays a race that belongs to no championship.
func (p *play) alone(o *open) error {
	_, err := p.race(o, nil)
	return err
}

// race plays a race to its end, or until the user leaves it.
func (p *play) race(o *open, c *championship) (left bool, err error) {
	defer func() { err = errors.Join(err, o.journal.Close()) }()
	if p.asJSON {
		return false, errors.Join(playJSON(p.ctx, o, p.out), o.journal.Sync())
	}
	t := newTable(p.program, o, p.out, p.talk)
	t.lines, t.season = p.lines, c
	defer t.close()
	if !p.noWatch {
		t.watch()
	}
	err = t.play(p.ctx)
	return t.left, errors.Join(err, o.journal.Sync())
}

// playJSON plays with bots and writes one event a line. A race that people
// were driving waits where it needs them.
func playJSON(ctx context.Context, o *open, out io.Writer) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	if err := o.encodeCommitment(lines); err != nil {
		return err
	}
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		commit, err := o.game.Play()
		switch {
		case errors.Is(err, race.ErrOver):
			return lines.Encode(resultLine{"result", o.seed(), resultRows(classification(o.game))})
		case errors.Is(err, race.ErrPending):
			return o.nobodyThere()
		case err != nil:
			return err
		}
		for _, e := range commit.Events {
			if err := lines.Encode(e); err != nil {
				return err
			}
		}
	}
}

// resultLine is the last line of --json.
type resultLine struct {
	Type           string      `json:"type"`
	Seed           string      `json:"seed,omitempty"`
	Classification []resultRow `json:"classification"`
}

type resultRow struct {
	Place  int    `json:"place"`
	Car    string `json:"car"`
	Status string `json:"status"`
	Grid   int    `json:"grid"`
	Points int    `json:"points"`
	Why    string `json:"why,omitempty"`
}

func resultRows(placings []race.Placing) []resultRow {
	var rows []resultRow
	for _, p := range placings {
		rows = append(rows, resultRow{p.Place, p.Car, p.Status.String(), p.Grid, p.Points, p.Why})
	}
	return rows
}

// talks says that people at a terminal play, and not bots alone.
func talks(cmd *cobra.Command) bool {
	off := func(flag string) bool { return cmd.Flag(flag).Value.String() == "false" }
	return console.IsTerminal(cmd.InOrStdin()) && console.IsTerminal(cmd.OutOrStdout()) && off("auto") && off("json")
}
