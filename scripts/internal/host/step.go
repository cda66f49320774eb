package host

import (
	"fmt"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// onlyNext is why next and order cannot change the race.
const onlyNext = "next, order and level only say what comes next"

// named is a step that the variant's next named, and the rule that it is.
type named struct {
	step *race.Step
	rule luabox.Function
}

// Next implements race.Rules.
func (h *Host) Next(r *race.Race) (*race.Step, error) {
	if h.def.Next.IsNone() && h.def.Order.IsNone() && h.def.Level.IsNone() {
		return h.plannedStep()
	}
	return h.luaStep(r)
}

// luaStep is the next step where Lua has a say in it.
func (h *Host) luaStep(r *race.Race) (step *race.Step, err error) {
	defer h.box.Rescue(&err)
	h.box.Refill(luabox.Stepping)
	h.sync()
	before, err := h.memory(r)
	if err != nil {
		return nil, err
	}
	h.asking = onlyNext
	defer func() { h.asking = "" }()
	from := "next"
	if h.def.Next.IsNone() {
		if from = "level"; !h.def.Order.IsNone() {
			from = "order"
		}
		step, err = h.plannedStep()
	} else if h.named = h.luaNext(); h.named.step == nil {
		err = race.ErrOver
	} else {
		step = h.named.step
	}
	if after, wrong := h.memory(r); wrong != nil || after != before {
		return nil, h.variant.Flaw(from, from+" changed the race; it only says what comes next")
	}
	return step, err
}

func (h *Host) plannedStep() (*race.Step, error) {
	step := h.race.NextStep(&h.plan)
	if step == nil {
		return nil, race.ErrOver
	}
	return step, nil
}

// luaNext asks V:next(race) for a label, a function, and perhaps a car and a
// round. Without a label the race is over.
func (h *Host) luaNext() named {
	h.noted, h.offered = false, nil
	var said [4]luabox.Value
	h.box.EvalInto(said[:], h.def.Next, h.self, h.raceValue)
	label, fn, car, round := said[0], said[1], said[2], said[3]
	if label.IsNil() {
		return named{}
	}
	name, ok1 := label.Text()
	rule, ok2 := fn.Function()
	n, ok3 := round.Whole()
	t, ok4 := car.Table()
	if !ok1 || name == "" || !ok2 || !ok3 && !round.IsNil() || n < 0 || !ok4 && !car.IsNil() {
		luabox.RaiseError(h.variant.Flaw("next", fmt.Sprintf(
			"next must return a label, a function, and perhaps a car and a round; it returned %s, %s, %s and %s",
			label.Article(), fn.Article(), car.Article(), round.Article())))
	}
	if len(name) > race.MaxName {
		luabox.RaiseError(h.variant.Flaw("next", fmt.Sprintf("next: the label of a step has %d bytes, and %d are the most: shorten it", len(name), race.MaxName)))
	}
	step := &race.Step{Label: dice.NewLabel(name), Kind: race.Special, Car: race.Nobody, Round: n}
	if ok4 {
		index, ok := h.carIndex[t]
		if !ok {
			luabox.RaiseError(h.variant.Flaw("next", "next returned a table that is no car"))
		}
		step.Car = index
	}
	if p := h.offered; p != nil && p.Label.Same(step.Label) && p.Car == step.Car && rule == h.ruleBy(p.Kind) {
		return named{p, rule} // what is counted of sessions and turns is counted of it
	}
	return named{step, rule}
}

// PlannedNext implements variant.Runner: the step that comes next where a game
// does not say otherwise, as next returns one.
func (h *Host) PlannedNext() int {
	if h.asking != onlyNext {
		luabox.Raise("the usual next: only next can call it")
	}
	next := h.race.NextStep(&h.plan)
	if next == nil {
		h.box.Push(luabox.Value{})
		return 1
	}
	step := *next
	h.offered = &step
	h.box.Push(luabox.Str(step.Label.String()))
	h.box.Push(h.ruleBy(step.Kind).Value())
	car := luabox.Value{}
	if step.Car != race.Nobody {
		car = h.cars[step.Car].Value()
	}
	h.box.Push(car)
	h.box.Push(luabox.Num(step.Round))
	return 4
}

// ruleBy is the rule that a planned step of a kind runs.
func (h *Host) ruleBy(kind race.Kind) luabox.Function {
	switch kind {
	case race.Session:
		return h.def.Session
	case race.Open:
		return h.def.Open
	case race.Whole:
		return h.def.RaceTurn
	}
	return h.def.Turn
}

// Before implements variant.Runner: whether car a moves before car b by an order
// that has a name.
func (h *Host) Before(order race.Order) int {
	a, b := h.carArg(3, "R.super.order"), h.carArg(4, "R.super.order")
	h.box.Push(luabox.Bool(order.Before(h.race, h.race.Car(a), h.race.Car(b))))
	return 1
}

// ruleOf is the rule that a step of the variant's own is. Next has named it,
// unless these rules were made for this step alone: then next is asked again.
func (h *Host) ruleOf(step *race.Step, was named) luabox.Function {
	if was.step != nil && was.step.Label.Same(step.Label) {
		return was.rule
	}
	h.asking = onlyNext
	next := h.luaNext()
	h.asking = ""
	if next.step == nil || !next.step.Label.Same(step.Label) {
		luabox.RaiseError(h.variant.Flaw("next", fmt.Sprintf("next: it named %s, and asked again it does not", step.Label)))
	}
	return next.rule
}

// Run implements race.Rules.
func (h *Host) Run(_ *race.Race, step *race.Step) error {
	was := h.named
	if was.step != nil { // it holds while nothing has run since
		h.named = named{}
	}
	if step.Kind == race.Turn || step.Kind == race.Whole {
		h.box.Turned(1)
	}
	if h.plain != nil && step.Kind == race.Turn {
		return h.runPlain(step.Car)
	}
	return h.runRule(step, was)
}

// runRule runs the part of the rules that a step is.
func (h *Host) runRule(step *race.Step, was named) (err error) {
	defer h.box.Rescue(&err)
	h.box.Refill(luabox.Stepping)
	h.advised = 0
	h.paths.forget()
	switch step.Kind {
	case race.Special:
		h.sync()
		h.call(h.ruleOf(step, was), step.Car, 0)
	case race.Session:
		h.call(h.def.Session, race.Nobody, step.Session)
	case race.Open:
		h.call(h.def.Open, race.Nobody, 0)
	case race.Whole:
		h.call(h.def.RaceTurn, race.Nobody, 0)
	default:
		if h.turn != nil {
			h.turnPlace = h.turn.Place
			h.runDeclared(h.turn, step.Car)
			break
		}
		h.call(h.def.Turn, step.Car, 0)
	}
	h.rank()
	return nil
}

// call runs a rule: fn(self, race[, car][, number]).
func (h *Host) call(fn luabox.Function, car, number int) {
	h.sync()
	args, n := [4]luabox.Value{h.self, h.raceValue}, 2
	if car != race.Nobody {
		args[n] = h.cars[car].Value()
		n++
	}
	if number > 0 {
		args[n] = luabox.Num(number)
		n++
	}
	h.box.Call(fn, args[:n]...)
}

// asks is an order that asks a function(self, race, a, b) of the variant whether a
// moves before b.
func (h *Host) asks(fn luabox.Function) race.Order {
	return func(_ *race.Race, a, b *race.Car) int {
		h.noted = false
		if h.box.Eval(fn, h.self, h.raceValue, h.cars[a.Index()].Value(), h.cars[b.Index()].Value()).True() {
			return -1
		}
		return 1
	}
}
