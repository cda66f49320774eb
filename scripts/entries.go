package scripts

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
)

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
		if msg := d.def.checkEntry(d.def.entries); msg != "" {
			d.flaw(at, "%s", msg)
		}
	}
}

// checkEntry returns what is wrong with the last of some entries, or "".
func (def *definition) checkEntry(entries []race.Entry) string {
	e := &entries[len(entries)-1]
	for i := range entries[:len(entries)-1] {
		if entries[i].Name == e.Name {
			return fmt.Sprintf("%q is entered already", e.Name)
		}
	}
	if e.Name == "race" {
		return `"race" cannot be a car's name: the race itself is called so`
	}
	for _, name := range sortedKeys(e.Fields) {
		want, ok := def.car.values[name]
		if !ok {
			return fmt.Sprintf("%s: cars have no field `%s`%s", e.Name, name, suggest(name, def.car.names))
		}
		if got := luaValue(e.Fields[name]); want.Type() != got.Type() {
			return fmt.Sprintf("%s: `%s` is a %s, not %s", e.Name, name, want.Type(), article(got))
		}
	}
	return ""
}

func (def *definition) checkEntries(entries []race.Entry) error {
	if len(entries) == 0 {
		return fmt.Errorf("nobody is entered: give the variant `entries = { { name = \"...\" }, ... }`")
	}
	for i := range entries {
		if msg := def.checkEntry(entries[:i+1]); msg != "" {
			return fmt.Errorf("entry %d: %s", i+1, msg)
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
