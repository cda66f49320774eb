//go:build unix

package main

import (
	"strings"
	"testing"
)

// dead kills the program and waits until it is gone.
func (p *tty) dead() {
	p.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.Fatal(err)
	}
	<-p.ended
}

// Real dice: what they show is typed in, kept, and marked.
func TestTerminalTypedDice(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--dice", "ask")
	p.see("Geared on Oval, 1 lap, 2 cars, dice typed in\n", "warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	const prompt = "Ada rolls d6 for move > "
	p.tell("", prompt)
	p.tell("7", "a d6 has no face 7\n"+prompt)
	p.tell("0", "a d6 has no face 0\n"+prompt)
	p.tell("", "d6 needs one face, such as 3\n"+prompt)
	p.tell("3 5", "d6 needs one face, such as 3\n"+prompt)
	p.tell("four", `"four" is no number: type what the dice show`, prompt)
	p.tell(":nonsense", "there is no command :nonsense", prompt)
	p.send("4")
	p.match(`^Ada +rolls 4 \(typed in\)$`, `Ada: which gear`, `Ada > `)
	p.tell("3", "Ada: risk?", "Ada > ")
	p.tell("bold", "Ada rolls d6 for risk: 1-3 too late, 4-6 well done > ")
	p.tell(":why", "the step under way", "Ada: rolled d6 for move: 4 (typed in)", "Ada rolls d6 for risk: 1-3 too late, 4-6 well done > ")
	p.tell("6", "(typed in)", "well done", "Ben Hur rolls d6 for move > ")

	// Taken back: asked again, and Enter takes what was typed before.
	p.tell(":undo", "1 step taken back; the dice are asked for again, and Enter takes what was\ntyped before", "round 1, Ada moves first > ")
	p.tell("", "Ada rolls d6 for move [4] > ")
	p.send("")
	p.match(`^Ada +rolls 4 \(typed in\)$`, `Ada: which gear`, `Ada > `)
	p.tell("3", "Ada: risk?", "Ada > ")
	p.tell("bold", "Ada rolls d6 for risk: 1-3 too late, 4-6 well done [6] > ")
	p.tell("1", "too late", "Ben Hur rolls d6 for move > ")

	// Killed after Ben Hur's die: it need not be thrown again, and not after a change of the rules either.
	p.tell("2", "Ben Hur: which gear", "Ben Hur > ")
	p.dead()
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("dice typed in\n", "resumed after 2 steps")
	p.match(`^Ben Hur +rolls 2 \(typed in\)$`, `Ben Hur: which gear`, `Ben Hur > `)
	if again := p.tell(":set extra.2=2", "new rules from here on", "Ben Hur: which gear", "Ben Hur > "); strings.Contains(again, "rolls d6") {
		t.Errorf("a die is asked for again:\n%s", again)
	}
	p.tell("2", "Ben Hur: risk?", "Ben Hur > ")
	p.tell("bold", "Ben Hur rolls d6 for risk: 1-3 too late, 4-6 well done > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	verified(t, dir)
	if said := output(t, dir, "dice", "verify", "last"); !strings.HasSuffix(said, ".jsonl: 4 rolls were typed in and cannot be recomputed\n1 more for R1 turn Ben Hur, which is not over\n") {
		t.Error(said)
	}
	if said := output(t, dir, "replay", "last"); strings.Count(said, "(typed in)") != 2 || strings.Contains(said, "seed") {
		t.Error(said)
	}

	// There is no seed to choose.
	p = inTerminal(t, dir, "play", "geared", "--dice", "ask", "--seed", "7")
	p.see("dice that are typed in have no seed; leave out --seed\n")
	p.ends(2)

	// Nobody else can type them in.
	for _, how := range []string{"--json", "--auto"} {
		said, err := process(dir, "play", "--resume", "last", how).CombinedOutput()
		if want := `Ben Hur rolls d6 for "risk", and only a person can type in what the dice show: go on in a terminal with sandbox play --resume `; err == nil || !strings.Contains(string(said), want) {
			t.Errorf("%s: %v\n%s", how, err, said)
		}
	}
}

// Many dice for one purpose are one prompt, which takes them piece by piece; it
// goes on where it was left.
func TestTerminalTypedQualifying(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "paper_f1", "--track", "oval", "--dice", "ask", "--drive", "none")
	p.see("Q1 comes next > ")
	p.tell("", "24 d6 for qualifying, car by car, or `roll` to have these thrown:\n", "Vettel +3 · Webber +3", "24 d6 for qualifying, from Vettel on > ")
	p.tell("4", "Vettel", "rolls 4 +3 (Red Bull) = 7 (typed in)", "23 d6 for qualifying, from Webber on > ")
	p.tell("1, 7", "Alonso, throw 2 of the line: a d6 has no face 7; nothing of the line is taken\n23 d6 for qualifying, from Webber on > ")
	p.tell("1 5", "Webber", "rolls 5 +3 (Ferrari) = 8 (typed in)", "21 d6 for qualifying, from Massa on > ")
	p.tell(":undo", "taken back: Webber, qualify: 1 5", "23 d6 for qualifying, from Webber on [2 as before] > ")
	p.tell("2", "22 d6 for qualifying, from Alonso on [1 as before] > ")
	p.tell("", "21 d6 for qualifying, from Massa on > ")
	p.dead()
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("Q1 comes next > ")
	p.tell("", "rolls 4 +3", "rolls 2 +3", "rolls 5 +3", "21 d6 for qualifying, from Massa on > ")
	// The slowest are of one team: whatever is thrown for them, no dead heat asks for another die.
	p.tell("6 6 6 6 6 6 6 6 6 6 6 5 5 4 4 6 5 4 3", "Massa", "d'Ambrosio", "2 d6 for qualifying, from Karthikeyan on > ")
	p.tell("roll", "Karthikeyan", "(thrown by the program)", "Liuzzi", "(thrown by the program)", " reaches unit ", "Q2 comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	output(t, dir, "replay", "last", "--verify")
}

// Real dice are asked for that people own, and what will do is said.
func TestTerminalStockcarDice(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "stockcar", "--dice", "ask", "--drive", "none")
	p.see("grid comes next > ")
	p.tell("", "chips of TROUBLE: accident 1, crash 1, wreck 3\n", "43 d66 for the grid (the highest first), car by car", "43 d66 for the grid, from #01 on > ")
	p.tell("35 4 2", "  #01 35 · #02 42\n41 d66 for the grid, from #03 on > ")
	for said := p.tell("roll", "(thrown by the program)", " > "); !strings.Contains(said, "is on pole"); {
		said = p.tell("roll", " > ") // who is level
	}
	p.tell("", "race rolls d6 for the black die: 1-3 TOP, 4-5 MIDDLE, 6 BOTTOM > ")
	p.tell("6", "11 a green-flag stop, 12 all quiet\nrace rolls 2d6 for what happens > ")
	p.tell("1 1", "  1 TOP, 2-3 MIDDLE, 4-6 BOTTOM\nrace rolls d6 for where TROUBLE strikes > ")
	p.tell("1", "second die 1: TOP", "  1-2 accident, 3-4 crash, 5-6 wreck\nrace rolls d6 for the form of TROUBLE > ")
	p.tell("1", "ACCIDENT in TOP", "race rolls 2d6 for the cars affected: by 3, rounded up > ")
	p.tell("3 5", "  11-15 #", ", 66 again\nrace rolls d66 for the Driver Finder > ")
	p.tell("66", "an empty box, so again", "race rolls d66 for the Driver Finder > ")
	p.tell("65", "8 by 3: 3 affected", "is in it", "3 d66 for ESCAPE", " to have these thrown:\n", "3 d66 for ESCAPE, from #")
	p.tell("11 66 11", "caught", " rolls d66 for REPAIR: up to ")
	p.tell("11", "goes on", "falls to place 43", "43 d6 for the yellow flag (6 or more gains, 1 or less loses)", "43 d6 for the yellow flag, from #")
	p.tell("roll", "(thrown by the program)", "yellow flag", "turn 2 comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	said := output(t, dir, "dice", "verify", "last")
	if !strings.Contains(said, "rolls were typed in and cannot be recomputed\n") || !strings.Contains(said, " more were thrown by the program, each as its seed gives it\n") {
		t.Error(said)
	}
}

// The seed of sealed dice is nobody's to see while the race can go on.
func TestTerminalSealedDice(t *testing.T) {
	t.Parallel()
	const seed, sum = "monza 1", "47727188b8cf27d42beaf3a8385f6834e38a160e75250ae2000440d59c40b2b0"
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--dice", "sealed", "--seed", seed, "--drive", "none")
	p.see("2 cars, sealed dice\nsealed dice: SHA-256 of the seed is\n"+sum+"\n", "warm-up comes next > ")
	p.tell("2", " moves first > ")
	for _, c := range []string{":state", ":rules", ":standings", ":save", ":why", ":help"} {
		p.tell(c, " > ")
	}
	p.tell(":quit", "saved in")
	p.ends(0)
	said := p.all()
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("2 cars, sealed dice\nsealed dice: SHA-256 of the seed is\n"+sum+"\n", " moves first > ")
	p.tell("99", "Result -", "the race is over; Enter ends > ")
	p.tell(":undo", "1 step taken back; luck is not changed", " moves next > ")
	p.tell("99", "Result -", "the race is over; Enter ends > ")
	said += p.all()
	if strings.Contains(said, seed) {
		t.Errorf("the seed is told before the end:\n%s", said)
	}
	p.tell("", "the seed was "+seed+"\n", "to check every roll: sandbox dice verify ", " --sha256 "+sum+"\n")
	p.ends(0)
	verified(t, dir)
	said = output(t, dir, "dice", "verify", "last", "--sha256", sum)
	if !strings.Contains(said, " rolls recomputed, each as recorded; seed's SHA-256 "+sum+"\nthat is the one published\n1 step taken back on the way") ||
		strings.Contains(said, "not over") {
		t.Error(said)
	}
}
