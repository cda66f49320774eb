package main

import (
	"github.com/spf13/cobra"

	"sandbox/cmd/internal/catalogue"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
)

func newDiff(p *program) *cobra.Command {
	var format string
	cmd := p.isolating(&cobra.Command{
		Use:   "diff A B",
		Short: "Compare two games by meaning",
		Long: "Compares two variants by what their rules say, wherever it stands in their files: values, rows of roll tables with\n" +
			"their odds, functions with the lines that differ, entries and the track, each with the file and line that it is\n" +
			"from. A game may have house rules over it: isloppet+wolves.",
		Example: "  sandbox diff isloppet isloppet+wolves\n  sandbox diff paper_f1 my_variant.lua -o json",
		Args:    needArgs(2, 2, "two variants: sandbox diff paper_f1 my_variant.lua"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(format); err != nil {
				return usageError{err}
			}
			a, err := library.Load(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			b, err := library.Load(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			facts, tables := catalogue.Compared(a, b)
			return p.Tables(cmd.OutOrStdout(), format, facts, tables)
		},
	}, strangeRules())
	addFormat(cmd, &format)
	return cmd
}
