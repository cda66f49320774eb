package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/settings"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/wall"
)

// When rules run in a process of their own.
const (
	isolateKey    = "isolate"
	isolateAuto   = "auto"
	isolateAlways = "always"
	isolateNever  = "never"
)

var isolateChoices = []string{isolateAuto, isolateAlways, isolateNever}

// isolateFlag is --isolate: alone it is always, and false is never.
type isolateFlag string

var _ pflag.Value = (*isolateFlag)(nil)

func (f *isolateFlag) String() string { return string(*f) }

// Type implements pflag.Value.
func (*isolateFlag) Type() string { return "when" }

// Set implements pflag.Value.
func (f *isolateFlag) Set(text string) error {
	switch text {
	case "true":
		text = isolateAlways
	case "false":
		text = isolateNever
	}
	if err := settings.OneOf(isolateChoices)(text); err != nil {
		return err
	}
	*f = isolateFlag(text)
	return nil
}

// stranger finds what is not the user's among the rules that a command line
// leads to; "" when all are.
type stranger func(own wall.Own, cmd *cobra.Command, args []string) string

// isolating gives a verb its --isolate.
func (p *program) isolating(cmd *cobra.Command, find stranger) *cobra.Command {
	when, run := isolateFlag(isolateAuto), cmd.RunE
	cmd.Flags().Var(&when, isolateKey, "run the rules in a process of their own, within limits: "+strings.Join(isolateChoices, ", ")+" (auto: those that are not yours)")
	cmd.Flags().Lookup(isolateKey).NoOptDefVal = isolateAlways
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if p.child != nil || when == isolateNever {
			return run(cmd, args)
		}
		if when == isolateAuto {
			first := find(wall.Folders(p.ownHome()), cmd, args)
			if first == "" {
				return run(cmd, args)
			}
			visible.Printf(cmd.ErrOrStderr(), "%s is in no folder of yours: the rules run in a process of their own; --isolate=false trusts them\n", first)
		}
		return p.isolated(cmd)
	}
	return cmd
}

// strangeRules are among the arguments, or what some flags name.
func strangeRules(flags ...string) stranger {
	return func(own wall.Own, cmd *cobra.Command, args []string) string {
		for _, name := range flags {
			args = append(args, cmd.Flag(name).Value.String())
		}
		args = append(args, withOf(cmd)...)
		return own.Rules(args...)
	}
}

// strangeRace is the one that the first argument names.
func (p *program) strangeRace(own wall.Own, cmd *cobra.Command, args []string) string {
	path, err := p.home().Path(args[0])
	if err != nil {
		return "" // the verb says so
	}
	return own.Races(cmd.Context(), path)
}

// strangeChampionship is the one that the first argument names, or its race.
func (p *program) strangeChampionship(own wall.Own, cmd *cobra.Command, args []string) string {
	path, err := p.home().Path(args[0])
	if err != nil {
		return "" // the verb says so
	}
	dir, ok := championship.Of(path)
	if !ok {
		return own.Races(cmd.Context(), path)
	}
	plan, err := championship.PlanOf(dir)
	if stranger := own.Races(cmd.Context(), dir); stranger != "" || err != nil {
		return stranger
	}
	if stranger := own.Rules(plan.Rules()...); stranger != "" {
		return stranger
	}
	return own.Races(cmd.Context(), plan.Journals(dir)...)
}

// isolated runs a command in a child. A race at a terminal outlives it.
func (p *program) isolated(cmd *cobra.Command) error {
	w := wall.Parent{
		Verb: childVerb, Args: p.args, Memory: p.limit(wall.MemoryKey), Silence: p.limit(wall.SilenceKey),
		In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), Printer: p.Printer,
	}
	if cmd.Name() == "play" && talks(cmd) {
		w.Race = &wall.Race{
			Keys: p.keyboard(cmd), Watch: cmd.Flag("no-watch").Value.String() != "true",
			GoOn: func(journal string) []string { return goOnArgs(cmd, journal) },
		}
	}
	switch {
	case cmd.Name() == "lua":
		w.Race = &wall.Race{Keys: p.lineKeys(cmd)}
	case cmd.Name() == "test" && asksSpecs(cmd):
		w.Race = &wall.Race{Keys: p.keyboard(cmd)}
	}
	code, err := w.Run(cmd.Context())
	if err == nil && code != 0 {
		return exitCode(code)
	}
	return err
}

// limit is a setting that is a whole number.
func (p *program) limit(key string) int64 {
	n, err := strconv.ParseInt(p.set.Text(key), 10, 64)
	if err != nil {
		panic(err) // settings are checked
	}
	return n
}

// goOnArgs are the arguments that go on with a race as this command line would.
func goOnArgs(cmd *cobra.Command, journal string) []string {
	args := []string{"play", "--resume", journal}
	for _, name := range []string{"no-watch", colorKey} {
		if flag := cmd.Flag(name); flag.Changed {
			args = append(args, "--"+name+"="+flag.Value.String())
		}
	}
	return args
}
