package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/watch"
	"sandbox/scripts"
)

// Where nobody is there to choose, new rules hold from the next step on.
func TestNobodyChooses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "geared.lua")
	text, err := os.ReadFile("../../sandbox/testdata/geared.lua")
	if err != nil {
		t.Fatal(err)
	}
	save := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	save(string(text))
	arranged := &saved.Arranged{Files: library.Lasting(dir), Options: scripts.Options{Variant: "geared"}}
	r, err := saved.Keep{}.Start(arranged, saved.Luck{Seed: "1"}, filepath.Join(dir, "race.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var out bytes.Buffer
	f, err := (&Screen{Out: &out}).face(r)
	if err != nil {
		t.Fatal(err)
	}
	f.takeUp(watch.Change{Path: path, Gone: true})
	save(strings.Replace(string(text), "{ 0, 1, 5, 7 }", "{ 0, 1, 6, 7 }", 1))
	f.takeUp(watch.Change{Path: path})
	said := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{path + " is gone; the race goes on", path + " is back new rules from here on: extra.3: 5 -> 6"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	if values := r.Program().Values("extra.3"); values[0].Text != "6" || r.Offered() != nil {
		t.Error("they do not hold")
	}
}
