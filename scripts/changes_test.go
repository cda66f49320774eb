package scripts_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/scripts"
)

// before is a variant that the tests edit.
const before = `local racing = require "racing"
local V = racing.variant { name = "My", track = "oval", entries = { { name = "A" } }, laps = 2 }
local STEP = 3
V.gears = { first = { 1, 2 }, top = 6 }
V.action = racing.table("d6", { [1] = { text = "x", spaces = -3 }, ["2-6"] = { spaces = 1 } })
function V:bonus(n) return n * 2 + STEP end
V.turn = racing.roll_and_advance { dice = "d6", purpose = "move", on_mark = "action" }
return V
`

func TestChanges(t *testing.T) {
	for _, test := range []struct {
		name, old, now string
		want           string // one a line
	}{
		{"nothing", "", "", ""},
		{"number", "top = 6", "top = 7", "gears.top: 6 -> 7"},
		{"text", `name = "My"`, `name = "Mine"`, `name: "My" -> "Mine"`},
		{"row", "spaces = -3", "spaces = -4", "action.1.spaces: -3 -> -4"},
		{"range", `{ spaces = 1 }`, `{ spaces = 2 }`, "action.2-6.spaces: 1 -> 2"},
		{"row of a range", `["2-6"] = { spaces = 1 }`, `["2-5"] = { spaces = 1 }, [6] = { spaces = 2 }`, "action.6.spaces: 1 -> 2"},
		{"added", "top = 6", "top = 6, wet = 4", "gears.wet: new, 4"},
		{"removed", ", top = 6", "", "gears.top: removed, was 6"},
		{"item added", "{ 1, 2 }", "{ 1, 2, 3 }", "gears.first.3: new, 3"},
		{"function changed", "n * 2", "n * 3", "bonus: the function changed"},
		{"function added", "return V\n", "function V:more() end\nreturn V\n", "more: new, a function"},
		{"function removed", "function V:bonus(n) return n * 2 + STEP end", "", "bonus: removed, was a function"},
		{"function moved", "V.gears", "\n\n\nV.gears", "test/my.lua: as it was -> changed"},
		{"comment", "local STEP = 3", "local STEP = 3 -- a step", "test/my.lua: as it was -> changed"},
		{"parameter's name", "V:bonus(n) return n * 2", "V:bonus(m) return m * 2", "test/my.lua: as it was -> changed"},
		{"local of the file", "STEP = 3", "STEP = 4", "test/my.lua: as it was -> changed"},
		{"declared turn", `dice = "d6", purpose`, `dice = "2d6", purpose`, "turn: the function changed"},
		{"two", "laps = 2 }\nlocal STEP = 3\nV.gears = { first = { 1, 2 }, top = 6 }", "laps = 3 }\nlocal STEP = 3\nV.gears = { first = { 1, 2 }, top = 5 }", "gears.top: 6 -> 5\nlaps: 2 -> 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(before, test.old) {
				t.Fatalf("the variant has no %q", test.old)
			}
			old := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": before})
			now := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": strings.Replace(before, test.old, test.now, 1)})
			var lines []string
			for _, c := range now.Changes(old) {
				lines = append(lines, c.String())
			}
			got := strings.Join(lines, "\n")
			if begin, ok := strings.CutSuffix(test.want, "..."); !(ok && strings.HasPrefix(got, begin)) && got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// A fork says what it changes: values by path, functions by name, what is new
// as a whole.
func TestDifferences(t *testing.T) {
	patch := `
local V = racing.extend("base", { name = "Fork", gears = { top = 7 }, action = { ["2-4"] = { spaces = 2 }, [6] = { spaces = 2, text = "six" } } })
V.pits = { fast = 1, slow = { 2, 3 } }
function V:bonus(n) return n end
function V:more() end
return V`
	p := load(t, scripts.Options{Variant: "my", Settings: []string{"laps=9"}}, map[string]string{"base": before, "my": fork + patch})
	var lines []string
	for _, c := range p.Differences() {
		lines = append(lines, c.String())
	}
	want := `action.2-4.spaces: 1 -> 2
action.6.spaces: 1 -> 2
action.6.text: new, "six"
bonus: the function changed
gears.top: 6 -> 7
laps: 2 -> 9
more: new, a function
name: "My" -> "Fork"
pits: new, 3 values`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": before}); p.Differences() != nil {
		t.Errorf("no fork, but %v", p.Differences())
	}
}

// The faces of a d66 are neighbours as its dice show them: 22 follows 16.
func TestDifferencesOfTwoDigits(t *testing.T) {
	table := "V.chance = racing.table(\"d66\", { [\"11-66\"] = { spaces = 1 } })\nreturn V\n"
	base := strings.Replace(before, "return V\n", table, 1)
	patch := `
return racing.extend("base", { chance = { ["15-22"] = { spaces = 2 }, ["31-32"] = { spaces = 2 }, [36] = { spaces = 2 }, [41] = { spaces = 3 } } })`
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{"base": base, "my": fork + patch})
	var lines []string
	for _, c := range p.Differences() {
		lines = append(lines, c.String())
	}
	want := "chance.15-22.spaces: 1 -> 2\nchance.31-32.spaces: 1 -> 2\nchance.36.spaces: 1 -> 2\nchance.41.spaces: 1 -> 3"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestChangesBySettings(t *testing.T) {
	own := map[string]string{"my": before}
	old := load(t, scripts.Options{Variant: "my"}, own)
	now := load(t, scripts.Options{Variant: "my", Settings: []string{"action.3.spaces=5", "gears.top=4"}}, own)
	if got := fmt.Sprint(now.Changes(old)); got != "[action.3.spaces: 1 -> 5 gears.top: 6 -> 4]" {
		t.Errorf("got %s", got)
	}
	if got := fmt.Sprint(old.Changes(now)); got != "[action.3.spaces: 5 -> 1 gears.top: 4 -> 6]" {
		t.Errorf("back: got %s", got)
	}
}

// A change of the base, or of the track, shows in the fork.
func TestChangesElsewhere(t *testing.T) {
	own := map[string]string{"base": before, "my": fork + `return racing.extend("base", { track = "ring", name = "Fork" })`, "ring": ring(named, oval)}
	old := load(t, scripts.Options{Variant: "my"}, own)
	own["base"] = strings.Replace(before, "top = 6", "top = 7", 1)
	own["ring"] = ring(named+"laps = 3,", oval)
	if got := fmt.Sprint(load(t, scripts.Options{Variant: "my"}, own).Changes(old)); got != "[gears.top: 6 -> 7 test/ring.lua: as it was -> changed]" {
		t.Errorf("got %s", got)
	}
}
