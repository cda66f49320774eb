package scripts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// rollTable is a table of the rules that dice choose a row of. Its Lua table
// holds the row of each face under the face's number.
type rollTable struct {
	table   *lua.LTable
	dice    dice.Dice
	name    string // the key in the variant: what it is rolled for
	number  int    // among the variant's tables by name, from 1; 0 for a base's own
	method  string // name:roll, for messages
	purpose dice.Label
	wrong   []flaw    // found while it was built; told when its name is known
	effects []*effect // by face; nil where the row is no table
}

// flaw is something wrong with a table, or with one row of it.
type flaw struct {
	key  string // the row it is about, "" for the table as a whole
	msg  string
	at   string // where to look: the row's key as it was written
	face int    // or, for a field of a row, the row's face and the field
	of   string
}

// effect is what a row does to a car: the fields that have a meaning.
type effect struct {
	spaces int
	retire bool
	why    string // why it retires
	fn     *lua.LFunction
}

// newRollTable builds the table of racing.table(dice, rows): keys are faces
// (7) or ranges ("3-11"), values are rows.
func (s *state) newRollTable(d dice.Dice, rows *lua.LTable) *lua.LTable {
	t := s.L.CreateTable(min(d.Max(), 100), 2)
	rt := &rollTable{table: t, dice: d}
	for _, r := range s.spans(rt, rows) {
		for face := r.from; face <= r.to; face = d.Next(face) {
			t.RawSetInt(face, r.row)
		}
	}
	s.adopt(rt)
	return t
}

// span is the faces that one key covers.
type span struct {
	from, to int
	key      string
	row      lua.LValue
}

