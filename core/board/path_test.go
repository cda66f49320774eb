package board

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// text is a path in words: "9/1 after 4 by 5/1 7/1 8/1 9/1, 2 changes".
func (p *Paths) text(i int) string {
	path, b := &p.List[i], p.traffic.board
	by := []string{}
	for _, id := range p.Spaces(i, nil) {
		by = append(by, b.Space(id).Name)
	}
	return fmt.Sprintf("%s by %s", costText(b, path), strings.Join(by, " "))
}

// costText is what tells paths apart.
func costText(b *Board, p *Path) string {
	to := "home"
	if p.To != None {
		to = b.Space(p.To).Name
	}
	text := fmt.Sprintf("%s in %d", to, p.Steps)
	for _, part := range []struct {
		n    int
		what string
	}{{p.Changes, "changes"}, {p.Hazards, "hazards"}, {p.Crossed, "crossed"}, {p.Beyond, "beyond"}} {
		if part.n != 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	if p.Areas != 0 {
		text += fmt.Sprintf(", areas %b", p.Areas)
	}
	for _, o := range p.Overran {
		text += fmt.Sprintf(", overran %d by %d, %d short", o.Corner, o.Beyond, o.Missing)
	}
	return text
}

func hazard(b *Board, names ...string) Set {
	set := NewSet(b)
	for _, name := range names {
		set.Put(b.Find(name))
	}
	return set
}

func TestPaths(t *testing.T) {
	even := build(t, oval(2, 2, 2, 2, 2, 2, 2, 2))
	bend := build(t, hairpin(1))
	twice := build(t, hairpin(2))
	// 3/1 may only turn out, 3/2 not; arrows cost nothing.
	arrows := hairpin(1)
	out, in := arrows.space(3, 1), arrows.space(3, 2)
	out.Arrows, out.Next = true, []ID{arrows.id(5, 2)}
	in.Arrows, in.Next = true, []ID{arrows.id(5, 1), arrows.id(5, 2)}
	arrowed := build(t, arrows)
	// Two corners of one row each behind one another, the second asks nothing.
	chicane := build(t, circuit(true, stretch{[]int{2, 2}, -1}, stretch{[]int{1, 1}, 1}, stretch{[]int{2, 2}, 0}, stretch{[]int{1, 1}, 3}, stretch{[]int{6, 6}, -1}))
	open := build(t, oval(1, 1, 1, 1).open())
	// The side lane leaves 3/3 and comes back onto 9/3, with bays beside rows 5 and 6.
	sides := build(t, hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2))

	for _, c := range []struct {
		say    string
		board  *Board
		cars   string // the first one drives
		search Search
		want   string
	}{
		{"no step", even, "1/1", Search{}, "1/1 in 0 by "},
		{"straight on only, without changes", even, "1/1", Search{Steps: 2}, "3/1 in 2 by 2/1 3/1"},
		{"one change", even, "1/1", Search{Steps: 2, Changes: 1}, "3/1 in 2 by 2/1 3/1; 3/2 in 2, 1 changes by 2/1 3/2"},
		{"two changes are a cost", even, "1/1", Search{Steps: 2, Changes: 2},
			"3/1 in 2 by 2/1 3/1; 3/2 in 2, 1 changes by 2/1 3/2; 3/1 in 2, 2 changes by 2/2 3/1"},
		{"round a car", even, "1/1 2/1", Search{Steps: 2, Changes: 2}, "3/2 in 2, 1 changes by 2/2 3/2; 3/1 in 2, 2 changes by 2/2 3/1"},
		{"blocked", even, "1/1 3/1 3/2", Search{Steps: 3, Changes: 2}, "blocked after 1"},
		{"blocked, and how far it gets", even, "1/1 3/1 3/2", Search{Steps: 3, Shorter: 2, Changes: 2},
			"2/1 in 1 by 2/1; 2/2 in 1, 1 changes by 2/2; blocked after 1"},
		{"all lengths, longest first", even, "1/1", Search{Steps: 3, Shorter: 2}, "4/1 in 3 by 2/1 3/1 4/1; 3/1 in 2 by 2/1 3/1; 2/1 in 1 by 2/1"},
		{"hazards", even, "1/1", Search{Steps: 2, Changes: 1, Hazard: hazard(even, "2/1", "3/1")},
			"3/1 in 2, 2 hazards by 2/1 3/1; 3/2 in 2, 1 changes by 2/2 3/2; 3/2 in 2, 1 changes, 1 hazards by 2/1 3/2"},
		{"areas tell apart", even, "1/1", Search{Steps: 2, Changes: 2, Areas: []Set{hazard(even, "2/1"), hazard(even, "3/1", "3/2")}},
			"3/1 in 2, areas 11 by 2/1 3/1; 3/2 in 2, 1 changes, areas 10 by 2/2 3/2; 3/2 in 2, 1 changes, areas 11 by 2/1 3/2; 3/1 in 2, 2 changes, areas 10 by 2/2 3/1"},
		{"a path that touches an area is not too short", even, "1/1",
			Search{Steps: 2, Shorter: 1, Changes: 1, Areas: []Set{hazard(even, "2/1")}, Least: []int{2}},
			"3/1 in 2, areas 1 by 2/1 3/1; 3/2 in 2, 1 changes by 2/2 3/2; 3/2 in 2, 1 changes, areas 1 by 2/1 3/2; 2/2 in 1, 1 changes by 2/2"},
		{"nor is there one that would have to be too long", even, "1/1",
			Search{Steps: 1, Changes: 1, Areas: []Set{hazard(even, "2/1")}, Least: []int{2}}, "2/2 in 1, 1 changes by 2/2"},
		{"over the line", even, "8/1", Search{Steps: 2, Home: 2}, "2/1 in 2, 1 crossed by 1/1 2/1"},
		{"home", even, "7/1", Search{Steps: 4, Home: 1}, "home in 4, 1 crossed, 3 beyond by 8/1"},
		{"home past whoever stands there", even, "7/1 1/1 1/2 2/1", Search{Steps: 4, Home: 1}, "home in 4, 1 crossed, 3 beyond by 8/1"},
		{"home or not", even, "7/1", Search{Steps: 2, Shorter: 1, Home: 1}, "home in 2, 1 crossed, 1 beyond by 8/1; 8/1 in 1 by 8/1"},
		{"off an open board", open, "3/1", Search{Steps: 3}, "home in 3, 1 crossed, 2 beyond by 4/1"},
		{"shorter than a lap", even, "1/1", Search{Steps: 9}, "blocked after 7"},

		{"a corner's lanes", bend, "3/2", Search{Steps: 2, Changes: 1, Stops: 0},
			"6/2 in 2 by 5/2 6/2; 7/1 in 2, 1 changes by 5/2 7/1; 6/3 in 2, 1 changes by 5/2 6/3; 5/3 in 2, 1 changes by 4/3 5/3"},
		{"an overrun keeps its lane", bend, "7/1", Search{Steps: 2, Changes: 2}, "9/1 in 2, overran 1 by 2, 1 short by 8/1 9/1"},
		{"the step out too", bend, "5/1", Search{Steps: 2, Changes: 1},
			"8/1 in 2, overran 1 by 1, 1 short by 7/1 8/1; 7/2 in 2, 1 changes by 6/2 7/2"},
		{"stopped enough", bend, "7/1", Search{Steps: 1, Changes: 1, Stops: 1}, "8/1 in 1 by 8/1; 8/2 in 1, 1 changes by 8/2"},
		{"one stop short", twice, "7/1", Search{Steps: 1, Changes: 1, Stops: 1}, "8/1 in 1, overran 1 by 1, 1 short by 8/1"},
		{"two stops short", twice, "7/1", Search{Steps: 1}, "8/1 in 1, overran 1 by 1, 2 short by 8/1"},
		{"stops are for the corner it stands in", bend, "3/1", Search{Steps: 3, Stops: 1}, "8/1 in 3, overran 1 by 1, 1 short by 5/1 7/1 8/1"},
		{"an overrun into a car", bend, "7/1 8/1", Search{Steps: 1, Changes: 2}, "blocked after 0"},
		{"overrun corners", chicane, "2/1", Search{Steps: 6, Changes: 2},
			"8/1 in 6, overran 1 by 5, 1 short, overran 3 by 2, 3 short by 3/1 4/1 5/1 6/1 7/1 8/1; 8/2 in 6, 1 changes, overran 1 by 5, 1 short, overran 3 by 2, 3 short by 3/2 4/2 5/2 6/2 7/2 8/2"},

		{"an arrow is no change", arrowed, "3/1", Search{Steps: 1}, "5/2 in 1 by 5/2"},
		{"arrows bind", arrowed, "3/2", Search{Steps: 1, Changes: 2}, "5/2 in 1 by 5/2; 5/1 in 1 by 5/1"},
		{"arrows do not hold who cannot steer", arrowed, "3/1", Search{Steps: 1, StraightOnly: true}, "5/1 in 1 by 5/1"},
		{"nor an overrun", arrowed, "9/1 8/2", Search{Steps: 1}, "10/1 in 1 by 10/1"},

		{"past the side lane", sides, "3/3", Search{Steps: 1, Changes: 2}, "4/3 in 1 by 4/3; 5/2 in 1, 1 changes by 5/2"},
		{"into the side lane", sides, "3/3", Search{Steps: 1, Side: true}, "4/3 in 1 by 4/3; 4/side in 1 by 4/side"},
		{"not into a bay", sides, "4/side", Search{Steps: 2, Shorter: 1}, "6/side in 2 by 5/side 6/side; 5/side in 1 by 5/side"},
		{"a bay ends a path", sides, "4/side", Search{Steps: 3, Shorter: 2, Side: true},
			"7/side in 3 by 5/side 6/side 7/side; 6/side in 2 by 5/side 6/side; bay-2 in 2 by 5/side bay-2; 5/side in 1 by 5/side; bay-1 in 1 by bay-1"},
		{"out of a bay", sides, "bay-1", Search{Steps: 3}, "8/side in 3 by 6/side 7/side 8/side"},
		{"out of the side lane", sides, "8/side", Search{Steps: 2}, "10/3 in 2 by 9/3 10/3"},
		{"one file", sides, "4/side 6/side", Search{Steps: 3, Shorter: 2}, "5/side in 1 by 5/side; blocked after 1"},
	} {
		tr := traffic(t, c.board, c.cars)
		c.search.From = c.board.Find(strings.Fields(c.cars)[0])
		p := tr.Paths(c.search, nil)
		var got []string
		for i := range p.List {
			got = append(got, p.text(i))
		}
		if p.Blocked() {
			got = append(got, fmt.Sprintf("blocked after %d", p.Longest))
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.say, got, c.want)
		}
	}
}

