package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The names and labels in a prompt, and the words that Tab knows, are a
// stranger's: a terminal shows them and obeys none.
func TestPromptIsNotObeyed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "variants"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "variants", "evil.lua"), `local racing = require "racing"
local V = racing.variant { name = "Evil", track = "oval", entries = { { name = "A\27]0;own\7" }, { name = "B" } }, sessions = { "S\27]0;own\7" } }
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car) race:ask(car, "q", { "zone", "zone\27]0;own\7", "y" }) end
return V`)
	p := inTerminal(t, dir, "play", "evil", "--drive", "all", "--seed", "7")
	p.see("comes next > ")
	p.tell("", "moves first > ")
	p.tell("", `A\u001b]0;own\u0007 > `)
	p.press("z" + tab)
	p.see("zone")
	p.press(ctrlU + ":quit" + enter)
	p.see("saved in")
	p.ends(0)
	if text := string(p.text); strings.Contains(text, "\x1b]0;") || strings.Contains(text, "\a") {
		t.Errorf("the terminal is commanded: %q", text)
	}
}
