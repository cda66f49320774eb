package championship

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/table"
)

// planned is a championship of two races on the oval, begun in a folder of its own.
func planned(t *testing.T) *Championship {
	t.Helper()
	var keep saved.Keep
	plan, err := NewPlan(keep, saved.Order{Variant: "paper_f1_quick", Alone: true}, []string{"oval", "oval"}, saved.Luck{Seed: "7"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Begin(keep, plan, filepath.Join(t.TempDir(), "season"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// race plays so many steps of a race, 0 for all.
func (c *Championship) race(t *testing.T, k, steps int) *saved.Race {
	t.Helper()
	r, err := c.Open(k, false)
	if err != nil {
		t.Fatal(err)
	}
	for beat := (table.Beat{}); beat.Waits == table.Nothing && (steps == 0 || r.Steps() < steps); {
		if beat, err = r.Advance(t.Context()); err != nil || beat.Problem != nil {
			t.Fatal(err, beat.Problem)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// Races are taken in one after the other; whoever reads the folder later finds
// what was there.
func TestChampionship(t *testing.T) {
	c := planned(t)
	if c.Races() != 2 || c.Done() != 0 || c.Begun(1) || c.Track(2) != "oval" {
		t.Errorf("%d races, %d over", c.Races(), c.Done())
	}
	first := c.race(t, 1, 0)
	if err := c.Add(first.Table); err != nil {
		t.Fatal(err)
	}
	if first.Home != c.Dir || first.Head().Seed != "7/1" {
		t.Errorf("%s, seed %s", first.Home, first.Head().Seed)
	}
	half := c.race(t, 2, 5)
	if now, err := c.With(half.Table); err != nil || now.Done() != 1 || len(c.Changes(half.Table)) > 0 {
		t.Error("a race that is not over was taken in", err)
	}
	if _, err := Resume(saved.Keep{}, c.Dir); err == nil {
		t.Error("two go on with one championship")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	again, err := Resume(saved.Keep{}, c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if again.Done() != 1 || !again.Begun(2) || again.Standings().Title != "Standings after race 1 of 2" {
		t.Errorf("%d races are over", again.Done())
	}
	second := again.race(t, 2, 0)
	now, err := again.With(second.Table)
	if err != nil || now.Done() != 2 || again.Done() != 1 {
		t.Fatal(err, now.Done(), again.Done())
	}
	if err := again.Add(second.Table); err != nil {
		t.Fatal(err)
	}
	if line := again.Line(); line.Race != 2 || len(line.Standings) != 24 || len(line.Standings[0].Results) != 2 {
		t.Errorf("%v", line)
	}
	if rows := len(again.Results().Rows); rows != 48 {
		t.Errorf("%d results", rows)
	}
	if k := again.Reopen(); k != 2 || again.Done() != 1 {
		t.Errorf("race %d was taken out", k)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// A path leads to a championship, or to none.
func TestOf(t *testing.T) {
	c := planned(t)
	defer c.Close()
	for _, path := range []string{c.Dir, filepath.Join(c.Dir, File), filepath.Join(c.Dir, "01-oval.jsonl")} {
		if dir, ok := Of(path); dir != c.Dir || !ok {
			t.Errorf("%s: %s %v", path, dir, ok)
		}
	}
	if _, ok := Of(filepath.Join(t.TempDir(), "race.jsonl")); ok {
		t.Error("a race alone is a championship")
	}
	if _, err := Read(saved.Keep{}, t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no championship") {
		t.Error(err)
	}
	if _, err := Begin(saved.Keep{}, c.Plan, c.Dir); err == nil || !strings.Contains(err.Error(), "holds a championship already") {
		t.Error(err)
	}
}

// What a program that was killed has left of making the folder does not stand
// in the way. Nothing is removed, and what is anybody else's does.
func TestBeginInAFolderThatWasBegun(t *testing.T) {
	plan := planned(t).Plan
	for name, want := range map[string]string{
		".championship.json.2045188211": "",
		".championship.json.":           "is not empty",
		".championship.json.bak":        "is not empty",
		".championship.json.7/of":       "is not empty",
		"notes.txt":                     "is not empty",
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("{"), 0o600)); err != nil {
			t.Fatal(err)
		}
		c, err := Begin(saved.Keep{}, plan, dir)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			err = c.Close()
		}
		if text, there := os.ReadFile(file); string(text) != "{" || there != nil || err != nil && want == "" {
			t.Errorf("%s: %q, %v, %v", name, text, there, err)
		}
	}
}
