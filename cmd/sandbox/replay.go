package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"sandbox/core/race"
)

func newReplay(p *program) *cobra.Command {
	var to int
	var verify, asJSON bool
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Tell a saved race again",
		Long:    "Plays a saved race again from the rules that its journal embeds, and compares every state with the\nrecorded one. FILE is a journal, or last for the race played last.",
		Example: "  sandbox replay last --to 4\n  sandbox replay race.jsonl --verify",
		Args:    needArgs(1, 1, "one journal: sandbox replay FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if to < 0 {
				return usageError{fmt.Errorf("--to %d: rounds are counted from 1", to)}
			}
			path, err := p.home().Path(args[0])
			if err != nil {
				return err
			}
			game, _, err := p.readJournal(path, upTo(to))
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			o := &open{game: game}
			switch {
			case asJSON:
				lines := json.NewEncoder(out)
				lines.SetEscapeHTML(false)
				if err := o.encodeCommitment(lines); err != nil {
					return err
				}
				for i := range game.Steps() + 1 {
					c, err := game.Commit(i)
					if err != nil {
						return err
					}
					for _, e := range c.Events {
						if err := lines.Encode(e); err != nil {
							return err
						}
					}
				}
				return lines.Encode(resultLine{"result", o.seed(), resultRows(classification(game))})
			case verify:
				fmt.Fprintf(out, "%s: %d steps played again, every state and every event as recorded\n", path, game.Steps())
				return nil
			}
			t := newTable(p, o, out, false)
			return t.retell()
		},
	}
	cmd.Flags().IntVar(&to, "to", 0, "stop after this round and show how it stood")
	cmd.Flags().BoolVar(&verify, "verify", false, "only say whether everything is as recorded")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one event a line, the classification last")
	return cmd
}

// upTo stops a replay when a round is over; 0 is the end of the journal.
func upTo(round int) func(*race.Game, *race.Record) bool {
	if round == 0 {
		return nil
	}
	return func(g *race.Game, next *race.Record) bool {
		if next.Commit == nil {
			return false
		}
		step, err := g.Next()
		return err == nil && step.Round > round || errors.Is(err, race.ErrOver)
	}
}

// retell tells the steps of a race and how it stands then.
func (t *table) retell() error {
	t.introduceReplay()
	for i := range t.game.Steps() {
		c, err := t.game.Commit(i + 1)
		if err != nil {
			return err
		}
		t.head(headingOf(&c))
		t.teller.Tell(t.out, c.Events)
	}
	if standing(t.game).Over() {
		t.result()
		t.reveal()
		return nil
	}
	t.standings()
	if t.program().Board() != nil {
		_, _ = t.showMap(nil)
	}
	return nil
}

func (t *table) introduceReplay() {
	p := t.program()
	t.say("%s on %s, %s", p.Info().Variant, p.Info().Track, t.luck())
	t.tellCommitment()
}
