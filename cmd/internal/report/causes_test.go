package report

import (
	"strings"
	"testing"

	"sandbox/core/sim"
)

// Causes that differ by a number only are one line for people, and all of them
// for programs.
func TestAlikeCauses(t *testing.T) {
	r := result()
	r.Counts[0].Out = map[string]int64{"fire": 3, "overshot by 7": 1, "overshot by 2": 4, "overshot by 12": 1, "lap 3": 2}
	tables := only(Of(r), "retirements")
	tablesAre(t, tables, `
[retirements] Retirements
cause | cars | per race | of all %
overshot by 2-12 (half 2) | 6 | 1.50 | 54.5
fire | 3 | 0.75 | 27.3
lap 3 | 2 | 0.50 | 18.2
`)
	var out strings.Builder
	if err := Write(&out, "csv", nil, tables); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"retirements,overshot by 7,cars,1\n", "retirements,overshot by 2,cars,4\n", "retirements,lap 3,cars,2\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "half") {
		t.Errorf("what people read is there too:\n%s", &out)
	}
}

func TestAlikeCausesOfAComparison(t *testing.T) {
	r := compared()
	r.Counts[0].Out, r.Counts[1].Out = map[string]int64{"short by 3": 10, "fire": 5}, map[string]int64{"short by 5": 10, "fire": 5}
	same := sim.Diff{N: 10, A: 10, B: 10, AA: 10, BB: 10}
	r.Pairs[0].Out = map[string]sim.Diff{"short by 3": pairs(10, 1, 0), "short by 5": pairs(10, 0, 1), "fire": pairs(10, 0, 1)}
	r.Pairs[0].Alike = map[string]sim.Diff{"short by #": same}
	tables := only(Of(r), "retirements")
	tablesAre(t, tables, `
[retirements] Retired cars per race, by cause
cause | A | B | B - A | 95 % |  | pairing
short by 3-5 (half 3) | 0.100 | 0.100 | 0.000 | 0.000 to 0.000 | the same in every race | 
fire | 0.000 | 0.150 | +0.150 | +0.008 to +0.292 | more | x1.0
`)
	if n := len(tables[0].Rows); n != 3 {
		t.Errorf("%d rows for programs", n)
	}
}
