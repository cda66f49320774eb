//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// doors are the ways in which a file comes in, FILE being one that is named and
// the others found.
var doors = []struct {
	name string // of the file
	args string
}{
	{"race.jsonl", "replay FILE"},
	{"race.jsonl", "replay FILE --verify"},
	{"race.jsonl", "dice verify FILE"},
	{"race.jsonl", "play --resume FILE --auto"},
	{"race.jsonl", "play --resume FILE --auto --isolate"},
	{"season/championship.json", "standings season"},
	{"season/championship.json", "play --resume season --auto"},
	{"friends.yaml", "play paper_f1 --auto --entries FILE"},
	{"friends.toml", "sim paper_f1 -n 2 --entries FILE"},
	{"my.lua", "play FILE --auto"},
	{"my.lua", "sim FILE -n 2"},
	{"my.lua", "check FILE"},
	{"my.lua", "variants FILE"},
	{"my.lua", "play paper_f1 --auto --track FILE"},
	{"my.lua", "tracks FILE"},
	{"variants/my.lua", "play my --auto"},
	{"variants/my.lua", "check"},
	{"tracks/ring.lua", "tracks ring"},
	{"my_spec.lua", "test FILE"},
	{"variants/my_spec.lua", "test"},
	{"part.json", "sim merge FILE"},
	{"sandbox.yaml", "variants"},
	{"sandbox.yaml", "play paper_f1 --auto"},
	{"home/.config/sandbox/sandbox.yaml", "tracks"},
}

// at makes the folder of a door's file, and returns where that is.
func at(t *testing.T, name string) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// A pipe has no end, and often no beginning: it is refused in a sentence at
// every door, and nothing waits for it.
func TestPipes(t *testing.T) {
	for _, door := range append(doors, []struct{ name, args string }{
		{"race.jsonl", "play paper_f1 --auto --save FILE"},
		{"part.json", "sim paper_f1 -n 2 --seed a --out FILE"},
		{"part.json", "sim paper_f1 -n 2 --seed a --events FILE"},
	}...) {
		t.Run(door.args+" "+door.name, func(t *testing.T) {
			t.Parallel()
			dir, path := at(t, door.name)
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := process(dir, strings.Fields(strings.ReplaceAll(door.args, "FILE", door.name))...)
			waits := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			said, err := cmd.CombinedOutput()
			waits.Stop()
			if code := cmd.ProcessState.ExitCode(); code != 1 || err == nil {
				t.Fatalf("exit %d:\n%s", code, said)
			}
			if !bytes.Contains(said, []byte(" is a pipe: give a file")) && !bytes.Contains(said, []byte(": it is no file that can be read")) {
				t.Errorf("it says\n%s", said)
			}
			if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
				t.Errorf("the pipe is gone, %v", err)
			}
		})
	}
}

// A file of 20 GB is refused, whatever it is, and takes no memory. It is sparse:
// the disk holds nothing of it.
func TestSparseFiles(t *testing.T) {
	for _, door := range doors {
		t.Run(door.args+" "+door.name, func(t *testing.T) {
			dir, path := at(t, door.name)
			t.Chdir(dir)
			t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "home", ".config"))
			t.Setenv(asProgram, "1") // for the process that --isolate starts
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, 20<<30); err != nil {
				t.Skip("no such files here: ", err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var said bytes.Buffer
			code := new(program).run(context.Background(), strings.Fields(strings.ReplaceAll(door.args, "FILE", door.name)), strings.NewReader(""), &said, &said)
			runtime.ReadMemStats(&after)
			if code != 1 || !strings.Contains(said.String(), door.name+": ") {
				t.Errorf("exit %d:\n%s", code, said.String())
			}
			if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 50 {
				t.Errorf("%d MB are taken to say\n%s", took, said.String())
			}
			if info, err := os.Stat(path); err != nil || info.Size() != 20<<30 {
				t.Errorf("the file was changed: %v", err)
			}
		})
	}
}
