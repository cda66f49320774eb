package terminal

import (
	"testing"

	"sandbox/cmd/internal/watch"
)

// While a race of a championship is over, nothing that is watched is taken up.
func TestNothingWatchedBetweenRaces(t *testing.T) {
	w, err := watch.Files(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	waiting := &face{watcher: w}
	if waiting.changes() == nil {
		t.Error("within a race no change is taken up")
	}
	if waiting.between = true; waiting.changes() != nil {
		t.Error("a change is taken up by a race that is over")
	}
}
