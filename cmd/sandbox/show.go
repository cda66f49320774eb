package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/visible"
)

func newShow(*program) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Print a file that the program carries",
		Long: "Prints a variant, a track or a file of the shared library as the program carries it, whatever lies here. A name\n" +
			"that a track and a file of the library could have too is written with its folder: lib/wear, tracks/oval.\n" +
			"--to saves it in a file, to start from; one that is there already stays as it is.",
		Example: "  sandbox show isloppet\n  sandbox show oval --to tracks/mine.lua\n  sandbox show lib/wear",
		Args:    needArgs(1, 1, "one name: sandbox show isloppet"),
		RunE: func(cmd *cobra.Command, args []string) error {
			src, err := library.Carried(args[0])
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("to") {
				visible.Printf(cmd.OutOrStdout(), "%s", visible.Shown(src.Text))
				return nil
			}
			if err := writeNew(to, src.Text); err != nil {
				return err
			}
			visible.Printf(cmd.OutOrStdout(), "%s is saved in %s\n", src.Path, to)
			return nil
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "save it in this file, which must not be there yet")
	return cmd
}

// writeNew writes a text into a file that is not there yet.
func writeNew(path, text string) error {
	switch _, err := os.Lstat(path); {
	case err == nil:
		return fmt.Errorf("%s is there already, and stays as it is: choose another name, or move it away", path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if folder := filepath.Dir(path); !isFolder(folder) {
		return fmt.Errorf("there is no folder %s to write %s into: make it first", folder, filepath.Base(path))
	}
	return store.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
