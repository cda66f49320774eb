package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/starter"
	"sandbox/cmd/internal/visible"
	"sandbox/scripts"
	"sandbox/scripts/reference"
)

func newInit(p *program) *cobra.Command {
	var from string
	cmd := p.isolating(&cobra.Command{
		Use:   "init FOLDER",
		Short: "Make a folder with a game to start from",
		Long: "Makes a folder with a small game that runs or, with --from, a fork of a variant that the program carries; its\n" +
			"specs; what an editor with the Lua language server, luacheck and stylua need to know of the rules; and a page\n" +
			"that says what to type. Files that are there already stay as they are: then nothing is made.",
		Example: "  sandbox init my-game\n  sandbox init my-game --from isloppet",
		Args:    needArgs(1, 1, "one folder: sandbox init my-game"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, err := gameName(args[0])
			if err != nil {
				return err
			}
			if from, err = forkable(from); err != nil {
				return err
			}
			files := starter.Files(name, from)
			if err := makeNew(args[0], files); err != nil {
				return err
			}
			variant := filepath.Join(args[0], scripts.Variants, name+".lua")
			more, err := definitions(cmd.Context(), cmd.ErrOrStderr(), []string{variant})
			if err != nil {
				return err
			}
			for _, f := range more {
				if err := writeNew(filepath.Join(args[0], f.Path), f.Text); err != nil {
					return err
				}
			}
			for _, f := range files {
				visible.Printf(cmd.OutOrStdout(), "%s\n", filepath.Join(args[0], f.Path))
			}
			visible.Printf(cmd.OutOrStdout(), "and what editors and tools need: .luarc.json, .luacheckrc, stylua.toml, library\n\nnext:\n")
			for _, line := range []string{"cd " + args[0], "sandbox test", "sandbox check --heavy", "sandbox play " + name} {
				visible.Printf(cmd.OutOrStdout(), "  %s\n", line)
			}
			return nil
		},
	}, strangeRules())
	cmd.Flags().StringVar(&from, "from", "", "begin with a fork of this variant")
	return cmd
}

// gameName is the name of the game of a folder, which need not be there.
func gameName(folder string) (string, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	return starter.Name(filepath.Base(whole))
}

// forkable is the variant that is forked, by its name; a new folder finds no
// other ones than those that the program carries.
func forkable(called string) (string, error) {
	if called == "" {
		return "", nil
	}
	name, known := strings.TrimSuffix(called, ".lua"), library.CarriedVariants()
	for _, there := range known {
		if there == name {
			return name, nil
		}
	}
	return "", fmt.Errorf("the program carries no variant called %q%s", called, scripts.Suggest(name, known))
}

// makeNew writes files that are all new into a folder, with those folders that
// are missing. Where one of them is there, or one that tools read, nothing is
// written.
func makeNew(folder string, files []reference.File) error {
	var there []string
	for _, f := range append(files, reference.Tools()...) {
		switch _, err := os.Lstat(filepath.Join(folder, f.Path)); {
		case err == nil:
			there = append(there, f.Path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	if _, err := os.Lstat(filepath.Join(folder, reference.Library)); err == nil {
		there = append(there, reference.Library)
	}
	if len(there) > 0 {
		return fmt.Errorf("%s has %s already, and nothing is written: choose another folder, or move them away",
			folder, strings.Join(there, ", "))
	}
	for _, inner := range []string{scripts.Variants, reference.Library} {
		if err := os.MkdirAll(filepath.Join(folder, inner), 0o755); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := writeNew(filepath.Join(folder, f.Path), f.Text); err != nil {
			return err
		}
	}
	return nil
}
