package luabox

import (
	"math"
	"runtime"
	"testing"
	"testing/fstest"

	"sandbox/scripts/internal/source"
)

// folder are files that a test writes, as variants.
func folder(texts map[string]string) *Units {
	mem := fstest.MapFS{}
	for name, text := range texts {
		mem[name+".lua"] = &fstest.MapFile{Data: []byte(text)}
	}
	return NewUnits(source.Roots{{Folder: source.Variants, FS: mem}})
}

// probing is a box whose file can say how much the box holds: `held()` is the
// bytes that it holds more than when it was asked first.
func probing(text string) *Box {
	b := New(folder(map[string]string{"v": "local held = (require \"probe\").held\nheld()\n" + text}), Hooks{})
	b.budget.most = math.MaxInt64
	first := int64(-1)
	b.Provide("probe", b.Functions(map[string]func() int{"held": func() int {
		now := b.held()
		if first < 0 {
			first = now
		}
		b.Push(Num(int(now - first)))
		return 1
	}}))
	return b
}

// kilo is 10,000 bytes of text, none of which is there twice.
const kilo = `("x"):rep(10000)`

// Wherever a rule keeps a text, it is found; a text that is in several places
// is counted once.
func TestHeldFinds(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		times      int // 10,000 bytes
	}{
		{"nothing", "return held()", 0},
		{"a local", "local a = " + kilo + " return held()", 1},
		{"two locals", "local a, b = " + kilo + ", " + kilo + " return held()", 2},
		{"one text in two locals", "local a = " + kilo + " local b = a return held()", 1},
		{"one text in many tables", "local a, t = " + kilo + ", {} for i = 1, 20 do t[i] = { a, a } end return held()", 1},
		{"a local that is gone", "do local a = " + kilo + " end local b = 1 return held()", 0},
		{"a table", "local t = { " + kilo + ", k = " + kilo + " } return held()", 2},
		{"tables in tables", "local t = { { k = { " + kilo + " } } } return held()", 1},
		{"a table that holds itself", "local t = { " + kilo + " } t.t = t return held()", 1},
		{"a key", "local t = { [" + kilo + "] = 1 } return held()", 1},
		{"a table as a key", "local t = { [{ " + kilo + " }] = 1 } return held()", 1},
		{"a parameter", "local function f(a) return (held()) end return f(" + kilo + ")", 1},
		{"...", "local function f(...) return (held()) end return f(" + kilo + ", " + kilo + ")", 2},
		{"... of a function around", "local function f(...) local n = held() return n, ... end return (f(1, " + kilo + "))", 1},
		{"... with a local", "local function f(...) local a = " + kilo + " return (held()) end return f(" + kilo + ")", 2},
		{"an upvalue", "local a = " + kilo + " local function f() local n = held() return n, a end return (f())", 1},
		{"an upvalue whose function is done", "local function make() local a = " + kilo + " return function() return a end end local f = make() return held()", 1},
		{"a local of a function around", "local function g() return (held()) end local function f() local a = " + kilo + " local n = g() return n, a end return (f())", 1},
		{"locals of three functions around", "local function g(n) local a = " + kilo + " if n == 0 then return held() end local r = g(n - 1) return r end return (g(2))", 3},
		{"empty places of a list", "local t = {} t[630] = 1 return held()", 1},
		{"a list that was emptied", "local t = {} for i = 1, 630 do t[i] = 1 end for i = 630, 1, -1 do t[i] = nil end return held()", 1},
		{"a list that was taken from", "local t = {} for i = 1, 630 do t[i] = 1 end for i = 1, 630 do table.remove(t) end return held()", 1},
		{"a name that is gone", "local t = {} t[" + kilo + "] = 1 t[next(t)] = nil return held()", 1},
		{"what is being worked on", "local function f(a, n) return n end return f(" + kilo + ", held())", 1},
		{"what another file returned", `require "other" return held()`, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := probing(tt.text)
			b.units.files = source.Roots{{Folder: source.Variants, FS: fstest.MapFS{
				"v.lua":     {Data: []byte("local held = (require \"probe\").held\nheld()\n" + tt.text)},
				"other.lua": {Data: []byte("return { " + kilo + " }")},
			}}}
			v, err := b.Load("variants/v")
			if err != nil {
				t.Fatal(err)
			}
			n, _ := v.Whole()
			if least := tt.times * 10000; n < least || n > least+9000 { // tables take something too
				t.Errorf("%d bytes, not about %d", n, least)
			}
		})
	}
}

// What holds 50 MB is measured as about that, whatever it is made of.
func TestHeldIsAboutRight(t *testing.T) {
	want := int64(50 << 20)
	if testing.Short() {
		want /= 5
	}
	for _, tt := range []struct{ name, one string }{
		{"lists of numbers", "local l = {} for i = 1, 3000 do l[i] = i + 0.5 end t[n] = l"},
		{"lists of one number", "local l = {} for i = 1, 3000 do l[i] = 7 end t[n] = l"},
		{"small tables", "local l = {} for i = 1, 300 do l[i] = { i } end t[n] = l"},
		{"records", "local l = {} for i = 1, 100 do l[i] = { a = i, b = i, c = i } end t[n] = l"},
		{"many names", "local l = {} for i = 1, 2000 do l['name ' .. n .. ' ' .. i] = i end t[n] = l"},
		{"texts", "local l = {} for i = 1, 10 do l[i] = ('x'):rep(16000) end t[n] = l"},
		{"lists with empty places", "local l = {} l[5000] = n t[n] = l"},
		{"names that are gone", "local l = {} for i = 1, 1000 do l['name ' .. n .. ' ' .. i] = i end for i = 1, 1000 do l['name ' .. n .. ' ' .. i] = nil end t[n] = l"},
		{"short texts", "local l = {} for i = 1, 3000 do l[i] = 'a text ' .. n .. ' ' .. i end t[n] = l"},
		{"iterators", "local l, few = {}, {} for i = 1, 64 do few[i] = i end for i = 1, 100 do l[i] = pairs(few) end t[n] = l"},
		{"iterators of many", "local l, many = {}, {} for i = 1, 500 do many[i] = i end for i = 1, 100 do l[i] = pairs(many) end t[n] = l"},
		{"iterators of texts", "local l = {} for i = 1, 100 do l[i] = (('x'):rep(10000)):gmatch('x') end t[n] = l"},
		{"functions", "local l = {} for i = 1, 500 do l[i] = function() return i end end t[n] = l"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := New(folder(map[string]string{"v": "local t = {}\nreturn { fill = function() local n = #t + 1 " + tt.one + " end }"}), Hooks{})
			b.budget.most = math.MaxInt64
			value, err := b.Load("variants/v")
			if err != nil {
				t.Fatal(err)
			}
			table, _ := value.Table()
			fill, _ := table.Field("fill").Function()
			before := inUse()
			grown := int64(0)
			for grown < want {
				for range 50 {
					b.budget.refill(math.MaxInt) // the clock is not what is tested
					b.Call(fill)
				}
				grown = inUse() - before
			}
			held := b.held()
			if ratio := float64(held) / float64(grown); ratio < 0.5 || ratio > 2 {
				t.Errorf("%d bytes in use are measured as %d, %.2f of them", grown, held, ratio)
			}
			runtime.KeepAlive(b)
		})
	}
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
