package championship

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/store"
)

// File says what a championship's folder holds: it is written once, before the
// first race. Beside it lie the journals of the races.
const File = "championship.json"

// Begin makes a championship's folder, a new one among the user's for the name
// "". It must not hold one.
func Begin(keep saved.Keep, plan Plan, dir string) (*Championship, error) {
	dir, err := newFolder(keep.Home, dir, plan.Variant)
	if err != nil {
		return nil, err
	}
	if err := store.WriteNew(filepath.Join(dir, File), plan.write); err != nil {
		return nil, err
	}
	return Resume(keep, dir)
}

// newFolder makes the folder of a new championship.
func newFolder(home store.Home, dir, variant string) (string, error) {
	if dir == "" {
		all, err := home.Championships()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(all, store.NewFolder(variant, time.Now()))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("no folder for the championship: %w", err)
	}
	there, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return "", err
	case !slices.ContainsFunc(there, func(e fs.DirEntry) bool { return !store.HalfWritten(e, File) }):
		return dir, nil
	}
	if fileThere(filepath.Join(dir, File)) {
		return "", fmt.Errorf("%s holds a championship already: choose another folder with --save, or go on with that one: sandbox play --resume %s", dir, dir)
	}
	return "", fmt.Errorf("%s is not empty: choose another folder with --save", dir)
}

func fileThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return path != "" && err == nil && info.IsDir()
}

// Of is the folder of the championship that a path leads to: the folder itself,
// or a file in it. ok is false for a race alone.
func Of(path string) (dir string, ok bool) {
	if isDir(path) {
		return path, true
	}
	dir = filepath.Dir(path)
	return dir, fileThere(filepath.Join(dir, File))
}

// Resume opens a championship to go on with it; nobody else may until it is
// closed.
func Resume(keep saved.Keep, dir string) (*Championship, error) {
	lock, err := keep.Child.Open(filepath.Join(dir, File))
	if err != nil {
		return nil, none(dir, err)
	}
	c, err := Read(keep, dir)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	c.lock = lock
	return c, nil
}

// Read reads how a championship stands.
func Read(keep saved.Keep, dir string) (*Championship, error) {
	text, err := door.Read(filepath.Join(dir, File), door.Championship)
	if err != nil {
		return nil, none(dir, err)
	}
	return read(keep, dir, text)
}

// none says that a folder holds no championship, if that is what is wrong.
func none(dir string, err error) error {
	if isDir(dir) && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s holds no championship: there is no %s in it", dir, File)
	}
	return err
}

// read plays the races again that are over.
func read(keep saved.Keep, dir string, text []byte) (*Championship, error) {
	c := &Championship{keep: keep, Dir: dir}
	if err := c.Plan.read(text); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, File), err)
	}
	for k := 1; k <= c.Races(); k++ {
		r, err := c.replay(k)
		if err != nil {
			return nil, err
		}
		if r == nil {
			return c, c.nothingAfter(k)
		}
		over, err := r.Over()
		if err == nil && !over {
			return c, c.nothingAfter(k)
		}
		if err == nil {
			err = c.Add(r.Table)
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// nothingAfter refuses a championship in which a race is not over and a later
// one was begun.
func (c *Championship) nothingAfter(k int) error {
	for later := k + 1; later <= c.Races(); later++ {
		if !c.Begun(later) {
			continue
		}
		if !c.Begun(k) {
			return fmt.Errorf("%s is missing, and race %d was driven: put the file back", c.path(k), later)
		}
		return fmt.Errorf("%s is not over, and race %d was begun: the journal was changed", c.path(k), later)
	}
	return nil
}
