package scripts_test

import (
	"strings"
	"testing"

	"sandbox/scripts"
)

// What the language does here, where it differs from what gopher-lua does, or
// could differ from one run to the next.
func TestLanguage(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"sort is stable", `
  local list = {}
  for i = 1, 100 do list[i] = { key = i % 3, at = i } end
  table.sort(list, function(a, b) return a.key < b.key end)
  local text = ""
  for i = 1, 40 do text = text .. list[i].at .. " " end
  race.any = text`, "3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90 93 96 99 1 4 7 10 13 16 19 "},
		{"sort of numbers", `local l = { 3, 1, 2, 1 } table.sort(l) race.any = table.concat(l, " ")`, "1 1 2 3"},
		{"sort of texts", `local l = { "b", "a", "B" } table.sort(l) race.any = table.concat(l, " ")`, "B a b"},
		{"sort under a rule that contradicts itself", `local l = { 3, 1, 2 } table.sort(l, function() return true end) race.any = "" .. #l`, "3"},
		{"pairs: list, numbers, texts, booleans, cars, spaces", `
  local t = { 5, 6, z = 1, a = 2, [10] = 3, [0.5] = 4, [true] = 7, [false] = 8, [race:space("2/1")] = 9, [race:car("B")] = 10, [car] = 11 }
  local text = ""
  for k, v in pairs(t) do text = text .. tostring(k) .. "=" .. v .. " " end
  race.any = text`, "0.5=4 1=5 2=6 10=3 a=2 z=1 false=8 true=7 A=11 B=10 2/1=9 "},
		{"pairs while the table changes", `
  local t, text = { a = 1, b = 2, c = 3 }, ""
  for k in pairs(t) do t.b, t.d, text = nil, 4, text .. k end
  race.any = text`, "ac"},
		{"next in the same order", `
  local t, text = { z = 1, 9, a = 2 }, ""
  local k, v = next(t)
  while k do text, k, v = text .. k .. "=" .. v .. " ", next(t, k) end
  race.any = text`, "1=9 a=2 z=1 "},
		{"next of nothing", `race.any = tostring(next({}))`, "nil"},
		{"tostring shows no address", `race.any = tostring({}) .. "," .. tostring(error) .. "," .. tostring(function() end) .. "," .. tostring(race)`, "a table,a function,a function,the race"},
		{"tostring names things", `race.any = tostring(car) .. "," .. tostring(car.space) .. "," .. tostring(nil) .. "," .. tostring(1.5) .. tostring(true)`, "A,40/1,nil,1.5true"},
		{"format shows no address", `race.any = string.format("%s %s %s %q", car, {}, error, "a\"b")`, `A a table a function "a\"b"`},
		{"format", `race.any = string.format("%d|%5.2f|%-4s|%04d|%x|%X|%o|%c|%%|%e|%i|%+d", 7.9, 3.14159, "ab", 42, 255, 255, 8, 65, 12345, 3, 4)`, "7| 3.14|ab  |0042|ff|FF|10|A|%|1.234500e+04|3|+4"},
		{"format of a number as text", `race.any = string.format("%s %d", 3, "4")`, "3 4"},
		{"remove after a hole", `local l = { 1, nil, 3 } table.remove(l) race.any = tostring(l[3]) .. #l`, "nil1"},
		{"remove from the middle", `local l = { 1, 2, 3 } race.any = table.remove(l, 1) .. table.concat(l)`, "123"},
		{"remove from nothing", `race.any = tostring(table.remove({}))`, "nil"},
		{"insert in the middle", `local l = { 1, 3 } table.insert(l, 2, 2) table.insert(l, 4) race.any = table.concat(l)`, "1234"},
		{"unpack", `race.any = select("#", unpack({ 1, 2, 3 })) .. "," .. select(2, unpack({ 1, 2, 3 }, 2, 3))`, "3,3"},
		{"unpack before the list", `race.any = tostring(select("#", unpack({ 1 }, -1, 1)))`, "3"},
		{"concat of numbers", `race.any = table.concat({ 1, 2.5, "x" }, "-")`, "1-2.5-x"},
		{"text functions as methods", `race.any = ("Ab"):upper() .. ("x"):rep(3) .. ("abc"):sub(2, 2) .. #("é")`, "ABxxxb2"},
		{"lists handed out are copies", `
  local cars = race:cars()
  table.remove(cars)
  local stand = race:standings()
  stand[1] = nil
  race.any = #race:cars() .. #race:standings()`, "22"},
		{"long text in pieces", `
  local s = ""
  for i = 1, 1000 do s = s .. "row " .. i .. " " end
  race.any = s:gsub("row", "space"):find("space 999", 1, true) .. "," .. #s .. s:match("(%d+) row 500 ")`, "9873,7893499"},
		{"numbers of texts", `race.any = tostring(tonumber("1e1")) .. "," .. tostring(tonumber("ff", 16)) .. "," .. tostring(tonumber(("1"):rep(500)))`, "nil,255,nil"},
		{"no math.random", `race.any = tostring(math.random) .. tostring(string.dump) .. tostring(table.foreach) .. tostring(math.randomseed)`, "nilnilnilnil"},
		{"methods", `
  race:advance(race:car("B"), 12)
  local b = race:car("B")
  race.any = race:distance(car) .. "," .. race:distance(b) .. "," .. tostring(race:car_on(b.space)) .. "," .. tostring(race:car_on(race:space("3/1"))) ..
    "," .. race:standings()[1].name .. "," .. b.space.row .. b.space.lane .. "," .. tostring(b.space.mark) .. "," .. b.lap .. "," .. race.rows .. race.track .. race.laps .. race.round`, "40,52,B,nil,B,122,nil,1,40Oval11"},
		{"roll gives total and faces", `
  local total, a, b = race:roll(car, "2d6", "x", "rain", 10, "wear", -1)
  local t2, c = race:roll(race, "d6", "x")
  if total ~= a + b + 9 or t2 ~= c then error("total") end
  race.any = a >= 1 and a <= 6 and b >= 1 and b <= 6 and "ok" or "off"`, "ok"},
		{"advance gives what became of it", `
  local space, rows, missed = race:advance(car, 3)
  race.any = space.name .. "," .. rows .. "," .. tostring(missed)
  space, rows = race:advance(car, -2)
  race.any = race.any .. "," .. space.name .. "," .. rows
  space, rows = race:advance(car, 100)
  race.any = race.any .. "," .. tostring(space) .. "," .. car.status .. car.place`, "3/1,3,nil,1/1,-2,nil,home1"},
		{"apply", `
  race:apply(car, { spaces = 5, text = "go", effect = function(self, race, car, row) car.s = row.text .. car.space.row end })
  race:apply(race:car("B"), { retire = "engine", spaces = 3 })
  race.any = car.s .. "," .. race:car("B").status`, "go5,out"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := lineUp(t, turn(test.body), scripts.Options{})
			c, err := g.Play()
			if err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(c.State, " {any=")
			got, _, _ = strings.Cut(got, " list=")
			if want := quoted(test.want); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "|", `\x7c`).Replace(s) + `"`
}

