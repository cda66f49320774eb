package scripts

import (
	"cmp"
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
)

// definition is a variant as the host needs it: read, checked, in Go where
// that is faster.
type definition struct {
	name, track string
	laps        int
	plan        race.Plan
	finish      race.Finish
	orderFn     *lua.LFunction
	turn        *lua.LFunction
	session     *lua.LFunction
	open        *lua.LFunction
	raceTurn    *lua.LFunction
	next        *lua.LFunction
	car, race   *fields
	entries     []race.Entry
	bots        map[string]*lua.LFunction
	words       map[string]string
	columns     []string
	points      points
	marksFrom   int
	tables      map[string]*rollTable
}

// fields are what the rules declared to outlive a step.
type fields struct {
	names  []string     // sorted
	keys   []string     // the same, quoted where they need it
	starts []lua.LValue // starting values, in the order of the names
	values map[string]lua.LValue
}

func (f *fields) has(name string) bool { _, ok := f.values[name]; return ok }

// definer reads a variant and collects what is wrong with it.
type definer struct {
	*state
	v     *variant
	def   *definition
	wrong Errors
}

// define reads a variant's table. All that is wrong comes back at once.
func (s *state) define(v *variant) (*definition, Errors) {
	d := &definer{state: s, v: v, def: &definition{}}
	d.defineTables()
	d.def.name = d.text("name", true)
	d.def.track = d.text("track", true)
	d.def.laps = d.whole("laps", 0, 1000)
	d.def.marksFrom = d.whole("marks_from_lap", 0, 1000)
	d.def.plan.Sessions = labels(d.texts("sessions"))
	d.defineOrder()
	d.defineFinish()
	d.defineRules()
	d.def.race = d.fields("race", reservedRace)
	d.def.car = d.fields("car", reservedCar)
	d.defineColumns()
	d.defineEntries()
	d.defineBots()
	d.defineWords()
	d.definePoints()
	for w := v; w != nil; w = w.base {
		d.wrong = append(d.wrong, w.wrong...)
	}
	return d.def, d.wrong.inOrder()
}

// maxDepth is how deep tables may lie in each other: those of a variant, and
// those that outlive a step.
const maxDepth = 20

// shape checks what all that reads a variant's tables relies on: keys that
// have an order, and tables that lie in each other to an end.
func (s *state) shape(v *variant) Errors {
	d := &definer{state: s, v: v}
	seen := map[*lua.LTable]bool{}
	var walk func(path string, t *lua.LTable, depth int)
	walk = func(path string, t *lua.LTable, depth int) {
		if seen[t] || len(d.wrong) > 0 {
			return
		}
		seen[t] = true
		if depth > maxDepth {
			top, _, _ := strings.Cut(path, ".")
			d.flaw(top, "tables lie more than %d deep in each other", maxDepth)
			return
		}
		if s.behind[t] != nil {
			d.flaw(path, "it is a table of the library, which all files share; copy what you need of it")
			return
		}
		if k := s.oddKey(t); k != nil {
			if path == "" {
				path = "the variant"
			}
			d.flaw(path, "it has %s as a key; use names and numbers as keys", article(k))
			return
		}
		for _, k := range d.keys(t) {
			if inner, ok := t.RawGet(k).(*lua.LTable); ok {
				walk(join(path, k.String()), inner, depth+1)
			}
		}
	}
	walk("", v.table, 0)
	return d.wrong
}

func (d *definer) get(key string) lua.LValue { return d.v.table.RawGetString(key) }

func (d *definer) flaw(path, format string, args ...any) {
	file, line := d.v.place(path)
	d.wrong.add(file, line, "%s: %s", path, fmt.Sprintf(format, args...))
}

// defineTables names the roll tables after their keys and takes their flaws.
func (d *definer) defineTables() {
	d.def.tables = map[string]*rollTable{}
	for w := d.v.base; w != nil; w = w.base { // a base's tables can still be reached, as V.base.action
		d.rollTables(w.table, func(path string, rt *rollTable) { rt.seal(path) })
	}
	d.rollTables(d.v.table, func(path string, rt *rollTable) {
		d.def.tables[path] = rt
		for _, f := range rt.seal(path) {
			msg := path + ": " + f.msg
			if f.key != "" {
				msg = fmt.Sprintf("%s[%s]: %s", path, f.key, f.msg)
			}
			e := d.flawAt(d.v, join(path, f.at), msg)
			if f.face > 0 {
				e.File, e.Line = d.v.rowPlace(rt, f.face, f.of)
			}
			d.wrong = append(d.wrong, e)
		}
	})
	for i, name := range sortedKeys(d.def.tables) {
		d.def.tables[name].number = i + 1
	}
}

