package host

import (
	"errors"
	"fmt"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// Answer implements race.Answerer: bots answer for all cars that no person
// drives, the question's default for the game master when nobody does.
func (h *Host) Answer(_ *race.Race, a *race.Ask) (option int, ok bool, err error) {
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
	option, err = h.choice(bot, name, a)
	if err == nil && open(a.Options) > 1 {
		h.race.CountDecision(a.Who, h.margin)
	}
	return option, err == nil, err
}

// open is how many options can be chosen.
func open(options []race.Option) (n int) {
	for i := range options {
		if options[i].No == "" {
			n++
		}
	}
	return n
}

// Advise implements race.Adviser: what the bot `steady` would choose in a
// person's place. The rules do not go on after a question that a person has to
// answer: when the bot is asked, they still stand in that question.
func (h *Host) Advise(_ *race.Race, a *race.Ask) (option int, ok bool) {
	if !h.people[a.Who] {
		return 0, false
	}
	option, err := h.advice(a)
	return option, err == nil
}

func (h *Host) advice(a *race.Ask) (option int, err error) {
	if h.advised >= mostAdvice {
		return 0, errAdvised
	}
	defer h.advise()()
	defer h.box.Rescue(&err)
	return h.choice(h.def.Bots[variant.Steady], variant.Steady, a)
}

// Spell implements race.Speller: the ID of the path that somebody wrote, whose
// letters have to be those of the spaces that it leaves out, or what the rules
// read in an answer. Any other answer stays as it is.
func (h *Host) Spell(_ *race.Race, a *race.Ask, text string) (id string, err error) {
	defer h.box.Rescue(&err)
	q := h.askedAs(a)
	switch {
	case q != nil && q.ask.Read != nil:
		return q.ask.Read(text)
	case q == nil || q.paths == nil:
		return text, nil
	}
	p := q.paths
	i, err := p.spelt(text)
	if err != nil {
		return "", err
	}
	return p.id(i), nil
}

// Attended says that somebody drives a car himself.
func (h *Host) Attended() bool { return len(h.people) > 0 }

// choice is the option that a bot chooses. It fails when that is none, or the
// bot changed the race.
func (h *Host) choice(bot variant.Bot, name string, a *race.Ask) (option int, err error) {
	paths := h.pathsOf(a)
	before, err := h.memory(h.race)
	if err != nil {
		return 0, err
	}
	option, wrong := h.answerOf(bot, name, a, paths)
	if after, err := h.memory(h.race); err != nil || after != before {
		return 0, fmt.Errorf("bot %s changed the race while it answered %q; a bot only answers", name, a.Key)
	}
	return option, wrong
}

// answerOf is the option, or the path, that a bot chooses. Rows of the variant's
// drivers that look ahead do so without entering Lua.
func (h *Host) answerOf(bot variant.Bot, name string, a *race.Ask, paths *pathList) (option int, err error) {
	h.asking, h.noted, h.margin = "a bot only answers", false, race.Unweighed
	defer func() { h.asking = "" }()
	run := bot.Run
	if bot.Answers != nil {
		switch own := bot.Answers[a.Key]; {
		case own.Run.IsNone() && paths == nil:
			return a.Default, nil
		case own.Sees == variant.Ahead && paths == nil:
			return h.bestOption(a.Options, a.Who, bot.Driver), nil
		case own.Sees == variant.Ahead:
			return h.bestPath(paths, a.Who, bot.Driver), nil
		case own.Sees == variant.Tow:
			return h.option(name, a, luabox.Str(h.towed(a.Who, bot.Driver)))
		case !own.Run.IsNone():
			run = own.Run
		}
	}
	answer := h.askBot(run, bot, a, paths)
	if paths == nil {
		return h.option(name, a, answer)
	}
	if option, err = paths.chosen(answer); err != nil {
		return 0, h.badAnswer(name, a, answer, err)
	}
	return option, nil
}

// option is the option that an answer names.
func (h *Host) option(bot string, a *race.Ask, answer luabox.Value) (int, error) {
	option := a.Find(answer.String())
	if option < 0 || a.Options[option].No != "" {
		return 0, h.badAnswer(bot, a, answer, errors.New(optionList(a)))
	}
	return option, nil
}

// badAnswer is a bot's answer that is none.
func (h *Host) badAnswer(bot string, a *race.Ask, answer luabox.Value, why error) error {
	return fmt.Errorf("bot %s answered %s to %q of %s: %w", bot, answer.Article(), a.Key, h.race.Name(a.Who), why)
}

// optionList says what can be answered to a question.
func optionList(a *race.Ask) string {
	var ids []string
	for _, o := range a.Options {
		if o.No == "" {
			ids = append(ids, o.ID)
		}
	}
	return "the choices are " + strings.Join(ids, ", ")
}

// botOf is who drives a car, or answers for the game master.
func (h *Host) botOf(car int) (bot variant.Bot, name string, err error) {
	if car != race.Nobody {
		name = h.cast.Bots[h.Bot(car)]
		bot = h.def.Bots[name]
	}
	if bot.IsNone() {
		return bot, name, fmt.Errorf("%s has no bot %q; there are %s", h.def.Name, name, strings.Join(source.SortedKeys(h.def.Bots), ", "))
	}
	return bot, name, nil
}

// Bot is the number, in the list of bots, of the one that drives a car.
func (h *Host) Bot(car int) int { return (car + h.deal) % len(h.cast.Bots) }

// askBot calls a bot with { key, text, options, default }, or with { key, text,
// paths } when the question is which path.
func (h *Host) askBot(run luabox.Function, bot variant.Bot, a *race.Ask, paths *pathList) luabox.Value {
	table := h.asksNow.table
	if h.asksNow.ask != nil || !h.questions.Renew(table) {
		table = h.questions.NewTable(h.box)
	}
	table.Keep("key", luabox.Str(a.Key))
	h.asksNow = botQuestion{table, a, paths}
	answer := h.box.Eval(run, h.self, h.raceValue, h.cars[a.Who].Value(), table.Value(), bot.Driver, bot.Name)
	h.asksNow = botQuestion{table: table}
	return answer
}

// botQuestion is the question that a bot is asked now, in Go and as its table.
type botQuestion struct {
	table luabox.Table
	ask   *race.Ask
	paths *pathList // nil for a question of another kind
}

// questionFields are those of a question's table.
var questionFields = []string{"key", "text", "paths", "options", "default"}

// questionField works out a field of a question's table.
func (h *Host) questionField(t luabox.Table, name string) luabox.Value {
	q := &h.asksNow
	if t != q.table {
		luabox.Raise("that question was answered before: keep what you need of a question, not the question")
	}
	switch name {
	case "key":
		return luabox.Str(q.ask.Key)
	case "text":
		return luabox.Str(q.ask.Text)
	case "paths":
		if q.paths != nil {
			return q.paths.table.Value()
		}
	case "default":
		if q.paths != nil {
			return q.paths.path(q.paths.safest()).Value()
		}
		return luabox.Str(q.ask.Options[q.ask.Default].ID)
	case "options":
		if q.paths == nil {
			return t.Keep(name, h.choices(q.ask))
		}
	}
	return luabox.Value{}
}

// choices is the list of the options that can be chosen, by their IDs.
func (h *Host) choices(a *race.Ask) luabox.Value {
	list := h.box.NewTable(len(a.Options), 0)
	for i := range a.Options {
		if o := &a.Options[i]; o.No == "" {
			list.Append(luabox.Str(o.ID))
		}
	}
	return list.Value()
}
