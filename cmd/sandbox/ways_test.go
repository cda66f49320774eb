//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Three ways after a save: from here on, over again from the step that goes
// otherwise, or not at all. Nothing moves before, neither an open question nor bots.
func TestTerminalThreeWays(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	text := contentsOf(t, path)
	p := inTerminal(t, dir, "play", "geared", "--drive", "Ada", "--seed", "7")
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada > ")
	p.tell("3", "Ada: risk?", "Ada > ")
	p.tell("bold", "round 2, ")
	p.tell("", "Ada: which gear", "Ada > ")

	// What would have gone otherwise is told with its line; the question waits.
	late := edited(t, text, `text = "too late",  spaces = -2`, `text = "bust", retire = true`)
	write(t, path, late)
	p.match(`^new rules:`, `risk\.1-3\.text: "too late" -> "bust"`,
		`^round 1, Ada: bust, not too late; variants/geared\.lua:17$`, `:over from before that step`, `^new rules > `)
	p.tell("3", "first say from where on the new rules hold", "new rules > ")
	p.tell(":undo", "new rules wait: say first", "new rules > ")
	p.tell(":gm Ada gear 1", "new rules wait: say first", "new rules > ")
	p.tell(":why", "rolled d6 for move", "new rules > ")

	// Another save in the meantime is the one that counts.
	write(t, path, edited(t, text, "{ 0, 1, 5, 7 }", "{ 0, 1, 6, 7 }"))
	p.match(`^new rules:`, `extra\.3: 5 -> 6`, `^round 1, Ada: 40/1 to \d+/1, not \d+/1; variants/geared\.lua:32$`, `^new rules > `)
	p.tell(":keep", "under the rules of before; the next save asks again", "Ada: which gear", "Ada > ")
	p.tell(":over", "no new rules wait", "Ada > ")
	p.tell(":keep", "no file is wrong, and no new rules wait", "Ada > ")

	// Over again: the steps are taken back, and the race waits before the first.
	write(t, path, late)
	p.see("new rules:")
	p.tell(":over", "round 1, Ada: bust, not too late", "taken back; the new rules hold from there on", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "[3]", "Ada > ")
	p.tell("", "Ada: risk?", "[2] bold", "Ada > ")
	p.tell("", "bust")
	p.tell(":quit", "saved in ")
	p.ends(0)
	verified(t, dir)
	journal := contentsOf(t, journals(t, dir)[0])
	undone, rules := strings.Index(journal, `"undo":`), strings.LastIndex(journal, `"rules":`)
	if undone < 0 || rules < undone || strings.Count(journal, `"rules":{`) != 2 {
		t.Errorf("the journal holds\n%s", journal)
	}
	said := output(t, dir, "replay", "last")
	if !strings.Contains(said, "new rules from here on:\n  risk.1-3.retire: new, true\n") {
		t.Errorf("replay says\n%s", said)
	}
	if said := output(t, dir, "replay", "last", "--json"); !strings.Contains(said, `{"type":"rules","after":"warm-up","changes":["risk.1-3.retire: new, true",`) {
		t.Errorf("replay --json says\n%s", said)
	}
}

// A field that goes is told with what the race loses by it.
func TestTerminalLosses(t *testing.T) {
	t.Parallel()
	dir := house(t)
	path := filepath.Join(dir, "variants", "geared.lua")
	text := contentsOf(t, path)
	p := inTerminal(t, dir, "play", "geared", "--drive", "Ada", "--seed", "7")
	p.see("warm-up comes next > ")
	write(t, path, edited(t, text, `car     = { gear = 1 }`, `car     = { gear = 1, heat = 0 }`))
	p.takes("car.heat: new, 0")
	p.tell(":gm Ada heat 3", "gm Ada heat 3", "comes next > ")
	write(t, path, text)
	p.see("car.heat: removed, was 0", "car.heat: dropped with a value other than its start in 1 of 2 cars", "new rules > ")
	p.tell(":quit", "saved in ")
	p.ends(0)
	verified(t, dir)
}
