package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

// broken is an output that the program cannot write to without falling over.
type broken struct{}

func (broken) Write([]byte) (int, error) {
	var none []byte
	return int(none[1]), nil
}

// A bug in the program is one sentence for its user; the trace is in a file that
// it names.
func TestBug(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var said bytes.Buffer
	if code := new(program).run(context.Background(), []string{"version"}, strings.NewReader(""), broken{}, &said); code != exitFailed {
		t.Errorf("it exits with %d", code)
	}
	want := regexp.MustCompile("^this is a bug in the program, not in your files: runtime error: index out of range \\[1\\] with length 0\nits trace is in (.*)\n$")
	found := want.FindStringSubmatch(said.String())
	if found == nil {
		t.Fatalf("%s", &said)
	}
	if trace, err := os.ReadFile(found[1]); err != nil || !strings.Contains(string(trace), "broken.Write\n") {
		t.Errorf("%v\n%s", err, trace)
	}
}
