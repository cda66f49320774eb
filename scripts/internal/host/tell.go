package host

import (
	"slices"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// own are the kinds of events that the program tells by itself.
var own = map[string]bool{"roll": true, "move": true, "place": true, "row": true, "grid": true, "finish": true, "retire": true, "remove": true, "answer": true}

// taken are the names that every event has.
var taken = map[string]bool{"type": true, "step": true, "car": true, "where": true}

// apiTell is race:tell(car, kind, fields), or the fields as pairs of a name and a value.
func (h *Host) apiTell() int {
	who, kind := h.who(2, "race:tell"), h.textArg(3, "race:tell")
	if own[kind] {
		luabox.Raise("race:tell: the program itself tells `%s`; choose another kind", kind)
	}
	if !h.race.Recording() {
		return 0
	}
	list := h.toldFields()
	h.race.Tell(who, kind, list...)
	h.checkTold()
	return 0
}

// toldFields are the fields of an event: those of a table, or pairs from argument 4 on.
func (h *Host) toldFields() (list []race.Field) {
	v := h.box.Arg(4)
	if t, ok := v.Table(); ok {
		for _, k := range h.box.Keys(t) {
			list = append(list, h.told(k, t.Get(k)))
		}
		return list
	}
	if _, ok := v.Text(); !ok && !v.IsNil() {
		luabox.Raise("race:tell: argument 3 must be a table of fields, or the name of one with its value after it, not %s", v.Article())
	}
	for n := 4; n <= h.box.Args() && !v.IsNil(); n += 2 {
		list = append(list, h.told(h.box.Arg(n), h.box.Arg(n+1)))
	}
	slices.SortFunc(list, func(a, b race.Field) int { return strings.Compare(a.Name, b.Name) }) // as those of a table
	return list
}

// told is a field of an event. Cars and spaces are told by name.
func (h *Host) told(key, value luabox.Value) race.Field {
	v, ok := value.Plain()
	if t, isTable := value.Table(); isTable {
		var thing luabox.Thing
		if thing, ok = h.Thing(t); ok {
			v, ok = thing.Name, thing.Sort != luabox.TheRace
		}
	}
	name, isText := key.Text()
	if !ok || !isText || taken[name] {
		luabox.Raise("race:tell: field `%s`: a text, a number, true or false, a car or a space, under a name that events do not have already", h.box.Show(key))
	}
	return race.Field{Name: name, Value: v}
}

// maxCounted bounds what one race:count adds, so that sums stay exact.
const maxCounted = 100_000

// apiCount is race:count(who, what, n).
func (h *Host) apiCount() int {
	who, what, n := h.who(2, "race:count"), h.textArg(3, "race:count"), 1
	if !h.box.Arg(4).IsNil() {
		n = h.wholeArg(4, "race:count")
	}
	if what == "" || n < -maxCounted || n > maxCounted {
		luabox.Raise("race:count: it counts something that has a name, %d to %d at a time; not %q, %d", -maxCounted, maxCounted, what, n)
	}
	h.race.Count(who, what, n)
	return 0
}

// apiReveal is race:reveal().
func (h *Host) apiReveal() int {
	h.race.Reveal()
	return 0
}
