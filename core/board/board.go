// Package board knows spaces, lanes and rows, which space leads to which, and
// who stands in whose way. Distances are whole rows; there are no floats.
//
//	b, err := board.New(board.Plan{Name: "oval", Lanes: 2, Rows: rows, Closed: true})
//	t := board.NewTraffic(b)
//	to, moved := t.Ahead(b.Find("4/1"), 6)
//
// It does not know cars, laps or rules: a car is a number that a space holds.
package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// MaxLanes is the number of lanes that a row can have.
const MaxLanes = 32

// ID is a space's index on its board.
type ID int32

// None is no space: a car that is off the board.
const None ID = -1

// Space is where a car can stand.
type Space struct {
	Name string // "12/1", or "28/center" where the lanes are named
	Row  int    // 1..Rows, counted from the line in the direction of the race
	Lane int    // 1..lanes, 1 is the inside
	Mark string // what the track wrote on the space, "" for nothing
	Next []ID   // the spaces a car may drive to from here, straight on first
	X, Y int    // where it is drawn, in hundredths of a space's length, Y southwards
}

// Plan is what a board is built from. Spaces are listed row by row and inside
// a row lane by lane.
type Plan struct {
	Name   string
	Lanes  int       // of the widest row
	Rows   [][]Space // Rows[i] is row i+1; Next holds indices in listing order
	Grid   []ID      // starting spaces, pole position first
	Closed bool      // the last row leads to the first
	Lines  []Line    // decoration: what is drawn beside the track
}

// Line is a run of points that is drawn and never driven on, such as a road
// beside the track.
type Line struct {
	Name   string
	Points [][2]int // as Space.X and Space.Y
}

// Board is a checked plan.
type Board struct {
	Name   string
	Rows   int
	Lanes  int
	Closed bool
	Grid   []ID
	Lines  []Line

	spaces []Space
	first  []ID     // first[r] is row r's lane 1; first[Rows+1] is one past the end
	full   []uint32 // full[r] has a bit for each lane of row r
	ahead  []uint32 // ahead[space] has a bit for each lane of the next row it leads to
	open   []bool   // open[r]: each space of row r leads to each space of the next row
	byName map[string]ID
	place  []place // by space: row and lane again, close together for speed
	marked []bool  // by space: it has a mark
}

// place is where a space lies.
type place struct{ row, lane int32 } // lane from 0

// New checks a plan: rows are not empty, names are one word and used once, as
// are grid places, each space but those of the last row of an open board leads
// on to the next row, and each space but those of the first row of an open
// board is reached from the row before. The error names the space.
func New(p Plan) (*Board, error) {
	b := &Board{
		Name: p.Name, Rows: len(p.Rows), Lanes: p.Lanes, Closed: p.Closed, Grid: p.Grid, Lines: p.Lines,
		first:  make([]ID, len(p.Rows)+2),
		full:   make([]uint32, len(p.Rows)+1),
		open:   make([]bool, len(p.Rows)+1),
		byName: map[string]ID{},
	}
	if b.Rows < 2 {
		return nil, fmt.Errorf("a track needs at least two rows of spaces")
	}
	for r, row := range p.Rows {
		if len(row) == 0 || len(row) > MaxLanes {
			return nil, fmt.Errorf("row %d has %d lanes; 1 to %d are possible", r+1, len(row), MaxLanes)
		}
		b.first[r+1] = ID(len(b.spaces))
		b.full[r+1] = 1<<len(row) - 1
		for lane, s := range row {
			s.Row, s.Lane = r+1, lane+1
			if s.Name == "" {
				s.Name = fmt.Sprintf("%d/%d", s.Row, s.Lane)
			}
			if strings.ContainsFunc(s.Name, unicode.IsSpace) {
				return nil, fmt.Errorf("%q cannot be a space's name: write it in one word", s.Name)
			}
			if _, twice := b.byName[s.Name]; twice {
				return nil, fmt.Errorf("two spaces are called %q", s.Name)
			}
			b.byName[s.Name] = ID(len(b.spaces))
			b.spaces = append(b.spaces, s)
			b.place = append(b.place, place{int32(r + 1), int32(lane)})
			b.marked = append(b.marked, s.Mark != "")
		}
	}
	b.first[b.Rows+1] = ID(len(b.spaces))
	if err := b.link(); err != nil {
		return nil, err
	}
	for i, g := range b.Grid {
		if g < 0 || int(g) >= len(b.spaces) {
			return nil, fmt.Errorf("grid place %d is not on the track", i+1)
		}
		if same := slices.Index(b.Grid, g); same < i {
			return nil, fmt.Errorf("grid place %d is on %s, as place %d is", i+1, b.spaces[g].Name, same+1)
		}
	}
	return b, nil
}

// link works out the lanes ahead of each space and refuses dead ends.
func (b *Board) link() error {
	b.ahead = make([]uint32, len(b.spaces))
	reached := make([]uint32, b.Rows+1)
	for id := range b.spaces {
		s := &b.spaces[id]
		next, on := b.NextRow(s.Row)
		for _, n := range s.Next {
			if n < 0 || int(n) >= len(b.spaces) || !on || b.spaces[n].Row != next {
				return fmt.Errorf("space %s leads to a space that is not in the next row", s.Name)
			}
			b.ahead[id] |= 1 << (b.spaces[n].Lane - 1)
		}
		if on && b.ahead[id] == 0 {
			return fmt.Errorf("space %s is a dead end", s.Name)
		}
		if on {
			reached[next] |= b.ahead[id]
		}
	}
	for r := 1; r <= b.Rows; r++ {
		b.open[r] = true
		next, on := b.NextRow(r)
		for id := b.first[r]; id < b.first[r+1]; id++ {
			b.open[r] = b.open[r] && on && b.ahead[id] == b.full[next]
			if lane := b.spaces[id].Lane; (r > 1 || b.Closed) && reached[r]&(1<<(lane-1)) == 0 {
				return fmt.Errorf("no space leads to %s", b.spaces[id].Name)
			}
		}
	}
	return nil
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

// Row lists the spaces of a row, 1..Rows, by lane.
func (b *Board) Row(r int) []Space { return b.spaces[b.first[r]:b.first[r+1]] }

// At is the space in a row and lane, None when there is no such space.
func (b *Board) At(row, lane int) ID {
	if row < 1 || row > b.Rows || lane < 1 || lane > int(b.first[row+1]-b.first[row]) {
		return None
	}
	return b.first[row] + ID(lane-1)
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
