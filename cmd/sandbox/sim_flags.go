package main

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/saved"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// maxWorkers is how many races are played at once at most.
const maxWorkers = 1024

// simFlags are what the command line says about a simulation.
type simFlags struct {
	saved.Order
	seed          string
	races         int64 // 0 for as many as it takes
	workers       int
	other         string   // --vs
	otherSettings []string // --vs-set
	by            string
	sweeps        []string
	skill         bool
	format        string
	events        string
	shard, out    string
	watch         bool
	profile       string
}

func newSim(p *program) *cobra.Command {
	var f simFlags
	cmd := p.isolating(&cobra.Command{
		Use:   "sim VARIANT",
		Short: "Play thousands of races and give figures",
		Long: "Plays many races with bots and gives figures, which a terminal shows while they are refined: where cars\n" +
			"finish by grid slot, car and bot, who retires and why, how long a race is, which rows of the rules' tables\n" +
			"come up. It ends when they are sure enough or, with -n, after so many races. Race n of a run can be watched\n" +
			"with sandbox play --seed SEED/n. --vs and --vs-set play each race under two rules with the same luck.\n" +
			"--sweep path=values plays each race under each of several values, and again for all combinations with another --sweep.\n" +
			"--skill tells what driving well is worth beside luck.",
		Example: "  sandbox sim paper_f1\n  sandbox sim paper_f1 -n 10000 --seed a\n  sandbox sim paper_f1 --vs-set action.6.spaces=4\n  sandbox sim my_variant.lua -n 1000 --watch\n" +
			"  sandbox sim paper_f1 -n 1000 --sweep action.6.spaces=1..5\n  sandbox sim paper_f1 -n 1000000 --seed a --shard 1/2 --out part1.json\n  sandbox sim merge part1.json part2.json",
		Args: needArgs(1, 1, "one variant: sandbox sim paper_f1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Variant = args[0]
			if err := f.check(); err != nil {
				return usageError{err}
			}
			if err := checkLaps(cmd, f.Laps); err != nil {
				return err
			}
			return p.simulate(cmd, &f)
		},
	}, strangeRules("track", "vs"))
	flags := cmd.Flags()
	flags.Int64VarP(&f.races, "races", "n", 0, "how many races (default: until the figures are sure enough, or for 20 seconds)")
	flags.StringVar(&f.Track, "track", "", "the track: a name, name.lua, or a path (default: the variant's own)")
	addWith(cmd, &f.With)
	flags.StringVar(&f.EntryFile, "entries", "", "who drives: a .yaml or .toml file (default: the variant's own)")
	flags.IntVar(&f.Laps, "laps", 0, "laps to drive (default: the variant's or the track's own)")
	flags.StringSliceVar(&f.Bots, "bots", nil, "who drives, taken in turns; over the races each bot drives each car (default: steady)")
	flags.StringVar(&f.seed, "seed", "", "any text; the same seed gives the same figures (default: chosen and told)")
	flags.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "races played at once; the figures do not depend on it")
	flags.StringArrayVar(&f.Settings, "set", nil, "change one value of the rules: path=value")
	flags.StringVar(&f.other, "vs", "", "compare with another variant under the same luck; isloppet+wolves is one with a house rule over it")
	flags.StringArrayVar(&f.otherSettings, "vs-set", nil, "compare with the same variant with one value changed: path=value")
	flags.StringVar(&f.by, "by", "", "compare cars by the value that a field of theirs has when the race begins, such as tyres, wp.T or bot")
	flags.StringArrayVar(&f.sweeps, "sweep", nil, "compare settings under the same luck: path=1,2,4 or path=-3..-1 or path=0..1:0.25; given again, all combinations")
	flags.BoolVar(&f.skill, "skill", false, "tell luck from skill: play each race once more with expert in one car, every car in turn, among steady ones")
	addFormat(cmd, &f.format)
	flags.StringVar(&f.events, "events", "", "write every event of every race to this file, one a line")
	flags.StringVar(&f.shard, "shard", "", "play only part k of n of the races: k/n")
	flags.StringVar(&f.out, "out", "", "write the sums to this file, for sandbox sim merge, instead of tables")
	flags.BoolVar(&f.watch, "watch", false, "run again whenever a file of the rules is saved, and compare: with --vs or --vs-set, or else with the version before")
	profileFlag(cmd, &f.profile)
	cmd.AddCommand(newMerge(p))
	return cmd
}

