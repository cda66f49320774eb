package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// extension ends the name of every journal.
const extension = ".jsonl"

// stateDir is a folder in that of a program's state, as XDG has it; a home is
// needed for it.
func stateDir(of string) (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // a relative one is to be ignored
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("no folder for %s, name a place with --save: %w", of, err)
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "sandbox", of), nil
}

// NewName is the name of a new race's journal, such as
// 2026-11-21T11-50-55-042_paper_f1.jsonl. The variant may be a name or the
// path of a file. Names of later races sort after those of earlier ones while
// now keeps to one time zone.
func NewName(variant string, now time.Time) string {
	return NewFolder(variant, now) + extension
}

// NewFolder is the name of a new championship's folder, made as NewName.
func NewFolder(variant string, now time.Time) string {
	variant = strings.TrimSuffix(filepath.Base(variant), ".lua")
	at := now.Format("2006-01-02T15-04-05") + fmt.Sprintf("-%03d", now.Nanosecond()/int(time.Millisecond))
	return at + "_" + strings.Map(plain, variant)
}

// plain replaces what a shell or a file system could take amiss.
func plain(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
		return r
	}
	return '_'
}

// last is the path of the journal that was changed most recently, of those in
// dir and in the folders that lie in grouped.
func last(dir, grouped string) (string, error) {
	dirs := []string{dir}
	entries, err := entriesOf(grouped)
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			dirs = append(dirs, filepath.Join(grouped, entry.Name()))
		}
	}
	found, changed := "", time.Time{}
	for _, dir := range dirs {
		entries, err := entriesOf(dir)
		if err != nil {
			return "", err
		}
		for _, entry := range entries {
			info, err := entry.Info()
			if err == nil && isRace(info) && !info.ModTime().Before(changed) {
				found, changed = filepath.Join(dir, entry.Name()), info.ModTime()
			}
		}
	}
	if found == "" {
		return "", fmt.Errorf("no race was saved yet in %s", dir)
	}
	return found, nil
}

// entriesOf lists a folder; one that is not there is empty.
func entriesOf(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}

// isRace leaves out what is no journal, and the empty one of a program that
// was killed before its race began.
func isRace(info fs.FileInfo) bool {
	return info.Mode().IsRegular() && info.Size() > 0 && filepath.Ext(info.Name()) == extension
}
