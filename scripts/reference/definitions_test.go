package reference_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
	"sandbox/scripts/reference"
	"sandbox/scripts/spec"
)

// project are the files of the project, with those of a test before them.
func project(own fstest.MapFS) scripts.Roots {
	return scripts.Roots{
		{Folder: scripts.Variants, FS: own}, {Folder: scripts.Variants, FS: os.DirFS("../../variants")},
		{Folder: scripts.Tracks, FS: os.DirFS("../../tracks")},
	}
}

// defined are the definitions as one text, with what a game declares.
func defined(t *testing.T, games ...string) string {
	t.Helper()
	var programs []*scripts.Program
	for _, name := range games {
		p, err := scripts.Load(project(nil), scripts.Options{Variant: name})
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, p)
	}
	files, err := reference.Definitions(programs)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		if _, wrong, err := source.Read(race.Source{Path: f.Path, Text: f.Text}); err != nil || len(wrong) > 0 {
			t.Errorf("%s is no Lua: %v %v", f.Path, err, wrong)
		}
		all.WriteString(f.Text)
	}
	return all.String()
}

var (
	definedFunction = regexp.MustCompile(`(?m)^function (\w+)[.:](\w+)\(`)
	definedClass    = regexp.MustCompile(`(?m)^---@class (\w+)`)
	definedField    = regexp.MustCompile(`^---@field (\w+)\?? `)
	namedClass      = regexp.MustCompile(`\b[A-Z]\w+`)
	typedLine       = regexp.MustCompile(`^---@(param|field|return|class) `)
	textInType      = regexp.MustCompile(`"[^"]*"`)
)

// fieldsOf are the fields of a class in the definitions, and its functions.
func fieldsOf(text, class string) []string {
	var list []string
	_, rest, _ := strings.Cut(text, "---@class "+class+"\n")
	if rest == "" {
		_, rest, _ = strings.Cut(text, "---@class "+class+":")
	}
	for _, line := range strings.Split(rest, "\n") {
		if m := definedField.FindStringSubmatch(line); m != nil {
			list = append(list, m[1])
		} else if !strings.HasPrefix(line, "---@field") && strings.TrimSpace(line) != "" && !strings.HasPrefix(line, " ") {
			break
		}
	}
	return list
}

// What the editor knows is what there is: every function that a file finds in the
// tables that it is given, and no other.
func TestDefinitionsHaveEveryFunction(t *testing.T) {
	classes := map[string]string{"Race": "race", "Paths": "paths", "RollTable": "table", "SpecRace": "race_in_a_spec"}
	var known []string
	for _, m := range definedFunction.FindAllStringSubmatch(defined(t), -1) {
		of := m[1]
		if name := classes[of]; name != "" {
			of = name
		}
		known = append(known, of+"."+m[2])
	}
	live := found(t)
	slices.Sort(known)
	for _, name := range live {
		if !slices.Contains(known, name) {
			t.Errorf("%s is not in the definitions", name)
		}
	}
	for _, name := range known {
		if !slices.Contains(live, name) {
			t.Errorf("%s is in the definitions and not there", name)
		}
	}
}

// shown tells which names stand in each table that a rule is given.
const shown = `local racing = require "racing"
local V = racing.extend("epreuve1934", { name = "Shown" })
V.tell = function(race, of, t)
  local text = of .. ":"
  for name in pairs(t) do text = text .. " " .. tostring(name) end
  race:tell(race, "shown", { text = text })
end
V.race.shown = 0
function V:race_turn(race) end
function V:next(race)
  if race.shown > 0 then return end
  return "look", function()
    race.shown = 1
    local car = race:cars()[1]
    local paths = race:paths(car, 12)
    self.tell(race, "Space", race:space("12/1"))
    self.tell(race, "Path", paths:list()[1])
    self.tell(race, "Corner", race:corner(1))
    self.tell(race, "CornerAhead", race:corners_ahead(car, 1)[1])
    self.tell(race, "PitLane", race:pit_lane())
  end
end
return V`

