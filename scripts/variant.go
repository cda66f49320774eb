package scripts

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/dice"
)

// variant is a table made by racing.variant or racing.extend.
type variant struct {
	table *lua.LTable
	unit  *unit    // the file it stands in
	base  *variant // what it extends; nil for the library's own
	name  string   // how it is asked for: "paper_f1"
	wrong Errors   // keys that mean nothing

	mixins []*unit // that it uses
}

// extends is the name of the variant that this is a fork of, "" for none.
func (v *variant) extends() string {
	if v.base == nil {
		return ""
	}
	return v.base.name
}

// variantKeys are the keys with a meaning to the program; racing.variant
// takes these and no others.
var variantKeys = map[string]string{
	"name":               "the game's name, as people read it",
	"track":              "the track it is raced on when none is given",
	"laps":               "laps to drive when neither the command nor the track says",
	"order":              "who moves first in a round: \"foremost first\", or a function(self, race, a, b) that is true when a moves before b",
	"sessions":           "labels of the qualifying sessions, in order; each is one step",
	"session":            "function(self, race, number): plays a qualifying session",
	"open":               "function(self, race): opens a round",
	"turn":               "function(self, race, car): plays a car's turn",
	"race_turn":          "function(self, race): plays a turn of the whole race, on a track without a board",
	"next":               "function(self, race): returns label, function, car and round of the next step, or nothing when the race is over",
	"car":                "fields of each car that outlive a step, with their starting values; racing.none for one that holds nothing yet",
	"race":               "fields of the race that outlive a step, with their starting values",
	"entries":            "the entry list: rows with a name and starting values of car fields",
	"bots":               "who drives for absent people: function(self, race, car, ask) returns an option's id, by name",
	"words":              "how events are told: a text with {fields} by event type, or by type and name (\"roll move\", \"answer pit\", \"answer pit no\"), and an empty text is not told; \"for move\" says what dice are thrown for, \"path K\" what {count} spaces cost that a path writes as K",
	"points":             "points by place, best first: a list, or the name of one in points_systems",
	"points_systems":     "lists of points by name; `best = 11` beside them: so many results of a championship count",
	"points_for_retired": "whether a retired car scores the points of its place",
	"bonus_points":       "the field of `car` with points that a driver has beside those of the place, however his race ended",
	"columns":            "fields of cars that the standings show, in order; \"wp.T\" is the T of a table",
	"finish":             "who of those that come home is ahead: \"first across\" the line, or \"furthest beyond\" it of those of one round",
	"marks_from_lap":     "the first lap on which marks count; 0 is the run from the grid to the line",
}

// openRacing builds the table that `require "racing"` returns.
func (s *state) openRacing() lua.LValue {
	t := s.functions(map[string]lua.LGFunction{
		"variant":          s.racingVariant,
		"extend":           s.racingExtend,
		"use":              s.racingUse,
		"table":            s.racingTable,
		"roll_and_advance": s.rollAndAdvance,
	})
	t.RawSetString("none", s.none)
	return t
}

// currentUnit is the file whose top level runs.
func (s *state) currentUnit(function string) *unit {
	if len(s.loading) == 0 {
		raise("%s: only at the top of a file, not inside a rule", function)
	}
	return s.units.known[s.loading[len(s.loading)-1]]
}

// racingVariant is racing.variant(fields).
func (s *state) racingVariant(*lua.LState) int {
	u := s.currentUnit("racing.variant")
	fields := s.checkTable(1, "racing.variant")
	base, err := s.load(Lib + "/base")
	if err != nil {
		raiseError(err)
	}
	t := s.copyValue(base, map[*lua.LTable]*lua.LTable{}).(*lua.LTable)
	v := &variant{table: t, unit: u, name: moduleName(u.source.Name)}
	s.variants[t] = v
	for _, k := range s.keys(fields) {
		key := k.String()
		if _, ok := variantKeys[key]; !ok {
			v.wrong = append(v.wrong, s.flawAt(v, key, fmt.Sprintf("`%s`: no such key of a variant%s; things of your own are assigned afterwards: V.%s = ...",
				key, suggest(key, sortedKeys(variantKeys)), key)))
			continue
		}
		t.RawSet(k, s.merge(t.RawGet(k), fields.RawGet(k)))
	}
	s.L.Push(t)
	return 1
}

