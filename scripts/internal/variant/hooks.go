package variant

import (
	"slices"

	"sandbox/scripts/internal/api"
)

// Hooks are the functions of a variant that the program calls, in the order in
// which a race comes to them: when each is called, what it is given and returns.
func Hooks() []api.Function { return slices.Clone(hooks) }

var hooks = []api.Function{
	{Of: "V", Name: "session", Args: "race Race, number integer", Doc: "Once for each label in `sessions`, before the first round. It puts the cars on the grid; those that it leaves out wait.",
		Example: `function V:session(race) race:grid(race:cars()) end`},
	{Of: "V", Name: "open", Args: "race Race", Doc: "At the beginning of each round, as a step of its own; on a track with a board only.",
		Example: `function V:open(race) race.wind = race:roll(race, "d6", "wind") end`},
	{Of: "V", Name: "order", Args: "race Race, a Car, b Car", Returns: "first boolean", Doc: "Whenever the next car of a round is looked for, where `order` is a function and no name: whether a moves before b.",
		Example: `function V:order(_, a, b) return a.speed > b.speed end`},
	{Of: "V", Name: "level", Args: "race Race, a Car, b Car", Returns: "first boolean", Doc: "For two cars that have driven equally far, where `order` is a name: whether a moves before b. Without it the one that arrived first does.",
		Example: `function V:level(_, a, b) return a.gear > b.gear end`},
	{Of: "V", Name: "turn", Args: "race Race, car Car", Doc: "Once in each round for each car that runs, on a track with a board.",
		Example: `function V:turn(race, car) race:advance(car, race:roll(car, "d6", "move")) end`},
	{Of: "V", Name: "race_turn", Args: "race Race", Doc: "Once for each turn of the track, on a track without a board.",
		Example: `function V:race_turn(race) race:gain(race:places()[2], race:roll(race, "d6", "move") - 3) end`},
	{Of: "V", Name: "standing", Args: "race Race, a Car, b Car", Returns: "first boolean", Doc: "After each step, and for race:standings: whether a stands before b, of all cars, those that are home or out among them. It orders the standings and the result. Where neither stands before the other, and without it, those that are home come first, in the order in which they came, then those that run, the foremost first.",
		Example: `function V:standing(_, a, b) return a.score > b.score end`},
	{Of: "V", Name: "next", Args: "race Race", Returns: "label string?, step function?, car Car?, round integer?", Doc: "Before each step: which comes next. Every variant has one, which plays the sessions, the rounds and the turns in order; a fork calls it as V.base.next(self, race), a variant keeps it as `local usual = V.next` before it writes its own. Give each step of your own a label of its own, since dice are thrown by it; step is a function(self, race, car); nothing means that the race is over.",
		Example: `function V:next(race) if race.left > 0 then return "deal " .. race.left, self.deal end end`},
	{Of: "row", Name: "effect", Args: "self Variant, race Race, car Car, row Row", Doc: "By race:apply with that row of a roll table, before which `retire` and `spaces` of the row have done their part.",
		Example: `local row = { text = "a slide", effect = function(_, _, car) car.tyres = car.tyres - 1 end }`},
	{Of: "turn", Name: "units", Args: "self Variant, race Race, car Car, total integer, ... integer", Returns: "spaces integer?, read string?", Doc: "By a turn of racing.roll_and_advance, after its dice, the faces of which follow the total: how far they take the car, nothing where it does not move, and how they were read.",
		Example: `local turn = { dice = "2d6", purpose = "move", units = function(_, _, _, _, a, b) return math.max(a, b), "the higher" end }`},
	{Of: "V.bots", Name: "NAME", Args: "self Variant, race Race, car Car, ask Ask", Returns: "answer any", Doc: "For each question to a car that this bot drives: `--bots NAME`, and cars that nobody drives. It returns an option's id or a path, `ask.default` for what the rules offer first, and changes nothing.",
		Example: `function V.bots.bold(_, _, _, ask) return ask.key == "pace" and "push" or ask.default end`},
	{Of: "V.answers", Name: "KEY", Args: "self Variant, race Race, car Car, ask Ask, driver table, name string", Returns: "answer any", Doc: "For a question of that key to a car that a row of `V.drivers` drives: driver is the row, name its name. It returns an option's id or a path, or nothing for what the rules offer first.",
		Example: `V.answers.gear = racing.look_ahead`},
	{Of: "V", Name: "bot", Args: "race Race, car Car, ask Ask, driver table, name string", Returns: "answer any", Doc: "For each question to a car that a row of `V.drivers` drives, instead of `answers`. It returns as a bot of `V.bots` does.",
		Example: `function V:bot(_, car, ask, driver) return car.heat < driver.nerve and "push" or ask.default end`},
	{Of: "V", Name: "seen", Args: "race Race, car Car, driver table", Returns: "seen Seen?", Doc: "By racing.look_ahead, for what a driver sees that stands in no field of the car.",
		Example: `function V:seen(_, car) return { mode = car.gear, free = car.lap == 0 } end`},
	{Of: "V.stakes", Name: "KEY", Args: "self Variant, race Race, car Car, choice any, about any", Returns: "text string?", Doc: "For each option of a question of that key to a person, never in `sim`: what stands behind it at the prompt. Choice is what race:ask would return, about what the question was given for it. It changes nothing.",
		Example: `V.stakes = { pace = function(self, _, _, choice) return "heat " .. self.paces[choice].heat end }`},
	{Of: "more", Name: "read", Args: "text string", Returns: "id string|integer|nil, why string?", Doc: "Where somebody writes something that is no option of a question with a `read`: the id that it stands for, or nil and why it is none. It must read that id as itself.",
		Example: `local more = { read = function(text) if tonumber(text) then return text end return nil, "write a number" end }`},
}
