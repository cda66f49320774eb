package variant

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// bounds is what `one_of` or `ranges` says of the values at a path.
type bounds struct {
	*definer
	wrongly func(v luabox.Value) string // why a value cannot be, "" where it can
	setBy   map[string]string           // the setting that gave a value, by path
}

// checkValues refuses values that `one_of` and `ranges` do not allow: no rule
// could use them.
func (d *definer) checkValues(settings []string) {
	setBy := d.def.setBy(settings)
	d.checkPaths("one_of", "{ [\"pit_fast.*.next\"] = \"standing\" }", setBy, d.oneOf)
	d.checkPaths("ranges", "{ [\"drivers.*.attempt\"] = { 0, 1 } }", setBy, d.inRange)
}

// checkPaths looks at the values at the paths that a table of the variant names;
// read says what may stand there, or tells of a flaw and returns nil.
func (d *definer) checkPaths(key, such string, setBy map[string]string, read func(at string, v luabox.Value) func(luabox.Value) string) {
	t, ok := d.get(key).Table()
	if !ok {
		if v := d.get(key); !v.IsNil() {
			d.flaw(key, "it must be a table such as %s, not %s", such, v.Article())
		}
		return
	}
	for _, k := range d.box.Keys(t) {
		path := k.String()
		at := key + "." + path
		top, _, _ := strings.Cut(path, ".")
		if d.get(top).IsNil() && d.v.Base == nil {
			d.flaw(at, "the variant has no `%s`%s", top, source.Suggest(top, d.box.Names(d.v.Table)))
			continue
		}
		if wrongly := read(at, t.Get(k)); wrongly != nil {
			c := bounds{d, wrongly, setBy}
			c.walk("", d.v.Table, strings.Split(path, "."), nil, 0)
		}
	}
}

// oneOf reads the texts that values may be.
func (d *definer) oneOf(at string, v luabox.Value) func(luabox.Value) string {
	names, ok := d.namesOf(at, v)
	if !ok {
		return nil
	}
	return func(v luabox.Value) string {
		text, ok := v.Text()
		if ok && slices.Contains(names, text) {
			return ""
		}
		return fmt.Sprintf("it cannot be %s%s", v.Article(), source.SuggestOrList(text, names))
	}
}

// inRange reads the least and the most that numbers may be.
func (d *definer) inRange(at string, v luabox.Value) func(luabox.Value) string {
	t, _ := v.Table()
	if t.IsNone() {
		d.flaw(at, "it must be a list of the least and the most, such as { 0, 1 }, not %s", v.Article())
		return nil
	}
	least, isLeast := t.Item(1).Number()
	most, isMost := t.Item(2).Number()
	if !isLeast || !isMost || least > most {
		d.flaw(at, "it must be a list of the least and the most, such as { 0, 1 }")
		return nil
	}
	kind := "a number"
	if t.Field("whole").True() {
		kind = "a whole number"
	}
	return func(v luabox.Value) string {
		n, ok := v.Number()
		if ok && n >= least && n <= most && (kind == "a number" || n == math.Trunc(n)) {
			return ""
		}
		return fmt.Sprintf("it must be %s from %v to %v, not %s", kind, least, most, v.Article())
	}
}

// namesOf are those that values may be: a list of texts, or those of a table of
// the variant: its keys or, of a list, its texts or the names of its rows.
func (d *definer) namesOf(at string, v luabox.Value) (names []string, ok bool) {
	name, isName := v.Text()
	if !isName {
		before := len(d.wrong)
		names = d.textsIn(at, v)
		return names, len(d.wrong) == before
	}
	table := d.v.Table
	for _, key := range strings.Split(name, ".") {
		inner, ok := table.Get(keyIn(table, key)).Table()
		if !ok {
			d.flaw(at, "the variant has no table `%s`%s", name, source.Suggest(key, d.box.Names(table)))
			return nil, false
		}
		table = inner
	}
	if table.Len() == 0 {
		return d.box.Names(table), true
	}
	for _, item := range items(table) {
		if row, ok := item.Table(); ok {
			names = append(names, row.TextField("name"))
		} else {
			names = append(names, item.String())
		}
	}
	return names, true
}

// walk looks at the values that keys lead to from a table; `*` is each of its
// keys. In a row of a roll table, rt is that, and face the first with the row.
func (c *bounds) walk(path string, t luabox.Table, keys []string, rt *RollTable, face int) {
	if of := c.tables[t]; of != nil {
		c.rows(path, of, keys)
		return
	}
	list := []luabox.Value{keyIn(t, keys[0])}
	if keys[0] == "*" {
		list = c.box.Keys(t)
	}
	for _, k := range list {
		at, v := source.Join(path, k.String()), t.Get(k)
		inner, ok := v.Table()
		switch {
		case c.wrong.Full():
			return
		case len(keys) > 1 && ok:
			c.walk(at, inner, keys[1:], rt, face)
		case len(keys) == 1 && !v.IsNil() && !c.isNone(v):
			c.look(at, v, rt, face, k.String())
		}
	}
}

// rows is walk for the rows of a roll table, each once.
func (c *bounds) rows(path string, rt *RollTable, keys []string) {
	var last luabox.Table
	for face := rt.Dice.Min(); face <= rt.Dice.Max() && len(keys) > 1; face = rt.Dice.Next(face) {
		if row, ok := rt.row(face); ok && row != last {
			c.walk(source.Join(path, strconv.Itoa(face)), row, keys[1:], rt, face)
			last = row
		}
	}
}

// look refuses a value that cannot be.
func (c *bounds) look(path string, v luabox.Value, rt *RollTable, face int, field string) {
	why := c.wrongly(v)
	if why == "" {
		return
	}
	msg := fmt.Sprintf("`%s`: %s", path, why)
	switch set := c.setBy[path]; {
	case set != "":
		c.wrong = append(c.wrong, &source.Error{Msg: fmt.Sprintf("setting %q: %s", set, msg)})
	case rt != nil:
		file, line := c.v.RowPlace(rt, face, field)
		c.wrong = append(c.wrong, &source.Error{File: file, Line: line, Msg: msg})
	default:
		c.wrong = append(c.wrong, c.v.Flaw(path, msg))
	}
}
