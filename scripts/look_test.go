package scripts_test

import (
	"fmt"
	"testing"

	"sandbox/scripts"
)

func TestSections(t *testing.T) {
	track, err := scripts.LoadTrack(files(map[string]string{"ring": ring(named+" laps = 3,", oval)}), "ring")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(track.Laps, track.Sections)
	if want := "3 [{straight 1 6 0} {corner 7 20 180} {straight 21 26 0} {corner 27 40 180}]"; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
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
