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

// plainTurn is a declared turn whose dice are worth their total, for the core to
// play. It enters Lua, and guards itself against it, only on a mark.
func (h *Host) plainTurn(turn *variant.Turn) *race.PlainTurn {
	plain := &race.PlainTurn{Dice: turn.Dice, Purpose: turn.Purpose, Lap: h.def.MarksFrom}
	if turn.OnMark != "" {
		plain.Marked = func(car int) error { return h.markReached(turn, car) }
	}
	return plain
}

// runPlain plays a turn that is one for the core.
func (h *Host) runPlain(car int) error {
	h.turnPlace = h.turn.Place
	return h.plainError(h.race.PlayTurn(h.plain, car))
}

// plainError puts what went wrong in a plain turn where it is written.
func (h *Host) plainError(err error) error {
	if err == nil {
		return nil
	}
	return h.box.Placed(h.diceFlaw("turn", err))
}

// PlayRounds implements sim.Rounds.
func (h *Host) PlayRounds(r *race.Race, most int, begin func()) (turns int, err error) {
	if h.plain == nil || !h.def.Next.IsNone() {
		return 0, nil
	}
	turns, err = r.PlayRounds(&h.plan, h.plain, most, begin)
	h.box.Turned(turns)
	return turns, h.plainError(err)
}

// markReached rolls on the table of a turn's marks. Where nobody keeps a record and
// the rows only move cars or take them out, that needs no Lua.
func (h *Host) markReached(turn *variant.Turn, car int) error {
	rt := h.markTable
	if rt == nil || !rt.Plain || h.race.Recording() {
		return h.guardedMark(turn, car)
	}
	face, _, err := h.race.Roll(car, rt.Dice, rt.Purpose)
	if err != nil {
		return h.box.Placed(h.diceFlaw(rt.Name, err))
	}
	h.countRow(rt, face)
	e := rt.Effects[face]
	if e.Retire {
		err = h.race.Retire(car, e.Why)
	} else if e.Spaces != 0 {
		_, err = h.race.Advance(car, e.Spaces)
	}
	return err
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
	if turn.OnMark != "" && drive.Rows != 0 && h.race.OnMark(car, drive.Missed, h.def.MarksFrom) {
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
