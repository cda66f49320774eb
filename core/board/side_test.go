package board

import (
	"strings"
	"testing"
)

func (p Plan) corners(list ...Corner) Plan {
	p.Corners = list
	return p
}

func (p Plan) lanes(row int, lanes ...int) Plan {
	for i, lane := range lanes {
		p.Rows[row-1][i].Lane = lane
	}
	return p
}

// sideSpace changes the n-th space of the side lane.
func (p Plan) sideSpace(n int, change func(s *Space)) Plan {
	change(&p.Side[n])
	return p
}

func TestNewRefusesCornersAndPits(t *testing.T) {
	ten := func() Plan { return hairpin(1) }
	side := func() Plan { return hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2) }
	for _, c := range []struct {
		say  string
		plan Plan
		err  string
	}{
		{"two corners", ten().corners(Corner{From: 1, To: 3}, Corner{From: 4, To: 10}), ""},
		{"a corner that asks nothing", ten().corners(Corner{From: 4, To: 7}), ""},
		{"a corner before the track", ten().corners(Corner{From: 0, To: 3}), "corner 1 has rows 0 to 3; the track has rows 1 to 10"},
		{"a corner beyond it", ten().corners(Corner{From: 9, To: 11}), "corner 1 has rows 9 to 11; the track has rows 1 to 10"},
		{"a corner across the line", ten().corners(Corner{Name: "Gasworks", From: 9, To: 2}), "corner Gasworks has rows 9 to 2; a corner does not lie across the line"},
		{"corners that overlap", ten().corners(Corner{From: 1, To: 4}, Corner{From: 4, To: 5}), "corner 2 begins in row 4, but the corner before it ends in row 4"},
		{"corners out of order", ten().corners(Corner{From: 4, To: 5}, Corner{From: 1, To: 2}), "corner 2 begins in row 1, but the corner before it ends in row 5"},
		{"less than no stop", ten().corners(Corner{Stops: -1, From: 4, To: 5}), "corner 1 asks -1 stops"},
		{"an inside that is no lane", ten().corners(Corner{Inside: 4, From: 4, To: 5}), "corner 1 has lane 4 on the inside; the track has lanes 1 to 3"},

		{"lanes out of order", ten().lanes(1, 2, 1), "row 1 lists lane 1 after lane 2"},
		{"a lane twice", ten().lanes(1, 2, 2), "row 1 lists lane 2 after lane 2"},
		{"a lane too many", ten().lanes(1, 1, 2, 33), "row 1 lists lane 33 after lane 2"},
		{"no right", Plan{Right: 2}, "right is 2"},

		{"a side lane", side(), ""},
		{"a side space beside no row", side().sideSpace(1, func(s *Space) { s.Row = 11 }), "space 11/side of the side lane lies beside row 11"},
		{"a side lane that ends", side().sideSpace(4, func(s *Space) { s.Next = nil }), "space 8/side is a dead end"},
		{"a side lane that leads to a bay alone", side().sideSpace(0, func(s *Space) { s.Next = s.Next[1:] }), "space 4/side is a dead end"},
		{"a bay that leads nowhere", side().sideSpace(5, func(s *Space) { s.Next = nil }), "space bay-1 is a dead end"},
		{"a bay that nobody can drive into", side().sideSpace(0, func(s *Space) { s.Next = s.Next[:1] }), "no space leads to bay-1"},
		{"two bays of one number", side().sideSpace(6, func(s *Space) { s.Bay = 1 }), `two spaces are called "bay-1"`},
		{"a side lane that leads backwards", side().sideSpace(4, func(s *Space) { s.Row = 10 }), "space 10/side leads back to 9/3"},
		{"a grid in the side lane", side().grid(30), "grid place 1 is not on the track"},
		{"the track leads into the side lane alone", side().next(3, 3, 28), "space 3/3 is a dead end"},
	} {
		b, err := New(c.plan)
		if (b == nil) == (err == nil) || (err == nil) != (c.err == "") {
			t.Errorf("%s: %v, want error %q", c.say, err, c.err)
		} else if err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %q does not say %q", c.say, err, c.err)
		}
	}
}

// The side lane is beside the track: searches along the rows do not know it.
func TestPitLaneIsNoLane(t *testing.T) {
	b := build(t, hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2))
	for _, c := range []struct {
		name      string
		row, lane int
		bay       int
		side      bool
	}{
		{"4/side", 4, 4, 0, true}, {"8/side", 8, 4, 0, true}, {"bay-1", 5, 5, 1, true}, {"bay-2", 6, 5, 2, true}, {"4/3", 4, 3, 0, false},
	} {
		id := b.Find(c.name)
		if id == None {
			t.Fatalf("no space %s", c.name)
		}
		if s := b.Space(id); s.Row != c.row || s.Lane != c.lane || s.Bay != c.bay || s.Side != c.side || b.OnSide(id) != c.side || b.RowOf(id) != c.row {
			t.Errorf("%+v, want %+v", s, c)
		}
	}
	if b.Lanes != 3 || len(b.Row(4)) != 1 || b.At(4, 4) != None {
		t.Errorf("%d lanes, row 4 is %v", b.Lanes, b.Row(4))
	}
	tr := traffic(t, b, "4/side 5/side bay-1 4/3 3/3")
	tr.Move(1, b.Find("5/side"), b.Find("6/side"))
	if !tr.Full(4) || tr.Full(5) || tr.Full(6) || tr.Car(b.Find("6/side")) != 1 || tr.Car(b.Find("5/side")) != -1 {
		t.Error("cars in the side lane fill rows, or do not stand where they were put")
	}
	tr.Take(2, b.Find("4/3"))
	if tr.Full(4) || tr.Car(b.Find("4/side")) != 0 {
		t.Error("row 4 is full without a car")
	}
	if way := tr.Ahead(b.Find("3/3"), 1, 9); b.OnSide(way.To) {
		t.Error("ahead leads into the side lane")
	}

	even := circuit(true, stretch{[]int{6, 6}, -1}).side([2]int{2, 2}, [2]int{5, 2}, 1)
	if flat := build(t, even); !flat.even || flat.Find("4/side") == None {
		t.Error("a side lane makes an even board uneven")
	}
}
