//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Rules are edited while a race waits for an answer in the middle of a turn.
func TestTerminalReloadMidTurn(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before := string(source)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	die := told(t, p.tell("", "Ada: which gear", "Ada > "), `Ada +rolls (\d)\n`)[0]

	// A good edit is told with old and new values, and asked about again; the die stays.
	good := edited(t, before, "V.gears = { 1, 2, 3 }", "V.gears = { 1, 2, 3, 4 }")
	good = edited(t, good, "{ 0, 1, 5, 7 }", "{ 0, 1, 5, 8 }")
	write(t, path, good)
	said := p.takes("nothing would have gone otherwise") + p.see("Ada: which gear", "4\n", "Ada > ")
	told(t, said, `extra(?:\.|\[)4\]?\D+(7)\D+(8)`)
	told(t, said, `gears\S*.*(4)`)
	if strings.Contains(said, "rolls") || strings.Contains(said, "from here again") {
		t.Errorf("the die is told again, though it stays:\n%s", said)
	}

	// A bad edit is shown with its place, and the race waits, under the old rules.
	bad := edited(t, good, `["1-3"] = { text = "too late",  spaces = -2 },`, `["1-4"] = { text = "too late",  spaces = -2 },`)
	write(t, path, bad)
	p.match(`^variants/geared\.lua:\d+: risk: 4 is covered twice`, `^  > +\d+ \| .*"4-6"`, `the rules stay as they were`, `Ada > `)
	p.tell("", "the race waits until the file is mended", "Ada > ")
	p.tell("3", "the race waits until the file is mended", "Ada > ")
	p.tell(":rules extra.4", "8", "Ada > ")

	// Another is another error,
	write(t, path, good+"\nV.spare = = 1\n")
	p.match(`^variants/geared\.lua:\d+: syntax error`, `Ada > `)
	p.tell("", "the race waits until the file is mended", "Ada > ")

	// and the mend lets the race go on.
	mended := edited(t, good, `spaces = -2`, `spaces = -1`)
	write(t, path, mended)
	p.see("the file is mended")
	p.takes("-2", "-1")
	p.see("Ada > ")
	rows := told(t, p.tell("4", "Ada: risk?", "Ada > "), `gear: 4 · 40/1 to (\d+)/\d`)[0]
	if rows != die+8 {
		t.Errorf("a %d in the new fourth gear leads to row %d", die, rows)
	}

	// A new question before an answer drops no die; an answer to the same question stands.
	write(t, path, edited(t, mended, `{ "safe", "bold" }`, `{ "safe", "bold", "mad" }`))
	p.takes("turn")
	p.see("Ada: risk?", "mad", "Ada > ")
	write(t, path, mended)
	said = p.takes() + p.see("Ada: risk?", "bold", "Ada > ")
	if strings.Contains(said, "mad") || strings.Contains(said, "which gear") {
		t.Errorf("the option of the old rules is there still, or gear 4 is not:\n%s", said)
	}

	// The file is deleted, and comes back as it was.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	p.see("variants/geared.lua is gone; the race goes on under the rules last read from\nit", "Ada > ")
	p.tell("mad", `"mad" is not among the choices: safe, bold`, "Ada > ")
	write(t, path, mended)
	p.see("variants/geared.lua is back", "nothing changed in the rules", "Ada > ")

	// It is renamed, and played on while it is away.
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	p.see("is gone; the race goes on", "Ada > ")
	p.tell("safe", "Ben Hur  rolls", "Ben Hur > ")
	write(t, path, edited(t, mended, "{ 0, 1, 5, 8 }", "{ 0, 1, 6, 8 }"))
	p.see("variants/geared.lua is back")
	p.takes("5", "6")
	p.see("Ben Hur: which gear", "Ben Hur > ")

	p.tell("3", "Ben Hur: risk?", "Ben Hur > ")
	p.tell("bold", "Ben Hur  risk: bold", "round 2, ")
	p.tell(":quit", "saved in ", "go on with: sandbox play --resume last")
	p.ends(0)

	// The journal needs no file.
	write(t, path, "this is no Lua any more")
	verified(t, dir)
	text, err := os.ReadFile(journals(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), `"source":{"hash":"`); n < 5 {
		t.Errorf("the journal holds %d sources", n)
	}
	if !strings.Contains(string(text), `"changes":["`) {
		t.Error("the journal does not say what changed")
	}
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("resumed after", "round 2, ")
	p.tell(":rules extra.3", "6", "round 2, ")
}

