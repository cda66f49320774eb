package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/terminal"
	"sandbox/cmd/internal/wall"
	"sandbox/core/race"
	"sandbox/scripts"
)

// looker is a race that can be looked at.
type looker struct {
	look  func(expression string) ([]string, error)
	names *scripts.Names
}

func newLua(p *program) *cobra.Command {
	var track, seed string
	var to int
	cmd := p.isolating(&cobra.Command{
		Use:   "lua VARIANT|JOURNAL [EXPRESSION]",
		Short: "Look into a race by Lua expressions",
		Long: "Works out Lua expressions over a race and its rules, one a line: `race` and `self`, the variant, are those that a\n" +
			"rule is given. The race is one of the variant that has just begun, its qualifying sessions played by bots, or\n" +
			"the one in a journal (a path that ends in .jsonl, or last). Nothing is changed: dice, moves and questions are\n" +
			"refused. With an expression it works out that one alone.",
		Example: "  sandbox lua isloppet\n  sandbox lua isloppet 'race:cars()[1].wp'\n  sandbox lua last --to 4 'race:standings()'",
		Args:    needArgs(1, 2, "a variant or a journal, and perhaps an expression: sandbox lua isloppet 'self.movement[3]'"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := p.looker(cmd.Context(), args[0], track, seed, to)
			if err != nil {
				return err
			}
			screen := &terminal.Screen{Printer: p.Printer, Out: cmd.OutOrStdout()}
			if len(args) == 2 {
				return screen.LookOnce(l.look, args[1])
			}
			screen.Keys = p.lineKeys(cmd)
			return screen.Look(cmd.Context(), l.look, l.names)
		},
	}, func(own wall.Own, cmd *cobra.Command, args []string) string {
		if isJournal(args[0]) {
			return p.strangeRace(own, cmd, args[:1])
		}
		return strangeRules("track")(own, cmd, args[:1:1])
	})
	cmd.Flags().StringVar(&track, "track", "", "the track of a race that has just begun (default: the variant's own)")
	cmd.Flags().StringVar(&seed, "seed", "1", "the seed of that race")
	cmd.Flags().IntVar(&to, "to", 0, "of a journal, how the race stood after this round")
	return cmd
}

// isJournal says that a race is meant, and no variant.
func isJournal(called string) bool { return called == "last" || strings.HasSuffix(called, ".jsonl") }

// looker is the race that is called so.
func (p *program) looker(ctx context.Context, called, track, seed string, to int) (looker, error) {
	if isJournal(called) {
		path, err := p.home().Path(called)
		if err != nil {
			return looker{}, err
		}
		r, err := p.keep().Read(path, upTo(to))
		if err != nil {
			return looker{}, err
		}
		return looker{r.Look, r.Program().Names()}, nil
	}
	a, err := p.keep().Prepare(saved.Order{Variant: called, Track: track})
	if err != nil {
		return looker{}, err
	}
	g, err := race.Start(a.Program, race.Head{Variant: called, Seed: seed, Laps: a.Program.Laps(), Entries: a.Program.Entries()}, nil)
	if err != nil {
		return looker{}, err
	}
	for {
		step, err := g.Next()
		if err != nil || step.Kind != race.Session || ctx.Err() != nil {
			break // a race without a next step can be looked at all the same
		}
		if _, err := g.PlayStep(step); err != nil {
			return looker{}, err
		}
	}
	look := func(expression string) ([]string, error) { return a.Program.Look(g.Head(), g.State(), expression) }
	return looker{look, a.Program.Names()}, nil
}

// lineKeys is where expressions are typed, or come from.
func (p *program) lineKeys(cmd *cobra.Command) console.Keyboard {
	if p.child == nil && !console.IsTerminal(cmd.InOrStdin()) {
		return console.NewLines(cmd.InOrStdin(), cmd.OutOrStdout())
	}
	return p.keyboard(cmd)
}
