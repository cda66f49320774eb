package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/visible"
)

// hostileText is what testdata/hostile.lua puts behind every text: it clears
// the screen, sets the window's title, begins a line of its own, and turns the
// text around.
const hostileText = "\x1b[2J\x1b]0;title\x07\r\nFORGED \x7f\u009b\u202e"

// hostileLua is hostileText as Lua writes it.
const hostileLua = `"\27[2J\27]0;title\7\r\nFORGED \127\194\155\226\128\174"`

// hostileHouse is a folder to be in, full of files whose texts and names want to
// be obeyed.
func hostileHouse(t *testing.T) {
	t.Helper()
	game := contentsOf(t, "testdata/hostile.lua")
	ring := "--- x\nlocal track = require \"track\"\nlocal B = " + hostileLua + "\nreturn track.circuit { name = \"Ring\" .. B, lanes = { \"in\\27[2J\\194\\155\", \"out\\226\\128\\174\" }, grid = { places = 4 }, marks = { every = 10 }, data = { [\"k\" .. B] = \"v\" .. B }, track.straight { name = \"Mile\" .. B, spaces = 6 }, track.corner { name = \"Bend\" .. B, turn = 180, spaces = 14, stops = 1 }, track.straight { spaces = 6 }, track.corner { turn = 180, spaces = 14 } }"
	lua, quoted := hostileLua, `\u001b[2J\u001b]0;title\u0007\u000d\nFORGED \u007f\u009b\u202e`
	files := map[string]string{
		"game.lua":                     game,
		"game" + hostileText + ".lua":  game,
		"track" + hostileText + ".lua": ring,
		"broken.lua":                   strings.Replace(game, "return V", "V[\"x\" .. BAD] = racing.table(\"d6\", {})\nerror(\"wrong\" .. BAD)", 1),
		"fails.lua":                    strings.Replace(game, "race:advance(car, push)", "error(\"wrong\" .. BAD)", 1),
		"fork.lua":                     "--- \x1b[2J\nlocal racing = require \"racing\"\nreturn racing.extend(\"game\", { name = \"Fork\" .. " + lua + ", points_systems = { [\"new\" .. " + lua + "] = { 1 } } })",
		"wrongfork.lua":                "local racing = require \"racing\"\nreturn racing.extend(\"game\", { [\"nme\" .. " + lua + "] = 1 })",
		"game_spec.lua":                "--- x\nlocal spec = require \"spec\"\nlocal B = " + lua + "\nspec.it(\"good\" .. B, function() spec.expect(1).equals(1) end)\nspec.it(\"bad\" .. B, function() spec.expect(\"a\" .. B).equals(\"b\" .. B) end)\nspec.it(\"worse\" .. B, function() error(\"no\" .. B) end)",
		"ring.lua":                     ring,
		"badring.lua":                  "local track = require \"track\"\nreturn track.circuit { name = \"Ring\" .. " + lua + ", [\"lans\" .. " + lua + "] = 2 }",
		"list.yaml":                    "entries:\n- name: \"Eve" + quoted + "\"\n  \"grip" + quoted + "\": 2\n- name: Flo\n",
		"wronglist.yaml":               "entries:\n- name: \"Eve" + quoted + "\"\n  \"grop" + quoted + "\": \"x" + quoted + "\"\n",
		"wrongset.yaml":                "\"races" + quoted + "\": 3\n",
		"wrongvalue.yaml":              "races: \"many" + quoted + "\"\n",
		"forged.jsonl":                 `{"hash":"00","prev":"","race":{"variant":"` + quoted + `"}}` + "\n",
		"part.sim":                     `{"races` + quoted + `":1}`,
		"championship.txt":             "x",
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("NO_COLOR", "1")
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever a text says that comes from Lua, a track, an entry list, settings, a
// journal, the command line or the name of a file, no verb obeys it: nothing it
// writes is below a blank but the ends of its own lines, nothing is hidden, and
// no line is forged.
func TestNothingIsObeyed(t *testing.T) {
	hostileHouse(t)
	bad, named := hostileText, "game"+hostileText
	for _, c := range []struct {
		typed string
		code  int
		args  []string
	}{
		{"", 0, []string{"play", "game.lua", "--track", "ring.lua", "--auto", "--seed", "a" + bad, "--save", "auto.jsonl"}},
		{"", 0, []string{"play", "game.lua", "--track", "ring.lua", "--auto", "--json", "--seed", "a"}},
		{"", 0, []string{"play", named + ".lua", "--track", "oval", "--auto", "--seed", "a", "--save", "named" + bad + ".jsonl"}},
		{"1\n\n:why\n:state\n:rules\n:standings\n:map\n:help\n:set x" + bad + "=1\n:gm x" + bad + "\nnonsense" + bad + "\n?\n1\n\n:undo\n:quit\n", 0, []string{"play", "game.lua", "--track", "ring.lua", "--seed", "a", "--save", "hand.jsonl"}},
		{"\n\nquit" + bad + "\nquit\nn\nnonsense" + bad + "\n:quit\n", 0, []string{"play", "game.lua", "--track", "ring.lua", "--drive", "Ada" + bad, "--save", "seat.jsonl"}},
		{"\n\n?\n3 3" + bad + "\nroll\n\n:undo\n:quit\n", 0, []string{"play", "game.lua", "--track", "ring.lua", "--drive", "all", "--dice", "ask", "--save", "ask.jsonl"}},
		{strings.Repeat("\n", 200) + ":quit\n", 0, []string{"play", "game.lua", "--races", "ring.lua,track" + bad + ".lua", "--drive", "Ada" + bad, "--save", "cup"}},
		{"", 0, []string{"play", "game.lua", "--track", "ring.lua", "--auto", "--entries", "list.yaml", "--seed", "a", "--save", "list.jsonl"}},
		{"", 1, []string{"play", "game.lua", "--track", "ring.lua", "--auto", "--bots", `"sly` + bad + `"`, "--seed", "a", "--save", "bots.jsonl"}},
		{"", 0, []string{"play", "game.lua", "--auto", "--races", "ring.lua,oval", "--save", "season"}},
		{"", 1, []string{"play", "game.lua", "--auto", "--races", "ring.lua,oval" + bad, "--save", "season" + bad}},
		{"", 1, []string{"play", "fails.lua", "--track", "ring.lua", "--auto", "--seed", "a", "--save", "fails.jsonl"}},
		{"", 1, []string{"play", "game.lua", "--track", "badring.lua", "--auto"}},
		{"", 0, []string{"play", "game.lua", "--auto"}},
		{"", 1, []string{"play", "nothing" + bad, "--auto"}},
		{"", 1, []string{"play", "game.lua", "--track", "ring.lua", "--entries", "wronglist.yaml", "--auto"}},
		{"", 1, []string{"play", "game.lua", "--track", "ring.lua", "--set", "x" + bad + "=1", "--auto"}},
		{"", 0, []string{"play", "--resume", "named" + bad + ".jsonl", "--auto"}},
		{"", 1, []string{"play", "--resume", "forged.jsonl"}},
		{"", 0, []string{"replay", "auto.jsonl"}},
		{"", 0, []string{"replay", "hand.jsonl"}},
		{"", 0, []string{"replay", "--json", "auto.jsonl"}},
		{"", 0, []string{"replay", "--verify", "named" + bad + ".jsonl"}},
		{"", 1, []string{"replay", "nothing" + bad}},
		{"", 1, []string{"replay", "forged.jsonl"}},
		{"", 0, []string{"standings", "season"}},
		{"", 0, []string{"standings", "season", "-o", "csv"}},
		{"", 0, []string{"standings", "season", "-o", "md"}},
		{"", 0, []string{"standings", "season", "-o", "json"}},
		{"", 1, []string{"standings", "nothing" + bad}},
		{"", 0, []string{"dice", "verify", "auto.jsonl"}},
		{"", 1, []string{"dice", "verify", "nothing" + bad}},
		{"", 0, []string{"sim", "game.lua", "--track", "ring.lua", "-n", "5", "--seed", "a" + bad}},
		{"", 0, []string{"sim", "game.lua", "--track", "ring.lua", "-n", "5", "--seed", "a", "-o", "csv"}},
		{"", 0, []string{"sim", "game.lua", "--track", "ring.lua", "-n", "5", "--seed", "a", "-o", "md"}},
		{"", 0, []string{"sim", "game.lua", "--track", "ring.lua", "-n", "5", "--seed", "a", "-o", "json"}},
		{"", 0, []string{"sim", "game.lua", "--track", "ring.lua", "-n", "5", "--vs", "fork.lua"}},
		{"", 1, []string{"sim", "fails.lua", "--track", "ring.lua", "-n", "3", "--seed", "a"}},
		{"", 1, []string{"sim", "merge", "part.sim"}},
		{"", 0, []string{"variants"}},
		{"", 0, []string{"variants", "game.lua"}},
		{"", 0, []string{"variants", "fork.lua", "-o", "csv"}},
		{"", 0, []string{"variants", "fork.lua", "-o", "md"}},
		{"", 0, []string{"variants", "fork.lua", "-o", "json"}},
		{"", 0, []string{"tracks"}},
		{"", 0, []string{"tracks", "ring.lua"}},
		{"", 0, []string{"tracks", "ring.lua", "-o", "csv"}},
		{"", 0, []string{"tracks", "ring.lua", "-o", "md"}},
		{"", 0, []string{"tracks", "ring.lua", "-o", "json"}},
		{"", 1, []string{"tracks", "badring.lua"}},
		{"", 0, []string{"entries", "game.lua"}},
		{"", 0, []string{"entries", "--toml", "game.lua"}},
		{"", 1, []string{"check", "game.lua", "fork.lua", "broken.lua", "wrongfork.lua", "ring.lua", "badring.lua", "game_spec.lua", named + ".lua", "nothing" + bad}},
		{"", 1, []string{"check", "--heavy", "fails.lua", "game.lua"}},
		{"", 1, []string{"test", "game_spec.lua"}},
		{"", 1, []string{"test", "--run", "no" + bad, "game_spec.lua"}},
		{"", 2, []string{"config", "set", "x" + bad, "1"}},
		{"", 0, []string{"config"}},
		{"", 2, []string{"verb" + bad}},
		{"", 2, []string{"play", "--flag" + bad}},
		{"", 0, []string{"help", "x" + bad}},
		{"", 0, []string{cobra.ShellCompNoDescRequestCmd, "play", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "play", "game.lua", "--track", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "play", "game.lua", "--bots", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "play", "game.lua", "--drive", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "play", "game.lua", "--set", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "standings", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "replay", ""}},
		{"", 0, []string{cobra.ShellCompRequestCmd, "test", "--run", ""}},
	} {
		isObeyed(t, c.typed, c.code, c.args)
	}
	for _, settings := range []string{"wrongset.yaml", "wrongvalue.yaml"} {
		if err := os.Rename(settings, "sandbox.yaml"); err != nil {
			t.Fatal(err)
		}
		isObeyed(t, "", 1, []string{"config"})
		isObeyed(t, "", 1, []string{"sim", "game.lua"})
	}
}

// atTerminal is a stream that leads to a terminal.
type atTerminal struct{ io.ReadWriter }

// Terminal says that it does.
func (atTerminal) Terminal() bool { return true }

// isObeyed runs the program, at a terminal if something is typed, and fails when
// something it writes could be obeyed.
func isObeyed(t *testing.T, typed string, code int, args []string) {
	t.Helper()
	var out, errOut bytes.Buffer
	var in, seen io.ReadWriter = bytes.NewBufferString(typed), &out
	if typed != "" {
		in, seen = atTerminal{in}, atTerminal{seen}
	}
	if got := new(program).run(context.Background(), args, in, seen, &errOut); got != code || out.Len()+errOut.Len() == 0 {
		t.Errorf("sandbox %q ends with %d, want %d\n%s\n%s", args, got, code, visible.Line(out.String()), visible.Line(errOut.String()))
	}
	for where, text := range map[string]string{"stdout": out.String(), "stderr": errOut.String()} {
		lines := strings.Split(text, "\n")
		i := slices.IndexFunc(lines, func(line string) bool {
			line = strings.ReplaceAll(line, "\t", "")                                       // completion has them between a word and what it means
			return visible.Hidden(line) || typed == "" && strings.HasPrefix(line, "FORGED") // long lines are broken at a terminal
		})
		if i >= 0 {
			t.Errorf("sandbox %q on %s, line %d of %d: %q", args, where, i+1, len(lines), lines[i])
		}
	}
}
