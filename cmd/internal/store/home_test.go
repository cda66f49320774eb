package store

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

// A folder that the user has set holds races, and championships below it; what
// was played last is looked for in both.
func TestHome(t *testing.T) {
	dir := t.TempDir()
	home := Home(dir)
	races, err := home.Races()
	if races != dir || err != nil {
		t.Errorf("%q, %v", races, err)
	}
	championships, err := home.Championships()
	if championships != filepath.Join(dir, "championships") || err != nil {
		t.Errorf("%q, %v", championships, err)
	}
	if _, err := home.Path("last"); err == nil {
		t.Error("a race was found")
	}
	put(t, filepath.Join(dir, "a.jsonl"), "one\n")
	for called, want := range map[string]string{"last": filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "a.jsonl"): filepath.Join(dir, "a.jsonl"), dir: dir} {
		if got, err := home.Path(called); got != want || err != nil {
			t.Errorf("%q is %q, %v", called, got, err)
		}
	}
}

// What is not there is said to be so, with what to give instead.
func TestHomeWithout(t *testing.T) {
	_, err := Home(t.TempDir()).Path("none.jsonl")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	says(t, err, "nothing is saved as none.jsonl", "last")
}

// Without one, championships have a folder beside that of races.
func TestUsualHome(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	got, err := Home("").Championships()
	if got != filepath.Join(state, "sandbox", "championships") || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
