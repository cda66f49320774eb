//go:build unix

package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
)

const whichCar = "a number or a name, several with commas, all, or none > "

// Who is driven from a terminal is asked before the race, and not again when it
// is resumed.
func TestTerminalDrivers(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--seed", "7")
	p.see("which car do you drive? bots drive the others\n [1] Ada\n  2  Ben Hur\n", whichCar)
	p.tell("3", "there is no car 3; they are numbered 1 to 2\n", whichCar)
	p.tell("Bn Hur", "no car is called \"Bn Hur\"; did you mean `Ben Hur`?\n", whichCar)
	p.tell(":map", "the race has to begin before there are commands; :quit leaves\n", whichCar)
	p.tell("", "you drive Ada; bots drive the others: steady\n", "warm-up comes next > ")
	p.tell("", "round 1, ")
	p.tell("", "Ada: which gear", "Ada > ")
	p.tell(":quit", "saved in ")
	p.ends(0)

	p = inTerminal(t, dir, "play", "--resume", "last")
	p.see("you drive Ada; ", "round 1, ")
	if strings.Contains(p.all(), whichCar) {
		t.Errorf("it is asked again:\n%s", p.all())
	}
	p.tell(":quit", "saved in ")
	p.ends(0)
}

// Whatever the reply, the race begins as with --drive.
func TestTerminalDriversAsNamed(t *testing.T) {
	t.Parallel()
	for reply, drive := range map[string]string{
		"": "Ada", "2": "Ben Hur", "ben": "Ben Hur", "all": "all", "none": "none", "2, ada": "Ben Hur,Ada",
	} {
		dir := house(t)
		p := inTerminal(t, dir, "play", "geared", "--seed", "7", "--save", "asked.jsonl")
		p.see(whichCar)
		p.tell(reply, "warm-up comes next > ")
		p.tell(":quit", "saved in ")
		p.ends(0)
		p = inTerminal(t, dir, "play", "geared", "--seed", "7", "--save", "told.jsonl", "--drive", drive)
		p.see("warm-up comes next > ")
		p.tell(":quit", "saved in ")
		p.ends(0)
		asked, told := contents(t, filepath.Join(dir, "asked.jsonl")), contents(t, filepath.Join(dir, "told.jsonl"))
		if string(asked) != string(told) {
			t.Errorf("%q and --drive %q begin other races", reply, drive)
		}
	}
}

// Who leaves at the question leaves nothing behind.
func TestTerminalDriversLeaving(t *testing.T) {
	t.Parallel()
	for _, leave := range []struct {
		keys string
		code int
	}{
		{"\x03", exitInterrupted},
		{"\x04", 0},
		{":quit\n", 0},
	} {
		dir := house(t)
		for _, more := range [][]string{nil, {"--races", "2"}} {
			p := inTerminal(t, dir, append([]string{"play", "geared"}, more...)...)
			p.see(whichCar)
			p.press(leave.keys)
			p.ends(leave.code)
		}
		if found, _ := filepath.Glob(filepath.Join(dir, "state", "sandbox", "*", "*")); found != nil {
			t.Errorf("after %q there is a journal", leave.keys)
		}
	}
}

// A championship asks once for all its races, and a game without questions
// never.
func TestTerminalDriversOfSeason(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "geared", "--races", "oval,monaco", "--seed", "7", "--save", "season")
	p.see(whichCar)
	p.tell("none", "Race 1 of 2", "warm-up comes next > ")
	p.tell("99", "race 2 of 2, monaco, comes next > ")
	p.tell("", "Race 2 of 2", "warm-up comes next > ")
	p.tell(":quit", "saved in season")
	p.ends(0)
	if n := strings.Count(p.all(), whichCar); n != 1 {
		t.Errorf("it is asked %d times:\n%s", n, p.all())
	}
	p = inTerminal(t, dir, "play", "paper_f1", "--track", "oval")
	p.see("Q1 comes next > ")
	if strings.Contains(p.all(), whichCar) {
		t.Errorf("it is asked:\n%s", p.all())
	}
}

