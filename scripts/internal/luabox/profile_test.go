package luabox

import (
	"fmt"
	"math"
	"testing"
)

// Work falls to the line and the function that have it done, Go's to the line
// that calls it; calls are counted, and jumps to a function's beginning are none.
func TestProfile(t *testing.T) {
	b, f := rule(t, `
local go = ...
local function spin(n)
  while n > 0 do n = n - 1 end
end
for i = 1, 50 do spin(100) end
for i = 1, 30 do go() end
table.sort({ 3, 1, 2 }, function(a, b) return a < b end)
`)
	p := b.Profile()
	charged := b.Func(func() int { b.Spend(500); b.Charge(500); return 0 }).Value()
	for range 20 {
		b.Begin()
		if err := call(b, f, charged); err != nil {
			t.Fatal(err)
		}
	}
	lines, depth, total := map[int]int64{}, map[int]int{}, int64(0)
	p.Stacks(func(stack []Spot, work int64) {
		at := stack[len(stack)-1]
		lines[at.Line] += work
		depth[at.Line] = len(stack)
		total += work
	})
	calls := map[int]int64{}
	p.Calls(func(_ string, defined int, n int64) { calls[defined] = n })
	if fmt.Sprint(calls[1], calls[3]) != "20 1000" || calls[8] < 40 {
		t.Errorf("calls by line %v", calls)
	}
	for line, want := range map[int]float64{4: 50 * 100 * 3, 7: 30 * 1000} {
		if got := float64(lines[line]) / 20; math.Abs(got-want) > want/10 {
			t.Errorf("line %d: %.0f instructions a call, want about %.0f; all %v", line, got, want, lines)
		}
	}
	if depth[4] != 2 || depth[7] != 1 {
		t.Errorf("functions by line %v", depth)
	}
	if all := 20 * (stepBudget - b.Left()); math.Abs(float64(total)/float64(all)-1) > 0.02 {
		t.Errorf("%d instructions were noted of %d", total, all)
	}
}