// A table has its order from what is in it, not from how it came to be: a race
// that goes back to a saved state walks it the same way.
func TestPairsAfterSetState(t *testing.T) {
	source := turn(`
  if race.n == 0 then
    for _, name in ipairs({ "z", "m", "a", "k" }) do race.names[name] = #name end
    race.names.m = nil
    race.names.m = 2
    race.list = { 1, 2, 3 }
    race.list[2] = nil
  end
  race.n = race.n + 1
  race.any = ""
  for k, v in pairs(race.names) do race.any = race.any .. k .. v end
  for k, v in pairs(race.list) do race.any = race.any .. k .. v end
  if race:ask(car, "go", { 1 }) then race:advance(car, 1) end`)
	straight := lineUp(t, source, scripts.Options{})
	back := lineUp(t, source, scripts.Options{People: []string{"A", "B"}}) // goes back at each question
	for range 6 {
		c, err := straight.Play()
		if err != nil {
			t.Fatal(err)
		}
		wait(t, back, c.Step[strings.LastIndexByte(c.Step, ' ')+1:]+" go: 1, 1")
		said(t, back.Answer(back.Pending()[0].ID, "1"), "")
		d, err := back.Play()
		if err != nil || d.State != c.State {
			t.Fatalf("straight %s\nback     %v (%v)", c.State, d, err)
		}
	}
	if !strings.Contains(straight.State(), `any="a1k1m2z11133"`) {
		t.Errorf("ended in %s", straight.State())
	}
}
