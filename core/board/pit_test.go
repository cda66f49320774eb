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

// pitSpace changes the n-th space of the pit lane.
func (p Plan) pitSpace(n int, change func(s *Space)) Plan {
	change(&p.Pit[n])
	return p
}

func TestNewRefusesCornersAndPits(t *testing.T) {
	ten := func() Plan { return hairpin(1) }
	pit := func() Plan { return hairpin(1).pit([2]int{3, 3}, [2]int{9, 3}, 2) }
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

		{"a pit lane", pit(), ""},
		{"a pit space beside no row", pit().pitSpace(1, func(s *Space) { s.Row = 11 }), "space 11/pit of the pit lane lies beside row 11"},
		{"a pit lane that ends", pit().pitSpace(4, func(s *Space) { s.Next = nil }), "space 8/pit is a dead end"},
		{"a pit lane that leads to a box alone", pit().pitSpace(0, func(s *Space) { s.Next = s.Next[1:] }), "space 4/pit is a dead end"},
		{"a box that leads nowhere", pit().pitSpace(5, func(s *Space) { s.Next = nil }), "space box-1 is a dead end"},
		{"a box that nobody can drive into", pit().pitSpace(0, func(s *Space) { s.Next = s.Next[:1] }), "no space leads to box-1"},
		{"two boxes of one number", pit().pitSpace(6, func(s *Space) { s.Box = 1 }), `two spaces are called "box-1"`},
		{"a pit lane that leads backwards", pit().pitSpace(4, func(s *Space) { s.Row = 10 }), "space 10/pit leads back to 9/3"},
		{"a grid in the pits", pit().grid(30), "grid place 1 is not on the track"},
		{"the track leads into the pits alone", pit().next(3, 3, 28), "space 3/3 is a dead end"},
	} {
		b, err := New(c.plan)
		if (b == nil) == (err == nil) || (err == nil) != (c.err == "") {
			t.Errorf("%s: %v, want error %q", c.say, err, c.err)
		} else if err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %q does not say %q", c.say, err, c.err)
		}
	}
}

// The pit lane is beside the track: searches along the rows do not know it.
func TestPitLaneIsNoLane(t *testing.T) {
	b := build(t, hairpin(1).pit([2]int{3, 3}, [2]int{9, 3}, 2))
	for _, c := range []struct {
		name      string
		row, lane int
		box       int
		pit       bool
	}{
		{"4/pit", 4, 4, 0, true}, {"8/pit", 8, 4, 0, true}, {"box-1", 5, 5, 1, true}, {"box-2", 6, 5, 2, true}, {"4/3", 4, 3, 0, false},
	} {
		id := b.Find(c.name)
		if id == None {
			t.Fatalf("no space %s", c.name)
		}
		if s := b.Space(id); s.Row != c.row || s.Lane != c.lane || s.Box != c.box || s.Pit != c.pit || b.InPit(id) != c.pit || b.RowOf(id) != c.row {
			t.Errorf("%+v, want %+v", s, c)
		}
	}
	if b.Lanes != 3 || len(b.Row(4)) != 1 || b.At(4, 4) != None {
		t.Errorf("%d lanes, row 4 is %v", b.Lanes, b.Row(4))
	}
	tr := traffic(t, b, "4/pit 5/pit box-1 4/3 3/3")
	tr.Move(b.Find("5/pit"), b.Find("6/pit"))
	if !tr.Full(4) || tr.Full(5) || tr.Full(6) || tr.Car(b.Find("6/pit")) != 1 || tr.Car(b.Find("5/pit")) != -1 {
		t.Error("cars in the pit lane fill rows, or do not stand where they were put")
	}
	tr.Take(b.Find("4/3"))
	if tr.Full(4) || tr.Car(b.Find("4/pit")) != 0 {
		t.Error("row 4 is full without a car")
	}
	if way := tr.Ahead(b.Find("3/3"), 1, 9); b.InPit(way.To) {
		t.Error("ahead leads into the pit lane")
	}

	even := circuit(true, stretch{[]int{6, 6}, -1}).pit([2]int{2, 2}, [2]int{5, 2}, 1)
	if flat := build(t, even); !flat.even || flat.Find("4/pit") == None {
		t.Error("a pit lane makes an even board uneven")
	}
}
