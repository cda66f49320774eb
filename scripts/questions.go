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
	key := h.textArg(3, "race:ask")
	t, _ := L.Get(2).(*lua.LTable)
	_, isCar := h.carIndex[t]
	if t == nil || isCar || t == h.raceTable {
		q := h.question(h.who(2, "race:ask"), key, L.Get(4))
		L.Push(h.put([]question{q})[0])
		return 1
	}
	var questions []question
	for _, car := range h.carList(t, "race:ask") {
		options := L.Get(4)
		if fn, ok := options.(*lua.LFunction); ok {
			L.Push(fn)
			L.Push(h.cars[car])
			L.Call(1, 1)
			options = L.Get(-1)
			L.Pop(1)
		}
		questions = append(questions, h.question(car, key, options))
	}
	answers := L.NewTable()
	if len(questions) > 0 {
		for i, v := range h.put(questions) {
			answers.RawSetInt(i+1, v)
		}
	}
	L.Push(answers)
	return 1
}

// question is an ask with the Lua values of its options.
type question struct {
	ask    race.Ask
	values []lua.LValue
}

func (h *Host) question(who int, key string, options lua.LValue) question {
	list, ok := options.(*lua.LTable)
	if !ok {
		raise("race:ask %q: the options must be a list, not %s", key, article(options))
	}
	q := question{ask: race.Ask{Who: who, Key: key}}
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
	if more, ok := h.L.Get(5).(*lua.LTable); ok {
		q.ask.Text = textField(more, "text")
		if d := more.RawGetString("default"); d != lua.LNil {
			if q.ask.Default = q.ask.Find(d.String()); q.ask.Default < 0 {
				raise("race:ask %q: the default %s is not among the options", key, article(d))
			}
		}
	}
	return q
}

func textField(t *lua.LTable, name string) string {
	if v, ok := t.RawGetString(name).(lua.LString); ok {
		return string(v)
	}
	return ""
}

// put asks questions together and returns the Lua values of the answers.
func (h *Host) put(questions []question) []lua.LValue {
	asks := make([]race.Ask, len(questions))
	for i := range questions {
		asks[i] = questions[i].ask
	}
	chosen, err := h.race.Ask(asks...)
	if err != nil {
		raiseError(err)
	}
	values := make([]lua.LValue, len(chosen))
	for i, c := range chosen {
		values[i] = questions[i].values[c]
	}
	return values
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
	name := h.program.Bots()[h.Bot(a.Who)]
	bot := h.def.bots[name]
	if bot == nil {
		return 0, false, fmt.Errorf("%s has no bot %q; there are %s", h.def.name, name, strings.Join(sortedKeys(h.def.bots), ", "))
	}
	before, err := h.memory(r)
	if err != nil {
		return 0, false, err
	}
	answer := h.askBot(bot, a)
	if after, err := h.memory(r); err != nil || after != before {
		return 0, false, fmt.Errorf("bot %s changed the race while it answered %q; a bot only answers", name, a.Key)
	}
	option = a.Find(answer.String())
	if option < 0 || a.Options[option].No != "" {
		return 0, false, fmt.Errorf("bot %s answered %s to %q of %s: %s", name, article(answer), a.Key, r.Name(a.Who), optionList(a))
	}
	return option, true, nil
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

func optionList(a *race.Ask) string {
	var ids []string
	for _, o := range a.Options {
		if o.No == "" {
			ids = append(ids, o.ID)
		}
	}
	return "the choices are " + strings.Join(ids, ", ")
}

// askBot calls a bot with { key, options, default, text }.
func (h *Host) askBot(bot *lua.LFunction, a *race.Ask) lua.LValue {
	L := h.L
	options := L.NewTable()
	for _, o := range a.Options {
		if o.No == "" {
			options.Append(lua.LString(o.ID))
		}
	}
	ask := L.NewTable()
	ask.RawSetString("key", lua.LString(a.Key))
	ask.RawSetString("text", lua.LString(a.Text))
	ask.RawSetString("options", options)
	ask.RawSetString("default", lua.LString(a.Options[a.Default].ID))
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
