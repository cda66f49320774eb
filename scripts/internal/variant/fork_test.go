package variant_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sandbox/scripts/internal/variant"
)

// based is a variant with lists to be changed: of roll tables, of tables with
// roll tables in them, of rows with names, and of plain values.
const based = head + `
local function die(n) return racing.table("d6", { ["1-3"] = { spaces = n, text = "low" }, ["4-6"] = { spaces = n + 1 } }) end
V.gears  = { die(1), die(2), die(3) }
V.sets   = { { name = "dry", dice = die(1), grip = 3 }, { name = "wet", dice = die(2), grip = 2 } }
V.deep   = { { die(1), die(2) }, { die(3), die(4) } }
V.makers = {
  { name = "Fiat",    cars = { { name = "508 S", wp = 5, data = { 1, 2 } }, { name = "S 61", wp = 4 } } },
  { name = "Bugatti", cars = { { name = "T59 2.9L", wp = 8 } } },
}
V.twins  = { { name = "A", n = 1 }, { name = "A", n = 2 } }
V.plain  = { 1, 2, 3 }
V.entries = { { name = "Ada" }, { name = "Bo" } }
V.car    = { fuel = 30 }
return V`

func TestLists(t *testing.T) {
	for _, c := range []struct{ name, patch, path, want string }{
		{"rows of one roll table", `gears = { [3] = { ["1-2"] = { spaces = 9 } } }`, "gears.3.2.spaces", "9"},
		{"its other faces stay", `gears = { [3] = { ["1-2"] = { spaces = 9 } } }`, "gears.3.3.spaces", "3"},
		{"what the row says otherwise stays", `gears = { [3] = { ["1-2"] = { spaces = 9 } } }`, "gears.3.1.text", `"low"`},
		{"the other tables stay", `gears = { [3] = { ["1-2"] = { spaces = 9 } } }`, "gears.1.1.spaces", "1"},
		{"rows of the first", `gears = { { [6] = { spaces = 9 } } }`, "gears.1.6.spaces", "9"},
		{"then the others stay too", `gears = { { [6] = { spaces = 9 } } }`, "gears.2.6.spaces", "3"},
		{"rows of one, and one anew", `gears = { { [6] = { spaces = 9 } }, racing.table("d2", { 7, 8 }) }`, "gears.2.dice", `"d2"`},
		{"the last one anew", `gears = { [3] = racing.table("d2", { 7, 8 }) }`, "gears.3.1", "7"},
		{"and the others stay", `gears = { [3] = racing.table("d2", { 7, 8 }) }`, "gears.2.1.spaces", "2"},
		{"the last one removed", `gears = { [3] = racing.none }`, "gears.3.1.spaces", ""},
		{"the last two removed", `gears = { [2] = racing.none, [3] = racing.none }`, "gears.1.1.spaces", "1"},
		{"all anew", `gears = { racing.table("d2", { 7, 8 }) }`, "gears.1.1", "7"},
		{"all anew, fewer", `gears = { racing.table("d2", { 7, 8 }) }`, "gears.2.1.spaces", ""},
		{"none", `gears = {}`, "gears.1.1.spaces", ""},
		{"another kind of table", `gears = { low = 1, high = 2 }`, "gears.low", "1"},
		{"roll table in a row", `sets = { [2] = { dice = { [1] = { spaces = 9 } } } }`, "sets.2.dice.1.spaces", "9"},
		{"the row's other fields stay", `sets = { [2] = { dice = { [1] = { spaces = 9 } } } }`, "sets.2.grip", "2"},
		{"the other rows stay", `sets = { [2] = { dice = { [1] = { spaces = 9 } } } }`, "sets.1.grip", "3"},
		{"roll table in a row by its name", `sets = { wet = { dice = { [1] = { spaces = 9 } } } }`, "sets.2.dice.1.spaces", "9"},
		{"rows anew", `sets = { { name = "ice", dice = racing.table("d2", { 7, 8 }) } }`, "sets.2.name", ""},
		{"lists of lists", `deep = { [2] = { [1] = { [1] = { spaces = 9 } } } }`, "deep.2.1.1.spaces", "9"},
		{"lists of lists, beside", `deep = { [2] = { [1] = { [1] = { spaces = 9 } } } }`, "deep.2.2.1.spaces", "4"},
		{"lists of lists, before", `deep = { [2] = { [1] = { [1] = { spaces = 9 } } } }`, "deep.1.1.1.spaces", "1"},
		{"row by its name", `makers = { Bugatti = { cars = { ["T59 2.9L"] = { wp = 9 } } } }`, "makers.2.cars.1.wp", "9"},
		{"beside it", `makers = { Fiat = { cars = { ["S 61"] = { wp = 9 } } } }`, "makers.1.cars.1.wp", "5"},
		{"its name stays", `makers = { Fiat = { cars = { ["S 61"] = { wp = 9 } } } }`, "makers.1.cars.2.name", `"S 61"`},
		{"list in it replaced", `makers = { Fiat = { cars = { ["508 S"] = { data = { 7 } } } } }`, "makers.1.cars.1.data.2", ""},
		{"called otherwise", `makers = { Fiat = { name = "FIAT" } }`, "makers.1.name", `"FIAT"`},
		{"row removed, no hole", `makers = { Fiat = racing.none }`, "makers.1.name", `"Bugatti"`},
		{"row removed, nothing behind", `makers = { Fiat = racing.none }`, "makers.2.name", ""},
		{"all rows removed", `makers = { Fiat = racing.none, Bugatti = racing.none }`, "makers.1.name", ""},
		{"rows anew replace", `makers = { { name = "Ford" } }`, "makers.2.name", ""},
		{"entry by its name", `entries = { Bo = { fuel = 20 } }`, "entries.2.fuel", "20"},
		{"the other entry", `entries = { Bo = { fuel = 20 } }`, "entries.1.name", `"Ada"`},
		{"names that are not each row's own", `twins = { A = { n = 3 } }`, "twins.A.n", "3"},
		{"plain lists replace", `plain = { [2] = 7 }`, "plain.1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustRead(t, map[string]string{"base": based, "my": fork + `return racing.extend("base", { ` + c.patch + ` })`})
			if got := r.values[c.path]; got != c.want {
				t.Errorf("%s: got %s, want %s", c.path, got, c.want)
			}
		})
	}
}

