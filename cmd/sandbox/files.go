package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sandbox/cmd/internal/term"
	"sandbox/scripts"
	"sandbox/tracks"
	"sandbox/variants"
)

// builtIn is put before the names of files that the program carries.
const builtIn = "built-in "

// find splits what a user calls a Lua file (a name, name.lua, or a path) into
// the folder it lies in, "" for the usual ones, and its name.
func find(called string) (folder, name string) {
	name = strings.TrimSuffix(filepath.Base(called), ".lua")
	if filepath.Base(called) != called {
		return filepath.Dir(called), name
	}
	return "", name
}

// findFile is find for a file of one kind or of either, which has to be there
// when its path is given, and somewhere when the name of its file is.
func findFile(called string, kinds ...string) (folder, name string, err error) {
	folder, name = find(called)
	switch {
	case folder != "":
		_, err = os.Stat(filepath.Join(folder, name+".lua"))
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
		if _, missing = roots().Open(kind + "/" + name); !errors.Is(missing, fs.ErrNotExist) {
			return nil
		}
	}
	if len(kinds) > 1 {
		_, missing = scripts.KindOf(roots(), name)
	}
	here, err := os.Getwd()
	if err != nil {
		here = "the folder you are in"
	}
	return fmt.Errorf("there is no %s.lua in %s or its %s %s, and %w",
		name, here, plural(len(kinds), "folder"), strings.Join(kinds, " and "), missing)
}

// roots are the places where variants and tracks are looked for: the folders
// that the user named, the tracks beside such a folder, here, the folders
// `variants` and `tracks` here, and what the program carries.
func roots(folders ...string) scripts.Roots {
	var list scripts.Roots
	add := func(folder, dir string) {
		list = append(list, scripts.Root{Folder: folder, FS: os.DirFS(dir), Label: label(dir)})
	}
	for _, dir := range folders {
		if dir != "" {
			add(scripts.Variants, dir)
			add(scripts.Tracks, dir)
			add(scripts.Tracks, filepath.Join(filepath.Dir(dir), scripts.Tracks))
			add(scripts.Variants, filepath.Join(filepath.Dir(dir), scripts.Variants))
		}
	}
	for _, folder := range []string{scripts.Variants, scripts.Tracks} {
		add(folder, ".")
		add(folder, folder)
	}
	return append(list,
		scripts.Root{Folder: scripts.Variants, FS: variants.FS, Label: builtIn + "variants/"},
		scripts.Root{Folder: scripts.Tracks, FS: tracks.FS, Label: builtIn + "tracks/"},
	)
}

// label is a folder as a prefix of file names, "" for the one we are in.
func label(dir string) string {
	if dir == "." {
		return ""
	}
	return filepath.ToSlash(dir) + "/"
}

// onDisk lists the files of a program that can be watched.
func onDisk(p *scripts.Program) []string {
	var list []string
	for _, src := range p.Sources() {
		if _, err := os.Stat(src.Path); err == nil && !strings.HasPrefix(src.Path, builtIn) {
			list = append(list, src.Path)
		}
	}
	return list
}

// sourceOf reads the file that an error names.
func sourceOf(path string) (string, bool) {
	if rest, ok := strings.CutPrefix(path, builtIn); ok {
		folder, name, _ := strings.Cut(rest, "/")
		var from fs.FS = variants.FS
		if folder == scripts.Tracks {
			from = tracks.FS
		}
		text, err := fs.ReadFile(from, name)
		return string(text), err == nil
	}
	text, err := os.ReadFile(path)
	return string(text), err == nil
}

// problem shows an error with the lines around its place.
func problem(w io.Writer, err error) {
	term.Problem(w, styleOf(w), err, sourceOf)
}

// styleOf is how a stream is written to.
func styleOf(w io.Writer) term.Style {
	style := term.Style{Wraps: isTerminal(w), Dumb: os.Getenv("TERM") == "dumb"}
	switch tool.color {
	case colorAlways:
		style.Colour = true
	case colorNever:
	default:
		style.Colour = term.Colours(isTerminal(w), os.Getenv("NO_COLOR"))
	}
	return style
}
