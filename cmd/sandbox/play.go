package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/lineedit"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/terminal"
	"sandbox/core/dice"
)

func newPlay(p *program) *cobra.Command {
	var f raceFlags
	var auto, asJSON, noWatch bool
	var drive string
	cmd := p.isolating(&cobra.Command{
		Use:   "play VARIANT",
		Short: "Play a race",
		Long: "Plays a race under a variant: a name, name.lua, or a path; files on disk come before built-in ones.\n" +
			"In a terminal it asks and tells; without one, or with --auto, bots answer.\n" +
			"A file of the rules that is saved meanwhile is told with what it would have changed so far, and waits until you have\n" +
			"said from where on it holds; where nobody is asked it holds from the next step on, with --json not at all.",
		Example: "  sandbox play paper_f1.lua\n  sandbox play paper_f1 --track oval --set action.2.spaces=-4\n" +
			"  sandbox play isloppet --with wolves,blue_flags\n  sandbox play paper_f1 --races hungaroring,oval --set points=10-6-4\n" +
			"  sandbox play --resume last\n  sandbox play --from my_spec.lua:\"the name of a spec\"",
		Args: needArgs(0, 1, "one variant: sandbox play paper_f1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if drive != "" && drive != saved.Nobody && (auto || asJSON) {
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
			f.People, f.Alone, f.undecided = driven(drive), !talk, drive == ""
			if err := f.take(cmd, args); err != nil {
				return err
			}
			if f.from != "" {
				if err := f.beginAs(cmd.Context()); err != nil {
					return err
				}
			}
			screen := &terminal.Screen{Printer: p.Printer, Out: cmd.OutOrStdout(), Child: p.child, Home: p.home(), Watch: !noWatch}
			if talk {
				screen.Keys = p.keyboard(cmd)
			}
			now := &play{Screen: screen, keep: p.keep(), ctx: cmd.Context(), talk: talk, asJSON: asJSON}
			return now.begin(f)
		},
	}, p.strangePlay)
	flags := cmd.Flags()
	flags.StringVar(&f.Track, "track", "", "the track: a name, name.lua, or a path (default: the variant's own)")
	addWith(cmd, &f.With)
	flags.StringVar(&f.races, "races", "", "play a championship: so many races, or the tracks with commas")
	flags.StringVar(&f.EntryFile, "entries", "", "who drives: a .yaml or .toml file, such as sandbox entries prints (default: the variant's own)")
	flags.IntVar(&f.Laps, "laps", 0, "laps to drive (default: the variant's or the track's own)")
	flags.StringVar(&f.from, "from", "", "begin as a spec lays it down: my_spec.lua:\"the name of the spec\"")
	flags.StringVar(&f.seed, "seed", "", "any text; the same seed throws the same dice (default: chosen and told)")
	flags.StringVar(&f.dice, "dice", "", "fast; sealed, whose seed is told at the end; or ask, for real dice whose faces you type (default: fast)")
	flags.BoolVar(&auto, "auto", false, "let bots answer and tell the race to its end")
	flags.BoolVar(&asJSON, "json", false, "write one event a line, the result last; bots answer")
	flags.StringVar(&f.save, "save", "", "the race's journal, or the championship's folder (default: a new one in the user's state folder)")
	flags.StringVar(&f.resume, "resume", "", "go on with the race in a journal, or the championship in a folder; `last` is what was played last")
	flags.BoolVar(&noWatch, "no-watch", false, "do not take up changes of the files while the race runs")
	flags.StringArrayVar(&f.Settings, "set", nil, "change one value of the rules for this race: path=value")
	flags.StringVar(&drive, "drive", "", "who is played from this terminal: names with commas, all or none (default: asked in a terminal)")
	flags.StringSliceVar(&f.Bots, "bots", nil, "who drives the others (default: steady)")
	return cmd
}

