//go:build unix

package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/console"
)

// A championship of 19 races and 24 drivers is killed over and over, within
// races and between them, and resumed. It ends as one that was let be: the same
// standings, and the same journals, byte for byte.
func TestKilledChampionship(t *testing.T) {
	unhurried(t)
	t.Parallel()
	dir := house(t)
	season := []string{"play", "paper_f1", "--races", "19", "--track", "oval", "--auto", "--seed", "7", "--set", "points=9-6-4"}
	output(t, dir, append(season, "--save", "whole")...)
	luck := rand.New(rand.NewPCG(2011, 19))
	args, kills := append(season, "--save", "killed"), 0
	for killedAfter(t, dir, luck.Int64N(60000), args...) {
		kills++
		if _, err := os.Stat(filepath.Join(dir, "killed", championship.File)); err == nil {
			args = []string{"play", "--resume", "killed"}
		}
	}
	if kills < 5 {
		t.Errorf("it was killed only %d times", kills)
	}
	t.Logf("killed %d times", kills)
	for _, format := range console.Formats() {
		whole, killed := output(t, dir, "standings", "whole", "-o", format), output(t, dir, "standings", "killed", "-o", format)
		if killed != whole {
			t.Errorf("it stands\n%s\nnot\n%s", killed, whole)
		}
	}
	journals, err := filepath.Glob(filepath.Join(dir, "whole", "*.jsonl"))
	if err != nil || len(journals) != 19 {
		t.Fatal(len(journals), err)
	}
	for _, path := range journals {
		killed := filepath.Join(dir, "killed", filepath.Base(path))
		if !bytes.Equal(contents(t, killed), contents(t, path)) {
			t.Errorf("%s is not as it is without a kill", killed)
		}
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// killedAfter runs the program and kills it when it has said so much; false
// when it came to its end.
func killedAfter(t *testing.T, dir string, bytes int64, args ...string) bool {
	t.Helper()
	cmd := process(dir, args...)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, out, bytes); err == nil {
		_ = cmd.Process.Kill() // it may just have ended
	}
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	if complaints.Len() > 0 {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	return err != nil
}

// People leave between two races and within one, and come back.
func TestChampionshipInTerminal(t *testing.T) {
	t.Parallel()
	dir := house(t)
	season := []string{"play", "paper_f1", "--races", "2", "--track", "oval", "--seed", "7"}
	output(t, dir, append(season, "--auto", "--save", "whole")...)

	p := inTerminal(t, dir, season...)
	p.see("championship of 2 races, saved in ", "Race 1 of 2", "Q1 comes next > ")
	p.tell(":championship", "the first race is not over yet", "Q1 comes next > ")
	p.tell("99", "Result", "Standings after race 1 of 2", "race 2 of 2, oval, comes next > ")
	p.tell("yes", "Enter starts the next race, :undo takes steps back", "comes next > ")
	p.tell(":map", "race 2 of 2, oval, comes next > ")
	p.tell(":quit", "saved in ", "championships", "go on with: sandbox play --resume last")
	p.ends(0)

	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("resumed after 1 race", "Race 1 of 2", "Result", "Standings after race 1 of 2", "race 2 of 2, oval, comes next > ")
	p.tell(":undo", "1 step taken back", " > ")
	p.tell("9", "Standings after race 1 of 2", "race 2 of 2, oval, comes next > ")
	p.tell("", "Race 2 of 2", "seed 7/2", "Q1 comes next > ")
	p.tell("2", "Round 2", "round 3, ", " > ")
	p.tell(":quit", "go on with: sandbox play --resume last")
	p.ends(0)

	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("resumed after 1 race", "Race 2 of 2", "resumed after ", "round 3, ", " > ")
	p.tell(":championship", "Standings after race 1 of 2", " > ")
	p.tell("99", "Result", "Standings after race 2 of 2", "the championship is over; Enter ends > ")
	p.send("")
	p.ends(0)

	if got, want := output(t, dir, "standings", "last"), output(t, dir, "standings", "whole"); got != want {
		t.Errorf("it stands\n%s\nnot\n%s", got, want)
	}
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("Standings after race 2 of 2", "the championship is over; Enter ends > ")
	p.tell(":quit")
	p.ends(0)
}

// A file that changes between two races is the next race's: a wrong one holds
// it up until it is mended, and what changed is said then.
func TestRulesChangeBetweenRaces(t *testing.T) {
	t.Parallel()
	dir := house(t)
	file := filepath.Join(dir, "variants", "geared.lua")
	rules := string(contents(t, file))
	p := inTerminal(t, dir, "play", "geared", "--races", "2", "--drive", "none", "--seed", "7", "--save", "season")
	p.see("warm-up comes next > ")
	p.tell("99", "Standings after race 1 of 2", "race 2 of 2, oval, comes next > ")
	write(t, file, edited(t, rules, "{ 0, 1, 5, 7 }", "{ 0, 1, 5, }7"))
	p.tell("", "geared.lua:15", "the next race waits: mend the file", "race 2 of 2, oval, comes next > ")
	write(t, file, edited(t, rules, "{ 0, 1, 5, 7 }", "{ 0, 1, 5, 6 }"))
	p.tell("", "Race 2 of 2", "new rules since the last race:", "extra.4: 7 -> 6", "warm-up comes next > ")
	p.tell(":quit", "saved in season; go on with: sandbox play --resume season")
	p.ends(0)
	if text := contents(t, filepath.Join(dir, "season", "01-oval.jsonl")); strings.Contains(string(text), `"changes"`) {
		t.Error("the race that was over took up the change")
	}
}
