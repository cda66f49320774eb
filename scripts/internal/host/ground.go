package host

import (
	"fmt"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
)

// ground is the spaces of a race as rules see them.
type ground struct {
	tables []luabox.Table // by space; none until it is asked for
	fields [][]field      // what each shows
	index  map[luabox.Table]board.ID
	guard  luabox.Guard

	pitLane *pitLane // nil until it is asked for
}

// spaceKeys are the fields of a space: those of every board, and the attributes
// that tracks have.
var spaceKeys = func() map[string]bool {
	keys := map[string]bool{"name": true, "row": true, "lane": true, "mark": true, "corner": true, "pit": true, "box": true, "capacity": true}
	for _, name := range track.AttributeNames() {
		keys[name] = true
	}
	return keys
}()

// SpaceKeys are the fields of a space, sorted.
func SpaceKeys() []string { return source.SortedKeys(spaceKeys) }

const spacesBelong = "spaces belong to the track: keep what happens on them in a field of the race"

// makeGround makes room for the Lua tables of the spaces. Each is built when it
// is first asked for: a step needs few of them, and a fresh state is often made
// for a single one.
func (h *Host) makeGround() {
	if h.race.Board() == nil {
		return
	}
	n := h.race.Board().Len()
	h.ground = ground{tables: make([]luabox.Table, n), fields: make([][]field, n), index: map[luabox.Table]board.ID{}}
	h.ground.guard = h.box.NewGuard(func(_ luabox.Table, key luabox.Value) luabox.Value {
		if name := key.String(); !spaceKeys[name] {
			luabox.Raise("a space has no `%s`%s", name, source.Suggest(name, SpaceKeys()))
		}
		return luabox.Value{}
	}, func(luabox.Table, luabox.Value, luabox.Value) { luabox.Raise(spacesBelong) })
}

// space is the Lua table of a space.
func (h *Host) space(id board.ID) luabox.Table {
	if t := h.ground.tables[id]; !t.IsNone() {
		return t
	}
	t, fields := h.box.NewTable(0, len(spaceKeys)), h.spaceFields(id)
	for _, f := range fields {
		t.SetField(f.name, f.want)
	}
	t.SetGuard(h.ground.guard)
	h.ground.tables[id], h.ground.fields[id], h.ground.index[t] = t, fields, id
	return t
}

// spaceFields is what a space shows. What it does not have is nil.
func (h *Host) spaceFields(id board.ID) []field {
	s := h.race.Board().Space(id)
	fields := []field{
		{"name", luabox.Str(s.Name)}, {"row", luabox.Num(s.Row)}, {"lane", luabox.Num(s.Lane)},
		{"mark", textOrNil(s.Mark)}, {"corner", numberOrNil(s.Corner)},
		{"capacity", luabox.Num(s.Capacity)}, {"pit", luabox.Bool(s.Side)}, {"box", numberOrNil(s.Bay)},
	}
	for _, a := range h.cast.Track.Attributes() {
		fields = append(fields, field{a.Name, a.Value(id)})
	}
	return fields
}

func textOrNil(text string) luabox.Value {
	if text == "" {
		return luabox.Value{}
	}
	return luabox.Str(text)
}

func numberOrNil(n int) luabox.Value {
	if n == 0 {
		return luabox.Value{}
	}
	return luabox.Num(n)
}

// spaceValue is a space as a value, nothing for None.
func (h *Host) spaceValue(id board.ID) luabox.Value {
	if id == board.None {
		return luabox.Value{}
	}
	return h.space(id).Value()
}

// spaceList is a list of spaces in Lua.
func (h *Host) spaceList(spaces []board.ID) luabox.Value {
	t := h.box.NewTable(len(spaces), 0)
	for i, id := range spaces {
		t.SetItem(i+1, h.space(id).Value())
	}
	return t.Value()
}

// spaceOf is the space that a value is; ok is false when it is none.
func (h *Host) spaceOf(v luabox.Value) (id board.ID, ok bool) {
	t, _ := v.Table()
	id, ok = h.ground.index[t]
	return id, ok
}

// checkSpaces finds a space that a rule wrote.
func (h *Host) checkSpaces() error {
	for id, t := range h.ground.tables {
		for _, m := range h.ground.fields[id] {
			if t.Field(m.name) != m.want {
				return fmt.Errorf("a rule wrote `%s` of the space %s, and %s", m.name, h.race.Board().Space(board.ID(id)).Name, spacesBelong)
			}
		}
	}
	return nil
}
