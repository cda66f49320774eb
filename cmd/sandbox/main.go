// Command sandbox plays tabletop racing games whose rules are Lua files, and
// takes changes of the rules while a race runs.
//
// Each verb has a file of its own. This package wires the others together: it
// holds no rules and no state of a race.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/settings"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/wall"
	"sandbox/core/bug"
	"sandbox/scripts"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process, whatever it does
	tidy()
	p := &program{hoard: hoard}
	os.Exit(p.run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// enough is how many bytes the process takes at ease. Races of the project's own
// need half with a few workers, and each worker takes more. Each combination of
// a sweep takes more for its rules, and again for each worker that plays by them.
const (
	enough      = 120 << 20
	moreWorkers = 2 << 20
	moreSwept   = 8 << 20
	moreOfBoth  = 1 << 20
)

// tidy has the process collect what rules leave behind before it takes more than
// enough, unless its user says how much.
func tidy() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(enough)
	}
}

// hoard lets the process leave more memory behind before it collects it, and take
// what so many workers and combinations of a sweep need, unless its user says how
// much.
func hoard(swept, workers int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(enough + int64(workers)*moreWorkers + int64(swept)*(moreSwept+int64(workers)*moreOfBoth))
	}
}

// Exit codes: 0 for success, 1 for what is wrong in files, settings, rules or a race,
// 2 for a command that was given wrongly, 130 after an interrupt.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError is a command given wrongly.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// errReported ends a command that has already said what is wrong.
var errReported = errors.New("reported")

// program is one call of the program: what its command line, its settings and,
// in a child, its parent say. A process may make several calls at once.
type program struct {
	console.Printer
	args    []string                 // the command line
	set     *settings.Set            // what is set; nil in a verb that heeds no settings
	ctx     context.Context          // ends the call
	child   *wall.Child              // nil outside of the wall
	shelf   scripts.Shelf            // rules that were read
	hoard   func(swept, workers int) // trades memory for speed; nil where the process is not this call's alone
	limited time.Duration            // how long a simulation without a number may take; 0 is openLimit
}

// run makes the call; it returns the exit code.
func (p *program) run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	p.ctx = ctx
	root, results := newRoot(p), console.NewOutput(out)
	p.args = spellOut(args)
	root.SetArgs(p.args)
	root.SetIn(in)
	root.SetOut(results)
	root.SetErr(errOut)
	err := execute(ctx, root)
	lost := results.Lost()
	if errors.Is(err, lost) { // also when both are nil
		err = nil
	}
	code := p.end(err, errOut)
	if lost == nil || console.Unwanted(lost) {
		return code
	}
	p.Problem(errOut, fmt.Errorf("the output is not whole: %w; free space, or write it elsewhere", lost))
	return max(code, exitFailed)
}

// end says what went wrong in a call, and returns its exit code.
func (p *program) end(err error, errOut io.Writer) int {
	var usage usageError
	var code exitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &usage):
		visible.Printf(errOut, "%v\nsandbox help says more\n", err)
		return exitUsage
	case !errors.Is(err, errReported):
		p.Problem(errOut, err)
	}
	return exitFailed
}

// execute runs a command. A bug in the program is an error like others.
func execute(ctx context.Context, root *cobra.Command) (err error) {
	defer bug.Catch(&err)
	return root.ExecuteContext(ctx)
}

// newRoot is the tree of commands.
func newRoot(p *program) *cobra.Command {
	root := &cobra.Command{
		Use:           "sandbox",
		Short:         "A laboratory for the rules of tabletop racing games",
		Long:          "Sandbox plays tabletop racing games whose rules are Lua files. Edit a variant while a race runs\nand the next die falls under the new rules.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("unknown command %q%s", args[0], scripts.Suggest(args[0], verbs(cmd)))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.DisableAutoGenTag = true // manual pages of one version are the same on every day
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.PersistentFlags().StringVar(&p.Colour, colorKey, console.Auto, "when to write in colours: "+strings.Join(console.Choices(), ", "))
	root.AddCommand(newPlay(p), newSim(p), newVariants(p), newDiff(p), newTracks(p), newEntries(p), newShow(p), newInit(p), newTypes(p), newCheck(p), newTest(p), newReplay(p), newLua(p), newStandings(p), newDice(p), newConfig(p))
	p.heedSettings(root)
	root.AddCommand(newCompletion(), newVersion(), newMan(), newChild(p)) // they work whatever is set
	addCompletions(root)
	return root
}

// verbs are the names of the commands below one that are there to be used.
func verbs(cmd *cobra.Command) []string {
	var list []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub.Name())
		}
	}
	return list
}

// spellOut turns -run, as Go's own tests have it, into --run.
func spellOut(args []string) []string {
	list := append([]string(nil), args...)
	for i, arg := range list {
		if arg == "--" {
			break
		}
		if arg == "-run" || len(arg) > 5 && arg[:5] == "-run=" {
			list[i] = "-" + arg
		}
	}
	return list
}

// addFormat gives a verb that prints tables its -o.
func addFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVarP(format, "output", "o", console.ForPeople, "how tables are written: "+strings.Join(console.Formats(), ", "))
}

// needArgs is cobra.RangeArgs with a usage error in the program's own words.
func needArgs(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usageError{fmt.Errorf("give %s", what)}
		}
		return nil
	}
}
