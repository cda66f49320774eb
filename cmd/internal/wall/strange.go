package wall

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/scripts"
)

// Own is the folders of the user: what lies in another one is a stranger's. What
// counts is where a file really lies, whatever link leads to it; a hard link
// cannot be told from the file, which is one's own where one has put it.
type Own struct {
	trees []string // with all that lies below them
	flat  string   // without; "" for none
}

// Folders are the user's: the folder one is in, or the project that has it as
// its variants or tracks; the user's configuration; and where races are kept,
// as usual and in some homes. The user's home, and the top of the disk, are no
// project, and everything lies below them: there only the files right in it are
// the user's, and those in its variants and tracks.
func Folders(homes ...store.Home) Own {
	var own Own
	here, err := library.RealPath(".")
	if err != nil {
		return own
	}
	if base := filepath.Base(here); base == scripts.Variants || base == scripts.Tracks {
		here = filepath.Dir(here)
	}
	if home, err := os.UserHomeDir(); filepath.Dir(here) == here || err == nil && sameFolder(home, here) {
		own.flat = here
		own.trees = []string{filepath.Join(here, scripts.Variants), filepath.Join(here, scripts.Tracks)}
	} else {
		own.trees = []string{here}
	}
	add := func(path string, err error) {
		if real, wrong := library.RealPath(path); err == nil && wrong == nil {
			own.trees = append(own.trees, real)
		}
	}
	config, err := os.UserConfigDir()
	add(filepath.Join(config, "sandbox"), err)
	for _, home := range append(homes, "") {
		add(home.Races())
		add(home.Championships())
	}
	return own
}

func sameFolder(path, real string) bool {
	other, err := library.RealPath(path)
	return err == nil && other == real
}

// Rules finds a stranger among what a user calls files or folders of rules, and
// among the folders from which these can require others; "" when there is none.
func (own Own) Rules(names ...string) (stranger string) {
	var called []string
	for _, name := range names {
		game, houses := library.Parts(name)
		called = append(append(called, game), houses...)
	}
	if i := slices.IndexFunc(called, own.strange); i >= 0 {
		return called[i]
	}
	places := library.Places(called...)
	if i := slices.IndexFunc(places, own.lacks); i >= 0 {
		return places[i]
	}
	return ""
}

// Races finds a stranger among races: a journal that lies in no folder of the
// user, or a file of the rules in one that does not, or is not there, so that
// nobody knows; "" when there is none. What a journal in a folder of the user
// says about its rules is believed.
func (own Own) Races(ctx context.Context, journals ...string) (stranger string) {
	for _, journal := range journals {
		if own.lacks(journal) {
			return journal
		}
		files := library.Recorded(ctx, journal)
		for _, file := range files {
			if !own.has(file) {
				return file
			}
		}
		if stranger := own.Rules(files...); stranger != "" {
			return stranger
		}
	}
	return ""
}

// strange says that what a user calls so lies in none of the folders.
func (own Own) strange(called string) bool {
	if called == "" {
		return false
	}
	folder, name := library.Split(called)
	paths := []string{called, filepath.Join(folder, name+".lua")}
	if folder == "" {
		paths = append(paths, filepath.Join(scripts.Variants, paths[1]), filepath.Join(scripts.Tracks, paths[1]))
	}
	return slices.ContainsFunc(paths, own.lacks)
}

// lacks says that a file or folder is there, and in none of the folders.
func (own Own) lacks(path string) bool {
	real, err := library.RealPath(path)
	return err == nil && !own.holds(real)
}

// has says that a file or folder is there, and in one of the folders.
func (own Own) has(path string) bool {
	real, err := library.RealPath(path)
	return err == nil && own.holds(real)
}

func (own Own) holds(real string) bool {
	if own.flat != "" && (real == own.flat || filepath.Dir(real) == own.flat && !isFolder(real)) {
		return true
	}
	return slices.ContainsFunc(own.trees, func(folder string) bool { return within(folder, real) })
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func within(folder, path string) bool {
	rest, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rest)
}
