package spec

import "sandbox/scripts/internal/api"

// Classes are the tables that specs are written with and look at, in the order of
// the definitions.
func Classes() []api.Class {
	return []api.Class{
		{Name: "Laid", Doc: "A race that spec.race lays down.", Fields: api.FieldsOf(
			[3]string{"variant", "string", "its name, as in the command: \"first\""},
			[3]string{"with?", "string|string[]", "house rules over it, the last one on top"},
			[3]string{"track?", "string", "instead of the variant's own"},
			[3]string{"laps?", "integer", "to drive"},
			[3]string{"round?", "integer", "that is played"},
			[3]string{"turn?", "integer", "instead of round on a track without a board: the one that is played next"},
			[3]string{"seed?", "string|number", "throws the dice, instead of those laid down"},
			[3]string{"bots?", "string|string[]", "who answer what race:answer does not"},
			[3]string{"set?", "string|string[]", "values of the rules: \"path=value\""},
			[3]string{"race?", "table<string, any>", "fields of the race"},
			[3]string{"cars?", "LaidCar[]", "the entries' if left out"},
			[3]string{"places?", "string[]", "names in their order, on a track without a board"},
		)},
		{Name: "LaidCar", Open: true, Doc: "A car of such a race, with the game's own fields.", Fields: api.FieldsOf(
			[3]string{"name", "string", "of the car"},
			[3]string{"at?", "integer|string", "a row, or a space's name"},
			[3]string{"lap?", "integer", "1 if left out"},
			[3]string{"grid?", "integer", "its starting place"},
			[3]string{"moved?", "boolean", "true when it had its turn in this round"},
			[3]string{"stops?", "integer", "made in the corner that it stands in"},
			[3]string{"status?", "string", "a retired one with a place stands there as a wreck"},
			[3]string{"why?", "string", "it is out"},
		)},
		{Name: "Question", Doc: "What a person is asked.", Fields: api.FieldsOf(
			[3]string{"who", "string", "is asked"},
			[3]string{"key", "string", "of the question"},
			[3]string{"text", "string", "of the prompt"},
			[3]string{"default", "string", "the id that Enter takes"},
			[3]string{"options", "table[]", "each with id, text, note (what V.stakes says) and no (why it cannot be chosen)"},
		)},
		{Name: "Event", Open: true, Doc: "Something that happened, with fields of its own.", Fields: api.FieldsOf(
			[3]string{"type", "string", "such as move"},
			[3]string{"step", "string", "in which it happened"},
			[3]string{"where", "string", "the file and line that caused it"},
			[3]string{"car?", "string", "whose it is"},
		)},
		{Name: "Result", Doc: "A row of the classification.", Fields: api.FieldsOf(
			[3]string{"place", "integer", "from 1"},
			[3]string{"car", "string", "its name"},
			[3]string{"status", "string", "how its race ended"},
			[3]string{"points", "integer", "that it scores"},
		)},
		{Name: "Checks", Doc: "What spec.expect returns.", Fields: api.FieldsOf(
			[3]string{"equals", "fun(want: any)", "the same content"},
			[3]string{"near", "fun(want: number, tolerance: number)", "a number so near"},
			[3]string{"is_true", "fun()", "true itself"},
			[3]string{"is_nil", "fun()", "nothing"},
			[3]string{"includes", "fun(part: any)", "a text in a text, an item in a list, fields in a table or in an item of a list"},
			[3]string{"fails_with", "fun(text: string)", "a function that fails so"},
		)},
	}
}