// rollTables visits the roll tables of a variant, without those of its base.
func (s *state) rollTables(t *lua.LTable, visit func(path string, rt *rollTable)) {
	seen := map[*lua.LTable]bool{}
	var walk func(path string, t *lua.LTable)
	walk = func(path string, t *lua.LTable) {
		if seen[t] {
			return
		}
		seen[t] = true
		if rt := s.tables[t]; rt != nil {
			visit(path, rt)
			return
		}
		var keys []lua.LValue // of the tables in it; most have none
		t.ForEach(func(k, v lua.LValue) {
			if v.Type() == lua.LTTable {
				keys = append(keys, k)
			}
		})
		for _, k := range s.ordered(keys) {
			if inner, ok := t.RawGet(k).(*lua.LTable); ok && (path != "" || k.String() != "base") {
				walk(join(path, k.String()), inner)
			}
		}
	}
	walk("", t)
}

func (d *definer) text(key string, needed bool) string {
	v := d.get(key)
	text, ok := v.(lua.LString)
	if !ok && (needed || v != lua.LNil) {
		d.flaw(key, "it must be a text, not %s", article(v))
	}
	return string(text)
}

func (d *definer) whole(key string, least, most int) int {
	v := d.get(key)
	if v == lua.LNil {
		return 0
	}
	n, ok := wholeNumber(v)
	if !ok || n < least || n > most {
		d.flaw(key, "it must be a whole number from %d to %d, not %s", least, most, article(v))
	}
	return n
}

func (d *definer) texts(key string) []string {
	v := d.get(key)
	if v == lua.LNil {
		return nil
	}
	var list []string
	t, ok := v.(*lua.LTable)
	if ok {
		for i := 1; i <= t.Len(); i++ {
			text, isText := t.RawGetInt(i).(lua.LString)
			ok = ok && isText
			list = append(list, string(text))
		}
	}
	if !ok {
		d.flaw(key, "it must be a list of texts")
	}
	return list
}

func (d *definer) function(key string) *lua.LFunction {
	v := d.get(key)
	fn, ok := v.(*lua.LFunction)
	if !ok && v != lua.LNil {
		d.flaw(key, "it must be a function, not %s", article(v))
	}
	return fn
}

func (d *definer) defineOrder() {
	switch v := d.get("order").(type) {
	case *lua.LFunction:
		d.def.orderFn = v
	case lua.LString:
		var known bool
		if d.def.plan.Order, known = race.OrderNamed(string(v)); !known {
			d.flaw("order", "no order is called %q%s; there is %q, or write a function(self, race, a, b)",
				string(v), suggest(string(v), race.OrderNames()), strings.Join(race.OrderNames(), "\", \""))
		}
	default:
		d.flaw("order", "it must be the name of an order or a function, not %s", article(v))
	}
}

func (d *definer) defineFinish() {
	name, known := d.text("finish", false), false
	if name == "" {
		return
	}
	if d.def.finish, known = race.FinishNamed(name); !known {
		d.flaw("finish", "no finish is called %q%s", name, suggestOrList(name, race.FinishNames()))
	}
}

func (d *definer) defineRules() {
	def := d.def
	def.turn, def.session, def.open, def.next = d.function("turn"), d.function("session"), d.function("open"), d.function("next")
	def.raceTurn = d.function("race_turn")
	def.plan.Opened = def.open != nil
	if d.get("turn") == lua.LNil && def.next == nil && def.raceTurn == nil {
		d.flaw("turn", "a variant needs a turn: function V:turn(race, car) ... end%s", cmp.Or(suggest("turn", d.functionNames()), suggest("race_turn", d.functionNames())))
	}
	if len(def.plan.Sessions) > 0 && def.session == nil {
		d.flaw("sessions", "they need a function V:session(race, number) ... end%s", suggest("session", d.functionNames()))
	}
	if turn := d.declared[def.turn]; turn != nil && turn.onMark != "" && def.tables[turn.onMark] == nil {
		d.flaw("turn", "on_mark = %q: no roll table of that name%s", turn.onMark, suggest(turn.onMark, sortedKeys(def.tables)))
	}
}

