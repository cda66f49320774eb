// Package reference writes the reference of the Lua side, from the descriptions
// that stand beside the functions themselves.
//
//	os.WriteFile("docs/lua-reference.md", []byte(reference.Text()), 0o644)
//
// It describes nothing itself: who adds a function describes it where it is.
package reference

import (
	"fmt"
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
	b.WriteString("# Lua reference\n\nGenerated from the program; `go test ./scripts/reference -update` writes it anew.\n")
	b.WriteString("\n## Keys of a variant\n\n")
	b.WriteString("`racing.variant { ... }` takes these; anything else is assigned afterwards (`V.action = ...`).\n\n")
	b.WriteString("| key | meaning |\n|---|---|\n")
	keys := variant.Keys()
	for _, key := range source.SortedKeys(keys) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", key, cell(keys[key]))
	}
	for _, part := range []struct {
		title, intro string
		list         []api.Function
	}{
		{"racing", "From `local racing = require \"racing\"`, at the top of a file.", variant.Functions()},
		{"race", "In a rule; the race is its second argument. Call with a colon: `race:roll(car, \"d6\", \"move\")`.", host.Functions()},
		{"Paths", "What `race:paths` returns. A path is a table: id (as drivers write it: \"1R2\"), to (the space it ends on, nil when it goes home), steps, unused, changes, hazards, home, beyond (spaces beyond the line when it goes home), and overran, a list of { corner, missing, beyond } for corners left with too few stops; with the option areas also areas, the numbers of those it touches.", host.PathFunctions()},
		{"Roll tables", "What `racing.table` returns.", variant.TableFunctions()},
		{"track", "From `local track = require \"track\"`, at the top of a track's file.", track.Functions()},
		{"spec", "From `local spec = require \"spec\"`, in files called NAME_spec.lua.", spec.Functions()},
		{"A race in a spec", "What `spec.race` returns.", spec.RaceFunctions()},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", part.title, part.intro)
		for _, f := range part.list {
			fmt.Fprintf(&b, "\n### `%s`\n\n%s\n", f.Signature(), f.Doc)
		}
	}
	b.WriteString("\n## Fields that the race keeps\n\nThey are read; a step that writes one is refused.\n\n")
	fmt.Fprintf(&b, "- of a car: %s\n- of the race: %s\n- of a space: %s\n",
		codes(host.CarKeys()), codes(host.RaceKeys()), codes(host.SpaceKeys()))
	b.WriteString("\n## Names that every file has\n\n")
	fmt.Fprintf(&b, "%s.\n\nOf `math`: %s. Of `string`: %s. Of `table`: `concat`, `insert`, `remove`, `sort` (stable).\n\n"+
		"`pairs` goes over the numbers of a table in their order, then its names. `ipairs` goes from 1 to the first hole; over a table that has nothing under 1 but "+
		"something further on it is an error, since it would go over none of it.\n",
		codes(source.Globals()), codes(source.Library("math")), codes(source.Library("string")))
	return b.String()
}

func codes(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }
