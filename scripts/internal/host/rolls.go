package host

import (
	"fmt"

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
	h.box.Spend(10 * d.Count)
	total, faces, err := h.race.Roll(who, d, purpose, h.luck.modifiers...)
	if err != nil {
		luabox.RaiseError(err)
	}
	h.luck.faces = faces
	return total
}

// apiRoll is race:roll(who, dice, purpose, ...).
func (h *Host) apiRoll() int {
	who := h.who(2, "race:roll")
	d := h.notation(h.textArg(3, "race:roll"))
	l := &h.luck
	l.modifiers = l.modifiers[:0]
	for n := 5; n <= h.box.Args(); n += 2 {
		m := race.Modifier{Name: h.textArg(n, "race:roll"), Value: h.wholeArg(n+1, "race:roll")}
		if h.race.Recording() {
			h.chargeItems(h.written)
			m.Where = h.cast.WrittenAt(m.Name, m.Value)
		}
		l.modifiers = append(l.modifiers, m)
	}
	total := h.roll(who, d, h.purpose(h.textArg(4, "race:roll")))
	l.modifiers = l.modifiers[:0]
	h.box.Push(luabox.Num(total))
	for _, f := range l.faces {
		h.box.Push(luabox.Num(f))
	}
	return 1 + len(l.faces)
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
	total := h.roll(who, rt.Dice, purpose)
	value := rt.Table.Item(total)
	if rt.Number > 0 {
		h.race.CountRow(rt.Number-1, total)
	}
	if h.race.Recording() {
		h.box.Spend(h.written / itemsCharge)
		h.tellRow(rt, who, total, value)
	}
	return value, total
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
