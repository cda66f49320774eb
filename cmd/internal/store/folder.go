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

// Dir is the folder in which a user's races are kept, made or not:
// sandbox/races in $XDG_STATE_HOME, or else in ~/.local/state. It fails when
// the user has no home.
func Dir() (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // a relative one is to be ignored
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("no folder for races, name a file with --save: %w", err)
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "sandbox", "races"), nil
}

// NewName is the name of a new race's journal, such as
// 2026-11-21T11-50-55-042_paper_f1.jsonl. The variant may be a name or the
// path of a file. Names of later races sort after those of earlier ones while
// now keeps to one time zone.
func NewName(variant string, now time.Time) string {
	variant = strings.TrimSuffix(filepath.Base(variant), ".lua")
	at := now.Format("2006-01-02T15-04-05") + fmt.Sprintf("-%03d", now.Nanosecond()/int(time.Millisecond))
	return at + "_" + strings.Map(plain, variant) + extension
}

// plain replaces what a shell or a file system could take amiss.
func plain(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
		return r
	}
	return '_'
}

// Last is the path of the journal in dir that was changed most recently. It
// fails when there is none, or dir cannot be read.
func Last(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	last, changed := "", time.Time{}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && isRace(info) && !info.ModTime().Before(changed) {
			last, changed = filepath.Join(dir, entry.Name()), info.ModTime()
		}
	}
	if last == "" {
		return "", fmt.Errorf("no race was saved yet in %s", dir)
	}
	return last, nil
}

// isRace leaves out what is no journal, and the empty one of a program that
// was killed before its race began.
func isRace(info fs.FileInfo) bool {
	return info.Mode().IsRegular() && info.Size() > 0 && filepath.Ext(info.Name()) == extension
}
