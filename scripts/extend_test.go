package scripts_test

import (
	"strings"
	"testing"

	"sandbox/scripts"
)

// value is a value of the variant "my" as Lua would write it, "" when it is
// not there.
func value(p *scripts.Program, path string) string {
	for _, v := range p.Values(path) {
		if v.Path == path {
			return v.Text
		}
	}
	return ""
}

func TestMerge(t *testing.T) {
	base := my + `
V.list  = { 1, 2, 3 }
V.names = { a = 1, b = { x = 1, y = 2 }, c = "c" }
V.names.list = { 4, 5 }
V.die   = racing.table("d6", { [1] = { text = "one", spaces = -1, deep = { a = 1, b = 2 } }, ["2-6"] = { text = "more", spaces = 1 } })
V.plain = racing.table("d3", { 5, 7, 9 })
return V`
	for _, test := range []struct{ name, patch, path, want string }{
		{"nothing", `{}`, "names.a", "1"},
		{"number", `{ names = { a = 2 } }`, "names.a", "2"},
		{"neighbour stays", `{ names = { a = 2 } }`, "names.c", `"c"`},
		{"deeper", `{ names = { b = { x = 3 } } }`, "names.b.x", "3"},
		{"deeper neighbour stays", `{ names = { b = { x = 3 } } }`, "names.b.y", "2"},
		{"name removed", `{ names = { b = racing.none } }`, "names.b.x", ""},
		{"table becomes a number", `{ names = { b = 4 } }`, "names.b", "4"},
		{"number becomes a table", `{ names = { a = { z = 4 } } }`, "names.a.z", "4"},
		{"list replaced", `{ list = { 9 } }`, "list.1", "9"},
		{"list replaced whole", `{ list = { 9 } }`, "list.2", ""},
		{"list emptied", `{ list = {} }`, "list.1", ""},
		{"list in a table replaced", `{ names = { list = { 9 } } }`, "names.list.2", ""},
		{"list removed", `{ list = racing.none }`, "list.1", ""},
		{"row's field", `{ die = { [1] = { spaces = -2 } } }`, "die.1.spaces", "-2"},
		{"row's other field stays", `{ die = { [1] = { spaces = -2 } } }`, "die.1.text", `"one"`},
		{"table in a row merges", `{ die = { [1] = { deep = { a = 5 } } } }`, "die.1.deep.b", "2"},
		{"field of a row removed", `{ die = { [1] = { spaces = racing.none } } }`, "die.1.spaces", ""},
		{"face inside a range", `{ die = { [4] = { spaces = 4 } } }`, "die.4.spaces", "4"},
		{"face inside a range keeps its text", `{ die = { [4] = { spaces = 4 } } }`, "die.4.text", `"more"`},
		{"the range's other faces stay", `{ die = { [4] = { spaces = 4 } } }`, "die.5.spaces", "1"},
		{"range patch, first", `{ die = { ["1-3"] = { spaces = 7 } } }`, "die.1.spaces", "7"},
		{"range patch, last", `{ die = { ["1-3"] = { spaces = 7 } } }`, "die.3.spaces", "7"},
		{"range patch, beyond", `{ die = { ["1-3"] = { spaces = 7 } } }`, "die.4.spaces", "1"},
		{"range patch keeps texts", `{ die = { ["1-3"] = { spaces = 7 } } }`, "die.1.text", `"one"`},
		{"plain rows", `{ plain = { [2] = 8 } }`, "plain.2", "8"},
		{"plain rows stay", `{ plain = { [2] = 8 } }`, "plain.3", "9"},
		{"another table", `{ plain = racing.table("d2", { 1, 2 }) }`, "plain.dice", `"d2"`},
		{"key of variants that the base lacks", `{ laps = 3 }`, "laps", "3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, scripts.Options{Variant: "my"}, map[string]string{"base": base, "my": fork + `return racing.extend("base", ` + test.patch + `)`})
			if got := value(p, test.path); got != test.want {
				t.Errorf("%s: got %s, want %s", test.path, got, test.want)
			}
		})
	}
}

