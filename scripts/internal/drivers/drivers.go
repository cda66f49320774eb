// Package drivers reads how the drivers of a variant decide: what a move is, its
// outlooks, and the characters, its drivers.
//
//	d, err := drivers.Read(box, v, track)
//	plan := d.Plans["road"]
//	look.Begin(plan.Drivers["bold"], now)
//
// How one looks ahead lies in core/outlook; what is asked, and of whom, in host.
package drivers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sandbox/core/outlook"
	"sandbox/core/outlook/road"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// Drivers is what a variant says of how its drivers decide. All races of a program
// share it, and what was worked out for others.
type Drivers struct {
	Plans map[string]*Plan // by name
	By    string           // the field of a car that names its plan, "" where there is one alone
	roads roads
}

// Plan is an outlook and those who drive by it.
type Plan struct {
	*outlook.Ahead
	Amounts []string           // names of the amounts, by number
	Drivers map[string]*Driver // by name
	Tow     *Tow
	Sees    Sees
	names   []string // of the modes
}

// Driver is a character: for the worth of hazards and of cars beside see Scarce.
type Driver struct {
	outlook.Driver
	Hazard, Touch int
	Rounds        int // before the end from which on neither is minded
}

// Minds says that Hazard and Touch count for a car that has driven so many rows in
// rounds gone by and has so many to go: at that pace it takes Rounds or more.
func (d *Driver) Minds(rounds, driven, togo int) bool {
	return togo*rounds >= driven*d.Rounds
}

// Tow says which cars take others along: by fields of the car ahead.
type Tow struct {
	field  string   // that holds its mode
	from   int      // the lowest mode, of both
	unless []string // fields that must be false, 0 or ""
}

// Takes says that a car takes along one that drives right behind it in a mode.
func (t *Tow) Takes(ahead luabox.Table, mode int) bool {
	own, ok := ahead.Field(t.field).Whole()
	if !ok || own < t.from || mode+1 < own {
		return false
	}
	for _, name := range t.unless {
		v := ahead.Field(name)
		if n, isNumber := v.Number(); v.True() && v.String() != "" && !(isNumber && n == 0) {
			return false
		}
	}
	return true
}

// tow reads the rule by which cars take others along, if there is one.
func (p *Plan) tow(r *reader, t luabox.Table, into *outlook.Plan) {
	p.Tow = &Tow{}
	tow, ok := t.Field("tow").Table()
	if !ok {
		return
	}
	p.Tow.field, p.Tow.from = tow.TextField("field"), r.whole(tow, "from", 1, outlook.MaxModes)
	into.Tow, into.TowChanges = r.whole(tow, "spaces", 1, outlook.MaxSpaces), r.whole(tow, "changes", 0, outlook.MaxChanges)
	if list, ok := tow.Field("unless").Table(); ok {
		for i := 1; i <= list.Len(); i++ {
			p.Tow.unless = append(p.Tow.unless, list.Item(i).String())
		}
	}
}

// Mode is the number of the mode that an option names, below 0 when it is none.
func (p *Plan) Mode(option string) int { return slices.Index(p.names, option) }

// ModeNames are the names of the modes, for messages.
func (p *Plan) ModeNames() string { return strings.Join(p.names, ", ") }

// reader reads one table of a variant.
type reader struct {
	box  *luabox.Box
	v    *variant.Variant
	path string
}

// fail refuses what stands at a path below the reader's.
func (r *reader) fail(key, format string, args ...any) {
	path := source.Join(r.path, key)
	luabox.RaiseError(r.v.Flaw(path, path+": "+fmt.Sprintf(format, args...)))
}

// Read reads a variant's `outlooks` and `drivers`; there may be none. It is an
// error with a place where one does not fit.
func Read(box *luabox.Box, v *variant.Variant, on *track.Track) (d *Drivers, err error) {
	defer box.RescueIn(v.File(), &err)
	d = &Drivers{Plans: map[string]*Plan{}, roads: roads{track: on, made: map[speeds]*road.Road{}}}
	if on.Board != nil {
		d.readPlans(box, v, on)
	}
	d.checkColumns(box, v)
	return d, nil
}

// readPlans reads the outlooks.
func (d *Drivers) readPlans(box *luabox.Box, v *variant.Variant, on *track.Track) {
	outlooks, ok := v.Table.Field("outlooks").Table()
	if !ok {
		return
	}
	d.By = outlooks.TextField("by")
	for _, k := range box.Keys(outlooks) {
		if k.String() == "by" {
			continue
		}
		r := &reader{box, v, "outlooks." + k.String()}
		t, ok := outlooks.Get(k).Table()
		if !ok {
			luabox.RaiseError(v.Flaw(r.path, fmt.Sprintf("%s: it must be a table, not %s", r.path, outlooks.Get(k).Article())))
		}
		d.Plans[k.String()] = r.plan(t, on)
	}
}

