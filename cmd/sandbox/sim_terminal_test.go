//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A simulation that watches its files plays again on each save, and tells what
// changed against the version before.
func TestTerminalSimWatch(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := inTerminal(t, dir, "sim", "geared", "-n", "60", "--seed", "7", "--watch")
	p.see("60 races, seed 7", "By car", "waiting for a save, Ctrl-C ends")

	write(t, path, edited(t, string(source), "{ 0, 1, 5, 7 }", "{ 9, 1, 5, 7 }"))
	p.match(`^A is the version before, B the one now:$`, `^  extra\.1: 0 -> 9$`, `^60 pairs of races under the same luck, seed 7$`,
		`^rounds .* less$`, `waiting for a save`)

	// A mistake is shown, and the figures wait; the mend is compared with the last good version.
	write(t, path, string(source)+"\nV.spare = = 1\n")
	p.match(`^variants/geared\.lua:\d+: syntax error`, `waiting for a save`)
	write(t, path, string(source))
	p.match(`^  extra\.1: 9 -> 0$`, `^rounds .* more$`, `waiting for a save`)

	// A save that changes no rule is not simulated.
	write(t, path, string(source)+"-- a word\n")
	p.match(`waiting for a save`)
	p.press("\x03")
	p.ends(exitInterrupted)
}

// A comparison that is watched is made again on each save of a file of either.
func TestTerminalSimWatchCompares(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path, fork := filepath.Join(dir, "variants", "geared.lua"), filepath.Join(dir, "fork.lua")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := "local racing = require \"racing\"\nreturn racing.extend(\"geared\", { name = \"Fork\", extra = { 9, 1, 5, 7 } })\n"
	write(t, fork, text)
	p := inTerminal(t, dir, "sim", "geared", "--vs", "fork.lua", "-n", "60", "--seed", "7", "--watch")
	p.match(`^A: Geared on Oval`, `^B: Fork on Oval`, `^rounds .* less$`, "waiting for a save, Ctrl-C ends")
	write(t, fork, edited(t, text, "9, 1", "0, 1"))
	p.match(`^A: Geared on Oval`, `^B: Fork on Oval`, `^rounds .* the same in every race`, "waiting for a save")
	write(t, fork, text+"x")
	p.match(`^fork\.lua:\d+: `, `waiting for a save`)
	write(t, fork, text)
	p.match(`^rounds .* less$`, "waiting for a save")
	write(t, path, edited(t, string(source), "{ 0, 1, 5, 7 }", "{ 9, 1, 5, 7 }"))
	p.match(`^rounds .* the same in every race`, "waiting for a save")
	p.press("\x03")
	p.ends(exitInterrupted)

	p = inTerminal(t, dir, "sim", "geared", "--vs-set", "extra.1=9", "-n", "60", "--seed", "7", "--watch")
	p.match(`^B: .*extra\.1=9$`, `^rounds .* the same in every race`, "waiting for a save")
	write(t, path, string(source))
	p.match(`^rounds .* less$`, "waiting for a save")
	p.press("\x03")
	p.ends(exitInterrupted)
}

// Ctrl-C ends a simulation with the figures of the races played so far.
func TestTerminalSimInterrupted(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "sim", "geared", "-n", "100000000", "--seed", "7")
	p.match(`^\d+ races/s, about \d+ s more`)
	p.press("\x03")
	p.match(`[\d,]+ races? of 100,000,000, seed 7$`, `^By car`)
	p.ends(exitInterrupted)

	// Of a part, nothing is written.
	p = inTerminal(t, dir, "sim", "geared", "-n", "100000000", "--seed", "7", "--out", "part.json", "--events", "events.jsonl")
	p.match(`\d races/s\)`)
	p.press("\x03")
	p.match(`stopped after \d+ of 100000000 races: nothing was written to part\.json$`)
	p.ends(exitInterrupted)
	for _, name := range []string{"part.json", ".part"} {
		if found, _ := filepath.Glob(filepath.Join(dir, name+"*")); len(found) > 0 {
			t.Error(found)
		}
	}
}

// Without a terminal there is no bar.
func TestSimQuiet(t *testing.T) {
	t.Parallel()
	dir := house(t)
	if said := output(t, dir, "sim", "geared", "-n", "60", "--seed", "7"); strings.Contains(said, "races/s") || strings.Contains(said, "\r") {
		t.Error(said)
	}
}

// A save in the middle of the races begins anew; a mistake keeps the figures that
// there are.
func TestTerminalSimWatchInTheMiddle(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	source := contentsOf(t, path)
	changed := edited(t, source, "{ 0, 1, 5, 7 }", "{ 9, 1, 5, 7 }")
	p := inTerminal(t, dir, "sim", "geared", "-n", "100000000", "--seed", "7", "--watch")
	p.match(`^\d+ races/s, about \d+ s more; Ctrl-C ends`, `^By car`)
	write(t, path, changed)
	p.match(`A is the version before, B the one now:`, `extra\.1: 0 -> 9`, `^[\d,]+ pairs? of races under the same luck of 100,000,000, seed 7`, `^\d+ races/s`, `^rounds .* less`)
	write(t, path, changed+"\nV.spare = = 1\n")
	p.match(`^[\d,]+ pairs? of races under the same luck of 100,000,000, seed 7$`, `^rounds .* less$`, `^variants/geared\.lua:\d+: syntax error`, `waiting for a save`)
	write(t, path, source)
	p.match(`extra\.1: 9 -> 0`, `^\d+ races/s`, `^rounds .* more`)
	p.press("\x03")
	p.match(`^rounds .* more$`)
	p.ends(exitInterrupted)
}

// Without a number the figures are shown from the beginning, and in the end it
// is said why that is the end.
func TestTerminalSimOpen(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "sim", "geared", "--seed", "7", "--set", "extra.1=9")
	p.match(`^[\d,]+ races, seed 7$`, `^Per race`, `^By car`, `^(sure enough|20 seconds are over) after [\d,]+ races`, `^for the same again: sandbox sim geared -n \d+ --seed 7 --set extra\.1=9$`)
	p.ends(0)

	p = inTerminal(t, dir, "sim", "geared", "--seed", "7", "--vs-set", "extra.1=1", "--laps", "300")
	p.match(`^[\d,]+ pairs? of races`)
	p.press("\x03")
	p.match(`^stopped after [\d,]+ races?$`, `^for the same again:$`, `^sandbox sim geared -n \d+ --seed 7 --laps 300 --vs-set extra\.1=1$`)
	p.ends(exitInterrupted)
}

// An open run that a mistake stops has not taken all of its time, and does not
// say so.
func TestTerminalSimWatchStopped(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	source := contentsOf(t, path)
	p := inTerminal(t, dir, "sim", "geared", "--seed", "7", "--laps", "300", "--watch")
	p.match(`^\d+ races/s, about \d+ s more; Ctrl-C ends`, `^By car`)
	write(t, path, source+"\nV.spare = = 1\n")
	p.match(`^stopped after [\d,]+ races?$`, `^for the same again: sandbox sim geared -n \d+ --seed 7 --laps 300 --watch$`, `^variants/geared\.lua:\d+: syntax error`, `^waiting for a save`)
	p.press("\x03")
	p.ends(exitInterrupted)
}