func TestListsRefuse(t *testing.T) {
	for _, c := range []struct{ name, patch, want string }{
		{"an item too many", `gears = { [4] = { ["1-2"] = { spaces = 9 } } }`,
			"`gears.4`: no such item in base, whose list has 3; what is new is assigned afterwards: V.gears[4] = ..."},
		{"an item far off", `gears = { [9] = racing.table("d2", { 7, 8 }) }`, "`gears.9`: no such item in base, whose list has 3; ..."},
		{"item 0", `gears = { [0] = { [1] = { spaces = 9 } } }`, "`gears.0`: no such item in base, whose list has 3; ..."},
		{"a name among numbers", `gears = { [2] = { [1] = { spaces = 9 } }, third = 1 }`, "`gears.third`: no such item in base, ..."},
		{"a hole", `gears = { [1] = racing.none }`, "`gears.1`: only the last items of a list can be removed: write the list anew"},
		{"an item of a list in a list", `deep = { [2] = { [3] = { [1] = { spaces = 9 } } } }`,
			"`deep.2.3`: no such item in base, whose list has 2; what is new is assigned afterwards: V.deep[2][3] = ..."},
		{"a row's field", `gears = { [2] = { [1] = { space = 9 } } }`, "`gears.2.1.space`: the row has no such field in base; did you mean `spaces`?"},
		{"a face", `gears = { [2] = { [7] = { spaces = 9 } } }`, "gears.2[7]: a d6 has no face 7"},
		{"a name", `makers = { Bugati = { cars = {} } }`,
			"`makers.Bugati`: no row of that name in base; did you mean `Bugatti`?; what is new is assigned afterwards: V.makers[3] = { name = \"Bugati\", ... }"},
		{"a name in a row", `makers = { Fiat = { cars = { ["508"] = { wp = 1 } } } }`,
			"`makers.Fiat.cars.508`: no row of that name in base; there are 508 S, S 61; what is new is assigned afterwards: V.makers[1].cars[3] = { name = \"508\", ... }"},
		{"a field of a row", `makers = { Fiat = { car = {} } }`,
			"`makers.Fiat.car`: no such key in base; did you mean `cars`?; what is new is assigned afterwards: V.makers[1].car = ..."},
		{"no row", `makers = { Fiat = 5 }`, "`makers.Fiat`: it must be a table of fields, or racing.none, not the number 5"},
		{"an entry", `entries = { Bob = { fuel = 20 } }`, "`entries.Bob`: no row of that name in base; did you mean `Bo`?; ..."},
		{"an entry's field", `entries = { Bo = { fuell = 20 } }`, "entries.2: Bo: cars have no field `fuell`; did you mean `fuel`?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(map[string]string{"base": based, "my": fork + "return racing.extend(\"base\", {\n" + c.patch + " })"})
			said(t, err, "test/my.lua:3: "+c.want)
		})
	}
}