// suits says why a variant cannot be raced on a track: its turns are one car's
// where there is a board, and all cars' at once where there is none.
func (s *state) suits(v *variant, def *definition, c *circuit, track string) error {
	whole := c.board == nil
	switch {
	case def.next != nil:
		return nil
	case whole && def.raceTurn == nil:
		return s.flawAt(v, "turn", fmt.Sprintf("track %s has no board, so a turn there is of all cars at once: write function V:race_turn(race), or choose a track with a board", track))
	case whole && def.open != nil:
		return s.flawAt(v, "open", fmt.Sprintf("track %s has no board, and a whole race turn is opened by nothing: begin V:race_turn with what open does", track))
	case !whole && def.turn == nil:
		return s.flawAt(v, "race_turn", fmt.Sprintf("track %s has a board, on which cars have turns one by one: write function V:turn(race, car), or choose a track without a board (track.positions)", track))
	}
	return nil
}

func (d *definer) functionNames() []string {
	var names []string
	for _, k := range d.keys(d.v.table) {
		if d.v.table.RawGet(k).Type() == lua.LTFunction {
			names = append(names, k.String())
		}
	}
	return names
}

// fields reads declared fields; reserved names belong to the race itself.
func (d *definer) fields(key string, reserved map[string]bool) *fields {
	f := &fields{values: map[string]lua.LValue{}}
	v := d.get(key)
	t, ok := v.(*lua.LTable)
	if !ok {
		if v != lua.LNil {
			d.flaw(key, "it must be a table of fields with their starting values, not %s", article(v))
		}
		return f
	}
	for _, k := range d.keys(t) {
		name, value := k.String(), t.RawGet(k)
		if value == lua.LValue(d.none) {
			value = lua.LNil
		}
		switch {
		case k.Type() != lua.LTString:
			d.flaw(key, "fields have names; %s is none", article(k))
		case reserved[name]:
			d.flaw(join(key, name), "the race itself has a `%s`: choose another name", name)
		default:
			if err := (&noter{state: d.state, seen: map[*lua.LTable]string{}}).check(join(key, name), value); err != nil {
				d.flaw(join(key, name), "%v", err)
			}
			f.names, f.starts = append(f.names, name), append(f.starts, value)
			f.keys = append(f.keys, quoteKey(name))
			f.values[name] = value
		}
	}
	return f
}

// defineColumns reads the fields that the standings show.
func (d *definer) defineColumns() {
	before := len(d.wrong)
	if d.def.columns = d.texts("columns"); len(d.wrong) > before {
		return
	}
	for i, column := range d.def.columns {
		name, inner, within := strings.Cut(column, ".")
		if !d.def.car.has(name) {
			d.flaw(fmt.Sprintf("columns.%d", i+1), "cars have no field `%s`%s", name, suggestOrList(name, d.def.car.names))
		} else if t, ok := d.def.car.values[name].(*lua.LTable); within && (!ok || t.RawGetString(inner) == lua.LNil) {
			d.flaw(fmt.Sprintf("columns.%d", i+1), "the field `%s` of cars starts without a `%s`", name, inner)
		}
	}
}

func (d *definer) defineBots() {
	d.def.bots = map[string]*lua.LFunction{}
	t, ok := d.get("bots").(*lua.LTable)
	if !ok {
		d.flaw("bots", "it must be a table of functions")
		return
	}
	for _, k := range d.keys(t) {
		fn, ok := t.RawGet(k).(*lua.LFunction)
		if !ok {
			d.flaw(join("bots", k.String()), "a bot is a function(self, race, car, ask), not %s", article(t.RawGet(k)))
			continue
		}
		d.def.bots[k.String()] = fn
	}
	if d.def.bots[steady[0]] == nil { // V.bots was written anew
		d.def.bots[steady[0]] = d.library().RawGetString("bots").(*lua.LTable).RawGetString(steady[0]).(*lua.LFunction)
	}
}

// defineWords lays the variant's words over those of the library, so that a
// variant says only what it says otherwise.
func (d *definer) defineWords() {
	d.def.words = map[string]string{}
	words := d.library().RawGetString("words").(*lua.LTable)
	for _, k := range d.keys(words) {
		d.def.words[k.String()] = words.RawGet(k).String()
	}
	t, ok := d.get("words").(*lua.LTable)
	if !ok {
		d.flaw("words", "it must be a table of texts")
		return
	}
	for _, k := range d.keys(t) {
		if text, ok := t.RawGet(k).(lua.LString); ok {
			d.def.words[k.String()] = string(text)
			continue
		}
		d.flaw(join("words", k.String()), "it must be a text with {fields}, not %s", article(t.RawGet(k)))
	}
}
