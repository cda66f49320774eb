package scripts

import (
	"fmt"
	"sort"
	"strings"
)

// Reference is the reference of the Lua side as Markdown: everything that a
// file can call or write, from the same descriptions that the program checks
// calls with.
func Reference() string {
	var b strings.Builder
	b.WriteString("# Lua reference\n\nGenerated from the program; `go test ./scripts -update` writes it anew.\n")
	b.WriteString("\n## Keys of a variant\n\n")
	b.WriteString("`racing.variant { ... }` takes these; anything else is assigned afterwards (`V.action = ...`).\n\n")
	b.WriteString("| key | meaning |\n|---|---|\n")
	for _, key := range sortedKeys(variantKeys) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", key, cell(variantKeys[key]))
	}
	for _, part := range []struct {
		title, intro string
		list         []Function
	}{
		{"racing", "From `local racing = require \"racing\"`, at the top of a file.", racingFunctions},
		{"race", "In a rule; the race is its second argument. Call with a colon: `race:roll(car, \"d6\", \"move\")`.", raceAPI},
		{"Paths", "What `race:paths` returns. A path is a table: id (as drivers write it: \"1R2\"), to (the space it ends on, nil when it goes home), steps, unused, changes, hazards, home, beyond (spaces beyond the line when it goes home), and overran, a list of { corner, missing, beyond } for corners left with too few stops; with the option areas also areas, the numbers of those it touches.", pathFunctions},
		{"Roll tables", "What `racing.table` returns.", tableFunctions},
		{"track", "From `local track = require \"track\"`, at the top of a track's file.", trackFunctions},
		{"spec", "From `local spec = require \"spec\"`, in files called NAME_spec.lua.", specFunctions},
		{"A race in a spec", "What `spec.race` returns.", raceFunctions},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", part.title, part.intro)
		for _, f := range part.list {
			fmt.Fprintf(&b, "\n### `%s`\n\n%s\n", f.signature(), f.Doc)
		}
	}
	b.WriteString("\n## Fields that the race keeps\n\nThey are read; a step that writes one is refused.\n\n")
	fmt.Fprintf(&b, "- of a car: %s\n- of the race: %s\n- of a space: %s\n",
		codes(sortedKeys(reservedCar)), codes(fieldsOfRace()), codes(sortedKeys(spaceKeys)))
	b.WriteString("\n## Names that every file has\n\n")
	fmt.Fprintf(&b, "%s.\n\nOf `math`: %s. Of `string`: %s. Of `table`: `concat`, `insert`, `remove`, `sort` (stable).\n",
		codes(sortedKeys(allowed)), codes(keptMath), codes(keptText))
	return b.String()
}

// signature is "race:roll(who, dice, purpose, ...) -> total, face, ...".
func (f Function) signature() string {
	sep := "."
	if f.Of == "race" || f.Of == "table" || f.Of == "paths" || strings.HasPrefix(f.Of, "race ") {
		sep = ":"
	}
	of, _, _ := strings.Cut(f.Of, " ")
	s := of + sep + f.name + "(" + f.Args + ")"
	if f.Returns != "" {
		s += " -> " + f.Returns
	}
	return s
}

