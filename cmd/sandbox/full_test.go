//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// fullDisk has no room.
type fullDisk struct{ err error }

func (d fullDisk) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: d.err}
}

// silent is what a command says that writes no result.
const silent = "silent"

// results are, for each command, a call of it that writes a result, or several
// with commas between them. The files are those of setUpResults.
var results = map[string]string{
	"sandbox":             "",
	"sandbox play":        "play paper_f1 --track oval --seed a --save $new, play paper_f1 --track oval --seed a --json --save $new, play paper_f1 --races oval,oval --seed a --save $new, play --resume cup, play paper_f1 --track oval --isolate --save $new",
	"sandbox sim":         "sim paper_f1 --track oval -n 2, sim paper_f1 --track oval -n 2 -o json, sim paper_f1 --track oval -n 2 --seed a --out $new, sim paper_f1 --track oval -n 2 --isolate",
	"sandbox sim merge":   "sim merge part.json, sim merge part.json -o csv",
	"sandbox variants":    "variants, variants -o json, variants -o csv, variants -o md, variants paper_f1",
	"sandbox tracks":      "tracks, tracks -o json, tracks oval",
	"sandbox entries":     "entries paper_f1, entries paper_f1 --toml",
	"sandbox check":       "check oval, check --heavy paper_f1, check --isolate oval",
	"sandbox test":        "test good_spec.lua, test good_spec.lua -v, test --isolate good_spec.lua",
	"sandbox replay":      "replay race.jsonl, replay race.jsonl --verify, replay race.jsonl --json",
	"sandbox diff":        "diff paper_f1 paper_f1_quick, diff paper_f1 paper_f1_quick -o json",
	"sandbox show":        "show paper_f1, show paper_f1 --to $new",
	"sandbox init":        "init $new --isolate=false",
	"sandbox types":       "types --isolate=false",
	"sandbox lua":         "lua paper_f1 race:cars()",
	"sandbox standings":   "standings cup, standings cup -o json",
	"sandbox dice":        silent,
	"sandbox dice verify": "dice verify race.jsonl",
	"sandbox config":      "config, config -o json, config -o md",
	"sandbox completion":  "completion bash, completion zsh, completion fish, completion powershell",
	"sandbox version":     "version",
	"sandbox man":         silent,
	"sandbox child":       silent,
}

// setUpResults makes a folder in which each call of results has what it needs.
func setUpResults(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv(asProgram, "1") // for the child of --isolate
	t.Setenv("XDG_STATE_HOME", filepath.Join(t.TempDir(), "state"))
	write(t, "good_spec.lua", "local spec = require \"spec\"\nspec.it(\"holds\", function() spec.expect(1).equals(1) end)\n")
	for _, line := range []string{
		"play paper_f1 --track oval --seed a --save race.jsonl", "play paper_f1 --races oval,oval --seed a --save cup",
		"sim paper_f1 --track oval -n 2 --seed a --out part.json",
	} {
		var said bytes.Buffer
		if code := new(program).run(context.Background(), strings.Fields(line), strings.NewReader(""), &said, &said); code != 0 {
			t.Fatalf("%s: %d\n%s", line, code, &said)
		}
	}
}

// Each command that writes a result ends with 1 and a sentence where the result
// cannot be written, and quietly where nobody wants to read it.
func TestFullDisk(t *testing.T) {
	setUpResults(t)
	run := func(line string, errno error) (code int, said string) {
		var errOut bytes.Buffer
		args := strings.Fields(strings.ReplaceAll(line, "$new", filepath.Join(t.TempDir(), "new")))
		code = new(program).run(context.Background(), args, strings.NewReader(""), fullDisk{errno}, &errOut)
		return code, errOut.String()
	}
	root := newRoot(new(program))
	look := func(verb *cobra.Command) {
		lines, known := results[verb.CommandPath()]
		if !known {
			t.Errorf("say in this test which call of %s writes a result", verb.CommandPath())
			return
		}
		help := strings.TrimPrefix(verb.CommandPath()+" --help", "sandbox ")
		for _, line := range append(strings.Split(lines, ", "), help) {
			if line == silent {
				continue
			}
			code, said := run(line, syscall.ENOSPC)
			const want = "the output is not whole: write /dev/stdout: no space left on device; free space, or write it elsewhere\n"
			if code != exitFailed || said != want {
				t.Errorf("sandbox %s: a full disk: exit %d, %q", line, code, said)
			}
			if code, said := run(line, syscall.EPIPE); code != 0 || said != "" {
				t.Errorf("sandbox %s: a closed pipe: exit %d, %q", line, code, said)
			}
		}
	}
	look(root)
	everyVerb(root, look)
}

// What was wrong before the disk was full is told as well.
func TestFullDiskAndMore(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "bad.lua", "local = 1\n")
	var errOut bytes.Buffer
	args := []string{"check", "bad.lua", "oval"}
	code := new(program).run(context.Background(), args, strings.NewReader(""), fullDisk{syscall.ENOSPC}, &errOut)
	if said := errOut.String(); code != exitFailed || !strings.HasPrefix(said, "bad.lua:1: ") || !strings.Contains(said, "\nsomething is wrong in 1 of 2 files\nthe output is not whole: ") {
		t.Errorf("exit %d, %s", code, said)
	}
}

// The disk that is always full.
func TestDevFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return // there is none on this system
	}
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, line := range []string{"config", "entries paper_f1", "check oval", "check oval --isolate", "tracks"} {
		cmd, said := process(t.TempDir(), strings.Fields(line)...), &bytes.Buffer{}
		cmd.Stdout, cmd.Stderr = full, said
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.HasPrefix(said.String(), "the output is not whole: ") {
			t.Errorf("sandbox %s: exit %d, %q", line, code, said)
		}
	}
}
