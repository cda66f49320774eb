package main

import (
	"runtime/debug"
	"testing"
)

// What rules leave behind is collected early, unless the user says how much the
// process may take.
func TestTidy(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "1GiB")
	if tidy(); debug.SetMemoryLimit(-1) != before {
		t.Error("what the user says does not hold")
	}
	t.Setenv("GOMEMLIMIT", "")
	if tidy(); debug.SetMemoryLimit(-1) != enough {
		t.Errorf("it may take %d bytes", debug.SetMemoryLimit(-1))
	}
}

// A run with many workers may take more, and so may each combination of a sweep.
func TestHoard(t *testing.T) {
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(100)
	defer debug.SetMemoryLimit(limit)
	defer debug.SetGCPercent(percent)
	t.Setenv("GOMEMLIMIT", "1GiB")
	if hoard(3, 64); debug.SetMemoryLimit(-1) != limit {
		t.Error("what the user says does not hold")
	}
	t.Setenv("GOMEMLIMIT", "")
	for _, c := range []struct{ swept, workers, megabytes int }{{0, 2, 124}, {0, 64, 248}, {4, 2, 164}} {
		if hoard(c.swept, c.workers); debug.SetMemoryLimit(-1) != int64(c.megabytes)<<20 {
			t.Errorf("%d combinations, %d workers: %d MB, want %d", c.swept, c.workers, debug.SetMemoryLimit(-1)>>20, c.megabytes)
		}
	}
}