// racingExtend is racing.extend(name, fields): a fork.
func (s *state) racingExtend(L *lua.LState) int {
	u := s.currentUnit("racing.extend")
	name, fields := L.CheckString(1), s.checkTable(2, "racing.extend")
	value, err := s.load(Variants + "/" + name)
	if err != nil {
		raiseError(err)
	}
	baseTable, _ := value.(*lua.LTable)
	base := s.variants[baseTable]
	if base == nil {
		raise("racing.extend: %s returns %s, not a variant", name, article(value))
	}
	t := s.copyValue(baseTable, map[*lua.LTable]*lua.LTable{}).(*lua.LTable)
	v := &variant{table: t, unit: u, base: base, name: moduleName(u.source.Name)}
	s.variants[t] = v
	t.RawSetString("base", baseTable)
	for _, k := range s.keys(fields) {
		key := k.String()
		if _, known := variantKeys[key]; !known && baseTable.RawGet(k) == lua.LNil {
			v.wrong = append(v.wrong, s.flawAt(v, key, fmt.Sprintf("`%s`: no such key in %s%s", key, name, suggest(key, s.tableKeys(baseTable)))))
			continue
		} else if !known {
			s.checkNames(v, key, t.RawGet(k), fields.RawGet(k))
		}
		t.RawSet(k, s.merge(t.RawGet(k), fields.RawGet(k)))
	}
	L.Push(t)
	return 1
}

// racingTable is racing.table(dice, rows).
func (s *state) racingTable(L *lua.LState) int {
	s.currentUnit("racing.table")
	d, err := dice.Parse(L.CheckString(1))
	if err != nil {
		raise("racing.table: %w", err)
	}
	L.Push(s.newRollTable(d, s.checkTable(2, "racing.table")))
	return 1
}

// merge lays a value of a fork over the one of its base: name-keyed tables
// merge field by field, roll tables by face, lists and everything else
// replace, racing.none removes.
func (s *state) merge(old, patch lua.LValue) lua.LValue {
	if patch == lua.LValue(s.none) {
		return lua.LNil
	}
	defer s.deeper()()
	into, ok1 := old.(*lua.LTable)
	from, ok2 := patch.(*lua.LTable)
	if !ok1 || !ok2 || s.tables[from] != nil {
		return patch
	}
	if rt := s.tables[into]; rt != nil {
		s.mergeRows(rt, from)
		return into
	}
	if into.Len() > 0 || from.Len() > 0 {
		return patch
	}
	for _, k := range s.keys(from) {
		into.RawSet(k, s.merge(into.RawGet(k), from.RawGet(k)))
	}
	return into
}

// checkNames notes what a fork names inside a table that its base does not
// have there: most often a slip of the pen.
func (s *state) checkNames(v *variant, path string, old, patch lua.LValue) {
	into, ok1 := old.(*lua.LTable)
	from, ok2 := patch.(*lua.LTable)
	rt := s.tables[into]
	if !ok1 || !ok2 || from == s.none || s.tables[from] != nil || rt == nil && (into.Len() > 0 || from.Len() > 0) {
		return
	}
	defer s.deeper()()
	for _, k := range s.keys(from) {
		at, there := join(path, k.String()), into.RawGet(k)
		if rt != nil {
			if face, _, _, err := faceRange(k, rt.dice); err == nil {
				s.checkRow(v, at, rt.row(face), from.RawGet(k))
			}
			continue
		}
		if there == lua.LNil {
			v.wrong = append(v.wrong, s.flawAt(v, at, fmt.Sprintf("`%s`: no such key in %s%s; what is new is assigned afterwards: V.%s = ...",
				at, v.base.name, suggest(k.String(), s.tableKeys(into)), path+"."+k.String())))
			continue
		}
		s.checkNames(v, at, there, from.RawGet(k))
	}
}