// Whoever only presses Enter drives a sensible race to its end: each question
// offers what a bot would answer.
func TestTerminalEnterOnly(t *testing.T) {
	unhurried(t)
	t.Parallel()
	for _, c := range []struct {
		args []string
		want []string // patterns
	}{
		{[]string{"epreuve1934", "--track", "donington", "--laps", "1"}, []string{
			`Hegkman: which car, or 20 points of your own`, `Hegkman: which tyres$`, `Hegkman: which gear$`, `Hegkman: path\?$`, `^Hegkman .* in [3-6]\w\w:`, `^\d  Hegkman .*(home|out: )`,
		}},
		{[]string{"isloppet"}, []string{
			`Sweden: which car, or 20 points of your own`, `Sweden: which tyres$`, `\[1\] studs +as rolled`, `Sweden: which gear for the next round`, `^Sweden .* in [3-6]\w\w:`, `^\d  Sweden .*(home|out: )`,
		}},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			dir := house(t)
			p := inTerminal(t, dir, append([]string{"play", "--seed", "7"}, c.args...)...)
			for {
				if _, found := p.await(promptAtEnd); !found {
					break
				}
				p.send("")
			}
			p.ends(0)
			for _, pattern := range append(c.want, regexp.QuoteMeta(whichCar), "the race is over; Enter ends > ") {
				if !regexp.MustCompile("(?m)" + pattern).MatchString(p.all()) {
					t.Errorf("%q is missing in\n%s", pattern, p.all())
				}
			}
			verified(t, dir)
		})
	}
}

// Who only presses Enter drives as the bot does.
func TestTerminalEnterIsTheBot(t *testing.T) {
	unhurried(t)
	t.Parallel()
	dir := house(t)
	args := []string{"play", "epreuve1934", "--track", "donington", "--laps", "1", "--seed", "7"}
	p := inTerminal(t, dir, append(args, "--drive", "all")...)
	for {
		if _, found := p.await(promptAtEnd); !found {
			break
		}
		p.send("")
	}
	p.ends(0)
	_, want, _ := strings.Cut(output(t, dir, append(args, "--auto")...), "\nResult ---")
	if _, got, _ := strings.Cut(p.all(), "\nResult ---"); want == "" || !strings.HasPrefix(got, want) {
		t.Errorf("Enter comes to\n%s\nbots to\n%s", got, want)
	}
}

// Of many paths a few are shown, and all to those who ask.
func TestTerminalPaths(t *testing.T) {
	t.Parallel()
	dir := house(t)
	p := inTerminal(t, dir, "play", "epreuve1934", "--track", "donington", "--drive", "Howe", "--seed", "7")
	p.see("grid comes next > ")
	p.tell("", "Howe: which car, or 20 points of your own", "Howe > ")
	p.tell("t8 b3 g2 c3 e2", "H0: handling are 1 to 7; 2 of 20 are free\n", "Howe > ")
	p.tell("t8 b3 g2 c3 e2 h2", "a car of his own, T8 B3 G2 C3 E2 H2\n", "Howe: which tyres\n", "in rain: ", "Howe > ")
	p.tell("", "round 1 comes next > ")
	p.tell("", "Howe: path?\n", "Howe > ")
	p.tell("9", "there is no choice 9; they are numbered 1 to ", "Howe > ")
	p.tell("=9", "=9 drives 9 spaces; the move is ", "Howe > ")
	p.tell("y", "y: Y means nothing in a path: write numbers for straight on, R and L", "Howe > ")
	p.tell("nonsense", "N, O, S and E mean nothing in a path", "Howe > ")
	p.tell("quit", "is :quit meant? y for yes, anything else for no > ")
	p.tell("n", "quit: Q, U, I and T mean nothing in a path", "Howe > ")
	p.tell("undo", "is :undo meant?")
	p.tell("y", "2 steps taken back", "round 1 comes next > ")
	p.tell("", "Howe: path?\n", "Howe > ")
	p.tell("", "round 2 comes next > ")
	p.tell("", "Howe: which gear", "Howe > ")
	few := p.tell("2", "Howe: path?\n", " more; ? lists them\n", "Howe > ")
	all := p.tell("?", "Howe: path?\n", "Howe > ")
	if strings.Contains(all, "lists them") || strings.Count(all, "\n") <= strings.Count(few, "\n") || !strings.Contains(all, "K  ") || !strings.Contains(all, ", B -2\n") {
		t.Errorf("few are\n%s\nand all\n%s", few, all)
	}
}

func TestAsks(t *testing.T) {
	for variant, want := range map[string]bool{"paper_f1": false, "paper_f1_quick": false, "epreuve1934": true} {
		p, err := library.Load(context.Background(), variant)
		if err != nil {
			t.Fatal(err)
		}
		if p.Info().Asks != want {
			t.Errorf("%s: drivers are asked something: %v", variant, !want)
		}
	}
}
