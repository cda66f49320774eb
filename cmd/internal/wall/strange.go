package wall

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox/cmd/internal/store"
	"sandbox/scripts"
)

// Strange finds the first of what a user calls files of rules that lies in no
// folder of the project here or of the user; ok is false when there is none.
// Links are followed.
func Strange(called []string, home store.Home) (first string, ok bool) {
	own := ownFolders(home)
	i := slices.IndexFunc(called, func(called string) bool { return strange(called, own) })
	if i < 0 {
		return "", false
	}
	return called[i], true
}

// strange says that what a user calls so lies in none of some folders.
func strange(called string, own []string) bool {
	if called == "" {
		return false
	}
	paths := []string{called, strings.TrimSuffix(called, ".lua") + ".lua"}
	if filepath.Base(called) == called {
		paths = append(paths, filepath.Join(scripts.Variants, paths[1]), filepath.Join(scripts.Tracks, paths[1]))
	}
	return slices.ContainsFunc(paths, func(path string) bool {
		real, err := realPath(path)
		return err == nil && !slices.ContainsFunc(own, func(folder string) bool { return within(folder, real) })
	})
}

// ownFolders are the folder one is in, or the project that has it as its
// variants or tracks, and where the program keeps what is the user's.
func ownFolders(home store.Home) []string {
	here, err := realPath(".")
	if err != nil {
		return nil
	}
	if base := filepath.Base(here); base == scripts.Variants || base == scripts.Tracks {
		here = filepath.Dir(here)
	}
	list := []string{here}
	add := func(path string, err error) {
		if real, wrong := realPath(path); err == nil && wrong == nil {
			list = append(list, real)
		}
	}
	config, err := os.UserConfigDir()
	add(filepath.Join(config, "sandbox"), err)
	add(home.Races())
	add(home.Championships())
	return list
}

// realPath is a path from the root, without links.
func realPath(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

func within(folder, path string) bool {
	rest, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rest)
}