// An overrun that begins before a space whose arrows forbid to go on drives on
// all the same, and so does the step that begins it.
func TestArrowsDoNotHoldAnOverrun(t *testing.T) {
	p := circuit(true, stretch{[]int{2, 2}, -1}, stretch{[]int{2, 2}, 1}, stretch{[]int{6, 6}, -1})
	for _, row := range []int{4, 5} {
		s := p.space(row, 1)
		s.Arrows, s.Next = true, []ID{p.id(row+1, 2)}
	}
	b := build(t, p)
	for from, want := range map[string]string{
		"3/1": "6/1 in 3, overran 1 by 2, 1 short by 4/1 5/1 6/1",
		"4/1": "7/1 in 3, overran 1 by 3, 1 short by 5/1 6/1 7/1",
		"5/1": "8/2 in 3 by 6/2 7/2 8/2",
	} {
		paths := traffic(t, b, from).Paths(Search{From: b.Find(from), Steps: 3}, nil)
		if len(paths.List) != 1 || paths.text(0) != want {
			t.Errorf("from %s: %d paths, %s; want %s", from, len(paths.List), paths.text(0), want)
		}
	}
}

// walker tries every sequence of spaces.
type walker struct {
	b     *Board
	t     *Traffic
	s     Search
	costs map[string][]ID // by cost: one way
}

