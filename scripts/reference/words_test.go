package reference_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
	"sandbox/scripts/reference"
	"sandbox/scripts/spec"
)

// Every function and every hook has an example, a line of Lua that names it.
func TestExamples(t *testing.T) {
	for _, f := range slices.Concat(variant.Functions(), variant.TableFunctions(), variant.Hooks(), host.Functions(), host.PathFunctions(),
		track.Functions(), spec.Functions(), spec.RaceFunctions()) {
		_, wrong, err := source.Read(race.Source{Path: "example.lua", Text: f.Example + "\n"})
		switch {
		case err != nil || len(wrong) > 0:
			t.Errorf("%s: %s is no Lua: %v %v", f.Signature(), f.Example, err, wrong)
		case strings.Contains(f.Example, "\n") || len(f.Example) > 126:
			t.Errorf("%s: %s is no line of at most 126 characters", f.Signature(), f.Example)
		case f.Name != strings.ToUpper(f.Name) && !strings.Contains(f.Example, f.Name):
			t.Errorf("%s: the example does not name it: %q", f.Signature(), f.Example)
		case f.Example == "":
			t.Errorf("%s has no example", f.Signature())
		}
	}
}

// Every key of a variant that holds functions is among the hooks.
func TestHooksAreComplete(t *testing.T) {
	var known []string
	for _, f := range variant.Hooks() {
		known = append(known, f.Name, strings.TrimPrefix(f.Of, "V."))
	}
	for key, kind := range variant.KeyTypes() {
		if strings.Contains(kind, "fun(") && !slices.Contains(known, key) {
			t.Errorf("%s is a hook without a description", key)
		}
	}
}

// The statuses are those that cars can have.
func TestStatuses(t *testing.T) {
	list := host.Statuses()
	for i, s := range list {
		if got := race.Status(i).String(); got != s[0] {
			t.Errorf("status %d is %q, not %q", i, got, s[0])
		}
	}
	if more := race.Status(len(list)).String(); more != "" {
		t.Errorf("%q is not described", more)
	}
}

// The default words are those that a variant begins with.
func TestDefaultWords(t *testing.T) {
	p, err := scripts.Load(project(fstest.MapFS{"shown.lua": {Data: []byte(`local racing = require "racing"
local V = racing.variant { name = "Bare", track = "oval", entries = { { name = "A" } } }
function V:turn(race, car) race:advance(car, 1) end
return V`)}}), scripts.Options{Variant: "shown"})
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	for _, e := range host.Events() {
		told[e.Type] = e.Words
	}
	for kind, words := range p.Info().Words {
		if told[kind] != words {
			t.Errorf("%s reads %q, and is described as %q", kind, words, told[kind])
		}
	}
}

// playing plays a race of a game with dice and bots, and fails with the fields of
// all events.
const playing = `local spec = require "spec"
spec.it("play", function()
  local race = spec.race { variant = "GAME", seed = "fields", bots = "steady" }
  race:qualify()
  race:play()
  local seen, all = {}, {}
  for _, e in ipairs(race:events()) do
    for name in pairs(e) do
      local one = e.type .. "." .. name
      if not seen[one] then seen[one] = true; all[#all + 1] = one end
    end
  end
  error(table.concat(all, " "))
end)`

var ofEveryEvent = []string{"type", "step", "car", "where"}

// Events have the fields that are described, and no others.
func TestEventsHaveTheirFields(t *testing.T) {
	fields := map[string][]string{}
	for _, e := range host.Events() {
		if !e.Open {
			fields[e.Type] = namesOf(e.Fields)
		}
	}
	seen := map[string]bool{}
	for _, game := range []string{"epreuve1934", "paper_f1", "paper_f1_quick", "stockcar"} {
		own := fstest.MapFS{"all_spec.lua": {Data: []byte(strings.Replace(playing, "GAME", game, 1))}}
		results, err := spec.Run(project(own), "variants/all_spec", func(string) bool { return true })
		if err != nil || len(results) != 1 || results[0].Err == nil {
			t.Fatal(results, err)
		}
		for _, one := range regexp.MustCompile(`\w+\.\w+`).FindAllString(results[0].Err.Error(), -1) {
			kind, name, _ := strings.Cut(one, ".")
			seen[kind] = true
			if list, ok := fields[kind]; ok && !slices.Contains(list, name) && !slices.Contains(ofEveryEvent, name) {
				t.Errorf("%s: an event %s has the field %s, which is not described", game, kind, name)
			}
		}
	}
	for _, kind := range []string{"grid", "roll", "read", "move", "place", "answer", "finish", "retire"} {
		if !seen[kind] {
			t.Errorf("no event %s was seen", kind)
		}
	}
	if page := reference.Words(); !strings.Contains(page, "| `move` | `aimed?` |") {
		t.Error("the page has no fields of events")
	}
}

func namesOf(fields []api.Field) []string {
	var list []string
	for _, f := range fields {
		list = append(list, strings.TrimSuffix(f.Name, "?"))
	}
	return list
}
