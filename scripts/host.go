package scripts

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// Host is the rules of one race: a Lua state bound to it. It implements
// race.Rules, race.Answerer, race.Adviser and race.Speller.
type Host struct {
	*state
	program *Program
	variant *variant
	def     *definition
	v       *lua.LTable // the variant's table: self
	race    *race.Race
	plan    race.Plan

	raceTable    *lua.LTable
	methods      []lua.LValue // of raceTable, as raceAPI lists them
	cars         []*lua.LTable
	starts       [][]lua.LValue // by car: starting values of its declared fields
	carIndex     map[*lua.LTable]int
	spaces       []*lua.LTable // nil until they are asked for
	spaceGuard   *lua.LTable   // their metatable
	spaceIndex   map[*lua.LTable]board.ID
	mirrors      []mirror
	spaceMirrors [][]field
	touched      []int // cars whose mirrors are behind
	behind       []bool
	raceBehind   bool

	faces      []int // of the last roll
	mods       []race.Modifier
	purposes   []dice.Label // those rolled for so far; few, so a list is fastest
	dices      []dice.Dice
	notations  []string      // of dices
	turn       *declaredTurn // the turn, when it is declared
	markTable  *rollTable
	marksFrom  int
	people     map[int]bool
	deal       int           // how many places further on in their list bots are dealt
	asking     string        // why what runs cannot change the race, "" when it can
	whereNow   string        // overrides the place of the next event
	turnPlace  string        // the place of the declared turn that runs
	notes      race.Notes    // what State returned last
	noted      bool          // no Lua has run since: they hold
	knownRace  []knownText   // by field of the race: its text when last written
	known      [][]knownText // the same by car
	pathLists  []*pathList   // handles of race:paths, used again in each step
	pathsUsed  int           // of them in this step
	handles    map[*lua.LTable]*pathList
	pathOf     map[*lua.LTable]pathRef
	asked      []question // asked last
	lookedOver int        // the round in which the spaces were last checked
}

// bind makes the rules of a race of a state into which a variant was read.
func (s *state) bind(p *Program, v *variant, def *definition, r *race.Race) *Host {
	h := &Host{
		state: s, program: p, variant: v, def: def, v: v.table, race: r, plan: def.plan,
		carIndex: map[*lua.LTable]int{}, spaceIndex: map[*lua.LTable]board.ID{},
		marksFrom: def.marksFrom, people: map[int]bool{},
	}
	s.host, s.thing = h, h.isThing
	if h.turn = s.declared[def.turn]; h.turn != nil {
		h.markTable = def.tables[h.turn.onMark]
	}
	if def.orderFn != nil {
		h.plan.Order = h.luaOrder
	}
	h.makeSpaces()
	h.makeCars()
	h.makeRace()
	h.knownRace = make([]knownText, len(def.race.names))
	for i := range h.cars {
		h.starts = append(h.starts, h.startsOf(i))
		h.known = append(h.known, make([]knownText, len(def.car.names)))
	}
	h.Reset(0)
	for _, person := range p.opts.People {
		h.people[r.Find(person)] = true
	}
	r.OnTouch(h.touch)
	r.Record(h.placeOfEvent)
	return h
}

// Quiet has the race keep no record: for simulations, which read none.
func (h *Host) Quiet() { h.race.RecordNothing() }

// Reset gives all declared fields their starting values, for another race. The
// bots are dealt to the cars so many places further on than in the list.
func (h *Host) Reset(deal int) {
	h.deal = deal
	h.setFields(h.raceTable, h.def.race, h.def.race.starts)
	for i, car := range h.cars {
		h.setFields(car, h.def.car, h.starts[i])
		h.touch(i)
	}
	h.touch(race.Nobody)
	h.noted = false
}

// startsOf are the starting values of a car's declared fields: its entry's, or
// the variant's.
func (h *Host) startsOf(car int) []lua.LValue {
	entry := h.program.entry(car, h.race.Car(car).Name())
	starts := append([]lua.LValue(nil), h.def.car.starts...)
	for i, name := range h.def.car.names {
		if given, ok := entry[name]; ok {
			starts[i] = luaValue(given)
		}
	}
	return starts
}