func (w *walker) stopsOwed(s *Space) int {
	if s.Corner == 0 {
		return 0
	}
	owed := w.b.Corners[s.Corner-1].Stops
	if from := w.b.Space(w.s.From); s.Corner == from.Corner && s.Row >= from.Row { // not a lap on
		owed -= w.s.Stops
	}
	return max(owed, 0)
}

// walk drives on from the end of a way, so many rows from its beginning.
func (w *walker) walk(way []ID, p Path, rows int) {
	s := w.b.Space(way[len(way)-1])
	p.To, p.Steps = way[len(way)-1], len(way)-1
	w.note(p, way)
	if p.Steps == w.s.Steps || s.Bay > 0 && p.Steps > 0 {
		return
	}
	short := w.stopsOwed(s)
	if s.Ahead == None || w.s.Home == 1 && w.b.Space(s.Ahead).Row < s.Row {
		h := p
		h.Overran = slices.Clone(p.Overran)
		if short > 0 {
			h.Overran = append(h.Overran, Overrun{s.Corner, short, 0})
		}
		h.To, h.Home, h.Crossed = None, true, 1
		for h.Steps, h.Beyond = p.Steps+1, 1; h.Steps <= w.s.Steps; h.Steps, h.Beyond = h.Steps+1, h.Beyond+1 {
			w.note(h, way)
		}
	}
	tries := slices.Clone(s.Next)
	if !slices.Contains(tries, s.Ahead) && s.Ahead != None {
		tries = append(tries, s.Ahead)
	}
	for _, n := range tries {
		to := w.b.Space(n)
		crosses := to.Row < s.Row
		out := s.Corner != 0 && (to.Corner != s.Corner || crosses)
		stuck := w.s.StraightOnly || len(p.Overran) > 0 || out && short > 0
		next := p
		gap := to.Row - s.Row
		if crosses {
			gap += w.b.Rows
			next.Crossed++
		}
		switch {
		case w.t.Car(n) >= 0 || rows+gap >= w.b.Rows && w.b.Closed || crosses && w.s.Home == 1:
			continue
		case stuck && n != s.Ahead || !stuck && !slices.Contains(s.Next, n):
			continue
		case !stuck && (to.Bay > 0 || to.Side && !s.Side) && !w.s.Side:
			continue
		case n != s.Ahead && !s.Side && !to.Side && to.Lane != s.Lane && !s.Arrows:
			next.Changes++
		}
		if next.Changes > w.s.Changes {
			continue
		}
		if w.s.Hazard.Has(n) {
			next.Hazards++
		}
		for i, area := range w.s.Areas {
			if area.Has(n) {
				next.Areas |= 1 << i
			}
		}
		next.Overran = slices.Clone(p.Overran)
		for i := range next.Overran {
			next.Overran[i].Beyond++
		}
		if out && short > 0 {
			next.Overran = append(next.Overran, Overrun{s.Corner, short, 1})
		}
		w.walk(append(way[:len(way):len(way)], n), next, rows+gap)
	}
}

