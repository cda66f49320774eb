package reference

import (
	"fmt"
	"slices"
	"strings"

	"sandbox/scripts"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
	"sandbox/scripts/spec"
)

// File is one that an editor or a tool reads, by its path in a folder of
// variants.
type File struct{ Path, Text string }

// Written is the line that says of a file of definitions that it can be written
// anew.
const Written = "-- Written by `sandbox types`, which writes it anew: what is changed here is lost."

// Library is the folder of definitions.
const Library = "library"

// classOf is the class that the functions of a description belong to.
var classOf = map[string]string{"race": "Race", "paths": "Paths", "table": "RollTable", "race in a spec": "SpecRace"}

// Definitions are the definitions for the Lua language server: what rules, tracks
// and specs can call and are given, and what some games declare of their own.
func Definitions(games []*scripts.Program) ([]File, error) {
	ofGames, err := declared(games)
	if err != nil {
		return nil, err
	}
	raceClasses := append(host.Classes(), variant.Classes()...)
	return []File{
		{Library + "/race.lua", definitions("What a rule is given: the race, its cars and spaces, and the tables of a variant.", "", raceClasses,
			slices.Concat(host.Functions(), host.PathFunctions(), variant.TableFunctions()))},
		{Library + "/racing.lua", definitions("What `require \"racing\"` returns.", "racing", nil, variant.Functions())},
		{Library + "/track.lua", definitions("What `require \"track\"` returns, and what it takes.", "track", track.Classes(), track.Functions())},
		{Library + "/spec.lua", definitions("What `require \"spec\"` returns, and what a race in a spec can do.", "spec",
			append(spec.Classes(), api.Class{Name: "SpecRace", Doc: "What spec.race returns."}), append(spec.RaceFunctions(), spec.Functions()...))},
		{Library + "/games.lua", ofGames},
	}, nil
}

// definitions is a file of definitions; module is the table that it returns, ""
// for none.
func definitions(about, module string, classes []api.Class, functions []api.Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---@meta\n%s\n-- %s\n-- luacheck: ignore\n", Written, about)
	methods := map[string][]api.Function{}
	for _, f := range functions {
		methods[classOf[f.Of]] = append(methods[classOf[f.Of]], f)
	}
	for _, c := range classes {
		class(&b, c, methods)
	}
	if module == "" {
		return b.String()
	}
	fmt.Fprintf(&b, "\nlocal %s = {}\n", module)
	if module == "racing" {
		b.WriteString("\n---Stands for nothing: removes what a fork's base has, and declares a field that holds nothing yet.\n---@type any\nracing.none = {}\n")
	}
	for _, f := range methods[""] {
		function(&b, module+".", f)
	}
	fmt.Fprintf(&b, "\nreturn %s\n", module)
	return b.String()
}

// class writes a class with its fields and methods.
func class(b *strings.Builder, c api.Class, methods map[string][]api.Function) {
	name, _, _ := strings.Cut(c.Name, ":")
	b.WriteString("\n")
	comment(b, c.Doc)
	fmt.Fprintf(b, "---@class %s\n", c.Name)
	for _, f := range c.Fields {
		fmt.Fprintf(b, "---@field %s %s %s\n", f.Name, bracketed(f.Type), f.Doc)
	}
	if c.Open {
		b.WriteString("---@field [string] any\n")
	}
	if methods[name] == nil {
		return
	}
	fmt.Fprintf(b, "local %s = {}\n", name)
	for _, f := range methods[name] {
		function(b, name+":", f)
	}
}

// function writes a function with its arguments and results.
func function(b *strings.Builder, before string, f api.Function) {
	b.WriteString("\n")
	comment(b, f.Doc)
	if f.Example != "" {
		fmt.Fprintf(b, "---```lua\n---%s\n---```\n", f.Example)
	}
	for _, v := range api.Values(f.Args) {
		mark := ""
		if v.Optional {
			mark = "?"
		}
		fmt.Fprintf(b, "---@param %s%s %s\n", v.Name, mark, v.Type)
	}
	for _, v := range api.Values(f.Returns) {
		if v.Name == "..." {
			fmt.Fprintf(b, "---@return %s ...\n", v.Type)
			continue
		}
		fmt.Fprintf(b, "---@return %s %s\n", v.Type, v.Name)
	}
	fmt.Fprintf(b, "function %s%s(%s) end\n", before, f.Name, api.Names(f.Args))
}

// bracketed is a type that a text can stand after: a function's results end
// nowhere else.
func bracketed(kind string) string {
	if strings.Contains(kind, "fun(") && !strings.HasPrefix(kind, "table<") {
		return "(" + kind + ")"
	}
	return kind
}

// comment writes a text as lines of a comment that an editor shows.
func comment(b *strings.Builder, text string) {
	line := "---"
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > 115 {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "---"
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// declared is the file with what games have of their own.
func declared(games []*scripts.Program) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "---@meta\n%s\n-- What the variants here declare themselves: fields of cars and of the race, and what they assign to V.\n", Written)
	all := map[string]map[string][]string{"Car": {}, "Race": {}, "Variant": {}}
	for _, game := range games {
		own, err := game.Declared()
		if err != nil {
			return "", err
		}
		for class, fields := range own {
			for name, kind := range fields {
				if !slices.Contains(all[class][name], kind) {
					all[class][name] = append(all[class][name], kind)
				}
			}
		}
	}
	for _, class := range source.SortedKeys(all) {
		fmt.Fprintf(&b, "\n---@class %s\n", class)
		for _, name := range source.SortedKeys(all[class]) {
			kinds := all[class][name]
			slices.Sort(kinds)
			if word.MatchString(name) {
				fmt.Fprintf(&b, "---@field %s %s\n", name, strings.Join(kinds, "|"))
			} else {
				fmt.Fprintf(&b, "---@field [%q] %s\n", name, strings.Join(kinds, "|"))
			}
		}
	}
	return b.String(), nil
}
