//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// cardHouse is a house in which drivers lay cards face down.
func cardHouse(t *testing.T) string {
	t.Helper()
	dir := house(t)
	text, err := os.ReadFile("testdata/cards.lua")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "variants", "cards.lua"), string(text))
	return dir
}

// own is a screen that somebody has alone.
var own = regexp.MustCompile(`(?s)\x1b\[\?1049h\x1b\[H\x1b\[2J(.*?)\x1b\[H\x1b\[2J\x1b\[\?1049l`)

// screens are those that people had alone, and what all of them saw.
func (p *tty) screens() (alone []string, common string) {
	p.Helper()
	text := p.all()
	for _, found := range own.FindAllStringSubmatch(text, -1) {
		alone = append(alone, found[1])
	}
	common = own.ReplaceAllString(text, "")
	if strings.Contains(common, "\x1b[?1049") {
		p.Fatalf("a screen is left open or closed twice:\n%q", common)
	}
	return alone, common
}

// Two people at one terminal answer in turn, each before a screen that shows
// nothing of what the other has chosen; nor do the commands, before the cards
// are turned.
func TestTerminalSecrets(t *testing.T) {
	t.Parallel()
	dir := cardHouse(t)
	p := inTerminal(t, dir, "play", "cards", "--drive", "Ada,Ben", "--seed", "7")
	p.see("comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada answers in secret; Enter when nobody else looks > ")
	p.tell("", "Ada: which card", "Ada > ")
	p.tell("clubs", `"clubs" is not among the choices: acorns, bells, hearts`, "Ada > ")
	p.tell("bells", "Ben answers in secret; Enter when nobody else looks > ")
	p.tell(":state", "Ada @40/1", "nobody else looks > ")
	p.tell("acorns", "nothing is answered yet; first Enter, and then the answer", "nobody else looks > ")
	p.tell("", "Ben: which card", "Ben > ")
	p.tell(":why", "Ben > ")
	p.tell(":why Ada", "Ben > ")
	p.tell(":state", "Ben > ")
	p.tell("hearts", "Ada: bet?", "Ada > ")

	alone, common := p.screens()
	if len(alone) != 2 || !strings.Contains(alone[0], "clubs") || strings.Contains(alone[1], "clubs") {
		t.Errorf("screens of their own: %q", alone)
	}
	for _, seen := range []string{common, strings.ReplaceAll(alone[1], "2  bells", "")} {
		if strings.Contains(seen, "bells") {
			t.Errorf("Ada's card is to be seen:\n%s", seen)
		}
	}
	if strings.Contains(common, "hearts") {
		t.Errorf("Ben's card is to be seen:\n%s", common)
	}
	p.tell("high", "bet: high", "card: bells", "card: hearts", "card: acorns", `all="bells hearts acorns"`)
	p.tell(":quit", "saved in")
	p.ends(0)
	kept, err := os.ReadFile(filepath.Join(dir, "state", "sandbox", "history"))
	if err != nil || strings.Contains(string(kept), "acorns") {
		t.Errorf("history %q, %v", kept, err)
	}
}

// What is taken back is not shown either, and the question is put again to its
// driver alone.
func TestTerminalSecretTakenBack(t *testing.T) {
	t.Parallel()
	dir := cardHouse(t)
	p := inTerminal(t, dir, "play", "cards", "--drive", "Ada,Ben", "--seed", "7")
	p.see("comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada answers in secret")
	p.tell("", "Ada > ")
	p.tell("bells", "Ben answers in secret")
	p.tell("", "Ben > ")
	p.tell(":undo", "taken back: Ada, card\n", "Ada answers in secret")
	if alone, common := p.screens(); len(alone) != 2 || strings.Contains(common, "bells") || strings.Count(alone[1], "bells") != 1 {
		t.Errorf("%q, and common to all\n%s", alone, common)
	}
	p.tell("", "[2] bells", "Ada > ") // the one she chose before
	p.send(":quit")
	p.ends(0)
	p.screens() // none is left open
}

// When the rules change while somebody is alone with the screen, all can read
// of it.
func TestTerminalSecretReload(t *testing.T) {
	t.Parallel()
	dir := cardHouse(t)
	p := inTerminal(t, dir, "play", "cards", "--drive", "Ada,Ben", "--seed", "7")
	p.see("comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada answers in secret")
	p.tell("", "Ada > ")
	file := filepath.Join(dir, "variants", "cards.lua")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, edited(t, string(text), `"acorns", "bells"`, `"acorns", "leaves"`))
	p.takes("suits.2: \"bells\" -> \"leaves\"")
	p.see("Ada answers in secret")
	if _, common := p.screens(); !strings.Contains(common, "suits.2") {
		t.Errorf("nobody can read what changed:\n%s", common)
	}
	p.tell("", "2  leaves", "Ada > ")
	p.send(":quit")
	p.ends(0)
}

// One person among bots, and a question to one of several people that is no
// secret, are asked before everybody.
func TestTerminalNoSecrets(t *testing.T) {
	t.Parallel()
	p := inTerminal(t, cardHouse(t), "play", "cards", "--drive", "Ben", "--seed", "7")
	p.see("comes next > ")
	p.tell("", "first > ")
	p.tell("", "Ben: which card", "Ben > ")
	p.tell("hearts", "bet: low", "card: hearts")
	p.send(":quit")
	p.ends(0)
	if alone, common := p.screens(); alone != nil || strings.Contains(common, "in secret") {
		t.Errorf("%q in\n%s", alone, common)
	}
}

// A terminal that obeys no escape sequence shows many empty lines instead.
func TestTerminalSecretsDumb(t *testing.T) {
	t.Parallel()
	cmd := process(cardHouse(t), "play", "cards", "--drive", "Ada,Ben", "--seed", "7")
	cmd.Env = append(cmd.Env, "TERM=dumb")
	p := open80(t, cmd, nil)
	p.see("comes next > ")
	p.tell("", "first > ")
	p.tell("", "Ada answers in secret")
	p.tell("", "Ada > ")
	p.tell("bells", strings.Repeat("\n", 100), "Ben answers in secret")
	p.tell("", strings.Repeat("\n", 100), "Ben > ")
	if strings.Contains(p.all(), "\x1b") {
		t.Errorf("an escape sequence in %q", p.all())
	}
	p.send(":quit")
	p.ends(0)
}

// A program that reads the events sees the cards when they are turned.
func TestSecretsInJSON(t *testing.T) {
	t.Parallel()
	text := output(t, cardHouse(t), "play", "cards", "--json", "--seed", "7")
	first, _, _ := strings.Cut(text, `"type":"shown"`)
	bet, cards, _ := strings.Cut(first, `"ask":"bet"`)
	if strings.Contains(bet, `"ask":"card"`) || strings.Count(cards, `"ask":"card"`) != 3 {
		t.Errorf("the cards are told too early, or not at all:\n%s", first)
	}
}