func (w *walker) note(p Path, way []ID) {
	for i, least := range w.s.Least {
		if p.Areas>>i&1 != 0 && p.Steps < least {
			return
		}
	}
	if p.Steps >= w.s.Steps-w.s.Shorter {
		w.costs[costText(w.b, &p)] = way
	}
}

// randomSearch looks for paths short enough that all of them can be tried.
func randomSearch(rnd *rand.Rand, b *Board, from ID) Search {
	s := Search{
		From: from, Steps: rnd.IntN(8), Changes: rnd.IntN(4), Stops: rnd.IntN(3), Home: rnd.IntN(3),
		Side: rnd.IntN(2) == 0, StraightOnly: rnd.IntN(6) == 0,
	}
	if rnd.IntN(2) == 0 {
		s.Shorter = rnd.IntN(s.Steps + 2)
	}
	if rnd.IntN(2) == 0 {
		s.Hazard = randomSet(rnd, b)
	}
	for rnd.IntN(3) == 0 {
		s.Areas = append(s.Areas, randomSet(rnd, b))
		if rnd.IntN(2) == 0 && len(s.Least) < len(s.Areas) {
			s.Least = append(s.Least, rnd.IntN(s.Steps+2))
		}
	}
	return s
}

func randomSet(rnd *rand.Rand, b *Board) Set {
	set := NewSet(b)
	for id := range ID(b.Len()) {
		if rnd.IntN(4) == 0 {
			set.Put(id)
		}
	}
	return set
}

