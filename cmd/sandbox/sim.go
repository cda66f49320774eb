package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// How many races are played when nobody says, and at most how many at once.
const (
	simRaces   = 10_000
	maxWorkers = 1024
)

// simFlags are what the command line says about a simulation.
type simFlags struct {
	saved.Order
	seed          string
	races         int64
	workers       int
	other         string   // --vs
	otherSettings []string // --vs-set
	format        string
	events        string
	shard, out    string
	watch         bool
}

func newSim(p *program) *cobra.Command {
	var f simFlags
	cmd := p.isolating(&cobra.Command{
		Use:   "sim VARIANT",
		Short: "Play thousands of races and give figures",
		Long: "Plays many races with bots and gives figures: where cars finish by grid slot, car and bot, who retires\n" +
			"and why, how long a race is, which rows of the rules' tables come up. Race n of a run can be watched\n" +
			"with sandbox play --seed SEED/n. --vs and --vs-set play each race under two rules with the same luck.",
		Example: "  sandbox sim paper_f1 -n 10000\n  sandbox sim paper_f1 --vs-set action.6.spaces=4\n  sandbox sim my_variant.lua -n 1000 --watch\n" +
			"  sandbox sim paper_f1 -n 1000000 --seed a --shard 1/2 --out part1.json\n  sandbox sim merge part1.json part2.json",
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
	flags.Int64VarP(&f.races, "races", "n", simRaces, "how many races")
	flags.StringVar(&f.Track, "track", "", "the track: a name, name.lua, or a path (default: the variant's own)")
	flags.StringVar(&f.EntryFile, "entries", "", "who drives: a .yaml or .toml file (default: the variant's own)")
	flags.IntVar(&f.Laps, "laps", 0, "laps to drive (default: the variant's or the track's own)")
	flags.StringSliceVar(&f.Bots, "bots", nil, "who drives, taken in turns; over the races each bot drives each car (default: steady)")
	flags.StringVar(&f.seed, "seed", "", "any text; the same seed gives the same figures (default: chosen and told)")
	flags.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "races played at once; the figures do not depend on it")
	flags.StringArrayVar(&f.Settings, "set", nil, "change one value of the rules: path=value")
	flags.StringVar(&f.other, "vs", "", "compare with another variant under the same luck")
	flags.StringArrayVar(&f.otherSettings, "vs-set", nil, "compare with the same variant with one value changed: path=value")
	addFormat(cmd, &f.format)
	flags.StringVar(&f.events, "events", "", "write every event of every race to this file, one a line")
	flags.StringVar(&f.shard, "shard", "", "play only part k of n of the races: k/n")
	flags.StringVar(&f.out, "out", "", "write the sums to this file, for sandbox sim merge, instead of tables")
	flags.BoolVar(&f.watch, "watch", false, "run again whenever a file of the rules is saved, and compare: with --vs or --vs-set, or else with the version before")
	cmd.AddCommand(newMerge(p))
	return cmd
}

// check finds what is wrong in flags that do not need the rules.
func (f *simFlags) check() error {
	switch {
	case f.races < 1 || f.races > sim.MaxRaces:
		return fmt.Errorf("-n %d: 1 to %d races can be played", f.races, sim.MaxRaces)
	case f.workers < 1 || f.workers > maxWorkers:
		return fmt.Errorf("--workers %d: 1 to %d can play at once", f.workers, maxWorkers)
	case f.other != "" && len(f.otherSettings) > 0:
		return errors.New("--vs compares with another variant, --vs-set with this one: give one of them")
	case f.watch && (f.out != "" || f.shard != "" || f.events != ""):
		return errors.New("--watch shows the figures anew on each save: leave out --shard, --out and --events")
	case f.shard != "" && f.out == "":
		return errors.New("--shard plays a part of the races: say with --out where its sums are to be kept")
	case f.shard != "" && f.seed == "":
		return errors.New("--shard needs --seed: all parts of a run have the same")
	}
	if _, _, err := f.part(); err != nil {
		return err
	}
	return console.CheckFormat(f.format)
}

// part is the races to play: those of --shard, or all.
func (f *simFlags) part() (from, to int64, err error) {
	if f.shard == "" {
		return 1, f.races, nil
	}
	first, second, _ := strings.Cut(f.shard, "/")
	k, err1 := strconv.ParseInt(first, 10, 64)
	n, err2 := strconv.ParseInt(second, 10, 64)
	if err1 != nil || err2 != nil || k < 1 || k > n || n > f.races {
		return 0, 0, fmt.Errorf("--shard %s: write k/n, part k of n of the %d races, such as 1/4", f.shard, f.races)
	}
	return (k-1)*f.races/n + 1, k * f.races / n, nil
}

// simulate runs the verb.
func (p *program) simulate(cmd *cobra.Command, f *simFlags) error {
	if p.hoard != nil {
		p.hoard() // races leave little behind, and collecting it takes the second core
	}
	if f.out != "" {
		if err := door.Free(f.out); err != nil { // before any race is played
			return err
		}
	}
	a, err := p.keep().Prepare(f.Order)
	if err != nil {
		return err
	}
	b, err := p.rival(f)
	if err != nil {
		return err
	}
	if f.seed == "" {
		f.seed = rand.Text()[:8]
	}
	s := &simulation{program: p, cmd: cmd, flags: f}
	if f.watch {
		return s.watch(a, b)
	}
	return s.once(a.Program, b)
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
	return b.Program, nil
}

// otherOrder is what is compared with.
func (f *simFlags) otherOrder() saved.Order {
	other := f.Order
	if f.other != "" {
		other.Variant = f.other
	}
	other.Settings = append(append([]string(nil), f.Settings...), f.otherSettings...)
	return other
}

// simulation is one call of the verb.
type simulation struct {
	*program
	cmd   *cobra.Command
	flags *simFlags
}

// once plays the races and gives the figures.
func (s *simulation) once(a, b *scripts.Program) error {
	f := s.flags
	result, err := s.recorded(a, b)
	if err != nil {
		return err
	}
	if f.out != "" {
		return s.keep(result)
	}
	return s.tell(result)
}

// recorded plays the races, and keeps their events where that is wanted.
func (s *simulation) recorded(a, b *scripts.Program) (result *sim.Result, err error) {
	if s.flags.events == "" {
		return s.races(s.cmd.Context(), a, b, nil)
	}
	err = store.Write(s.flags.events, func(events io.Writer) (err error) {
		result, err = s.races(s.cmd.Context(), a, b, events)
		return err
	})
	return result, err
}

// races plays races; what is already played when the user stops it is the
// result.
func (s *simulation) races(ctx context.Context, a, b *scripts.Program, events io.Writer) (*sim.Result, error) {
	f := s.flags
	from, to, err := f.part()
	if err != nil {
		return nil, err
	}
	job := sim.Job{Seed: f.seed, Races: f.races, From: from, To: to, Workers: f.workers, A: subject(a, playCommand(f.Order)), Events: events}
	if b != nil {
		other := subject(b, playCommand(f.otherOrder()))
		job.B = &other
	}
	job.Progress = func(int64) { s.child.Alive() }
	if w := s.cmd.ErrOrStderr(); console.IsTerminal(w) {
		bar := console.NewBar(w, to-from+1, "races")
		job.Progress = func(done int64) { s.child.Alive(); bar.Show(done) }
		defer bar.Clear()
	}
	return sim.Run(ctx, job)
}

// keep writes the sums to a file.
func (s *simulation) keep(result *sim.Result) error {
	f := s.flags
	if !result.Whole() {
		visible.Printf(s.cmd.ErrOrStderr(), "stopped after %d of %d races: nothing was written to %s\n", result.Done(), result.To-result.From+1, f.out)
		return context.Canceled
	}
	text, err := result.Encode()
	if err == nil && len(text) > door.Part {
		err = fmt.Errorf("%s: the sums take %d MB, and sandbox sim merge reads at most %d: enter fewer cars", f.out, len(text)>>20, door.Part>>20)
	}
	if err != nil {
		return err
	}
	if err := store.Write(f.out, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	visible.Printf(s.cmd.OutOrStdout(), "%s: races %d to %d of %d\n", f.out, result.From, result.To, result.Races)
	return s.failures(result)
}

// tell gives the figures, and the races that failed.
func (s *simulation) tell(result *sim.Result) error {
	if err := s.Tables(s.cmd.OutOrStdout(), s.flags.format, report.Facts(result), report.Of(result)); err != nil {
		return err
	}
	err := s.failures(result)
	if !result.Whole() {
		return context.Canceled
	}
	return err
}

// failures says which races failed, or differ in fresh rules, and how to see them.
func (s *simulation) failures(result *sim.Result) error {
	wrong, w := false, s.cmd.ErrOrStderr()
	for i, c := range result.Counts {
		subject := &result.Subjects[i]
		if c.Failed.Races > 0 {
			wrong = true
			visible.Printf(w, "\n%d of %d races of %s failed and are in none of the figures; the first:\n", c.Failed.Races, result.Done(), subject.Variant)
			s.list(w, result, subject, c.Failed.First)
		}
		if c.Differ.Races > 0 {
			wrong = true
			visible.Printf(w, "\n%d of the races of %s that were played again in fresh rules came out otherwise: the rules remember something from race to race, "+
				"and the figures are not to be relied on. `sandbox check --heavy` of their file says what; the first:\n", c.Differ.Races, subject.Variant)
			s.list(w, result, subject, c.Differ.First)
		}
	}
	if wrong {
		return errReported
	}
	return nil
}

// list lists races with which something is wrong, and how to see each.
func (s *simulation) list(w io.Writer, result *sim.Result, subject *sim.Subject, races []sim.Failure) {
	for _, failure := range races {
		visible.Printf(w, "race %d:\n", failure.Race)
		s.Problem(w, failure.Err())
		visible.Printf(w, "to see it: %s\n", playAgain(subject, result.Seed, failure))
	}
}

// playAgain is the command that plays a race of a run.
func playAgain(s *sim.Subject, seed string, f sim.Failure) string {
	command := s.Play + " --seed " + shellWord(sim.Seed(seed, f.Race))
	if len(s.Bots) > 1 {
		command += " --bots " + shellWord(strings.Join(append(s.Bots[f.Deal:len(s.Bots):len(s.Bots)], s.Bots[:f.Deal]...), ","))
	}
	return command
}

// playCommand is the command that plays a race as a simulation does, but for
// its seed.
func playCommand(o saved.Order) string {
	words := []string{"sandbox play", shellWord(o.Variant)}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, shellWord(value))
		}
	}
	add("--track", o.Track)
	if o.Laps > 0 {
		add("--laps", strconv.Itoa(o.Laps))
	}
	add("--entries", o.EntryFile)
	if len(o.Bots) == 1 {
		add("--bots", o.Bots[0])
	}
	for _, setting := range o.Settings {
		add("--set", setting)
	}
	return strings.Join(append(words, "--auto"), " ")
}

