package scripts

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// Table is a roll table of a variant as people read it.
type Table struct {
	Name string
	Dice dice.Dice
	Rows []Row // lowest face first
}

// Row is the faces of a roll table that have one row.
type Row struct {
	From, To int
	Text     string       // its text, or its fields: "spaces 2, retire true"
	Fields   []race.Field // all that it says, by name; a row that is no table has one, "value"
}

// tablesOf lists roll tables by name.
func (s *state) tablesOf(tables map[string]*rollTable) []Table {
	var list []Table
	for _, name := range sortedKeys(tables) {
		rt := tables[name]
		t, last := Table{Name: name, Dice: rt.dice}, lua.LValue(lua.LNil)
		for face := rt.dice.Min(); face <= rt.dice.Max(); face = rt.dice.Next(face) {
			row := rt.table.RawGetInt(face)
			if row == last {
				t.Rows[len(t.Rows)-1].To = face
				continue
			}
			last = row
			t.Rows = append(t.Rows, Row{face, face, s.rowText(row), s.rowFields(row)})
		}
		list = append(list, t)
	}
	return list
}

func (s *state) rowText(v lua.LValue) string {
	row, ok := v.(*lua.LTable)
	if !ok {
		return s.show(v)
	}
	if text := textField(row, "text"); text != "" {
		return text
	}
	var fields []string
	for _, k := range s.keys(row) {
		value := s.show(row.RawGet(k))
		if k.Type() == lua.LTString {
			value = k.String() + " " + value
		}
		fields = append(fields, value)
	}
	return strings.Join(fields, ", ")
}

// rowFields are the fields of a row. What is neither a number, a text nor true
// or false is described.
func (s *state) rowFields(v lua.LValue) []race.Field {
	row, ok := v.(*lua.LTable)
	if !ok {
		return []race.Field{{Name: "value", Value: s.described(v)}}
	}
	var list []race.Field
	for _, k := range s.keys(row) {
		list = append(list, race.Field{Name: k.String(), Value: s.described(row.RawGet(k))})
	}
	return list
}

func (s *state) described(v lua.LValue) any {
	if value, ok := plain(v); ok {
		return value
	}
	return s.show(v)
}