func TestPathsAgainstAllWays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	var p Paths
	home, overran, side := 0, 0, 0
	for range 3000 {
		b := randomCircuit(rnd)
		tr := NewTraffic(b)
		for _, from := range fill(rnd, tr, rnd.Float64()*0.6) {
			w := walker{b: b, t: tr, s: randomSearch(rnd, b, from), costs: map[string][]ID{}}
			w.walk([]ID{from}, Path{}, 0)
			tr.Paths(w.s, &p)
			got := map[string]bool{}
			for i := range p.List {
				path := &p.List[i]
				cost := costText(b, path)
				if got[cost] {
					t.Fatalf("%+v finds %s twice", w.s, cost)
				}
				got[cost] = true
				if w.costs[cost] == nil {
					t.Fatalf("%+v from %s finds %s, which cannot be driven", w.s, b.Space(from).Name, p.text(i))
				}
				exact := w.s
				exact.Steps = path.Steps
				same, err := tr.Follow(exact, p.Spaces(i, nil))
				if err != nil || costText(b, &same) != cost {
					t.Fatalf("%+v from %s: %s is followed as %s (%v)", w.s, b.Space(from).Name, p.text(i), costText(b, &same), err)
				}
				if i > 0 && before(path, &p.List[i-1]) {
					t.Fatalf("%s is listed after %s", p.text(i), p.text(i-1))
				}
				if path.Home {
					home++
				}
				if len(path.Overran) > 1 {
					overran++
				}
				if path.To != None && b.Space(path.To).Bay > 0 {
					side++
				}
			}
			for cost, way := range w.costs {
				if !got[cost] {
					t.Fatalf("%+v from %s misses %s by %v", w.s, b.Space(from).Name, cost, way)
				}
			}
			w.s.Shorter, w.s.Least = 0, nil
			w.costs = map[string][]ID{}
			w.walk([]ID{from}, Path{}, 0)
			if p.Blocked() == (len(w.costs) > 0) {
				t.Fatalf("%+v from %s: blocked is %v, but %d paths are as long", w.s, b.Space(from).Name, p.Blocked(), len(w.costs))
			}
		}
	}
	if home < 1000 || overran < 100 || side < 50 {
		t.Errorf("only %d paths home, %d over two corners, %d into a bay: the test tests little", home, overran, side)
	}
}

// before is the order that the documentation promises.
func before(x, y *Path) bool {
	switch {
	case x.Steps != y.Steps:
		return x.Steps > y.Steps
	case x.Changes != y.Changes:
		return x.Changes < y.Changes
	}
	return x.Hazards < y.Hazards
}

// What was found does not change when the memory is used for something else
// in between, and is the same each time.
func TestPathsAreTheSameAgain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	var used Paths
	for range 300 {
		b := randomCircuit(rnd)
		tr := NewTraffic(b)
		for _, from := range fill(rnd, tr, 0.3) {
			s := randomSearch(rnd, b, from)
			tr.Paths(s, &used)
			again := tr.Paths(s, nil)
			if len(used.List) != len(again.List) || used.Longest != again.Longest {
				t.Fatalf("%d paths, then %d", len(used.List), len(again.List))
			}
			for i := range again.List {
				if used.text(i) != again.text(i) {
					t.Fatalf("%s, then %s", used.text(i), again.text(i))
				}
			}
		}
	}
}

