package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Two calls of the program in one process at once know nothing of each other:
// each says, and keeps, what it does alone.
func TestTwoCallsAtOnce(t *testing.T) {
	for _, c := range []struct{ name, first, second string }{
		{"two plays", "play paper_f1 --auto --track oval --seed 7 --save SAVED", "play geared --auto --seed 8 --save SAVED"},
		{"in two colours", "play geared --auto --seed 7 --color always --save SAVED", "play geared --auto --seed 7 --color never --save SAVED"},
		{"a sim and a play", "sim paper_f1 -n 20 --track oval --seed 7 -o csv", "play geared --auto --dice sealed --seed 7 --json --save SAVED"},
		{"two sims", "sim geared --seed 7 --color always", "sim paper_f1 -n 20 --track oval --seed 8 --vs-set action.6.spaces=4 -o md"},
		{"two tests", "test right_spec.lua -v --color always", "test failing_spec.lua --color never"},
		{"a championship and its like", "play geared --auto --races 2 --seed 7 --save SAVED", "play geared --json --races oval,oval --seed 8 --save SAVED"},
		{"formats", "config -o json --color always", "variants geared"},
		{"errors", "check wrong.lua --color always", "play --laps 0 geared"},
	} {
		t.Run(c.name, func(t *testing.T) {
			workshop(t)
			calls := []call{{line: c.first, saved: "a"}, {line: c.second, saved: "b"}}
			alone := []string{calls[0].made(t), calls[1].made(t)}
			for range 3 {
				var both sync.WaitGroup
				got := make([]string, len(calls))
				for i := range calls {
					both.Go(func() { got[i] = calls[i].made(t) })
				}
				both.Wait()
				for i := range calls {
					if got[i] != alone[i] {
						t.Errorf("sandbox %s, beside another call:\n%s\nalone:\n%s", calls[i].line, got[i], alone[i])
					}
				}
			}
		})
	}
}

// workshop is a folder to be in: it holds a variant, specs of it, one of which
// fails, a variant that is wrong, and settings.
func workshop(t *testing.T) {
	t.Helper()
	files := map[string]string{
		"geared.lua":   contentsOf(t, "testdata/geared.lua"),
		"wrong.lua":    "local V = = 1\n",
		"sandbox.yaml": "races: 20\n",
	}
	for name, gear := range map[string]string{"right": "2", "failing": "3"} {
		files[name+"_spec.lua"] = `local spec = require "spec"
spec.it("` + name + `", function() spec.expect(require("geared").gears[2]).equals(` + gear + `) end)
`
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// call is a command line whose SAVED stands for a place of its own.
type call struct{ line, saved string }

// took is what a run of specs says of the time.
var took = regexp.MustCompile(`\([0-9.]+m?s\)`)

// made makes the call and returns all that it says and saves.
func (c call) made(t *testing.T) string {
	_ = os.RemoveAll(c.saved)
	var out, errOut bytes.Buffer
	args := strings.Fields(strings.ReplaceAll(c.line, "SAVED", c.saved))
	code := new(program).run(context.Background(), args, strings.NewReader(""), &out, &errOut)
	said := fmt.Sprintf("exit %d\n%s\n%s\n", code, took.ReplaceAllString(out.String(), "(time)"), errOut.String())
	err := filepath.WalkDir(c.saved, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			text, err := os.ReadFile(path)
			said += fmt.Sprintf("%s:\n%s\n", path, text)
			return err
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	return said
}
