package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/core/dice"
	"sandbox/scripts"
	"sandbox/scripts/check"
)

func newCheck(p *program) *cobra.Command {
	var heavy bool
	var seed string
	var with []string
	cmd := p.isolating(&cobra.Command{
		Use:   "check [FILE ...]",
		Short: "Find what is wrong in variants and tracks",
		Long: "Loads variants and tracks and reports everything that is wrong, each with file and line: misspelt names of the\n" +
			"race, a car or the variant too, in lines that no race has come to yet and in the specs beside it. Without files\n" +
			"it checks the folders variants and tracks here, or else the built-in ones. --heavy also plays a race of each\n" +
			"variant, starts every step again from the saved state, and names what would not have been kept.",
		Example: "  sandbox check\n  sandbox check --heavy variants/paper_f1.lua",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = library.Everything()
			}
			args, wrong := library.Expand(args), 0
			for _, file := range args {
				err := checkFile(cmd.Context(), cmd.OutOrStdout(), file, with, heavy, seed)
				if ended := cmd.Context().Err(); ended != nil {
					return ended
				}
				if err != nil {
					wrong++
					p.Problem(cmd.ErrOrStderr(), err)
				}
			}
			if wrong > 0 {
				visible.Printf(cmd.ErrOrStderr(), "something is wrong in %d of %d %s\n", wrong, len(args), term.Plural(len(args), "file"))
				return errReported
			}
			return nil
		},
	}, strangeRules())
	addWith(cmd, &with)
	cmd.Flags().BoolVar(&heavy, "heavy", false, "also play a race and start every step again from its saved state")
	cmd.Flags().StringVar(&seed, "seed", "check", "the seed of that race")
	return cmd
}

// checkFile checks one file, whichever kind it is; house rules are laid over a
// variant.
func checkFile(ctx context.Context, out io.Writer, file string, with []string, heavy bool, seed string) error {
	game, over := library.Parts(file)
	folder, name, err := library.Find(game, scripts.Variants, scripts.Tracks)
	if err != nil {
		return err
	}
	files := scripts.Until(ctx, library.Roots(folder))
	kind, err := scripts.KindOf(files, name)
	switch {
	case err != nil:
		return err
	case kind == scripts.Tracks:
		return checkTrack(out, files, file, name)
	case kind == scripts.HouseRules:
		return checkHouse(out, files, file, name)
	}
	p, err := library.Load(ctx, game, append(over, with...)...)
	if err != nil {
		return err
	}
	if err := check.Names(files, p); err != nil {
		return err
	}
	return checkVariant(out, file, p, heavy, seed)
}

// checkTrack checks a track.
func checkTrack(out io.Writer, files scripts.Files, file, name string) error {
	t, err := scripts.LoadTrack(files, name)
	switch {
	case err != nil:
		return err
	case t.Board == nil:
		visible.Printf(out, "%s: a track of %d %s, without a board\n", file, t.Laps, term.Plural(t.Laps, "turn"))
	default:
		visible.Printf(out, "%s: a track of %d rows, %d spaces\n", file, t.Rows, t.Len())
	}
	return nil
}

// checkHouse checks a house rule by itself.
func checkHouse(out io.Writer, files scripts.Files, file, name string) error {
	h, err := scripts.LoadHouse(files, name)
	if err != nil {
		return err
	}
	visible.Printf(out, "%s: a house rule, %s; check it over a game: sandbox check isloppet --with %[1]s\n", file, h.Title)
	for _, line := range [][2]string{{"it needs", strings.Join(h.Needs, ", ")}, {"its functions", strings.Join(h.Hooks, ", ")}} {
		if line[1] != "" {
			visible.Printf(out, "  %s: %s\n", line[0], line[1])
		}
	}
	return nil
}

// checkVariant tells what a variant that was loaded is, and plays it where the
// check is a heavy one.
func checkVariant(out io.Writer, file string, p *scripts.Program, heavy bool, seed string) error {
	said := fmt.Sprintf("%s: a variant with %d roll %s, %s", file,
		len(p.Info().Tables), term.Plural(len(p.Info().Tables), "table"), entered(p))
	if heavy {
		steps, err := check.Heavy(p, seed)
		if err != nil {
			return err
		}
		said += fmt.Sprintf("; %d steps, each the same from its saved state", steps)
	}
	visible.Printf(out, "%s\n", said)
	tellStack(out, p)
	tellDifferences(out, p)
	if list := p.NotOwned(); len(list) > 0 {
		visible.Printf(out, "  dice that nobody owns, so that --dice ask cannot ask for them; map them onto %s:\n", dice.RealDice)
		for _, where := range list {
			visible.Printf(out, "    %s\n", where)
		}
	}
	return nil
}

// tellStack says which house rules lie over a game.
func tellStack(out io.Writer, p *scripts.Program) {
	for _, h := range p.Info().Houses {
		visible.Printf(out, "  with %s: %s (%s)\n", h.Name, h.Title, h.File)
	}
	for _, note := range append(p.Info().Idle, p.Info().Clashes...) {
		visible.Printf(out, "  %s\n", note)
	}
}

// tellDifferences says what a fork changes in its base.
func tellDifferences(out io.Writer, p *scripts.Program) {
	list := p.Differences()
	if len(list) > 0 {
		visible.Printf(out, "  what it changes in %s:\n", p.Info().Extends)
	}
	for _, c := range list {
		visible.Printf(out, "    %s\n", c)
	}
	short := p.Shortened()
	if len(short) > 0 {
		visible.Printf(out, "  lists that are shorter than in %s:\n", p.Info().Extends)
	}
	for _, s := range short {
		visible.Printf(out, "    %s\n", s)
	}
}

// entered counts the entries of a variant.
func entered(p *scripts.Program) string {
	if n := len(p.Entries()); n != 1 {
		return fmt.Sprintf("%d entries", n)
	}
	return "1 entry"
}
