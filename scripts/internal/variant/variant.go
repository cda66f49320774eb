package variant

import (
	"cmp"
	"strconv"
	"strings"

	"sandbox/core/dice"
	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Variant is a table made by racing.variant or racing.extend.
type Variant struct {
	Table luabox.Table
	Base  *Variant // what it extends; nil for the library's own

	unit   *luabox.Unit  // the file it stands in
	units  *luabox.Units // the files that it may require
	name   string        // how it is asked for: "paper_f1"
	wrong  source.Errors // keys that mean nothing
	mixins []*mixin      // that it uses
	house  *house        // the house rule that it is another variant with; nil for none
}

// Under is the game that this is a fork of, below all house rules; nil for
// none.
func (v *Variant) Under() *Variant {
	if v.Base == nil {
		return nil
	}
	return v.Base.Game()
}

// Extends is the name of the game that this is a fork of, "" for none.
func (v *Variant) Extends() string {
	if v.Base == nil {
		return ""
	}
	return v.Under().name
}

// File is what people call the file of the variant.
func (v *Variant) File() string { return v.unit.Source.Path }

// written are the files that write a variant, what matters most first: its own,
// its mixins', and those of what it extends.
func (v *Variant) written() []*luabox.Unit {
	var list []*luabox.Unit
	for w := v; w != nil; w = w.Base {
		list = append(list, w.unit)
		for _, m := range w.mixins {
			list = append(list, m.unit)
		}
	}
	return list
}

// Lines is how many places those files know.
func (v *Variant) Lines() (n int) {
	for _, u := range v.written() {
		n += len(u.Lines)
	}
	return n
}

// Flaw is an error at the place where a variant, or what it extends, writes
// the value of a path.
func (v *Variant) Flaw(path, msg string) *source.Error {
	file, line := v.Place(path)
	return &source.Error{File: file, Line: line, Msg: msg}
}

// Place finds where the value of a path was written: the innermost fork that
// has it, or else the nearest table around it.
func (v *Variant) Place(path string) (file string, line int) {
	for ; path != ""; path = source.Parent(path) {
		byName := v.byName(path)
		for _, u := range v.written() {
			if from, n := v.required(u, path); n > 0 {
				return from.Source.Path, n
			}
			if n := cmp.Or(u.Lines[path], u.Lines[byName]); n > 0 {
				return u.Source.Path, n
			}
		}
	}
	return v.unit.Source.Path, v.unit.Lines[""]
}

// required finds the value of a path in a file whose function makes the table
// around it: V.drivers = drivers(). The line is 0 when it is not written there.
func (v *Variant) required(u *luabox.Unit, path string) (file *luabox.Unit, line int) {
	for at := source.Parent(path); at != ""; at = source.Parent(at) {
		if name := u.From[at]; name != "" && u.Lines[path] == 0 {
			if file = v.units.Required(name); file != nil {
				return file, file.Lines[path[len(at)+1:]]
			}
		}
	}
	return nil, 0
}

// byName is a path as a fork writes it that calls rows of lists by their names:
// cars.Ada.fuel for cars.1.fuel.
func (v *Variant) byName(path string) string {
	t, written := v.Table, ""
	for rest := path; rest != ""; {
		key, more, _ := strings.Cut(rest, ".")
		inner, ok := t.Get(keyIn(t, key)).Table()
		if !ok {
			return source.Join(written, rest)
		}
		if _, err := strconv.Atoi(key); err == nil {
			key = cmp.Or(inner.TextField("name"), key)
		}
		t, rest, written = inner, more, source.Join(written, key)
	}
	return written
}

// RowPlace is where the row of a face was written, or a field of it; of two
// keys that cover the face, the narrower. Without a field's own line it is the
// row's, without a row's own the table's.
func (v *Variant) RowPlace(rt *RollTable, face int, field string) (file string, line int) {
	for _, u := range v.written() {
		if line = rowLine(u.Lines, rt.Name, rt.Dice, face, field); line > 0 {
			return u.Source.Path, line
		}
	}
	if field != "" {
		return v.RowPlace(rt, face, "")
	}
	return v.Place(rt.Name)
}

// rowLine is the line of a face's row in one file, or of a field of it; 0 when
// the file has none.
func rowLine(lines source.Lines, table string, d dice.Dice, face int, field string) (line int) {
	narrow := 0
	for key, at := range lines {
		if source.Parent(key) != table {
			continue
		}
		from, to, err := faces.Range(luabox.Str(key[len(table)+1:]), d)
		if err != nil || face < from || face > to {
			continue
		}
		if field != "" {
			at = lines[source.Join(key, field)]
		}
		if width := to - from + 1; at > 0 && (line == 0 || width < narrow) {
			line, narrow = at, width
		}
	}
	return line
}