// plan reads an outlook.
func (r *reader) plan(t luabox.Table, on *track.Track) *Plan {
	plan := &Plan{Amounts: r.texts(t, "amounts"), Drivers: map[string]*Driver{}, Sees: r.sees(t)}
	p := outlook.Plan{
		Board: on.Board, Amounts: len(plan.Amounts), Brake: plan.amount(r, t, "brake"), Skid: plan.amount(r, t, "skid"), Beyond: plan.amount(r, t, "beyond"),
		Missing: r.whole(t, "missing", 0, 10), Spins: r.whole(t, "spins", 0, 10),
		Changes: r.whole(t, "changes", 0, outlook.MaxChanges),
	}
	if !t.Field("extra").IsNil() {
		p.Extra = r.whole(t, "extra", 0, outlook.MaxSpaces)
	}
	p.Overtaking = max(p.Changes, r.whole(t, "overtaking", 0, outlook.MaxChanges))
	p.Grounds = []outlook.Ground{r.ground(t)}
	if grounds, ok := t.Field("grounds").Table(); ok {
		r.grounds(&p, grounds, on)
	}
	r.follow(&p, t, plan.Amounts)
	plan.tow(r, t, &p)
	ahead, err := outlook.New(p)
	if err != nil {
		r.fail("moves", "%v", err)
	}
	plan.Ahead = ahead
	for mode := range ahead.Modes() {
		plan.names = append(plan.names, fmt.Sprint(mode+1))
	}
	plan.readDrivers(r)
	return plan
}

// amount is the number of the amount that a field names.
func (p *Plan) amount(r *reader, t luabox.Table, key string) int {
	name := t.TextField(key)
	i := slices.Index(p.Amounts, name)
	if name != "" && i < 0 {
		r.fail(key, "there is no amount %q", name)
	}
	return i // below 0: outlook.NoAmount
}

// ground reads the moves of a kind of ground: by mode a list of the spaces that
// equally likely throws move.
func (r *reader) ground(t luabox.Table) outlook.Ground {
	moves, ok := t.Field("moves").Table()
	if !ok {
		r.fail("moves", "it must be a list with a list of spaces for each mode, not %s", t.Field("moves").Article())
	}
	g := outlook.Ground{Late: t.Field("late").True()}
	for mode := 1; mode <= moves.Len(); mode++ {
		list, ok := moves.Item(mode).Table()
		if !ok || mode > outlook.MaxModes {
			r.fail("moves", "it must hold a list of spaces for each of 1 to %d modes; number %d is %s", outlook.MaxModes, mode, moves.Item(mode).Article())
		}
		ways := map[int]int{}
		for i := 1; i <= list.Len(); i++ {
			n, ok := list.Item(i).Whole()
			if !ok {
				r.fail(fmt.Sprint("moves.", mode), "spaces are whole numbers, not %s", list.Item(i).Article())
			}
			ways[n]++
		}
		var throws []outlook.Throw
		for n, count := range ways {
			throws = append(throws, outlook.Throw{Spaces: n, Ways: count})
		}
		slices.SortFunc(throws, func(x, y outlook.Throw) int { return cmp.Compare(x.Spaces, y.Spaces) })
		g.Moves = append(g.Moves, throws)
	}
	return g
}

// maxGrounds is how many kinds of ground there can be beside the usual one, maxPrice
// how many points of an amount a shift can cost.
const maxGrounds, maxPrice = 15, 100

// grounds reads the kinds of ground on which modes move otherwise: each with the
// surface that it is for.
func (r *reader) grounds(p *outlook.Plan, list luabox.Table, on *track.Track) {
	surfaces := on.Attribute("surface").Texts()
	p.Ground = make([]uint8, on.Board.Len())
	for i := 1; i <= list.Len(); i++ {
		t, ok := list.Item(i).Table()
		if !ok || t.TextField("surface") == "" || i > maxGrounds {
			r.fail("grounds", "each of up to %d is a table with the `surface` that it is for", maxGrounds)
		}
		surface := t.TextField("surface")
		p.Grounds = append(p.Grounds, r.ground(t))
		for id, s := range surfaces {
			if s == surface {
				p.Ground[id] = uint8(i)
			}
		}
	}
}

