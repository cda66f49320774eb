package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// choice is what `one_of` says of the values at a path.
type choice struct {
	*definer
	names []string          // that they may be
	setBy map[string]string // the setting that gave a value, by path
}

// checkOneOf refuses values that are none of those that `one_of` names: no rule
// could use them.
func (d *definer) checkOneOf(settings []string) {
	t, ok := d.get("one_of").Table()
	if !ok {
		if v := d.get("one_of"); !v.IsNil() {
			d.flaw("one_of", "it must be a table such as { [\"pit_fast.*.next\"] = \"standing\" }, not %s", v.Article())
		}
		return
	}
	setBy := d.def.setBy(settings)
	for _, k := range d.box.Keys(t) {
		path := k.String()
		at := "one_of." + path
		top, _, _ := strings.Cut(path, ".")
		if d.get(top).IsNil() && d.v.Base == nil {
			d.flaw(at, "the variant has no `%s`%s", top, source.Suggest(top, d.box.Names(d.v.Table)))
			continue
		}
		if names, ok := d.namesOf(at, t.Get(k)); ok {
			c := choice{d, names, setBy}
			c.walk("", d.v.Table, strings.Split(path, "."), nil, 0)
		}
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
func (c *choice) walk(path string, t luabox.Table, keys []string, rt *RollTable, face int) {
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
func (c *choice) rows(path string, rt *RollTable, keys []string) {
	var last luabox.Table
	for face := rt.Dice.Min(); face <= rt.Dice.Max() && len(keys) > 1; face = rt.Dice.Next(face) {
		if row, ok := rt.row(face); ok && row != last {
			c.walk(source.Join(path, strconv.Itoa(face)), row, keys[1:], rt, face)
			last = row
		}
	}
}

// look refuses a value that is none of the names.
func (c *choice) look(path string, v luabox.Value, rt *RollTable, face int, field string) {
	text, ok := v.Text()
	if ok && slices.Contains(c.names, text) {
		return
	}
	msg := fmt.Sprintf("`%s`: it cannot be %s%s", path, v.Article(), source.SuggestOrList(text, c.names))
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
