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
