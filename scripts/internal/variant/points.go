package variant

import (
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Points is what places score, and how a championship counts them.
type Points struct {
	System  string // its name in points_systems, "" for a list of the variant's own
	ByPlace []int  // the winner's first
	Best    int    // so many results of each driver in a championship count, the best; 0 for all
	Retired bool   // retired cars score too
	Bonus   string // the field of cars with points beside those of the place; "" for none
}

// Of is what a placing scores, with the bonus points that stand in the car's
// notes: the text that the rules' state has of it.
func (p *Points) Of(placing race.Placing, notes string) int {
	points := p.OfPlace(placing)
	if p.Bonus != "" {
		points += luabox.FieldWhole(notes, p.Bonus)
	}
	return points
}

// OfPlace is what a placing scores for its place alone.
func (p *Points) OfPlace(placing race.Placing) int {
	scores := placing.Status == race.Finished || placing.Status == race.Retired && p.Retired
	if !scores || placing.Place > len(p.ByPlace) {
		return 0
	}
	return p.ByPlace[placing.Place-1]
}

// definePoints reads the points of the variant, and looks at the systems that
// it could have instead.
func (d *definer) definePoints() {
	systems, points := d.pointsSystems(), &d.def.Points
	v := d.get("points")
	if name, ok := v.Text(); ok {
		system, known := systems[name]
		if !known {
			d.flaw("points", "no points system is called %q%s", name, source.SuggestOrList(name, source.SortedKeys(systems)))
		}
		*points = system
		points.System = name
	} else if !v.IsNil() {
		*points = d.pointsSystem("points", v)
	}
	points.Retired = d.get("points_for_retired").True()
	if points.Bonus = d.text("bonus_points", false); points.Bonus == "" {
		return
	}
	if _, ok := d.def.Car.Start(points.Bonus).Whole(); !ok {
		d.flaw("bonus_points", "cars need a field `%s` that starts with a whole number", points.Bonus)
	}
}

func (d *definer) pointsSystems() map[string]Points {
	systems := map[string]Points{}
	v := d.get("points_systems")
	t, ok := v.Table()
	if !ok {
		if !v.IsNil() {
			d.flaw("points_systems", "it must be a table of lists, not %s", v.Article())
		}
		return systems
	}
	for _, k := range d.box.Keys(t) {
		systems[k.String()] = d.pointsSystem(source.Join("points_systems", k.String()), t.Get(k))
	}
	return systems
}

// pointsSystem reads a list of points with what is said of their counting.
func (d *definer) pointsSystem(at string, v luabox.Value) (p Points) {
	t, ok := v.Table()
	if !ok {
		d.flaw(at, "it must be a list of numbers, best place first, not %s", v.Article())
		return p
	}
	for i := 1; i <= t.Len(); i++ {
		n, ok := t.Item(i).Whole()
		if !ok {
			d.flaw(at, "place %d: points are whole numbers, not %s", i, t.Item(i).Article())
		}
		p.ByPlace = append(p.ByPlace, n)
	}
	for _, k := range d.box.Keys(t) {
		switch name := k.String(); {
		case name == "best":
			if p.Best, ok = t.Get(k).Whole(); !ok || p.Best < 1 {
				d.flaw(source.Join(at, name), "it says how many results of a championship count: a whole number from 1 on, not %s", t.Get(k).Article())
			}
		case k.Kind() == luabox.Text:
			d.flaw(source.Join(at, name), "points have places and `best`, no `%s`%s", name, source.Suggest(name, []string{"best"}))
		}
	}
	if p.Best > 0 && len(p.ByPlace) == 0 { // a fork's list takes the place of the whole list
		d.flaw(at, "`best` stands beside a list of points, and there is none: write it out, such as { 9, 6, 4, best = %d }", p.Best)
	}
	return p
}
