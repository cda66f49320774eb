package library

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox/scripts"
)

// Expand puts the Lua files in a folder in place of the folder.
func Expand(args []string) []string {
	var list []string
	for _, arg := range args {
		if !isFolder(arg) {
			list = append(list, arg)
			continue
		}
		files, _ := filepath.Glob(filepath.Join(arg, "*.lua")) // a folder's name that is a pattern finds nothing
		for _, file := range files {
			if !scripts.Beside(strings.TrimSuffix(file, ".lua")) {
				list = append(list, file)
			}
		}
	}
	return list
}

// Everything lists the variants and tracks here, or else the built-in ones.
func Everything() []string {
	var list []string
	for _, folder := range []string{scripts.Variants, scripts.Tracks} {
		files, _ := filepath.Glob(folder + "/*.lua") // the pattern is sound
		for _, file := range files {
			if !scripts.Beside(strings.TrimSuffix(file, ".lua")) {
				list = append(list, file)
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, folder := range []string{scripts.Variants, scripts.Tracks} {
		list = append(list, Roots().Names(folder)...)
	}
	slices.Sort(list) // a file that lies here may be of either kind, and is listed under both
	return slices.Compact(list)
}

// here is the folder in which specs are looked for when none is given.
func here() []string {
	if isFolder(scripts.Variants) {
		return []string{scripts.Variants}
	}
	return []string{"."}
}

// Specs lists the spec files that files and folders stand for, or without any
// those in the folder variants here, or else those that lie here. It fails when
// there are none.
func Specs(called []string) ([]string, error) {
	if len(called) == 0 {
		called = here()
	}
	var list []string
	for _, arg := range called {
		info, err := os.Stat(arg)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no %s here; give the specs, or a folder that holds them", arg)
		}
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if !strings.HasSuffix(arg, "_spec.lua") {
				return nil, fmt.Errorf("%s holds no specs; a spec file is called NAME_spec.lua", arg)
			}
			list = append(list, arg)
			continue
		}
		found, err := filepath.Glob(filepath.Join(arg, "*_spec.lua"))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no specs in %s; a spec file is called NAME_spec.lua", strings.Join(called, ", "))
	}
	return list, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return path != "" && err == nil && info.IsDir()
}
