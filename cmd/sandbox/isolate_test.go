//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sabotageFile names a file in the environment of a test's program. When the
// file is there, and says "DEED [JOURNAL LINES]", the child takes it away and
// brings itself down that way, once the journal has so many lines: as rules might
// that get through everything the process itself has against them.
const sabotageFile = "SANDBOX_TEST_SABOTAGE"

func init() {
	beforeMain = func() {
		if path := os.Getenv(sabotageFile); path != "" && len(os.Args) > 1 && os.Args[1] == childVerb {
			go sabotage(path)
		}
		if path := os.Getenv(workFile); path != "" {
			go announce(path)
		}
	}
}

func sabotage(path string) {
	for ; ; time.Sleep(time.Millisecond) {
		text, _ := os.ReadFile(path)
		words := strings.Fields(string(text))
		if len(words) == 0 {
			continue
		}
		if len(words) == 3 {
			journal, _ := os.ReadFile(words[1])
			if n, _ := strconv.Atoi(words[2]); bytes.Count(journal, []byte("\n")) < n {
				continue
			}
		}
		if os.Remove(path) == nil {
			deeds[words[0]]()
		}
	}
}

// done waits until a child has taken away the file that brings it down.
func done(t *testing.T, path string) {
	t.Helper()
	for late := time.After(patience); ; {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return
		}
		select {
		case <-late:
			t.Fatal("no child is there")
		case <-time.After(time.Millisecond):
		}
	}
}

// hoarded is memory that is never let go.
var hoarded [][]byte

var deeds = map[string]func(){
	"memory": func() {
		for {
			hoarded = append(hoarded, bytes.Repeat([]byte{1}, 1<<20))
		}
	},
	"stop":  func() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) },
	"kill":  func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) },
	"crash": func() { panic("sabotage") },
}

// A race that nobody plays at a terminal, in a child that dies in the middle:
// the cause is named, the exit code is 1, and the race goes on to the same end
// as if nothing had happened.
func TestIsolatedDeath(t *testing.T) {
	unhurried(t)
	dir := house(t)
	output(t, dir, "play", "paper_f1", "--track", "oval", "--seed", "7", "--save", "whole.jsonl")
	for deed, cause := range map[string]string{
		"memory": `stopped: it took more than 64 MB of memory; mend them, or set isolate_memory to more`,
		"stop":   `stopped: it gave no sign of life for 2s; is there a loop without an end\? Mend it, or set isolate_seconds to more`,
		"kill":   `gone: it was ended from outside: signal: killed`,
		"crash":  `gone: it crashed: panic: sabotage`,
	} {
		t.Run(deed, func(t *testing.T) {
			journal := deed + ".jsonl"
			write(t, filepath.Join(dir, "sabotage"), deed+" "+journal+" 60")
			cmd := process(dir, "play", "paper_f1", "--track", "oval", "--seed", "7", "--isolate", "--save", journal)
			cmd.Env = append(cmd.Env, sabotageFile+"=sabotage", "XDG_CACHE_HOME="+dir, "SANDBOX_ISOLATE_MEMORY=64", "SANDBOX_ISOLATE_SECONDS=2")
			said := &bytes.Buffer{}
			cmd.Stderr = said
			_ = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != 1 {
				t.Errorf("it exits with %d", code)
			}
			want := "^the process of the rules (was|is) " + cause + "\nthe race is kept in " + journal + "; go on with: sandbox play --resume " + journal + "\n"
			if deed == "crash" {
				want += `its trace is in \S+/sandbox-bug-\w+\.txt` + "\n"
			}
			if !regexp.MustCompile(want + "$").MatchString(said.String()) {
				t.Errorf("it says\n%s\nnot\n%s", said, want)
			}
			for _, path := range regexp.MustCompile(`\S+sandbox-bug-\S+`).FindAllString(said.String(), -1) {
				if trace := contentsOf(t, path); !strings.Contains(trace, ".sabotage(") {
					t.Errorf("%s does not say where:\n%s", path, trace)
				}
			}
			lines := strings.Count(contentsOf(t, filepath.Join(dir, journal)), "\n")
			if whole := strings.Count(contentsOf(t, filepath.Join(dir, "whole.jsonl")), "\n"); lines < 60 || lines >= whole {
				t.Errorf("it died after %d lines of %d", lines, whole)
			}
			output(t, dir, "replay", journal, "--verify")
			output(t, dir, "play", "--resume", journal, "--isolate")
			if contentsOf(t, filepath.Join(dir, journal)) != contentsOf(t, filepath.Join(dir, "whole.jsonl")) {
				t.Error("the journal is not as it is without the death")
			}
		})
	}
}

