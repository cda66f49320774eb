package isolate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"sandbox/core/bug"
)

// Cause is what a child died of.
type Cause int

// The causes that can be told from each other.
const (
	Memory Cause = iota + 1 // it took more than it may
	Time                    // it gave no sign of life for too long
	Crash                   // anything else
)

// Death is a child that did not end by itself.
type Death struct {
	Cause   Cause
	Memory  int64         // the limit
	Silence time.Duration // the limit
	Detail  string        // of a Crash
	Trace   string        // of a Crash that Go tells of: where
}

// Unwrap is the mistake of the program that it died of, if it was one.
func (d *Death) Unwrap() error {
	if d.Trace == "" {
		return nil
	}
	return &bug.Error{Text: d.Detail, Trace: d.Trace}
}

// Error says what it died of.
func (d *Death) Error() string {
	switch d.Cause {
	case Memory:
		return fmt.Sprintf("it took more than %d MB of memory", d.Memory>>20)
	case Time:
		return fmt.Sprintf("it gave no sign of life for %s", d.Silence)
	}
	return d.Detail
}

// What Go, its race detector, or limitMemory, says on the way out when there is
// no memory, be it for the stack of a thread.
var wantOfMemory = []string{overLimit, "out of memory", "cannot allocate memory", "failed to allocate", "pthread_create failed", "failed to create new OS thread"}

// deathOf reads what a child left behind: what it said on stderr, and how the
// system says that it ended.
func deathOf(said, ended string) *Death {
	for _, sign := range wantOfMemory {
		if strings.Contains(said, sign) {
			return &Death{Cause: Memory}
		}
	}
	for _, line := range strings.Split(said, "\n") {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return &Death{Cause: Crash, Detail: "it crashed: " + line, Trace: said}
		}
	}
	if first, _, _ := strings.Cut(said, "\n"); first != "" {
		ended += ": " + first
	}
	return &Death{Cause: Crash, Detail: "it was ended from outside: " + ended}
}

// packed is an error on its way from parent to child.
type packed struct {
	Text    string
	Missing bool // it is fs.ErrNotExist
}

func packError(err error) []byte {
	text, err := json.Marshal(packed{err.Error(), errors.Is(err, fs.ErrNotExist)})
	if err != nil {
		panic(err) // a text and a bool can be written
	}
	return text
}

func unpackError(text []byte) error {
	var p packed
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	return &passed{p}
}

// passed is an error that was one in the parent.
type passed struct{ packed }

func (p *passed) Error() string { return p.Text }

func (p *passed) Is(target error) bool { return p.Missing && target == fs.ErrNotExist }
