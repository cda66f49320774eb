package variant_test

import (
	"fmt"
	"reflect"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/variant"
)

// A variant in Go is what its table says.
func TestDefinition(t *testing.T) {
	r := mustRead(t, map[string]string{"my": head + `
V.laps, V.marks_from_lap, V.sessions, V.columns = 3, 0, { "grid" }, { "wp.T" }
V.car    = { wp = { T = 1 }, fuel = 5, rival = racing.none, ["odd name"] = "" }
V.luck   = racing.table("d6", { ["1-2"] = { text = "out", retire = true }, ["3-6"] = { spaces = 2 } })
V.turn   = racing.roll_and_advance { dice = "d6", purpose = "move", on_mark = "luck" }
V.bots   = { bold = error }
V.points = { 9, 6, best = 2 }
function V:session() end
return V`})
	def := r.def
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"name", def.Name, "My"},
		{"track", def.Track, "oval"},
		{"laps", def.Laps, 3},
		{"marks from lap", def.MarksFrom, 0},
		{"sessions", fmt.Sprint(def.Plan.Sessions), "[grid]"},
		{"columns", def.Columns, []string{"wp.T"}},
		{"fields", def.Car.Names, []string{"fuel", "odd name", "rival", "wp"}},
		{"keys of fields", def.Car.Keys, []string{"fuel", `"odd name"`, "rival", "wp"}},
		{"a field that holds nothing", def.Car.Has("rival") && def.Car.Start("rival").IsNil(), true},
		{"no field", def.Car.Has("rifal"), false},
		{"givable", def.Car.Givable(), map[string]any{"fuel": 5, "odd name": ""}},
		{"entries", def.Entries, []race.Entry{{Name: "A"}}},
		{"steady stays", def.Bots[variant.Steady].IsNone(), false},
		{"library's words", def.Words["move"], "{from} to {to}"},
		{"points", def.Points, variant.Points{ByPlace: []int{9, 6}, Best: 2}},
		{"declared turn", def.Declared.OnMark + fmt.Sprint(def.Declared.Dice), "luckd6"},
		{"place of the turn", def.Declared.Place, "test/my.lua:6"},
		{"roll table", def.Tables["luck"].Method + fmt.Sprint(def.Tables["luck"].Number), "luck:roll1"},
		{"effects", []any{def.Tables["luck"].Effects[2].Why, def.Tables["luck"].Effects[3].Spaces}, []any{"out", 2}},
		{"no base", r.v.Extends(), ""},
		{"file", r.v.File(), "test/my.lua"},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %#v, want %#v", c.name, c.got, c.want)
		}
	}
}

// onlyInRaces stands in for a race.
type onlyInRaces struct {
	box   *luabox.Box
	calls string
}

func (o *onlyInRaces) RollTable(rt *variant.RollTable) int {
	o.calls += rt.Method + " "
	o.box.Push(luabox.Num(4))
	return 1
}

func (o *onlyInRaces) PlayTurn(turn *variant.Turn) int {
	o.calls += "turn for " + turn.Purpose.String() + " "
	return 0
}

func (o *onlyInRaces) LookAhead() int { return o.called("look_ahead ") }

func (o *onlyInRaces) TakeTow() int { return o.called("take_tow ") }

func (o *onlyInRaces) PlannedNext() int { return o.called("next ") }

func (o *onlyInRaces) Before(race.Order) int { return o.called("before ") }

func (o *onlyInRaces) called(name string) int {
	o.calls += name
	return 0
}

