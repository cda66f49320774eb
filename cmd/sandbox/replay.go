package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/terminal"
	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

func newReplay(p *program) *cobra.Command {
	var to int
	var verify, asJSON bool
	cmd := p.isolating(&cobra.Command{
		Use:     "replay FILE",
		Short:   "Tell a saved race again",
		Long:    "Plays a saved race again from the rules that its journal embeds, tells where they changed, and compares every\nstate with the recorded one. FILE is a journal, or last for the race played last.",
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
			r, err := p.keep().Read(path, upTo(to))
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case asJSON:
				return replayJSON(cmd.Context(), jsonLines(out), r)
			case verify:
				visible.Printf(out, "%s: %d steps played again, every state and every event as recorded\n", path, r.Steps())
				return nil
			default:
				return (&terminal.Screen{Printer: p.Printer, Out: out}).Retell(cmd.Context(), r)
			}
		},
	}, p.strangeRace)
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

// replayJSON writes what happened, one event a line, and the classification.
func replayJSON(ctx context.Context, lines *json.Encoder, r *saved.Race) error {
	if err := encodeCommitment(lines, r); err != nil {
		return err
	}
	for i := range r.Steps() + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := r.Commit(i)
		if err == nil {
			err = errors.Join(encodeEvents(lines, &c), encodeRevisions(lines, r, i, c.Step))
		}
		if err != nil {
			return err
		}
	}
	return encodeResult(lines, r)
}

// encodeRevisions writes how the rules were changed after so many steps, the last
// of which is named.
func encodeRevisions(lines *json.Encoder, r *saved.Race, steps int, last string) error {
	for _, rules := range r.Revisions() {
		if rules.At != steps {
			continue
		}
		e := race.Event{Type: "rules", Fields: []race.Field{race.Text("after", last), {Name: "changes", Value: rules.Changes}}}
		if err := lines.Encode(e); err != nil {
			return err
		}
	}
	return nil
}
