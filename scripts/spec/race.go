package spec

import (
	"errors"
	"maps"
	"strings"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// laid is a race in a spec.
type laid struct {
	*runner
	game    *race.Game
	program *scripts.Program
	host    *host.Host     // made last
	dice    *dice.Scripted // nil when a seed throws the dice
	faces   map[string][]int
	answers map[string][]string // by "who|key"
	views   map[string]view     // by the same
	events  []race.Event
}

func (l *laid) left() string {
	if l.dice == nil {
		return ""
	}
	return l.dice.Left()
}

// table is a spec's race in Lua.
func (l *laid) table() luabox.Table {
	return l.box.Functions(map[string]func() int{
		"dice":    l.layDice,
		"answer":  l.layAnswers,
		"asked":   l.asked,
		"turn":    l.turn,
		"step":    l.step,
		"round":   l.playWhile(func(first, next *race.Step) bool { return next.Round == first.Round }),
		"qualify": l.playWhile(func(_, next *race.Step) bool { return next.Kind == race.Session }),
		"play":    l.playWhile(func(_, _ *race.Step) bool { return true }),
		"car":     l.car,
		"field":   l.field,
		"events":  l.pushEvents,
		"state":   l.state,
		"result":  l.result,
		"seen":    l.seen,
	})
}

// book is the rules of a race in a spec. They find the answers that were laid
// down as those of a bot are found, while the step runs: that spares a fresh
// box for each. Bots answer what is not laid down.
type book struct {
	*scripts.Program
	race *laid
}

// Fresh implements race.Book.
func (b book) Fresh(r *race.Race) (race.Rules, error) {
	h, err := b.NewHost(r)
	b.race.host = h
	return rules{h, b.race}, err
}

type rules struct {
	*host.Host
	race *laid
}

// Answer implements race.Answerer. A question without an answer that can be
// chosen is left to laid.answer, which says what is wrong.
func (s rules) Answer(r *race.Race, a *race.Ask) (option int, ok bool, err error) {
	key := r.Name(a.Who) + "|" + a.Key
	given := s.race.answers[key]
	if len(given) == 0 {
		return s.Host.Answer(r, a)
	}
	id, err := written(a, given[0])
	if err != nil {
		return 0, false, nil
	}
	if a.Find(id) < 0 {
		if id, err = s.Spell(r, a, id); err != nil {
			return 0, false, nil
		}
	}
	if option = a.Find(id); option < 0 || a.Options[option].No != "" {
		return 0, false, nil
	}
	s.race.answers[key] = given[1:]
	s.race.views[key] = view{s.race.game.State(), r.Told()}
	return option, true, nil
}

func (l *laid) layDice() int {
	t := l.box.TableArg(2, "race:dice")
	if l.dice == nil {
		luabox.Raise("race:dice: this race throws its dice by a seed; leave out seed = to lay them down")
	}
	for _, k := range l.box.Keys(t) {
		faces, ok := t.Get(k).Table()
		if !ok {
			luabox.Raise("race:dice: %s needs a list of faces, such as { 4 }", k)
		}
		for i := 1; i <= faces.Len(); i++ {
			face, ok := faces.Item(i).Whole()
			if !ok {
				luabox.Raise("race:dice: face %d of %s is %s", i, k, faces.Item(i).Article())
			}
			l.faces[k.String()] = append(l.faces[k.String()], face)
		}
	}
	return 0
}

func (l *laid) layAnswers() int {
	who, t := l.box.TextArg(2), l.box.TableArg(3, "race:answer")
	if who != "race" && l.now().Find(who) == race.Nobody {
		luabox.Raise("race:answer: no car is called %q", who)
	}
	for _, k := range l.box.Keys(t) {
		key := who + "|" + k.String()
		if list, ok := t.Get(k).Table(); ok {
			for i := 1; i <= list.Len(); i++ {
				l.answers[key] = append(l.answers[key], list.Item(i).String())
			}
			continue
		}
		l.answers[key] = append(l.answers[key], t.Get(k).String())
	}
	return 0
}

// now is the race as it stands between two steps.
func (l *laid) now() *race.Race {
	r, err := l.game.Race()
	if err != nil {
		luabox.RaiseError(err)
	}
	return r
}

// rulesNow are the rules of the race as it stands.
func (l *laid) rulesNow() *host.Host {
	if _, err := l.game.Rules(); err != nil {
		luabox.RaiseError(err)
	}
	return l.host
}

// finish plays a step to its commit with the answers laid down.
func (l *laid) finish(step *race.Step) {
	if l.steps++; l.steps > maxSteps {
		luabox.Raise("the races of this spec have not come to their end in %d steps: is there a rule that keeps the cars from the finish?", maxSteps)
	}
	if err := l.box.Ended(); err != nil {
		luabox.RaiseError(err)
	}
	defer l.box.Rest() // the step has a budget of its own
	for {
		before := maps.Clone(l.answers)
		commit, err := l.game.PlayStep(step)
		if err == nil {
			l.events = append(l.events, commit.Events...)
			return
		}
		if !errors.Is(err, race.ErrPending) {
			l.answers = before // for whoever plays the step again
			luabox.RaiseError(err)
		}
		for _, q := range l.game.Pending() {
			l.answer(q)
		}
	}
}

func (l *laid) answer(q race.Question) {
	who, key := q.ID.Who, q.ID.Who+"|"+q.ID.Key
	l.views[key] = view{l.game.State(), l.game.Events()}
	if len(l.answers[key]) == 0 {
		luabox.Raise("%s is asked %q and no answer is laid down: race:answer(%q, { %s = ... }); %s", who, q.ID.Key, who, q.ID.Key, choices(q.Options))
	}
	option, err := written(&q, l.answers[key][0])
	l.answers[key] = l.answers[key][1:]
	if err == nil {
		err = l.game.Answer(q.ID, option)
	}
	if err != nil {
		luabox.Raise("%s is asked %q: %w", who, q.ID.Key, err)
	}
}

// written is the option's ID that an answer names. Nobody answers by the number of a
// choice here, so that an ID is one whatever it looks like.
func written(q interface {
	Written(text string) (string, error)
	Find(id string) int
}, answer string) (id string, err error) {
	if q.Find(answer) >= 0 {
		return answer, nil
	}
	return q.Written(answer)
}

func choices(options []race.Option) string {
	var ids []string
	for _, o := range options {
		if o.No == "" {
			ids = append(ids, o.Name())
		}
	}
	return "the choices are " + strings.Join(ids, ", ")
}

// view is what lies open to everybody while a driver is asked.
type view struct {
	state  string
	events []race.Event
}

// seen is the view of a driver who was asked something, as one text.
func (l *laid) seen() int {
	who, key := l.box.TextArg(2), l.box.TextArg(3)
	v, ok := l.views[who+"|"+key]
	if !ok {
		luabox.Raise("race:seen: %s was not asked %q", who, key)
	}
	lines := []string{v.state}
	for _, e := range v.events {
		text, err := e.MarshalJSON()
		if err != nil {
			luabox.RaiseError(err)
		}
		lines = append(lines, string(text))
	}
	l.box.Push(luabox.Str(strings.Join(lines, "\n")))
	return 1
}

func (l *laid) turn() int {
	l.finish(l.turnStep())
	return 0
}

// turnStep is the turn of the car that was named, or without a board the next
// turn of all cars at once.
func (l *laid) turnStep() *race.Step {
	r := l.now()
	if r.Board() == nil {
		return l.wholeTurn(r)
	}
	name := l.box.TextArg(2)
	car := r.Find(name)
	if car == race.Nobody {
		luabox.Raise("race:turn: no car is called %q%s", name, source.Suggest(name, carNames(r)))
	}
	if status := r.Car(car).Status(); status != race.Running {
		luabox.Raise("race:turn: %s is %s; give it a place with at =", name, status)
	}
	round := max(1, r.Round())
	if r.Car(car).Turn() >= round {
		round = r.Car(car).Turn() + 1
	}
	step, err := r.TurnStep(car, round)
	if err != nil {
		luabox.RaiseError(err)
	}
	return step
}

func carNames(r *race.Race) []string {
	var names []string
	for i := range r.Cars() {
		names = append(names, r.Car(i).Name())
	}
	return names
}

// wholeTurn is the next turn of all cars at once.
func (l *laid) wholeTurn(r *race.Race) *race.Step {
	if l.box.Args() > 1 {
		luabox.Raise("race:turn: this track has no board, so a turn there is of all cars: leave out the name")
	}
	step, err := r.WholeStep(r.Round() + 1)
	if err != nil {
		luabox.RaiseError(err)
	}
	return step
}

func (l *laid) step() int {
	step, err := l.game.Next()
	if err != nil {
		luabox.RaiseError(err)
	}
	l.finish(step)
	return 0
}

// playWhile plays steps as long as the next one is wanted.
func (l *laid) playWhile(wanted func(first, next *race.Step) bool) func() int {
	return func() int {
		var first *race.Step
		for {
			step, err := l.game.Next()
			if errors.Is(err, race.ErrOver) {
				return 0
			}
			if err != nil {
				luabox.RaiseError(err)
			}
			if first == nil {
				kept := *step
				first = &kept
			}
			if !wanted(first, step) {
				return 0
			}
			l.finish(step)
		}
	}
}

func (l *laid) car() int {
	name, h := l.box.TextArg(2), l.rulesNow()
	r := l.now()
	car := r.Find(name)
	if car == race.Nobody {
		luabox.Raise("race:car: no car is called %q%s", name, source.Suggest(name, carNames(r)))
	}
	l.box.Push(h.CarTable(car).Value())
	return 1
}

func (l *laid) field() int {
	l.box.Push(l.rulesNow().RaceField(l.box.TextArg(2)))
	return 1
}

func (l *laid) state() int {
	l.box.Push(luabox.Str(l.game.State()))
	return 1
}