// A value that a fork writes by the name of its row is found where it stands.
func TestPlaceByName(t *testing.T) {
	r := mustRead(t, map[string]string{"base": based, "my": fork + `return racing.extend("base", {
makers = { Bugatti = {
  cars = { ["T59 2.9L"] = {
    wp = 9 } } } } })`})
	places := r.Places(r.v, r.def, r.values, nil)
	for path, want := range map[string]string{
		"makers.2.cars.1.wp": "test/my.lua:5", "makers.1.cars.1.wp": "test/base.lua:8", "makers.1.cars.1.name": "test/base.lua:8", "plain.1": "test/base.lua:12",
	} {
		if places[path] != want {
			t.Errorf("%s: %s, want %s", path, places[path], want)
		}
	}
}

func TestShortened(t *testing.T) {
	for _, c := range []struct{ name, patch, want string }{
		{"nothing", ``, "[]"},
		{"merged", `gears = { [3] = { [1] = { spaces = 9 } } }`, "[]"},
		{"replaced, as long", `plain = { 7, 8, 9 }`, "[]"},
		{"replaced, longer", `plain = { 7, 8, 9, 10 }`, "[]"},
		{"removed", `plain = racing.none`, "[]"},
		{"no list any more", `plain = 5`, "[]"},
		{"shorter", `plain = { 7 }`, "[plain: 1 item instead of 3 (test/my.lua:3)]"},
		{"empty", `plain = {}`, "[plain: 0 items instead of 3 (test/my.lua:3)]"},
		{"with names", `gears = { low = 1 }`, "[gears: 0 items instead of 3 (test/my.lua:3)]"},
		{"roll tables", `gears = { racing.table("d2", { 7, 8 }) }`, "[gears: 1 item instead of 3 (test/my.lua:3)]"},
		{"in a row", `makers = { Fiat = { cars = { ["508 S"] = { data = { 1 } } } } }`, "[makers.1.cars.1.data: 1 item instead of 2 (test/my.lua:3)]"},
		{"two", `plain = { 1, 2 }, entries = { { name = "X" } }`, "[entries: 1 item instead of 2 (test/my.lua:3) plain: 2 items instead of 3 (test/my.lua:3)]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustRead(t, map[string]string{"base": based, "my": fork + "return racing.extend(\"base\", {\n" + c.patch + " })"})
			if got := fmt.Sprint(r.Shortened(r.v)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if got := r.Shortened(r.v.Base); got != nil {
				t.Errorf("no fork, but %v", got)
			}
		})
	}
}

// A list is taken apart by score, the highest first, and stays as it is.
func TestLevels(t *testing.T) {
	r := mustRead(t, map[string]string{"base": head + "return V", "my": head + `
local list, text = { "a", "b", "c", "d", "e" }, ""
for _, level in ipairs(racing.levels(list, { a = 1, b = 2.5, c = 1, d = -3, e = 2.5 })) do text = text .. table.concat(level, "=") .. " " end
V.text = text .. table.concat(list) .. #racing.levels({}, {})
return V`})
	if text, _ := r.v.Table.Field("text").Text(); text != "b=e a=c d abcde0" {
		t.Errorf("%q", text)
	}
}

