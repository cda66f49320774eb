package variant

import (
	"fmt"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// MaxValues is how many values the tables of a variant hold at most, one that
// stands in several places as often.
const MaxValues = 10_000

// Values lists every value of a variant by its path, as Lua would write it,
// without those of its base. Functions are listed by a hash of what they do,
// wherever they stand in the file, and derived tables by that of the function
// that makes them. It panics for luabox.Rescue when there are
// too many.
func (r *Reader) Values(v *Variant) map[string]string { return r.flatten(v.Table) }

// flatten lists every value of a variant's table by its path.
func (r *Reader) flatten(t luabox.Table) map[string]string {
	values := map[string]string{}
	var walk func(path string, v luabox.Value, depth int)
	walk = func(path string, v luabox.Value, depth int) {
		if fn, ok := r.derived[v]; ok {
			v = fn.Value()
		}
		t, ok := v.Table()
		if !ok {
			values[path] = r.box.Literal(v)
			r.box.Charge(1 + (len(path)+len(values[path]))/64)
			if len(values) > MaxValues {
				luabox.Raise("the tables hold more than %d values", MaxValues)
			}
			return
		}
		if depth > luabox.MaxDepth {
			return
		}
		for _, k := range r.box.Keys(t) {
			if key := k.String(); (path != "" || key != "base") && (r.tables[t] == nil || key != "roll") {
				walk(source.Join(path, key), t.Get(k), depth+1)
			}
		}
	}
	walk("", t.Value(), 0)
	return values
}

// Places says of each value of a variant where it is written, file:line, or
// which setting gave it.
func (r *Reader) Places(v *Variant, def *Definition, values map[string]string, settings []string) map[string]string {
	places := map[string]string{}
	library, set := r.flatten(r.library()), def.setBy(settings)
	for path, text := range values {
		if setting, ok := set[path]; ok {
			places[path] = "set: " + setting
			continue
		}
		file, line := r.valuePlace(v, path, library[path] == text)
		places[path] = fmt.Sprintf("%s:%d", file, line)
	}
	return places
}

// valuePlace is Place for a value, which may be the library's own.
func (r *Reader) valuePlace(v *Variant, path string, inLibrary bool) (file string, line int) {
	for _, u := range v.written() {
		if inLibrary && u.Lines[path] > 0 {
			return v.Place(path)
		}
	}
	if u := r.box.Units().Unit(base); inLibrary && u.Lines[path] > 0 {
		return u.Source.Path, u.Lines[path]
	}
	return v.Place(path)
}
