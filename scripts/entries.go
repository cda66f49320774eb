package scripts

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
)

// EntryError is something wrong with one entry of a list.
type EntryError struct {
	Entry int    // from 0
	Field string // "name", or one that the rules declare or should
	Msg   string
}

// Error counts entries from 1, as people do.
func (e *EntryError) Error() string { return fmt.Sprintf("entry %d: %s", e.Entry+1, e.Msg) }

// defineEntries reads the entry list.
func (d *definer) defineEntries() {
	v := d.get("entries")
	list, ok := v.(*lua.LTable)
	if !ok {
		if v != lua.LNil {
			d.flaw("entries", "it must be a list of rows, not %s", article(v))
		}
		return
	}
	if list.Len() > mostEntries {
		d.flaw("entries", "%d cars are entered: a race has at most %d", list.Len(), mostEntries)
		return
	}
	for i := 1; i <= list.Len(); i++ {
		at := fmt.Sprintf("entries.%d", i)
		row, ok := list.RawGetInt(i).(*lua.LTable)
		if !ok {
			d.flaw(at, "it must be a row such as { name = \"Vettel\" }, not %s", article(list.RawGetInt(i)))
			continue
		}
		name, ok := row.RawGetString("name").(lua.LString)
		if !ok || name == "" {
			d.flaw(at, "it has no name%s", suggest("name", d.tableKeys(row)))
			continue
		}
		e := race.Entry{Name: string(name)}
		for _, k := range d.keys(row) {
			if k.String() == "name" {
				continue
			}
			value, ok := plain(row.RawGet(k))
			if !ok {
				d.flaw(join(at, k.String()), "it must be a text, a number or true or false, not %s", article(row.RawGet(k)))
				continue
			}
			if e.Fields == nil {
				e.Fields = map[string]any{}
			}
			e.Fields[k.String()] = value
		}
		d.def.entries = append(d.def.entries, e)
		if wrong := d.def.checkEntry(d.def.entries); wrong != nil {
			d.flaw(at, "%s", wrong.Msg)
		}
	}
}

// checkEntry returns what is wrong with the last of some entries, or nil.
func (def *definition) checkEntry(entries []race.Entry) *EntryError {
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
	for _, name := range sortedKeys(e.Fields) {
		start, ok := def.car.values[name]
		got := luaValue(e.Fields[name])
		switch {
		case !ok:
			return wrong(name, "%s: cars have no field `%s`%s", e.Name, name, suggestOrList(name, def.car.names))
		case start.Type() == got.Type():
		case start.Type() == lua.LTString:
			return wrong(name, "%s: `%s` is a text, not %s; write it in quotes", e.Name, name, article(got))
		default:
			return wrong(name, "%s: `%s` starts as %s, and cannot be %s", e.Name, name, article(start), article(got))
		}
	}
	return nil
}

// givable are the fields that an entry may give, with their starting values.
func (f *fields) givable() map[string]any {
	list := map[string]any{}
	for name, start := range f.values {
		if value, ok := plain(start); ok {
			list[name] = value
		}
	}
	return list
}

// mostEntries is how many cars a race has at most.
const mostEntries = 1000

func (def *definition) checkEntries(entries []race.Entry) error {
	if len(entries) == 0 {
		return fmt.Errorf("nobody is entered: give the variant `entries = { { name = \"...\" }, ... }`")
	}
	if len(entries) > mostEntries {
		return fmt.Errorf("%d cars are entered: a race has at most %d", len(entries), mostEntries)
	}
	for i := range entries {
		if wrong := def.checkEntry(entries[:i+1]); wrong != nil {
			return wrong
		}
	}
	return nil
}

// checkDrivers refuses people and bots that are not there.
func (def *definition) checkDrivers(opts Options, entries []race.Entry) error {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	for _, person := range opts.People {
		if !contains(names, person) {
			return fmt.Errorf("no car is called %q%s", person, suggestOrList(person, names))
		}
	}
	for _, bot := range opts.Bots {
		if def.bots[bot] == nil {
			return fmt.Errorf("%s has no bot %q%s", def.name, bot, suggestOrList(bot, sortedKeys(def.bots)))
		}
	}
	return nil
}

func contains(list []string, item string) bool {
	for _, x := range list {
		if x == item {
			return true
		}
	}
	return false
}
