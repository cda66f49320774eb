// Package library finds Lua files: variants and tracks as people call them, by
// a name, name.lua or a path; those that the program carries; and the specs
// and files in folders.
//
//	folder, name, err := library.Find("my/isloppet.lua", scripts.Variants)
//	p, err := scripts.Load(library.Roots(folder), scripts.Options{Variant: name})
//
// It alone knows the embedded variants and tracks. What stands in a file is the
// business of package scripts; whose files may be trusted, of package wall; how
// a list of them is shown, of package catalogue.
package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox/cmd/internal/door"
	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/tracks"
	"sandbox/variants"
)

// builtIn is put before the paths of files that the program carries.
const builtIn = "built-in "

// BuiltIn says that a path is that of a file that the program carries.
func BuiltIn(path string) bool { return strings.HasPrefix(path, builtIn) }

// Split splits what a user calls a Lua file (a name, name.lua, or a path) into
// the folder it lies in, "" for the usual ones, and its name.
func Split(called string) (folder, name string) {
	name = strings.TrimSuffix(filepath.Base(called), ".lua")
	if filepath.Base(called) != called {
		return filepath.Dir(called), name
	}
	return "", name
}

// Find is Split for a file of one kind or of either, scripts.Variants or
// scripts.Tracks. It fails when the path of a file is given and it is not
// there, or the name of a file and it is nowhere. A bare name is not looked for.
func Find(called string, kinds ...string) (folder, name string, err error) {
	folder, name = Split(called)
	switch {
	case folder != "":
		err = door.Ordinary(filepath.Join(folder, name+".lua"))
	case name != called:
		err = nowhere(name, kinds)
	}
	return folder, name, err
}

// nowhere says where a file was looked for that is in none of the usual
// places.
func nowhere(name string, kinds []string) error {
	var missing error
	for _, kind := range kinds {
		if _, missing = Roots().Open(kind + "/" + name); !errors.Is(missing, fs.ErrNotExist) {
			return nil
		}
	}
	folders := "folder"
	if len(kinds) > 1 {
		_, missing = scripts.KindOf(Roots(), name)
		folders = "folders"
	}
	here, err := os.Getwd()
	if err != nil {
		here = "the folder you are in"
	}
	return fmt.Errorf("there is no %s.lua in %s or its %s %s, and %w",
		name, here, folders, strings.Join(kinds, " and "), missing)
}

// Roots are the places where variants and tracks are looked for: the folders
// that the user named, the tracks beside such a folder, here, the folders
// `variants` and `tracks` here, and what the program carries.
func Roots(folders ...string) scripts.Roots { return rootsOf(folders, label) }

// Lasting are the same places for a race that is kept: its files are called so
// that they are found again, and known again, from any folder.
func Lasting(folders ...string) scripts.Roots { return rootsOf(folders, lasting) }

func rootsOf(folders []string, label func(dir string) string) scripts.Roots {
	var list scripts.Roots
	for _, p := range placesOf(folders) {
		list = append(list, scripts.Root{Folder: p.kind, FS: os.DirFS(p.dir), Label: label(p.dir)})
	}
	return append(list, carried()...)
}

// place is a folder on disk in which files of one kind are looked for.
type place struct{ kind, dir string }

func placesOf(folders []string) []place {
	var list []place
	for _, dir := range folders {
		if dir != "" {
			beside := filepath.Dir(dir)
			list = append(list, place{scripts.Variants, dir}, place{scripts.Tracks, dir},
				place{scripts.Tracks, filepath.Join(beside, scripts.Tracks)}, place{scripts.Variants, filepath.Join(beside, scripts.Variants)})
		}
	}
	for _, kind := range []string{scripts.Variants, scripts.Tracks} {
		list = append(list, place{kind, "."}, place{kind, kind})
	}
	return list
}

// Places are the folders on disk from which rules can come that are called so:
// those in which their files lie, and those in which the files that they require
// are looked for. They need not be there.
func Places(called ...string) []string {
	var folders, list []string
	for _, called := range called {
		folder, _ := Split(called)
		folders = append(folders, folder)
		if isFolder(called) {
			folders = append(folders, called)
		}
	}
	for _, p := range placesOf(folders) {
		list = append(list, p.dir)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Load loads the variant that a user calls so, on its own track, with house rules
// over it. It, and its rules, stop when the context is done.
func Load(ctx context.Context, called string, with ...string) (*scripts.Program, error) {
	s, err := FindStack(called, with)
	if err != nil {
		return nil, err
	}
	return scripts.Load(scripts.Until(ctx, Roots(s.Folders...)), scripts.Options{Variant: s.Name, With: s.With})
}

// LoadTrack loads the track that a user calls so, and returns its file too. It
// stops when the context is done.
func LoadTrack(ctx context.Context, called string) (*scripts.Track, race.Source, error) {
	folder, name, err := Find(called, scripts.Tracks)
	if err != nil {
		return nil, race.Source{}, err
	}
	files := scripts.Until(ctx, Roots(folder))
	t, err := scripts.LoadTrack(files, name)
	if err != nil {
		return nil, race.Source{}, err
	}
	src, err := files.Open(scripts.Tracks + "/" + name)
	return t, src, err
}

// label is a folder as a prefix of file names, "" for the one we are in.
func label(dir string) string {
	if dir == "." {
		return ""
	}
	return filepath.ToSlash(dir) + "/"
}

// lasting is label for a folder that lies here; any other has its real name.
func lasting(dir string) string {
	real, err := RealPath(dir)
	here, wrong := RealPath(".")
	if err != nil || wrong != nil || dir == "." {
		return label(dir)
	}
	if rest, err := filepath.Rel(here, real); err == nil && filepath.IsLocal(rest) && filepath.IsLocal(dir) {
		return label(dir)
	}
	return label(real)
}

// RealPath is the path of a file or a folder from the root, without links: not
// even one in the name that the shell has for the folder we are in. It fails
// when there is nothing.
func RealPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.IsAbs(real) {
		return real, err
	}
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	return filepath.Join(here, real), err
}

// Text reads the file that an error names by its path. ok is false when there
// is none.
func Text(path string) (text string, ok bool) {
	if rest, ok := strings.CutPrefix(path, builtIn); ok {
		folder, name, _ := strings.Cut(rest, "/")
		var from fs.FS = variants.FS
		if folder == scripts.Tracks {
			from = tracks.FS
		}
		read, err := fs.ReadFile(from, name)
		return string(read), err == nil
	}
	read, err := door.Read(path, scripts.MaxSource)
	return string(read), err == nil
}
