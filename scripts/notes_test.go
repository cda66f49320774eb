package scripts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// noteHost is a host of two cars on an oval of two rows a side, whose race
// keeps the fields f and g.
func noteHost(t testing.TB) *Host {
	t.Helper()
	mem := fstest.MapFS{
		"my.lua": {Data: []byte(`local V = (require "racing").variant { name = "My", track = "ring", race = { f = 0, g = 0 },
			entries = { { name = "A" }, { name = "Mark | Webber\"" } } }
			function V:turn() end
			return V`)},
		"ring.lua": {Data: []byte(`local track = require "track"
			return track.circuit { name = "Ring", grid = { places = 2 }, track.corner { turn = 360, spaces = 4 } }`)},
	}
	p, err := Load(Roots{{Variants, mem, ""}, {Tracks, mem, ""}}, Options{Variant: "my"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := race.New(p.Setup(), dice.NewKeyed(""))
	if err != nil {
		t.Fatal(err)
	}
	h, err := p.NewHost(r)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// note writes a value as a field would be written.
func note(h *Host, v lua.LValue) (string, error) {
	n := &noter{state: h.state, host: h, seen: map[*lua.LTable]string{}}
	err := n.value("f", v)
	return n.out.String(), err
}

func TestNoteForms(t *testing.T) {
	h := noteHost(t)
	for _, test := range []struct{ name, text, want string }{
		{"nil", "nil", "nil"},
		{"true", "true", "true"},
		{"number", "3", "3"},
		{"fraction", "-0.25", "-0.25"},
		{"minus nothing", "-0", "0"},
		{"large", "1e300", "1e+300"},
		{"text", `"soft"`, `"soft"`},
		{"text with a bar", `"a | b"`, `"a \x7c b"`},
		{"text with lines", `"a\nb"`, `"a\nb"`},
		{"text with bytes", `"\xff\x00"`, `"\xff\x00"`},
		{"car", `@"A"`, `@"A"`},
		{"car in one word", `@A`, `@"A"`},
		{"car with a bar", `@"Mark \x7c Webber\""`, `@"Mark \x7c Webber\""`},
		{"space", `#"3/1"`, `#"3/1"`},
		{"empty", "[]", "{}"},
		{"list", "[1 2 3]", "[1 2 3]"},
		{"list with holes", "[nil 2 nil nil 5]", "[nil 2 nil nil 5]"},
		{"holes at the end", "[1 nil nil]", "[1]"},
		{"names are sorted", "{b=2 a=1}", "{a=1 b=2}"},
		{"names that are no words", `{"a b"=1 "2"=2 ""=3 "é"=4}`, `{""=3 "2"=2 "a b"=1 "é"=4}`},
		{"a name without its value", "{a=nil}", "{}"},
		{"tables in tables", `[{a=[1 {b=#"1/1"}]} [] @"A"]`, `[{a=[1 {b=#"1/1"}]} {} @"A"]`},
		{"twenty deep", strings.Repeat("[", 20) + "1" + strings.Repeat("]", 20), strings.Repeat("[", 20) + "1" + strings.Repeat("]", 20)},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, err := h.readValue(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := note(h, v); got != test.want || err != nil {
				t.Errorf("got %s (%v), want %s", got, err, test.want)
			}
		})
	}
}

func TestNotesNotRead(t *testing.T) {
	h := noteHost(t)
	for _, test := range []struct{ name, text, want string }{
		{"no name", "=3", `a word is missing before "=3"`},
		{"no equals sign", "f 3", `a = is missing after "f"`},
		{"no value", "f=", "a value is missing"},
		{"word", "f=soft", `"soft" is no value; texts stand in quotes`},
		{"not a number", "f=NaN", `"NaN" is no value; texts stand in quotes`},
		{"infinite", "f=Inf", `"Inf" is no value; texts stand in quotes`},
		{"beyond", "f=1e999", `"1e999" is no value; texts stand in quotes`},
		{"open text", `f="a`, `a quote is not closed in "\"a"`},
		{"open list", "f=[1 2", "a value is missing"},
		{"open names", "f={a=1", `a word is missing before ""`},
		{"wrong bracket", "f=[1}", `a word is missing before "}"`},
		{"car", `f=@"B"`, `no car is called "B"`},
		{"space", `f=#"9/1"`, `the track has no space "9/1"`},
		{"too deep", "f=" + strings.Repeat("[", 21) + strings.Repeat("]", 21), "tables lie more than 20 deep"},
		{"far too deep", "f=" + strings.Repeat("{a=", 1e6), "tables lie more than 20 deep"},
		{"twice", "f=1 f=2", `"f" stands twice`},
		{"twice inside", "f={a=1 a=2}", `"a" stands twice`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := h.readFields(test.text); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// anyValue makes a random value that can be kept.
func anyValue(h *Host, r *rand.Rand, depth int) lua.LValue {
	switch n := r.IntN(8 + depth); {
	case n == 0:
		return lua.LBool(r.IntN(2) == 0)
	case n == 1:
		return h.cars[r.IntN(len(h.cars))]
	case n == 2:
		return h.space(board.ID(r.IntN(len(h.spaces))))
	case n == 3:
		return lua.LNumber(r.IntN(5000) - 2500)
	case n == 4:
		return lua.LNumber(math.Ldexp(r.Float64()-0.5, r.IntN(200)-100))
	case n < 8:
		return lua.LString(anyText(r))
	case n%2 == 0:
		t := h.L.NewTable()
		for i := 1; i <= r.IntN(6); i++ {
			if r.IntN(4) > 0 {
				t.RawSetInt(i, anyValue(h, r, depth-1))
			}
		}
		return t
	}
	t := h.L.NewTable()
	for range r.IntN(5) {
		t.RawSetString(anyText(r), anyValue(h, r, depth-1))
	}
	return t
}

func anyText(r *rand.Rand) string {
	letters := []string{"a", "b", "_", "1", " ", "=", "|", "\"", "\\", "{", "}", "[", "]", "@", "#", "é", "\xff", "\n", "\x00", "nil"}
	text := ""
	for range r.IntN(5) {
		text += letters[r.IntN(len(letters))]
	}
	return text
}

// What can be kept is read back as it was, whatever it holds.
func TestNotesRoundTrip(t *testing.T) {
	h, r := noteHost(t), rand.New(rand.NewPCG(1, 2))
	for i := range 5000 {
		v := anyValue(h, r, 8)
		text, err := note(h, v)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if strings.ContainsAny(text, "\n") || strings.Contains(text, "|") {
			t.Fatalf("%d: a bar or a line break in %s", i, text)
		}
		back, err := h.readValue(text)
		if err != nil {
			t.Fatalf("%d: %s: %v", i, text, err)
		}
		if !same(v, back) {
			t.Fatalf("%d: %s is read as something else", i, text)
		}
		if again, _ := note(h, back); again != text {
			t.Fatalf("%d: %s became %s", i, text, again)
		}
	}
}

// same compares tables by what is in them; cars and spaces are themselves.
func same(a, b lua.LValue) bool {
	x, ok1 := a.(*lua.LTable)
	y, ok2 := b.(*lua.LTable)
	if !ok1 || !ok2 || x == y || x.Metatable != lua.LNil {
		return a == b
	}
	count, equal := 0, true
	x.ForEach(func(k, v lua.LValue) { count++; equal = equal && same(v, y.RawGet(k)) })
	y.ForEach(func(_, _ lua.LValue) { count-- })
	return equal && count == 0
}

// A whole state goes through its text and back.
func TestStateRoundTrip(t *testing.T) {
	h, r := noteHost(t), rand.New(rand.NewPCG(3, 4))
	for range 300 {
		h.raceTable.RawSetString("f", anyValue(h, r, 8))
		h.raceTable.RawSetString("g", anyValue(h, r, 8))
		h.sync() // as if a rule had written them
		notes, err := h.State(h.race)
		if err != nil {
			t.Fatal(err)
		}
		fresh := noteHost(t)
		read, err := fresh.race.SetText(h.race.Text(notes))
		if err == nil {
			err = fresh.SetState(fresh.race, read)
		}
		if err != nil {
			t.Fatalf("%v: %v", notes, err)
		}
		again, err := fresh.State(fresh.race)
		if fmt.Sprint(again) != fmt.Sprint(notes) || err != nil {
			t.Fatalf("%v became %v (%v)", notes, again, err)
		}
	}
}

// manyHosts hands out one host for a while, then another: the guard holds all
// that the process takes against the rules that were read before.
func manyHosts() func(t testing.TB) *Host {
	var h *Host
	left := 0
	return func(t testing.TB) *Host {
		if left == 0 {
			runtime.GC()
			h, left = noteHost(t), 500
		}
		left--
		return h
	}
}

// guarded does what runs under rules and says whether it was stopped. That it
// panics for any other reason is a bug.
func guarded(t *testing.T, h *Host, do func()) (stopped bool) {
	t.Helper()
	var err error
	func() {
		defer h.rescue(&err)
		do()
	}()
	if err != nil && strings.Contains(err.Error(), "bug in the program") {
		t.Fatal(err)
	}
	return err != nil
}

func FuzzReadFields(f *testing.F) {
	for _, seed := range []string{
		`f=3 g="soft"`, `f=[1 nil {a=@"A"}] g=#"1/1"`, `"a b"={"c"=-0 d=1e-9}`, `f={}`, `f=[[[]]]`, `f=@A`, `=`, `f="\x7c"`, "f=[}", "f=0x1p-2", "nil=nil",
	} {
		f.Add(seed)
	}
	host := manyHosts()
	f.Fuzz(func(t *testing.T, text string) {
		h := host(t)
		values, err := h.readFields(text)
		if err != nil {
			return
		}
		names := &fields{values: values, names: sortedKeys(values)}
		for _, name := range names.names {
			names.keys = append(names.keys, quoteKey(name))
		}
		table := h.L.NewTable()
		for name, v := range values {
			table.RawSetString(name, v)
		}
		n := &noter{state: h.state, host: h, seen: map[*lua.LTable]string{}}
		h.budget.refill(stepBudget)
		printed, err := "", error(nil)
		if guarded(t, h, func() { printed, err = n.fieldsText("f", table, names, make([]knownText, len(names.names))) }) {
			return
		}
		if err != nil {
			if strings.Contains(err.Error(), "holes") {
				return
			}
			t.Fatalf("%q is read but cannot be kept: %v", text, err)
		}
		again, err := h.readFields(printed)
		if err != nil {
			t.Fatalf("%q was printed as %q: %v", text, printed, err)
		}
		if len(again) != len(values) {
			t.Fatalf("%q became %q", text, printed)
		}
		for name, v := range values {
			if !same(v, again[name]) {
				t.Fatalf("%q became %q: %s differs", text, printed, name)
			}
		}
	})
}

func FuzzSetting(f *testing.F) {
	for _, seed := range []string{"action.2.spaces=-4", `modifiers."Red Bull".1=5`, `"a.b"."c\"d"=1`, "a..b=", "=", `"`, `a."b"c=1`, "race.f=0x1p4", "f=nan"} {
		f.Add(seed)
	}
	host := manyHosts()
	f.Fuzz(func(t *testing.T, setting string) {
		h := host(t)
		path, text, _ := strings.Cut(setting, "=")
		keys, err := splitPath(path)
		if err == nil {
			quoted := make([]string, len(keys))
			for i, key := range keys {
				quoted[i] = strconv.Quote(key)
			}
			again, err := splitPath(strings.Join(quoted, "."))
			if err != nil || strings.Join(again, "\n") != strings.Join(keys, "\n") {
				t.Fatalf("%q: %q became %q (%v)", path, keys, again, err)
			}
		}
		for _, old := range []lua.LValue{lua.LNumber(1), lua.LTrue, lua.LString("a"), lua.LNil} {
			v, err := parseSetting(text, old)
			if err == nil && old != lua.LNil && v.Type() != old.Type() {
				t.Fatalf("%q over %v became %v", text, old, v)
			}
			if err == nil {
				if n, ok := v.(lua.LNumber); ok && n-n != 0 {
					t.Fatalf("%q is %v", text, v)
				}
			}
		}
		h.budget.refill(stepBudget)
		guarded(t, h, func() { _ = h.apply(h.variant, []string{setting}) })
	})
}
