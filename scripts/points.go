package scripts

import (
	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
)

// points is what places score, and how a championship counts them.
type points struct {
	system  string // its name in points_systems, "" for a list of the variant's own
	byPlace []int  // the winner's first
	best    int    // so many results of a championship count; 0 for all
	retired bool   // retired cars score too
	bonus   string // the field of cars with points beside those of the place; "" for none
}

// definePoints reads the points of the variant, and looks at the systems that
// it could have instead.
func (d *definer) definePoints() {
	systems := d.pointsSystems()
	switch v := d.get("points").(type) {
	case *lua.LNilType:
	case lua.LString:
		system, known := systems[string(v)]
		if !known {
			d.flaw("points", "no points system is called %q%s", string(v), suggestOrList(string(v), sortedKeys(systems)))
		}
		d.def.points = system
		d.def.points.system = string(v)
	default:
		d.def.points = d.pointsSystem("points", v)
	}
	d.def.points.retired = lua.LVAsBool(d.get("points_for_retired"))
	if d.def.points.bonus = d.text("bonus_points", false); d.def.points.bonus == "" {
		return
	}
	if _, ok := wholeNumber(d.def.car.values[d.def.points.bonus]); !ok {
		d.flaw("bonus_points", "cars need a field `%s` that starts with a whole number", d.def.points.bonus)
	}
}

func (d *definer) pointsSystems() map[string]points {
	systems := map[string]points{}
	v := d.get("points_systems")
	t, ok := v.(*lua.LTable)
	if !ok {
		if v != lua.LNil {
			d.flaw("points_systems", "it must be a table of lists, not %s", article(v))
		}
		return systems
	}
	for _, k := range d.keys(t) {
		systems[k.String()] = d.pointsSystem(join("points_systems", k.String()), t.RawGet(k))
	}
	return systems
}

// pointsSystem reads a list of points with what is said of their counting.
func (d *definer) pointsSystem(at string, v lua.LValue) (p points) {
	t, ok := v.(*lua.LTable)
	if !ok {
		d.flaw(at, "it must be a list of numbers, best place first, not %s", article(v))
		return p
	}
	for i := 1; i <= t.Len(); i++ {
		n, ok := wholeNumber(t.RawGetInt(i))
		if !ok {
			d.flaw(at, "place %d: points are whole numbers, not %s", i, article(t.RawGetInt(i)))
		}
		p.byPlace = append(p.byPlace, n)
	}
	for _, k := range d.keys(t) {
		switch name := k.String(); {
		case name == "best":
			if p.best, ok = wholeNumber(t.RawGet(k)); !ok || p.best < 1 {
				d.flaw(join(at, name), "it says how many results of a championship count: a whole number from 1 on, not %s", article(t.RawGet(k)))
			}
		case k.Type() == lua.LTString:
			d.flaw(join(at, name), "points have places and `best`, no `%s`%s", name, suggest(name, []string{"best"}))
		}
	}
	if p.best > 0 && len(p.byPlace) == 0 { // a fork's list takes the place of the whole list
		d.flaw(at, "`best` stands beside a list of points, and there is none: write it out, such as { 9, 6, 4, best = %d }", p.best)
	}
	return p
}

// of is what a placing scores.
func (p *points) of(placing race.Placing) int {
	scores := placing.Status == race.Finished || placing.Status == race.Retired && p.retired
	if !scores || placing.Place > len(p.byPlace) {
		return 0
	}
	return p.byPlace[placing.Place-1]
}

// bonus is what a car has beside the points of its place.
func (h *Host) bonus(name string) int {
	car := h.race.Find(name)
	if h.def.points.bonus == "" || car == race.Nobody {
		return 0
	}
	n, _ := wholeNumber(h.cars[car].RawGetString(h.def.points.bonus))
	return n
}

// Points is how a championship under a variant is counted.
type Points struct {
	System string // the name of the points system, "" for a list without one
	Best   int    // so many results of each driver count, the best; 0 for all
}
