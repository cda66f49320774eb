// Package source reads Lua files without running them: where they lie, what
// shape they may have, on which line each value is written, what is wrong in
// them and what was probably meant.
//
//	src, err := files.Open("variants/paper_f1")
//	file, err := source.Read(src, libraries)
//	line := file.Lines.Line("action.2.spaces")
//
// It rewrites syntax trees for the machine that will run them, and knows the
// machine's parser; it does not know the machine, the rules or a race.
package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts/lib"
)

// The folders that Lua files are asked for by.
const (
	Variants = "variants"
	Tracks   = "tracks"
	Lib      = "lib"
)

// MaxSource is the length of the longest file that is read, in bytes.
const MaxSource = 1 << 17

// Files finds Lua sources.
type Files interface {
	// Open returns the source of "variants/paper_f1" and the like, or an
	// error that wraps fs.ErrNotExist.
	Open(name string) (race.Source, error)
	// Names lists what a folder holds, without specs.
	Names(folder string) []string
}

// Root is one place where files of one folder lie.
type Root struct {
	Folder string // Variants or Tracks
	FS     fs.FS
	Label  string // put before file names for people: "variants/", "built-in variants/"
}

// Roots is Files on disks and in the program: the first root that has a file
// wins.
type Roots []Root

// Open implements Files.
func (roots Roots) Open(name string) (race.Source, error) {
	folder, base, _ := strings.Cut(name, "/")
	for _, root := range append(roots, Root{Lib, lib.FS, "lib/"}) {
		if root.Folder != folder || !plainName(base) {
			continue
		}
		text, err := root.read(base + ".lua")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return race.Source{}, err
		}
		return race.Source{Name: name, Path: root.Label + base + ".lua", Text: string(text)}, nil
	}
	return race.Source{}, missing(name, roots.Names(folder))
}

// plainName says that a name is one of a file in a folder, and no path that
// leads elsewhere on some machine.
func plainName(name string) bool {
	return fs.ValidPath(name) && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, "/\\:\x00")
}

// read reads a file of the folder: no folder, no device, no pipe, and no link
// that leads out of it.
func (r Root) read(name string) ([]byte, error) {
	info, err := fs.Lstat(r.FS, name)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		var to string
		if to, err = fs.ReadLink(r.FS, name); err == nil && !plainName(to) {
			return nil, fmt.Errorf("%s%s: a link that leads out of its folder; put the file itself there", r.Label, name)
		} else if err == nil {
			info, err = fs.Lstat(r.FS, to)
		}
	}
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s%s: it is no file that can be read", r.Label, name)
	case info.Size() > MaxSource:
		return nil, fmt.Errorf("%s%s: %d bytes; a file has at most %d", r.Label, name, info.Size(), MaxSource)
	}
	return fs.ReadFile(r.FS, name)
}

// Names implements Files.
func (roots Roots) Names(folder string) []string {
	seen := map[string]bool{}
	for _, root := range append(roots, Root{Lib, lib.FS, "lib/"}) {
		if root.Folder != folder {
			continue
		}
		entries, err := fs.ReadDir(root.FS, ".")
		if err != nil {
			continue
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), ".lua"); ok && !Beside(name) && !e.IsDir() {
				seen[name] = true
			}
		}
	}
	return SortedKeys(seen)
}

// Beside says that a file of that name, without its .lua, belongs to another one:
// it holds its specs or its drivers, and is no variant or track.
func Beside(name string) bool {
	return strings.HasSuffix(name, "_spec") || strings.HasSuffix(name, "_drivers")
}

// Until is Files that are read until a context is done. What was made of them
// stops then too, in the middle of a rule, with the context's error.
type Until struct {
	Files
	Context context.Context
}

// Open implements Files.
func (u Until) Open(name string) (race.Source, error) {
	if err := u.Context.Err(); err != nil {
		return race.Source{}, err
	}
	return u.Files.Open(name)
}

// EndOf is the context until which files are read, nil for one without an end.
func EndOf(files Files) context.Context {
	if until, ok := files.(Until); ok {
		return until.Context
	}
	return nil
}

// Recorded is Files as a journal holds them.
type Recorded []race.Source

// Open implements Files.
func (r Recorded) Open(name string) (race.Source, error) {
	for _, src := range r {
		if src.Name == name {
			return src, nil
		}
	}
	return race.Source{}, missing(name, r.Names(path.Dir(name)))
}

// Names implements Files.
func (r Recorded) Names(folder string) []string {
	seen := map[string]bool{}
	for _, src := range r {
		if path.Dir(src.Name) == folder {
			seen[path.Base(src.Name)] = true
		}
	}
	return SortedKeys(seen)
}

func missing(name string, there []string) error {
	folder, base, _ := strings.Cut(name, "/")
	return fmt.Errorf("no %s called %q%s%w", strings.TrimSuffix(folder, "s"), base, SuggestOrList(base, there), quiet{fs.ErrNotExist})
}

// quiet wraps an error without adding to the message.
type quiet struct{ error }

func (quiet) Error() string   { return "" }
func (q quiet) Unwrap() error { return q.error }

// SortedKeys are the keys of a map in order.
func SortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
