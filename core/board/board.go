// Package board knows spaces, lanes and rows, which space leads to which,
// corners and the side lane, who stands in whose way, and every legal path from
// a space. Distances are whole rows; there are no floats.
//
//	b, err := board.New(board.Plan{Name: "oval", Lanes: 2, Rows: rows, Closed: true})
//	t := board.NewTraffic(b)
//	to := t.Ahead(b.Find("4/1"), 6, 1).To
//	paths := t.Paths(board.Search{From: to, Steps: 11, Changes: 2}, nil)
//
// A row is one unit of progress: cars whose rows are equal are level. Where
// the lanes of a corner differ in length the shorter ones skip rows, so a row
// may lack some lanes and a space may lead more than one row ahead.
//
// The package does not know cars, laps or rules: a car is a number that a
// space holds, and what a path costs is for others to say.
package board

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// MaxLanes is the number of lanes that a row can have.
const MaxLanes = 32

// MaxCapacity is how many cars a space can hold.
const MaxCapacity = 100

// ID is a space's index on its board.
type ID int32

// None is no space: a car that is off the board.
const None ID = -1

// Space is where a car can stand.
type Space struct {
	Name string // "12/1", or "28/center" where the lanes are named; "98/side", "bay-3"
	Row  int    // 1..Rows, counted from the line in the direction of the race
	Lane int    // 1..Lanes, 1 is the inside; Lanes+1 is the side lane, Lanes+2 its bays
	Mark string // what the track wrote on the space, "" for nothing

	// Arrows says that the lane changes from here are drawn as arrows: they
	// do not count towards a limit of lane changes.
	Arrows bool
	// Ends says that the lane ends here, though it may begin again further on:
	// a car that cannot steer drives into the lane beside it.
	Ends bool
	// Next are the spaces a car may drive to from here: straight on first if
	// that is legal, the side lane last.
	Next []ID
	// Ahead is the next space of its own lane, where a car goes that cannot
	// steer, whether or not arrows allow it; where the lane ends it is the
	// first of Next. None at the end of an open board. New finds it.
	Ahead ID

	Capacity int // how many cars it holds; New makes 0 one

	Corner int  // index in Board.Corners from 1, 0 outside of them; New sets it
	Side   bool // it lies in the side lane, which cars turn into only on purpose, or is a bay; New sets it
	Bay    int  // number of the bay, 0 for all others

	X, Y int // where it is drawn, in hundredths of a space's length, Y southwards
}

// Plan is what a board is built from. Spaces are listed row by row, inside a
// row lane by lane, and those of the side lane after all others; Next and Grid
// hold places in that list, from 0.
type Plan struct {
	Name    string
	Lanes   int       // of the widest row
	Rows    [][]Space // Rows[i] is row i+1; a Lane of 0 is the place in the row
	Side    []Space   // the side lane from entry to exit and its bays; Row says beside which row each lies
	Corners []Corner  // in the order of the race
	Grid    []ID      // starting spaces, pole position first
	Closed  bool      // the last row leads to the first
	Right   int       // as Board.Right; 0 is -1
	Lines   []Line    // decoration: what is drawn beside the track
}

// Line is a run of points that is drawn and never driven on, such as a road
// beside the track.
type Line struct {
	Name   string
	Points [][2]int // as Space.X and Space.Y
}

// Board is a checked plan.
type Board struct {
	Name    string
	Rows    int
	Lanes   int
	Closed  bool
	Right   int // by how much the lane number changes one lane to the right: +1 or -1
	Corners []Corner
	Grid    []ID
	Lines   []Line

	spaces []Space // those of the rows, then those of the side lane
	main   ID      // how many lie in the rows
	first  []ID    // first[r] is row r's first space; first[Rows+1] is one past the end
	full   []uint32
	byName map[string]ID
	place  []place // by space: row and lane again, close together for speed
	marked []bool  // by space: it has a mark
	near   [][]ID  // by space: those beside it
	across [][]ID  // by space: those a lane change away, ahead or behind, that are not beside it

	shared bool // some space holds more than one car

	even  bool     // each row has lanes 1 to n and leads to the next row alone
	ahead []uint32 // of an even board: ahead[space] has a bit for each lane of the next row it leads to
	open  []bool   // of an even board: each space of the row leads to each space of the next
	wide  bool     // it is even, and all its rows are open
	back  []ID     // by space: the one before it in its own lane, None before the first

	ways []way // by space: for the search of paths
	outs []out
}

// place is where a space lies.
type place struct {
	row, lane int32  // lane from 0
	bit       uint32 // of its lane in full, 0 in the side lane
}

// New checks a plan and numbers its spaces. Rows are not empty and list their
// spaces by lane; names are one word and used once; grid places are used once.
// Each space leads ahead - never back, level, or over a space of the lane it
// leads to - unless it lies in the last row of an open board, and each is led
// to unless it lies in the first row of one. Corners lie one after the other
// and not across the line. The error names the space or the corner.
func New(p Plan) (*Board, error) {
	b := &Board{
		Name: p.Name, Rows: len(p.Rows), Lanes: p.Lanes, Closed: p.Closed, Right: p.Right,
		Corners: slices.Clone(p.Corners), Grid: p.Grid, Lines: p.Lines,
		first: make([]ID, len(p.Rows)+2), full: make([]uint32, len(p.Rows)+1), byName: map[string]ID{},
	}
	if b.Right == 0 {
		b.Right = -1
	}
	if b.Right != 1 && b.Right != -1 {
		return nil, fmt.Errorf("right is %d; a lane to the right has a number one higher (1) or lower (-1)", p.Right)
	}
	if b.Rows < 2 {
		return nil, fmt.Errorf("a track needs at least two rows of spaces")
	}
	if err := b.number(p); err != nil {
		return nil, err
	}
	if err := b.link(); err != nil {
		return nil, err
	}
	if err := b.bend(); err != nil {
		return nil, err
	}
	if err := b.checkGrid(); err != nil {
		return nil, err
	}
	b.pack()
	return b, nil
}

