package variant

import (
	"cmp"
	"fmt"
	"strings"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Definition is a variant as the host needs it: read, checked, in Go where
// that is faster. A function that the variant does not have is none.
type Definition struct {
	Name, Track string
	Laps        int // 0 when the variant does not say
	Plan        race.Plan
	Finish      race.Finish
	Order       luabox.Function // where a function brings the cars in order
	Standing    luabox.Function // whether one car stands before another; none for the usual order
	Level       luabox.Function // and where one brings level cars in order
	Turn        luabox.Function
	Session     luabox.Function
	Open        luabox.Function
	RaceTurn    luabox.Function
	Next        luabox.Function
	Declared    *Turn // the turn where it is a declared one, or nil
	Car, Race   *Fields
	Entries     []race.Entry
	Bots        map[string]Bot
	Drivers     map[luabox.Table]string    // the names of the rows of `drivers`
	Seen        luabox.Function            // what drivers see that stands in no field
	Stakes      map[string]luabox.Function // by the key of a question
	Words       map[string]string
	Columns     []string
	Points      Points
	MarksFrom   int // the first lap on which marks count
	rowsFor     []rowsFor
	Tables      map[string]*RollTable
}

// definer reads a variant and collects what is wrong with it.
type definer struct {
	*Reader
	v     *Variant
	def   *Definition
	wrong source.Errors
}

// define reads a variant's table, which some settings have changed. All that is wrong comes back at once.
func (r *Reader) define(v *Variant, settings []string) (*Definition, source.Errors) {
	d := &definer{Reader: r, v: v, def: &Definition{}}
	d.defineTables()
	d.def.Name = d.text("name", true)
	d.def.Track = d.text("track", true)
	d.def.Laps = d.whole("laps", 0, 1000)
	d.def.MarksFrom = d.whole("marks_from_lap", 0, 1000)
	d.def.Plan.Sessions = labels(d.texts("sessions"))
	d.defineOrder()
	d.defineFinish()
	d.defineRules()
	d.def.Race = d.fields("race", r.reserved.Race)
	d.def.Car = d.fields("car", r.reserved.Car)
	d.defineColumns()
	d.defineRowsFor()
	d.defineEntries()
	d.defineBots()
	d.defineStakes()
	d.defineWords()
	d.definePoints()
	d.checkValues(settings)
	for w := v; w != nil; w = w.Base {
		d.wrong = append(d.wrong, w.wrong...)
	}
	return d.def, d.wrong.InOrder()
}

// shape checks what all that reads a variant's tables relies on: keys that
// have an order, and tables that lie in each other to an end.
func (r *Reader) shape(v *Variant) source.Errors {
	d := &definer{Reader: r, v: v}
	d.shapeOf("", v.Table, 0, map[luabox.Table]bool{})
	return d.wrong
}

func (d *definer) shapeOf(path string, t luabox.Table, depth int, seen map[luabox.Table]bool) {
	if seen[t] || len(d.wrong) > 0 {
		return
	}
	seen[t] = true
	if depth > luabox.MaxDepth {
		top, _, _ := strings.Cut(path, ".")
		d.flaw(top, "tables lie more than %d deep in each other", luabox.MaxDepth)
		return
	}
	if d.box.IsFrozen(t) {
		d.flaw(path, "it is a table of another file, which all files share; copy what you need of it")
		return
	}
	if k, odd := d.box.OddKey(t); odd {
		d.flaw(cmp.Or(path, "the variant"), "it has %s as a key; use names and numbers as keys", k.Article())
		return
	}
	for _, k := range d.box.Keys(t) {
		if inner, ok := t.Get(k).Table(); ok && !d.isBase(path, k, inner) {
			d.shapeOf(source.Join(path, k.String()), inner, depth+1, seen)
		}
	}
}

// isBase says that a table in the variant is what it extends.
func (d *definer) isBase(path string, k luabox.Value, t luabox.Table) bool {
	return d.v.Base != nil && path == "" && k.String() == "base" && d.box.Thawed(t) == d.v.Base.Table
}

func (d *definer) get(key string) luabox.Value { return d.v.Table.Field(key) }

func (d *definer) flaw(path, format string, args ...any) {
	file, line := d.v.Place(path)
	d.wrong.Add(file, line, "%s: %s", path, fmt.Sprintf(format, args...))
}

// defineTables names the roll tables after their keys and takes their flaws.
func (d *definer) defineTables() {
	d.def.Tables = map[string]*RollTable{}
	for w := d.v.Base; w != nil; w = w.Base { // a base's tables can still be reached, as V.base.action
		d.rollTables(w.Table, func(path string, rt *RollTable) { rt.seal(path) })
	}
	d.rollTables(d.v.Table, func(path string, rt *RollTable) {
		d.def.Tables[path] = rt
		for _, f := range rt.seal(path) {
			msg := path + ": " + f.Msg
			if f.Key != "" {
				msg = fmt.Sprintf("%s[%s]: %s", path, f.Key, f.Msg)
			}
			e := d.v.Flaw(source.Join(path, f.At), msg)
			if f.Face > 0 {
				e.File, e.Line = d.v.RowPlace(rt, f.Face, f.Of)
			}
			d.wrong = append(d.wrong, e)
		}
	})
	for i, name := range source.SortedKeys(d.def.Tables) {
		d.def.Tables[name].Number = i + 1
	}
}

// rollTables visits the roll tables of a variant, without those of its base.
func (r *Reader) rollTables(t luabox.Table, visit func(path string, rt *RollTable)) {
	seen := map[luabox.Table]bool{}
	var walk func(path string, t luabox.Table)
	walk = func(path string, t luabox.Table) {
		if seen[t] {
			return
		}
		seen[t] = true
		if rt := r.tables[t]; rt != nil {
			visit(path, rt)
			return
		}
		var keys []luabox.Value // of the tables in it; most have none
		t.Each(func(k, v luabox.Value) {
			if v.Kind() == luabox.TableKind {
				keys = append(keys, k)
			}
		})
		for _, k := range r.box.Ordered(keys) {
			if inner, ok := t.Get(k).Table(); ok && (path != "" || k.String() != "base") {
				walk(source.Join(path, k.String()), inner)
			}
		}
	}
	walk("", t)
}

func (d *definer) text(key string, needed bool) string {
	v := d.get(key)
	text, ok := v.Text()
	if !ok && (needed || !v.IsNil()) {
		d.flaw(key, "it must be a text, not %s", v.Article())
	}
	return text
}

func (d *definer) whole(key string, least, most int) int {
	v := d.get(key)
	if v.IsNil() {
		return 0
	}
	n, ok := v.Whole()
	if !ok || n < least || n > most {
		d.flaw(key, "it must be a whole number from %d to %d, not %s", least, most, v.Article())
	}
	return n
}

func (d *definer) texts(key string) []string { return d.textsIn(key, d.get(key)) }

// textsIn reads the list of texts that stands at a path.
func (d *definer) textsIn(path string, v luabox.Value) []string {
	if v.IsNil() {
		return nil
	}
	var list []string
	t, ok := v.Table()
	if ok {
		for i := 1; i <= t.Len(); i++ {
			text, isText := t.Item(i).Text()
			ok = ok && isText
			list = append(list, text)
		}
	}
	if !ok {
		d.flaw(path, "it must be a list of texts")
	}
	return list
}

func (d *definer) function(key string) luabox.Function {
	v := d.get(key)
	fn, ok := v.Function()
	if !ok && !v.IsNil() {
		d.flaw(key, "it must be a function, not %s", v.Article())
	}
	return fn
}

func (d *definer) defineOrder() {
	v := d.get("order")
	fn, isFunction := v.Function()
	name, isName := v.Text()
	switch {
	case isFunction:
		d.def.Order = fn
	case isName:
		var known bool
		d.def.Level = d.function("level")
		if d.def.Plan.Order, known = race.OrderNamed(name); !known {
			d.flaw("order", "no order is called %q%s; there is \"%s\", or write a function(self, race, a, b)",
				name, source.Suggest(name, race.OrderNames()), strings.Join(race.OrderNames(), "\", \""))
		}
	default:
		d.flaw("order", "it must be the name of an order or a function, not %s", v.Article())
	}
}

func (d *definer) defineFinish() {
	name, known := d.text("finish", false), false
	if name == "" {
		return
	}
	if d.def.Finish, known = race.FinishNamed(name); !known {
		d.flaw("finish", "no finish is called %q%s", name, source.SuggestOrList(name, race.FinishNames()))
	}
}

func (d *definer) defineRules() {
	def := d.def
	def.Turn, def.Session, def.Open, def.Next = d.function("turn"), d.function("session"), d.function("open"), d.function("next")
	if def.Next == d.usual {
		def.Next = luabox.Function{}
	}
	def.RaceTurn, def.Standing = d.function("race_turn"), d.function("standing")
	def.Declared = d.declared[def.Turn]
	def.Plan.Opened = !def.Open.IsNone()
	if d.get("turn").IsNil() && def.Next.IsNone() && def.RaceTurn.IsNone() {
		d.flaw("turn", "a variant needs a turn: function V:turn(race, car) ... end%s",
			cmp.Or(source.Suggest("turn", d.functionNames()), source.Suggest("race_turn", d.functionNames())))
	}
	if len(def.Plan.Sessions) > 0 && def.Session.IsNone() {
		d.flaw("sessions", "they need a function V:session(race, number) ... end%s", source.Suggest("session", d.functionNames()))
	}
	if turn := def.Declared; turn != nil && turn.OnMark != "" && def.Tables[turn.OnMark] == nil {
		d.flaw("turn", "on_mark = %q: no roll table of that name%s", turn.OnMark, source.Suggest(turn.OnMark, source.SortedKeys(def.Tables)))
	}
}

// Suits says why a variant cannot be raced on a track: its turns are one car's
// where there is a board, and all cars' at once where there is none.
func (def *Definition) Suits(v *Variant, hasBoard bool, track string) error {
	switch {
	case !def.Next.IsNone():
		return nil
	case !hasBoard && def.RaceTurn.IsNone():
		return v.Flaw("turn", fmt.Sprintf("track %s has no board, so a turn there is of all cars at once: write function V:race_turn(race), or choose a track with a board", track))
	case !hasBoard && !def.Open.IsNone():
		return v.Flaw("open", fmt.Sprintf("track %s has no board, and a whole race turn is opened by nothing: begin V:race_turn with what open does", track))
	case hasBoard && def.Turn.IsNone():
		return v.Flaw("race_turn", fmt.Sprintf("track %s has a board, on which cars have turns one by one: write function V:turn(race, car), or choose a track without a board (track.positions)", track))
	}
	return nil
}

func (d *definer) functionNames() []string {
	var names []string
	for _, k := range d.box.Keys(d.v.Table) {
		if d.v.Table.Get(k).Kind() == luabox.FunctionKind {
			names = append(names, k.String())
		}
	}
	return names
}

func (d *definer) defineStakes() {
	d.def.Stakes = map[string]luabox.Function{}
	if d.get("stakes").IsNil() {
		return
	}
	d.functionsIn("stakes", "it must be a function(self, race, car, choice, about)", func(name string, fn luabox.Function) {
		d.def.Stakes[name] = fn
	})
}

// functionsIn reads a table of functions; is says what one of them is.
func (d *definer) functionsIn(key, is string, take func(name string, fn luabox.Function)) {
	t, ok := d.get(key).Table()
	if !ok {
		d.flaw(key, "it must be a table of functions, not %s", d.get(key).Article())
		return
	}
	for _, k := range d.box.Keys(t) {
		fn, ok := t.Get(k).Function()
		if !ok {
			d.flaw(source.Join(key, k.String()), "%s, not %s", is, t.Get(k).Article())
			continue
		}
		take(k.String(), fn)
	}
}

// defineWords lays the variant's words over those of the library, so that a
// variant says only what it says otherwise.
func (d *definer) defineWords() {
	d.def.Words = map[string]string{}
	words, _ := d.library().Field("words").Table()
	words.Each(func(k, v luabox.Value) { d.def.Words[k.String()] = v.String() })
	t, ok := d.get("words").Table()
	if !ok {
		d.flaw("words", "it must be a table of texts")
		return
	}
	for _, k := range d.box.Keys(t) {
		if text, ok := t.Get(k).Text(); ok {
			d.def.Words[k.String()] = text
			continue
		}
		d.flaw(source.Join("words", k.String()), "it must be a text with {fields}, not %s", t.Get(k).Article())
	}
}

func labels(names []string) []dice.Label {
	list := make([]dice.Label, len(names))
	for i, n := range names {
		list[i] = dice.NewLabel(n)
	}
	return list
}