// What nobody could drive is refused, and what is refused nobody could drive.
func TestFollowAgainstAllWays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	refused, legal := 0, 0
	for range 20000 {
		b := randomCircuit(rnd)
		tr := NewTraffic(b)
		cars := fill(rnd, tr, 0.2)
		if len(cars) == 0 {
			continue
		}
		s := randomSearch(rnd, b, cars[0])
		s.Shorter = 0
		var way []ID
		at := s.From
		for range s.Steps - rnd.IntN(s.Steps+1)/3 {
			next := append(slices.Clone(b.Space(at).Next), b.Space(at).Ahead, ID(rnd.IntN(b.Len())))
			at = next[rnd.IntN(len(next)-1+rnd.IntN(2))]
			if at == None {
				break
			}
			way = append(way, at)
		}
		got, err := tr.Follow(s, way)
		w := walker{b: b, t: tr, s: s, costs: map[string][]ID{}}
		w.only(way)
		if err == nil {
			legal++
			if cost := costText(b, &got); w.costs[cost] == nil {
				t.Fatalf("%+v from %s: %v is followed as %s", s, b.Space(s.From).Name, way, cost)
			}
			continue
		}
		refused++
		if len(w.costs) > 0 {
			t.Fatalf("%+v from %s: %v is refused: %v", s, b.Space(s.From).Name, way, err)
		}
	}
	if refused < 1000 || legal < 1000 {
		t.Errorf("%d refused, %d legal: the test tests little", refused, legal)
	}
}

// only keeps the costs of one way.
func (w *walker) only(way []ID) {
	all := walker{b: w.b, t: w.t, s: w.s, costs: map[string][]ID{}}
	blocked := NewTraffic(w.b) // all but the way is taken
	for id := range ID(w.b.Len()) {
		if !slices.Contains(way, id) || w.t.Car(id) >= 0 {
			blocked.Put(1, id)
		}
	}
	all.t = blocked
	all.walk([]ID{w.s.From}, Path{}, 0)
	for cost, found := range all.costs {
		if slices.Equal(found[1:], way) {
			w.costs[cost] = found
		}
	}
}

func TestFollowRefuses(t *testing.T) {
	arrows := hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2)
	s := arrows.space(9, 1)
	s.Arrows, s.Next = true, s.Next[:1]
	b := build(t, arrows)
	for _, c := range []struct {
		cars, by string
		search   Search
		err      string
	}{
		{"1/1", "2/1 3/1", Search{Steps: 2}, ""},
		{"1/1", "2/1", Search{Steps: 2}, "it has to drive 2 spaces, not 1"},
		{"1/1", "2/1 3/1 5/1", Search{Steps: 2}, "it has to drive 2 spaces, not 3"},
		{"1/1", "3/1", Search{Steps: 1}, "no step leads from 1/1 to 3/1"},
		{"9/1", "10/2", Search{Steps: 1, Changes: 1}, "no arrow leads from 9/1 to 10/2"},
		{"1/1", "2/2 3/1", Search{Steps: 2, Changes: 1}, "from 2/2 to 3/1 is one lane change more than the 1 allowed"},
		{"1/1 3/1", "2/1 3/1", Search{Steps: 2}, "3/1 is taken"},
		{"7/1", "8/2", Search{Steps: 1, Changes: 1}, "it keeps its lane from 7/1 on, so it cannot drive to 8/2"},
		{"7/1", "8/1 9/2", Search{Steps: 2, Changes: 1}, "it keeps its lane from 8/1 on, so it cannot drive to 9/2"},
		{"3/3", "4/side", Search{Steps: 1}, "it may not turn from 3/3 into 4/side"},
		{"4/side", "bay-1 6/side", Search{Steps: 2, Side: true}, "a move that turns into bay-1 ends there"},
		{"10/1", "1/1", Search{Steps: 1, Home: 1}, "it is home beyond 10/1"},
		{"10/1", "", Search{Steps: 1, Home: 1}, ""},
		{"9/1", "10/1", Search{Steps: 4}, "it has to drive 4 spaces, not 1"},
		{"1/1", "2/1 3/1 5/1 7/1 8/1 9/1 10/1 1/1", Search{Steps: 8, Stops: 1}, "a path is shorter than a lap"},
		{"1/1", "off", Search{Steps: 1}, "step 1 leads off the track"},
	} {
		tr := traffic(t, b, c.cars)
		c.search.From = b.Find(strings.Fields(c.cars)[0])
		var by []ID
		for _, name := range strings.Fields(c.by) {
			by = append(by, b.Find(name))
		}
		_, err := tr.Follow(c.search, by)
		if c.err == "" && err != nil || c.err != "" && (err == nil || err.Error() != c.err) {
			t.Errorf("%s by %s: %v, want %q", c.cars, c.by, err, c.err)
		}
	}
}