// shellWord is a text as one word of a shell.
func shellWord(text string) string {
	if strings.IndexFunc(text, func(r rune) bool {
		return r < 0x80 && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./,=:+@%", r))
	}) < 0 && text != "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// subject is a program as the simulator takes it.
func subject(p *scripts.Program, play string) sim.Variant {
	options, info := p.Options(), p.Info()
	v := sim.Variant{
		Setup: p.Setup(),
		Fresh: func(r *race.Race, recorded bool) (sim.Rules, error) {
			h, err := p.NewHost(r)
			if err == nil && !recorded {
				h.Quiet()
			}
			return h, err
		},
	}
	v.Subject = sim.Subject{
		Variant: options.Variant, Name: info.Variant, Track: info.Track, Laps: p.Laps(), Settings: options.Settings,
		Play: play, Cars: v.Setup.Entries, Bots: p.Bots(), Entries: hashOf(p.Entries()),
	}
	if info.Unit != "lap" {
		v.Unit = info.Unit
	}
	var rules, circuit []string
	for _, src := range p.Sources() {
		if strings.HasPrefix(src.Name, scripts.Tracks+"/") {
			circuit = append(circuit, src.Name, src.Text)
		} else {
			rules = append(rules, src.Name, src.Text)
		}
	}
	v.Rules, v.Circuit = hashOf(rules, options.Settings), hashOf(circuit)
	for _, t := range info.Tables {
		table := sim.Table{Name: t.Name, Dice: t.Dice.String()}
		for _, row := range t.Rows {
			table.Rows = append(table.Rows, sim.Row{From: row.From, To: row.To, Text: row.Text})
		}
		v.Tables = append(v.Tables, table)
	}
	return v
}

// hashOf is the same for equal values.
func hashOf(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // texts, numbers and lists of them can be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