// A track is watched like a variant, a file of a fork's base too, and
// --no-watch watches nothing.
func TestTerminalWatchedFiles(t *testing.T) {
	t.Parallel()
	dir := house(t)
	fork := filepath.Join(dir, "variants", "fork.lua")
	write(t, fork, "local racing = require \"racing\"\nreturn racing.extend(\"geared\", { name = \"Fork\" })\n")
	track, err := os.ReadFile("../../tracks/oval.lua")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "tracks"), 0o755); err != nil {
		t.Fatal(err)
	}
	oval := filepath.Join(dir, "tracks", "oval.lua")
	write(t, oval, string(track))
	p := inTerminal(t, dir, "play", "fork", "--drive", "all")
	p.see("rules: variants/fork.lua, variants/geared.lua, tracks/oval.lua", "warm-up comes next > ")

	write(t, oval, edited(t, string(track), "every = 10", "every = 20"))
	p.takes("tracks/oval.lua: as it was -> changed")
	p.see("warm-up comes next > ")
	base := filepath.Join(dir, "variants", "geared.lua")
	text, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	write(t, base, edited(t, string(text), "spaces = -2", "spaces = -3"))
	p.takes("-2", "-3")
	p.see("warm-up comes next > ")
	write(t, base, "oh no")
	p.match(`^variants/geared\.lua:1: `, `comes next > `)
	p.tell("", "the race waits until the file is mended", "comes next > ")
	p.tell("5", "the race waits until the file is mended", "comes next > ")
	p.tell(":keep", "the race goes on under the rules last read", "comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)

	write(t, base, string(text))
	p = inTerminal(t, dir, "play", "fork", "--drive", "all", "--no-watch")
	p.see("warm-up comes next > ")
	write(t, base, edited(t, string(text), "spaces = -2", "spaces = -3"))
	p.tell(":rules risk", "-2", "comes next > ")
	p.send(":reload")
	p.takes("-2", "-3")
	p.see("comes next > ")
	p.tell(":reload", "nothing changed in the rules", "comes next > ")
	write(t, base, "oh no")
	p.tell(":reload", "variants/geared.lua:1: ", "comes next > ")
}

// A rule that fails in the middle of a turn does not end the race: the mend
// takes the step up again.
func TestTerminalFailingRule(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	die := told(t, p.tell("", "Ada > "), `rolls (\d)`)
	write(t, path, edited(t, string(text), "die + self.extra[car.gear]", "die + self.extras.none[car.gear]"))
	p.takes()
	p.see("Ada > ")
	p.send("2")
	p.match(`^variants/geared\.lua:\d+: `, `^  > `, "the race waits as it stood before the step", ":gm CAR FIELD VALUE", `^mend > `)
	p.tell("hello", "the race waits: mend the file", "mend > ")
	write(t, path, string(text))
	p.takes()
	p.see("Ada: risk?", "Ada > ")
	p.tell(":why", fmt.Sprintf("rolled d6 for move: %d", die[0]), "chose gear: 2", "Ada > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
}

// The game master changes the table of the fast stop while a car is on its way
// into the pits, and the stop goes by the new one.
func TestTerminalReloadPitStop(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "isloppet.lua")
	rules := string(contents(t, "../../variants/isloppet.lua"))
	write(t, path, rules)
	flag := told(t, output(t, dir, "tracks", "laxforsen"), `(?m)^Sweden +(\d+)  outer-pits$`)[0]
	p := inTerminal(t, dir, "play", "isloppet", "--drive", "Sweden", "--seed", "3")
	p.see("grid comes next > ")
	p.tell("", "Sweden: which car", "Sweden > ")
	p.tell("", "Sweden: which tyres", "Sweden > ")
	p.tell("", "round 1 comes next > ")
	for _, place := range []string{fmt.Sprintf("space %d/outside", flag-1), "lap 1", "gear 1", "chosen 1"} {
		p.tell(":gm Sweden "+place, "round 1 comes next > ")
	}
	p.tell("", "Sweden: into the pits", "fast", "Sweden > ")

	// Of the three rows of the table the best is left, for all faces.
	table := regexp.MustCompile(`(?s)(V\.pit_fast = racing\.table\("d20", \{\n).*\n  \["\d+-20"\]`)
	write(t, path, table.ReplaceAllString(rules, "${1}  [\"1-20\"]"))
	p.takes("pit_fast")
	p.see("Sweden: into the pits", "Sweden > ")
	p.tell("fast", "Sweden: which gear", "Sweden > ")
	p.tell("1", "pit stop: fast", "new tyres", "Sweden: which tyres", "Sweden > ")
	if die := told(t, p.tell(":why Sweden", "pit crew", "Sweden > "), `rolled d20 for pit crew: (\d+)`)[0]; die > 11 {
		t.Errorf("a %d is a success in the old table too", die)
	}
	p.tell("", "on studs", "round 2 comes next > ")
	p.tell(":quit", "saved in ")
	p.ends(0)
	verified(t, dir)
}

