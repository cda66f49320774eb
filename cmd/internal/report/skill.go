package report

import (
	"slices"

	"sandbox/core/sim"
)

// skillTables is luck against skill, if that was asked for: how a car fares with
// the guest in it, beside the same car without him.
func skillTables(r *sim.Result) []Table {
	guest, others, visited := r.Guest()
	if !visited || r.Pairs[0].Races == 0 {
		return nil
	}
	t := differenceTable("skill", "Luck against skill", "figure")
	t.Columns[1].Title, t.Columns[2].Title, t.Columns[3].Title = others, guest, "differs by"
	names, sums := sim.GuestFigures(), r.Pairs[0].Guest
	for i, name := range names {
		if sums[i].AA != 0 || sums[i].BB != 0 {
			t.difference(sums[i].Estimate(len(names)), name)
		}
	}
	if d := sums[slices.Index(names, "wins")]; d.A > 0 {
		t.note("a car with %s in it wins %.2f times as often as with %s", guest, float64(d.B)/float64(d.A), others)
	}
	t.note("pairing: how many races without the same luck say as much as one with it")
	return []Table{t}
}
