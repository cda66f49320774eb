package variant

import (
	"slices"

	"sandbox/core/dice"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Turn is a turn made by racing.roll_and_advance: a common turn that runs
// without entering Lua.
type Turn struct {
	Dice    dice.Dice
	Purpose dice.Label
	OnMark  string          // the roll table that a mark asks for, "" for none
	Units   luabox.Function // what the dice are worth, none for their total
	Place   string          // file:line
}

var turnKeys = []string{"dice", "purpose", "on_mark", "units"}

// rollAndAdvance is racing.roll_and_advance{ dice, purpose, on_mark, units }.
func (r *Reader) rollAndAdvance() int {
	r.box.CurrentUnit("racing.roll_and_advance")
	t := r.box.TableArg(1, "racing.roll_and_advance")
	turn := &Turn{Place: r.box.At()}
	for _, k := range r.box.Keys(t) {
		turn.set(k.String(), t.Get(k))
	}
	if turn.Dice.Count == 0 || turn.Purpose.String() == "" {
		luabox.Raise("racing.roll_and_advance: it needs dice and a purpose, such as { dice = \"d6\", purpose = \"move\" }")
	}
	fn := r.box.Func(func() int { return r.running("turn").PlayTurn(turn) })
	r.declared[fn] = turn
	r.box.Push(fn.Value())
	return 1
}

// set takes up one key of a declared turn.
func (turn *Turn) set(key string, v luabox.Value) {
	if !slices.Contains(turnKeys, key) {
		luabox.Raise("racing.roll_and_advance: `%s`: no such key%s", key, source.Suggest(key, turnKeys))
	}
	text, ok := v.Text()
	if key != "units" && !ok {
		luabox.Raise("racing.roll_and_advance: %s must be a text, not %s", key, v.Article())
	}
	switch key {
	case "dice":
		d, err := dice.Parse(text)
		if err != nil {
			luabox.Raise("racing.roll_and_advance: dice: %w", err)
		}
		turn.Dice = d
	case "purpose":
		turn.Purpose = dice.NewLabel(text)
	case "on_mark":
		turn.OnMark = text
	case "units":
		if turn.Units, ok = v.Function(); !ok {
			luabox.Raise("racing.roll_and_advance: units is a function(self, race, car, total, faces...), not %s", v.Article())
		}
	}
}