// fieldsOfRace are the reserved names of the race that are no methods.
func fieldsOfRace() []string {
	methods := map[string]bool{}
	for _, f := range raceAPI {
		methods[f.name] = true
	}
	var names []string
	for name := range reservedRace {
		if !methods[name] {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func codes(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// racingFunctions describe the table racing.
var racingFunctions = []Function{
	{Of: "racing", name: "variant", Args: "fields", Returns: "V", Doc: "Begins a variant. Fields are the keys above; what is left out has the library's value."},
	{Of: "racing", name: "extend", Args: "name, fields", Returns: "V", Doc: "Begins a fork of another variant. Fields may only name what the base has: tables with names merge field by field, roll tables row by row, lists replace, `racing.none` removes, functions replace and reach the old one as `V.base.turn`."},
	{Of: "racing", name: "use", Args: "V, name", Returns: "mixin", Doc: "Has a variant take over what it lacks of a mixin of the library, rules that several games share, such as `trouble`: functions and tables, with the fields of cars and the words in them. Tables with names are filled up; what the variant has stays. Returns the mixin, to reach a function of it that the variant replaces."},
	{Of: "racing", name: "table", Args: "dice, rows", Returns: "roll table", Doc: "A table that dice choose a row of. Keys are faces (`7`) or ranges (`\"3-11\"`) and must cover each total once. The fields `text`, `spaces`, `retire` and `effect` of a row have a meaning (see race:apply); others are data."},
	{Of: "racing", name: "roll_and_advance", Args: "turn", Returns: "function", Doc: "A declared turn, which runs without entering Lua: throws `dice` for `purpose` and advances by the total. `on_mark` names a roll table that is rolled and applied where the roll ended on a mark: not where it had to queue for a marked row that was full, nor for a car that did not move, nor before lap `marks_from_lap`. `units` may be a function(self, race, car, total, face, ...) that says how far the dice take the car; nothing means that it does not move."},
}

// tableFunctions describe roll tables.
var tableFunctions = []Function{
	{Of: "table", name: "roll", Args: "race, car, purpose", Returns: "row, total", Doc: "Throws the table's dice for a car, or for the race itself, and returns the row that came up. The purpose of the roll is the table's own name if none is given."},
}

// trackFunctions describe the table track.
var trackFunctions = []Function{
	{Of: "track", name: "straight", Args: "section", Doc: "A straight: `spaces`, the rows it is long. It may also have a `name`, a `hill` (\"up\" or \"down\"), a `surface` (a text, such as \"ice\") and `arrows`, which bind the last spaces of a lane, such as those before a corner: `{ inside = \"S SL\" }`; a `limit` in mph, one number or a list with one for each of its lanes; and a `line`, for each lane that it touches a text with a word for each space, x for one on the line: `{ inside = \". x .\", outside = \"x . x\" }`. `widened` is true where the circuit's side lanes are. `flags` are texts on single spaces: for each lane a list in driving order, false for none."},
	{Of: "track", name: "corner", Args: "section", Doc: "A corner: `spaces`, a number or a list with one for each of its lanes, from lane 1 on; `turn` in degrees, 90 to the right, -90 to the left; and `stops`, those it asks (none if left out: then it leads on like a straight). `name`, `hill`, `surface`, `limit`, `line`, `arrows`, `widened` and `flags` as of a straight; a lane's arrows are a text with a word for each of its spaces, of the letters S (straight on), L and R (one lane to the left, to the right). In a corner with stops a lane without arrows allows straight on, and one lane inwards in its first half, outwards in its second."},
	{Of: "track", name: "circuit", Args: "circuit", Doc: "A circuit: its sections in driving order from the line, and `name`, `lanes` (a number, or their names from the inside), `side_lanes` (the first of them, the last, or both: lanes that only sections with `widened = true` have, and which lead into the lane beside them where they end), `laps`, `closed` (false for a track that does not come back to its line), `marks` ({ every = 10 } or a list of rows, with a `name`), `grid` ({ places = 24, row = 100 }: side by side, backwards from the last row or the one given), `pit_lane` ({ from, to, offset, boxes }: beside those rows, so many spaces to the right of the middle or, negative, to the left; only drawn if it has no boxes), `weather` (a chart for a d20, { [\"1-14\"] = \"good\", [\"15-20\"] = \"rain\" }, of good, changeable and rain), `data` (a table of numbers, texts, true, false and such tables, for single games)."},
	{Of: "track", name: "positions", Args: "track", Doc: "A track without a board, on which cars have places and nothing else: `name`, `turns` (how long a race is, 1 to 1000), `data` (as a circuit's)."},
}

// Globals lists the names that every file has, sorted.
func Globals() []string { return sortedKeys(allowed) }
