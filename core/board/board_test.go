package board

import (
	"strings"
	"testing"
)

// oval is a closed plan in which each space leads to each space of the next
// row; widths are the lanes of its rows.
func oval(widths ...int) Plan {
	p := Plan{Name: "oval", Closed: true}
	first := []ID{0}
	for r, width := range widths {
		p.Rows = append(p.Rows, make([]Space, width))
		p.Lanes = max(p.Lanes, width)
		first = append(first, first[r]+ID(width))
	}
	for r, row := range p.Rows {
		next := (r + 1) % len(widths)
		for i := range row {
			for lane := range widths[next] {
				row[i].Next = append(row[i].Next, first[next]+ID(lane))
			}
		}
	}
	return p
}

// open takes the way from the last row to the first off.
func (p Plan) open() Plan {
	p.Closed = false
	last := p.Rows[len(p.Rows)-1]
	for i := range last {
		last[i].Next = nil
	}
	return p
}

// arrows restricts the successors of one space to those of the lanes given;
// the row must not be the last.
func (p Plan) arrows(row, lane int, lanes ...int) Plan {
	next := &p.Rows[row-1][lane-1].Next
	first := (*next)[0]
	*next = nil
	for _, l := range lanes {
		*next = append(*next, first+ID(l-1))
	}
	return p
}

func (p Plan) name(row, lane int, name string) Plan {
	p.Rows[row-1][lane-1].Name = name
	return p
}

func (p Plan) grid(places ...ID) Plan {
	p.Grid = places
	return p
}

func (p Plan) next(row, lane int, to ...ID) Plan {
	p.Rows[row-1][lane-1].Next = to
	return p
}

func build(t testing.TB, p Plan) *Board {
	t.Helper()
	b, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		say  string
		plan Plan
		err  string
	}{
		{"closed", oval(2, 3, 1), ""},
		{"open", oval(2, 3, 1).open(), ""},
		{"two rows", oval(1, 1), ""},
		{"the widest row", oval(32, 2, 32), ""},
		{"a grid", oval(2, 2).grid(3, 2, 1, 0), ""},
		{"no rows", oval(), "at least two rows"},
		{"one row", oval(2).open(), "at least two rows"},
		{"an empty row", oval(2, 0, 2), "row 2 has 0 lanes"},
		{"too wide", oval(2, 33, 2), "row 2 has 33 lanes"},
		{"a dead end", oval(2, 2, 2).next(2, 1), "space 2/1 is a dead end"},
		{"a dead end at the line", oval(2, 2, 2).next(3, 2), "space 3/2 is a dead end"},
		{"unreached", oval(2, 2, 2).arrows(1, 1, 1).arrows(1, 2, 1), "no space leads to 2/2"},
		{"unreached over the line", oval(2, 1, 1).next(3, 1, 1), "no space leads to 1/1"},
		{"the first row of an open one need not be reached", oval(2, 2, 2).open(), ""},
		{"but the second", oval(1, 2, 2).open().arrows(1, 1, 2), "no space leads to 2/1"},
		{"a name twice", oval(2, 2).name(1, 2, "a").name(2, 1, "a"), `two spaces are called "a"`},
		{"a name and a number", oval(2, 2).name(2, 1, "1/2"), `two spaces are called "1/2"`},
		{"a name of two words", oval(2, 2).name(2, 1, "side lane"), `"side lane" cannot be a space's name`},
		{"into its own row", oval(2, 2, 2).next(1, 1, 1), "space 1/1 leads to 1/2, which is level with it"},
		{"over a row", oval(2, 2, 2, 2).next(1, 1, 4), "space 1/1 leads over 2/1 to 3/1"},
		{"a row back", oval(2, 2, 2).next(2, 1, 4, 0), "space 2/1 leads back to 1/1"},
		{"off the board", oval(2, 2, 2).next(1, 1, 6), "space 1/1 leads to a space that is not on the track"},
		{"nowhere", oval(2, 2, 2).next(1, 1, None), "space 1/1 leads to a space that is not on the track"},
		{"round an open board", oval(2, 2, 2).open().next(3, 1, 0), "space 3/1 leads back to 1/1"},
		{"a grid off the track", oval(2, 2).grid(0, 4), "grid place 2 is not on the track"},
		{"a grid place nowhere", oval(2, 2).grid(None), "grid place 1 is not on the track"},
		{"a grid place twice", oval(2, 2).grid(0, 1, 0), "grid place 3 is on 1/1, as place 1 is"},
	} {
		b, err := New(c.plan)
		if (b == nil) == (err == nil) || (err == nil) != (c.err == "") {
			t.Errorf("%s: %v, want error %q", c.say, err, c.err)
		} else if err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %q does not say %q", c.say, err, c.err)
		}
	}
}

func TestFindAndAt(t *testing.T) {
	b := build(t, oval(2, 3, 1).name(2, 2, "2/center").name(3, 1, "the-bridge"))
	if b.Len() != 6 || b.Rows != 3 || len(b.Row(2)) != 3 || b.Row(3)[0].Name != "the-bridge" {
		t.Errorf("%d spaces, %d rows, row 2 %v, row 3 %v", b.Len(), b.Rows, b.Row(2), b.Row(3))
	}
	for _, c := range []struct {
		name      string
		row, lane int
		id        ID
	}{
		{"1/1", 1, 1, 0},
		{"1/2", 1, 2, 1},
		{"2/1", 2, 1, 2},
		{"2/center", 2, 2, 3},
		{"2/2", 2, 2, 3},
		{"2/3", 2, 3, 4},
		{"the-bridge", 3, 1, 5},
		{"3/1", 3, 1, 5},
		{"3/2", 3, 2, None},
		{"1/3", 1, 3, None},
		{"0/1", 0, 1, None},
		{"4/1", 4, 1, None},
		{"1/0", 1, 0, None},
		{"-1/1", -1, 1, None},
	} {
		if id := b.Find(c.name); id != c.id {
			t.Errorf("Find(%q) = %d, want %d", c.name, id, c.id)
		}
		if id := b.At(c.row, c.lane); id != c.id {
			t.Errorf("At(%d, %d) = %d, want %d", c.row, c.lane, id, c.id)
		}
		if c.id == None {
			continue
		}
		if s := b.Space(c.id); s.Row != c.row || s.Lane != c.lane {
			t.Errorf("space %q is in row %d lane %d", c.name, s.Row, s.Lane)
		}
	}
	for _, name := range []string{"", "/", "1", "1/", "/1", "1/x", "x/1", "1/1/1", "center"} {
		if id := b.Find(name); id != None {
			t.Errorf("Find(%q) = %d", name, id)
		}
	}
}

func TestNextRow(t *testing.T) {
	closed, open := build(t, oval(1, 1, 1)), build(t, oval(1, 1, 1).open())
	for _, c := range []struct {
		board *Board
		row   int
		next  int
		on    bool
	}{
		{closed, 1, 2, true}, {closed, 3, 1, true},
		{open, 1, 2, true}, {open, 3, 1, false},
	} {
		if next, on := c.board.NextRow(c.row); next != c.next || on != c.on {
			t.Errorf("after row %d comes %d, %v; want %d, %v", c.row, next, on, c.next, c.on)
		}
	}
}
