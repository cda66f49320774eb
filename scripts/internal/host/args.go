package host

import (
	"slices"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// What the arguments of functions must be. An argument's number counts the table
// before the colon, as Arg does; messages count as rules are written.

// carOf is the car of a value; ok is false when it is none. Most often it is the
// one whose turn it is.
func (h *Host) carOf(v luabox.Value) (car int, ok bool) {
	t, isTable := v.Table()
	if !isTable {
		return 0, false
	}
	if now := h.race.Step().Car; now != race.Nobody && h.cars[now] == t {
		return now, true
	}
	car, ok = h.carIndex[t]
	return car, ok
}

// carArg is an argument that must be a car.
func (h *Host) carArg(n int, function string) int {
	v := h.box.Arg(n)
	car, ok := h.carOf(v)
	if !ok {
		luabox.Raise("%s: argument %d must be a car, not %s", function, n-1, v.Article())
	}
	return car
}

// who is an argument that is a car, or the race itself.
func (h *Host) who(n int, function string) int {
	v := h.box.Arg(n)
	if t, ok := v.Table(); ok && t == h.raceTable {
		return race.Nobody
	}
	car, ok := h.carOf(v)
	if !ok {
		luabox.Raise("%s: argument %d must be a car or the race, not %s", function, n-1, v.Article())
	}
	return car
}

func (h *Host) wholeArg(n int, function string) int {
	v := h.box.Arg(n)
	i, ok := v.Whole()
	if !ok {
		luabox.Raise("%s: argument %d must be a whole number, not %s", function, n-1, v.Article())
	}
	return i
}

func (h *Host) textArg(n int, function string) string {
	v := h.box.Arg(n)
	text, ok := v.Text()
	if !ok {
		luabox.Raise("%s: argument %d must be a text, not %s", function, n-1, v.Article())
	}
	return text
}

// functionArg is an argument that may be a function.
func (h *Host) functionArg(n int, function string) luabox.Function {
	v := h.box.Arg(n)
	fn, ok := v.Function()
	if !ok && !v.IsNil() {
		luabox.Raise("%s: argument %d must be a function, not %s", function, n-1, v.Article())
	}
	return fn
}

// spaceArg is an argument that must be a space.
func (h *Host) spaceArg(n int, function string) board.ID {
	v := h.box.Arg(n)
	id, ok := h.spaceOf(v)
	if !ok {
		luabox.Raise("%s: argument %d must be a space, not %s", function, n-1, v.Article())
	}
	return id
}

// placeFrom is an argument that is a space, or a car for the one that it stands on:
// None for a car off the track.
func (h *Host) placeFrom(n int, function string) board.ID {
	v := h.box.Arg(n)
	if car, ok := h.carOf(v); ok {
		return h.race.Car(car).Space()
	}
	id, ok := h.spaceOf(v)
	if !ok {
		luabox.Raise("%s: argument %d must be a space or a car, not %s", function, n-1, v.Article())
	}
	return id
}

// carList is a list of cars, each once.
func (h *Host) carList(t luabox.Table, function string) []int {
	var list []int
	if t.Guarded() {
		luabox.Raise("%s: it needs a list of cars, not %s", function, h.box.Show(t.Value()))
	}
	h.chargeCars(min(t.Len(), len(h.cars)))
	for i := 1; i <= t.Len(); i++ {
		inner, _ := t.Item(i).Table()
		car, ok := h.carIndex[inner]
		if !ok {
			luabox.Raise("%s: item %d of the list must be a car, not %s", function, i, t.Item(i).Article())
		}
		if slices.Contains(list, car) {
			luabox.Raise("%s: item %d of the list is %s again", function, i, h.box.Show(inner.Value()))
		}
		list = append(list, car)
	}
	return list
}

// carNamed is the car of a name.
func (h *Host) carNamed(name, function string) int {
	car := h.race.Find(name)
	if car == race.Nobody {
		luabox.Raise("%s: no car is called %q%s", function, name, source.Suggest(name, h.CarNames()))
	}
	return car
}

// CarNames are the names of the cars, in the order of the entries.
func (h *Host) CarNames() []string {
	var names []string
	for i := range h.cars {
		names = append(names, h.race.Car(i).Name())
	}
	return names
}
