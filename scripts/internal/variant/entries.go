package variant

import (
	"fmt"
	"slices"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// EntryError is something wrong with one entry of a list.
type EntryError struct {
	Entry int    // from 0
	Field string // "name", or one that the rules declare or should
	Msg   string
}

// Error counts entries from 1, as people do.
func (e *EntryError) Error() string { return fmt.Sprintf("entry %d: %s", e.Entry+1, e.Msg) }

// MaxEntries is how many cars a race has at most.
const MaxEntries = 1000

// defineEntries reads the entry list.
func (d *definer) defineEntries() {
	v := d.get("entries")
	list, ok := v.Table()
	if !ok {
		if !v.IsNil() {
			d.flaw("entries", "it must be a list of rows, not %s", v.Article())
		}
		return
	}
	if list.Len() > MaxEntries {
		d.flaw("entries", "%d cars are entered: a race has at most %d", list.Len(), MaxEntries)
		return
	}
	for i := 1; i <= list.Len() && !d.wrong.Full(); i++ {
		at := fmt.Sprintf("entries.%d", i)
		e, ok := d.entry(at, list.Item(i))
		if !ok {
			continue
		}
		d.def.Entries = append(d.def.Entries, e)
		wrong := d.def.checkEntry(d.def.Entries)
		if wrong == nil {
			wrong = d.def.checkRows(d.def.Entries)
		}
		if wrong != nil {
			d.flaw(at, "%s", wrong.Msg)
		}
	}
}

// entry reads a row of the entry list; ok is false for what is none.
func (d *definer) entry(at string, v luabox.Value) (e race.Entry, ok bool) {
	row, ok := v.Table()
	if !ok {
		d.flaw(at, "it must be a row such as { name = \"Vettel\" }, not %s", v.Article())
		return e, false
	}
	if e.Name = row.TextField("name"); e.Name == "" {
		d.flaw(at, "it has no name%s", source.Suggest("name", d.box.Names(row)))
		return e, false
	}
	for _, k := range d.box.Keys(row) {
		if k.String() == "name" {
			continue
		}
		value, ok := row.Get(k).Plain()
		if !ok {
			d.flaw(source.Join(at, k.String()), "it must be a text, a number or true or false, not %s", row.Get(k).Article())
			continue
		}
		if e.Fields == nil {
			e.Fields = map[string]any{}
		}
		e.Fields[k.String()] = value
	}
	return e, true
}

// checkEntry returns what is wrong with the last of some entries, or nil.
func (def *Definition) checkEntry(entries []race.Entry) *EntryError {
	last := len(entries) - 1
	e := &entries[last]
	wrong := func(field, format string, args ...any) *EntryError {
		return &EntryError{last, field, fmt.Sprintf(format, args...)}
	}
	for i := range entries[:last] {
		if entries[i].Name == e.Name {
			return wrong("name", "%q is entered already", e.Name)
		}
	}
	if e.Name == "race" {
		return wrong("name", `"race" cannot be a car's name: the race itself is called so`)
	}
	for _, name := range source.SortedKeys(e.Fields) {
		start, got := def.Car.Start(name), luabox.Of(e.Fields[name])
		switch {
		case !def.Car.Has(name):
			return wrong(name, "%s: cars have no field `%s`%s", e.Name, name, source.SuggestOrList(name, def.Car.Names))
		case start.Kind() == got.Kind():
		case start.Kind() == luabox.Text:
			return wrong(name, "%s: `%s` is a text, not %s; write it in quotes", e.Name, name, got.Article())
		default:
			return wrong(name, "%s: `%s` starts as %s, and cannot be %s", e.Name, name, start.Article(), got.Article())
		}
	}
	return nil
}

// checkRows returns for which field of the last of some entries a table has no
// row, or nil.
func (def *Definition) checkRows(entries []race.Entry) *EntryError {
	last := len(entries) - 1
	e := &entries[last]
	for i := range def.rowsFor {
		rows := &def.rowsFor[i]
		if text := rows.lacks(e.Name, e.Fields[rows.field], def.Car.Start(rows.field)); text != "" {
			return &EntryError{last, rows.field, text}
		}
	}
	return nil
}

// CheckEntries says what is wrong with an entry list, as an *EntryError where
// it is one entry. Of entries that are laid down only the names are known.
func (def *Definition) CheckEntries(entries []race.Entry, laid bool) error {
	if len(entries) == 0 {
		return fmt.Errorf("nobody is entered: give the variant `entries = { { name = \"...\" }, ... }`")
	}
	if len(entries) > MaxEntries {
		return fmt.Errorf("%d cars are entered: a race has at most %d", len(entries), MaxEntries)
	}
	for i := range entries {
		if wrong := def.checkEntry(entries[:i+1]); wrong != nil {
			return wrong
		}
		if wrong := def.checkRows(entries[:i+1]); wrong != nil && !laid {
			return wrong
		}
	}
	return nil
}

// CheckDrivers refuses people and bots that are not there.
func (def *Definition) CheckDrivers(opts Options, entries []race.Entry) error {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	for _, person := range opts.People {
		if !slices.Contains(names, person) {
			return fmt.Errorf("no car is called %q%s", person, source.SuggestOrList(person, names))
		}
	}
	for _, bot := range opts.Bots {
		if def.Bots[bot].IsNone() {
			return fmt.Errorf("%s has no bot %q%s", def.Name, bot, source.SuggestOrList(bot, source.SortedKeys(def.Bots)))
		}
	}
	return nil
}
