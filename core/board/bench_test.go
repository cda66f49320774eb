package board

import (
	"slices"
	"testing"
)

// grandPrix is a circuit of some 150 spaces a lane with ten corners whose
// lanes differ, each with arrows inwards in its first half and outwards in its
// second.
func grandPrix() Plan {
	var list []stretch
	for i := range 10 {
		n := 5 + i%3
		list = append(list, stretch{[]int{8, 8, 8}, -1}, stretch{[]int{n, n + 1, n + 2}, 1 + i%2})
	}
	p := circuit(true, list...)
	for _, c := range p.Corners {
		for r := c.From; r <= c.To; r++ {
			for i := range p.Rows[r-1] {
				s := &p.Rows[r-1][i]
				s.Arrows = true
				s.Next = slices.DeleteFunc(s.Next, func(n ID) bool {
					lane := laneOf(&p, n)
					return lane == s.Lane+1 && 2*r < c.From+c.To || lane == s.Lane-1 && 2*r >= c.From+c.To
				})
			}
		}
	}
	return p
}

func laneOf(p *Plan, id ID) int {
	for _, row := range p.Rows {
		if int(id) < len(row) {
			return row[id].Lane
		}
		id -= ID(len(row))
	}
	return 0
}

func BenchmarkPaths(b *testing.B) {
	board := build(b, grandPrix())
	tr := traffic(b, board, "1/2 3/1 5/2 6/3 10/1 13/2 20/3 23/2")
	debris := hazard(board, "4/2", "7/1", "7/2", "11/3", "15/2")
	from := board.Find("1/2")
	for _, c := range []struct {
		name string
		s    Search
	}{
		{"12 steps", Search{Steps: 12, Changes: 2, Stops: 1}},
		{"12 steps and all shorter", Search{Steps: 12, Shorter: 11, Changes: 2}},
		{"12 steps with hazards", Search{Steps: 12, Changes: 2, Hazard: debris}},
		{"33 steps", Search{Steps: 33, Changes: 2}},
		{"33 steps and all shorter", Search{Steps: 33, Shorter: 32, Changes: 2}},
		{"33 steps with hazards", Search{Steps: 33, Changes: 4, Hazard: debris}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var p Paths
			c.s.From = from
			b.ReportAllocs()
			for range b.N {
				tr.Paths(c.s, &p)
			}
			b.ReportMetric(float64(len(p.List)), "paths")
		})
	}
	b.Run("33 steps of a straight", func(b *testing.B) {
		straight := build(b, circuit(true, stretch{[]int{80, 80, 80}, -1}))
		tr := traffic(b, straight, "1/2 4/1 6/2 9/3 20/2")
		var p Paths
		b.ReportAllocs()
		for range b.N {
			tr.Paths(Search{From: straight.Find("1/2"), Steps: 33, Changes: 2}, &p)
		}
		b.ReportMetric(float64(len(p.List)), "paths")
	})
}