// At a terminal the parent outlives the child, and the race goes on after the
// mend, or without one.
func TestTerminalIsolatedMend(t *testing.T) {
	unhurried(t)
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	source := contentsOf(t, path)
	bad := filepath.Join(dir, "sabotage")
	cmd := process(dir, "play", "geared", "--drive", "all", "--seed", "7", "--isolate")
	cmd.Env = append(cmd.Env, sabotageFile+"="+bad, "SANDBOX_ISOLATE_SECONDS=3")
	p := open80(t, cmd, nil)
	p.see("Geared on Oval", "warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	die := told(t, p.tell("", "Ada: which gear", "Ada > "), `Ada +rolls (\d)\n`)[0]

	// It is killed while Ada is asked; what was answered before is kept.
	p.tell("3", "Ada: risk?", "Ada > ")
	write(t, bad, "kill")
	p.see("the process of the rules is gone: it was ended from outside: signal: killed", "the race is kept", "mend > ")
	p.tell("bold", "the race waits: mend the file", "mend > ")
	write(t, path, edited(t, source, "spaces =  2", "spaces =  3"))
	p.see("resumed after 1 step")
	p.takes("2 -> 3")
	p.see("Ada moves first > ")
	said := p.tell("", "Ada: risk?", "Ada > ")
	told(t, said, fmt.Sprintf(`Ada +rolls (%d)\b`, die))

	// It hangs, though nobody hears of it before the next answer. Nothing is mended.
	write(t, bad, "stop")
	done(t, bad)
	time.Sleep(100 * time.Millisecond)
	p.send("safe")
	p.see("it gave no sign of life for 3s", "mend > ")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	p.see("variants/geared.lua is gone; it is waited for", "mend > ")
	write(t, path, "no Lua at all")
	p.see("variants/geared.lua is back")
	p.match(`^variants/geared\.lua:1: `, "Ada moves first > ")
	p.tell("", "the race waits until the file is mended", "Ada moves first > ")
	p.tell(":keep", "the race goes on under the rules last read", "Ada moves first > ")
	p.tell("", "Ada: risk?", "Ada > ")
	p.tell("safe", "Ben Hur: which gear", "Ben Hur > ")

	// A second time, and the files are left alone.
	write(t, bad, "crash")
	p.see("it crashed: panic: sabotage", "mend > ")
	said = p.tell(":keep", "resumed after 2 steps", "Ben Hur: which gear", "Ben Hur > ")
	if strings.Contains(said, "geared.lua:1") || strings.Contains(said, "files on disk") {
		t.Errorf("the file is read:\n%s", said)
	}
	write(t, bad, "kill")
	p.see("mend > ")
	p.tell(":quit", "saved in ", "go on with: sandbox play --resume ")
	p.ends(0)
	verified(t, dir)
}

// Ctrl-C, :quit and the end of the terminal do what they do without a child.
func TestTerminalIsolatedEnds(t *testing.T) {
	dir := house(t)
	args := []string{"play", "geared", "--drive", "all", "--seed", "7", "--isolate"}
	p := inTerminal(t, dir, args...)
	p.see("warm-up comes next > ")
	p.tell(":quit", "saved in ", "go on with: sandbox play --resume last")
	p.ends(0)
	p = inTerminal(t, dir, "play", "--resume", "last", "--isolate")
	p.see("comes next > ")
	p.press("\x03")
	p.see("saved in ")
	p.ends(exitInterrupted)
	p = inTerminal(t, dir, "play", "--resume", "last", "--isolate")
	p.see("comes next > ")
	p.press("\x04")
	p.see("saved in ")
	p.ends(0)
	p = inTerminal(t, dir, "play", "geared", "--isolate")
	p.see("which car do you drive?", " > ")
	p.tell("all", "warm-up comes next > ")
	p = inTerminal(t, dir, "sim", "geared", "-n", "100000000", "--seed", "7", "--isolate")
	p.match(`\d races/s`)
	p.press("\x03")
	p.match(`[\d,]+ races? of 100,000,000, seed 7$`, `^By car`)
	p.ends(exitInterrupted)
}

// Waiting for a save is no silence.
func TestTerminalIsolatedWatch(t *testing.T) {
	unhurried(t)
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	source := contentsOf(t, path)
	cmd := process(dir, "sim", "geared", "-n", "60", "--seed", "7", "--watch", "--isolate")
	cmd.Env = append(cmd.Env, "SANDBOX_ISOLATE_SECONDS=2")
	p := open80(t, cmd, nil)
	p.see("waiting for a save, Ctrl-C ends")
	time.Sleep(3 * time.Second)
	write(t, path, edited(t, source, "{ 0, 1, 5, 7 }", "{ 9, 1, 5, 7 }"))
	p.match(`^  extra\.1: 0 -> 9$`, `waiting for a save`)
	p.press("\x03")
	p.ends(exitInterrupted)
}

// When the parent is killed, the child goes as well, and the race is there.
func TestTerminalIsolatedKilled(t *testing.T) {
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7", "--isolate")
	p.see("warm-up comes next > ")
	p.tell("", "Ada moves first > ")
	p.tell("", "Ada > ")
	p.tell("2", "Ada: risk?", "Ada > ")
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.ended: // nobody has the terminal open any more
	case <-time.After(patience):
		t.Fatal("the child lives on")
	}
	p = inTerminal(t, dir, "play", "--resume", "last", "--isolate")
	p.see("resumed after 1 step", "Ada moves first > ")
	p.tell("", "Ada: risk?", "Ada > ")
}

