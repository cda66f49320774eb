package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/visible"
	"sandbox/scripts"
	"sandbox/scripts/reference"
)

func newTypes(p *program) *cobra.Command {
	return p.isolating(&cobra.Command{
		Use:   "types [FOLDER]",
		Short: "Tell an editor the words of the rules",
		Long: "Writes definitions for the Lua language server into the folder library: every function and field that rules,\n" +
			"tracks and specs can use, and what the variants of the folder declare themselves. It writes .luarc.json,\n" +
			".luacheckrc and stylua.toml too where they are missing. Without a folder it is the one you are in.",
		Example: "  sandbox types\n  sandbox types my-game",
		Args:    needArgs(0, 1, "one folder, or none: sandbox types my-game"),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			if !isFolder(folder) {
				return fmt.Errorf("there is no folder %s; sandbox init %[1]s makes one with a game", folder)
			}
			files, err := definitions(cmd.Context(), cmd.ErrOrStderr(), library.Expand([]string{folder, filepath.Join(folder, scripts.Variants)}))
			if err != nil {
				return err
			}
			return writeTypes(cmd.OutOrStdout(), folder, files)
		},
	}, strangeRules())
}

// definitions are the files for editors and tools, with what variants declare. One
// that does not load is told and left out.
func definitions(ctx context.Context, errOut io.Writer, paths []string) ([]reference.File, error) {
	var games []*scripts.Program
	for _, path := range paths {
		if !strings.HasSuffix(path, ".lua") {
			continue // a folder that is not there
		}
		folder, name := library.Split(path)
		files := scripts.Until(ctx, library.Roots(folder))
		kind, err := scripts.KindOf(files, name)
		if err == nil && kind != scripts.Variants {
			continue
		}
		var game *scripts.Program
		if err == nil {
			game, err = scripts.Load(files, scripts.Options{Variant: name})
		}
		if ended := ctx.Err(); ended != nil {
			return nil, ended
		}
		if err != nil {
			visible.Printf(errOut, "what %s declares is left out until sandbox check finds nothing wrong in it\n", path)
			continue
		}
		games = append(games, game)
	}
	files, err := reference.Definitions(games)
	return append(files, reference.Tools()...), err
}

// writeTypes writes definitions anew, and other files where they are missing.
func writeTypes(out io.Writer, folder string, files []reference.File) error {
	if err := os.MkdirAll(filepath.Join(folder, reference.Library), 0o755); err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Path)
		text, err := door.Read(path, scripts.MaxSource)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case !strings.HasPrefix(f.Path, reference.Library):
			continue // it is the user's
		case !strings.Contains(string(text), reference.Written):
			return fmt.Errorf("%s was not written by sandbox types, and stays as it is: move it away", path)
		}
		err = store.Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, f.Text)
			return err
		})
		if err != nil {
			return err
		}
		visible.Printf(out, "%s\n", path)
	}
	return nil
}
