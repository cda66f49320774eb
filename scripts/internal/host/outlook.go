package host

import (
	"sandbox/core/board"
	"sandbox/core/outlook"
	"sandbox/core/race"
	"sandbox/scripts/internal/drivers"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// What a question costs that is answered by looking ahead, whether or not what a
// driver expects of the track was known. What has to be found out is mostly known,
// so little of it is charged: but enough that no step can look ahead for minutes.
const (
	chooseCharge = 300
	aheadShare   = 1 << 14 // one for so much of outlook.Ahead.Work
)

// sight is how those look ahead who drive by one outlook.
type sight struct {
	plan   *drivers.Plan
	look   *outlook.Look
	tows   func(other, mode int) bool
	wrecks []board.ID // of the question under way
}

// LookAhead implements variant.Runner: racing.look_ahead.
func (h *Host) LookAhead() int {
	const function = "racing.look_ahead"
	car, ask, row := h.carArg(3, function), h.box.TableArg(4, function), h.box.Arg(5)
	list, _ := ask.Field("paths").Table()
	switch p := h.paths.of[list]; {
	case p != nil:
		h.box.Push(p.path(h.bestPath(p, car, row)).Value())
	case h.asksNow.ask != nil && ask == h.asksNow.table && !h.questions.Touched(ask, "options"): // no list is made for it
		h.box.Push(luabox.Str(h.asksNow.ask.Options[h.bestOption(h.asksNow.ask.Options, car, row)].ID))
	default:
		options := optionsOf(ask)
		h.box.Push(luabox.Str(options[h.bestOption(options, car, row)].ID))
	}
	return 1
}

// optionsOf are the options in a table like that of a question.
func optionsOf(ask luabox.Table) (options []race.Option) {
	if list, ok := ask.Field("options").Table(); ok {
		for i := 1; i <= list.Len(); i++ {
			options = append(options, race.Option{ID: list.Item(i).String()})
		}
	}
	if options == nil {
		luabox.Raise("racing.look_ahead: argument 4 must be what a bot is asked, with options or paths")
	}
	return options
}

// TakeTow implements variant.Runner: racing.take_tow.
func (h *Host) TakeTow() int {
	h.box.Push(luabox.Str(h.towed(h.carArg(3, "racing.take_tow"), h.box.Arg(5))))
	return 1
}

// towed is "yes" where it is better for a driver to be taken along by the car
// ahead.
func (h *Host) towed(car int, row luabox.Value) string {
	s, mode := h.begin(car, row)
	moved(s, mode)
	if s.look.Towed(mode) > 0 {
		return "yes"
	}
	return "no"
}

// moved fails for the mode of a move that is none.
func moved(s *sight, mode int) {
	if mode < 0 || mode >= s.plan.Modes() {
		luabox.Raise("looking ahead: mode must be that of the move, 1 to %d", s.plan.Modes())
	}
}

// bestPath is the path that is worth most to a driver; of equal ones the first.
func (h *Host) bestPath(p *pathList, car int, row luabox.Value) int {
	if p.car != car || len(p.found.List) == 0 {
		luabox.Raise("looking ahead: the paths must be some of the car's own")
	}
	s, mode := h.begin(car, row)
	moved(s, mode)
	h.box.Charge(pathCharge * len(p.found.List))
	best, most := 0, 0
	for i := range p.found.List {
		if worth := s.look.Path(&p.found.List[i], p.found.Search.Steps, mode); i == 0 || worth > most {
			best, most = i, worth
		}
	}
	h.margin = s.look.Best - s.look.Second
	return best
}

// bestOption is the option whose mode is worth most to a driver; of equal ones the
// first.
func (h *Host) bestOption(options []race.Option, car int, row luabox.Value) int {
	s, _ := h.begin(car, row)
	best, most := -1, 0
	for i := range options {
		if options[i].No != "" {
			continue
		}
		mode := s.plan.Mode(options[i].ID)
		if mode < 0 {
			luabox.Raise("looking ahead: the option %q is no mode of the outlook; they are %s", options[i].ID, s.plan.ModeNames())
		}
		if worth := s.look.Mode(mode); best < 0 || worth > most {
			best, most = i, worth
		}
	}
	h.margin = s.look.Best - s.look.Second
	return best
}

// begin has the driver of a car look ahead; it returns the mode that the car is
// in as well, below 0 for none.
func (h *Host) begin(car int, row luabox.Value) (s *sight, mode int) {
	s, name := h.sightOf(car), h.driverOf(row)
	var now luabox.Table
	if !h.def.Seen.IsNone() {
		now = h.unusual(car, row)
	}
	driver := s.plan.Drivers[name]
	h.box.Charge(chooseCharge + s.plan.Work(driver.Turns)/aheadShare)
	n := h.sees(s, driver, car, now)
	s.look.Begin(&driver.Driver, n)
	return s, n.Mode
}

// unusual is what V:seen says of a car, none for nothing.
func (h *Host) unusual(car int, row luabox.Value) (now luabox.Table) {
	v := h.box.Eval(h.def.Seen, h.self, h.raceValue, h.cars[car].Value(), row)
	now, ok := v.Table()
	if !ok && !v.IsNil() {
		luabox.Raise("looking ahead: V:seen must return a table, or nothing, not %s", v.Article())
	}
	return now
}

// sightOf is how the driver of a car looks ahead: by the outlook that the car
// names, or the only one.
func (h *Host) sightOf(car int) *sight {
	plans, name := h.cast.Drivers.Plans, ""
	if by := h.cast.Drivers.By; by != "" {
		name = h.cars[car].TextField(by)
	} else if len(plans) == 1 {
		for only := range plans {
			name = only
		}
	}
	if s := h.sights[name]; s != nil {
		return s
	}
	plan := plans[name]
	if plan == nil {
		luabox.Raise("looking ahead: there is no outlook %q%s", name, source.SuggestOrList(name, source.SortedKeys(plans)))
	}
	s := &sight{plan: plan, look: outlook.NewLook(plan.Ahead), tows: func(other, mode int) bool {
		return plan.Tow.Takes(h.cars[other], mode) && h.race.Car(other).Status() == race.Running
	}}
	h.sights[name] = s
	return s
}

// driverOf is the name of the row of `drivers` that a value is.
func (h *Host) driverOf(row luabox.Value) string {
	t, _ := row.Table()
	name, ok := h.def.Drivers[t]
	if !ok {
		luabox.Raise("looking ahead: a driver is a row of the variant's drivers, not %s", row.Article())
	}
	return name
}