// Derived tables are made of the tables in force, and are no values.
func TestDerived(t *testing.T) {
	own := map[string]string{"base": head + `
V.n    = { 1, 2 }
V.list = racing.derived(function(self) return { self.n[1] + self.n[2], of = racing.outcomes("2d6") } end)
V.same = racing.derived(function() return {} end)
return V`,
		"my": fork + "local V = racing.extend(\"base\", { n = { 3, 4 } })\nV.same = racing.derived(function() return { 1 } end)\nreturn V"}
	r := mustRead(t, own, "n.2=5")
	list, _ := r.v.Table.Field("list").Table()
	if list.Item(1).String() != "8" {
		t.Errorf("list %v", list.Item(1))
	}
	if of, _ := list.Field("of").Table(); of.Len() != 36 || of.Item(1).String() != "2" || of.Item(4).String() != "4" || of.Item(36).String() != "12" {
		t.Errorf("%d outcomes", of.Len())
	}
	if _, listed := r.values["list.1"]; listed || r.values["list"] == "" {
		t.Errorf("a derived table is listed as %q", r.values["list"])
	}
	list2 := fmt.Sprint(variant.Differences(r.Values(r.v.Base), r.values, nil))
	if want := "[n.1: 1 -> 3 n.2: 2 -> 5 same: the function changed]"; list2 != want {
		t.Errorf("differences %s, want %s", list2, want)
	}
}

// A fork makes its own derived tables where those of its base were made before.
func TestDerivedAfterBase(t *testing.T) {
	r := mustRead(t, map[string]string{"my": head + `
V.n    = { 1, 2 }
V.list = racing.derived(function(self)
  local list = {}
  for i, n in ipairs(self.n) do list[i] = n end
  return list
end)
return V`,
		"fork": fork + `return racing.extend("my", { n = { 3 } })`})
	v, _, err := r.Read(variant.Options{Variant: "fork"}, false)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := v.Table.Field("list").Table()
	if list.Len() != 1 || list.Item(1).String() != "3" {
		t.Errorf("%d items, first %v", list.Len(), list.Item(1))
	}
	if got := fmt.Sprint(r.Shortened(v)); got != "[n: 1 item instead of 2 (test/fork.lua:2)]" {
		t.Errorf("shortened: %s", got)
	}
}

func TestDerivedRefused(t *testing.T) {
	for _, c := range []struct{ name, lua, want string }{
		{"no function", "V.x = racing.derived(5)", "test/my.lua:2: bad argument #1 to derived (function expected, got number)"},
		{"no table", "V.x = 1\nV.y = racing.derived(function(self) return self.x end)", "test/my.lua:3: y: the function of racing.derived must return a table, not the number 1"},
		{"a table of the variant", "V.x = {}\nV.y = racing.derived(function(self) return self.x end)", "test/my.lua:3: y: the function of racing.derived must make a table, not return x"},
		{"the variant", "V.y = racing.derived(function(self) return self end)", "test/my.lua:2: y: the function of racing.derived must make a table, not return the variant"},
		{"fails", "V.x = racing.derived(function(self)\n return self.y.z end)", "test/my.lua:3: ..."},
		{"tables are wrong first", "V.x = racing.derived(error)\nV.laps = -1", "test/my.lua:3: laps: it must be..."},
		{"used too early", "V.x = racing.derived(error)\nV.y = V.x()", "test/my.lua:3: racing.derived: it makes a table, not a function, ..."},
		{"a roll table", "V.x = racing.derived(function() return racing.table(\"d2\", { 1, 2 }) end)", "test/my.lua:2: racing.table: only at the top of a file, not inside a rule"},
		{"no score", "V.x = racing.levels({ \"a\", \"b\" }, { a = 1 })", "test/my.lua:2: racing.levels: item 2 of the list has no score that is a number"},
		{"a score that is none", "V.x = racing.levels({ \"a\" }, { a = 0 / 0 })", "test/my.lua:2: racing.levels: item 1 of the list has no score that is a number"},
		{"no dice", "V.x = racing.outcomes(\"6\")", "test/my.lua:2: racing.outcomes: \"6\" is no dice: write d6, 2d6, d20 or d66"},
		{"too many outcomes", "V.x = racing.outcomes(\"6d6\")", "test/my.lua:2: racing.outcomes: 6d6 can fall in 46656 ways; at most 10000 can be listed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(map[string]string{"my": head + c.lua + "\nreturn V"})
			said(t, err, c.want)
		})
	}
}

