package variant

import (
	"fmt"
	"slices"
	"strings"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Fields are what the rules declared to outlive a step.
type Fields struct {
	Names  []string       // sorted
	Keys   []string       // the same, quoted where they need it
	Starts []luabox.Value // starting values, in the order of the names; nothing for racing.none

	values map[string]luabox.Value
}

// Has says that a field is declared.
func (f *Fields) Has(name string) bool { _, ok := f.values[name]; return ok }

// Start is the starting value of a field, nothing for one that is not
// declared.
func (f *Fields) Start(name string) luabox.Value { return f.values[name] }

// Givable are the fields that an entry may give, with their starting values.
func (f *Fields) Givable() map[string]any {
	list := map[string]any{}
	for name, start := range f.values {
		if value, ok := start.Plain(); ok {
			list[name] = value
		}
	}
	return list
}

// fields reads declared fields; reserved names belong to the race itself.
func (d *definer) fields(key string, reserved map[string]bool) *Fields {
	f := &Fields{values: map[string]luabox.Value{}}
	v := d.get(key)
	t, ok := v.Table()
	if !ok {
		if !v.IsNil() {
			d.flaw(key, "it must be a table of fields with their starting values, not %s", v.Article())
		}
		return f
	}
	for _, k := range d.box.Keys(t) {
		name, value := k.String(), t.Get(k)
		if d.isNone(value) {
			value = luabox.Value{}
		}
		switch {
		case k.Kind() != luabox.Text:
			d.flaw(key, "fields have names; %s is none", k.Article())
		case reserved[name]:
			d.flaw(source.Join(key, name), "the race itself has a `%s`: choose another name", name)
		default:
			if _, err := d.box.NewNotes().Value(source.Join(key, name), value); err != nil {
				d.flaw(source.Join(key, name), "%v", err)
			}
			f.add(name, value)
		}
	}
	return f
}

func (f *Fields) add(name string, start luabox.Value) {
	f.Names, f.Starts = append(f.Names, name), append(f.Starts, start)
	f.Keys = append(f.Keys, luabox.QuoteKey(name))
	f.values[name] = start
}

// defineColumns reads the fields that the standings show.
func (d *definer) defineColumns() {
	before := len(d.wrong)
	if d.def.Columns = d.texts("columns"); len(d.wrong) > before {
		return
	}
	for i, column := range d.def.Columns {
		at := fmt.Sprintf("columns.%d", i+1)
		name, inner, within := strings.Cut(column, ".")
		if !d.def.Car.Has(name) {
			d.flaw(at, "cars have no field `%s`%s", name, source.SuggestOrList(name, d.def.Car.Names))
		} else if t, ok := d.def.Car.Start(name).Table(); within && (!ok || t.Field(inner).IsNil()) {
			d.flaw(at, "the field `%s` of cars starts without a `%s`", name, inner)
		}
	}
}

// TheBot is what cars can be compared by beside their fields: who drives them.
const TheBot = "bot"

// Comparable are the fields that CheckField takes, in order, but for those in
// tables that start empty.
func (def *Definition) Comparable() []string {
	names := []string{TheBot}
	for _, name := range def.Car.Names {
		t, isTable := def.Car.Start(name).Table()
		if !isTable {
			names = append(names, name)
			continue
		}
		t.Each(func(k, v luabox.Value) {
			if _, deeper := v.Table(); !deeper {
				names = append(names, name+"."+k.String())
			}
		})
	}
	slices.Sort(names)
	return names
}

// CheckField says why cars have no such field; "wp.T" is the T of a table.
func (def *Definition) CheckField(path string) error {
	name, inner, within := strings.Cut(path, ".")
	t, isTable := def.Car.Start(name).Table()
	switch {
	case path == TheBot:
		return nil
	case !def.Car.Has(name):
		return fmt.Errorf("cars have no field `%s`%s", name, source.SuggestOrList(name, append([]string{TheBot}, def.Car.Names...)))
	case !isTable && within && !def.Car.Start(name).IsNil():
		return fmt.Errorf("the field `%s` of cars is no table: leave out .%s", name, inner)
	case !isTable:
		return nil
	}
	var names []string
	t.Each(func(k, _ luabox.Value) { names = append(names, k.String()) })
	slices.Sort(names)
	first, _, _ := strings.Cut(inner, ".")
	switch {
	case !within:
		return fmt.Errorf("the field `%s` of cars is a table: name what is in it, as in %s.%s", name, name, append(names, "x")[0])
	case len(names) > 0 && !slices.Contains(names, first):
		return fmt.Errorf("the field `%s` of cars starts without a `%s`%s", name, first, source.SuggestOrList(first, names))
	}
	return nil
}
