package main

import (
	"errors"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/wall"
)

// childVerb is what the program calls itself with.
const childVerb = "child"

func newChild(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     childVerb,
		Short:   "Run a command for another process of the program",
		Long:    "Runs a command within limits of memory and time for the process that watches over it.\nThe program calls it for --isolate; it is of no use to people.",
		Example: "  sandbox child",
		Args:    needArgs(0, 0, "no argument: sandbox child"),
		Hidden:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			child, err := wall.Enter(cmd.InOrStdin(), cmd.OutOrStdout())
			if err != nil {
				return usageError{errors.New("sandbox child is what --isolate starts, and of no use by itself")}
			}
			inner := &program{child: child, hoard: p.hoard}
			return exitCode(child.Run(inner.run))
		},
	}
}

// exitCode ends a command that has said all there is to say.
type exitCode int

func (exitCode) Error() string { return "ended" }