// number gives every space its name, row, lane and ID.
func (b *Board) number(p Plan) error {
	for r, row := range p.Rows {
		if len(row) == 0 || len(row) > MaxLanes {
			return fmt.Errorf("row %d has %d lanes; 1 to %d are possible", r+1, len(row), MaxLanes)
		}
		b.first[r+1] = ID(len(b.spaces))
		last := 0
		for i, s := range row {
			if s.Row = r + 1; s.Lane == 0 {
				s.Lane = i + 1
			}
			if s.Lane <= last || s.Lane > MaxLanes {
				return fmt.Errorf("row %d lists lane %d after lane %d; lanes are 1 to %d, in order", s.Row, s.Lane, last, MaxLanes)
			}
			last = s.Lane
			b.full[s.Row] |= 1 << (s.Lane - 1)
			b.Lanes = max(b.Lanes, s.Lane)
			if err := b.add(s, fmt.Sprintf("%d/%d", s.Row, s.Lane), 1<<(s.Lane-1)); err != nil {
				return err
			}
		}
	}
	b.main = ID(len(b.spaces))
	b.first[b.Rows+1] = b.main
	for _, s := range p.Side {
		s.Side, s.Lane = true, b.Lanes+1
		name := fmt.Sprintf("%d/side", s.Row)
		if s.Bay != 0 {
			s.Lane, name = b.Lanes+2, fmt.Sprintf("bay-%d", s.Bay)
		}
		if s.Row < 1 || s.Row > b.Rows {
			return fmt.Errorf("space %s of the side lane lies beside row %d; the track has rows 1 to %d", name, s.Row, b.Rows)
		}
		if err := b.add(s, name, 0); err != nil {
			return err
		}
	}
	return nil
}

// add appends a space, under a name of its own or the one given.
func (b *Board) add(s Space, name string, bit uint32) error {
	if s.Name == "" {
		s.Name = name
	}
	if s.Capacity = max(1, s.Capacity); s.Capacity > MaxCapacity {
		return fmt.Errorf("space %s holds %d cars; %d are the most", s.Name, s.Capacity, MaxCapacity)
	}
	b.shared = b.shared || s.Capacity > 1
	if strings.ContainsFunc(s.Name, unicode.IsSpace) {
		return fmt.Errorf("%q cannot be a space's name: write it in one word", s.Name)
	}
	if _, twice := b.byName[s.Name]; twice {
		return fmt.Errorf("two spaces are called %q", s.Name)
	}
	b.byName[s.Name] = ID(len(b.spaces))
	b.spaces = append(b.spaces, s)
	b.place = append(b.place, place{int32(s.Row), int32(s.Lane - 1), bit})
	b.marked = append(b.marked, s.Mark != "")
	return nil
}

func (b *Board) checkGrid() error {
	for i, g := range b.Grid {
		if g < 0 || g >= b.main {
			return fmt.Errorf("grid place %d is not on the track", i+1)
		}
		if uses(b.Grid[:i+1], g) > b.spaces[g].Capacity {
			return fmt.Errorf("grid place %d is on %s, as place %d is", i+1, b.spaces[g].Name, slices.Index(b.Grid, g)+1)
		}
	}
	return nil
}

// uses is how often a list has a space.
func uses(list []ID, id ID) (n int) {
	for _, other := range list {
		if other == id {
			n++
		}
	}
	return n
}

// NextRow is the row after r, and whether there is one.
func (b *Board) NextRow(r int) (int, bool) {
	if r < b.Rows {
		return r + 1, true
	}
	return 1, b.Closed
}

// Len is the number of spaces.
func (b *Board) Len() int { return len(b.spaces) }

// Space returns a space; the pointer is to the board's own and must not be
// written through.
func (b *Board) Space(id ID) *Space { return &b.spaces[id] }

// Marked says that a space has a mark.
func (b *Board) Marked(id ID) bool { return b.marked[id] }

// RowOf is the row of a space.
func (b *Board) RowOf(id ID) int { return int(b.place[id].row) }

// OnSide says that a space lies in the side lane or is a bay.
func (b *Board) OnSide(id ID) bool { return id >= b.main }

// Row lists the spaces of a row, 1..Rows, by lane; the side lane is not among
// them.
func (b *Board) Row(r int) []Space { return b.spaces[b.first[r]:b.first[r+1]] }

// At is the space in a row and lane, None when there is no such space. The
// side lane has none.
func (b *Board) At(row, lane int) ID {
	if row < 1 || row > b.Rows || lane < 1 || lane > MaxLanes {
		return None
	}
	bit := uint32(1) << (lane - 1)
	if b.full[row]&bit == 0 {
		return None
	}
	return b.first[row] + ID(bits.OnesCount32(b.full[row]&(bit-1)))
}

// Find is the space of a name, None when there is none.
func (b *Board) Find(name string) ID {
	if id, ok := b.byName[name]; ok {
		return id
	}
	if row, lane, ok := strings.Cut(name, "/"); ok {
		r, err1 := strconv.Atoi(row)
		l, err2 := strconv.Atoi(lane)
		if err1 == nil && err2 == nil {
			return b.At(r, l)
		}
	}
	return None
}
