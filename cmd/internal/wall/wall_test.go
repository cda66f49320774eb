package wall

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sandbox/cmd/internal/isolate"
	"sandbox/cmd/internal/store"
)

// Rules are one's own in the folder one is in, in the project around it, and
// where races are kept; what is not there is nobody's.
func TestStrange(t *testing.T) {
	base := t.TempDir()
	for _, file := range []string{"mine/variants/a.lua", "mine/tracks/b.lua", "theirs/c.lua", "races/d.lua"} {
		path := filepath.Join(base, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(base, "theirs", "c.lua"), filepath.Join(base, "mine", "linked.lua")); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := os.Symlink(filepath.Join(base, "mine"), filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	home := store.Home(filepath.Join(base, "races"))
	for _, c := range []struct{ in, called, strange string }{
		{"mine", "paper_f1", ""},
		{"mine", "a variants/a tracks/b.lua", ""},
		{"mine", "../races/d", ""},
		{"mine", "", ""},
		{"mine", "a ../theirs/c b", "../theirs/c"},
		{"mine", "../theirs", "../theirs"},
		{"mine", "../theirs/nothing", "../theirs"},
		{"mine", "linked", "linked"},
		{"mine/variants", "a ../tracks/b", ""},
		{"theirs", "c ../mine/variants/a", "../mine/variants/a"},
		{"link", "variants/a", ""},
		{"link", "../theirs/c", "../theirs/c"},
	} {
		t.Chdir(filepath.Join(base, c.in))
		if stranger := Folders(home).Rules(strings.Split(c.called, " ")...); stranger != c.strange {
			t.Errorf("in %s, of %q: %q, want %q", c.in, c.called, stranger, c.strange)
		}
	}
}

// The parent keeps what a child asks it to keep, and closes what the child
// leaves open.
func TestDesk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	d := &desk{}
	ask := func(r request) (file int, err error) {
		t.Helper()
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := d.serve(text)
		var done response
		if err == nil && json.Unmarshal(reply, &done) != nil {
			t.Fatalf("the reply is %q", reply)
		}
		return done.File, err
	}
	for _, r := range []request{{Do: doCreate, Path: path}, {Do: doWrite, Line: []byte("one\n")}, {Do: doSync}, {Do: doClose}, {Do: doOpen, Path: path}} {
		if _, err := ask(r); err != nil {
			t.Fatalf("%s: %v", r.Do, err)
		}
	}
	for _, c := range []struct {
		request
		wrong string
	}{
		{request{Do: doWrite, File: 0, Line: []byte("two\n")}, "there is no file 0"}, // it is closed
		{request{Do: doWrite, File: 2}, "there is no file 2"},
		{request{Do: doWrite, File: -1}, "there is no file -1"},
		{request{Do: "remove", File: 1}, "cannot be done"},
		{request{Do: doOpen, Path: path}, store.ErrInUse.Error()},
	} {
		if _, err := ask(c.request); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s %d: %v, want %q", c.Do, c.File, err, c.wrong)
		}
	}
	if _, err := ask(request{Do: doWrite, File: 1, Line: []byte("two\n")}); err != nil {
		t.Fatal(err)
	}
	if err := d.close(); err != nil || d.last != path {
		t.Fatal(d.last, err)
	}
	if text, err := os.ReadFile(path); string(text) != "one\ntwo\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// Without a wall there is nobody to ask, and files are kept all the same.
func TestNoWall(t *testing.T) {
	var c *Child
	c.Alive()
	if word := c.TakeWord(); word != "" {
		t.Errorf("it is told %q", word)
	}
	path := filepath.Join(t.TempDir(), "race.jsonl")
	f, err := c.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("one\n")); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err = c.Open(path); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Enter(strings.NewReader("no parent"), io.Discard); !errors.Is(err, isolate.ErrNoParent) {
		t.Errorf("a child is entered: %v", err)
	}
}

// A death is told with what can be done about it.
func TestEpitaph(t *testing.T) {
	for _, c := range []struct {
		death isolate.Death
		want  string
	}{
		{isolate.Death{Cause: isolate.Memory, Memory: 64 << 20}, "more than 64 MB of memory; mend them, or set isolate_memory to more"},
		{isolate.Death{Cause: isolate.Time, Silence: 2 * time.Second}, "Mend it, or set isolate_seconds to more"},
		{isolate.Death{Cause: isolate.Crash, Detail: "it crashed"}, "the process of the rules is gone: it crashed"},
	} {
		if got := epitaph(&c.death).Error(); !strings.HasSuffix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
