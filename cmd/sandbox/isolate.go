package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/settings"
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

// isolating gives a verb its --isolate. called lists the files and folders of
// rules that a command line names.
func (p *program) isolating(cmd *cobra.Command, called func(cmd *cobra.Command, args []string) []string) *cobra.Command {
	when, run := isolateFlag(isolateAuto), cmd.RunE
	cmd.Flags().Var(&when, isolateKey, "run the rules in a process of their own, within limits: "+strings.Join(isolateChoices, ", ")+" (auto: those that are not yours)")
	cmd.Flags().Lookup(isolateKey).NoOptDefVal = isolateAlways
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if p.child != nil || when == isolateNever {
			return run(cmd, args)
		}
		if when == isolateAuto {
			first, ok := wall.Strange(called(cmd, args), p.home())
			if !ok {
				return run(cmd, args)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s is in no folder of yours: the rules run in a process of their own; --isolate=false trusts them\n", first)
		}
		return p.isolated(cmd)
	}
	return cmd
}

// Where a command line names rules.
func ruleArgs(_ *cobra.Command, args []string) []string { return args }

func ruleArgsAnd(flags ...string) func(*cobra.Command, []string) []string {
	return func(cmd *cobra.Command, args []string) []string {
		for _, name := range flags {
			args = append(args, strings.Split(cmd.Flag(name).Value.String(), ",")...)
		}
		return args
	}
}

// playedRules are those of a race that is begun, or gone on with.
func (p *program) playedRules(cmd *cobra.Command, args []string) []string {
	called := cmd.Flag("resume").Value.String()
	if called == "" {
		return ruleArgsAnd("track", "races")(cmd, args)
	}
	path, err := p.home().Path(called)
	if err != nil {
		return nil // play says so
	}
	if dir, ok := championship.Of(path); ok {
		if plan, err := championship.PlanOf(dir); err == nil {
			return append([]string{dir, plan.Variant}, plan.Tracks...)
		}
	}
	return append(library.Recorded(path), path)
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
