package board

import "unsafe"

// Search says which paths are looked for. What it forbids is what spaces
// forbid; what a path costs in a game is for the rules to say.
//
// Built in: no occupied space is entered. Arrows bind. A car that leaves a
// corner in which it has made fewer stops than it asks overruns it: on the
// step out of the corner and from there to the end of the path it keeps its
// lane, whether or not arrows allow it, and drives through further corners in
// the same way. A bay ends a path. A path is shorter than a lap.
type Search struct {
	From         ID
	Steps        int  // spaces driven by the longest path wanted
	Shorter      int  // by how many spaces a path may be shorter than that
	Changes      int  // lane changes allowed; those along arrows do not count
	Stops        int  // made already in the corner that From lies in
	Home         int  // crossings of the line until it is home; 0 is never
	Side         bool // may turn into the side lane and, there, into a bay
	StraightOnly bool // keeps its lane as a car does that overruns
	Hazard       Set  // spaces that cost when driven over or stopped on

	// Areas tell paths apart that would otherwise end and cost the same: by
	// which of them they touch. There are at most MaxAreas.
	Areas []Set
	// Least is, by area, how many spaces a path that touches it has to drive;
	// areas without a number ask nothing.
	Least []int

	// Most is how much may be looked at: spaces reached on ways that differ in
	// cost, paths listed - each counts as four - and the corners that they
	// overrun. Areas can be touched in exponentially many ways. 0 is no limit.
	Most int
}

// tooShort is how many spaces a path that touches some areas would have to
// drive, 0 if it may drive so many.
func (s *Search) tooShort(areas uint32, steps int) int {
	for i, least := range s.Least {
		if areas>>i&1 != 0 && steps < least {
			return least
		}
	}
	return 0
}

// MaxAreas is how many areas a search can tell apart.
const MaxAreas = 32

// areas are those that a space lies in, a bit for each.
func (s *Search) areas(id ID) (in uint32) {
	for i, area := range s.Areas {
		if area.Has(id) {
			in |= 1 << i
		}
	}
	return in
}

// Set is a set of spaces. A nil one is empty.
type Set []uint64

// NewSet returns an empty set of a board's spaces.
func NewSet(b *Board) Set { return make(Set, (len(b.spaces)+63)/64) }

// Put adds a space.
func (s Set) Put(id ID) { s[id/64] |= 1 << (id % 64) }

// Has says that a space was added.
func (s Set) Has(id ID) bool { return s != nil && s[id/64]>>(id%64)&1 != 0 }

// Path is one way to drive, or the best known of several that end and cost the
// same.
type Path struct {
	To      ID        // where it ends, None when it goes home
	Steps   int       // spaces driven, Beyond among them
	Changes int       // lane changes, without those along arrows
	Hazards int       // spaces of Search.Hazard driven over or stopped on
	Areas   uint32    // which of Search.Areas it touches, a bit for each
	Crossed int       // how often it crosses the line, 0 or 1
	Overran []Overrun // corners, in the order they are overrun
	Home    bool      // it crosses the line for the last time and leaves the board
	Beyond  int       // spaces driven beyond the line when it goes home

	node int32
}

// Overrun is a corner left with too few stops.
type Overrun struct {
	Corner  int // index in Board.Corners from 1
	Missing int // stops short
	Beyond  int // spaces driven beyond its end; those beyond the line when home do not count
}

// Paths is the result of a search. It holds whatever becomes of the traffic,
// until it is used for another search.
type Paths struct {
	// List holds one path for each end and cost: longest first, then with
	// the fewest lane changes, the fewest hazards, the fewest areas, nearest
	// to the lane it began in.
	List []Path
	// Longest is how many spaces the longest path drives, listed or not; it
	// is below Search.Steps when cars block the way.
	Longest int
	// Looked is how much was looked at, as Search.Most counts it; when that is
	// more than Most, the search has given up and nothing else here holds.
	Looked int
	Search Search

	traffic *Traffic
	from    *way // of Search.From
	step    int  // the one being made
	nodes   []node
	layers  []int32              // layers[k] is the first node of those k steps on
	head    []int32              // by space: 1 + the last node made on it
	crowd   map[crowded]struct{} // nodes of the step on spaces that have many
	exits   []exit               // exits[0] stands for none
	homes   []arrival            // by step
	overran []Overrun            // memory of Path.Overran
}

// Size is about how many bytes the result takes.
func (p *Paths) Size() int {
	return cap(p.nodes)*int(unsafe.Sizeof(node{})) + cap(p.List)*int(unsafe.Sizeof(Path{})) + cap(p.exits)*int(unsafe.Sizeof(exit{})) +
		cap(p.homes)*int(unsafe.Sizeof(arrival{})) + cap(p.overran)*int(unsafe.Sizeof(Overrun{})) + 4*(cap(p.layers)+cap(p.head)) +
		2*len(p.crowd)*int(unsafe.Sizeof(crowded{}))
}

// node is a space reached in a certain number of steps at a certain cost.
type node struct {
	id      ID
	parent  int32 // node before it
	sibling int32 // 1 + the node made before it on the same space
	nth     int32 // how many there were before it on the same space in the same step
	cost
}

// crowded is a node as a key.
type crowded struct {
	id ID
	cost
}

// cost is what tells paths to one space apart.
type cost struct {
	changes, hazards int16
	exit             int32  // the last corner overrun, as an index in exits
	areas            uint32 // touched so far
}

// exit is a step out of a corner with too few stops.
type exit struct {
	corner, missing int32
	step            int32 // the step that led out
	before          int32 // the exit before it
}

// arrival is a step over the line that takes the car home.
type arrival struct {
	step   int // that crosses the line
	parent int32
	cost
}

// Blocked says that no path drives as many spaces as were asked for.
func (p *Paths) Blocked() bool { return p.Longest < p.Search.Steps }

// Spaces appends to a list the spaces of a path of the List, in the order they
// are driven, without the one it begins on and those beyond the last line.
func (p *Paths) Spaces(i int, list []ID) []ID {
	path := &p.List[i]
	n := path.Steps - path.Beyond
	for range n {
		list = append(list, None)
	}
	at := path.node
	for k := range n {
		list[len(list)-1-k] = p.nodes[at].id
		at = p.nodes[at].parent
	}
	return list
}
