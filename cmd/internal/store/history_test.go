package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lines are those of a history, the oldest first.
func (h *History) all() string {
	var list []string
	for i := h.Len() - 1; i >= 0; i-- {
		list = append(list, h.At(i))
	}
	return strings.Join(list, "|")
}

// What was typed is there in the next session, for its owner alone.
func TestHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sandbox", "history")
	h := OpenHistory(path)
	for _, line := range []string{"3", "", " ", ":help", ":help", "3", strings.Repeat("x", historyLength+1), "a\x1b[2Jb", "\xff"} {
		h.Add(line)
	}
	if got := h.all(); got != "3|:help|3" {
		t.Errorf("%q", got)
	}
	if got := OpenHistory(path).all(); got != "3|:help|3" {
		t.Errorf("in the next session %q", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// It stays short, in the file too.
func TestHistoryBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	h := OpenHistory(path)
	for i := range 5 * historyLines {
		h.Add(fmt.Sprint(i))
	}
	last := fmt.Sprint(5*historyLines - 1)
	text, err := os.ReadFile(path)
	if n := strings.Count(string(text), "\n"); err != nil || n > 2*historyLines || h.Len() != historyLines || h.At(0) != last {
		t.Errorf("%d lines in the file, %d remembered, %v", n, h.Len(), err)
	}
	if again := OpenHistory(path); again.Len() != historyLines || again.At(0) != last {
		t.Errorf("%d lines, the last %q", again.Len(), again.At(0))
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A file that somebody else has written does no harm, and none that cannot be
// written stops anybody.
func TestHistoryOfOthers(t *testing.T) {
	dir := t.TempDir()
	strange, folder := filepath.Join(dir, "strange"), filepath.Join(dir, "folder")
	put(t, strange, "\x1b]0;title\x07\n:map\n"+strings.Repeat("y", 1<<20)+"\nold")
	if got := OpenHistory(strange).all(); got != ":map|old" && got != "old" {
		t.Errorf("%q", got)
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", folder, filepath.Join(strange, "history"), "/dev/null"} {
		h := OpenHistory(path)
		h.Add("3")
		if h.all() != "3" {
			t.Errorf("%q: %q", path, h.all())
		}
	}
}
