package track

import (
	"slices"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// flaw notes what is wrong with a value of the file, by its path.
func (d *drawer) flaw(path, format string, args ...any) {
	d.wrong.Add(d.unit.Source.Path, d.unit.Lines.Line(path), format, args...)
}

// checkKeys refuses names that mean nothing here.
func (d *drawer) checkKeys(path string, t luabox.Table, known []string) {
	if d.refuseOdd(path, t, "names and numbers") {
		return
	}
	for _, k := range d.box.Keys(t) {
		if key, ok := k.Text(); ok && key != sectionMark && !slices.Contains(known, key) {
			d.flaw(source.Join(path, key), "`%s`: no such key here%s", key, source.Suggest(key, known))
		}
	}
}

// checkList refuses keys that are no places of a list with so many of them.
func (d *drawer) checkList(path string, t luabox.Table, places int) {
	d.checkKeys(path, t, nil)
	for _, k := range d.box.Keys(t) {
		n, ok := k.Whole()
		if _, named := k.Text(); !named && (!ok || n < 1 || n > places) {
			d.flaw(source.Join(path, k.String()), "`%s`: no such key here; this is a list, which begins at 1 and has no holes", k)
		}
	}
}

// refuseOdd says that a table has a key without an order, and that this was
// noted.
func (d *drawer) refuseOdd(path string, t luabox.Table, use string) bool {
	k, odd := d.box.OddKey(t)
	if odd {
		d.flaw(path, "it has %s as a key; use %s as keys", k.Article(), use)
	}
	return odd
}

// wholeKey is a whole number in a table; the default when it is not there.
func (d *drawer) wholeKey(t luabox.Table, path, key string, def, least, most int) int {
	v := t.Field(key)
	if v.IsNil() {
		return def
	}
	n, ok := v.Whole()
	if !ok || n < least || n > most {
		d.flaw(source.Join(path, key), "%s must be a whole number from %d to %d, not %s", key, least, most, v.Article())
		return def
	}
	return n
}

// textKey is a text in a table; "" when it is not there.
func (d *drawer) textKey(t luabox.Table, path, key string) string {
	v := t.Field(key)
	text, _ := v.Text()
	if text == "" && !v.IsNil() {
		d.flaw(source.Join(path, key), "%s must be a text of a letter or more, not %s", key, v.Article())
	}
	return text
}

// boolKey is true or false in a table; false when it is not there.
func (d *drawer) boolKey(t luabox.Table, path, key string) bool {
	v := t.Field(key)
	b, ok := v.Bool()
	if !ok && !v.IsNil() {
		d.flaw(source.Join(path, key), "%s is true or false, not %s", key, v.Article())
	}
	return b
}
