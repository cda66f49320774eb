package luabox

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"sandbox/scripts/internal/source"
)

// rule is a box and the function of a file in it.
func rule(t testing.TB, text string) (*Box, Function) {
	t.Helper()
	b := New(folder(map[string]string{"v": "return function(...) " + text + " end"}), Hooks{})
	v, err := b.Load("variants/v")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := v.Function()
	return b, f
}

// call calls a rule with the instructions of a step and returns what went
// wrong.
func call(b *Box, f Function, args ...Value) (err error) {
	defer b.Rescue(&err)
	b.Refill(Stepping)
	b.Call(f, args...)
	return nil
}

// wants compares an error with the beginning of one and its line.
func wants(t *testing.T, err error, msg string) {
	t.Helper()
	var at *source.Error
	switch {
	case msg == "" && err != nil:
		t.Error(err)
	case msg != "" && (!errors.As(err, &at) || at.Line != 1 || !strings.HasPrefix(at.Msg, msg)):
		t.Errorf("%v, want %s", err, msg)
	}
}

// What a rule may do in a step is counted, whoever does it.
func TestBudgetStops(t *testing.T) {
	const endless = "the rule did not end within 1000000 instructions: is there a loop without an end?"
	const much = "the rule asks for more work than 1000000 instructions"
	for _, tt := range []struct{ name, text, want string }{
		{"a short loop", "for i = 1, 100000 do end", ""},
		{"a long loop", "for i = 1, 1e9 do end", endless},
		{"a loop without an end", "while true do end", endless},
		{"a function that calls itself", "local function f() return f() end f()", endless},
		{"a deep function", "local function f() f() end f()", "functions call each other without an end (stack overflow)"},
		{"texts", "for i = 1, 1e6 do local s = ('x'):rep(16000) end", much},
		{"a long pattern", "local s = ('a'):rep(10000) s:find(('a-'):rep(30) .. 'b')", much},
		{"sorting", "local t = {} for i = 1, 5000 do t[i] = -i end for i = 1, 1000 do table.sort(t) end", much},
		{"pairs of many", "local t = {} for i = 1, 5000 do t[i] = i end for i = 1, 1000 do for k in pairs(t) do break end end", much},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, f := rule(t, tt.text)
			wants(t, call(b, f), tt.want)
		})
	}
}

// The count is the same on each run: it depends on no clock.
func TestBudgetIsExact(t *testing.T) {
	const text = `local t = {} for i = 1, 300 do t["k" .. i] = ("x"):rep(i) end local n = 0 for k, v in pairs(t) do n = n + #v end`
	left := func() int {
		b, f := rule(t, text)
		if err := call(b, f); err != nil {
			t.Fatal(err)
		}
		return b.budget.left
	}
	first := left()
	if first >= stepBudget-300 || first < stepBudget/2 {
		t.Errorf("%d of %d are left", first, stepBudget)
	}
	for range 5 {
		if again := left(); again != first {
			t.Errorf("%d are left, and %d the first time", again, first)
		}
	}
}

// Work of Go's is charged as the same work in Lua is.
func TestCharge(t *testing.T) {
	b, f := rule(t, "local work = ... work()")
	work := func(do func()) Value { return b.Func(func() int { do(); return 0 }).Value() }
	for _, tt := range []struct {
		name string
		do   func()
		want string
	}{
		{"little", func() { b.Charge(1000) }, ""},
		{"nearly all", func() { b.Charge(stepBudget - 1000) }, ""},
		{"too much", func() { b.Charge(stepBudget + 1) }, "the rule asks for more work than 1000000 instructions"},
		{"spent", func() { b.Spend(stepBudget + 1) }, "the rule did not end within 1000000 instructions"},
	} {
		t.Run(tt.name, func(t *testing.T) { wants(t, call(b, f, work(tt.do)), tt.want) })
	}
}

const tooLarge = "the rules take more than 40 MB of memory: is there a list or a text that grows without an end?"

// hoard has a rule keep more and more, some 180 KB a call, until it is stopped.
// Calls are short, so that the clock, which begins anew with each, says nothing.
// It is looked at when the heap has grown: what other tests left must not stand
// in the way.
func hoard(t *testing.T) error {
	runtime.GC()
	b, f := rule(t, "local kept = ... local list = {} kept[#kept + 1] = list for i = 1, 300 do list[i] = { "+strings.Repeat("i, ", 32)+"} end")
	kept := b.NewTable(0, 0).Value()
	for range 3000 {
		if err := call(b, f, kept); err != nil {
			return err
		}
	}
	return nil
}

// A rule that keeps too much is stopped.
func TestMemoryStops(t *testing.T) {
	wants(t, hoard(t), tooLarge)
	for _, text := range []string{ // a megabyte with each instruction: on a busy machine the clock says so first
		"local t = {} while true do t[#t + 1] = {} t[#t][65000] = 1 end",
		"local t = {} while true do t[#t + 1] = {} t[#t][65000] = 1 t[#t][65000] = nil end",
	} {
		b, f := rule(t, text)
		if err := call(b, f); err == nil || !strings.Contains(err.Error(), tooLarge) && !strings.Contains(err.Error(), "the rule takes too long: ") {
			t.Error(err)
		}
	}
	b, f := rule(t, "for i = 1, 3500 do local s = ('x'):rep(16000) end") // 56 MB, of which little is kept
	wants(t, call(b, f), "")
}

// What others in the process hold is not a box's: many hold much in all, and
// only the one that holds too much itself is stopped.
func TestMemoryOfOthers(t *testing.T) {
	const keeps = "local kept = ... local list = {} kept[#kept + 1] = list for j = 1, 100 do list[j] = { j } end"
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			var all []Table
			for range 15 { // some 5 MB each
				b, f := rule(t, keeps)
				all = append(all, b.NewTable(0, 0))
				for range 300 {
					wants(t, call(b, f, all[len(all)-1].Value()), "")
				}
			}
			for _, kept := range all {
				if kept.Len() != 300 {
					t.Errorf("%d are kept", kept.Len())
				}
			}
		})
	}
	wait.Go(func() { wants(t, hoard(t), tooLarge) })
	wait.Wait()
}

// Whatever runs stops when the context of its files is done, with its error and
// not one of the rules: a loop in Lua, and one of Go's that charges for its work.
func TestContextStops(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		work       func(b *Box)
	}{
		{"Lua", "while true do end", nil},
		{"Go", "local work = ... work()", func(b *Box) {
			for {
				b.Charge(0)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			b, f := rule(t, tt.text)
			b.budget.until = ctx
			if err := b.Ended(); err != nil {
				t.Fatal(err)
			}
			cancel()
			err := func() (err error) {
				defer b.Rescue(&err)
				b.Refill(1 << 50)
				b.Call(f, b.Func(func() int { tt.work(b); return 0 }).Value())
				return nil
			}()
			if err != context.Canceled || b.Ended() != context.Canceled {
				t.Errorf("%v", err)
			}
		})
	}
}
