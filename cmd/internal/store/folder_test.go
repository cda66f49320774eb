package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestDir(t *testing.T) {
	home, state := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	inHome := filepath.Join(home, ".local", "state", "sandbox", "races")
	tests := []struct{ xdg, want string }{
		{state, filepath.Join(state, "sandbox", "races")},
		{"", inHome},
		{"relative", inHome},
	}
	for _, test := range tests {
		t.Setenv("XDG_STATE_HOME", test.xdg)
		got, err := Home("").Races()
		if got != test.want || err != nil {
			t.Errorf("XDG_STATE_HOME=%q: %q, %v; want %q", test.xdg, got, err, test.want)
		}
	}
}

func TestDirWithoutHome(t *testing.T) {
	for _, name := range []string{"HOME", "USERPROFILE", "XDG_STATE_HOME"} {
		t.Setenv(name, "")
	}
	_, err := Home("").Races()
	if err == nil {
		t.Fatal("a user without a home has a folder")
	}
	says(t, err, "--save")
}

func TestNewName(t *testing.T) {
	now := time.Date(2026, 11, 21, 11, 50, 55, 42_000_000, time.UTC)
	tests := []struct{ variant, want string }{
		{"paper_f1", "2026-11-21T11-50-55-042_paper_f1.jsonl"},
		{"variants/my rules.lua", "2026-11-21T11-50-55-042_my_rules.jsonl"},
		{"Großer Preis", "2026-11-21T11-50-55-042_Großer_Preis.jsonl"},
		{"a:b*c", "2026-11-21T11-50-55-042_a_b_c.jsonl"},
	}
	for _, test := range tests {
		if got := NewName(test.variant, now); got != test.want {
			t.Errorf("NewName(%q) = %q, want %q", test.variant, got, test.want)
		}
	}
}

func TestNamesSortByTime(t *testing.T) {
	now := time.Date(2026, 9, 30, 23, 59, 59, 8_000_000, time.UTC)
	var names []string
	for _, later := range []time.Duration{0, 2, 90, 900, 1001, 70_000} {
		names = append(names, NewName("x", now.Add(later*time.Millisecond)))
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(names))); !slices.Equal(sorted, names) {
		t.Errorf("%q sort as %q", names, sorted)
	}
}

func TestLast(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for name, file := range map[string]struct {
		text string
		age  time.Duration
	}{
		"a.jsonl":     {"one\n", time.Hour},
		"b.jsonl":     {"one\n", time.Minute},
		"c.jsonl":     {"one\n", 2 * time.Hour},
		"empty.jsonl": {"", 0},
		"notes.txt":   {"not a race", 0},
	} {
		path := filepath.Join(dir, name)
		put(t, path, file.text)
		if err := os.Chtimes(path, now, now.Add(-file.age)); err != nil {
			t.Fatal(err)
		}
	}
	want := filepath.Join(dir, "b.jsonl")
	grouped := t.TempDir()
	if got, err := last(dir, grouped); got != want || err != nil {
		t.Errorf("last gives %q, %v; want %q", got, err, want)
	}

	// In folders of championships too.
	newer := filepath.Join(grouped, "2011", "01-oval.jsonl")
	for path, age := range map[string]time.Duration{newer: time.Second, filepath.Join(grouped, "no_championship.jsonl"): 0} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		put(t, path, "one\n")
		if err := os.Chtimes(path, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	for _, races := range []string{dir, filepath.Join(dir, "none")} {
		if got, err := last(races, grouped); got != newer || err != nil {
			t.Errorf("last gives %q, %v; want %q", got, err, newer)
		}
	}
}

func TestLastOfNone(t *testing.T) {
	empty := t.TempDir()
	for _, dir := range []string{empty, filepath.Join(empty, "none")} {
		_, err := last(dir, filepath.Join(empty, "none, too"))
		if err == nil {
			t.Fatalf("a race was found in %s", dir)
		}
		says(t, err, "no race was saved yet in "+dir)
	}
}
