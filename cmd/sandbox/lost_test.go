//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A journal that somebody deletes, replaces or cuts off while the race is played
// is missed at once, and the race is kept whole in another file.
func TestTerminalLost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, says, offer string
		do                func(path string) error
		leave             []string // at the prompt for a file
		more              []string
	}{
		{"deleted", "race.jsonl is gone", "[race.jsonl]", os.Remove, []string{""}, nil},
		{"replaced", "race.jsonl is another file now", "[race-2.jsonl]", func(path string) error {
			if err := os.WriteFile(path+"~", []byte("mine"), 0o600); err != nil {
				return err
			}
			return os.Rename(path+"~", path)
		}, []string{":quit"}, nil},
		{"cut off", "race.jsonl was cut off by somebody: it has 100 of ", "[race-2.jsonl]", func(path string) error { return os.Truncate(path, 100) }, []string{"quit", "y"}, []string{"--isolate"}},
	} {
		dir := house(t)
		path := filepath.Join(dir, "race.jsonl")
		p := inTerminal(t, dir, append([]string{"play", "geared", "--drive", "all", "--seed", "7", "--save", "race.jsonl"}, c.more...)...)
		p.see("warm-up comes next > ")
		p.tell("", "round 1, Ada moves first > ")
		if err := c.do(path); err != nil {
			t.Fatal(err)
		}
		p.tell("", c.says, "keep it in which file "+c.offer+" > ")
		p.tell(":map", "the race needs a file first", "keep it in which file")
		p.tell("variants/geared.lua", "variants/geared.lua: file already exists", "keep it in which file")
		p.tell("other.jsonl", "the race is kept in other.jsonl, all of it", "Ada: which gear", "Ada > ")
		p.tell("3", "gear: 3", "Ada > ")

		// Once more, when people leave.
		if err := os.Remove(filepath.Join(dir, "other.jsonl")); err != nil {
			t.Fatal(err)
		}
		p.tell(":quit", "other.jsonl is gone", "keep it in which file [other.jsonl] > ")
		for _, text := range c.leave[:len(c.leave)-1] {
			p.tell(text, "is :quit meant? y for yes, anything else for no > ")
		}
		p.tell(c.leave[len(c.leave)-1], "the race is kept in other.jsonl, all of it", "saved in other.jsonl; go on with: sandbox play --resume other.jsonl")
		p.ends(0)
		if said := output(t, dir, "replay", "other.jsonl", "--verify"); !strings.Contains(said, "1 steps played again") {
			t.Error(said)
		}
		p = inTerminal(t, dir, "play", "--resume", "other.jsonl")
		p.see("resumed after 1 step", "Ada moves first > ")

		// People who are gone are not asked.
		if err := os.Remove(filepath.Join(dir, "other.jsonl")); err != nil {
			t.Fatal(err)
		}
		p.press(ctrlC)
		p.see("other.jsonl is gone", "the race is kept in other.jsonl, all of it", "saved in other.jsonl")
		p.ends(exitInterrupted)
		output(t, dir, "replay", "other.jsonl", "--verify")
	}
}

// Who is interrupted when asked for a file finds the race in the one offered.
func TestTerminalLostInterrupted(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7", "--save", "race.jsonl")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	if err := os.Remove(filepath.Join(dir, "race.jsonl")); err != nil {
		t.Fatal(err)
	}
	p.tell("", "race.jsonl is gone", "keep it in which file [race.jsonl] > ")
	p.press(ctrlC)
	p.see("the race is kept in race.jsonl, all of it", "saved in race.jsonl; go on with: sandbox play --resume race.jsonl")
	p.ends(exitInterrupted)
	output(t, dir, "replay", "race.jsonl", "--verify")
}

// Where nobody can be asked, it is kept beside the lost file, and the error says
// so.
func TestLostAlone(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{{"--json"}, {"--auto", "--isolate"}} {
		dir := house(t)
		path := filepath.Join(dir, "race.jsonl")
		cmd := process(dir, append([]string{"play", "paper_f1", "--track", "oval", "--laps", "30", "--seed", "7", "--save", "race.jsonl"}, more...)...)
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 1)
		_, _ = out.Read(buffer) // it has begun, and waits soon for who reads the rest: more than a pipe holds
		if err := os.Truncate(path, 100); err != nil {
			t.Fatal(err)
		}
		rest := make([]byte, 1<<20)
		for err == nil {
			_, err = out.Read(rest)
		}
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 1 {
			t.Errorf("%v: it exits with %d", more, code)
		}
		const want = "; all that was played is kept in race-2.jsonl: go on with sandbox play --resume race-2.jsonl\n"
		if !strings.HasPrefix(said.String(), "race.jsonl was ") || !strings.HasSuffix(said.String(), want) || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%v: it says %q", more, said.String())
		}
		output(t, dir, "replay", "race-2.jsonl", "--verify")
	}
}
