package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/core/dice"
	"sandbox/core/race"
)

func newDice(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dice",
		Short: "Check the dice of a saved race",
		Long:  "Checks the dice of a saved race; docs/dice.md says how they are thrown and what a check proves.",
		Args: func(_ *cobra.Command, args []string) error {
			return usageError{errors.New("give what to do with the dice: sandbox dice verify FILE")}
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(newDiceVerify(p))
	return cmd
}

func newDiceVerify(p *program) *cobra.Command {
	var published string
	cmd := p.isolating(&cobra.Command{
		Use:   "verify FILE",
		Short: "Work out every roll of a saved race again",
		Long: "Works out every roll of a saved race again from the seed alone, without the rules, and compares the faces; then\n" +
			"plays the race again from the rules in its journal. FILE is a journal, or last for the race played last.",
		Example: "  sandbox dice verify last\n  sandbox dice verify race.jsonl --sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Args:    needArgs(1, 1, "one journal: sandbox dice verify FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if sum, err := hex.DecodeString(published); err != nil || published != "" && len(sum) != 32 {
				return usageError{fmt.Errorf("--sha256 %s: a SHA-256 has 64 hexadecimal digits", published)}
			}
			path, err := p.home().Path(args[0])
			if err != nil {
				return err
			}
			return p.verifyDice(cmd.OutOrStdout(), path, strings.ToLower(published))
		},
	}, p.strangeRace)
	cmd.Flags().StringVar(&published, "sha256", "", "the SHA-256 of the seed that was published before the race")
	return cmd
}

// verifyDice checks the rolls of a journal, and its seed if the seed's SHA-256
// was published.
func (p *program) verifyDice(out io.Writer, path, published string) error {
	f, err := door.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rolls, err := race.CheckRolls(race.NewReader(door.Until(p.ctx, f)))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r, err := p.keep().Read(path, nil)
	if err != nil {
		return err
	}
	if r.Head().Dice == dice.KindAsk {
		if published != "" {
			return fmt.Errorf("%s: the dice were typed in; there is no seed whose SHA-256 could be compared", path)
		}
		visible.Printf(out, "%s: %d rolls were typed in and cannot be recomputed\n", path, rolls.Typed)
		if rolls.Recomputed > 0 {
			visible.Printf(out, "%d more were thrown by the program, each as its seed gives it\n", rolls.Recomputed)
		}
		return tellThrows(out, r.Table)
	}
	sum := r.Commitment()
	if published != "" && published != sum {
		return fmt.Errorf("%s: the seed's SHA-256 is %s, not the one published", path, sum)
	}
	visible.Printf(out, "%s: %d rolls recomputed, each as recorded; seed's SHA-256 %s\n", path, rolls.Recomputed, sum)
	if published != "" {
		visible.Printf(out, "that is the one published\n")
	}
	if back := rolls.TakenBack; back > 0 {
		visible.Printf(out, "%d %s taken back on the way and played again; sandbox replay shows what stood in the end\n", back, term.Plural(back, "step"))
	}
	if over, err := r.Over(); err != nil || !over {
		visible.Printf(out, "the race is not over: who learns its seed now can foresee the rest of its dice\n")
	}
	return nil
}

// tellThrows says how often dice were typed in for a step that is not over.
func tellThrows(out io.Writer, t *table.Table) error {
	v, err := t.View(table.Seat{GM: true})
	n := 0
	for _, given := range v.Given {
		if given.Faces != nil {
			n++
		}
	}
	if n > 0 {
		visible.Printf(out, "%d more for %s, which is not over\n", n, v.Step)
	}
	return err
}