// A fork's changes do not reach its base, and the base's functions are there.
func TestForkOfAFork(t *testing.T) {
	own := map[string]string{
		"base": my + "V.n = { a = 1, b = 1, list = { 1 } }\nV.action = racing.table(\"d2\", { { spaces = 1 }, { spaces = 1 } })\nfunction V:sum(x) return self.n.a + x end\nreturn V",
		"mid":  fork + "local V = racing.extend(\"base\", { n = { a = 2 }, action = { { spaces = 2 } } })\nV.extra = 5\nfunction V:sum(x) return V.base.sum(self, x) * 10 end\nreturn V",
		"my": fork + `local V = racing.extend("mid", { n = { a = 3, list = { 7 } }, extra = 6, action = { { spaces = 3 } } })
function V:sum(x) return V.base.sum(self, x) + 1 end
V.sums     = { V:sum(1), V.base:sum(1), V.base.base:sum(1) }
V.of_a     = { V.n.a, V.base.n.a, V.base.base.n.a }
V.of_rows  = { V.action[1].spaces, V.base.action[1].spaces, V.base.base.action[1].spaces }
V.of_lists = { V.n.list[1], V.base.n.list[1], V.base.base.n.list[1] }
V.new      = { V.extra, V.base.extra, V.base.base.extra or "none" }
return V`,
	}
	p := load(t, scripts.Options{Variant: "my"}, own)
	for path, want := range map[string]string{
		"sums.1": "41", "sums.2": "30", "sums.3": "2",
		"of_a.1": "3", "of_a.2": "2", "of_a.3": "1",
		"of_rows.1": "3", "of_rows.2": "2", "of_rows.3": "1",
		"of_lists.1": "7", "of_lists.2": "1", "of_lists.3": "1",
		"new.1": "6", "new.2": "5", "new.3": `"none"`,
	} {
		if got := value(p, path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if got := value(p, "action.2.spaces"); got != "1" {
		t.Errorf("action.2.spaces: got %s", got)
	}
}

// Where a value was written is found through all forks.
func TestPlaces(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{
		"base": my + "V.n = {\n  a = 1,\n  b = 2 }\nreturn V",
		"my":   fork + "local V = racing.extend(\"base\", { n = {\n  b = 3 } })\nV.n.c = 4\nreturn V",
	})
	for path, want := range map[string]string{"n.a": "test/base.lua:3", "n.b": "test/my.lua:3", "n.c": "test/my.lua:4", "track": "test/base.lua:1"} {
		if v := p.Values(path); len(v) != 1 || v[0].Where != want {
			t.Errorf("%s: got %v, want %s", path, v, want)
		}
	}
}

// A value that a function of another file has made stands in that file.
func TestPlacesInRequiredFiles(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{
		"rows": "local function copied(rows, usual)\n  return function() return { a = rows.a, b = rows.b, c = usual.c } end\nend\nreturn copied({\n  a = 1,\n  b = 2 }, { c = 3 })",
		"base": my + "local rows = require \"rows\"\nV.n = rows()\nreturn V",
		"my":   fork + "local V = racing.extend(\"base\", { n = {\n  b = 4 } })\nreturn V",
	})
	for path, want := range map[string]string{"n.a": "test/rows.lua:5", "n.b": "test/my.lua:3", "n.c": "test/rows.lua:6"} {
		if v := p.Values(path); len(v) != 1 || v[0].Where != want {
			t.Errorf("%s: got %v, want %s", path, v, want)
		}
	}
}

// A fork's table may only name what the base has, inside tables and rows too;
// fields that are declared, and what has a meaning in a row, may be new.
func TestExtendNamesInside(t *testing.T) {
	for _, c := range []struct{ name, fields, want string }{
		{"a row's field", `action = { [6] = { space = 4 } }`, "`action.6.space`: the row has no such field in paper_f1; did you mean `spaces`?"},
		{"a range's field", `action = { ["5-6"] = { txt = "x" } }`, "`action.5-6.txt`: the row has no such field in paper_f1; did you mean `text`?"},
		{"a name in a table", `modifiers = { Ferari = { 1, 1, 1 } }`, "`modifiers.Ferari`: no such key in paper_f1; did you mean `Ferrari`?"},
		{"a value in a table", `qualifying = { rols = 2 }`, "`qualifying.rols`: no such key in paper_f1; did you mean `rolls`?"},
		{"a new declared field", `car = { fuel = 3 }`, ""},
		{"an effect in a row", `action = { [4] = { retire = true } }`, ""},
		{"new words", `words = { ["roll fuel"] = "burns {total}" }`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := "local racing = require \"racing\"\nlocal V = racing.extend(\"paper_f1\", {\n" + c.fields + ",\n})\nreturn V\n"
			_, err := scripts.Load(files(map[string]string{"my": source}), scripts.Options{Variant: "my"})
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "test/my.lua:3: "+c.want)):
				t.Errorf("got  %v\nwant test/my.lua:3: %s", err, c.want)
			}
		})
	}
}
