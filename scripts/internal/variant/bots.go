package variant

import (
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Bot is who drives for those who are not there: a function(self, race, car,
// ask), or the variant's `bot`, which is called with a row of `drivers` and its
// name too.
type Bot struct {
	Run          luabox.Function
	Driver, Name luabox.Value // the row and its name, nothing for a function of its own
	// Answers are those of a row by the question's key where Run is the library's,
	// which looks there and nowhere else; otherwise nil.
	Answers map[string]Answer
}

// Answer is how the rows of `drivers` answer a question: by a function(self, race,
// car, ask, driver, name), which is one of the program's own where Sees says so.
type Answer struct {
	Run  luabox.Function
	Sees Foresight
}

// Foresight is how the program itself answers a question.
type Foresight uint8

// The ways: none, racing.look_ahead and racing.take_tow.
const (
	Blind Foresight = iota
	Ahead
	Tow
)

// IsNone says that there is no bot.
func (b Bot) IsNone() bool { return b.Run.IsNone() }

// defineBots reads the functions of `bots` and the rows of `drivers`.
func (d *definer) defineBots() {
	d.def.Bots = map[string]Bot{}
	d.functionsIn("bots", "a bot is a function(self, race, car, ask)", func(name string, fn luabox.Function) {
		d.def.Bots[name] = Bot{Run: fn}
	})
	d.defineDrivers()
	if d.def.Bots[Steady].IsNone() { // V.bots was written anew
		d.def.Bots[Steady] = Bot{Run: d.ready()}
	}
}

// ready is the bot of the library.
func (d *definer) ready() luabox.Function {
	bots, _ := d.library().Field("bots").Table()
	fn, _ := bots.Field(Steady).Function()
	return fn
}

// answers reads `answers`, for rows that answer by them.
func (d *definer) answers() map[string]Answer {
	list := map[string]Answer{}
	d.functionsIn("answers", "an answer is a function(self, race, car, ask, driver, name)", func(name string, fn luabox.Function) {
		list[name] = Answer{fn, d.foresees[fn]}
	})
	return list
}

// defineDrivers makes a bot of each row of `drivers`, unless there is a function
// of that name.
func (d *definer) defineDrivers() {
	d.def.Drivers = map[luabox.Table]string{}
	v := d.get("drivers")
	if v.IsNil() {
		return
	}
	t, ok := v.Table()
	if !ok {
		d.flaw("drivers", "it must be a table with a row for each driver, not %s", v.Article())
		return
	}
	bot := d.function("bot")
	if bot.IsNone() {
		d.flaw("drivers", "they need a function V:bot(race, car, ask, driver, name) ... end")
		return
	}
	d.def.Seen = d.function("seen")
	var answers map[string]Answer
	if own, _ := d.library().Field("bot").Function(); bot == own {
		answers = d.answers()
	}
	for _, k := range d.box.Keys(t) {
		row, ok := t.Get(k).Table()
		if !ok {
			d.flaw(source.Join("drivers", k.String()), "a driver is a table, not %s", t.Get(k).Article())
			continue
		}
		name := k.String()
		d.def.Drivers[row] = name
		if was := d.def.Bots[name].Run; was.IsNone() || was == d.ready() {
			d.def.Bots[name] = Bot{bot, row.Value(), luabox.Str(name), answers}
		}
	}
}
