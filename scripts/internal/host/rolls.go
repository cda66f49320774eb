package host

import (
	"errors"
	"fmt"
	"slices"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/variant"
)

// luck is what the host remembers of dice: the same few are thrown for the same
// few purposes, so lists are fastest.
type luck struct {
	faces     []int // of the last roll
	modifiers []race.Modifier
	purposes  []dice.Label
	dices     []dice.Dice
	notations []string // of dices
}

// roll throws dice under the modifiers and keeps the faces.
func (h *Host) roll(who int, d dice.Dice, purpose dice.Label) int {
	return h.rollOf("", who, d, purpose)
}

// rollOf is roll for the dice of a value of the variant, by its path; "" for dice
// that a rule names.
func (h *Host) rollOf(path string, who int, d dice.Dice, purpose dice.Label) int {
	h.box.Spend(10 * d.Count)
	total, faces, err := h.race.Roll(who, d, purpose, h.luck.modifiers...)
	if err != nil {
		luabox.RaiseError(h.diceFlaw(path, err))
	}
	h.luck.faces = faces
	return total
}

// diceFlaw puts an error about dice that nobody owns where the dice are written.
func (h *Host) diceFlaw(path string, err error) error {
	if flaw := (*race.NotOwned)(nil); path != "" && errors.As(err, &flaw) {
		return h.variant.Flaw(path, path+": "+flaw.Error())
	}
	return err
}

// apiRoll is race:roll(who, dice, purpose, ..., will).
func (h *Host) apiRoll() int {
	who := h.who(2, "race:roll")
	d := h.notation(h.textArg(3, "race:roll"))
	at := h.willAt(5)
	h.modifiers(func(n int) luabox.Value { return h.box.Arg(n) }, 5, at-1)
	purpose := h.purpose(h.textArg(4, "race:roll"))
	if at <= h.box.Args() && h.race.Recording() {
		h.announce([]int{who}, h.willOf(at))
	}
	total := h.roll(who, d, purpose)
	h.luck.modifiers = h.luck.modifiers[:0]
	h.box.Push(luabox.Num(total))
	for _, f := range h.luck.faces {
		h.box.Push(luabox.Num(f))
	}
	return 1 + len(h.luck.faces)
}

// willAt is which argument, from one on, is the function that says what dice will
// do; one more than there are where it was left out. A modifier's name stands before
// each number, so no modifier is taken for it.
func (h *Host) willAt(from int) int {
	for n := from; n <= h.box.Args(); n += 2 {
		if _, ok := h.box.Arg(n).Function(); ok {
			return n
		}
	}
	return h.box.Args() + 1
}

// will is a function that says what dice will do, and what it is called with before
// who throws them.
type will struct {
	fn   luabox.Function
	with []luabox.Value
}

// willOf is the function that is an argument, with those after it.
func (h *Host) willOf(at int) will {
	fn, _ := h.box.Arg(at).Function()
	w := will{fn: fn}
	for n := at + 1; n <= h.box.Args(); n++ {
		w.with = append(w.with, h.box.Arg(n))
	}
	return w
}

// Limits of race:roll_each: modifiers of a car, and throws of one call.
const (
	maxModifiers = 4
	maxThrows    = 10_000
)

// apiRollEach is race:roll_each(cars, dice, purpose, modifiers, will).
func (h *Host) apiRollEach() int {
	const called = "race:roll_each"
	list := h.throwers(2, called)
	d, purpose := h.notation(h.textArg(3, called)), h.purpose(h.textArg(4, called))
	add := h.modifiersOf(5, called)
	if h.functionArg(6, called); h.race.Recording() {
		h.announce(list, h.willOf(6))
	}
	totals := h.box.NewTable(len(list), 0)
	for i, who := range list {
		add(who)
		totals.SetItem(i+1, luabox.Num(h.roll(who, d, purpose)))
	}
	h.luck.modifiers = h.luck.modifiers[:0]
	h.race.Announce(nil, nil)
	h.box.Push(totals.Value())
	return 1
}

