package scripts

import (
	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// declaredTurn is a turn made by racing.roll_and_advance: a common turn that
// runs without entering Lua.
type declaredTurn struct {
	dice    dice.Dice
	purpose dice.Label
	onMark  string         // the roll table that a mark asks for, "" for none
	units   *lua.LFunction // what the dice are worth, nil for their total
	place   string         // file:line
}

var turnKeys = []string{"dice", "purpose", "on_mark", "units"}

// rollAndAdvance is racing.roll_and_advance{ dice, purpose, on_mark, units }.
func (s *state) rollAndAdvance(L *lua.LState) int {
	s.currentUnit("racing.roll_and_advance")
	t := s.checkTable(1, "racing.roll_and_advance")
	turn := &declaredTurn{place: s.at()}
	for _, k := range s.keys(t) {
		v := t.RawGet(k)
		if !contains(turnKeys, k.String()) {
			raise("racing.roll_and_advance: `%s`: no such key%s", k, suggest(k.String(), turnKeys))
		}
		if k.String() != "units" && v.Type() != lua.LTString {
			raise("racing.roll_and_advance: %s must be a text, not %s", k, article(v))
		}
		switch k.String() {
		case "dice":
			d, err := dice.Parse(v.String())
			if err != nil {
				raise("racing.roll_and_advance: dice: %w", err)
			}
			turn.dice = d
		case "purpose":
			turn.purpose = dice.NewLabel(v.String())
		case "on_mark":
			turn.onMark = v.String()
		case "units":
			fn, ok := v.(*lua.LFunction)
			if !ok {
				raise("racing.roll_and_advance: units is a function(self, race, car, total, faces...), not %s", article(v))
			}
			turn.units = fn
		}
	}
	if turn.dice.Count == 0 || turn.purpose.String() == "" {
		raise("racing.roll_and_advance: it needs dice and a purpose, such as { dice = \"d6\", purpose = \"move\" }")
	}
	fn := L.NewFunction(func(L *lua.LState) int {
		h := s.bound("turn")
		h.mayChange("turn")
		h.runDeclared(turn, h.carArg(3, "turn"))
		h.sync()
		return 0
	})
	s.declared[fn] = turn
	L.Push(fn)
	return 1
}

// runPlain plays a declared turn whose dice are worth their total. It enters
// Lua, and guards itself against it, only on a mark.
func (h *Host) runPlain(turn *declaredTurn, car int) error {
	h.turnPlace = turn.place
	n, _, err := h.race.Roll(car, turn.dice, turn.purpose)
	if err != nil {
		return h.placed(err)
	}
	drive, err := h.race.Advance(car, n)
	if err != nil {
		return h.placed(err)
	}
	if turn.onMark == "" || drive.Rows == 0 || !h.onMark(car, drive.Missed) {
		return nil
	}
	return h.guardedMark(turn, car)
}

func (h *Host) guardedMark(turn *declaredTurn, car int) (err error) {
	defer h.rescue(&err)
	h.budget.refill(stepBudget)
	h.rollMark(turn, car)
	return nil
}

// runDeclared plays a declared turn under Lua: roll, advance, and where the
// roll ended on a mark, the mark's table. It panics with a fault when that
// cannot be.
func (h *Host) runDeclared(turn *declaredTurn, car int) {
	n := h.roll(car, turn.dice, turn.purpose)
	if turn.units != nil {
		if n = h.unitsOf(turn, car, n); n == 0 {
			return
		}
	}
	drive, err := h.race.Advance(car, n)
	if err != nil {
		raiseError(err)
	}
	if turn.onMark != "" && drive.Rows != 0 && h.onMark(car, drive.Missed) {
		h.rollMark(turn, car)
	}
}

// rollMark rolls on the table of a declared turn's marks and applies the row.
func (h *Host) rollMark(turn *declaredTurn, car int) {
	rt := h.markTable
	if rt == nil || rt.name != turn.onMark {
		if rt = h.def.tables[turn.onMark]; rt == nil {
			raise("on_mark = %q: no roll table of that name%s", turn.onMark, suggest(turn.onMark, sortedKeys(h.def.tables)))
		}
	}
	value, face := h.rollOn(rt, car, rt.purpose)
	if row, ok := value.(*lua.LTable); ok {
		h.applyRow(car, row, rt.effects[face])
	}
}

// onMark says that a car's roll ended on a mark that counts: not before the
// line, and not when it had to queue for a marked row that was full.
func (h *Host) onMark(car int, missed board.ID) bool {
	c := h.race.Car(car)
	if c.Space() == board.None || c.Lap() < h.marksFrom || !h.race.Board().Marked(c.Space()) {
		return false
	}
	return missed == board.None || !h.race.Board().Marked(missed)
}

// unitsOf asks the rules what the dice are worth; 0 when the car does not
// move.
func (h *Host) unitsOf(turn *declaredTurn, car, total int) int {
	L := h.L
	h.sync()
	faces := h.faces
	L.Push(turn.units)
	L.Push(h.v)
	L.Push(h.raceTable)
	L.Push(h.cars[car])
	L.Push(num(total))
	for _, f := range faces {
		L.Push(num(f))
	}
	L.Call(4+len(faces), 1)
	v := L.Get(-1)
	L.Pop(1)
	if v == lua.LNil {
		return 0
	}
	n, ok := wholeNumber(v)
	if !ok {
		raise("units of %s: the function must return a whole number or nothing, not %s", h.race.Car(car).Name(), article(v))
	}
	return n
}

// applyRow does to a car what a row of a table says.
func (h *Host) applyRow(car int, row *lua.LTable, e *effect) {
	if e.retire {
		if err := h.race.Retire(car, e.why); err != nil {
			raiseError(err)
		}
	}
	if e.spaces != 0 && (h.race.Board() == nil || h.race.Car(car).Space() != board.None) {
		if _, err := h.race.Advance(car, e.spaces); err != nil {
			raiseError(err)
		}
	}
	if e.fn != nil {
		h.sync()
		L := h.L
		L.Push(e.fn)
		L.Push(h.v)
		L.Push(h.raceTable)
		L.Push(h.cars[car])
		L.Push(row)
		L.Call(4, 0)
	}
}