// checkRow notes fields of a patched row that neither the row has nor the
// program knows.
func (s *state) checkRow(v *variant, path string, row *lua.LTable, patch lua.LValue) {
	from, ok := patch.(*lua.LTable)
	if !ok || row == nil || from == s.none {
		return
	}
	for _, k := range s.keys(from) {
		name := k.String()
		if row.RawGet(k) == lua.LNil && !effectFields[name] {
			known := append(s.tableKeys(row), sortedKeys(effectFields)...)
			v.wrong = append(v.wrong, s.flawAt(v, join(path, name), fmt.Sprintf("`%s`: the row has no such field in %s%s",
				join(path, name), v.base.name, suggest(name, known))))
		}
	}
}

// effectFields are the fields of a row that have a meaning to the program.
var effectFields = map[string]bool{"text": true, "spaces": true, "retire": true, "effect": true}

// deeper goes one table down, until the function it returns is called; it
// bounds what walks down tables.
func (s *state) deeper() func() {
	if s.nested == maxDepth {
		raise("tables lie more than %d deep in each other", maxDepth)
	}
	s.nested++
	return func() { s.nested-- }
}

// copyValue copies tables and all that is in them; what was one table stays
// one table.
func (s *state) copyValue(v lua.LValue, done map[*lua.LTable]*lua.LTable) lua.LValue {
	t, ok := v.(*lua.LTable)
	if !ok || t == s.none {
		return v
	}
	if c, ok := done[t]; ok {
		return c
	}
	defer s.deeper()()
	named := -t.Len() // a Lua table whose size is not said begins with room for 32 names
	t.ForEach(func(_, _ lua.LValue) { named++ })
	c := s.L.CreateTable(t.Len(), max(named, 0))
	done[t] = c
	t.ForEach(func(k, v lua.LValue) {
		s.budget.left--
		c.RawSet(k, s.copyValue(v, done))
	})
	if rt := s.tables[t]; rt != nil {
		s.adopt(&rollTable{table: c, dice: rt.dice, wrong: append([]flaw(nil), rt.wrong...)})
	}
	return c
}

// tableKeys lists the names in a table.
func (s *state) tableKeys(t *lua.LTable) []string {
	var names []string
	for _, k := range s.keys(t) {
		names = append(names, k.String())
	}
	return names
}

// flawAt is an error at the place where a variant, or what it extends, writes
// the value of a path.
func (s *state) flawAt(v *variant, path, msg string) *Error {
	file, line := v.place(path)
	return &Error{File: file, Line: line, Msg: msg}
}

// place finds where the value of a path was written: the innermost fork that
// has it, or else the nearest table around it.
func (v *variant) place(path string) (file string, line int) {
	for ; path != ""; path = parent(path) {
		for _, u := range v.written() {
			if n := u.lines[path]; n > 0 {
				return u.source.Path, n
			}
		}
	}
	return v.unit.source.Path, v.unit.lines[""]
}

// library is what every variant starts from.
func (s *state) library() *lua.LTable { return s.modules[Lib+"/base"].(*lua.LTable) }

// valuePlace is place for a value, which may be the library's own.
func (s *state) valuePlace(v *variant, path string, inLibrary bool) (file string, line int) {
	for _, u := range v.written() {
		if inLibrary && u.lines[path] > 0 {
			return v.place(path)
		}
	}
	if base := s.units.known[Lib+"/base"]; inLibrary && base.lines[path] > 0 {
		return base.source.Path, base.lines[path]
	}
	return v.place(path)
}

func parent(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '.' {
			return path[:i]
		}
	}
	return ""
}

// rowPlace is where the row of a face was written, or a field of it; of two
// keys that cover the face, the narrower. Without a field's own line it is the
// row's, without a row's own the table's.
func (v *variant) rowPlace(rt *rollTable, face int, field string) (file string, line int) {
	for _, u := range v.written() {
		if line > 0 {
			break
		}
		narrow := 0
		for key, at := range u.lines {
			if parent(key) != rt.name {
				continue
			}
			from, to, _, err := faceRange(lua.LString(key[len(rt.name)+1:]), rt.dice)
			if err != nil || face < from || face > to {
				continue
			}
			if field != "" {
				at = u.lines[join(key, field)]
			}
			if width := to - from + 1; at > 0 && (line == 0 || width < narrow) {
				file, line, narrow = u.source.Path, at, width
			}
		}
	}
	switch {
	case line > 0:
		return file, line
	case field != "":
		return v.rowPlace(rt, face, "")
	}
	return v.place(rt.name)
}
