package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/door"
	"sandbox/core/sim"
)

func newMerge(p *program) *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "merge FILE|FOLDER ...",
		Short: "Add up the parts of a run",
		Long: "Adds up what sandbox sim --shard k/n --out FILE wrote, and gives the figures of the whole run: the same as\n" +
			"if it had been played at once. Every race has to be in exactly one of the files; a folder stands for all .json\n" +
			"files in it. A part that is missing is told with the command that plays it.",
		Example: "  sandbox sim merge part*.json\n  sandbox sim merge parts --out whole.json",
		Args:    needArgs(1, 10_000, "the files to add up: sandbox sim merge part1.json part2.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(f.format); err != nil {
				return usageError{err}
			}
			result, err := merged(args)
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

// merged adds up the parts in files. What is wrong with any of them is told at
// once.
func merged(args []string) (*sim.Result, error) {
	files, err := partFiles(args)
	if err != nil {
		return nil, err
	}
	var parts []sim.Part
	var wrong []error
	for _, file := range files {
		result, err := readPart(file)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		parts = append(parts, sim.Part{File: file, Result: result})
	}
	if len(parts) == 0 {
		return nil, errors.Join(wrong...)
	}
	result, err := sim.Merge(parts)
	return result, errors.Join(append(wrong, err)...)
}

// partFiles are files, and those that are in folders.
func partFiles(args []string) (files []string, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			files = append(files, arg) // who reads it says what is wrong
			continue
		}
		there, err := os.ReadDir(arg)
		if err != nil {
			return nil, err
		}
		found := len(files)
		for _, entry := range there {
			if name := entry.Name(); filepath.Ext(name) == ".json" && name[0] != '.' {
				files = append(files, filepath.Join(arg, name))
			}
		}
		if len(files) == found {
			return nil, fmt.Errorf("%s: there are no .json files in this folder: write parts into it, as with sandbox sim --shard 1/4 --out %s", arg, filepath.Join(arg, "part1.json"))
		}
	}
	return files, nil
}

func readPart(file string) (*sim.Result, error) {
	text, err := door.Read(file, door.Part)
	if err != nil {
		return nil, err
	}
	result, err := sim.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return result, nil
}
