package host

import (
	"sandbox/core/board"
	"sandbox/core/outlook/road"
	"sandbox/scripts/internal/luabox"
)

// What drivers of games of posted speeds foresee: see package road. A mode is a
// speed in steps of a space.

// roads are what a race remembers of them.
type roads struct {
	step   int // mph of a space
	more   int // mph more than a limit on its line
	road   *road.Road
	views  map[luabox.Table]*view
	levels []int32
	price  int32 // of wear at the level that tables are made for
	now    road.Now
	way    []board.ID

	traffic traffic
}

// view is a table of terms as rules hand it over, read once.
type view struct {
	step, turns int
	over, down  [road.Steps]toll
	up          int32
	towSpeed    int
	tow, beset  int32
	traffic     bool // he thinks of where others will stand
}

// toll is what has to be paid in points, or else in what it is worth to avoid,
// both together; pay[1] is the other choice.
type toll [2]struct {
	points, loss int32
	none         bool
}

// price is what a toll costs who has so many points of which each is worth so
// much; ruin without end is never asked for.
func (t *toll) price(worth, points int32) int32 {
	best := int32(-1)
	for _, pay := range t {
		if pay.none || pay.points > points {
			continue
		}
		if cost := pay.points*worth + pay.loss; best < 0 || cost < best {
			best = cost
		}
	}
	if best < 0 {
		last := t[0]
		return last.points*worth + last.loss + unpaid
	}
	return best
}

// unpaid is what it costs, in thousandths of a space, to owe what one does not
// have.
const unpaid = 20_000

func prices(list *[road.Steps]toll, worth, points int32) (all [road.Steps]int32) {
	for i := range list {
		all[i] = list[i].price(worth, points)
	}
	return all
}

// maxWorth is the most that a point can be worth, in thousandths of a space.
const maxWorth = 100_000

// plenty is more points than any toll asks.
const plenty = 1 << 20

// level is the nearest of a few prices at or below one, so that few tables have
// to be made.
func (r *roads) level(worth int32) int32 {
	if r.levels == nil {
		for n := int32(100); n < 30_000; n += n / 3 {
			r.levels = append(r.levels, n)
		}
	}
	for i := len(r.levels) - 1; i > 0; i-- {
		if r.levels[i] <= worth {
			return r.levels[i]
		}
	}
	return r.levels[0]
}

// roadOf is the track as a road for speeds in such steps.
func (h *Host) roadOf(v *view, more int) *road.Road {
	r := &h.roads
	if r.road == nil || r.step != v.step || r.more != more {
		r.step, r.more, r.road = v.step, more, h.cast.Drivers.Road(v.step, more)
	}
	return r.road
}

// viewArg is an argument that must be a table of terms.
func (h *Host) viewArg(n int, function string) (*view, *road.Road) {
	t := h.box.TableArg(n, function)
	v, ok := h.roads.views[t]
	if !ok {
		if h.roads.views == nil {
			h.roads.views = map[luabox.Table]*view{}
		}
		v = h.readView(t, function)
		if len(h.roads.views) >= maxViews {
			clear(h.roads.views)
		}
		h.roads.views[t] = v
	}
	return v, h.roadOf(v, termField(t, "more", 0, maxSpeed, function))
}

// maxSpeed is the highest speed, in mph; maxLoss is the most that one thing can be
// worth, in thousandths of a space, and maxPoints how many points it can cost.
const maxSpeed, maxLoss, maxPoints = 1000, 5_000_000, 50

// termField is a whole number of the terms.
func termField(t luabox.Table, name string, least, most int, function string) int {
	n := wholeField(t, name, function)
	inRange(n, least, most, "`"+name+"` of the terms", function)
	return n
}

// rangeArg is an argument that must be a whole number of some.
func (h *Host) rangeArg(n, least, most int, function string) int {
	i := h.wholeArg(n, function)
	if i < least || i > most {
		luabox.Raise("%s: argument %d must be a whole number from %d to %d, not %d", function, n-1, least, most, i)
	}
	return i
}

func inRange(n, least, most int, what, function string) {
	if n < least || n > most {
		luabox.Raise("%s: %s must be a whole number from %d to %d, not %d", function, what, least, most, n)
	}
}

// maxViews is how many tables of terms are remembered; rules have a few for each
// driver.
const maxViews = 1000

func wholeField(t luabox.Table, name, function string) int {
	n, ok := t.Field(name).Whole()
	if !ok {
		luabox.Raise("%s: the terms need a whole number `%s`, not %s", function, name, t.Field(name).Article())
	}
	return n
}

func (h *Host) readView(t luabox.Table, function string) *view {
	v := &view{
		step: wholeField(t, "step", function), turns: wholeField(t, "turns", function), up: int32(termField(t, "up", 0, maxLoss, function)),
		towSpeed: termField(t, "tow_speed", 0, maxSpeed, function),
		tow:      int32(termField(t, "tow", -maxLoss, maxLoss, function)), beset: int32(termField(t, "beset", -maxLoss, maxLoss, function)),
	}
	if v.step < 1 || v.turns < 1 || v.turns > maxTurns {
		luabox.Raise("%s: the terms have a step of %d mph and look %d turns ahead; it is 1 or more, and 1 to %d turns", function, v.step, v.turns, maxTurns)
	}
	v.traffic = t.Field("traffic").True()
	v.over, v.down = tolls(t, "over", function), tolls(t, "down", function)
	return v
}

