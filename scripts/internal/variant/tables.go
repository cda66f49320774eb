package variant

import (
	"strconv"
	"strings"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
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

// Tables lists the roll tables of a variant by name.
func (r *Reader) Tables(def *Definition) []Table {
	var list []Table
	for _, name := range source.SortedKeys(def.Tables) {
		rt := def.Tables[name]
		t, last := Table{Name: name, Dice: rt.Dice}, luabox.Value{}
		for face := rt.Dice.Min(); face <= rt.Dice.Max(); face = rt.Dice.Next(face) {
			row := rt.Table.Item(face)
			if row == last {
				t.Rows[len(t.Rows)-1].To = face
				continue
			}
			last = row
			t.Rows = append(t.Rows, Row{face, face, r.rowText(row), r.rowFields(row)})
		}
		list = append(list, t)
	}
	return list
}

func (r *Reader) rowText(v luabox.Value) string {
	row, ok := v.Table()
	if !ok {
		return r.box.Show(v)
	}
	if text := row.TextField("text"); text != "" {
		return text
	}
	var fields []string
	for _, k := range r.box.Keys(row) {
		value := r.box.Show(row.Get(k))
		if k.Kind() == luabox.Text {
			value = k.String() + " " + value
		}
		fields = append(fields, value)
	}
	return strings.Join(fields, ", ")
}

// rowFields are the fields of a row. What is neither a number, a text nor true
// or false is described.
func (r *Reader) rowFields(v luabox.Value) []race.Field {
	row, ok := v.Table()
	if !ok {
		return []race.Field{{Name: "value", Value: r.described(v)}}
	}
	var list []race.Field
	for _, k := range r.box.Keys(row) {
		list = append(list, race.Field{Name: k.String(), Value: r.described(row.Get(k))})
	}
	return list
}

func (r *Reader) described(v luabox.Value) any {
	if value, ok := v.Plain(); ok {
		return value
	}
	return r.box.Show(v)
}

// Will says what the dice of a table will do, row by row: "1-3 TOP, 4-5 MIDDLE,
// 6 BOTTOM". It is "" where a row has no text.
func (rt *RollTable) Will() string {
	var rows []string
	for face := rt.Dice.Min(); face <= rt.Dice.Max(); {
		from, to, row := face, face, rt.Table.Item(face)
		for face = rt.Dice.Next(face); face <= rt.Dice.Max() && rt.Table.Item(face) == row; face = rt.Dice.Next(face) {
			to = face
		}
		t, ok := row.Table()
		if !ok || t.TextField("text") == "" {
			return ""
		}
		faces := strconv.Itoa(from)
		if to > from {
			faces += "-" + strconv.Itoa(to)
		}
		rows = append(rows, faces+" "+t.TextField("text"))
	}
	return strings.Join(rows, ", ")
}