// check finds what is wrong in flags that do not need the rules.
func (f *simFlags) check() error {
	switch {
	case f.races < 0 || f.races > sim.MaxRaces:
		return fmt.Errorf("-n %d: 1 to %d races can be played, or with 0 as many as it takes to be sure enough", f.races, sim.MaxRaces)
	case f.workers < 1 || f.workers > maxWorkers:
		return fmt.Errorf("--workers %d: 1 to %d can play at once", f.workers, maxWorkers)
	case f.other != "" && len(f.otherSettings) > 0:
		return errors.New("--vs compares with another variant, --vs-set with this one: give one of them")
	case len(f.sweeps) > 0 && (f.other != "" || len(f.otherSettings) > 0 || f.watch || f.events != "" || f.profile != ""):
		return errors.New("--sweep compares its own combinations, once: leave out --vs, --vs-set, --watch, --events and --profile")
	case f.skill && (f.other != "" || len(f.otherSettings) > 0 || len(f.sweeps) > 0 || f.watch || len(f.Bots) > 0):
		return errors.New("--skill compares expert with steady in one game: leave out --vs, --vs-set, --sweep, --watch and --bots")
	case f.watch && (f.out != "" || f.shard != "" || f.events != ""):
		return errors.New("--watch shows the figures anew on each save: leave out --shard, --out and --events")
	case f.profile != "" && (f.watch || f.out != ""):
		return errors.New("--profile tells where the work goes, beside the figures: leave out --watch and --out")
	case f.shard != "" && f.out == "":
		return errors.New("--shard plays a part of the races: say with --out where its sums are to be kept")
	case f.shard != "" && f.races == 0:
		return errors.New("--shard needs -n: all parts of a run are of the same number of races")
	case f.shard != "" && f.seed == "":
		return errors.New("--shard needs --seed: all parts of a run have the same")
	}
	if _, _, _, err := f.part(); err != nil {
		return err
	}
	if _, _, err := f.grid(); err != nil {
		return err
	}
	return console.CheckFormat(f.format)
}

// checkBy says why the cars of a program cannot be compared by the field of --by.
func (f *simFlags) checkBy(p *scripts.Program) error {
	if f.by == "" {
		return nil
	}
	if err := p.CheckField(f.by); err != nil {
		return fmt.Errorf("--by %s: %w", f.by, err)
	}
	return nil
}

// part is the races to play: those of --shard and of how many parts they are one,
// or all, which are no part.
func (f *simFlags) part() (from, to, parts int64, err error) {
	if f.shard == "" {
		return 1, f.races, 0, nil
	}
	first, second, _ := strings.Cut(f.shard, "/")
	k, err1 := strconv.ParseInt(first, 10, 64)
	n, err2 := strconv.ParseInt(second, 10, 64)
	if err1 != nil || err2 != nil || k < 1 || k > n || n > f.races {
		return 0, 0, 0, fmt.Errorf("--shard %s: write k/n, part k of n of the %d races, such as 1/4", f.shard, f.races)
	}
	from, to = sim.Range(k, n, f.races)
	return from, to, n, nil
}

// otherOrder is what is compared with.
func (f *simFlags) otherOrder() saved.Order {
	other := f.Order
	if f.other != "" {
		other.Variant, other.With = f.other, nil
	}
	other.Settings = append(append([]string(nil), f.Settings...), f.otherSettings...)
	return other
}
