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
	return option, err == nil, err
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
func (h *Host) choice(bot luabox.Function, name string, a *race.Ask) (option int, err error) {
	paths := h.pathsOf(a)
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
			return 0, h.badAnswer(name, a, answer, err)
		}
	}
	if option < 0 || a.Options[option].No != "" {
		return 0, h.badAnswer(name, a, answer, errors.New(optionList(a)))
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
func (h *Host) botOf(car int) (bot luabox.Function, name string, err error) {
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
func (h *Host) askBot(bot luabox.Function, a *race.Ask, paths *pathList) luabox.Value {
	ask := h.box.NewTable(0, 4)
	ask.Put("key", luabox.Str(a.Key))
	ask.Put("text", luabox.Str(a.Text))
	if paths != nil {
		ask.Put("paths", paths.table.Value())
		ask.Put("default", paths.path(paths.safest()).Value())
	} else {
		options := h.box.NewTable(len(a.Options), 0)
		for _, o := range a.Options {
			if o.No == "" {
				options.Append(luabox.Str(o.ID))
			}
		}
		ask.Put("options", options.Value())
		ask.Put("default", luabox.Str(a.Options[a.Default].ID))
	}
	h.asking, h.noted = "a bot only answers", false
	answer := h.box.Eval(bot, h.self, h.raceValue, h.cars[a.Who].Value(), ask.Value())
	h.asking = ""
	return answer
}
