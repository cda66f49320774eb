package scripts

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
)

// table is a spec race in Lua.
func (sr *specRace) table() *lua.LTable {
	return sr.runner.functions(map[string]lua.LGFunction{
		"dice":    sr.layDice,
		"answer":  sr.layAnswers,
		"turn":    sr.turn,
		"step":    sr.step,
		"round":   sr.playWhile(func(first, next *race.Step) bool { return next.Round == first.Round }),
		"qualify": sr.playWhile(func(_, next *race.Step) bool { return next.Kind == race.Session }),
		"play":    sr.playWhile(func(_, _ *race.Step) bool { return true }),
		"car":     sr.car,
		"field":   sr.field,
		"events":  sr.pushEvents,
		"state":   sr.state,
		"result":  sr.result,
		"seen":    sr.seen,
	})
}

// rules are those of the race as it stands.
func (sr *specRace) rules() *Host {
	rules, err := sr.game.Rules()
	if err != nil {
		raiseError(err)
	}
	return rules.(specRules).Host
}

// now is the race as it stands.
func (sr *specRace) now() *race.Race {
	r, err := sr.game.Race()
	if err != nil {
		raiseError(err)
	}
	return r
}

// specBook is the rules of a race in a spec. They find the answers that were
// laid down as those of a bot are found, while the step runs: that spares a
// fresh state for each.
type specBook struct {
	*Program
	race *specRace
}

// Fresh implements race.Book.
func (b specBook) Fresh(r *race.Race) (race.Rules, error) {
	h, err := b.NewHost(r)
	return specRules{h, b.race}, err
}

type specRules struct {
	*Host
	race *specRace
}

// Answer implements race.Answerer. A question without an answer that can be
// chosen is left to specRace.answer, which says what is wrong.
func (s specRules) Answer(r *race.Race, a *race.Ask) (option int, ok bool, err error) {
	key := r.Name(a.Who) + "|" + a.Key
	laid := s.race.answers[key]
	if len(laid) == 0 || len(s.people) == 0 {
		return s.Host.Answer(r, a)
	}
	id := laid[0]
	if a.Find(id) < 0 {
		if id, err = s.Spell(r, a, id); err != nil {
			return 0, false, nil
		}
	}
	if option = a.Find(id); option < 0 || a.Options[option].No != "" {
		return 0, false, nil
	}
	s.race.answers[key] = laid[1:]
	s.race.views[key] = view{s.race.game.State(), r.Told()}
	return option, true, nil
}

func (sr *specRace) layDice(*lua.LState) int {
	r := sr.runner
	t := r.checkTable(2, "race:dice")
	if sr.dice == nil {
		raise("race:dice: this race throws its dice by a seed; leave out seed = to lay them down")
	}
	for _, k := range r.keys(t) {
		faces, ok := t.RawGet(k).(*lua.LTable)
		if !ok {
			raise("race:dice: %s needs a list of faces, such as { 4 }", k)
		}
		for i := 1; i <= faces.Len(); i++ {
			face, ok := wholeNumber(faces.RawGetInt(i))
			if !ok {
				raise("race:dice: face %d of %s is %s", i, k, article(faces.RawGetInt(i)))
			}
			sr.faces[k.String()] = append(sr.faces[k.String()], face)
		}
	}
	return 0
}

func (sr *specRace) layAnswers(L *lua.LState) int {
	who, t := L.CheckString(2), sr.runner.checkTable(3, "race:answer")
	if who != "race" && sr.now().Find(who) == race.Nobody {
		raise("race:answer: no car is called %q", who)
	}
	for _, k := range sr.runner.keys(t) {
		key := who + "|" + k.String()
		if list, ok := t.RawGet(k).(*lua.LTable); ok {
			for i := 1; i <= list.Len(); i++ {
				sr.answers[key] = append(sr.answers[key], list.RawGetInt(i).String())
			}
			continue
		}
		sr.answers[key] = append(sr.answers[key], t.RawGet(k).String())
	}
	return 0
}

// finish plays a step to its commit with the answers laid down.
func (sr *specRace) finish(step *race.Step) {
	r := sr.runner
	if r.steps++; r.steps > maxSpecSteps {
		raise("the races of this spec have not come to their end in %d steps: is there a rule that keeps the cars from the finish?", maxSpecSteps)
	}
	defer r.budget.rest() // the step has a budget of its own
	for {
		before := maps.Clone(sr.answers)
		commit, err := sr.game.PlayStep(step)
		if err == nil {
			sr.events = append(sr.events, commit.Events...)
			return
		}
		if !errors.Is(err, race.ErrPending) {
			sr.answers = before // for whoever plays the step again
			raiseError(err)
		}
		for _, q := range sr.game.Pending() {
			sr.answer(q)
		}
	}
}

