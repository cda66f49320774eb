package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages",
		Long:    "Writes a manual page for each command into a folder, which is made if it is not there.",
		Example: "  sandbox man ~/.local/share/man/man1",
		Args:    needArgs(1, 1, "the folder to write to: sandbox man DIR"),
		Hidden:  true, // for those who pack the program
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return doc.GenManTree(cmd.Root(), &doc.GenManHeader{Section: "1", Source: "sandbox", Manual: "Sandbox"}, args[0])
		},
	}
}
