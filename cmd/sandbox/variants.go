package main

import (
	"github.com/spf13/cobra"

	"sandbox/cmd/internal/catalogue"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
)

func newVariants(p *program) *cobra.Command {
	var format string
	var with []string
	cmd := p.isolating(&cobra.Command{
		Use:   "variants [NAME]",
		Short: "List the variants, or show the tables of one",
		Long: "Lists the variants here and those that the program carries. With a name, name.lua or a path it shows that\n" +
			"variant's numbers: what a fork changes in its base, each roll table with the odds of its rows and what to\n" +
			"expect of it, then every other value with the path that --set takes; an element of a list has its number\n" +
			"after that.",
		Example: "  sandbox variants\n  sandbox variants paper_f1\n  sandbox variants my_variant.lua -o json",
		Args:    needArgs(0, 1, "one variant, or none: sandbox variants paper_f1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(format); err != nil {
				return usageError{err}
			}
			if len(args) == 0 {
				list := catalogue.Variants(cmd.Context())
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				return p.Tables(cmd.OutOrStdout(), format, nil, list)
			}
			variant, err := library.Load(cmd.Context(), args[0], with...)
			if err != nil {
				return err
			}
			facts, tables := catalogue.Variant(variant)
			return p.Tables(cmd.OutOrStdout(), format, facts, tables)
		},
	}, strangeRules())
	addFormat(cmd, &format)
	addWith(cmd, &with)
	return cmd
}
