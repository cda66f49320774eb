package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// list is what lies in a folder.
func list(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// texts writes texts, one after the other.
func texts(list ...string) func(w io.Writer) error {
	return func(w io.Writer) error {
		for _, text := range list {
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
		}
		return nil
	}
}

var errWrite = errors.New("the race has no end")

// failing writes a text, more than any buffer takes, and then fails.
func failing(w io.Writer) error {
	return errors.Join(texts(strings.Repeat("line\n", 100_000))(w), errWrite)
}

func TestWrite(t *testing.T) {
	long := strings.Repeat("0123456789\n", 50_000)
	for _, c := range []struct {
		name   string
		before string // "" for no file
		write  func(w io.Writer) error
		want   string
	}{
		{"new", "", texts("one\n", "two\n"), "one\ntwo\n"},
		{"in place of another", "old\n", texts("new\n"), "new\n"},
		{"in place of a longer one", long, texts("short\n"), "short\n"},
		{"nothing", "", texts(), ""},
		{"nothing in place of something", "old\n", texts(), ""},
		{"more than a buffer", "", texts(long, long, "end"), long + long + "end"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "part 1.json")
		if c.before != "" {
			put(t, path, c.before)
		}
		if err := Write(path, c.write); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != c.want {
			t.Errorf("%s: the file holds %d bytes, want %d; %v", c.name, len(text), len(c.want), err)
		}
		if got := list(t, dir); got != "part 1.json" {
			t.Errorf("%s: the folder holds %s", c.name, got)
		}
		info, err := os.Stat(path)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o644 {
			t.Errorf("%s: permissions %v, %v", c.name, info.Mode(), err)
		}
	}
}

// The file appears when it is whole: until then the old one is what others
// read.
func TestWriteIsSeenWhenWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	put(t, path, "old\n")
	err := Write(path, func(w io.Writer) error {
		err := texts(strings.Repeat("new\n", 100_000))(w)
		holds(t, path, "old\n")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	holds(t, path, strings.Repeat("new\n", 100_000))
}

func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	old, taken, missing, file := filepath.Join(dir, "old.json"), filepath.Join(dir, "taken"), filepath.Join(dir, "missing", "x.json"), filepath.Join(dir, "old.json", "x.json")
	put(t, old, "old\n")
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		write      func(w io.Writer) error
		is         error
		says       string // "" for what the system says
	}{
		{"the function, an old file", old, failing, errWrite, "the race has no end"},
		{"the function, a new file", filepath.Join(dir, "new.json"), failing, errWrite, "the race has no end"},
		{"a folder has the name", taken, texts("x"), nil, ""},
		{"no folder", missing, texts("x"), fs.ErrNotExist, "open " + missing + ": no such file or directory"},
		{"a file for a folder", file, texts("x"), nil, ""},
	} {
		err := Write(c.path, c.write)
		switch got := fmt.Sprint(err); {
		case err == nil:
			t.Errorf("%s: no error", c.name)
		case c.is != nil && !errors.Is(err, c.is):
			t.Errorf("%s: %v is not %v", c.name, err, c.is)
		case c.says != "" && got != c.says && runtime.GOOS != "windows":
			t.Errorf("%s: %q, want %q", c.name, got, c.says)
		case c.says == "" && (!strings.Contains(got, c.path) || strings.Contains(got, "\n") || strings.Contains(got, "already closed")):
			t.Errorf("%s: %q", c.name, got)
		}
		if got := list(t, dir); got != "old.json taken" {
			t.Errorf("%s: the folder holds %s", c.name, got)
		}
		holds(t, old, "old\n")
		if got := list(t, taken); got != "" {
			t.Errorf("%s: the other folder holds %s", c.name, got)
		}
	}
}
