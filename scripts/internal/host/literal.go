package host

import (
	"strings"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/variant"
)

// CarFields are the declared fields of a car that are not as they start, as the
// Lua of a spec writes them: `gear = 3`, `behind = spec.car("Ada")`.
func (h *Host) CarFields(car int) ([]string, error) {
	h.sync()
	return h.fieldsOf(h.cars[car], h.def.Car)
}

// RaceFields is CarFields for the race.
func (h *Host) RaceFields() ([]string, error) {
	h.sync()
	return h.fieldsOf(h.raceTable, h.def.Race)
}

func (h *Host) fieldsOf(t luabox.Table, f *variant.Fields) (list []string, err error) {
	defer h.box.Rescue(&err)
	for _, name := range f.Names {
		if now := h.literal(t.Field(name)); now != h.literal(f.Start(name)) {
			list = append(list, LuaKey(name)+now)
		}
	}
	return list, nil
}

// literal is a value as the Lua of a spec writes it in one line.
func (h *Host) literal(v luabox.Value) string {
	if text, ok := v.Text(); ok {
		return LuaText(text)
	}
	t, ok := v.Table()
	if !ok {
		return v.String()
	}
	defer h.box.Deeper()()
	if _, thing := h.carIndex[t]; thing {
		return "spec.car(" + LuaText(t.TextField("name")) + ")"
	}
	if _, thing := h.ground.index[t]; thing {
		return "spec.space(" + LuaText(t.TextField("name")) + ")"
	}
	var parts []string
	for i, k := range h.box.Keys(t) {
		parts = append(parts, key(k, i)+h.literal(t.Get(k)))
	}
	if parts == nil {
		return "{}"
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// LuaKey is what stands before the value of a name in a table: `gear = `.
func LuaKey(name string) string { return key(luabox.Str(name), -1) }

// LuaText is a text as Lua writes it.
func LuaText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\x00", `\0`).Replace(text) + `"`
}