func (sr *specRace) answer(q race.Question) {
	who, of := q.ID.Who, q.ID.Key
	key := who + "|" + of
	sr.views[key] = view{sr.game.State(), sr.game.Events()}
	if len(sr.answers[key]) == 0 {
		raise("%s is asked %q and no answer is laid down: race:answer(%q, { %s = ... }); %s", who, of, who, of, optionList(q.Options))
	}
	option := sr.answers[key][0]
	sr.answers[key] = sr.answers[key][1:]
	if err := sr.game.Answer(q.ID, option); err != nil {
		raise("%s is asked %q: %w", who, of, err)
	}
}

// view is what lies open to everybody while a driver is asked.
type view struct {
	state  string
	events []race.Event
}

// seen is the view of a driver who was asked something, as one text.
func (sr *specRace) seen(L *lua.LState) int {
	who, key := L.CheckString(2), L.CheckString(3)
	v, ok := sr.views[who+"|"+key]
	if !ok {
		raise("race:seen: %s was not asked %q", who, key)
	}
	lines := []string{v.state}
	for _, e := range v.events {
		text, err := e.MarshalJSON()
		if err != nil {
			raiseError(err)
		}
		lines = append(lines, string(text))
	}
	L.Push(lua.LString(strings.Join(lines, "\n")))
	return 1
}

func (sr *specRace) turn(L *lua.LState) int {
	r := sr.now()
	if r.Board() == nil {
		return sr.wholeTurn(L)
	}
	name := L.CheckString(2)
	car := r.Find(name)
	if car == race.Nobody {
		raise("race:turn: no car is called %q%s", name, suggest(name, sr.rules().carNames()))
	}
	if status := r.Car(car).Status(); status != race.Running {
		raise("race:turn: %s is %s; give it a place with at =", name, status)
	}
	round := max(1, r.Round())
	if r.Car(car).Turn() >= round {
		round = r.Car(car).Turn() + 1
	}
	step, err := r.TurnStep(car, round)
	if err != nil {
		raiseError(err)
	}
	sr.finish(step)
	return 0
}

// wholeTurn plays the next turn of all cars at once.
func (sr *specRace) wholeTurn(L *lua.LState) int {
	if L.GetTop() > 1 {
		raise("race:turn: this track has no board, so a turn there is of all cars: leave out the name")
	}
	r := sr.now()
	step, err := r.WholeStep(r.Round() + 1)
	if err != nil {
		raiseError(err)
	}
	sr.finish(step)
	return 0
}

func (sr *specRace) step(*lua.LState) int {
	step, err := sr.game.Next()
	if err != nil {
		raiseError(err)
	}
	sr.finish(step)
	return 0
}

// playWhile plays steps as long as the next one is wanted.
func (sr *specRace) playWhile(wanted func(first, next *race.Step) bool) lua.LGFunction {
	return func(*lua.LState) int {
		var first *race.Step
		for {
			step, err := sr.game.Next()
			if errors.Is(err, race.ErrOver) {
				return 0
			}
			if err != nil {
				raiseError(err)
			}
			if first == nil {
				kept := *step
				first = &kept
			}
			if !wanted(first, step) {
				return 0
			}
			sr.finish(step)
		}
	}
}

func (sr *specRace) car(L *lua.LState) int {
	name, h := L.CheckString(2), sr.rules()
	car := h.race.Find(name)
	if car == race.Nobody {
		raise("race:car: no car is called %q%s", name, suggest(name, h.carNames()))
	}
	h.sync()
	L.Push(h.cars[car])
	return 1
}

func (sr *specRace) field(L *lua.LState) int {
	h := sr.rules()
	h.sync()
	L.Push(L.GetField(h.raceTable, L.CheckString(2)))
	return 1
}

func (sr *specRace) state(L *lua.LState) int {
	L.Push(lua.LString(sr.game.State()))
	return 1
}

func (sr *specRace) pushEvents(L *lua.LState) int {
	list := L.NewTable()
	for i := range sr.events {
		list.Append(sr.runner.eventTable(&sr.events[i]))
	}
	L.Push(list)
	return 1
}

// eventTable is an event as specs see it.
func (r *specRunner) eventTable(e *race.Event) *lua.LTable {
	t := r.L.NewTable()
	t.RawSetString("type", lua.LString(e.Type))
	t.RawSetString("step", lua.LString(e.Step))
	t.RawSetString("where", lua.LString(e.Where))
	if e.Car != "" {
		t.RawSetString("car", lua.LString(e.Car))
	}
	for _, f := range e.Fields {
		switch v := f.Value.(type) {
		case []int:
			list := r.L.NewTable()
			for _, n := range v {
				list.Append(num(n))
			}
			t.RawSetString(f.Name, list)
		case []race.Modifier:
			list := r.L.NewTable()
			for _, m := range v {
				row := r.L.NewTable()
				row.RawSetString("name", lua.LString(m.Name))
				row.RawSetString("value", num(m.Value))
				list.Append(row)
			}
			t.RawSetString(f.Name, list)
		default:
			t.RawSetString(f.Name, luaValue(v))
		}
	}
	return t
}

