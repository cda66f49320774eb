package host

import (
	"errors"
	"fmt"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// onlyTells is why what says what is at stake, or reads an answer, cannot
// change the race.
const onlyTells = "what is said about a question"

// Notes implements race.Noter: the texts of V.stakes for the options that can
// be chosen. The rules still stand in the question, as they do for Advise.
func (h *Host) Notes(r *race.Race, a *race.Ask) (notes []string, err error) {
	defer h.box.Rescue(&err)
	fn := h.def.Stakes[a.Key]
	q := h.askedAs(a)
	if fn.IsNone() || q == nil {
		return nil, nil
	}
	if h.advised >= mostAdvice {
		return nil, nil
	}
	defer h.advise()()
	before, err := h.memory(r)
	if err != nil {
		return nil, err
	}
	h.asking, h.noted = onlyTells, false
	defer func() { h.asking = "" }()
	notes = make([]string, len(a.Options))
	for i := range a.Options {
		if a.Options[i].No == "" {
			notes[i] = h.note(fn, q, a, i)
		}
	}
	if after, err := h.memory(r); err != nil || after != before {
		return nil, h.stakesFlaw(a.Key, "it changed the race; it only says what is at stake")
	}
	return notes, nil
}

// note is what is at stake with one option.
func (h *Host) note(fn luabox.Function, q *question, a *race.Ask, i int) string {
	v := h.box.Eval(fn, h.self, h.raceValue, h.whoValue(a.Who), q.value(h, a, i), q.about)
	text, ok := v.Text()
	h.box.Charge(len(text))
	if !ok && !v.IsNil() {
		luabox.RaiseError(h.stakesFlaw(a.Key, fmt.Sprintf("it must return a text or nothing, not %s", v.Article())))
	}
	return text
}

// stakesFlaw is what is wrong with a function of V.stakes.
func (h *Host) stakesFlaw(key, wrong string) error {
	return h.variant.Flaw(source.Join("stakes", key), source.Join("stakes", key)+": "+wrong)
}

// whoValue is who is asked, as rules see them: a car, or the race for the game
// master.
func (h *Host) whoValue(who int) luabox.Value {
	if who == race.Nobody {
		return h.raceValue
	}
	return h.cars[who].Value()
}

// readerOf reads answers to a question that are none of its options, with the
// function that the rules gave it: its ID, or nil and why it is none.
func (h *Host) readerOf(key string, fn luabox.Function) func(text string) (string, error) {
	return func(text string) (string, error) {
		before := h.asking
		h.asking, h.noted = onlyTells, false
		said := make([]luabox.Value, 2)
		h.box.EvalInto(said, fn, luabox.Str(text))
		h.asking = before
		if id, ok := said[0].Text(); ok && id != "" {
			return id, nil
		}
		why, ok := said[1].Text()
		if !said[0].IsNil() || !ok {
			luabox.Raise("race:ask %q: read must return a text, or nil and why the answer is none; it returned %s and %s", key, said[0].Article(), said[1].Article())
		}
		return "", errors.New(why)
	}
}
