package reference_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/scripts"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
	"sandbox/scripts/reference"
	"sandbox/scripts/spec"
)

var update = flag.Bool("update", false, "write the reference anew")

// The pages in docs are what the program says of itself.
func TestReference(t *testing.T) {
	for path, want := range map[string]string{"../../docs/lua-reference.md": reference.Text(), "../../docs/words.md": reference.Words()} {
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what the program says of itself: go test ./scripts/reference -update", path)
		}
	}
}

// No paragraph is longer than six lines of 130 columns: fields stand in tables.
func TestParagraphsAreShort(t *testing.T) {
	for _, line := range strings.Split(reference.Text()+reference.Words(), "\n") {
		if most := 6 * 130; len(line) > most {
			t.Errorf("a paragraph of %d characters, not at most %d: %.80s ...", len(line), most, line)
		}
	}
}

// A game whose only turn tells which functions it finds in a table.
const looking = `local racing = require "racing"
local V = racing.variant { name = "Looking", track = "ring", order = "foremost first", race = { found = "" }, entries = { { name = "A" } } }
V.action = racing.table("d2", { [1] = "x", [2] = "y" })
function V:turn(race, car)
  local tables = { race = race, paths = race:paths(car, 1), table = self.action }
  for of, t in pairs(tables) do
    for name, v in pairs(t) do
      if type(v) == "function" then race.found = race.found .. of .. "." .. name .. " " end
    end
  end
end
return V`

const ring = `local track = require "track"
return track.circuit { name = "Ring", grid = { places = 1 }, track.corner { spaces = 8, turn = 360 } }`

// What is found is told by a spec that fails with it.
const lookingSpec = `local racing, track, spec = require "racing", require "track", require "spec"
spec.it("look", function()
  local race = spec.race { variant = "looking", cars = { { name = "A", at = 1 } } }
  local found = ""
  for of, t in pairs { racing = racing, track = track, spec = spec, ["race in a spec"] = race } do
    for name, v in pairs(t) do
      if type(v) == "function" then found = found .. of .. "." .. name .. " " end
    end
  end
  race:turn("A")
  error(found .. race:field("found"))
end)`

// Every function that a file can call is described, and every description is
// of a function that is there.
func TestReferenceIsComplete(t *testing.T) {
	var described []string
	for _, list := range [][]api.Function{variant.Functions(), variant.TableFunctions(), host.Functions(), host.PathFunctions(), track.Functions(), spec.Functions(), spec.RaceFunctions()} {
		for _, f := range list {
			described = append(described, strings.ReplaceAll(f.Of+"."+f.Name, " ", "_"))
		}
	}
	found := found(t)
	slices.Sort(described)
	for _, name := range described {
		if !slices.Contains(found, name) {
			t.Errorf("%s is described but not there", name)
		}
	}
	for _, name := range found {
		if !slices.Contains(described, name) {
			t.Errorf("%s is not described", name)
		}
	}
}

// found are the functions that files find in the tables that they are given.
func found(t *testing.T) []string {
	t.Helper()
	dir := fstest.MapFS{
		"looking.lua":      {Data: []byte(looking)},
		"looking_spec.lua": {Data: []byte(lookingSpec)},
		"ring.lua":         {Data: []byte(ring)},
	}
	files := scripts.Roots{{Folder: scripts.Variants, FS: dir}, {Folder: scripts.Tracks, FS: dir}}
	results, err := spec.Run(files, "variants/looking_spec", func(string) bool { return true })
	if err != nil || len(results) != 1 || results[0].Err == nil {
		t.Fatal(results, err)
	}
	_, told, _ := strings.Cut(results[0].Err.Error(), ": ")
	found := strings.Fields(strings.ReplaceAll(told, "race in a spec", "race_in_a_spec"))
	slices.Sort(found)
	if len(found) < 60 {
		t.Errorf("only %d functions were found: %v", len(found), found)
	}
	return found
}