const maxTurns = 20

// tolls reads a list of four rows { points, loss, points, loss }, of which the
// second pair may be missing.
func tolls(t luabox.Table, name, function string) (list [road.Steps]toll) {
	rows, ok := t.Field(name).Table()
	if !ok || rows.Len() != road.Steps {
		luabox.Raise("%s: `%s` of the terms is a list of %d rows, not %s", function, name, road.Steps, t.Field(name).Article())
	}
	for i := range list {
		row, isRow := rows.Item(i + 1).Table()
		if !isRow {
			luabox.Raise("%s: row %d of `%s` must be a table, not %s", function, i+1, name, rows.Item(i+1).Article())
		}
		for k := range list[i] {
			if k > 0 && row.Item(2*k+1).IsNil() {
				list[i][k].none = true
				continue
			}
			points, ok1 := row.Item(2*k + 1).Whole()
			loss, ok2 := row.Item(2*k + 2).Whole()
			if !ok1 || !ok2 || points < 0 || loss < 0 || points > maxPoints || loss > maxLoss {
				luabox.Raise("%s: row %d of `%s` holds pairs of whole numbers from 0: points, up to %d, and what else it costs, up to %d", function, i+1, name, maxPoints, maxLoss)
			}
			list[i][k].points, list[i][k].loss = int32(points), int32(loss)
		}
	}
	return list
}

// speedField is a field of a car in steps.
func (h *Host) speedField(car, step int, name string) int32 {
	n, _ := h.cars[car].Field(name).Whole()
	if n < 0 || n/step >= road.MaxModes {
		luabox.Raise("race:best_speed: %s of %s is %d; with steps of %d it can be looked ahead from 0 to %d", name, h.race.Car(car).Name(), n, step, road.MaxModes*step-1)
	}
	return int32(n / step)
}

// foresee is what a driver sees: arguments 3 to 5 of a function are the terms,
// what a point is worth and how many he has.
func (h *Host) foresee(car, arg int, function string) (*road.Values, *road.Now, *view) {
	v, r := h.viewArg(arg, function)
	worth, points := int32(h.rangeArg(arg+1, 0, maxWorth, function)), int32(h.rangeArg(arg+2, -plenty, plenty, function))
	if h.race.Car(car).Space() == board.None {
		luabox.Raise("%s: %s is not on the track", function, h.race.Car(car).Name())
	}
	h.box.Charge(foreseeCharge)
	h.roads.price = h.roads.level(worth)
	now := &h.roads.now
	*now = road.Now{Over: prices(&v.over, worth, points), Down: prices(&v.down, worth, points)}
	h.standsAs(car, v, now)
	return r.Values(h.termsOf(car, v, h.roads.price)), now, v
}

// standsAs is where a car stands, and how it got there.
func (h *Host) standsAs(car int, v *view, now *road.Now) {
	held, _ := h.cars[car].Field("line").Text()
	now.At, now.Held, now.Mode = h.race.Car(car).Space(), held == "held", h.speedField(car, v.step, "speed")
}

// termsOf are what a car can do and, at a price of wear, what things cost it.
func (h *Host) termsOf(car int, v *view, worth int32) road.Terms {
	return road.Terms{
		Over: prices(&v.over, worth, plenty), Down: prices(&v.down, worth, plenty), Up: v.up,
		More: h.speedField(car, v.step, "acceleration"), Less: h.speedField(car, v.step, "deceleration"),
		Most: min(h.speedField(car, v.step, "top"), road.MaxModes-2), Turns: int32(v.turns), Last: h.race.Car(car).Lap() >= h.race.Laps(),
	}
}

// apiBestSpeed is race:best_speed(car, terms, worth, points, free, tested, tow).
func (h *Host) apiBestSpeed() int {
	const function = "race:best_speed"
	car := h.carArg(2, function)
	values, now, v := h.foresee(car, 3, function)
	free, tested := h.rangeArg(6, -maxSpeed, maxSpeed, function)/v.step, h.rangeArg(7, -maxSpeed, maxSpeed, function)/v.step
	now.Free, now.Tested, now.Up, now.Extra = int32(free), int32(tested), v.up, h.rangeArg(8, 0, road.MaxModes, function)
	if h.standsAhead(car) {
		now.Blocked = h.stands
	}
	if v.traffic && h.race.Round() > 1 {
		h.foreseeTraffic(car, v, now)
	}
	mode, ahead := values.Best(now)
	h.margin = int(ahead)
	h.box.Push(luabox.Num(mode * v.step))
	h.box.Push(luabox.Num(int(ahead)))
	return 2
}