// A race in a child is the race without one: the journal is the same, byte for
// byte, by each kind of dice that needs nobody, resumed in the middle, and with
// its rules read again in the middle.
func TestIsolatedSame(t *testing.T) {
	unhurried(t)
	dir := house(t)
	for _, variant := range []string{"paper_f1", "epreuve1934", "stockcar", "geared"} {
		t.Run(variant, func(t *testing.T) {
			for _, kind := range []string{"fast", "sealed"} {
				journal := func(name string, more ...string) string {
					path := variant + kind + name + ".jsonl"
					output(t, dir, append([]string{"play", variant, "--seed", "7", "--dice", kind, "--save", path}, more...)...)
					return contentsOf(t, filepath.Join(dir, path))
				}
				here, child := journal("here"), journal("child", "--isolate")
				if here != child {
					t.Fatalf("%s dice: the journals differ", kind)
				}
				part := strings.Join(strings.SplitAfter(here, "\n")[:strings.Count(here, "\n")/2], "")
				write(t, filepath.Join(dir, "part.jsonl"), part)
				output(t, dir, "play", "--resume", "part.jsonl", "--isolate")
				if contentsOf(t, filepath.Join(dir, "part.jsonl")) != here {
					t.Fatalf("%s dice: resumed in a child the journal differs", kind)
				}
			}
		})
	}
}

// The figures of a simulation do not depend on where it runs.
func TestIsolatedSim(t *testing.T) {
	dir := house(t)
	args := []string{"sim", "paper_f1", "-n", "200", "--seed", "7", "--vs-set", "action.6.spaces=4", "-o", "csv", "--workers"}
	one := output(t, dir, append(args, "1")...)
	for _, other := range [][]string{{"2"}, {"1", "--isolate"}, {"2", "--isolate"}} {
		if output(t, dir, append(args, other...)...) != one {
			t.Errorf("--workers %s gives other figures than --workers 1", strings.Join(other, " "))
		}
	}
}

// What a child costs: whole commands with and without one. On a busy machine
// only their own time says something.
func BenchmarkIsolated(b *testing.B) {
	dir := b.TempDir()
	for _, bench := range []struct{ name, command string }{
		{"a race of 600 steps", "play paper_f1 --auto --seed 7"},
		{"20 laps", "play paper_f1 --auto --seed 7 --laps 20"},
		{"a thousand races", "sim paper_f1 -n 1000 --seed 7"},
		{"checking", "check paper_f1"},
	} {
		for _, isolate := range []string{"--isolate=false", "--isolate"} {
			b.Run(bench.name+" "+isolate, func(b *testing.B) {
				var used time.Duration
				for b.Loop() {
					cmd := process(dir, append(strings.Fields(bench.command), isolate)...)
					if text, err := cmd.CombinedOutput(); err != nil {
						b.Fatalf("%v\n%s", err, text)
					}
					used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() // the child's too
				}
				b.ReportMetric(float64(used.Microseconds())/1000/float64(b.N), "cpu-ms/op")
			})
		}
	}
}
