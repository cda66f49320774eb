//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Taking back in the middle of a turn and between rounds: the same dice again.
func TestTerminalUndo(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("comes next > ")
	p.tell(":undo", "nothing has happened yet", "warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	first := told(t, p.tell("", "Ada: which gear", "Ada > "), `Ada +rolls (\d)`)[0]
	p.tell("3", "gear: 3", "Ada: risk?", "Ada > ")
	p.tell("safe", "Ben Hur: which gear", "Ben Hur > ")

	// In the middle of Ben Hur's turn: Ada's is taken back; her answers are what Enter takes.
	p.tell(":undo", "1 step taken back; luck is not changed: what is done again rolls the same", "round 1, Ada moves first > ")
	if again := told(t, p.tell("", "Ada: which gear", "[3]", "Ada > "), `Ada +rolls (\d)`)[0]; again != first {
		t.Errorf("Ada rolls %d after an undo, and %d before", again, first)
	}
	p.tell("1", "gear: 1", "[1] safe", "Ada > ")

	// In the middle of her own turn: only her last answer is taken back.
	p.tell(":undo", "taken back: Ada, gear: 1\n", "Ada: which gear", "[1]", "Ada > ")
	p.tell("2", "gear: 2", "Ada: risk?", "Ada > ")
	p.tell(":undo", "taken back: Ada, gear: 2\n", "Ada: which gear", "[2]", "Ada > ")
	p.tell(":undo 1", "1 step taken back", "warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "[2]", "Ada > ")
	p.tell("1", "gear: 1", "Ada > ")
	other := p.tell("safe", "Ben Hur > ")
	p.tell("1", "gear: 1", "Ben Hur > ")
	p.tell("safe", "round 2, ")

	// Between rounds: the race waits where it was taken back to.
	p.tell(":undo", "1 step taken back", "round 1, Ben Hur moves next > ")
	if again := p.tell("", "Ben Hur > "); told(t, again, `Ben Hur +rolls (\d)`)[0] != told(t, other, `Ben Hur +rolls (\d)`)[0] {
		t.Errorf("Ben Hur rolls otherwise after an undo:\n%s\n%s", other, again)
	}

	// In the middle of a turn, back to the middle of a round.
	p.tell("1", "Ben Hur: risk?", "Ben Hur > ")
	p.tell("safe", "round 2, ")
	p.tell("", "which gear", " > ")
	p.tell(":undo", "1 step taken back", "round 1, Ben Hur moves next > ")
	p.tell(":undo 2", "2 steps taken back", "warm-up comes next > ")
	p.tell(":undo many", `"many" is no number of steps`, "comes next > ")
	p.tell(":undo 0", `"0" is no number of steps`, "comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell(":undo 99", "1 step taken back", "warm-up comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
}

// What bots did since is taken back with what a person did last.
func TestTerminalUndoBehindBots(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--seed", "7", "--drive", "Ada")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "Ada > ")
	p.tell("3", "Ada: risk?", "Ada > ")
	p.tell("bold", "Ben Hur", "round 2, ", " moves first > ")
	p.tell(":undo", "2 steps taken back; luck is not changed", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "[3]", "Ada > ")
	p.tell("", "Ada: risk?", "[2] bold", "Ada > ")
	p.tell("", "round 2, ", " moves first > ")

	// A round that she asked for, and that bots began.
	p.tell(":gm Ada space 1/1", " > ")
	if said := p.tell(":gm Ben space 9/1", "round 2, Ben Hur moves first > "); strings.Count(said, "#  car") != 1 {
		t.Errorf("after a correction the standings are told otherwise than once:\n%s", said)
	}
	p.tell("", "Ben Hur ", "Ada: which gear", "Ada > ")
	p.tell(":undo", "1 step taken back", "round 2, Ben Hur moves first > ")
	p.tell(":undo", "1 step taken back", " moves first > ") // a correction
	p.tell(":undo", "1 step taken back", " moves first > ")
	p.tell(":undo", "2 steps taken back", "round 1, Ada moves first > ")
	p.tell(":undo", "1 step taken back", "warm-up comes next > ")
	p.tell(":undo", "nothing has happened yet", "warm-up comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
}

// Where bots drive, a race that was taken back does not run on by itself.
func TestTerminalUndoWithoutQuestions(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "paper_f1", "--track", "oval", "--seed", "7", "--drive", "none")
	p.see("Q1 comes next > ")
	round := p.tell("2", "Round 2 -", "round 3, ")
	round = round[strings.Index(round, "Round 2 -"):]
	p.see(" moves first > ")
	p.tell(":undo 3", "3 steps taken back", "round 2, ", " moves next > ")
	p.tell(":set action.2.spaces=-3", "nothing changed in the rules", " moves next > ")
	p.tell(":set action.2.spaces=-4", "new rules from here on:", "action.2.spaces: -3 -> -4", " moves next > ")
	again := p.tell("", "Round 2 -", "round 3, ")
	told := 0
	for _, line := range strings.Split(again, "\n") {
		if strings.Contains(line, " rolls ") && !strings.Contains(line, "tyre blow") {
			told++
			if !strings.Contains(round, line+"\n") {
				t.Errorf("after the undo %q, but before\n%s", line, round)
			}
		}
	}
	if told == 0 {
		t.Errorf("nothing is told again:\n%s", again)
	}
	p.see(" moves first > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
}

// What can be typed at a prompt, in the middle of a turn.
func TestTerminalCommands(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7", "--set", "extra.2=2")
	p.see("rules: variants/geared.lua, ", "extra.2=2", "Enter plays a round, a number that many; :help lists the commands", "warm-up comes next > ")
	p.tell(":why", "nothing has happened yet", "comes next > ")
	p.tell("faster", ":help lists the commands", "comes next > ")
	p.tell("-1", ":help lists the commands", "comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "Ada > ")

	const ask = "Ada: which gear"
	help := p.tell(":help", "Enter takes what stands in brackets", ask)
	for _, name := range strings.Fields("undo board map standings championship why rules set reload over keep gm lua spec state save help quit") {
		if !strings.Contains(help, "\n  :"+name) {
			t.Errorf(":help does not name :%s", name)
		}
	}
	p.tell(":board", "row 40", "Ada", ask)
	p.tell(":map", "|", "·", "1 Ada", "2 Ben Hur", ask)
	p.match(`Ada > `)
	p.send(":standings")
	p.match(`car +gear +lap +space`, `1 +Ada +1 +0 +40/1`, ask)
	p.tell(":state", "round 0 ", `| Ada @40/1 `, `"Ben Hur" @40/2`, "gear=1", ask)
	p.tell(":why", "the step under way", "Ada: rolled d6 for move: ", "variants/geared.lua:", ask)
	p.tell(":why ben", "warm-up, Ben Hur", "stood on grid place 2", ask)
	p.tell(":why Zed", `no car is called "Zed"`, ask)
	p.send(":rules extra")
	p.match(`^extra.2 +2 +`, ask)
	p.tell(":rules speed", `the rules have no value under "speed"`, ask)
	p.tell(":rules", "name", "Geared", "risk.6.spaces", ask)
	p.tell(":lua race:cars()[2].gear + 1", "2", ask)
	p.tell(`:lua { race:car("Ada").name .. "  !", self.risk }`, `  "Ada  !",`, "-- functions: roll", ask)
	p.tell(":lua race:advance(race:cars()[1], 3)", "race:advance: this only looks; it cannot change the race", ask)
	p.tell(":lua", "write what to look at", ask)
	p.tell(":nonsense", "there is no command :nonsense; :help lists them", ask)
	p.tell(":", ":help lists the commands", ask)
	p.tell(`:gm "Ben`, "a quote is open", ask)

	// A bad answer is refused with the choices; a number, an id, and Enter are good ones.
	p.tell("7", `"7" is not among the choices: 1, 2, 3`, ask)
	p.tell("top", `"top" is not among the choices: 1, 2, 3`, ask)
	p.tell("2", "gear: 2", "Ada: risk?", "[1] safe", "2  bold", "Ada > ")
	p.tell("wild", `"wild" is not among the choices: safe, bold`, "Ada > ")
	p.tell("BOLD", "risk: bold", "Ben Hur > ")
	p.tell("", "gear: 1", "Ben Hur > ")
	p.tell("2", "risk: bold", "round 2, ")

	// One value of the rules is changed in the middle of a turn: the answers before it stand.
	p.tell("", "which gear", " > ")
	p.tell("3", "gear: 3", "risk?", " > ")
	p.tell(":set risk.1.spaces=-1", "new rules from here on:", "risk.1.spaces: -2 -> -1", "risk?", " > ")
	p.tell(":set risk.1.spaces=far", `"far" is no number`, "risk?", " > ")
	p.tell(":set rsk.1.spaces=1", "did you mean `risk`?", "risk?", " > ")
	p.tell(":set", "write :set path=value", "risk?", " > ")
	p.tell(":keep", "no file is wrong, and no new rules wait", "risk?", " > ")

	// A game master's correction.
	p.tell(`:gm "Ben Hur" gear 3`, "Ben Hur", " > ")
	p.tell(`:gm ben gear x`, `"x"`, " > ")
	p.tell(`:gm Ada wheels 3`, "cars have no field `wheels`", " > ")
	p.tell(`:gm Ada space 99/9`, "99/9", " > ")
	p.tell(`:gm Ada`, "write :gm CAR FIELD VALUE", " > ")
	p.tell(":state", `"Ben Hur" @`, "gear=3}", " > ")

	// Where it is saved, and a copy, which is never written over another file.
	p.tell(":save", "saved in "+filepath.Join(dir, "state"), "after every step", " > ")
	p.tell(":save copy.jsonl", "copied to copy.jsonl", " > ")
	p.tell(":save copy.jsonl", "copy.jsonl: file already exists", " > ")
	p.tell(":quit", "saved in", "go on with: sandbox play --resume last")
	p.ends(0)
	verified(t, dir)
	copied, err := os.ReadFile(filepath.Join(dir, "copy.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(journals(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	if string(copied) != string(whole) {
		t.Errorf("the copy has %d bytes, the journal %d", len(copied), len(whole))
	}
	if !strings.Contains(string(whole), `"amend":{"note":`) {
		t.Error("the journal does not name the correction as one")
	}
}

// Who is not named is driven by a bot, and a number plays that many rounds.
func TestTerminalDriveOne(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--seed", "7", "--drive", "Ben Hur")
	p.see("warm-up comes next > ")
	p.tell("1", "Ben Hur: which gear", "Ben Hur > ")
	p.tell("", "Ben Hur: risk?", "Ben Hur > ")
	said := p.tell("", "round 2, ")
	if !strings.Contains(said, "risk: safe") || strings.Contains(p.all(), "Ada > ") {
		t.Errorf("Ada is driven by a bot, but:\n%s", p.all())
	}
	p.see(" moves first > ")
	p.tell(":quit", "saved in")
	p.ends(0)

	p = inTerminal(t, dir, "play", "geared", "--seed", "7", "--drive", "none")
	p.see("warm-up comes next > ")
	p.tell("3", "Round 1 -", "Round 2 -", "Round 3 -", "round 4, ")
	p.see(" moves first > ")
	p.tell("999", "Round 4 -", "Result -", "home", "the race is over; Enter ends > ")
	p.tell(":undo", "1 step taken back", " > ")
	p.tell("1", "Result -", "the race is over; Enter ends > ")
	p.tell("what now", "Enter ends, :undo takes steps back", "the race is over; Enter ends > ")
	p.tell("", "")
	p.ends(0)

	p = inTerminal(t, dir, "play", "geared", "--drive", "Bn Hur")
	p.see("no car is called \"Bn Hur\"; did you mean `Ben Hur`?")
	p.ends(1)
}

// Colour is for terminals, and not for those who do not want it.
func TestTerminalColour(t *testing.T) {
	t.Parallel()
	dir := house(t)
	for _, test := range []struct {
		noColor string
		want    bool
	}{
		{"NO_COLOR=1", false},
		{"NO_COLOR=", true},
	} {
		cmd := process(dir, "play", "geared", "--auto", "--seed", "7")
		cmd.Env = append(cmd.Env, test.noColor)
		p := open80(t, cmd, nil)
		p.see("Result")
		p.ends(0)
		if got := strings.Contains(p.all(), "\x1b["); got != test.want {
			t.Errorf("%q in a terminal: coloured %v", test.noColor, got)
		}
	}
}

// Ctrl-C leaves a race like :quit, and so does the end of the input.
func TestTerminalLeaving(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, ")
	p.tell("", "Ada > ")
	p.tell("3", "Ada: risk?", "Ada > ")
	p.press("\x03")
	p.see("saved in "+filepath.Join(dir, "state"), "go on with: sandbox play --resume last")
	p.ends(130)
	verified(t, dir)

	// The race goes on where it was left: Ada's first answer is given.
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("resumed after 1 step", "round 1, Ada moves first > ")
	said := p.tell("", "Ada: risk?", "Ada > ")
	if !strings.Contains(said, "gear: 3") || strings.Contains(said, "which gear") {
		t.Errorf("gear 3 was chosen before, but:\n%s", said)
	}

	// Nobody else can play it meanwhile.
	other := inTerminal(t, dir, "play", "--resume", "last")
	other.see("is in use by another program")
	other.ends(1)

	p.press("\x04")
	p.see("saved in ", "go on with: sandbox play --resume last")
	p.ends(0)

	// Without a terminal nobody can be asked: the race waits.
	text, err := process(dir, "play", "--resume", "last").CombinedOutput()
	if err == nil || !strings.Contains(string(text), `Ada is asked "risk", and only a person can answer: go on in a terminal with sandbox play --resume `) {
		t.Errorf("%v\n%s", err, text)
	}
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("round 1, Ada moves first > ")
	p.tell("", "Ada: risk?", "Ada > ")
}

// Where the first car of a round is asked before it rolls, its answer plays
// the turn; a session is no round; a changed file has the question shown anew.
func TestTerminalFirstQuestion(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "early.lua")
	text := `local racing = require "racing"
local V = racing.variant {
  name = "Early", track = "oval", sessions = { "grid" },
  entries = { { name = "Ada" }, { name = "Bertha" } },
}
V.gears = { 1, 2, 3 }
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  local gear = race:ask(car, "gear", self.gears, { text = "which gear" })
  race:advance(car, race:roll(car, "d6", "move") + gear)
end
return V
`
	write(t, path, text)
	p := inTerminal(t, dir, "play", "early", "--seed", "7", "--drive", "Ada")
	p.see("grid comes next > ")
	p.tell("2", "grid -", "Round 1 -", "Ada: which gear", "Ada > ")
	said := p.tell("3", "gear: 3", "Bertha", "Round 2 -", "Ada: which gear", "Ada > ")
	if strings.Contains(said, "moves first") {
		t.Errorf("the second of two rounds is asked for:\n%s", said)
	}
	write(t, path, strings.Replace(text, "{ 1, 2, 3 }", "{ 1, 2, 4 }", 1))
	p.takes("gears.3: 3 -> 4")
	p.see("Ada: which gear", "4", "Ada > ")
	p.tell("4", "gear: 4", "round 3, Ada moves first > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
}

// A step, under way or the last one, becomes a spec beside the variant that passes.
func TestTerminalSpecOfAStep(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("warm-up comes next > ")
	p.tell(":spec too early", "nothing has happened yet", " > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "Ada > ")
	p.tell(":spec", "give the spec a name", " > ")
	p.tell(":spec which gear", "Ada is a spec now, at the end of variants/geared_spec.lua", "Ada > ")
	p.tell("2", "risk?", "Ada > ")
	p.tell(`:spec what "risk"`, "is a spec now", "Ada > ")
	p.tell("bold", "Ben Hur > ")
	p.tell(":spec which gear", "a spec of that name is there already: choose another one", " > ")
	p.tell("2", "Ben Hur: risk?", "Ben Hur > ")
	p.tell("bold", "risk: bold", "round 2, ")
	p.tell(":spec Ben Hur is bold", "turn Ben Hur is a spec now", "round 2, ")
	p.tell(":gm Ada gear 3", "gm Ada gear 3", " > ")
	p.tell(":spec a correction", "what was done last is a correction", " > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	text, err := os.ReadFile(filepath.Join(dir, "variants", "geared_spec.lua"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"spec.it(\"which gear\"", `spec.it("what \"risk\""`, `race:answer("Ada", { gear = "2" })`, `race:turn("Ben Hur")`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	s := inTerminal(t, dir, "test")
	s.see("3 passed, 0 failed")
	s.ends(0)
}