// From a save to the new rules, as somebody at the terminal sees it.
func TestTerminalReloadSpeed(t *testing.T) {
	const saves = 9
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada > ")
	var took []time.Duration
	for i := range saves {
		next := edited(t, string(text), "spaces = -2", fmt.Sprint("spaces = -", i+3))
		began := time.Now()
		write(t, path, next)
		p.see("new rules:", fmt.Sprint("-", i+3), "new rules > ")
		took = append(took, time.Since(began))
		p.tell("", "the new rules hold from here on", "Ada > ")
	}
	slices.Sort(took)
	t.Logf("from save to prompt: median %v, at most %v", took[saves/2], took[saves-1])
}

// Specs run again when a file beside them is saved.
func TestTerminalSpecsAgain(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spec := filepath.Join(dir, "variants", "geared_spec.lua")
	write(t, spec, `local spec = require "spec"
spec.it("the third gear adds five", function()
  local race = spec.race { variant = "geared", cars = { { name = "Ada", at = 6 } } }
  race:dice { move = { 1 } }
  race:answer("Ada", { gear = 3, risk = "safe" })
  race:turn "Ada"
  spec.expect(race:car("Ada").space.row).equals(12)
end)
`)
	p := inTerminal(t, dir, "test", "--watch", "-v")
	p.see("ok    the third gear adds five", "1 passed, 0 failed", "waiting for a file to be saved; f runs what failed, p a pattern, a all; Ctrl-C ends")
	write(t, path, edited(t, string(text), "{ 0, 1, 5, 7 }", "{ 0, 1, 6, 7 }"))
	p.see("variants/geared.lua", "FAIL  the third gear adds five", "geared_spec.lua:7: expected 12, got 13", "0 passed, 1 failed", "waiting")
	write(t, path, "oh no")
	p.see("variants/geared.lua:1: ", "0 passed, 1 failed", "waiting")
	write(t, path, string(text))
	p.see("ok    the third gear adds five", "1 passed, 0 failed", "waiting")
	p.press("\x03")
	p.ends(exitInterrupted)
}

// At a terminal a key chooses which specs run, then and at each save.
func TestTerminalSpecsChosen(t *testing.T) {
	t.Parallel()
	dir := house(t)
	spec := filepath.Join(dir, "variants", "geared_spec.lua")
	text := `local spec = require "spec"
spec.it("one is one", function() spec.expect(1).equals(1) end)
spec.it("two is three", function() spec.expect(2).equals(3) end)
spec.it("three is four", function() spec.expect(3).equals(4) end)
`
	write(t, spec, text)
	p := inTerminal(t, dir, "test", "--watch", "-v")
	p.see("ok    one is one", "FAIL  two is three", "FAIL  three is four", "1 passed, 2 failed", "Ctrl-C ends")
	p.press("f")
	p.see("FAIL  two is three", "FAIL  three is four", "0 passed, 2 failed", "Ctrl-C ends")
	write(t, spec, edited(t, text, "spec.expect(2).equals(3)", "spec.expect(2).equals(2)"))
	p.see("ok    two is three", "FAIL  three is four", "1 passed, 1 failed", "Ctrl-C ends")
	p.press("f")
	p.see("FAIL  three is four", "0 passed, 1 failed", "Ctrl-C ends")
	p.press("a")
	p.see("ok    one is one", "ok    two is three", "FAIL  three is four", "2 passed, 1 failed", "Ctrl-C ends")
	p.press("p")
	p.see("pattern > ")
	p.tell("is o", "ok    one is one", "1 passed, 0 failed", "Ctrl-C ends")
	p.press("f")
	p.see("nothing failed")
	p.press("p")
	p.see("pattern > ")
	p.tell("(", "missing closing")
	p.press("x\r")
	p.see("f runs what failed, p a pattern, a all")
	p.press("\x03")
	p.ends(exitInterrupted)
}
