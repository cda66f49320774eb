package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sandbox/core/race"
)

// everybody and nobody are what --drive takes instead of names.
const (
	everybody = "all"
	nobody    = "none"
)

func newPlay() *cobra.Command {
	var f raceFlags
	var auto, asJSON, noWatch bool
	var drive string
	cmd := &cobra.Command{
		Use:   "play VARIANT",
		Short: "Play a race",
		Long: "Plays a race under a variant: a name, name.lua, or a path; files on disk come before built-in ones.\n" +
			"In a terminal it asks and tells; without one, or with --auto, bots answer.",
		Example: "  sandbox play paper_f1.lua\n  sandbox play paper_f1 --track oval --set action.2.spaces=-4\n  sandbox play --resume last",
		Args:    needArgs(0, 1, "one variant: sandbox play paper_f1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if drive != "" && drive != nobody && (auto || asJSON) {
				return usageError{errors.New("--auto and --json let bots answer for everyone; leave out --drive")}
			}
			talk := isTerminal(cmd.InOrStdin()) && isTerminal(cmd.OutOrStdout()) && !auto && !asJSON
			f.people, f.alone = driven(drive), !talk
			o, err := openRace(cmd, f, args)
			if err != nil {
				return err
			}
			return playOut(cmd, o, talk, asJSON, noWatch)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.track, "track", "", "the track: a name, name.lua, or a path (default: the variant's own)")
	flags.StringVar(&f.entries, "entries", "", "who drives: a .yaml or .toml file, such as sandbox entries prints (default: the variant's own)")
	flags.IntVar(&f.laps, "laps", 0, "laps to drive (default: the variant's or the track's own)")
	flags.StringVar(&f.seed, "seed", "", "any text; the same seed throws the same dice (default: chosen and told)")
	flags.BoolVar(&auto, "auto", false, "let bots answer and tell the race to its end")
	flags.BoolVar(&asJSON, "json", false, "write one event a line, the result last; bots answer")
	flags.StringVar(&f.save, "save", "", "the race's journal (default: a new file in the user's state folder)")
	flags.StringVar(&f.resume, "resume", "", "go on with the race in a journal; `last` is the one played last")
	flags.BoolVar(&noWatch, "no-watch", false, "do not take up changes of the files while the race runs")
	flags.StringArrayVar(&f.settings, "set", nil, "change one value of the rules for this race: path=value")
	flags.StringVar(&drive, "drive", "", "who is played from this terminal: names with commas, all or none (default: all)")
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

// openRace starts a race, or goes on with one.
func openRace(cmd *cobra.Command, f raceFlags, args []string) (*open, error) {
	if f.resume == "" {
		if len(args) == 0 {
			return nil, usageError{errors.New("give a variant: sandbox play paper_f1")}
		}
		f.variant = args[0]
		return startRace(f)
	}
	var idle []string
	for _, name := range []string{"track", "entries", "laps", "seed", "save", "set", "drive", "bots"} {
		if cmd.Flags().Changed(name) {
			idle = append(idle, "--"+name)
		}
	}
	if len(args) > 0 {
		idle = append(idle, args[0])
	}
	if len(idle) > 0 {
		return nil, usageError{fmt.Errorf("--resume goes on with a race as it was started; leave out %s", strings.Join(idle, ", "))}
	}
	return resumeRace(f.resume)
}

// playOut plays a race to its end, or until the user leaves it.
func playOut(cmd *cobra.Command, o *open, talk, asJSON, noWatch bool) (err error) {
	defer func() { err = errors.Join(err, o.journal.Close()) }()
	if asJSON {
		err = playJSON(cmd.Context(), o, cmd.OutOrStdout())
	} else {
		t := newTable(o, cmd.OutOrStdout(), talk)
		defer t.close()
		if !noWatch {
			t.watch()
		}
		if talk {
			t.listen(cmd.InOrStdin())
		}
		err = t.play(cmd.Context())
	}
	return errors.Join(err, o.journal.Sync())
}

// playJSON plays with bots and writes one event a line. A race that people
// were driving waits where it needs them.
func playJSON(ctx context.Context, o *open, out io.Writer) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		commit, err := o.game.Play()
		switch {
		case errors.Is(err, race.ErrOver):
			return lines.Encode(resultLine{"result", o.game.Head().Seed, resultRows(classification(o.game))})
		case errors.Is(err, race.ErrPending):
			a := o.game.Pending()[0]
			return fmt.Errorf("%s is asked %q, and only a person can answer: go on in a terminal with sandbox play --resume %s",
				o.game.Race().Name(a.Who), a.Key, o.journal.Path())
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
	Seed           string      `json:"seed"`
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

// isTerminal says that a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