// follow reads `shifts`: up, how many modes higher the next one may be, and down,
// by modes left out on the way down, what that costs.
func (r *reader) follow(p *outlook.Plan, t luabox.Table, amounts []string) {
	shifts, ok := t.Field("shifts").Table()
	if !ok {
		r.fail("shifts", "it must be a table with up and down, not %s", t.Field("shifts").Article())
	}
	modes, up := len(p.Grounds[0].Moves), r.whole(shifts, "up", 0, outlook.MaxModes)
	down, _ := shifts.Field("down").Table()
	forgiven, _ := shifts.Field("forgiven").Table()
	for i, name := range amounts {
		p.Forgiven[i] = !forgiven.IsNone() && forgiven.Field(name).True()
	}
	for from := range modes {
		row := make([][]int, modes)
		for to := range modes {
			switch skipped := from - to - 1; {
			case to <= from+up && skipped <= 0:
				row[to] = make([]int, p.Amounts)
			case skipped > 0 && !down.IsNone() && skipped <= down.Len():
				row[to] = r.price(down, skipped, amounts)
			}
		}
		p.Follow = append(p.Follow, row)
	}
}

// price reads what it costs, by amount, to leave out so many modes on the way down.
func (r *reader) price(down luabox.Table, skipped int, amounts []string) []int {
	costs, ok := down.Item(skipped).Table()
	if !ok {
		r.fail("shifts.down", "number %d must be a table of amounts, not %s", skipped, down.Item(skipped).Article())
	}
	row := make([]int, len(amounts))
	for i, name := range amounts {
		v := costs.Field(name)
		n, whole := v.Whole()
		if !v.IsNil() && !whole || n < 0 || n > maxPrice {
			r.fail("shifts.down", "%s of number %d must be a whole number from 0 to %d, not %s", name, skipped, maxPrice, v.Article())
		}
		row[i] = n
	}
	return row
}

// readDrivers reads the characters.
func (p *Plan) readDrivers(r *reader) {
	drivers, ok := r.v.Table.Field("drivers").Table()
	if !ok {
		return
	}
	for _, k := range r.box.Keys(drivers) {
		if t, ok := drivers.Get(k).Table(); ok {
			row := &reader{r.box, r.v, "drivers." + k.String()}
			p.Drivers[k.String()] = p.driver(row, t)
		}
	}
}

// driver reads a character.
func (p *Plan) driver(r *reader, t luabox.Table) *Driver {
	d := &Driver{Driver: outlook.Driver{
		Spin: r.spaces(t, "spin"), Ruin: r.spaces(t, "ruin"), Crash: r.spaces(t, "crash"),
		Turns: r.whole(t, "turns", 1, outlook.MaxTurns), Scarce: r.flag(t, "scarce"),
	}}
	if p.Sees.Hazard != "" {
		d.Hazard = r.spaces(t, "hazard")
	}
	if p.Sees.Touch != "" {
		d.Touch = r.spaces(t, "touch")
	}
	if !t.Field("rounds").IsNil() {
		d.Rounds = r.whole(t, "rounds", 0, 1000)
	}
	for i, name := range p.Amounts {
		d.Point[i] = r.spaces(t, name)
	}
	return d
}

// spaces is a worth in spaces, in thousandths of one.
func (r *reader) spaces(t luabox.Table, key string) int {
	n, ok := t.Field(key).Number()
	if !ok || math.IsNaN(n) || n < 0 || n > 1000 {
		r.fail(key, "it must be a number of spaces from 0 to 1000, not %s", t.Field(key).Article())
	}
	return int(math.Round(n * outlook.Space))
}

// flag is true or false, and false where nothing is said.
func (r *reader) flag(t luabox.Table, key string) bool {
	v := t.Field(key)
	if _, ok := v.Bool(); !ok && !v.IsNil() {
		r.fail(key, "it must be true or false, not %s", v.Article())
	}
	return v.True()
}

func (r *reader) whole(t luabox.Table, key string, least, most int) int {
	n, ok := t.Field(key).Whole()
	if !ok || n < least || n > most {
		r.fail(key, "it must be a whole number from %d to %d, not %s", least, most, t.Field(key).Article())
	}
	return n
}

func (r *reader) texts(t luabox.Table, key string) (names []string) {
	list, _ := t.Field(key).Table()
	if !list.IsNone() {
		for i := 1; i <= list.Len(); i++ {
			names = append(names, list.Item(i).String())
		}
	}
	if len(names) == 0 || len(names) > outlook.MaxAmounts {
		r.fail(key, "it must be a list of 1 to %d names", outlook.MaxAmounts)
	}
	return names
}