// The sixth gear of a real game, one of its cars, and the odds that its bots
// weigh gears with.
func TestForkOfEpreuve(t *testing.T) {
	mean := func(r reading, gear int) string {
		odds, _ := r.v.Table.Field("odds").Table()
		of, _ := odds.Item(gear).Table()
		return of.Field("mean").String()
	}
	patch := func(fields string) map[string]string {
		return map[string]string{"my": fork + `return racing.extend("epreuve1934", { ` + fields + ` })`}
	}
	r := mustRead(t, patch(`movement = { [6] = { ["1-2"] = { spaces = 31 } } }, countries = { Germany = { cars = { ["Bugatti T51A"] = { wp = "T9" } } } }`))
	want := `[countries.6.cars.2.wp: "T8 B3 G2 C2 E3 H2" -> "T9" movement.6.1-2.spaces: 21 -> 31]`
	if got := fmt.Sprint(variant.Differences(r.Values(r.v.Base), r.values, r.Tables(r.def))); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := mean(r, 1) + " " + mean(r, 6); got != "1.5 26.5" {
		t.Errorf("the gears' means are %s", got)
	}
	if got := mean(mustRead(t, patch(""), "movement.6.1-2.spaces=31"), 6); got != "26.5" {
		t.Errorf("with --set the mean is %s", got)
	}
	other := mustRead(t, patch(`movement = { racing.table("d2", { { spaces = 3 }, { spaces = 5 } }), racing.table("2d6", { ["2-6"] = { spaces = 0 }, ["7-12"] = { spaces = 36 } }) }`))
	if got := mean(other, 1) + " " + mean(other, 2); got != "4 21" {
		t.Errorf("with other dice the means are %s", got)
	}
	_, err := read(patch(`movement = { [7] = { ["1-2"] = { spaces = 31 } } }`))
	said(t, err, "test/my.lua:2: `movement.7`: no such item in epreuve1934, whose list has 6; what is new is assigned afterwards: V.movement[7] = ...")
	for _, fields := range []string{`movement = { [6] = { [1] = { spaces = racing.none } } }`, `movement = { [6] = { ["1-2"] = 9 } }`} {
		_, err = read(patch(fields))
		if want := regexp.MustCompile("^lib/gears.lua:\\d+: gear 6: the row of 1 has no `spaces`$"); err == nil || !want.MatchString(err.Error()) {
			t.Errorf("%s: got %v\nwant %s", fields, err, want)
		}
	}
}

// Forks may stand on each other, as many as anybody makes; what lies below is
// reached through all of them.
func TestForksOfForks(t *testing.T) {
	all := map[string]string{"f0": based}
	for n := 1; n <= variant.MaxForks+1; n++ {
		all[fmt.Sprintf("f%d", n)] = fmt.Sprintf("%slocal V = racing.extend(\"f%d\", { laps = %d })\nV.deep%d = { n = %d }\nreturn V", fork, n-1, n, n, n)
	}
	top := variant.MaxForks
	all["my"] = fmt.Sprintf("%slocal V = racing.extend(\"f%d\", {})\nV.bottom = V%s.laps\nreturn V", fork, top-1, strings.Repeat(".base", top-1))
	r := mustRead(t, all)
	for path, want := range map[string]string{"bottom": "1", "deep1.n": "1", "deep.1.1.1.spaces": "1"} {
		if got := r.values[path]; got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	all["my"] = fmt.Sprintf("%sreturn racing.extend(\"f%d\", {})", fork, top)
	_, err := read(all)
	said(t, err, "test/f1.lua:2: racing.extend: more than 50 forks stand on each other: extend one that stands lower")
}
