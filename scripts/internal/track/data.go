package track

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Data is a table of a track's own data. Its values are float64, string, bool
// and *Data.
type Data struct {
	List  []any
	Named []Datum // by name
}

// Datum is a value with a name.
type Datum struct {
	Name  string
	Value any
}

// Leaf is a value of a track's data, or a list of single ones, under its path.
type Leaf struct{ Path, Text string }

// Values are the values of a track's data, each under its path: "chips.wreck";
// a list of single values is one, "wreck, crash". None for no data.
func (data *Data) Values() []Leaf {
	var list []Leaf
	var walk func(path string, v any)
	walk = func(path string, v any) {
		data, ok := v.(*Data)
		if !ok || data.flat() {
			list = append(list, Leaf{path, datumText(v)})
			return
		}
		for i, item := range data.List {
			walk(source.Join(path, strconv.Itoa(i+1)), item)
		}
		for _, d := range data.Named {
			walk(source.Join(path, d.Name), d.Value)
		}
	}
	if data != nil {
		walk("", data)
	}
	return list
}

// flat says that data is a list of single values.
func (data *Data) flat() bool {
	return len(data.List) > 0 && len(data.Named) == 0 &&
		!slices.ContainsFunc(data.List, func(v any) bool { _, table := v.(*Data); return table })
}

// datumText is a single value, or a list of such.
func datumText(v any) string {
	data, ok := v.(*Data)
	if !ok {
		return fmt.Sprint(v)
	}
	texts := make([]string, len(data.List))
	for i, item := range data.List {
		texts[i] = fmt.Sprint(item)
	}
	return strings.Join(texts, ", ")
}

// data reads data = { ... }.
func (d *drawer) data() *Data {
	v := d.table.Field("data")
	if v.IsNil() {
		return nil
	}
	t, ok := v.Table()
	if !ok {
		d.flaw("data", "data is a table, { chips = 12 }, not %s", v.Article())
		return nil
	}
	return d.dataTable("data", t, map[luabox.Table]bool{})
}

func (d *drawer) dataTable(path string, t luabox.Table, seen map[luabox.Table]bool) *Data {
	if seen[t] {
		d.flaw(path, "%s: this table stands in the data already; each has one place", path)
		return nil
	}
	seen[t] = true
	defer d.box.Deeper()()
	if d.refuseOdd(path, t, "names and numbers") {
		return nil
	}
	data := &Data{}
	for i := 1; !t.Item(i).IsNil(); i++ {
		data.List = append(data.List, d.datum(source.Join(path, strconv.Itoa(i)), t.Item(i), seen))
	}
	for _, k := range d.box.Keys(t) {
		at := source.Join(path, k.String())
		if name, ok := k.Text(); ok {
			data.Named = append(data.Named, Datum{name, d.datum(at, t.Get(k), seen)})
		} else if n, ok := k.Whole(); !ok || n < 1 || n > len(data.List) {
			d.flaw(at, "%s: %s cannot be a key here: use names, or a list without holes", path, k.Article())
		}
	}
	slices.SortFunc(data.Named, func(a, b Datum) int { return cmp.Compare(a.Name, b.Name) })
	return data
}

func (d *drawer) datum(path string, v luabox.Value, seen map[luabox.Table]bool) any {
	if t, ok := v.Table(); ok {
		return d.dataTable(path, t, seen)
	}
	if n, ok := v.Number(); ok && !math.IsNaN(n) && !math.IsInf(n, 0) {
		return n
	}
	if plain, ok := v.Plain(); ok {
		return plain
	}
	d.flaw(path, "%s: %s cannot be kept: data is finite numbers, texts, true, false, and tables of them", path, v.Article())
	return nil
}

// Size is how many values a track's data has.
func (data *Data) Size() int {
	if data == nil {
		return 0
	}
	n := len(data.List) + len(data.Named)
	for _, v := range data.List {
		if inner, ok := v.(*Data); ok {
			n += inner.Size()
		}
	}
	for _, v := range data.Named {
		if inner, ok := v.Value.(*Data); ok {
			n += inner.Size()
		}
	}
	return n
}

// Value is a new table of the box with a track's data; nothing for no data.
func (data *Data) Value(box *luabox.Box) luabox.Value {
	if data == nil {
		return luabox.Value{}
	}
	t := box.NewTable(len(data.List), len(data.Named))
	for _, v := range data.List {
		t.Append(value(box, v))
	}
	for _, v := range data.Named {
		t.SetField(v.Name, value(box, v.Value))
	}
	return t.Value()
}

func value(box *luabox.Box, v any) luabox.Value {
	if data, ok := v.(*Data); ok {
		return data.Value(box)
	}
	return luabox.Of(v)
}
