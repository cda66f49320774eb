package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// What --profile writes is what go tool pprof reads: the innermost function
// first, with its file and line, and as many instructions as the table has.
func TestProfileFile(t *testing.T) {
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	args := []string{"sim", "paper_f1_quick", "--seed", "a", "-n", "20", "--profile=rules.pprof"}
	if code := new(program).run(context.Background(), args, strings.NewReader(""), &out, &out); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &out)
	}
	file, err := os.Open("rules.pprof")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := profile.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	var total, units int64
	for _, sample := range p.Sample {
		total += sample.Value[0]
		inner := sample.Location[0].Line[0]
		if inner.Function.Filename == "built-in variants/paper_f1_quick.lua" {
			units += sample.Value[0]
			if inner.Line < inner.Function.StartLine {
				t.Errorf("line %d of a function that begins at %d", inner.Line, inner.Function.StartLine)
			}
		}
		if outer := sample.Location[len(sample.Location)-1].Line[0].Function.Name; !slices.Contains([]string{"V:session", "units", "declared turns and the like"}, outer) {
			t.Errorf("%s is called by nobody", outer)
		}
	}
	if total%p.Period != 0 || units < total/5 || units == total {
		t.Errorf("%d of %d instructions are the fork's", units, total)
	}
}
