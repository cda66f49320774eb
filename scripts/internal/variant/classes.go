package variant

import (
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/source"
)

// Classes are the tables that variants are written with, in the order of the
// definitions.
func Classes() []api.Class {
	return []api.Class{
		{Name: "Variant", Doc: "A variant: the keys that have a meaning, and whatever is assigned to it.", Fields: append(keyFields(), api.FieldsOf(
			[3]string{"base?", "Variant", "what a fork extends, as it was: V.base.turn(self, race, car)"},
		)...)},
		{Name: "VariantFields: Variant", Open: true, Doc: "What racing.variant takes, the keys alone, and racing.extend, those of the base's own too."},
		{Name: "House: Variant", Open: true, Doc: "A house rule: what it changes in the game that it is laid over, and what it adds.", Fields: api.FieldsOf(
			[3]string{"super", "any", "what is below, in functions: R.super.turn(self, race, car)"},
		)},
		{Name: "HouseFields: Variant", Open: true, Doc: "What racing.house takes: its own keys, and those of the game that it changes.", Fields: api.FieldsOf(
			[3]string{"needs?", "string[]", "what the game must have: paths, or fields of its cars or of the race"},
		)},
		{Name: "Row", Open: true, Doc: "A row of a roll table. These fields have a meaning; others are data.", Fields: api.FieldsOf(
			[3]string{"text?", "string", "how it is told"},
			[3]string{"spaces?", "integer", "moves the car, back for a negative number, at race:apply"},
			[3]string{"retire?", "boolean|string", "true, or why: race:apply takes the car out"},
			[3]string{"effect?", "fun(self: Variant, race: Race, car: Car, row: Row)", "is called by race:apply"},
		)},
		{Name: "RollTable: table<integer, Row>", Doc: "A table that dice choose a row of, as racing.table makes it.", Fields: api.FieldsOf(
			[3]string{"dice", "string", `such as "d20"`},
		)},
		{Name: "Entry", Open: true, Doc: "A row of the entry list, with starting values of fields of cars.", Fields: api.FieldsOf(
			[3]string{"name", "string", "of the car"},
		)},
		{Name: "Seen", Doc: "What V:seen returns: what a driver who looks ahead sees and no field of his car tells. What is left out is as the outlook has it.", Fields: api.FieldsOf(
			[3]string{"mode?", "string|integer", "that the choice follows; for paths the one that moves"},
			[3]string{"left?", "table<string, number>", "the amounts that the car has, by name"},
			[3]string{"start?", "table<string, number>", "those that it had at the start"},
			[3]string{"free?", "boolean", "true: a change of mode costs nothing"},
			[3]string{"factor?", "integer", "by which spaces beyond a corner count"},
			[3]string{"more?", "integer", "spaces that a throw moves more"},
			[3]string{"extra?", "integer", "spaces that it moves more when it meets a corner"},
			[3]string{"hazards?", "Space[]", "spaces that are bad to drive on"},
			[3]string{"hazard?", "number", "what one of them on the way costs, in spaces"},
			[3]string{"touch?", "number", "what a car beside its end costs, in spaces"},
		)},
		{Name: "DeclaredTurn", Doc: "What racing.roll_and_advance takes.", Fields: api.FieldsOf(
			[3]string{"dice", "string", `such as "d6"`},
			[3]string{"purpose", "string", "what they are thrown for"},
			[3]string{"on_mark?", "string", "the name of a roll table, rolled where the roll ends on a mark"},
			[3]string{"units?", "fun(self: Variant, race: Race, car: Car, total: integer, ...: integer): integer?, string?", "how far the dice take the car, nothing where it does not move; and how they were read, such as \"the higher\", which is told as `read`"},
		)},
	}
}

// keyFields are the keys of variants with their types.
func keyFields() []api.Field {
	var list []api.Field
	for _, key := range source.SortedKeys(keys) {
		list = append(list, api.Field{Name: key + "?", Type: keyTypes[key], Doc: keys[key]})
	}
	return list
}

// aBot is the type of those who answer for a car.
const aBot = "fun(self: Variant, race: Race, car: Car, ask: Ask): any"

// keyTypes are the types of the keys, as the Lua language server writes them.
var keyTypes = map[string]string{
	"name":               "string",
	"track":              "string",
	"laps":               "integer",
	"order":              `"foremost first"|"circuit first"|fun(self: Variant, race: Race, a: Car, b: Car): boolean`,
	"level":              "fun(self: Variant, race: Race, a: Car, b: Car): boolean",
	"standing":           "fun(self: Variant, race: Race, a: Car, b: Car): boolean",
	"sessions":           "string[]",
	"session":            "fun(self: Variant, race: Race, number: integer)",
	"open":               "fun(self: Variant, race: Race)",
	"turn":               "fun(self: Variant, race: Race, car: Car)",
	"race_turn":          "fun(self: Variant, race: Race)",
	"next":               "fun(self: Variant, race: Race): string?, function?, Car?, integer?",
	"car":                "table<string, any>",
	"race":               "table<string, any>",
	"entries":            "Entry[]|table<string, any>",
	"rows_for":           "table<string, string[]>",
	"one_of":             "table<string, string|string[]>",
	"ranges":             "table<string, table>",
	"bots":               "table<string, " + aBot + ">",
	"answers":            "table<string, fun(self: Variant, race: Race, car: Car, ask: Ask, driver: table, name: string): any>",
	"bot":                "fun(self: Variant, race: Race, car: Car, ask: Ask, driver: table, name: string): any",
	"stakes":             "table<string, fun(self: Variant, race: Race, car: Car, choice: any, about: any): string?>",
	"words":              "table<string, string>",
	"points":             "integer[]|string",
	"points_systems":     "table<string, integer[]>",
	"points_for_retired": "boolean",
	"bonus_points":       "string",
	"columns":            "string[]",
	"finish":             `"first across"|"furthest beyond"`,
	"marks_from_lap":     "integer",
}

// keyExamples are what may stand under keys that are no functions.
var keyExamples = map[string]string{
	"rows_for":       `{ team = { "modifiers" } }`,
	"one_of":         `{ ["pit_fast.*.next"] = "standing", ["start.*.kind"] = { "fast", "slow" } }`,
	"ranges":         `{ ["drivers.*.attempt"] = { 0, 1 }, ["drivers.*.turns"] = { 1, 20, whole = true } }`,
	"words":          `{ ["roll move"] = "rolls {total}", ["answer pit no"] = "" }`,
	"car":            `{ fuel = 30, tyres = "hard", target = racing.none }`,
	"race":           `{ wind = 0 }`,
	"entries":        `{ { name = "Ada", fuel = 28 }, { name = "Bertha" } }`,
	"columns":        `{ "fuel", "wp.T" }`,
	"sessions":       `{ "Q1", "Q2" }`,
	"points":         `{ 9, 6, 4, 3, 2, 1 }`,
	"points_systems": `{ classic = { 9, 6, 4, 3, 2, 1, best = 11 } }`,
}