func (sr *specRace) result(L *lua.LState) int {
	list := L.NewTable()
	for _, p := range sr.now().Classification() {
		t := L.NewTable()
		t.RawSetString("place", num(p.Place))
		t.RawSetString("car", lua.LString(p.Car))
		t.RawSetString("status", lua.LString(p.Status.String()))
		t.RawSetString("points", num(sr.rules().Points(p)))
		list.Append(t)
	}
	L.Push(list)
	return 1
}

// expect is spec.expect(value): a table of checks.
func (r *specRunner) expect(L *lua.LState) int {
	v := L.Get(1)
	L.Push(r.functions(map[string]lua.LGFunction{
		"equals": func(L *lua.LState) int {
			if want := L.Get(1); !r.equal(v, want) {
				raise("expected %s, got %s", r.tell(want), r.tell(v))
			}
			return 0
		},
		"near": func(L *lua.LState) int {
			want, tolerance := L.CheckNumber(1), L.CheckNumber(2)
			got, ok := v.(lua.LNumber)
			if !ok || math.Abs(float64(got-want)) > float64(tolerance) {
				raise("expected %v ± %v, got %s", want, tolerance, r.tell(v))
			}
			return 0
		},
		"is_true": func(*lua.LState) int {
			if v != lua.LTrue {
				raise("expected true, got %s", r.tell(v))
			}
			return 0
		},
		"is_nil": func(*lua.LState) int {
			if v != lua.LNil {
				raise("expected nil, got %s", r.tell(v))
			}
			return 0
		},
		"includes": func(L *lua.LState) int {
			if want := L.Get(1); !r.includes(v, want) {
				raise("expected to find %s in %s", r.tell(want), r.tell(v))
			}
			return 0
		},
		"fails_with": func(L *lua.LState) int {
			r.failsWith(v, L.CheckString(1))
			return 0
		},
	}))
	return 1
}

func (r *specRunner) failsWith(v lua.LValue, text string) {
	fn, ok := v.(*lua.LFunction)
	if !ok {
		raise("fails_with: give expect a function, not %s", article(v))
	}
	err := r.attempt(fn)
	if err == nil {
		raise("expected a failure with %q, but nothing failed", text)
	}
	if !strings.Contains(err.Error(), text) {
		raise("expected a failure with %q, got: %v", text, err)
	}
}

// equal compares by content; cars and spaces are the same when their names
// are, whatever state they come from.
func (r *specRunner) equal(a, b lua.LValue) bool {
	x, ok1 := a.(*lua.LTable)
	y, ok2 := b.(*lua.LTable)
	if !ok1 || !ok2 || x == y {
		return a == b
	}
	if x.Metatable != lua.LNil && y.Metatable != lua.LNil {
		return x.RawGetString("name") == y.RawGetString("name")
	}
	return r.contains(x, y) && r.contains(y, x)
}

// contains says that a table has all that another has.
func (r *specRunner) contains(t, part *lua.LTable) bool {
	all := true
	part.ForEach(func(k, want lua.LValue) { all = all && r.equal(t.RawGet(k), want) })
	return all
}

func (r *specRunner) includes(v, want lua.LValue) bool {
	if text, ok := v.(lua.LString); ok {
		return strings.Contains(string(text), want.String())
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		return false
	}
	part, isTable := want.(*lua.LTable)
	if isTable && r.contains(t, part) {
		return true
	}
	for i := 1; i <= t.Len(); i++ {
		item, ok := t.RawGetInt(i).(*lua.LTable)
		if r.equal(t.RawGetInt(i), want) || isTable && ok && r.contains(item, part) {
			return true
		}
	}
	return false
}

// tell is a value as a failure shows it.
func (r *specRunner) tell(v lua.LValue) string {
	t, ok := v.(*lua.LTable)
	switch {
	case !ok && v.Type() == lua.LTString:
		return fmt.Sprintf("%q", v.String())
	case !ok:
		return r.show(v)
	case t.Metatable != lua.LNil:
		return r.show(t)
	}
	var parts []string
	t.ForEach(func(k, inner lua.LValue) {
		if k.Type() == lua.LTNumber {
			parts = append(parts, r.tell(inner))
			return
		}
		parts = append(parts, k.String()+" = "+r.tell(inner))
	})
	if len(parts) > 12 {
		parts = append(parts[:12], fmt.Sprintf("... %d more", len(parts)-12))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
