package host

import "sandbox/scripts/internal/api"

// Classes are the tables that rules are given of a race, or give it, in the order
// of the definitions. The functions of the race and of paths are in Functions and
// PathFunctions.
func Classes() []api.Class {
	return []api.Class{
		{Name: "Car", Doc: "A car. What the race keeps of it is read; fields of the game's own are declared in the key `car` of the variant.", Fields: api.FieldsOf(
			[3]string{"name", "string", "the entry's"},
			[3]string{"space?", "Space", "where it stands; nil off the track"},
			[3]string{"lap", "integer", "the lap that it is in, 0 before it first crosses the line"},
			[3]string{"status", `"waiting"|"running"|"home"|"out"`, "how its race stands"},
			[3]string{"grid?", "integer", "its starting place; nil without one"},
			[3]string{"place?", "integer", "among the cars that are home, in the order in which they came; without a board among those that run; nil without one"},
			[3]string{"stops", "integer", "made in the corner that it stands in"},
		)},
		{Name: "Race", Doc: "The race. What it keeps itself is read; fields of the game's own are declared in the key `race` of the variant.", Fields: api.FieldsOf(
			[3]string{"round", "integer", "0 before the first"},
			[3]string{"laps", "integer", "to drive; without a board, turns"},
			[3]string{"track", "string", "its name as people read it"},
			[3]string{"rows", "integer", "of the track, 0 without a board"},
		)},
		{Name: "Space", Doc: "A space of the track. What it does not have is nil.", Fields: api.FieldsOf(
			[3]string{"name", "string", `such as "12/1"`},
			[3]string{"row", "integer", "from the line, from 1"},
			[3]string{"lane", "integer", "1 is the inside; a pit lane beside them has the next number, its boxes the one after"},
			[3]string{"mark?", "string", "the name of its mark"},
			[3]string{"corner?", "integer", "the number of the corner that it lies in"},
			[3]string{"capacity", "integer", "how many cars it holds"},
			[3]string{"pit", "boolean", "whether it lies beside the track, in the pit lane or a box"},
			[3]string{"box?", "integer", "the number of the box that it is"},
			[3]string{"hill?", "string", `"up" or "down"`},
			[3]string{"surface?", "string", `what one drives on, such as "ice"`},
			[3]string{"limit?", "integer", "the speed limit, in mph"},
			[3]string{"line?", "boolean", "true on the line"},
			[3]string{"flag?", "string", "the text of its flag"},
		)},
		{Name: "Path", Doc: "A legal path of a car, good for this step.", Fields: api.FieldsOf(
			[3]string{"id", "string", `as drivers write it: "1R2"`},
			[3]string{"to?", "Space", "where it ends; nil when it goes home"},
			[3]string{"steps", "integer", "spaces that it drives"},
			[3]string{"unused", "integer", "spaces that it leaves undriven"},
			[3]string{"changes", "integer", "of lane, those along arrows not counted"},
			[3]string{"hazards", "integer", "spaces among `hazards` that it drives over or stops on"},
			[3]string{"home", "boolean", "whether it goes home"},
			[3]string{"beyond", "integer", "spaces beyond the line when it goes home"},
			[3]string{"overran", "Overrun[]", "the corners that it leaves with too few stops"},
			[3]string{"areas?", "integer[]", "the numbers of the areas that it touches, with the option areas"},
		)},
		{Name: "Overrun", Doc: "A corner that a path leaves with too few stops.", Fields: api.FieldsOf(
			[3]string{"corner", "integer", "its number"},
			[3]string{"missing", "integer", "stops not made"},
			[3]string{"beyond", "integer", "spaces driven beyond it"},
		)},
		{Name: "Paths", Doc: "What race:paths returns, good for this step.", Fields: api.FieldsOf(
			[3]string{"asked", "integer", "spaces that were asked for"},
			[3]string{"longest", "integer", "spaces that can be driven: below asked when cars block the way"},
			[3]string{"count", "integer", "how many paths there are"},
			[3]string{"areas?", "Area[]", "as they were given"},
		)},
		{Name: "PathOptions", Doc: "The options of race:paths.", Fields: api.FieldsOf(
			[3]string{"changes?", "integer", "lane changes allowed, 0 if left out; those along arrows do not count"},
			[3]string{"unused?", "string", `a capital letter for each space that may be left undriven, such as "KK": paths may be that much shorter`},
			[3]string{"shortest?", "integer", "how short a path may be, instead of unused"},
			[3]string{"hazards?", "Space[]", "spaces to be counted when driven over or stopped on"},
			[3]string{"areas?", "Area[]", "paths that touch other ones of them are told apart"},
			[3]string{"pit?", "boolean", "true: it may turn into the pit lane or its box"},
			[3]string{"straight?", "boolean", "true: it keeps its lane"},
			[3]string{"never_home?", "boolean", "true: the line is no finish"},
		)},
		{Name: "Area: Space[]", Doc: "A list of spaces of the option areas.", Fields: api.FieldsOf(
			[3]string{"name?", "string", "of the area"},
			[3]string{"shortest?", "integer", "how few spaces a path that touches it may drive"},
			[3]string{"over?", "integer", "mph above the limit, of those that race:limit_areas makes"},
		)},
		{Name: "PathWeights", Doc: "What each figure of a path counts for paths:best.", Fields: weights()},
		{Name: "SpeedTerms", Doc: "What race:best_speed and its kin reckon with: whole numbers, in a table that stays as it is, such as racing.derived makes. Worths and costs are in thousandths of a space.", Fields: api.FieldsOf(
			[3]string{"step", "integer", "mph of a space"},
			[3]string{"more", "integer", "mph more than a limit on its line"},
			[3]string{"turns", "integer", "that he looks ahead, 1 to 20"},
			[3]string{"up", "integer", "what a test costs"},
			[3]string{"over", "integer[][]", "four rows, for one to four or more steps above a limit: { points, loss }, or { points, loss, points, loss }, of which the cheaper is paid"},
			[3]string{"down", "integer[][]", "four rows like these, for steps slower than the deceleration allows"},
			[3]string{"tow", "integer", "what it is worth to end behind a car when both are as fast as tow_speed"},
			[3]string{"tow_speed", "integer", "that speed, in mph"},
			[3]string{"beset", "integer", "what it costs to end behind a slower car"},
			[3]string{"traffic?", "boolean", "true: he thinks of where the cars ahead of him will come to stand"},
		)},
		{Name: "Corner", Doc: "A corner of the track.", Fields: api.FieldsOf(
			[3]string{"number", "integer", "from 1"},
			[3]string{"name", "string", "as people read it"},
			[3]string{"stops", "integer", "that it asks"},
			[3]string{"from", "integer", "its first row"},
			[3]string{"to", "integer", "its last row"},
			[3]string{"inside", "integer", "the lane on its inside"},
			[3]string{"shortest", "integer", "spaces of the shortest way through it"},
			[3]string{"longest", "integer", "spaces of the longest"},
		)},
		{Name: "CornerAhead", Doc: "A corner that lies ahead of a car.", Fields: api.FieldsOf(
			[3]string{"number", "integer", "of the corner"},
			[3]string{"owed", "integer", "stops still to be made there"},
			[3]string{"entry", "integer", "spaces in its own lane to the first of the corner; 0 for the one that it stands in"},
			[3]string{"exit", "integer", "spaces in its own lane to the last of the corner"},
		)},
		{Name: "LimitAhead", Doc: "A run of spaces with one speed limit that lies ahead of a car.", Fields: api.FieldsOf(
			[3]string{"limit", "integer", "in mph"},
			[3]string{"entry", "integer", "spaces to the first of them; 0 where it stands in one"},
			[3]string{"exit", "integer", "spaces to the last of them"},
		)},
		{Name: "PitLane", Doc: "The pit lane that cars can drive through.", Fields: api.FieldsOf(
			[3]string{"entry", "integer", "the row that it leaves the track from"},
			[3]string{"first", "Space", "its first space"},
			[3]string{"exit", "integer", "the row that it leads to"},
			[3]string{"boxes", "integer", "how many it has"},
		)},
		{Name: "Option", Open: true, Doc: "An option of race:ask.", Fields: api.FieldsOf(
			[3]string{"id", "string|integer", "what is answered"},
			[3]string{"text?", "string", "what the prompt says of it"},
			[3]string{"no?", "string", "why it cannot be chosen now"},
		)},
		{Name: "More", Doc: "What else race:ask is told.", Fields: api.FieldsOf(
			[3]string{"text?", "string", "of the prompt"},
			[3]string{"default?", "string|integer", "the id that Enter takes; with race:confirm \"yes\" or \"no\""},
			[3]string{"secret?", "boolean", "true: the answer is told to nobody before race:reveal or the end of the step"},
			[3]string{"about?", "any", "handed to V.stakes"},
			[3]string{"read?", "fun(text: string): string|integer|nil, string?", "reads what somebody writes instead of choosing an option; returns the id that it stands for, which it reads as itself, or nil and why it is none. The choice is then a table { id }"},
		)},
		{Name: "Ask", Doc: "What a bot is asked, good for this question.", Fields: api.FieldsOf(
			[3]string{"key", "string", "of the question"},
			[3]string{"text", "string", "of the prompt"},
			[3]string{"options?", "string[]", "the ids that can be chosen; nil where paths are"},
			[3]string{"paths?", "Paths", "the paths that can be chosen"},
			[3]string{"default", "string|Path", "what the rules offer first"},
		)},
	}
}

// weights are the figures that a path has.
func weights() []api.Field {
	var list []api.Field
	for i := range figures {
		list = append(list, api.Field{Name: figures[i].name + "?", Type: "number", Doc: figures[i].doc})
	}
	return append(list, api.Field{Name: "areas?", Type: "number[]", Doc: "one for each area, where it touches it"})
}
