package scripts_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// A value is told with where it is written: in a file, in the library that it
// comes from, or in a setting.
func TestValuesWhere(t *testing.T) {
	own := map[string]string{"my": before[:len(before)-len("return V\n")] + "V.bots = { bold = function() end }\nreturn V", "fork": fork + `return racing.extend("my", { laps = 3 })`}
	p := load(t, scripts.Options{Variant: "fork", Settings: []string{"gears.top=4", "action.3-4.spaces=9", "gears.top=5"}}, own)
	for path, want := range map[string]string{
		"laps":               "test/fork.lua:2",
		"gears.first.1":      "test/my.lua:4",
		"gears.top":          "set: gears.top=5",
		"action.3.spaces":    "set: action.3-4.spaces=9",
		"action.4.spaces":    "set: action.3-4.spaces=9",
		"action.5.spaces":    "test/my.lua:5",
		"order":              "lib/base.lua:3",
		"points_for_retired": "lib/base.lua:4",
	} {
		for _, v := range p.Values(path) {
			if v.Path == path && v.Where != want {
				t.Errorf("%s is told to stand in %s, not %s", path, v.Where, want)
			}
		}
	}
}

func TestAbout(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"--- A game.\nreturn 1", "A game."},
		{"--- A game.\r\nreturn 1", "A game."},
		{"---A game.", "A game."},
		{"-- A game.\n--- Not this.", ""},
		{"\n--- Not this.", ""},
		{"", ""},
	} {
		if got := scripts.About(c.source); got != c.want {
			t.Errorf("%q of %q, want %q", got, c.source, c.want)
		}
	}
}

// A file is of its kind wherever it is looked for.
func TestKindIn(t *testing.T) {
	own := files(map[string]string{"ring": ring(named, oval), "my": fork + `return racing.extend("paper_f1", {})`, "torn": "return {"})
	for _, c := range []struct{ folder, name, want string }{
		{scripts.Variants, "my", scripts.Variants},
		{scripts.Tracks, "my", scripts.Variants},
		{scripts.Variants, "ring", scripts.Tracks},
		{scripts.Tracks, "ring", scripts.Tracks},
		{scripts.Tracks, "oval", scripts.Tracks},
		{scripts.Tracks, "torn", ""},
	} {
		kind, err := scripts.KindIn(own, c.folder, c.name)
		if kind != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s in %s: %q, %v", c.name, c.folder, kind, err)
		}
	}
}

// A fork says what it extends; rows that faces of a base have together stay
// together where the fork changes all of them.
func TestForkedRows(t *testing.T) {
	const base = fork + `
local V = racing.extend("paper_f1", {})
V.fate = racing.table("d6", { ["1-3"] = { spaces = 1 }, ["4-6"] = { spaces = 2, text = "far" } })
return V`
	own := map[string]string{"base": base, "my": fork + `return racing.extend("base", { fate = { ["2-5"] = { spaces = 9 } } })`}
	for variant, want := range map[string]string{
		"base": "paper_f1 [{1 3 spaces 1 [{spaces 1}]} {4 6 far [{spaces 2} {text far}]}]",
		"my":   "base [{1 1 spaces 1 [{spaces 1}]} {2 3 spaces 9 [{spaces 9}]} {4 5 far [{spaces 9} {text far}]} {6 6 far [{spaces 2} {text far}]}]",
	} {
		p := load(t, scripts.Options{Variant: variant}, own)
		if got := fmt.Sprint(p.Info().Extends, " ", p.Info().Tables[1].Rows); got != want {
			t.Errorf("%s:\n got %s\nwant %s", variant, got, want)
		}
	}
	if p := load(t, scripts.Options{Variant: "paper_f1"}, nil); p.Info().Extends != "" {
		t.Errorf("paper_f1 extends %q", p.Info().Extends)
	}
}

// A lap that the game master sets is the car's from then on, whatever it does
// otherwise; there are only the laps of the race.
func TestCorrectLap(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": before})
	head := race.Head{Entries: p.Entries()}
	const state = "round 1 sessions 0 moves 1 | A @9/1 lap 1 grid 1 arrived 1 turn 1"
	for _, test := range []struct{ lap, car, wrong string }{
		{"2", "A @9/1 lap 2 grid 1 arrived 2 turn 1", ""},
		{"0", "A @9/1 grid 1 arrived 2 turn 1", ""},
		{"3", "", `"3" is no lap of 0 to 2`},
		{"-1", "", `"-1" is no lap of 0 to 2`},
		{"two", "", `"two" is no lap of 0 to 2`},
	} {
		note, corrected, err := p.Correct(head, state, "A", "lap", test.lap)
		_, car, _ := strings.Cut(corrected, " | ")
		car, _, _ = strings.Cut(car, " {")
		if said(t, err, test.wrong); err == nil && (car != test.car || note != "gm A lap "+test.lap) {
			t.Errorf("lap %s: %s, %s", test.lap, note, corrected)
		}
	}
}