// modifiersOf is an argument that says what is added to each throw: a function
// that returns pairs, or a table of fields of whoever throws.
func (h *Host) modifiersOf(n int, called string) (add func(who int)) {
	if t, ok := h.box.Arg(n).Table(); ok {
		return h.fieldModifiers(t, called)
	}
	fn := h.functionArg(n, called)
	if fn.IsNone() {
		return func(int) {}
	}
	given := make([]luabox.Value, 2*maxModifiers)
	return func(who int) {
		was := h.asking
		h.asking = "it only says what is added to a throw"
		h.box.EvalInto(given, fn, h.thrower(who))
		h.asking = was
		n := slices.IndexFunc(given, luabox.Value.IsNil)
		if n < 0 {
			n = len(given)
		}
		h.modifiers(func(i int) luabox.Value { return given[i] }, 0, n-1)
	}
}

// fieldModifiers adds fields, by the names that their modifiers have.
func (h *Host) fieldModifiers(t luabox.Table, called string) (add func(who int)) {
	names := h.box.Keys(t)
	if len(names) > maxModifiers {
		luabox.Raise("%s: %d modifiers; there can be %d", called, len(names), maxModifiers)
	}
	fields, given := make([]string, len(names)), make([]luabox.Value, 2*len(names))
	for i, name := range names {
		fields[i], _ = t.Get(name).Text()
		given[2*i] = name
	}
	return func(who int) {
		h.box.Spend(2 * len(fields))
		thrower, _ := h.thrower(who).Table()
		for i, field := range fields {
			given[2*i+1] = thrower.Field(field)
		}
		h.modifiers(func(i int) luabox.Value { return given[i] }, 0, len(given)-1)
	}
}

// modifiers reads pairs of a name and a number, numbered from one value to
// another.
func (h *Host) modifiers(value func(n int) luabox.Value, from, to int) {
	h.luck.modifiers = h.luck.modifiers[:0]
	for n := from; n <= to; n += 2 {
		name, ok := value(n).Text()
		if !ok {
			luabox.Raise("race:roll: a modifier has a name, a text, not %s", value(n).Article())
		}
		var number luabox.Value
		if n < to {
			number = value(n + 1)
		}
		m := race.Modifier{Name: name}
		if m.Value, ok = number.Whole(); !ok {
			luabox.Raise("race:roll: the modifier %q must be a whole number, not %s", name, number.Article())
		}
		if h.race.Recording() {
			h.chargeItems(h.written)
			m.Where = h.cast.WrittenAt(m.Name, m.Value)
		}
		h.luck.modifiers = append(h.luck.modifiers, m)
	}
}

// throwers is an argument that is a list of cars, or of the race itself; one may
// be there more than once.
func (h *Host) throwers(n int, called string) []int {
	t, ok := h.box.Arg(n).Table()
	if !ok || t.Guarded() {
		luabox.Raise("%s: argument %d must be a list of cars, not %s", called, n-1, h.box.Arg(n).Article())
	}
	if t.Len() > maxThrows {
		luabox.Raise("%s: %d throws at once; there can be %d", called, t.Len(), maxThrows)
	}
	list := make([]int, t.Len())
	for i := range list {
		inner, _ := t.Item(i + 1).Table()
		if list[i], ok = h.carIndex[inner]; !ok {
			list[i] = race.Nobody
			if inner != h.raceTable {
				luabox.Raise("%s: item %d of the list must be a car or the race, not %s", called, i+1, t.Item(i+1).Article())
			}
		}
	}
	return list
}

// thrower is a car's table, or that of the race.
func (h *Host) thrower(who int) luabox.Value {
	if who == race.Nobody {
		return h.raceValue
	}
	return h.cars[who].Value()
}