func TestCornersAreMeasured(t *testing.T) {
	b := build(t, hairpin(2))
	want := []Corner{{Stops: 2, From: 4, To: 7, Inside: 1, Shortest: 2, Longest: 4}}
	if !reflect.DeepEqual(b.Corners, want) {
		t.Errorf("%+v, want %+v", b.Corners, want)
	}
	for name, corner := range map[string]int{"3/1": 0, "4/3": 1, "5/1": 1, "7/2": 1, "8/2": 0} {
		if got := b.Space(b.Find(name)).Corner; got != corner {
			t.Errorf("%s lies in corner %d, want %d", name, got, corner)
		}
	}
	// Where the inside lane cannot be reached in time the way is longer.
	p := hairpin(1)
	for _, lane := range []int{1, 2} {
		s := p.space(3, lane)
		s.Arrows, s.Next = true, []ID{p.id(4, 3)}
	}
	s := p.space(4, 3)
	s.Arrows, s.Next = true, []ID{p.id(5, 3), p.id(5, 2)}
	if _, err := New(p); err == nil || !strings.Contains(err.Error(), "no space leads to 5/1") {
		t.Errorf("%v", err)
	}
}

func TestBeside(t *testing.T) {
	arrows := hairpin(1)
	s := arrows.space(8, 1)
	s.Arrows = true
	b := build(t, arrows)
	everywhere := NewTraffic(b)
	for id := range ID(b.Len()) {
		everywhere.Put(int(id), id)
	}
	for _, c := range []struct{ at, want string }{
		{"2/1", "1/1 2/2 3/1"},          // along the lane and across
		{"2/2", "1/2 2/1 2/3 3/2"},      // a middle lane has two sides
		{"1/3", "1/2 2/3 10/3"},         // over the line
		{"3/1", "2/1 3/2 5/1"},          // the lane skips row 4
		{"4/3", "3/3 5/3"},              // nobody is level in row 4
		{"8/1", "7/1 8/2 9/1 9/2"},      // an arrow leads to 9/2
		{"9/2", "8/1 8/2 9/1 9/3 10/2"}, // and comes from 8/1
		{"8/2", "7/2 8/1 8/3 9/2"},      // no arrow: 9/1 is not beside it
	} {
		var got []string
		for _, car := range everywhere.Beside(b.Find(c.at)) {
			got = append(got, b.Space(ID(car)).Name)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("beside %s stand %s, want %s", c.at, got, c.want)
		}
	}
	for _, c := range []struct{ at, want string }{
		{"2/1", "1/2 3/2"},         // a lane change ahead and one behind
		{"2/2", "1/1 1/3 3/1 3/3"}, // to both sides
		{"1/3", "2/2 10/2"},        // over the line
		{"3/1", "2/2 5/2"},         // the corner's lanes skip row 4
		{"3/2", "2/1 2/3 4/3 5/1"}, // but for the outermost
		{"8/1", "7/2"},             // 9/2 is beside it, by the arrow
		{"9/1", "8/2 10/2"},        // beside 8/1, not a lane change away
	} {
		var got []string
		for _, car := range everywhere.Diagonal(b.Find(c.at)) {
			got = append(got, b.Space(ID(car)).Name)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("a lane change from %s stand %s, want %s", c.at, got, c.want)
		}
		if got, want := everywhere.CountDiagonal(b.Find(c.at), -1), len(strings.Fields(c.want)); got != want {
			t.Errorf("a lane change from %s stand %d cars, want %d", c.at, got, want)
		}
	}
	sides := build(t, hairpin(1).side([2]int{3, 3}, [2]int{9, 3}, 2))
	tr := traffic(t, sides, "3/3 4/side 4/3 bay-1 5/side 9/3 8/side")
	for _, c := range []struct{ at, want string }{{"4/side", "[]"}, {"bay-1", "[]"}, {"3/3", "[2]"}, {"9/3", "[]"}} {
		if got := fmt.Sprint(tr.Beside(sides.Find(c.at))); got != c.want {
			t.Errorf("beside %s stand %s, want %s", c.at, got, c.want)
		}
		if got := tr.Diagonal(sides.Find(c.at)); got != nil {
			t.Errorf("a lane change from %s stand %v: the side lane is no neighbour", c.at, got)
		}
	}
}