// driven reads --drive.
func driven(drive string) []string {
	switch drive {
	case saved.Nobody:
		return nil
	case "":
		return []string{saved.Everybody}
	}
	list := strings.Split(drive, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// take looks at the command line as a whole.
func (f *raceFlags) take(cmd *cobra.Command, args []string) error {
	if err := checkLaps(cmd, f.Laps); err != nil {
		return err
	}
	if f.from != "" {
		for _, name := range []string{"track", "races", "entries", "laps", "resume"} {
			if cmd.Flags().Changed(name) || len(args) > 0 {
				return usageError{errFrom}
			}
		}
		return nil
	}
	if f.resume == "" {
		if len(args) == 0 {
			return usageError{errors.New("give a variant: sandbox play paper_f1")}
		}
		f.Variant = args[0]
		f.season = cmd.Flags().Changed("races")
		return nil
	}
	var idle []string
	for _, name := range []string{"track", withFlag, "races", "entries", "laps", "seed", "dice", "save", "set", "drive", "bots"} {
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
func checkLaps(cmd *cobra.Command, laps int) error {
	if laps == 0 && cmd.Flags().Changed("laps") {
		return usageError{errors.New("--laps 0: a race has 1 to 1000")}
	}
	return nil
}

// play is how races are played this time.
type play struct {
	*terminal.Screen
	keep         saved.Keep
	ctx          context.Context
	talk, asJSON bool
}

// begin plays a race or a championship that the flags ask for.
func (p *play) begin(f raceFlags) error {
	if f.resume != "" {
		return p.goOn(f.resume)
	}
	if there, err := p.chooseDrivers(&f); !there || err != nil {
		return err
	}
	if f.season {
		c, err := p.plan(f)
		if err != nil {
			return err
		}
		return p.championship(c)
	}
	a, err := p.keep.Arrange(f.Order)
	if err != nil {
		return err
	}
	luck, err := f.luck(p.talk)
	if err != nil {
		return err
	}
	r, err := p.keep.Start(a, luck, f.save)
	if err != nil {
		return err
	}
	return p.race(r)
}

// goOn goes on with a race or a championship as it was saved.
func (p *play) goOn(called string) error {
	path, err := p.keep.Home.Path(called)
	if err != nil {
		return err
	}
	if dir, ok := championship.Of(path); ok {
		c, err := championship.Resume(p.keep, dir)
		if err != nil {
			return err
		}
		return p.championship(c)
	}
	r, err := p.keep.Resume(path, p.talk)
	if err != nil {
		return err
	}
	return p.race(r)
}

// chooseDrivers asks who is driven from this terminal, unless the command line
// said so or nobody is asked anything under the rules. people are gone when
// there is false.
func (p *play) chooseDrivers(f *raceFlags) (there bool, err error) {
	if !p.talk || !f.undecided {
		return true, nil
	}
	one := f.Order
	if f.season {
		tracks, err := f.tracks()
		if err != nil {
			return false, err
		}
		one.Track = tracks[0]
	}
	a, err := p.keep.Prepare(one)
	if err != nil || !a.Program.Info().Asks {
		return true, err
	}
	f.People, there, err = p.AskDrivers(p.ctx, a.Program.Entries())
	return there, err
}

// race plays a race that belongs to no championship.
func (p *play) race(r *saved.Race) (err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	if p.asJSON {
		return playJSON(p.ctx, r, jsonLines(p.Out))
	}
	_, err = p.Race(p.ctx, r)
	return err
}

// playJSON plays with bots and writes one event a line. A race that people
// were driving waits where it needs them.
func playJSON(ctx context.Context, r *saved.Race, lines *json.Encoder) error {
	if err := encodeCommitment(lines, r); err != nil {
		return err
	}
	for {
		beat, err := r.Advance(ctx)
		switch {
		case beat.Problem != nil:
			return beat.Problem
		case err != nil:
			return err
		}
		switch beat.Waits {
		case table.Over:
			return encodeResult(lines, r)
		case table.ForAnswers, table.ForThrow:
			return r.NeedsSomebody()
		}
		if err := encodeEvents(lines, beat.Commit); err != nil {
			return err
		}
	}
}

// keyboard is where people at a terminal type: before the wall. One that obeys
// no escape sequence has no editing but its own.
func (p *program) keyboard(cmd *cobra.Command) console.Keyboard {
	if p.child != nil {
		return p.child.Keyboard()
	}
	in, isFile := cmd.InOrStdin().(*os.File)
	output, _ := cmd.OutOrStdout().(*console.Output)
	if !isFile || output == nil || output.File() == nil || p.Style(output).Dumb {
		return console.NewLines(cmd.InOrStdin(), cmd.OutOrStdout())
	}
	path, err := p.home().History()
	if err != nil {
		path = "" // a user without a home has no other sessions
	}
	return lineedit.New(in, output.File(), store.OpenHistory(path))
}

// talks says that people at a terminal play, and not bots alone.
func talks(cmd *cobra.Command) bool {
	off := func(flag string) bool { return cmd.Flag(flag).Value.String() == "false" }
	return console.IsTerminal(cmd.InOrStdin()) && console.IsTerminal(cmd.OutOrStdout()) && off("auto") && off("json")
}
