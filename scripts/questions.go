package scripts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
)

// apiAsk is race:ask(who, key, options, more).
func (h *Host) apiAsk() int {
	L := h.L
	h.budget.charge(300) // for the bot, and for looking whether it changed the race
	key := h.textArg(3, "race:ask")
	t, _ := L.Get(2).(*lua.LTable)
	_, isCar := h.carIndex[t]
	if t == nil || isCar || t == h.raceTable {
		q := h.question(h.who(2, "race:ask"), key, L.Get(4), L.Get(5))
		L.Push(h.put([]question{q})[0])
		return 1
	}
	var questions []question
	for _, car := range h.carList(t, "race:ask") {
		questions = append(questions, h.question(car, key, h.ofCar(L.Get(4), car), h.ofCar(L.Get(5), car)))
	}
	answers := L.CreateTable(len(questions), 0)
	if len(questions) > 0 {
		for i, v := range h.put(questions) {
			answers.RawSetInt(i+1, v)
		}
	}
	L.Push(answers)
	return 1
}

// ofCar is a value that may differ from car to car: then it is a function.
func (h *Host) ofCar(v lua.LValue, car int) lua.LValue {
	fn, ok := v.(*lua.LFunction)
	if !ok {
		return v
	}
	h.L.Push(fn)
	h.L.Push(h.cars[car])
	h.L.Call(1, 1)
	defer h.L.Pop(1)
	return h.L.Get(-1)
}

// question is an ask with the Lua values of its options.
type question struct {
	ask    race.Ask
	values []lua.LValue
	paths  *pathList // instead of values: the question is which of these
}

// value is the Lua value of an option.
func (q *question) value(i int) lua.LValue {
	if q.paths != nil {
		return q.paths.path(i)
	}
	return q.values[i]
}

func (h *Host) question(who int, key string, options, more lua.LValue) question {
	list, ok := options.(*lua.LTable)
	if !ok {
		raise("race:ask %q: the options must be a list, not %s", key, article(options))
	}
	q := question{ask: race.Ask{Who: who, Key: key}, paths: h.handles[list]}
	said, _ := more.(*lua.LTable)
	if said != nil {
		q.ask.Text, q.ask.Secret = textField(said, "text"), lua.LVAsBool(said.RawGetString("secret"))
	}
	if q.paths != nil {
		q.of(h)
		return q
	}
	for i := 1; i <= list.Len(); i++ {
		v := list.RawGetInt(i)
		o := race.Option{ID: v.String()}
		if t, ok := v.(*lua.LTable); ok {
			id := t.RawGetString("id")
			if id.Type() != lua.LTString && id.Type() != lua.LTNumber {
				raise("race:ask %q: option %d has no id", key, i)
			}
			o = race.Option{ID: id.String(), Text: textField(t, "text"), No: textField(t, "no")}
		} else if v.Type() != lua.LTString && v.Type() != lua.LTNumber {
			raise("race:ask %q: option %d is %s, not a text, a number or a table with an id", key, i, article(v))
		}
		if !utf8.ValidString(o.ID) {
			raise("race:ask %q: the id of option %d is not UTF-8", key, i)
		}
		if t, ok := v.(*lua.LTable); ok && o.No == "" && lua.LVAsBool(t.RawGetString("no")) {
			raise("race:ask %q: option %d: no is a text that says why, not %s", key, i, article(t.RawGetString("no")))
		}
		q.ask.Options = append(q.ask.Options, o)
		q.values = append(q.values, v)
	}
	if said != nil {
		if d := said.RawGetString("default"); d != lua.LNil {
			if q.ask.Default = q.ask.Find(d.String()); q.ask.Default < 0 {
				raise("race:ask %q: the default %s is not among the options", key, article(d))
			}
		}
	}
	return q
}

// of makes the question one of paths. In a simulation nobody reads how a path
// is written; the bot chooses among them as they are.
func (q *question) of(h *Host) {
	if len(q.paths.found.List) == 0 {
		raise("race:ask %q: there is no path to choose; look at paths.longest first", q.ask.Key)
	}
	if h.race.Recording() {
		q.ask.Options, q.ask.Default = q.paths.options(), q.paths.safest()
		h.budget.charge(50 * len(q.ask.Options))
	}
}

func (h *Host) apiReveal() int {
	h.race.Reveal()
	return 0
}

func textField(t *lua.LTable, name string) string {
	if v, ok := t.RawGetString(name).(lua.LString); ok {
		return string(v)
	}
	return ""
}

// put asks questions together and returns the Lua values of the answers.
func (h *Host) put(questions []question) []lua.LValue {
	if q := &questions[0]; q.paths != nil && q.ask.Options == nil {
		return h.putPaths(questions)
	}
	asks := make([]race.Ask, len(questions))
	for i := range questions {
		asks[i] = questions[i].ask
	}
	h.asked = questions
	chosen, err := h.race.Ask(asks...)
	h.noted = false // the bots' check took notes, and the rule goes on
	if err != nil {
		raiseError(err)
	}
	values := make([]lua.LValue, len(chosen))
	for i, c := range chosen {
		values[i] = questions[i].value(c)
	}
	return values
}

// putPaths asks bots to choose paths that are not written down.
func (h *Host) putPaths(questions []question) []lua.LValue {
	values := make([]lua.LValue, len(questions))
	for i := range questions {
		q := &questions[i]
		bot, name, err := h.botOf(q.ask.Who)
		if err != nil {
			raiseError(err)
		}
		answer := h.askBot(bot, &q.ask, q.paths)
		n, err := q.paths.chosen(answer)
		if err != nil {
			raise("bot %s answered %s to %q of %s: %w", name, article(answer), q.ask.Key, h.race.Name(q.ask.Who), err)
		}
		values[i] = q.paths.path(n)
	}
	return values
}

