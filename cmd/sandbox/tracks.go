package main

import (
	"github.com/spf13/cobra"

	"sandbox/cmd/internal/catalogue"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/terminal"
)

func newTracks(p *program) *cobra.Command {
	var format string
	cmd := p.isolating(&cobra.Command{
		Use:   "tracks [NAME]",
		Short: "List the tracks, or show one",
		Long: "Lists the tracks here and those that the program carries. With a name, name.lua or a path it counts that\n" +
			"track's spaces section by section, says what its corners ask, and draws it.",
		Example: "  sandbox tracks\n  sandbox tracks hungaroring\n  sandbox tracks -o md",
		Args:    needArgs(0, 1, "one track, or none: sandbox tracks oval"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(format); err != nil {
				return usageError{err}
			}
			if len(args) == 0 {
				list := catalogue.Tracks(cmd.Context())
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				return p.Tables(cmd.OutOrStdout(), format, nil, list)
			}
			return p.showTrack(cmd, format, args[0])
		},
	}, strangeRules())
	addFormat(cmd, &format)
	return cmd
}

// showTrack shows what there is to read of a track and, to people, its map.
func (p *program) showTrack(cmd *cobra.Command, format, called string) error {
	t, src, err := library.LoadTrack(cmd.Context(), called)
	if err != nil {
		return err
	}
	facts, tables := catalogue.Track(t, src)
	if err := p.Tables(cmd.OutOrStdout(), format, facts, tables); err != nil || format != console.ForPeople || t.Board == nil {
		return err
	}
	out := cmd.OutOrStdout()
	term.Heading(out, p.Style(out), "Map")
	term.Map(out, p.Style(out), t.Board, terminal.Ground(t), nil)
	return nil
}
