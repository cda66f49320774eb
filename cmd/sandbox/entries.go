package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/entries"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/visible"
)

func newEntries(p *program) *cobra.Command {
	var asTOML bool
	var with []string
	cmd := p.isolating(&cobra.Command{
		Use:     "entries VARIANT",
		Short:   "Print a variant's entry list, to be changed",
		Long:    "Prints the entries of a variant as a file that sandbox play takes in their place with --entries.",
		Example: "  sandbox entries paper_f1 > my.yaml\n  sandbox play paper_f1 --entries my.yaml",
		Args:    needArgs(1, 1, "one variant: sandbox entries paper_f1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			variant, err := library.Load(cmd.Context(), args[0], with...)
			if err != nil {
				return err
			}
			file, write := "my.yaml", entries.YAML
			if asTOML {
				file, write = "my.toml", entries.TOML
			}
			list, err := write(variant.Entries())
			if err != nil {
				return err
			}
			visible.Printf(cmd.OutOrStdout(), "# The entries of %s. Change them and play: sandbox play %[1]s --entries %s\n# %s\n%s",
				args[0], file, givable(variant.Info().Fields), list)
			return nil
		},
	}, strangeRules())
	cmd.Flags().BoolVar(&asTOML, "toml", false, "write TOML instead of YAML")
	addWith(cmd, &with)
	return cmd
}

// givable lists the fields that an entry may give.
func givable(fields map[string]any) string {
	if len(fields) == 0 {
		return "An entry gives a name: cars have no field here that it could give as well."
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		list = append(list, fmt.Sprintf("%s (%#v)", name, fields[name]))
	}
	return "Fields that an entry may give, and what a car has otherwise: " + strings.Join(list, ", ")
}
