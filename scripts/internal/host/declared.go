package host

import (
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// PlayTurn implements variant.Runner: a rule calls a declared turn.
func (h *Host) PlayTurn(turn *variant.Turn) int {
	h.mayChange("turn")
	h.runDeclared(turn, h.carArg(3, "turn"))
	h.sync()
	return 0
}

// runPlain plays a declared turn whose dice are worth their total. It enters
// Lua, and guards itself against it, only on a mark.
func (h *Host) runPlain(turn *variant.Turn, car int) error {
	h.turnPlace = turn.Place
	n, _, err := h.race.Roll(car, turn.Dice, turn.Purpose)
	if err != nil {
		return h.box.Placed(h.diceFlaw("turn", err))
	}
	drive, err := h.race.Advance(car, n)
	if err != nil {
		return h.box.Placed(err)
	}
	if turn.OnMark == "" || drive.Rows == 0 || !h.onMark(car, drive.Missed) {
		return nil
	}
	return h.guardedMark(turn, car)
}

func (h *Host) guardedMark(turn *variant.Turn, car int) (err error) {
	defer h.box.Rescue(&err)
	h.box.Refill(luabox.Stepping)
	h.advised = 0
	h.rollMark(turn, car)
	return nil
}

// runDeclared plays a declared turn under Lua: roll, advance, and where the roll
// ended on a mark, the mark's table. What cannot be panics.
func (h *Host) runDeclared(turn *variant.Turn, car int) {
	n := h.rollOf("turn", car, turn.Dice, turn.Purpose)
	if !turn.Units.IsNone() {
		if n = h.unitsOf(turn, car, n); n == 0 {
			return
		}
	}
	h.chargeDrive(n)
	drive, err := h.race.Advance(car, n)
	if err != nil {
		luabox.RaiseError(err)
	}
	if turn.OnMark != "" && drive.Rows != 0 && h.onMark(car, drive.Missed) {
		h.rollMark(turn, car)
	}
}

// rollMark rolls on the table of a declared turn's marks and applies the row.
func (h *Host) rollMark(turn *variant.Turn, car int) {
	rt := h.markTable
	if rt == nil || rt.Name != turn.OnMark {
		rt = h.def.Tables[turn.OnMark]
	}
	if rt == nil {
		luabox.Raise("on_mark = %q: no roll table of that name%s", turn.OnMark, source.Suggest(turn.OnMark, source.SortedKeys(h.def.Tables)))
	}
	value, face := h.rollOn(rt, car, rt.Purpose)
	if row, ok := value.Table(); ok {
		h.applyRow(car, row, rt.Effects[face])
	}
}

// onMark says that a car's roll ended on a mark that counts: not before the
// line, and not when it had to queue for a marked row that was full.
func (h *Host) onMark(car int, missed board.ID) bool {
	c, b := h.race.Car(car), h.race.Board()
	if c.Space() == board.None || c.Lap() < h.def.MarksFrom || !b.Marked(c.Space()) {
		return false
	}
	return missed == board.None || !b.Marked(missed)
}

// unitsOf asks the rules what the dice are worth; 0 when the car does not move.
// How they were read is told where the rules say it.
func (h *Host) unitsOf(turn *variant.Turn, car, total int) int {
	h.sync()
	h.args = append(h.args[:0], h.self, h.raceValue, h.cars[car].Value(), luabox.Num(total))
	for _, f := range h.luck.faces {
		h.args = append(h.args, luabox.Num(f))
	}
	var said [2]luabox.Value
	h.box.EvalInto(said[:], turn.Units, h.args...)
	v, as := said[0], said[1]
	if v.IsNil() {
		return 0
	}
	n, ok := v.Whole()
	if !ok {
		luabox.Raise("units of %s: the function must return a whole number or nothing, not %s", h.race.Car(car).Name(), v.Article())
	}
	how, ok := as.Text()
	if !ok && !as.IsNil() {
		luabox.Raise("units of %s: how the dice were read is a text, not %s", h.race.Car(car).Name(), as.Article())
	}
	if ok && h.race.Recording() {
		h.race.Tell(car, "read", race.Text("as", how), race.Int("units", n))
	}
	return n
}

// apiApply is race:apply(car, row).
func (h *Host) apiApply() int {
	car := h.carArg(2, "race:apply")
	row, ok := h.box.Arg(3).Table()
	if !ok {
		luabox.Raise("race:apply: argument 2 must be a row of a table, not %s", h.box.Arg(3).Article())
	}
	if rt := h.reader.RollTable(row); rt != nil {
		luabox.Raise("race:apply: argument 2 is the whole table %s; roll on it first: self.%s:roll(race, car)", rt.Name, rt.Name)
	}
	e, wrong := variant.ReadEffect(row)
	if len(wrong) > 0 {
		luabox.Raise("race:apply: %s", wrong[0].Msg)
	}
	h.applyRow(car, row, &e)
	h.sync()
	return 0
}

// applyRow does to a car what a row of a table says.
func (h *Host) applyRow(car int, row luabox.Table, e *variant.Effect) {
	if e.Retire {
		if err := h.race.Retire(car, e.Why); err != nil {
			luabox.RaiseError(err)
		}
	}
	if h.chargeDrive(e.Spaces); e.Spaces != 0 && (h.race.Board() == nil || h.race.Car(car).Space() != board.None) {
		if _, err := h.race.Advance(car, e.Spaces); err != nil {
			luabox.RaiseError(err)
		}
	}
	if !e.Fn.IsNone() {
		h.sync()
		h.box.Call(e.Fn, h.self, h.raceValue, h.cars[car].Value(), row.Value())
	}
}
