package track

import (
	"slices"

	"sandbox/scripts/internal/api"
)

// Classes are the tables that tracks are written with, in the order of the
// definitions.
func Classes() []api.Class {
	spaces := [3]string{"spaces", "integer|integer[]", "the rows it is long; of a corner perhaps one number for each lane, from lane 1 on"}
	sections := api.FieldsOf(
		[3]string{"name?", "string", "as people read it"},
		[3]string{"hill?", `"up"|"down"`, "how it climbs"},
		[3]string{"surface?", "string", `what one drives on, such as "ice"`},
		[3]string{"limit?", "integer|integer[]", "in mph, one number, or a list with one for each of its lanes"},
		[3]string{"line?", "table<string, string>", `by lane a word for each space, x on the line: { inside = ". x ." }`},
		[3]string{"flags?", "table<string, (string|false)[]>", "by lane a text for each space, false for none"},
		[3]string{"capacity?", "integer", "how many cars each of its spaces holds; 1 if left out"},
		[3]string{"widened?", "boolean", "true where the side lanes are"},
		[3]string{"arrows?", "table<string, string>", `by lane a word for each space, of the letters S (straight on), L and R (one lane to the left, to the right): { inside = "S SL" }`},
	)
	return []api.Class{
		{Name: "Straight", Doc: "What track.straight takes.", Fields: slices.Concat(api.FieldsOf(spaces), sections)},
		{Name: "Bend", Doc: "What track.corner takes.", Fields: slices.Concat(api.FieldsOf(spaces,
			[3]string{"turn", "integer", "degrees, 90 to the right, -90 to the left"},
			[3]string{"stops?", "integer", "that it asks, none if left out"},
		), sections)},
		{Name: "Circuit", Doc: "What track.circuit takes, with its sections as a list.", Fields: slices.Concat(api.FieldsOf(
			[3]string{"[integer]", "table", "its sections, in driving order from the line"},
			[3]string{"name", "string", "as people read it"},
			[3]string{"lanes?", "integer|string[]", "how many, or their names from the inside"},
			[3]string{"side_lanes?", "string[]", "the first of them, the last, or both: only sections with widened have these, and they lead into the lane beside them where they end"},
			[3]string{"laps?", "integer", "of a race"},
			[3]string{"closed?", "boolean", "false for a track that does not come back to its line"},
			[3]string{"marks?", "table", "spaces on which a game may roll for something: { every = 10 }, or a list of rows, with a name"},
			[3]string{"grid?", "Grid", "where cars start"},
			[3]string{"pit_lane?", "PitPlan", "beside the track"},
			[3]string{"data?", "table", "numbers, texts, true, false and tables of them, for single games"},
		), chartFields())},
		{Name: "Grid", Doc: "Where cars start: side by side from lane 1 on, backwards from a row.", Fields: api.FieldsOf(
			[3]string{"places", "integer", "how many"},
			[3]string{"row?", "integer", "that of the first place; the last of the track if left out"},
			[3]string{"apart?", "integer", "2: in every second row"},
		)},
		{Name: "PitPlan", Doc: "A pit lane: a space beside each row, over the line if need be.", Fields: api.FieldsOf(
			[3]string{"from", "integer", "the row that it leaves the track from"},
			[3]string{"to", "integer", "the row that it leads to"},
			[3]string{"offset?", "integer", "so many spaces to the right of the middle or, negative, to the left; 2 if left out"},
			[3]string{"boxes?", "integer", "how many it has; without, it is only drawn"},
		)},
		{Name: "Positions", Doc: "What track.positions takes: a track without a board.", Fields: api.FieldsOf(
			[3]string{"name", "string", "as people read it"},
			[3]string{"turns", "integer", "how long a race is, 1 to 1000"},
			[3]string{"data?", "table", "numbers, texts, true, false and tables of them, for single games"},
		)},
	}
}

// chartFields are the charts that a circuit can have.
func chartFields() []api.Field {
	var list []api.Field
	for _, name := range chartNames() {
		list = append(list, api.Field{Name: name + "?", Type: "table<string, string>", Doc: `a chart for dice: { ["1-14"] = "good" }`})
	}
	return list
}
