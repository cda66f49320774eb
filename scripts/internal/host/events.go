package host

import "sandbox/scripts/internal/api"

// Events are what the program itself tells, whatever the game, in the order in
// which a race has them. What rules tell with race:tell comes beside them.
func Events() []api.Event {
	space := [3]string{"space?", "string", "where; none on a track without a board"}
	place := [3]string{"place", "integer", "from 1"}
	return []api.Event{
		{Type: "grid", Words: "starts from place {place}", Doc: "race:grid stood a car on the grid.", Fields: api.FieldsOf(place, space)},
		{Type: "roll", Words: "{purpose} {dice}: {total}", Doc: "Dice were thrown.", Fields: api.FieldsOf(
			[3]string{"purpose", "string", "what for; the name of the table where one was rolled on"},
			[3]string{"dice", "string", `such as "2d6"`},
			[3]string{"face?", "integer", "of a single die"},
			[3]string{"faces?", "integer[]", "of several"},
			[3]string{"modifiers?", "table", "what was added, by name"},
			[3]string{"total", "integer", "with the modifiers; in words with how it came about"},
			[3]string{"typed?", "boolean", "true where people threw real dice"},
			[3]string{"own?", "boolean", "true where the program threw among real dice"},
		)},
		{Type: "read", Words: "{as}: {units}", Doc: "A declared turn read its dice in a way of its own.", Fields: api.FieldsOf(
			[3]string{"as", "string", `such as "the higher"`},
			[3]string{"units", "integer", "how far they take the car"},
		)},
		{Type: "row", Open: true, Words: "{text}", Doc: "Dice chose a row of a table. The texts, numbers, and true or false of the row are fields too.", Fields: api.FieldsOf(
			[3]string{"table", "string", "its path in the variant"},
			[3]string{"face", "integer", "the total that chose"},
			[3]string{"value?", "any", "the row where it is no table"},
		)},
		{Type: "move", Words: "{from} to {to}", Doc: "A car drove, or was stood on another space.", Fields: api.FieldsOf(
			[3]string{"from", "string", "a space"},
			[3]string{"to", "string", `a space, or "the finish"`},
			[3]string{"rows", "integer", "moved, negative when it went back"},
			[3]string{"aimed?", "integer", "rows that it should have moved, where these are others"},
			[3]string{"lap?", "integer", "that it begins or comes back to"},
		)},
		{Type: "move back", Words: "{from} back to {to}", Doc: "Words for a move with less than 0 rows."},
		{Type: "move none", Words: "stays on {from}", Doc: "Words for a move with 0 rows."},
		{Type: "place", Words: "goes from place {from} to {to}", Doc: "On a track without a board, rules gave a car another place. Of those that only close up nothing is told.", Fields: api.FieldsOf(
			[3]string{"from", "integer", "the place before"},
			[3]string{"to", "integer", "the place now"},
		)},
		{Type: "answer", Words: "{ask}: {option}", Doc: "A question was answered.", Fields: api.FieldsOf(
			[3]string{"ask", "string", "its key"},
			[3]string{"option", "string", "the id chosen"},
			[3]string{"of", "string[]", "the ids that there were"},
		)},
		{Type: "finish", Words: "is home in place {place}", Doc: "A car came home.", Fields: api.FieldsOf(place,
			[3]string{"beyond?", "integer", `spaces beyond the line, where finish is "furthest beyond"`})},
		{Type: "displaced", Words: "is now in place {place}: {other} got further beyond the line", Doc: `A car that was home is put back by one of its round, where finish is "furthest beyond".`, Fields: api.FieldsOf(place,
			[3]string{"other", "string", "the car that got further"})},
		{Type: "retire", Words: "is out: {why}", Doc: "A car is out.", Fields: api.FieldsOf(
			[3]string{"why", "string", "as the rules said"}, space,
			[3]string{"place?", "integer", "that it had, on a track without a board"},
			[3]string{"stands?", "boolean", "true where it stands in the way as a wreck"},
		)},
		{Type: "remove", Words: "is cleared away from {space}", Doc: "A wreck was taken off the track.", Fields: api.FieldsOf([3]string{"space", "string", "where it stood"})},
	}
}

// Statuses are the words that car.status may have, what each means, and how a car
// gets there.
func Statuses() [][3]string {
	return [][3]string{
		{"waiting", "It is entered and beside the track, in no place. It has no turn", "every car begins so, until race:grid"},
		{"running", "It stands on a space, or without a board has a place. It has turns", "race:grid"},
		{"home", "It has finished and is off the track. Its `place` is final but for \"furthest beyond\"", "it crosses the line after the last lap (race:advance, race:drive, race:shift, a row's `spaces`); without a board at the end of the last turn"},
		{"out", "It will not finish. A wreck stands in the way until race:remove, any other is off the track. It has no turn", "race:retire, race:wreck, a row's `retire`"},
	}
}
