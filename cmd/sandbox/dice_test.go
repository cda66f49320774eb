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
	p.tell("bold", "Ada rolls d6 for risk > ")
	p.tell(":why", "the step under way", "Ada: rolled d6 for move: 4 (typed in)", "Ada rolls d6 for risk > ")
	p.tell("6", "(typed in)", "well done", "Ben Hur rolls d6 for move > ")

	// Taken back: asked again, and Enter takes what was typed before.
	p.tell(":undo", "1 step taken back; the dice are asked for again, and Enter takes what was\ntyped before", "round 1, Ada moves first > ")
	p.tell("", "Ada rolls d6 for move [4] > ")
	p.send("")
	p.match(`^Ada +rolls 4 \(typed in\)$`, `Ada: which gear`, `Ada > `)
	p.tell("3", "Ada: risk?", "Ada > ")
	p.tell("bold", "Ada rolls d6 for risk [6] > ")
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
	p.tell("bold", "Ben Hur rolls d6 for risk > ")
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

// A session of many dice is one step: it goes on at the die where it was left.
func TestTerminalTypedQualifying(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "paper_f1", "--track", "oval", "--dice", "ask", "--drive", "none")
	p.see("Q1 comes next > ")
	p.tell("", "Vettel rolls d6 for qualifying > ")
	p.send("4")
	p.match(`^Vettel +rolls 4 \+3 \(Red Bull\) = 7 \(typed in\)`, `Webber rolls d6 for qualifying > `)
	p.tell("1", "Alonso rolls d6 for qualifying > ")
	p.tell("6", "Massa rolls d6 for qualifying > ")
	p.dead()
	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("Q1 comes next > ")
	p.tell("", "Vettel ", "Webber ", "Alonso ", "Massa rolls d6 for qualifying > ")
	p.tell(":quit", "saved in")
	p.ends(0)
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