const shownSpec = `local spec = require "spec"
spec.it("look", function()
  local race = spec.race { variant = "shown", cars = { { name = "A", at = "12/1" } } }
  race:step()
  local all = ""
  for _, e in ipairs(race:events()) do
    if e.text then all = all .. e.text .. "\n" end
  end
  error(all)
end)`

// The fields of what a rule is given are in the definitions, and no others.
func TestDefinitionsHaveEveryField(t *testing.T) {
	text := defined(t)
	want := map[string][]string{
		"Car": host.CarKeys(), "Race": host.RaceKeys(),
		"Variant": append(source.SortedKeys(variant.Keys()), "base"),
	}
	own := fstest.MapFS{"shown.lua": {Data: []byte(shown)}, "shown_spec.lua": {Data: []byte(shownSpec)}}
	results, err := spec.Run(project(own), "variants/shown_spec", func(string) bool { return true })
	if err != nil || len(results) != 1 || results[0].Err == nil {
		t.Fatal(results, err)
	}
	_, told, _ := strings.Cut(results[0].Err.Error(), ": ")
	live := 0
	for _, line := range strings.Split(strings.TrimSpace(told), "\n") {
		if class, names, ok := strings.Cut(line, ": "); ok {
			want[class] = strings.Fields(names)
			live++
		}
	}
	if live != 5 {
		t.Fatalf("only %d tables were seen: %s", live, told)
	}
	want["Space"] = host.SpaceKeys() // a space has those alone that it needs
	for class, names := range want {
		got := fieldsOf(text, class)
		sort.Strings(got)
		sort.Strings(names)
		if class == "Path" {
			got = slices.DeleteFunc(got, func(name string) bool { return name == "areas" || name == "to" })
			names = slices.DeleteFunc(names, func(name string) bool { return name == "areas" || name == "to" })
		}
		if !slices.Equal(got, names) {
			t.Errorf("%s has %q in the definitions and %q in a race", class, got, names)
		}
	}
}

// A type that is named is one of Lua's, or a class that is defined.
func TestDefinitionsAreWhole(t *testing.T) {
	text := defined(t, "isloppet", "paper_f1")
	classes := map[string]bool{}
	for _, m := range definedClass.FindAllStringSubmatch(text, -1) {
		classes[m[1]] = true
	}
	seen := 0
	for _, line := range strings.Split(text, "\n") {
		if !typedLine.MatchString(line) {
			continue
		}
		words := strings.SplitN(line, " ", 4)
		kind := words[1]
		if words[0] == "---@param" || words[0] == "---@field" {
			kind = words[2]
		}
		for _, name := range namedClass.FindAllString(textInType.ReplaceAllString(kind, ""), -1) {
			if seen++; !classes[name] {
				t.Errorf("%s: there is no class %s", line, name)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d types were seen", seen)
	}
	for _, want := range []string{"---@field wp table\n", "---@field pit_fast RollTable\n", "---@field damage function\n", "---@field slot number\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the games' own have no %s", want)
		}
	}
}

// Every key of a variant has a type.
func TestKeysHaveTypes(t *testing.T) {
	for _, c := range variant.Classes() {
		for _, f := range c.Fields {
			if f.Type == "" || f.Doc == "" {
				t.Errorf("%s.%s has no type, or says nothing", c.Name, f.Name)
			}
		}
	}
}

// The tools are told what files may use.
func TestTools(t *testing.T) {
	text := map[string]string{}
	for _, f := range reference.Tools() {
		text[f.Path] = f.Text
	}
	if !json.Valid([]byte(text[".luarc.json"])) || !strings.Contains(text[".luarc.json"], `"io": "disable"`) {
		t.Error(text[".luarc.json"])
	}
	for _, name := range source.Globals() {
		if !strings.Contains(text[".luacheckrc"], `"`+name+`"`) && !strings.Contains(text[".luacheckrc"], name+" = {") {
			t.Errorf("luacheck does not know %s", name)
		}
	}
	if !strings.Contains(text["stylua.toml"], "Lua51") {
		t.Error(text["stylua.toml"])
	}
}
