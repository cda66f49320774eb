package scripts_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/luabox"
)

// Files that are meant to keep the program busy, or to make it fall over where
// no rule runs any more: in reading what their tables hold.
func TestHeavyTracks(t *testing.T) {
	const oval = "corner { spaces = 4, turn = 360 }"
	for _, test := range []struct{ name, before, keys, want string }{
		{"as large as can be", "", "lanes = 8, grid = { places = 2000 }, marks = { every = 1 }, corner { spaces = 5000, turn = 360, stops = 9 }", ""},
		{"data within data", "local d = {} for i = 1, 3000 do d = { x = d } end", "grid = { places = 2 }, data = d, " + oval,
			"test/my.lua: tables lie more than 20 deep in each other"},
		{"data that is there twice", "local d = {} for i = 1, 19 do d = { d, d, d, d } end", "grid = { places = 2 }, data = d, " + oval,
			"test/my.lua:2: data.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.2: this table stands in the data already; each has one place..."},
		{"long unknown names", "local d = {} for i = 1, 200 do d[('x'):rep(16000) .. i] = 1 end", "grid = d, " + oval, "test/my.lua:2: `xxx..."},
		{"sections that are none", "local d = {} for i = 1, 60000 do d[i] = 'x' end", "unpack(d, 1, 199)", "test/my.lua:2: section 1 must be made by..."},
		{"sections of long texts", "local s, d = ('x'):rep(16000), {} for i = 1, 300 do d[i] = s end", "grid = {}, lanes = d, " + oval, "test/my.lua:2: a track has 1 to ..."},
	} {
		t.Run(test.name, func(t *testing.T) {
			quickly(t, func() {
				_, err := scripts.LoadTrack(files(map[string]string{"my": `local track = require "track" local corner = track.corner ` + test.before + "\n" +
					`return track.circuit { name = "x", ` + test.keys + ` }`}), "my")
				short(t, err)
				said(t, err, test.want)
			})
		})
	}
}

func TestHeavyVariants(t *testing.T) {
	for _, test := range []refusal{
		{"one table in many places", "local d = { 1 } for i = 1, 17 do d = { d, d, d, d } end V.x = d", "test/my.lua: the tables hold more than 10000 values"},
		{"tables within tables", "local d = {} for i = 1, 1000 do d = { x = d } end V.x = d", "test/my.lua:2: x: tables lie more than 20 deep in each other"},
		{"entries without number", "V.entries = {} for i = 1, 2000 do V.entries[i] = { name = 'c' .. i } end", "test/my.lua:2: entries: 2000 cars are entered: a race has at most 1000"},
		{"long names", "local s = ('x'):rep(16000) V.bots[s] = 1 V[s] = 1 V.columns = { s } V.order = s", "test/my.lua:1: bots.xxx..."},
	} {
		t.Run(test.name, func(t *testing.T) {
			quickly(t, func() {
				_, err := scripts.Load(files(map[string]string{"my": my + test.source + " return V"}), scripts.Options{Variant: "my"})
				short(t, err)
				said(t, err, test.want)
			})
		})
	}
}

// short fails when an error fills a screen many times over.
func short(t *testing.T, err error) {
	t.Helper()
	if err != nil && len(err.Error()) > 1<<16 {
		t.Errorf("the error has %d bytes", len(err.Error()))
	}
}

// A file that leaves no budget to read its tables with is refused like one that
// takes more itself.
func TestNothingLeftToReadWith(t *testing.T) {
	for left := range 20 {
		waste := fmt.Sprintf("local d = {} for i = 1, 2000 do d['k' .. i] = i end for i = 1, %d do end ", int(luabox.Loading)-6000*left)
		own := files(map[string]string{
			"my":   my + waste + "V.x = d return V",
			"ring": `local track = require "track" ` + waste + `return track.circuit { name = "x", grid = { places = 2 }, data = d, track.corner { spaces = 4, turn = 360 } }`,
		})
		_, err := scripts.LoadTrack(own, "ring")
		_, err2 := scripts.Load(own, scripts.Options{Variant: "my"})
		if err == nil && err2 == nil {
			return // it was enough
		}
		for _, err := range []error{err, err2} {
			if err != nil && !strings.Contains(err.Error(), "instructions") {
				t.Errorf("%d left: %v", 6000*left, err)
			}
		}
	}
	t.Error("it was never enough")
}

// Entries come from journals and championships as well as from lists.
func TestTooManyCars(t *testing.T) {
	list := make([]race.Entry, 100_000)
	for i := range list {
		list[i].Name = fmt.Sprint(i)
	}
	_, err := scripts.Load(files(nil), scripts.Options{Variant: "paper_f1", Entries: list})
	said(t, err, "100000 cars are entered: a race has at most 1000")
}

// A round that no state can hold ends the step that names it, not the program.
func TestRoundsWithoutEnd(t *testing.T) {
	g := start(t, my+"V.race = { n = 0 } function V:next(race) return 'X' .. race.n, function(self, race) race.n = race.n + 1 end, nil, 2^52 end return V", scripts.Options{})
	_, err := g.Play()
	said(t, err, "this is round 4503599627370496, and a race has at most 100000")
	if text := standing(g).Text(race.Notes{}); !strings.HasPrefix(text, "round 0 ") {
		t.Error(text)
	}
}
