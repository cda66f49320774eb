package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Home is the folder in which a user keeps races. "" is the one that is usual:
// sandbox in $XDG_STATE_HOME, or else in ~/.local/state.
type Home string

// Races is the folder of races alone, made or not. It fails when the user has
// no home, as all methods do.
func (h Home) Races() (string, error) {
	if h != "" {
		return string(h), nil
	}
	return stateDir("races")
}

// Championships is the folder in which each championship has a folder of its
// own, made or not.
func (h Home) Championships() (string, error) {
	if h != "" {
		return filepath.Join(string(h), "championships"), nil
	}
	return stateDir("championships")
}

// History is the file of what the user has typed at prompts, made or not.
func (h Home) History() (string, error) {
	if h != "" {
		return filepath.Join(string(h), "history"), nil
	}
	return stateDir("history")
}

// Path is the journal that a user means: a path, or "last", the one that was
// changed most recently, be that of a race alone or of a championship. It fails
// when there is none, with the error fs.ErrNotExist for a path, or a folder cannot
// be read.
func (h Home) Path(called string) (string, error) {
	if called != "last" {
		if _, err := os.Stat(called); errors.Is(err, fs.ErrNotExist) {
			return "", missing(called)
		}
		return called, nil
	}
	races, err := h.Races()
	if err != nil {
		return "", err
	}
	championships, err := h.Championships()
	if err != nil {
		return "", err
	}
	return last(races, championships)
}

// missing is the path of a race that is not there.
type missing string

func (m missing) Error() string {
	return fmt.Sprintf("nothing is saved as %s; give the path of a saved race, or last for what was played last", string(m))
}

// Is says that it is an fs.ErrNotExist.
func (missing) Is(err error) bool { return err == fs.ErrNotExist }