// What needs a race is refused without one, and handed to it otherwise.
func TestRunner(t *testing.T) {
	source := head + `
V.turn = racing.roll_and_advance { dice = "d6", purpose = "move" }
V.luck = racing.table("d2", { 1, 2 })
local loose = racing.table("d2", { 1, 2 })
function V:rolls() racing.look_ahead() racing.take_tow() self:turn() return self.luck:roll() end
function V:loose() return loose:roll() end
function V:other() return self.luck.roll({}) end
return V`
	r := mustRead(t, map[string]string{"my": source})
	call := func(name string) (v luabox.Value, err error) {
		defer r.Box().Rescue(&err)
		fn, _ := r.v.Table.Field(name).Function()
		return r.Box().Eval(fn, r.v.Table.Value()), nil
	}
	runner := &onlyInRaces{box: r.Box()}
	r.Bind(runner)
	if v, err := call("rolls"); err != nil || v != luabox.Num(4) || runner.calls != "look_ahead take_tow turn for move luck:roll " {
		t.Errorf("%v %v %q", v, err, runner.calls)
	}
	_, err := call("loose")
	said(t, err, "test/my.lua:7: roll: this table is not in the variant, so it has no name to roll for: V.action = racing.table(...)")
	_, err = read(map[string]string{"my": head + "V.luck = racing.table(\"d2\", { 1, 2 })\nV.x = V.luck:roll()\nreturn V"})
	said(t, err, "test/my.lua:3: roll: only while a race runs, not at the top of a file")
	_, err = read(map[string]string{"my": head + "racing.roll_and_advance { dice = \"d6\", purpose = \"move\" } ()\nreturn V"})
	said(t, err, "test/my.lua:2: turn: only while a race runs, not at the top of a file")
	r = mustRead(t, map[string]string{"my": source})
	r.Bind(runner)
	_, err = call("other")
	said(t, err, "test/my.lua:8: roll: call it on a table made by racing.table, with a colon: self.action:roll(race, car)")
}

// Points are worked out without a box, from the text of a car's fields.
func TestPoints(t *testing.T) {
	p := variant.Points{ByPlace: []int{9, 6}, Retired: true, Bonus: "bonus"}
	for _, c := range []struct {
		name  string
		place race.Placing
		notes string
		want  int
	}{
		{"winner", race.Placing{Place: 1, Status: race.Finished}, "bonus=0", 9},
		{"with a bonus", race.Placing{Place: 2, Status: race.Finished}, `team="x" bonus=2`, 8},
		{"beyond the list", race.Placing{Place: 3, Status: race.Finished}, "bonus=2", 2},
		{"retired", race.Placing{Place: 2, Status: race.Retired}, "bonus=-1", 5},
		{"running", race.Placing{Place: 1, Status: race.Running}, "bonus=1", 1},
		{"no notes", race.Placing{Place: 1, Status: race.Finished}, "", 9},
	} {
		if got := p.Of(c.place, c.notes); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	none := variant.Points{ByPlace: []int{9}}
	if got := none.Of(race.Placing{Place: 2, Status: race.Finished}, `""=3`); got != 0 {
		t.Errorf("without a bonus: %d", got)
	}
	if got := none.Of(race.Placing{Place: 1, Status: race.Retired}, ""); got != 0 {
		t.Errorf("retired: %d", got)
	}
}

// Neighbouring faces that changed alike are told as one, by the dice's own
// neighbours: after 16 comes 21 on a d66.
func TestChangesOfD66(t *testing.T) {
	source := func(rows string) map[string]string {
		return map[string]string{"my": head + "V.luck = racing.table(\"d66\", { " + rows + " })\nreturn V"}
	}
	for _, c := range []struct{ name, rows, want string }{
		{"over the tens", `["11-14"] = { spaces = 1 }, ["15-23"] = { spaces = 2 }, ["24-66"] = { spaces = 1 }`, "[luck.15-23.spaces: 1 -> 2]"},
		{"apart", `["11-15"] = { spaces = 1 }, [16] = { spaces = 2 }, [21] = { spaces = 1 }, [22] = { spaces = 2 }, ["23-66"] = { spaces = 1 }`,
			"[luck.16.spaces: 1 -> 2 luck.22.spaces: 1 -> 2]"},
		{"all", `["11-66"] = { spaces = 2 }`, "[luck.11-66.spaces: 1 -> 2]"},
	} {
		old, now := mustRead(t, source(`["11-66"] = { spaces = 1 }`)), mustRead(t, source(c.rows))
		if got := fmt.Sprint(variant.Changes(old.values, now.values, now.Tables(now.def))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The project's own variants can be read, also a second time.
func TestBuiltIn(t *testing.T) {
	for _, name := range []string{"paper_f1", "paper_f1_quick", "epreuve1934", "epreuve_force_pass", "isloppet", "speedway", "stockcar"} {
		r := mustRead(t, map[string]string{"my": fork + `return racing.extend("` + name + `", {})`})
		if r.v.Extends() != name || r.v.Base.File() != "variants/"+name+".lua" {
			t.Errorf("%s: extends %s, %s", name, r.v.Extends(), r.v.Base.File())
		}
		if list := variant.Differences(r.Values(r.v.Base), r.values, r.Tables(r.def)); len(list) > 0 {
			t.Errorf("%s: an empty fork differs by %v", name, list)
		}
	}
}