// What is near is so both ways, and the two kinds of it are all that steps lead
// to and those level with a space.
func TestNearIsBothWays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 16))
	for range 500 {
		b := randomCircuit(rnd)
		for id := range b.main {
			for _, lists := range [][][]ID{b.near, b.across} {
				for _, n := range lists[id] {
					if !slices.Contains(lists[n], id) {
						t.Fatalf("%s is near %s, but not the other way", b.Space(n).Name, b.Space(id).Name)
					}
				}
			}
			for _, n := range b.Space(id).Next {
				near, across := slices.Contains(b.near[id], n), slices.Contains(b.across[id], n)
				if !b.OnSide(n) && near == across {
					t.Fatalf("from %s to %s: beside %v, a lane change away %v", b.Space(id).Name, b.Space(n).Name, near, across)
				}
			}
		}
	}
}

// Fewest is the length of the shortest of all ways.
func TestFewestAgainstAllWays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(17, 18))
	found, far := 0, 0
	for range 2000 {
		b := randomCircuit(rnd)
		tr := NewTraffic(b)
		from, to, most := ID(rnd.IntN(b.Len())), ID(rnd.IntN(b.Len())), rnd.IntN(12)
		want, here := -1, map[ID]bool{from: true}
		for n := 0; n <= most && want < 0; n++ {
			next := map[ID]bool{}
			for id := range here {
				if id == to {
					want = n
				}
				for _, ahead := range b.Space(id).Next {
					next[ahead] = true
				}
			}
			here = next
		}
		got, ok := tr.Fewest(from, to, most)
		if !ok {
			far++
			got = -1
		} else {
			found++
		}
		if got != want {
			t.Fatalf("from %s to %s in up to %d: %d, want %d", b.Space(from).Name, b.Space(to).Name, most, got, want)
		}
	}
	if found < 200 || far < 200 {
		t.Errorf("%d found, %d too far: the test tests little", found, far)
	}
}

// The seed's example of a move by mail: both cars stand in row 17 with eleven
// spaces to drive, and the last corner ends in row 20. Inside is to the right.
func TestTheMovesOfTheMail(t *testing.T) {
	p := circuit(true, stretch{[]int{14, 14, 14}, -1}, stretch{[]int{6, 6, 6}, 1}, stretch{[]int{12, 12, 12}, -1})
	for _, row := range p.Rows {
		for i, name := range []string{"inside", "center", "outside"} {
			row[i].Name = fmt.Sprintf("%d/%s", slices.IndexFunc(p.Rows, func(r []Space) bool { return &r[0] == &row[0] })+1, name)
		}
	}
	b := build(t, p)
	for _, c := range []struct {
		from      string
		steps     int
		to        string
		beyond    int
		by, moves string
	}{
		{"17/outside", 11, "28/center", 8, "18/outside 19/center 20/center 21/center 22/center 23/center 24/center 25/center 26/center 27/center 28/center", "1R9"},
		{"17/center", 10, "27/inside", 7, "18/inside 19/inside 20/inside 21/inside 22/inside 23/inside 24/inside 25/inside 26/inside 27/inside", "KR9"},
	} {
		tr := traffic(t, b, c.from)
		var by []ID
		for _, name := range strings.Fields(c.by) {
			by = append(by, b.Find(name))
		}
		s := Search{From: b.Find(c.from), Steps: c.steps, Changes: 2}
		path, err := tr.Follow(s, by)
		if err != nil || path.Changes != 1 || path.To != b.Find(c.to) || !slices.Equal(path.Overran, []Overrun{{1, 1, c.beyond}}) {
			t.Errorf("%s is %s (%v)", c.moves, costText(b, &path), err)
		}
		if p := tr.Paths(s, nil); !slices.ContainsFunc(p.List, func(x Path) bool { return costText(b, &x) == costText(b, &path) }) {
			t.Errorf("%s is not found", c.moves)
		}
	}
}
