package report

import (
	"fmt"
	"testing"

	"sandbox/core/sim"
)

// Where there is little room an interval stands behind its figure; the table itself
// stays as it is.
func TestNarrow(t *testing.T) {
	table := Table{Columns: []Column{
		{"figure", "figure", Text}, {"mean", "mean", Mean}, {"mean_low", "from", Mean}, {"mean_high", "to", Mean},
		{"win_share", "win %", Share}, {"win", "95 %", Range}, {"difference", "B - A", Change}, {"difference_of", "95 %", Changes}, {verdictColumn, "", Text},
	}}
	table.add("rounds", 2.0, 1.5, 2.5, 0.25, sim.Interval{Low: 0.2, High: 0.31}, -1.0, sim.Interval{Low: -1.25, High: -0.75}, "less")
	table.add("winner", 3.0, nil, nil, nil, nil, 0.0, sim.Interval{}, equal)
	table.add("laps", 3.0, 3.0, 3.0, 0.0, sim.Interval{High: 0.1}, 0.5, sim.Interval{Low: -0.5, High: 1.5}, unclear)
	narrow := table.Narrow()
	titles, _, rows := narrow.Words()
	if got, want := fmt.Sprintf("%q %q", titles, rows), `["figure" "mean" "win % (95 %)" "B - A" ""] `+
		`[["rounds" "2.00 ±0.50" "25.0 (20.0-31.0)" "-1.000 ±0.250" "less"] ["winner" "3.00" "" "0.000 ±0.000" "same"] `+
		`["laps" "3.00 ±0.00" "0.0 (0.0-10.0)" "+0.500 ±1.000" "open"]]`; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if titles, _, _ := table.Words(); len(titles) != 9 {
		t.Error(titles)
	}
}
