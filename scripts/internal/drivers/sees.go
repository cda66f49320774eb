package drivers

import (
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Sees says in which fields there stands what a driver sees of his car; "" for
// what is in none.
type Sees struct {
	Mode, Left, Start string // of the car: the mode it is in, the amounts that it has and had at the start
	Free              string // of its space: to change the mode costs nothing there
	Hazards           string // of the race: a list of spaces
	// Hazard and Touch are amounts, of which there may be more than those of the
	// outlook: what a hazard and a car beside cost is a column of the driver's row,
	// over the square of what is left of them.
	Hazard, Touch string
}

// sees reads what stands in fields, if anything does.
func (r *reader) sees(t luabox.Table) (s Sees) {
	fields := map[string]*string{
		"mode": &s.Mode, "left": &s.Left, "start": &s.Start, "free": &s.Free, "hazards": &s.Hazards, "hazard": &s.Hazard, "touch": &s.Touch,
	}
	v := t.Field("sees")
	list, ok := v.Table()
	if v.IsNil() {
		return s
	}
	if !ok {
		r.fail("sees", "it must be a table of names of fields, not %s", v.Article())
	}
	for _, k := range r.box.Keys(list) {
		key := source.Join("sees", k.String())
		into := fields[k.String()]
		if into == nil {
			r.fail(key, "no such key%s", source.SuggestOrList(k.String(), source.SortedKeys(fields)))
		}
		if *into, ok = list.Get(k).Text(); !ok {
			r.fail(key, "it must be the name of a field, not %s", list.Get(k).Article())
		}
	}
	return s
}

// columns are those of the drivers' rows that belong to it.
func (s *Sees) columns() (names []string) {
	if s.Hazard != "" {
		names = append(names, "hazard")
	}
	if s.Touch != "" {
		names = append(names, "touch")
	}
	return names
}

// Scarce is a worth that rises as the points of an amount become few: the whole of
// it with one left, a quarter with two.
func Scarce(worth, left int) int {
	left = max(1, left)
	return worth / (left * left)
}
