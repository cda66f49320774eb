package source

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sandbox/core/race"
)

// told is a use as tests write it: "race:tell 3", "self.action.roll() 4".
func told(u Use) string {
	text := u.Of + "." + strings.Join(u.Path, ".")
	if u.Method {
		last := u.Path[len(u.Path)-1]
		text = strings.TrimSuffix(text, "."+last) + ":" + last
	}
	switch {
	case u.Set:
		text += "="
	case u.Called:
		text += "()"
	case u.Sure:
		text += "[]"
	}
	return fmt.Sprint(text, " ", u.Line)
}

func TestUses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a method of the race", "function V:turn(race, car)\n race:tell(car, 'x')\nend", "race:tell() 2"},
		{"fields of the car", "function V:turn(_, car)\n car.a = car.b\nend", "car.b 2|car.a= 2"},
		{"a function of the variant", "function V:turn()\n self:pay(self.rows[1])\nend", "self:pay() 2|self.rows[] 2"},
		{"what is set", "function V:turn(race, car)\n self.a = 1\n self.b.c, car[race.x] = 2, 3\nend", "self.a= 2|self.b.c= 3|race.x 3"},
		{"deeper", "function V:turn()\n self.action:roll(self.a.b)\n self.base.turn(self)\nend", "self.action:roll() 2|self.a.b[] 2|self.base.turn() 3"},
		{"a key that is worked out", "function V:turn(race, car)\n return self[car.x].y.z\nend", "car.x 2"},
		{"self as a parameter", "V.bots.x = function(self) self.a() end", "self.a() 1"},
		{"a function in a table", "return { f = function(race) race.a() end }", "race.a() 1"},
		{"what is required", "local r = require 'gears'\nr.a(r.b)", "module gears.a() 2|module gears.b 2"},
		{"another name for it", "local r = require 'gears'\nlocal s = r\ns.a()", "module gears.a() 3"},
		{"the variant itself", "local racing = require 'racing'\nlocal V = racing.extend('a', {})\nV:x()", "module racing.extend() 2|self:x() 3"},
		{"a mixin", "local racing = require 'racing'\nlocal m = racing.use(V, 'wear')\nm.x()", "module racing.use() 2|module wear.x() 3"},
		{"the library", "local a = math.flor(1)", "math.flor() 1"},
		{"a local of the library's name", "local math = {}\nmath.flor(1)", ""},
		{"a local that covers a parameter", "function V:turn(race)\n local race = {}\n race:x()\nend", ""},
		{"a local of a block", "function V:turn(race)\n do local race = {} end\n race:x()\nend", "race:x() 3"},
		{"a loop's", "function V:turn(race)\n for _, race in ipairs({}) do race:x() end\n for race = 1, 2 do f(race.x) end\nend", ""},
		{"one that is set", "function V:turn(race)\n race = {}\n race:x()\nend", ""},
		{"until", "function V:turn(race)\n repeat local race = {} until race.x\nend", ""},
		{"a function that calls itself", "local function race(race) race.x() end", "race.x() 1"},
		{"arguments of an unknown call", "function V:turn(race) f(race.a)(race.b):c(race.d) end", "race.a 1|race.b 1|race.d 1"},
		{"all that holds others", "function V:turn(race)\n while race.a and not race.b do if race.c == -race.d then return #race.e .. race.f + 1 end end\nend",
			"race.a 2|race.b 2|race.c 2|race.d 2|race.e 2|race.f 2"},
		{"no Lua", "function (", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, u := range Uses(race.Source{Text: c.text}, false) {
				got = append(got, told(u))
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("%s\nwant %s", strings.Join(got, "|"), c.want)
			}
		})
	}
}

// In a file of specs a local race is one that a spec lays down, and a parameter
// may be anything.
func TestUsesInSpecs(t *testing.T) {
	text := "local race = helper()\nrace:turn 'A'\nlocal f = function(race, car, self) race:x() car.y() self.z() end"
	var got []string
	for _, u := range Uses(race.Source{Text: text}, true) {
		got = append(got, told(u))
	}
	if want := []string{"race in a spec:turn() 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzUses(f *testing.F) {
	for _, folder := range []string{"variants", "scripts/lib"} {
		paths, err := filepath.Glob("../../../" + folder + "/*.lua")
		if err != nil || paths == nil {
			f.Fatal(folder, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text), strings.HasSuffix(path, "_spec.lua"))
		}
	}
	f.Fuzz(func(t *testing.T, text string, spec bool) {
		for _, u := range Uses(race.Source{Text: text}, spec) {
			if u.Of == "" || len(u.Path) == 0 {
				t.Errorf("a use of nothing: %+v", u)
			}
		}
	})
}