// announce says who throws next. Will says what will do for each of them: it is
// called with what it is to be called with, the car and the number. It is asked only
// when somebody has to throw.
func (h *Host) announce(who []int, w will) {
	if w.fn.IsNone() {
		h.race.Announce(who, nil)
		return
	}
	h.race.Announce(who, func(i int) string {
		was := h.asking
		h.asking = "it only says what dice will do"
		said := h.box.Eval(w.fn, append(slices.Clone(w.with), h.thrower(who[i]), luabox.Num(i+1))...)
		h.asking = was
		text, ok := said.Text()
		if !ok && !said.IsNil() {
			luabox.Raise("race:roll: what will do is said in a text, not %s", said.Article())
		}
		return text
	})
}

// maxPurposes is how many purposes one variant may roll for.
const maxPurposes = 200

// purpose makes a label of a purpose once.
func (h *Host) purpose(name string) dice.Label {
	for _, p := range h.luck.purposes {
		if p.String() == name {
			return p
		}
	}
	if name == "" {
		luabox.Raise("race:roll: the purpose is empty; it says what the dice are for, such as \"move\"")
	}
	if n := len(h.luck.purposes); n >= maxPurposes {
		luabox.Raise("race:roll: %q is purpose number %d; a purpose is a constant name, not one built from numbers", name, n+1)
	}
	p := dice.NewLabel(name)
	h.luck.purposes = append(h.luck.purposes, p)
	return p
}

// notation reads dice notation once.
func (h *Host) notation(text string) dice.Dice {
	for i, known := range h.luck.notations {
		if known == text {
			return h.luck.dices[i]
		}
	}
	d, err := dice.Parse(text)
	if err != nil {
		luabox.Raise("race:roll: %w", err)
	}
	h.luck.notations, h.luck.dices = append(h.luck.notations, text), append(h.luck.dices, d)
	return d
}

// RollTable implements variant.Runner: it throws the table's dice, for its own
// name if no purpose is given, and returns the row and the total.
func (h *Host) RollTable(rt *variant.RollTable) int {
	h.mayChange("roll")
	who, purpose := h.who(3, rt.Method), rt.Purpose
	if h.box.Args() > 3 {
		purpose = h.purpose(h.textArg(4, rt.Method))
	}
	row, total := h.rollOn(rt, who, purpose)
	h.box.Push(row)
	h.box.Push(luabox.Num(total))
	return 2
}

// rollOn throws a table's dice and tells which row came up.
func (h *Host) rollOn(rt *variant.RollTable, who int, purpose dice.Label) (luabox.Value, int) {
	if h.race.Recording() {
		h.race.Announce([]int{who}, func(int) string { return rt.Will() })
	}
	total := h.rollOf(rt.Name, who, rt.Dice, purpose)
	value := rt.Table.Item(total)
	h.countRow(rt, total)
	if h.race.Recording() {
		h.box.Spend(h.written / itemsCharge)
		h.tellRow(rt, who, total, value)
	}
	return value, total
}

// countRow counts a row that dice chose.
func (h *Host) countRow(rt *variant.RollTable, face int) {
	if rt.Number > 0 {
		h.race.CountRow(rt.Number-1, face)
	}
}

// tellRow tells the fields of a row that people can read.
func (h *Host) tellRow(rt *variant.RollTable, who, total int, value luabox.Value) {
	fields := []race.Field{race.Text("table", rt.Name), race.Int("face", total)}
	if row, ok := value.Table(); ok {
		for _, k := range h.box.Keys(row) {
			if v, ok := row.Get(k).Plain(); ok {
				fields = append(fields, race.Field{Name: k.String(), Value: v})
			}
		}
	} else if v, ok := value.Plain(); ok {
		fields = append(fields, race.Field{Name: "value", Value: v})
	}
	if file, line := h.variant.RowPlace(rt, total, ""); line > 0 {
		h.whereNow = fmt.Sprintf("%s:%d", file, line)
	}
	h.race.Tell(who, "row", fields...)
	h.whereNow = ""
}
