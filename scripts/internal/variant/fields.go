package variant

import (
	"fmt"
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
