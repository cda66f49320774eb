package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/door"
	"sandbox/core/sim"
)

func newMerge(p *program) *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "merge FILE ...",
		Short: "Add up the parts of a run",
		Long: "Adds up what sandbox sim --shard k/n --out FILE wrote, and gives the figures of the whole run: the same as\n" +
			"if it had been played at once. Every race has to be in exactly one of the files.",
		Example: "  sandbox sim merge part*.json\n  sandbox sim merge part*.json --out whole.json",
		Args:    needArgs(1, 10_000, "the files to add up: sandbox sim merge part1.json part2.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(f.format); err != nil {
				return usageError{err}
			}
			var parts []sim.Part
			for _, file := range args {
				text, err := door.Read(file, door.Part)
				if err != nil {
					return err
				}
				result, err := sim.Decode(text)
				if err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
				parts = append(parts, sim.Part{File: file, Result: result})
			}
			result, err := sim.Merge(parts)
			if err != nil {
				return err
			}
			s := &simulation{program: p, cmd: cmd, flags: &f}
			if f.out != "" {
				return s.keep(result)
			}
			return s.tell(result)
		},
	}
	addFormat(cmd, &f.format)
	cmd.Flags().StringVar(&f.out, "out", "", "write the sums to this file instead of tables")
	return cmd
}
