// Package reference writes the reference of the Lua side, from the descriptions
// that stand beside the functions themselves.
//
//	os.WriteFile("docs/lua-reference.md", []byte(reference.Text()), 0o644)
//
// It describes nothing itself: who adds a function describes it where it is.
package reference

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
	"sandbox/scripts/spec"
)

// Text is the reference as Markdown: everything that a file can call or write.
func Text() string {
	var b strings.Builder
	b.WriteString("# Lua reference\n\nGenerated from the program; `go test ./scripts/reference -update` writes it anew. Types are written as the Lua language server " +
		"writes them: `Car[]` is a list of cars, `integer|string` one of the two, `?` stands where something may be left out or be nil, `...` is any number of them.\n")
	keys(&b)
	for _, part := range []struct {
		title, intro string
		list         []api.Function
	}{
		{"racing", "From `local racing = require \"racing\"`, at the top of a file.", variant.Functions()},
		{"race", "In a rule; the race is its second argument. Call with a colon: `race:roll(car, \"d6\", \"move\")`.", host.Functions()},
		{"Paths", "What `race:paths` returns.", host.PathFunctions()},
		{"Roll tables", "What `racing.table` returns.", variant.TableFunctions()},
		{"track", "From `local track = require \"track\"`, at the top of a track's file. [Drawing a track](tracks.md) shows the notation.", track.Functions()},
		{"spec", "From `local spec = require \"spec\"`, in files called NAME_spec.lua.", spec.Functions()},
		{"A race in a spec", "What `spec.race` returns.", spec.RaceFunctions()},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", part.title, part.intro)
		for _, f := range part.list {
			described(&b, f)
		}
	}
	b.WriteString("\n## Fields\n\nOf the tables that rules are given, and of those that they write. What the race keeps of cars, spaces and itself is read; " +
		"a step that writes it is refused.\n")
	for _, c := range classes() {
		fields(&b, c)
	}
	names(&b)
	return b.String()
}

// keys writes the keys of a variant as a table.
func keys(b *strings.Builder) {
	b.WriteString("\n## Keys of a variant\n\n`racing.variant { ... }` takes these; anything else is assigned afterwards (`V.paces = ...`). " +
		"Functions may be keys too, or be written below: `function V:turn(race, car) ... end`. [Words](words.md#hooks) says when each is called.\n\n" +
		"| key | type | meaning |\n|---|---|---|\n")
	about, types, examples := variant.Keys(), variant.KeyTypes(), variant.KeyExamples()
	for _, key := range source.SortedKeys(about) {
		text := about[key]
		if e := examples[key]; e != "" {
			text += ": `" + e + "`"
		}
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", key, cell(types[key]), cell(text))
	}
}

// described writes a function with the types of what it takes and returns, and
// with a line of example.
func described(b *strings.Builder, f api.Function) {
	fmt.Fprintf(b, "\n### `%s`\n\n%s\n", f.Signature(), f.Doc)
	var lines []string
	if f.Args != "" {
		lines = append(lines, "Takes "+typed(f.Args)+".")
	}
	if f.Returns != "" {
		lines = append(lines, "Returns "+typed(f.Returns)+".")
	}
	if links := linked(f.Args + " " + f.Returns); links != "" {
		lines = append(lines, "Fields: "+links+".")
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(lines, " "))
	}
	if f.Example != "" {
		fmt.Fprintf(b, "\n    %s\n", f.Example)
	}
}

// typed is a list of arguments or results with their types.
func typed(list string) string {
	var all []string
	for _, v := range api.Values(list) {
		name := v.Name
		if v.Optional {
			name += "?"
		}
		all = append(all, "`"+name+": "+v.Type+"`")
	}
	return strings.Join(all, ", ")
}

var className = regexp.MustCompile(`\b[A-Z]\w+`)

// everywhere are the classes that nearly every function takes: a link from each
// of them helps nobody.
var everywhere = []string{"Car", "Race", "Space", "Variant", "VariantFields", "SpecRace"}

// linked are links to the fields of the classes that some types name.
func linked(types string) string {
	var links []string
	for _, name := range className.FindAllString(types, -1) {
		link := fmt.Sprintf("[%s](#fields-of-%s)", name, strings.ToLower(name))
		if !slices.Contains(everywhere, name) && !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	return strings.Join(links, ", ")
}

// classes are those whose fields are printed: the keys of a variant have a table
// of their own.
func classes() []api.Class {
	all := slices.Concat(host.Classes(), variant.Classes(), track.Classes(), spec.Classes())
	return slices.DeleteFunc(all, func(c api.Class) bool { return len(c.Fields) == 0 || c.Name == "Variant" })
}

// fields writes the fields of a class as a table.
func fields(b *strings.Builder, c api.Class) {
	name, of, _ := strings.Cut(c.Name, ": ")
	fmt.Fprintf(b, "\n### Fields of %s\n\n%s", name, c.Doc)
	if of != "" {
		fmt.Fprintf(b, " It is a `%s` with these fields beside.", of)
	}
	b.WriteString("\n\n| field | type | meaning |\n|---|---|---|\n")
	for _, f := range c.Fields {
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", f.Name, cell(f.Type), cell(f.Doc))
	}
}

// names writes the names that every file has.
func names(b *strings.Builder) {
	b.WriteString("\n## Names that every file has\n\n")
	fmt.Fprintf(b, "%s.\n\nOf `math`: %s. Of `string`: %s. Of `table`: `concat`, `insert`, `remove`, `sort` (stable).\n\n"+
		"`pairs` goes over the numbers of a table in their order, then its names. `ipairs` goes from 1 to the first hole; over a table that has nothing under 1 but "+
		"something further on it is an error, since it would go over none of it.\n",
		codes(source.Globals()), codes(source.Library("math")), codes(source.Library("string")))
}

func codes(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }
