package variant

import (
	"fmt"
	"maps"
	"slices"

	"sandbox/core/dice"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Keys are the keys with a meaning to the program, and what they mean;
// racing.variant takes these and no others.
func Keys() map[string]string { return maps.Clone(keys) }

var keys = map[string]string{
	"name":               "the game's name, as people read it",
	"track":              "the track it is raced on when none is given",
	"laps":               "laps to drive when neither the command nor the track says",
	"order":              "who moves first in a round: \"foremost first\"; \"circuit first\", the same but with those in a pit lane after all others; or a function that is true when a moves before b",
	"level":              "whether a moves before b where both have driven equally far and the order is a name",
	"sessions":           "labels of the qualifying sessions, in order; each is one step",
	"session":            "plays a qualifying session",
	"open":               "opens a round, as a step of its own",
	"turn":               "plays a car's turn",
	"race_turn":          "plays a turn of the whole race, on a track without a board",
	"next":               "says which step comes next, where steps come otherwise than in rounds",
	"standing":           "whether car a stands before car b, of all cars, those that are home or out among them: it orders the standings and the result, and says who wins; where neither does, the usual order holds",
	"car":                "fields of each car that outlive a step, with their starting values; racing.none for one that holds nothing yet",
	"race":               "fields of the race that outlive a step, with their starting values",
	"entries":            "the entry list: rows with a name and starting values of car fields",
	"rows_for":           "tables that must have a row for what an entry gives in a field, or for what every car begins with there; an entry list is refused otherwise",
	"one_of":             "texts that values may be, by path: a list of them, or the name of a table of the variant that has them. Any other value is an error, in a fork and with --set too",
	"ranges":             "the least and the most that numbers may be, by path as in one_of. Any other value is an error, in a fork and with --set too",
	"bots":               "who drives for absent people, by name",
	"answers":            "what the rows of `drivers` answer, by the question's key",
	"bot":                "who answers for the rows of `drivers`, if not `answers`",
	"stakes":             "what the prompt says about each choice of a question, by the question's key",
	"words":              "how events are told: a text with {fields} by event type, or by type and name; an empty text is not told",
	"points":             "points by place, best first: a list, or the name of one in points_systems",
	"points_systems":     "lists of points by name; `best = 11` beside them: so many results of a championship count",
	"points_for_retired": "whether a retired car scores the points of its place",
	"bonus_points":       "the field of `car` with points that a driver has beside those of the place, however his race ended",
	"columns":            "fields of cars that the standings show, in order; \"wp.T\" is the T of a table",
	"finish":             "who of those that come home is ahead: \"first across\" the line, or \"furthest beyond\" it of those of one round",
	"marks_from_lap":     "the first lap on which marks count; 0 is the run from the grid to the line",
}

// KeyTypes are the types of the keys, as the Lua language server writes them.
func KeyTypes() map[string]string { return maps.Clone(keyTypes) }

// KeyExamples are what stands under those keys of which the name and the type do
// not say enough.
func KeyExamples() map[string]string { return maps.Clone(keyExamples) }

// Functions describe the table racing.
func Functions() []api.Function { return slices.Clone(functions) }

// TableFunctions describe roll tables.
func TableFunctions() []api.Function { return slices.Clone(tableFunctions) }

var functions = []api.Function{
	{Of: "racing", Name: "variant", Args: "fields VariantFields", Returns: "V Variant", Doc: "Begins a variant. Fields are the keys above; what is left out has the library's value.",
		Example: `local V = racing.variant { name = "First to the line", track = "oval" }`},
	{Of: "racing", Name: "extend", Args: "name string, fields VariantFields", Returns: "V Variant", Doc: "Begins a fork of another variant. Fields may only name what the base has: tables with names merge field by field, roll tables row by row, `racing.none` removes, functions replace and reach the old one as `V.base.turn`. A list replaces the old one, with two exceptions: a list of roll tables merges by number where the fork leaves out items or changes rows, and a list of rows that each have a `name` merges by name where the fork has names for keys: `entries = { Ada = { fuel = 20 } }`.",
		Example: `local V = racing.extend("paper_f1", { action = { [6] = { spaces = 4 } } })`},
	{Of: "racing", Name: "stack", Args: "name string, house string, ... string", Returns: "V Variant", Doc: "Begins a fork of a game with house rules laid over it by name, the last one on top. What follows changes it like any fork. `--with wolves,blue_flags` lays them over a game without a file.",
		Example: `local V = racing.stack("isloppet", "wolves", "blue_flags")`},
	{Of: "racing", Name: "house", Args: "fields HouseFields", Returns: "R House", Doc: "Begins a house rule: rules that are laid over any game that has what they need, by `racing.stack` or `--with`, as a fork's patch is. What is new, and all functions, are assigned afterwards: `R.wolves = racing.table(...)`, `R.car.howls = 0`, `function R:turn(race, car) ... end`. `R.super` is what is below, in functions: `R.super.turn(self, race, car)`, `R.super.stakes.gear(self, ...)`. A function that nothing below has does nothing there; R.super.next says which step comes next where the game leaves that to the program, and R.super.order whether a car moves before another one where the order is a name.",
		Example: `local R = racing.house { name = "Wolves on the ice", needs = { "wp.C", "turn" } }`},
	{Of: "racing", Name: "use", Args: "V Variant|House, name string", Returns: "mixin table", Doc: "Has a variant, or a house rule, take over what it lacks of a mixin of the library, rules that several games share, such as `trouble`: functions and tables, with the fields of cars and the words in them. It fails where the variant lacks a function that the mixin needs, or calls none of it. Tables with names are filled up; what the variant has stays. Returns the mixin, to reach a function of it that the variant replaces.",
		Example: `local trouble = racing.use(V, "trouble")`},
	{Of: "racing", Name: "table", Args: "dice string, rows table<integer|string, Row|string>", Returns: "roll_table RollTable", Doc: "A table that dice choose a row of. Keys are faces (`7`) or ranges (`\"3-11\"`) and must cover each total once. The fields `text`, `spaces`, `retire` and `effect` of a row have a meaning (see race:apply); others are data.",
		Example: `V.luck = racing.table("d6", { [1] = { text = "a slide", spaces = -1 }, ["2-6"] = { text = "nothing" } })`},
	{Of: "racing", Name: "derived", Args: "fn fun(self: Variant): table", Returns: "table table", Doc: "A table that follows from others of the variant, such as the odds of its dice: `V.odds = racing.derived(function(self) ... end)`. The function makes it once, when the files have been read, from the tables in force: those of a fork, with what `--set` changes. Rules read `self.odds` and change nothing in it; while the files are read, and in `V.base`, it is not there.",
		Example: `V.odds = racing.derived(function(self) return { escape = self.escape.from / 6 } end)`},
	{Of: "racing", Name: "outcomes", Args: "dice string", Returns: "totals integer[]", Doc: "The totals of all the throws of some dice, lowest first, each as often as there are ways to throw it; all are equally likely. `#racing.outcomes(\"2d6\")` is 36. A roll table's dice are its field `dice`. At most 10,000 throws.",
		Example: `local throws = #racing.outcomes("2d6")`},
	{Of: "racing", Name: "levels", Args: "list any[], score table<any, number>", Returns: "levels any[][]", Doc: "Takes a list, of cars for instance, apart by their scores, a table of numbers by item: a list of lists, the highest score first, each of those who are level in the order that they had.",
		Example: `local levels = racing.levels(cars, totals)`},
	{Of: "racing", Name: "look_ahead", Args: "self Variant, race Race, car Car, ask Ask, driver table", Returns: "answer any", Doc: "Answers a question for a driver who looks ahead: what is worth most to him by an outlook of the variant, with these cars in the way. Ask is what a bot is asked, with options that are modes of the outlook, or with paths; driver is a row of V.drivers. What he sees of his car stands in the outlook's `sees`; what does not, the hook V:seen returns. Returns the option, or the path.",
		Example: `V.answers.gear = racing.look_ahead`},
	{Of: "racing", Name: "take_tow", Args: "self Variant, race Race, car Car, ask Ask, driver table", Returns: "answer string", Doc: "Answers \"yes\" where it is better for a driver to be taken along by the car ahead than to stay where his car stands, by the tow of the outlook, else \"no\": `V.answers.slipstream = racing.take_tow`.",
		Example: `V.answers.slipstream = racing.take_tow`},
	{Of: "racing", Name: "roll_and_advance", Args: "turn DeclaredTurn", Returns: "function fun(self: Variant, race: Race, car: Car)", Doc: "A declared turn, which runs without entering Lua: throws dice and advances by the total. The roll table `on_mark` is rolled and applied where the roll ended on a mark: not where the car had to queue for a marked row that was full, nor where it did not move, nor before lap `marks_from_lap`.",
		Example: `V.turn = racing.roll_and_advance { dice = "d6", purpose = "move", on_mark = "action" }`},
}

var tableFunctions = []api.Function{
	{Of: "table", Name: "roll", Args: "race Race, car Car|Race, purpose? string", Returns: "row Row, total integer", Doc: "Throws the table's dice for a car, or for the race itself, and returns the row that came up. The purpose of the roll is the table's own name if none is given.",
		Example: `local row = self.trouble:roll(race, car)`},
}

// racingVariant is racing.variant(fields).
func (r *Reader) racingVariant() int {
	u := r.box.CurrentUnit("racing.variant")
	fields := r.box.TableArg(1, "racing.variant")
	from, err := r.box.LoadUnder(base)
	if err != nil {
		luabox.RaiseError(err)
	}
	v := r.begin(u, from)
	v.Table.SetField("next", r.usual.Value())
	for _, k := range r.box.Keys(fields) {
		if v.wrong.Full() {
			break
		}
		key := k.String()
		if _, ok := keys[key]; !ok {
			v.wrong = append(v.wrong, v.Flaw(key, fmt.Sprintf("`%s`: no such key of a variant%s; things of your own are assigned afterwards: V.%s = ...",
				key, source.Suggest(key, source.SortedKeys(keys)), key)))
			continue
		}
		v.Table.Set(k, r.merge(v.Table.Get(k), fields.Get(k)))
	}
	r.box.Push(v.Table.Value())
	return 1
}

// begin makes the variant of a file, with all that another table has.
func (r *Reader) begin(u *luabox.Unit, from luabox.Value) *Variant {
	t, _ := r.box.Copy(from).Table()
	v := &Variant{Table: t, unit: u, units: r.box.Units(), name: luabox.ModuleName(u.Source.Name)}
	r.variants[t] = v
	return v
}

// MaxForks is how many forks may stand on each other.
const MaxForks = 50

// racingExtend is racing.extend(name, fields): a fork.
func (r *Reader) racingExtend() int {
	u := r.box.CurrentUnit("racing.extend")
	name, fields := r.box.TextArg(1), r.box.TableArg(2, "racing.extend")
	base := r.extended("racing.extend", name)
	v := r.fork(u, base)
	for _, k := range r.box.Keys(fields) {
		if v.wrong.Full() {
			break
		}
		r.checkKey(v, k, fields.Get(k))
		v.Table.Set(k, r.merge(v.Table.Get(k), fields.Get(k)))
	}
	r.box.Push(v.Table.Value())
	return 1
}

// extended is the variant of a name, for one that stands on it.
func (r *Reader) extended(function, name string) *Variant {
	if r.forks++; r.forks > MaxForks {
		luabox.Raise("%s: more than %d forks stand on each other: extend one that stands lower", function, MaxForks)
	}
	defer func() { r.forks-- }()
	value, err := r.box.LoadUnder(source.Variants + "/" + name)
	if err != nil {
		luabox.RaiseError(err)
	}
	if h, ok := r.HouseOf(value); ok {
		luabox.Raise("%s: %s", function, h.notAGame())
	}
	t, _ := value.Table()
	base := r.variants[t]
	if base == nil {
		luabox.Raise("%s: %s returns %s, not a variant", function, name, value.Article())
	}
	return base
}

// fork begins a variant in a file that stands on another one.
func (r *Reader) fork(u *luabox.Unit, base *Variant) *Variant {
	v := r.begin(u, base.Table.Value())
	v.Base = base
	v.Table.SetField("base", r.box.FrozenVariant(base.name, base.Table).Value())
	return v
}

// checkKey notes a key of a fork that its base does not have, or what it names
// there inside.
func (r *Reader) checkKey(v *Variant, k, patch luabox.Value) {
	key := k.String()
	if _, known := keys[key]; !known && v.Table.Get(k).IsNil() {
		hint := source.Suggest(key, r.box.Names(v.Base.Table))
		if v.house != nil {
			hint += "; what is new is assigned afterwards: R." + key + " = ..."
		}
		v.foreign(spot{key, key}, "no such key in %s%s", v.Base.name, hint)
		return
	}
	r.checkNames(v, spot{key, key}, v.Table.Get(k), patch)
}

// racingTable is racing.table(dice, rows).
func (r *Reader) racingTable() int {
	r.box.CurrentUnit("racing.table")
	d, err := dice.Parse(r.box.TextArg(1))
	if err != nil {
		luabox.Raise("racing.table: %w", err)
	}
	r.box.Push(r.newRollTable(d, r.box.TableArg(2, "racing.table")).Value())
	return 1
}
