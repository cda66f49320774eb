package variant

import (
	"slices"
	"strconv"

	"sandbox/core/dice"
	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
)

// RollTable is a table of the rules that dice choose a row of. Its Lua table
// holds the row of each face under the face's number.
type RollTable struct {
	Table   luabox.Table
	Dice    dice.Dice
	Name    string // the key in the variant: what it is rolled for
	Number  int    // among the variant's tables by name, from 1; 0 for a base's own
	Method  string // Name:roll, for messages
	Purpose dice.Label
	Effects []*Effect // by face; nil where the row is no table
	Plain   bool      // each row is a table, and none has a function as its effect

	wrong []faces.Flaw // found while it was built; told when its name is known
}

// newRollTable builds the table of racing.table(dice, rows): keys are faces
// (7) or ranges ("3-11"), values are rows.
func (r *Reader) newRollTable(d dice.Dice, rows luabox.Table) luabox.Table {
	t := r.box.NewTable(min(d.Max(), 100), 2)
	spans, wrong := faces.Spans(r.box, d, rows)
	for _, s := range spans {
		for face := s.From; face <= s.To; face = d.Next(face) {
			t.SetItem(face, s.Row)
		}
	}
	r.adopt(&RollTable{Table: t, Dice: d, wrong: wrong})
	return t
}

// copyTo is the roll table of a copy of its Lua table. It has no name yet.
func (rt *RollTable) copyTo(t luabox.Table) *RollTable {
	return &RollTable{Table: t, Dice: rt.Dice, wrong: slices.Clone(rt.wrong)}
}

// adopt puts a roll table's method and dice into its Lua table.
func (r *Reader) adopt(rt *RollTable) {
	r.tables[rt.Table] = rt
	rt.Table.SetField("dice", luabox.Str(rt.Dice.String()))
	rt.Table.SetField("roll", r.roll)
}

// RollTable is the roll table that a Lua table is, nil for any other.
func (r *Reader) RollTable(t luabox.Table) *RollTable { return r.tables[r.box.Thawed(t)] }

// row is the row of a face; ok is false where it is no table.
func (rt *RollTable) row(face int) (row luabox.Table, ok bool) { return rt.Table.Item(face).Table() }

// tableRoll is table:roll(race, car, purpose), on whatever table it is called.
func (r *Reader) tableRoll() int {
	runner := r.running("roll")
	table, _ := r.box.Arg(1).Table()
	rt := r.RollTable(table)
	if rt == nil {
		luabox.Raise("roll: call it on a table made by racing.table, with a colon: self.action:roll(race, car)")
	}
	if rt.Effects == nil {
		luabox.Raise("roll: this table is not in the variant, so it has no name to roll for: V.action = racing.table(...)")
	}
	return runner.RollTable(rt)
}

// seal gives a roll table its name and its rows their effects, and returns
// what is wrong with it.
func (rt *RollTable) seal(name string) []faces.Flaw {
	rt.Name, rt.Method, rt.Purpose = name, name+":roll", dice.NewLabel(name)
	rt.Effects, rt.Plain = make([]*Effect, rt.Dice.Max()+1), true
	wrong := slices.Clone(rt.wrong)
	told := map[luabox.Table]bool{}
	for face := rt.Dice.Min(); face <= rt.Dice.Max(); face = rt.Dice.Next(face) {
		if rt.Table.Item(face).IsNil() && len(wrong) == 0 {
			wrong = append(wrong, faces.NoRow(face, rt.Dice))
		}
		row, ok := rt.row(face)
		if !ok {
			rt.Plain = false
			continue
		}
		e, bad := ReadEffect(row)
		for _, f := range bad {
			if f.Key, f.Face = strconv.Itoa(face), face; !told[row] {
				wrong = append(wrong, f)
			}
		}
		rt.Effects[face], told[row] = &e, true
		rt.Plain = rt.Plain && e.Fn.IsNone()
	}
	return wrong
}