// pathsOf are the paths that a question is about, nil for another question.
func (h *Host) pathsOf(a *race.Ask) *pathList {
	for i := range h.asked {
		if q := &h.asked[i]; q.ask.Who == a.Who && q.ask.Key == a.Key {
			return q.paths
		}
	}
	return nil
}

// Answer implements race.Answerer: bots answer for all cars that no person
// drives, the question's default for the game master when nobody does.
func (h *Host) Answer(r *race.Race, a *race.Ask) (option int, ok bool, err error) {
	if a.Who == race.Nobody {
		return a.Default, len(h.people) == 0, nil
	}
	if h.people[a.Who] {
		return 0, false, nil
	}
	bot, name, err := h.botOf(a.Who)
	if err != nil {
		return 0, false, err
	}
	option, err = h.choice(bot, name, a, h.pathsOf(a))
	return option, err == nil, err
}

// Advise implements race.Adviser: what the bot `steady` would choose in a
// person's place. The rules do not go on after a question that a person has to
// answer: when the bot is asked, they still stand in it.
func (h *Host) Advise(r *race.Race, a *race.Ask) (option int, ok bool) {
	if !h.people[a.Who] || a.Who == race.Nobody {
		return 0, false
	}
	var err error
	defer func() { ok = err == nil }()
	defer h.rescue(&err)
	h.budget.refill(stepBudget)
	option, err = h.choice(h.def.bots[steady[0]], steady[0], a, h.pathsOf(a))
	return option, true
}

// Spell implements race.Speller: a path may be written as people write it.
func (h *Host) Spell(_ *race.Race, a *race.Ask, text string) (string, error) {
	if paths := h.pathsOf(a); paths != nil {
		return paths.spell(text)
	}
	return text, nil
}

// choice is the option that a bot chooses. It fails when that is none, or the
// bot changed the race.
func (h *Host) choice(bot *lua.LFunction, name string, a *race.Ask, paths *pathList) (option int, err error) {
	before, err := h.memory(h.race)
	if err != nil {
		return 0, err
	}
	answer := h.askBot(bot, a, paths)
	if after, err := h.memory(h.race); err != nil || after != before {
		return 0, fmt.Errorf("bot %s changed the race while it answered %q; a bot only answers", name, a.Key)
	}
	if option = a.Find(answer.String()); paths != nil {
		if option, err = paths.chosen(answer); err != nil {
			return 0, fmt.Errorf("bot %s answered %s to %q of %s: %w", name, article(answer), a.Key, h.race.Name(a.Who), err)
		}
	}
	if option < 0 || a.Options[option].No != "" {
		return 0, fmt.Errorf("bot %s answered %s to %q of %s: %s", name, article(answer), a.Key, h.race.Name(a.Who), optionList(a.Options))
	}
	return option, nil
}

// botOf is who drives a car, or answers for the game master.
func (h *Host) botOf(car int) (bot *lua.LFunction, name string, err error) {
	if car != race.Nobody {
		name = h.program.Bots()[h.Bot(car)]
		bot = h.def.bots[name]
	}
	if bot == nil {
		return nil, name, fmt.Errorf("%s has no bot %q; there are %s", h.def.name, name, strings.Join(sortedKeys(h.def.bots), ", "))
	}
	return bot, name, nil
}

// Bot is the number, in the program's list of bots, of the one that drives a
// car.
func (h *Host) Bot(car int) int { return (car + h.deal) % len(h.program.Bots()) }

// memory is the state as text, where somebody reads the record; "" in a
// simulation.
func (h *Host) memory(r *race.Race) (string, error) {
	if !r.Recording() {
		return "", nil
	}
	left := *h.budget
	defer func() { *h.budget = left }()
	notes, err := h.State(r)
	return r.Text(notes), err
}

func optionList(options []race.Option) string {
	var ids []string
	for _, o := range options {
		if o.No == "" {
			ids = append(ids, o.ID)
		}
	}
	return "the choices are " + strings.Join(ids, ", ")
}

// askBot calls a bot with { key, text, options, default }, or with { key, text,
// paths } when the question is which path.
func (h *Host) askBot(bot *lua.LFunction, a *race.Ask, paths *pathList) lua.LValue {
	L := h.L
	ask := L.CreateTable(0, 4)
	ask.RawSetString("key", lua.LString(a.Key))
	ask.RawSetString("text", lua.LString(a.Text))
	if paths != nil {
		ask.RawSetString("paths", paths.table)
		ask.RawSetString("default", paths.path(paths.safest()))
	} else {
		options := L.CreateTable(len(a.Options), 0)
		for _, o := range a.Options {
			if o.No == "" {
				options.Append(lua.LString(o.ID))
			}
		}
		ask.RawSetString("options", options)
		ask.RawSetString("default", lua.LString(a.Options[a.Default].ID))
	}
	h.asking = "a bot only answers"
	h.noted = false
	L.Push(bot)
	L.Push(h.v)
	L.Push(h.raceTable)
	L.Push(h.cars[a.Who])
	L.Push(ask)
	L.Call(4, 1)
	answer := L.Get(-1)
	L.Pop(1)
	h.asking = ""
	return answer
}