// spans reads the keys of rows, lowest face first, and notes what is wrong
// with them.
func (s *state) spans(rt *rollTable, rows *lua.LTable) []span {
	var list []span
	for _, k := range s.keys(rows) {
		from, to, key, err := faceRange(k, rt.dice)
		if err != nil {
			rt.wrong = append(rt.wrong, flaw{key: key, msg: err.Error(), at: key})
			continue
		}
		list = append(list, span{from, to, key, rows.RawGet(k)})
	}
	slices.SortStableFunc(list, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	last := span{}
	for _, r := range list {
		if r.from <= last.to {
			rt.wrong = append(rt.wrong, flaw{at: r.key, msg: fmt.Sprintf("%d is covered twice (%s and %s)", r.from, quoteRange(last.key), quoteRange(r.key))})
		}
		if r.to > last.to {
			last = r
		}
	}
	return list
}

// adopt puts a roll table's method and dice into its Lua table.
func (s *state) adopt(rt *rollTable) {
	s.tables[rt.table] = rt
	rt.table.RawSetString("dice", lua.LString(rt.dice.String()))
	rt.table.RawSetString("roll", s.L.NewFunction(s.tableRoll))
}

// faceRange reads a key: the faces it covers, and the key as it was written.
func faceRange(k lua.LValue, d dice.Dice) (from, to int, key string, err error) {
	key = k.String()
	if n, err := strconv.Atoi(key); err == nil {
		from, to = n, n
	} else {
		low, high, isRange := strings.Cut(key, "-")
		var err1, err2 error
		from, err1 = strconv.Atoi(strings.TrimSpace(low))
		to, err2 = strconv.Atoi(strings.TrimSpace(high))
		if !isRange || err1 != nil || err2 != nil {
			return 0, 0, key, fmt.Errorf("%s is no face: write a number, or a range such as \"3-11\"", quoteRange(key))
		}
	}
	for _, face := range []int{from, to} {
		if !d.Can(face) {
			what := "a " + d.String() + " has no face"
			if d.Count > 1 {
				what = d.String() + " cannot roll"
			}
			return 0, 0, key, fmt.Errorf("%s %d", what, face)
		}
	}
	if from > to {
		return 0, 0, key, fmt.Errorf("%s runs backwards", quoteRange(key))
	}
	return from, to, key, nil
}

func quoteRange(key string) string {
	if _, err := strconv.Atoi(key); err == nil {
		return key
	}
	return strconv.Quote(key)
}

// mergeRows lays a patch of rows over a roll table, face by face and field by
// field. Faces that had one row together still do where the patch has one too.
func (s *state) mergeRows(rt *rollTable, patch *lua.LTable) {
	for _, r := range s.spans(rt, patch) {
		merged := map[lua.LValue]lua.LValue{} // by the old row
		for face := r.from; face <= r.to; face = rt.dice.Next(face) {
			old := rt.table.RawGetInt(face)
			if _, done := merged[old]; !done {
				merged[old] = s.merge(s.copyValue(old, map[*lua.LTable]*lua.LTable{}), r.row)
			}
			rt.table.RawSetInt(face, merged[old])
		}
	}
}

// row is the row of a face.
func (rt *rollTable) row(face int) *lua.LTable {
	row, _ := rt.table.RawGetInt(face).(*lua.LTable)
	return row
}

// readEffect reads the fields of a row that have a meaning.
func readEffect(row *lua.LTable) (e effect, wrong []flaw) {
	if v := row.RawGetString("spaces"); v != lua.LNil {
		n, ok := wholeNumber(v)
		if !ok || n < -1000 || n > 1000 {
			wrong = append(wrong, flaw{of: "spaces", msg: fmt.Sprintf("spaces is a whole number of rows, forward or (negative) back, not %s", article(v))})
		}
		e.spaces = n
	}
	text, _ := row.RawGetString("text").(lua.LString)
	switch v := row.RawGetString("retire").(type) {
	case *lua.LNilType:
	case lua.LBool:
		e.retire, e.why = bool(v), string(text)
	case lua.LString:
		e.retire, e.why = true, string(v)
	default:
		wrong = append(wrong, flaw{of: "retire", msg: "retire is true, or a text that says why"})
	}
	switch v := row.RawGetString("effect").(type) {
	case *lua.LNilType:
	case *lua.LFunction:
		e.fn = v
	default:
		wrong = append(wrong, flaw{of: "effect", msg: "effect is a function(self, race, car, row)"})
	}
	return e, wrong
}

// seal gives a roll table its name and its rows their effects, and returns
// what is wrong with it.
func (rt *rollTable) seal(name string) []flaw {
	rt.name, rt.method, rt.purpose = name, name+":roll", dice.NewLabel(name)
	rt.effects = make([]*effect, rt.dice.Max()+1)
	wrong := slices.Clone(rt.wrong)
	told := map[*lua.LTable]bool{}
	for face := rt.dice.Min(); face <= rt.dice.Max(); face = rt.dice.Next(face) {
		if rt.table.RawGetInt(face) == lua.LNil && len(wrong) == 0 {
			wrong = append(wrong, noRow(face, rt.dice))
		}
		row := rt.row(face)
		if row == nil {
			continue
		}
		e, bad := readEffect(row)
		for _, f := range bad {
			if f.key, f.face = strconv.Itoa(face), face; !told[row] {
				wrong = append(wrong, f)
			}
		}
		rt.effects[face], told[row] = &e, true
	}
	return wrong
}

func noRow(face int, d dice.Dice) flaw {
	return flaw{at: strconv.Itoa(face), msg: fmt.Sprintf("no row for %d: %s rolls %d to %d", face, d, d.Min(), d.Max())}
}

// tableRoll is table:roll(race, car, purpose): throws the table's dice, for its
// own name if no purpose is given, and returns the row and the total.
func (s *state) tableRoll(L *lua.LState) int {
	h := s.bound("roll")
	table, _ := L.Get(1).(*lua.LTable)
	rt := s.tables[table]
	if rt == nil {
		raise("roll: call it on a table made by racing.table, with a colon: self.action:roll(race, car)")
	}
	if rt.effects == nil {
		raise("roll: this table is not in the variant, so it has no name to roll for: V.action = racing.table(...)")
	}
	h.mayChange("roll")
	who, purpose := h.who(3, rt.method), rt.purpose
	if L.GetTop() > 3 {
		purpose = h.purpose(h.textArg(4, rt.method))
	}
	row, total := h.rollOn(rt, who, purpose)
	L.Push(row)
	L.Push(num(total))
	return 2
}

// rollOn throws a table's dice and tells which row came up.
func (h *Host) rollOn(rt *rollTable, who int, purpose dice.Label) (lua.LValue, int) {
	total := h.roll(who, rt.dice, purpose)
	value := rt.table.RawGetInt(total)
	if rt.number > 0 {
		h.race.CountRow(rt.number-1, total)
	}
	if h.race.Recording() {
		h.tellRow(rt, who, total, value)
	}
	return value, total
}

// tellRow tells the fields of a row that people can read.
func (h *Host) tellRow(rt *rollTable, who, total int, value lua.LValue) {
	fields := []race.Field{race.Text("table", rt.name), race.Int("face", total)}
	if row, ok := value.(*lua.LTable); ok {
		for _, k := range h.keys(row) {
			if v, ok := plain(row.RawGet(k)); ok {
				fields = append(fields, race.Field{Name: k.String(), Value: v})
			}
		}
	} else if v, ok := plain(value); ok {
		fields = append(fields, race.Field{Name: "value", Value: v})
	}
	if file, line := h.variant.rowPlace(rt, total, ""); line > 0 {
		h.whereNow = fmt.Sprintf("%s:%d", file, line)
	}
	h.race.Tell(who, "row", fields...)
	h.whereNow = ""
}