// setFields sets declared fields to their starting values, each table to a
// copy of its own.
func (h *Host) setFields(t *lua.LTable, f *fields, starts []lua.LValue) {
	for i, name := range f.names {
		value := starts[i]
		if inner, ok := value.(*lua.LTable); ok {
			value = h.copyValue(inner, map[*lua.LTable]*lua.LTable{})
		}
		if t.RawGetString(name) != value {
			t.RawSetString(name, value)
		}
	}
}

// placeOfEvent is where the rule stands that causes an event now.
func (h *Host) placeOfEvent() string {
	if h.whereNow != "" {
		return h.whereNow
	}
	if at := h.at(); at != "" {
		return at
	}
	return h.turnPlace
}

// onlyNext is why next and order cannot change the race.
const onlyNext = "next and order only say what comes next"

// Next implements race.Rules.
func (h *Host) Next(r *race.Race) (*race.Step, error) {
	if h.def.next == nil && h.def.orderFn == nil {
		return h.plannedStep()
	}
	return h.luaStep(r)
}

// luaStep is the next step where Lua has a say in it.
func (h *Host) luaStep(r *race.Race) (step *race.Step, err error) {
	defer h.rescue(&err)
	h.budget.refill(stepBudget)
	h.sync()
	before, err := h.memory(r)
	if err != nil {
		return nil, err
	}
	h.asking = onlyNext
	defer func() { h.asking = "" }()
	from := "next"
	if h.def.next == nil {
		from = "order"
		step, err = h.plannedStep()
	} else if step, _ = h.luaNext(); step == nil {
		err = race.ErrOver
	}
	if after, wrong := h.memory(r); wrong != nil || after != before {
		return nil, h.flawAt(h.variant, from, from+" changed the race; it only says what comes next")
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
func (h *Host) luaNext() (*race.Step, *lua.LFunction) {
	L := h.L
	h.noted = false
	L.Push(h.def.next)
	L.Push(h.v)
	L.Push(h.raceTable)
	L.Call(2, 4)
	label, fn, car, round := L.Get(-4), L.Get(-3), L.Get(-2), L.Get(-1)
	L.Pop(4)
	if label == lua.LNil {
		return nil, nil
	}
	name, ok1 := label.(lua.LString)
	rule, ok2 := fn.(*lua.LFunction)
	n, ok3 := wholeNumber(round)
	_, ok4 := car.(*lua.LTable)
	if !ok1 || name == "" || !ok2 || !ok3 && round != lua.LNil || n < 0 || !ok4 && car != lua.LNil {
		raiseError(h.flawAt(h.variant, "next", fmt.Sprintf(
			"next must return a label, a function, and perhaps a car and a round; it returned %s, %s, %s and %s",
			article(label), article(fn), article(car), article(round))))
	}
	step := &race.Step{Label: dice.NewLabel(string(name)), Kind: race.Special, Car: race.Nobody, Round: n}
	if t, ok := car.(*lua.LTable); ok {
		index, ok := h.carIndex[t]
		if !ok {
			raiseError(h.flawAt(h.variant, "next", "next returned a table that is no car"))
		}
		step.Car = index
	}
	return step, rule
}

// Run implements race.Rules.
func (h *Host) Run(r *race.Race, step *race.Step) error {
	if h.turn != nil && h.turn.units == nil && step.Kind == race.Turn {
		return h.runPlain(h.turn, step.Car)
	}
	return h.runRule(step)
}

// runRule runs the part of the rules that a step is.
func (h *Host) runRule(step *race.Step) (err error) {
	defer h.rescue(&err)
	h.budget.refill(stepBudget)
	h.forgetPaths()
	switch step.Kind {
	case race.Special:
		h.sync()
		h.asking = onlyNext
		next, rule := h.luaNext()
		h.asking = ""
		if next == nil || !next.Label.Same(step.Label) {
			raiseError(h.flawAt(h.variant, "next", fmt.Sprintf("next: it named %s, and asked again it does not", step.Label)))
		}
		h.call(rule, step.Car, 0)
	case race.Session:
		h.call(h.def.session, race.Nobody, step.Session)
	case race.Open:
		h.call(h.def.open, race.Nobody, 0)
	case race.Whole:
		h.call(h.def.raceTurn, race.Nobody, 0)
	default:
		if h.turn != nil {
			h.turnPlace = h.turn.place
			h.runDeclared(h.turn, step.Car)
			return nil
		}
		h.call(h.def.turn, step.Car, 0)
	}
	return nil
}

// call runs a rule: fn(self, race[, car][, number]).
func (h *Host) call(fn *lua.LFunction, car, number int) {
	h.sync()
	L, n := h.L, 2
	L.Push(fn)
	L.Push(h.v)
	L.Push(h.raceTable)
	if car != race.Nobody {
		L.Push(h.cars[car])
		n++
	}
	if number > 0 {
		L.Push(num(number))
		n++
	}
	L.Call(n, 0)
}

// luaOrder asks the variant's order(self, race, a, b) whether a moves before b.
func (h *Host) luaOrder(_ *race.Race, a, b *race.Car) int {
	L := h.L
	h.noted = false
	L.Push(h.def.orderFn)
	L.Push(h.v)
	L.Push(h.raceTable)
	L.Push(h.cars[a.Index()])
	L.Push(h.cars[b.Index()])
	L.Call(4, 1)
	before := lua.LVAsBool(L.Get(-1))
	L.Pop(1)
	if before {
		return -1
	}
	return 1
}

// State implements race.Rules.
func (h *Host) State(r *race.Race) (notes race.Notes, err error) {
	if h.noted {
		return h.notes, nil
	}
	defer h.rescue(&err)
	h.sync()
	if err := h.checkMirrors(); err != nil {
		return race.Notes{}, err
	}
	h.budget.refill(stepBudget)
	n := &noter{state: h.state, host: h, seen: map[*lua.LTable]string{}}
	text, err := n.fieldsText("race", h.raceTable, h.def.race, h.knownRace)
	if err != nil {
		return race.Notes{}, h.stepError(err)
	}
	notes = race.Notes{Race: text, Cars: make([]string, len(h.cars))}
	for i, car := range h.cars {
		if notes.Cars[i], err = n.fieldsText(r.Car(i).Name(), car, h.def.car, h.known[i]); err != nil {
			return race.Notes{}, h.stepError(err)
		}
	}
	h.notes, h.noted = notes, true
	return notes, nil
}

// stepError says in which rule a step went wrong that was only seen at its
// end.
func (h *Host) stepError(err error) error {
	step := h.race.Step()
	key := map[race.Kind]string{race.Session: "session", race.Open: "open", race.Turn: "turn", race.Special: "next", race.Whole: "race_turn"}[step.Kind]
	file, line := h.variant.place(key)
	return &Error{File: file, Line: line, Msg: fmt.Sprintf("%s: %v", step.Label, err)}
}

// SetState implements race.Rules. A field that the rules no longer declare is
// dropped; one that the text does not have keeps its starting value.
func (h *Host) SetState(r *race.Race, notes race.Notes) error {
	h.Reset(h.deal)
	if err := h.restore(h.raceTable, h.def.race, notes.Race); err != nil {
		return fmt.Errorf("state of the race: %w", err)
	}
	for i, text := range notes.Cars {
		if err := h.restore(h.cars[i], h.def.car, text); err != nil {
			return fmt.Errorf("state of %s: %w", r.Car(i).Name(), err)
		}
	}
	return nil
}

func (h *Host) restore(t *lua.LTable, f *fields, text string) error {
	values, err := h.readFields(text)
	if err != nil {
		return err
	}
	for _, name := range f.names {
		if v, ok := values[name]; ok {
			t.RawSetString(name, v)
		}
	}
	return nil
}

// Points is what a placing scores under the variant's points table, with the
// car's bonus points.
func (h *Host) Points(p race.Placing) int { return h.def.points.of(p) + h.bonus(p.Car) }

// FieldText is a declared field of a car as text, "" when there is none;
// "wp.T" is the T in the table wp.
func (h *Host) FieldText(car int, column string) string {
	name, inner, within := strings.Cut(column, ".")
	if !h.def.car.has(name) {
		return ""
	}
	v := h.cars[car].RawGetString(name)
	if t, ok := v.(*lua.LTable); ok && within {
		v = t.RawGetString(inner)
	}
	if text, ok := v.(lua.LString); ok {
		return string(text)
	}
	h.budget.refill(stepBudget)
	n := &noter{state: h.state, host: h, seen: map[*lua.LTable]string{}}
	if n.value(name, v) != nil || v == lua.LNil {
		return ""
	}
	return n.out.String()
}
