package spec

import (
	"errors"
	"maps"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// asked is race:asked(name): a car's turn, or the next step, up to the first
// question that no answer is laid down for. The step is not finished, and the
// answers it took are laid down as before.
func (l *laid) asked() int {
	step := l.stepOf()
	before := maps.Clone(l.answers)
	defer func() { l.answers = before }()
	defer l.box.Rest() // the step has a budget of its own
	for {
		_, err := l.game.PlayStep(step)
		if err == nil {
			luabox.Raise("race:asked: nothing is asked that has no answer laid down")
		}
		if !errors.Is(err, race.ErrPending) {
			luabox.RaiseError(err)
		}
		for _, q := range l.game.Pending() {
			if len(l.answers[q.ID.Who+"|"+q.ID.Key]) == 0 {
				l.box.Push(l.questionTable(&q).Value())
				return 1
			}
			l.answer(q)
		}
	}
}

// stepOf is the turn of the car that was named, or the next step.
func (l *laid) stepOf() *race.Step {
	if !l.box.Arg(2).IsNil() {
		return l.turnStep()
	}
	step, err := l.game.Next()
	if err != nil {
		luabox.RaiseError(err)
	}
	return step
}

// questionTable is a question as specs see it.
func (l *laid) questionTable(q *race.Question) luabox.Table {
	t := l.texts("who", q.ID.Who, "key", q.ID.Key, "text", q.Text, "default", q.Options[q.Default].ID)
	options := l.box.NewTable(len(q.Options), 0)
	for _, o := range q.Options {
		options.Append(l.texts("id", o.ID, "text", o.Text, "note", o.Note, "no", o.No).Value())
	}
	t.SetField("options", options.Value())
	return t
}

// texts is a table of names and texts.
func (l *laid) texts(pairs ...string) luabox.Table {
	t := l.box.NewTable(0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		t.SetField(pairs[i], luabox.Str(pairs[i+1]))
	}
	return t
}
