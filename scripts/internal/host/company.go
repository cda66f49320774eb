package host

import (
	"math"
	"slices"

	"sandbox/core/board"
	"sandbox/core/outlook/road"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// traffic is where a driver thinks that the cars that move before him come to
// stand.
type traffic struct {
	ends    []board.ID
	speeds  []int // mph
	taken   func(board.ID) bool
	company func(board.ID) int32
}

// foreseeTraffic guesses it: each as he would drive himself in its place.
func (h *Host) foreseeTraffic(car int, v *view, now *road.Now) {
	f := &h.roads.traffic
	f.ends, f.speeds = f.ends[:0], f.speeds[:0]
	f.taken = func(id board.ID) bool { return h.stands(id) || slices.Contains(f.ends, id) }
	f.company = func(id board.ID) int32 { return f.worth(h.race.Board(), v, id) }
	far := h.race.Distance(h.race.Car(car))
	guess := road.Now{Over: now.Over, Down: now.Down, Blocked: f.taken}
	for _, other := range h.race.Standings() {
		c := h.race.Car(other)
		if ahead := h.race.Distance(c) - far; c.Status() != race.Running || ahead <= 0 || ahead > road.MaxModes {
			continue
		}
		h.box.Charge(foreseeCharge)
		h.standsAs(other, v, &guess)
		terms := h.termsOf(other, v, h.roads.price)
		guess.Free = min(guess.Mode+terms.More, terms.Most)
		guess.Tested = guess.Free
		values := h.roads.road.Values(terms)
		mode, _ := values.Best(&guess)
		f.ends, f.speeds = append(f.ends, values.Leads(&guess, mode)), append(f.speeds, mode*v.step)
	}
	now.Blocked, now.Company = f.taken, f.company
}

// worth is that of ending a turn on a space, behind the car that comes to stand
// ahead of it.
func (f *traffic) worth(b *board.Board, v *view, id board.ID) int32 {
	i := slices.Index(f.ends, b.Space(id).Ahead)
	switch {
	case i < 0:
		return 0
	case f.speeds[i] >= v.towSpeed:
		return v.tow
	}
	return -v.beset
}

// standsAhead says that a car stands still where another may come this turn; all do
// before the first.
func (h *Host) standsAhead(car int) bool {
	if h.race.Round() == 1 {
		return false
	}
	b, at := h.race.Board(), h.race.Car(car).Row()
	for i := range h.race.Cars() {
		c := h.race.Car(i)
		if c.Status() != race.Running || i == car {
			continue
		}
		if rows := (c.Row() - at + b.Rows) % b.Rows; rows <= road.MaxModes && h.stands(c.Space()) {
			return true
		}
	}
	return false
}

// stands says that a car that stands still fills a space.
func (h *Host) stands(id board.ID) bool {
	car := h.race.CarOn(id)
	if car == race.Nobody {
		return false
	}
	n, _ := h.cars[car].Field("speed").Whole()
	return n == 0
}

func (h *Host) filled(id board.ID) bool { return h.race.CarOn(id) != race.Nobody }

// apiWorthDriving is race:worth_driving(car, terms, worth, points, spaces).
func (h *Host) apiWorthDriving() int {
	const function = "race:worth_driving"
	car := h.carArg(2, function)
	values, now, _ := h.foresee(car, 3, function)
	now.Blocked = h.filled
	spaces := h.wholeArg(6, function)
	if spaces < 0 || spaces > board.MaxRoute {
		luabox.Raise("%s: %d spaces; a path has 0 to %d", function, spaces, board.MaxRoute)
	}
	h.box.Charge(spaces)
	h.box.Push(luabox.Num(int(values.Move(now, now.Mode, spaces))))
	return 1
}

// foreseen is paths:foreseen(terms, worth, points): the path that promises most.
func (p *pathList) foreseen() int {
	h := p.host
	values, now, v := h.foresee(p.car, 2, "paths:foreseen")
	h.box.Charge(10 * len(p.found.List))
	best, most, second := -1, int32(math.MinInt32), int32(math.MinInt32)
	for i := range p.found.List {
		path := &p.found.List[i]
		h.roads.way = p.found.Spaces(i, h.roads.way[:0])
		worth := values.Way(now, now.Mode, h.roads.way, path.Home) + int32(path.Steps)*road.Space + h.company(path.To, v, int(now.Mode)) - int32(path.Changes)
		if best < 0 || worth > most {
			best, most, second = i, worth, most
		} else {
			second = max(second, worth)
		}
	}
	h.margin = int(most) - int(second)
	if best < 0 {
		h.box.Push(luabox.Value{})
		return 1
	}
	h.box.Push(p.path(best).Value())
	return 1
}

// company is what the car ahead of where a path ends is worth: the slipstream of
// a fast one, and a full row that may not move on.
func (h *Host) company(to board.ID, v *view, mode int) int32 {
	if to == board.None {
		return 0
	}
	b := h.race.Board()
	next := b.Space(to).Ahead
	if next == board.None {
		return 0
	}
	other := h.race.CarOn(next)
	if other == race.Nobody {
		return 0
	}
	if fast := int(h.speedField(other, v.step, "speed")); fast*v.step >= v.towSpeed && mode*v.step >= v.towSpeed {
		return v.tow
	}
	return -v.beset
}
