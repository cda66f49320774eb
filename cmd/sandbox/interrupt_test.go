//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// workFile names a time and a file in the environment of a test's program, "2s
// work". The file is made, with the number of the process in it, when a process
// has been at work for so long: what counts is its own processor time.
const workFile = "SANDBOX_TEST_WORK"

func announce(order string) {
	text, path, _ := strings.Cut(order, " ")
	begun, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	for usage := (syscall.Rusage{}); time.Duration(usage.Utime.Nano()) < begun; time.Sleep(time.Millisecond) {
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			panic(err)
		}
	}
	if err := os.WriteFile(path+".new", []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		panic(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		panic(err)
	}
}

// slow is rules of which each turn works nearly as long as a rule may, and a
// race of which takes minutes.
const slow = `local racing = require "racing"

local V = racing.variant {
  name = "Slow", track = "oval", laps = 100, order = "foremost first",
  entries = { { name = "Ada" }, { name = "Ben" } },
}

V.sessions = { "start" }
function V:session(race) race:grid(race:cars()) end

function V:turn(race, car)
  for i = 1, 200000 do end
  race:advance(car, race:roll(car, "d6", "move"))
end

return V
`

// slowSpec is a spec of those rules.
const slowSpec = `local spec = require "spec"

spec.it("begins", function() spec.expect(1).equals(1) end)
spec.it("comes to an end", function()
  spec.race { variant = "slow", seed = "a" }:play()
end)
`

// slowHouse is a folder with what takes long.
func slowHouse(t *testing.T) string {
	dir := house(t)
	write(t, filepath.Join(dir, "variants", "slow.lua"), slow)
	write(t, filepath.Join(dir, "variants", "slow_spec.lua"), slowSpec)
	if err := os.Mkdir(filepath.Join(dir, "many"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		write(t, filepath.Join(dir, "many", "slow"+strconv.Itoa(i)+".lua"), "for i = 1, 500000 do end\n"+slow)
	}
	return dir
}

// interrupted runs a command and, when a process of its has been at work for so
// long, interrupts all of them, as Ctrl-C at a terminal does. It returns the
// exit code and what was said.
func interrupted(t *testing.T, dir string, begun time.Duration, args ...string) (code int, said string) {
	t.Helper()
	at, out := filepath.Join(t.TempDir(), "work"), &bytes.Buffer{}
	cmd := process(dir, args...)
	cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%s %s", workFile, begun, at))
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	worker := awaitWork(t, at, ended, out)
	told := time.Now()
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
		t.Logf("sandbox %s: it took %s to end", strings.Join(args, " "), time.Since(told).Round(time.Millisecond))
	case <-time.After(patience):
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		t.Fatalf("sandbox %s goes on after an interrupt", strings.Join(args, " "))
	}
	if err := syscall.Kill(worker, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("sandbox %s: process %d is still there: %v", strings.Join(args, " "), worker, err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// awaitWork waits until a process is at work, and returns its number.
func awaitWork(t *testing.T, path string, ended <-chan error, out *bytes.Buffer) int {
	t.Helper()
	for late := time.After(patience); ; {
		text, err := os.ReadFile(path)
		if err == nil {
			pid, err := strconv.Atoi(string(text))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		select {
		case <-ended:
			t.Fatalf("it ended before it could be interrupted:\n%s", out)
		case <-late:
			t.Fatal("nothing is at work")
		case <-time.After(time.Millisecond):
		}
	}
}

// An interrupt ends whatever takes long, in the middle of it, in this process
// and in a child, and the exit code is the one that a shell expects. What a race
// has committed is kept, and goes on; nothing else is left behind.
func TestInterrupted(t *testing.T) {
	unhurried(t)
	t.Parallel()
	for _, isolate := range []string{"--isolate=false", "--isolate"} {
		t.Run(isolate, func(t *testing.T) {
			t.Parallel()
			dir := slowHouse(t)
			ends := func(begun time.Duration, line, want string) {
				t.Helper()
				code, said := interrupted(t, dir, begun, append(strings.Fields(line), isolate)...)
				if code != exitInterrupted || !strings.Contains(said, want) || strings.Contains(said, "canceled") || strings.Contains(said, "process of the rules") {
					t.Errorf("sandbox %s: exit %d\n%s", line, code, said)
				}
			}
			const soon, later = 300 * time.Millisecond, 2 * time.Second // what is interrupted soon takes longer by itself
			ends(later, "play slow --seed a --save race.jsonl", "saved in race.jsonl; go on with: sandbox play --resume race.jsonl")
			ends(later, "play slow --races 2 --seed a --save cup", "saved in ")
			ends(soon, "play --resume race.jsonl", "")
			ends(soon, "play --resume race.jsonl --json", "")
			ends(soon, "play --resume cup", "")
			ends(soon, "play slow --seed a --json --save json.jsonl", "{")
			ends(soon, "replay race.jsonl --verify", "")
			ends(soon, "dice verify race.jsonl", "")
			ends(soon, "standings cup", "")
			ends(soon, "check --heavy variants/geared.lua variants/slow.lua", "geared.lua: ")
			ends(soon, "check many", "slow0.lua: ")
			ends(soon, "test", "")
			ends(soon, "sim slow -n 100 --workers 1", "0 races of 100")
			ends(soon, "sim slow --vs-set laps=99 -n 100 --workers 2", "of 100")
			ends(soon, "sim slow -n 100 --seed a --out part.json --events events.jsonl", "nothing was written to part.json")
			for _, journal := range []string{"race.jsonl", "json.jsonl", "cup/01-oval.jsonl"} {
				output(t, dir, "replay", journal, "--verify")
			}
			for _, pattern := range []string{".*", "*/.*", "part.json"} {
				if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
					t.Errorf("this is left behind: %q", left)
				}
			}
			dir = filepath.Join(dir, "many")
			ends(soon, "variants", "")
		})
	}
}

// A second interrupt ends a process that cannot heed the first, such as one
// that waits for somebody to read what it has written.
func TestInterruptedTwice(t *testing.T) {
	t.Parallel()
	dir := house(t)
	output(t, dir, "play", "paper_f1", "--seed", "a", "--save", "race.jsonl")
	for _, isolate := range []string{"--isolate=false", "--isolate"} {
		cmd := process(dir, "replay", "race.jsonl", "--json", isolate)
		read, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(read, make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _, _ = cmd.Process.Wait(); close(ended) }()
		for late := time.After(patience); ended != nil; {
			_ = cmd.Process.Signal(os.Interrupt) // two that come together are one
			select {
			case <-ended:
				ended = nil
			case <-late:
				_ = cmd.Process.Kill()
				t.Fatal("it goes on")
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}
