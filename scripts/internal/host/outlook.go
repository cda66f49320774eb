package host

import (
	"sandbox/core/board"
	"sandbox/core/outlook"
	"sandbox/core/race"
	"sandbox/scripts/internal/drivers"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// chooseCharge is what a question costs that is answered by looking ahead,
// whether or not what a driver expects of the track was known.
const chooseCharge = 300

// apiChoose is race:choose(car, ask, driver, now).
func (h *Host) apiChoose() int {
	car, ask, now := h.carArg(2, "race:choose"), h.box.TableArg(3, "race:choose"), h.box.TableArg(5, "race:choose")
	plan, look := h.lookOf(now)
	driver := plan.Drivers[h.driverArg(4)]
	h.box.Charge(chooseCharge)
	sees := h.sees(plan, car, now)
	if list, _ := ask.Field("paths").Table(); h.paths.of[list] != nil {
		p := h.paths.of[list]
		if p.car != car || len(p.found.List) == 0 {
			luabox.Raise("race:choose: the paths must be some of the car's own")
		}
		moved(sees.Mode, plan)
		h.box.Charge(pathCharge * len(p.found.List))
		look.Begin(driver, sees)
		h.box.Push(p.path(bestPath(look, p.found, sees.Mode)).Value())
		h.margin = look.Best - look.Second
		return 1
	}
	look.Begin(driver, sees)
	h.box.Push(h.bestOption(plan, look, ask))
	h.margin = look.Best - look.Second
	return 1
}

// apiTow is race:tow(car, driver, now).
func (h *Host) apiTow() int {
	car, now := h.carArg(2, "race:tow"), h.box.TableArg(4, "race:tow")
	plan, look := h.lookOf(now)
	driver := plan.Drivers[h.driverArg(3)]
	h.box.Charge(chooseCharge)
	sees := h.sees(plan, car, now)
	moved(sees.Mode, plan)
	look.Begin(driver, sees)
	h.box.Push(luabox.Bool(look.Towed(sees.Mode) > 0))
	return 1
}

// moved fails for the mode of a move that is none.
func moved(mode int, plan *drivers.Plan) {
	if mode < 0 || mode >= plan.Modes() {
		luabox.Raise("race:choose: mode must be that of the move, 1 to %d", plan.Modes())
	}
}

// bestPath is the path that is worth most; of equal ones the first.
func bestPath(look *outlook.Look, found *board.Paths, mode int) int {
	best, most := 0, 0
	for i := range found.List {
		if worth := look.Path(&found.List[i], found.Search.Steps, mode); i == 0 || worth > most {
			best, most = i, worth
		}
	}
	return best
}

// bestOption is the option whose mode is worth most; of equal ones the first.
func (h *Host) bestOption(plan *drivers.Plan, look *outlook.Look, ask luabox.Table) luabox.Value {
	best, most := luabox.Value{}, 0
	consider := func(option luabox.Value) {
		mode := plan.Mode(option.String())
		if mode < 0 {
			luabox.Raise("race:choose: %s is no mode of the outlook; they are %s", option.Article(), plan.ModeNames())
		}
		if worth := look.Mode(mode); best.IsNil() || worth > most {
			best, most = option, worth
		}
	}
	if q := &h.asksNow; q.ask != nil && ask == q.table && !h.questions.Touched(ask, "options") { // no list is made for it
		for i := range q.ask.Options {
			if o := &q.ask.Options[i]; o.No == "" {
				consider(luabox.Str(o.ID))
			}
		}
	} else if options, ok := ask.Field("options").Table(); ok {
		for i := 1; i <= options.Len(); i++ {
			consider(options.Item(i))
		}
	}
	if best.IsNil() {
		luabox.Raise("race:choose: argument 2 must be what a bot is asked, with options or paths")
	}
	return best
}

// lookOf is the outlook that a question is about: the one that it names, or the
// only one.
func (h *Host) lookOf(now luabox.Table) (*drivers.Plan, *outlook.Look) {
	plans, name := h.cast.Drivers.Plans, now.TextField("outlook")
	if name == "" && len(plans) == 1 {
		for only := range plans {
			name = only
		}
	}
	plan := plans[name]
	if plan == nil {
		luabox.Raise("race:choose: there is no outlook %q%s", name, source.SuggestOrList(name, source.SortedKeys(plans)))
	}
	look := h.looks[plan]
	if look == nil {
		if h.looks == nil {
			h.looks = map[*drivers.Plan]*outlook.Look{}
		}
		look = outlook.NewLook(plan.Ahead)
		h.looks[plan] = look
	}
	return plan, look
}

// driverArg is the name of the row of `drivers` that an argument is.
func (h *Host) driverArg(n int) string {
	v := h.box.Arg(n)
	t, _ := v.Table()
	name, ok := h.def.Drivers[t]
	if !ok {
		luabox.Raise("race:choose: argument %d must be a row of the variant's drivers, not %s", n-1, v.Article())
	}
	return name
}

// sees is what the driver of a car sees.
func (h *Host) sees(plan *drivers.Plan, car int, now luabox.Table) outlook.Now {
	search, traffic, err := h.race.Sight(car)
	if err != nil {
		luabox.Raise("race:choose: %w", err)
	}
	rows := h.race.Board().Rows
	n := outlook.Now{
		From: search.From, Stops: search.Stops, Home: search.Home == 1, Traffic: traffic, Car: car,
		Of: rows * (h.race.Laps() + 1), Mode: seenNumber(now, "mode", 0) - 1, Moving: seenNumber(now, "moving", 0) - 1,
		Factor: seenNumber(now, "factor", 1), More: seenNumber(now, "more", 0), Extra: max(0, seenNumber(now, "extra", 0)), Free: now.Field("free").True(),
	}
	n.ToGo = max(0, n.Of-h.race.Distance(h.race.Car(car)))
	n.Mode, n.Moving, n.More = min(n.Mode, plan.Modes()-1), min(n.Moving, plan.Modes()-1), max(-outlook.MaxSpaces, min(n.More, outlook.MaxSpaces))
	left, _ := now.Field("left").Table()
	start, _ := now.Field("start").Table()
	for i, name := range plan.Amounts {
		n.Left[i] = seenNumber(left, name, 0)
		n.Start[i] = seenNumber(start, name, n.Left[i])
	}
	if v := now.Field("hazards"); !v.IsNil() {
		n.Hazard = h.spaceSet(v, "hazards")
	}
	for i := range h.race.Cars() {
		if c := h.race.Car(i); c.Status() == race.Retired && c.Space() != board.None {
			n.Wrecks = append(n.Wrecks, c.Space())
		}
	}
	n.Tows = func(other, mode int) bool {
		return plan.Tow.Takes(h.cars[other], mode) && h.race.Car(other).Status() == race.Running
	}
	n.Touch, n.Hurt = seenSpaces(now, "touch"), seenSpaces(now, "hazard")
	return n
}

// seenSpaces is a worth in spaces in a table, from 0 to 1000, in thousandths of one;
// 0 when there is none.
func seenSpaces(t luabox.Table, name string) int {
	v := t.Field(name)
	n, ok := v.Number()
	if !ok && !v.IsNil() || !(n >= 0 && n <= 1000) {
		luabox.Raise("race:choose: %s must be a number of spaces from 0 to 1000, not %s", name, v.Article())
	}
	return int(n * outlook.Space)
}

// seenNumber is a whole number from -1000 to 1000 in a table.
func seenNumber(t luabox.Table, name string, otherwise int) int {
	if t.IsNone() {
		return otherwise
	}
	v := t.Field(name)
	if v.IsNil() {
		return otherwise
	}
	n, ok := v.Whole()
	if !ok || n < -1000 || n > 1000 {
		luabox.Raise("race:choose: %s must be a whole number from -1000 to 1000, not %s", name, v.Article())
	}
	return n
}
