package board

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// hairpin is two straights around a corner whose lanes have 2, 3 and 4 spaces:
// rows 4 to 7, the inside in rows 5 and 7, the middle in 5, 6 and 7.
func hairpin(stops int) Plan {
	return circuit(true, stretch{[]int{3, 3, 3}, -1}, stretch{[]int{2, 3, 4}, stops}, stretch{[]int{3, 3, 3}, -1})
}

func TestUnevenRows(t *testing.T) {
	b := build(t, hairpin(1))
	for _, c := range []struct {
		from, ahead, next string
	}{
		{"3/1", "5/1", "5/1 5/2"},
		{"3/2", "5/2", "5/2 5/1 4/3"},
		{"3/3", "4/3", "4/3 5/2"},
		{"4/3", "5/3", "5/3 5/2"},
		{"5/1", "7/1", "7/1 6/2"},
		{"5/2", "6/2", "6/2 7/1 6/3"},
		{"6/2", "7/2", "7/2 7/1 7/3"},
		{"7/1", "8/1", "8/1 8/2"},
		{"10/3", "1/3", "1/3 1/2"},
	} {
		s := b.Space(b.Find(c.from))
		next := ""
		for i, n := range s.Next {
			if i > 0 {
				next += " "
			}
			next += b.Space(n).Name
		}
		if ahead := b.Space(s.Ahead).Name; ahead != c.ahead || next != c.next {
			t.Errorf("%s leads to %s, ahead %s; want %s, ahead %s", c.from, next, ahead, c.next, c.ahead)
		}
	}
	for _, none := range []string{"4/1", "4/2", "6/1", "4/4", "4/0"} {
		if id := b.Find(none); id != None {
			t.Errorf("%s is %s", none, b.Space(id).Name)
		}
	}
	if len(b.Row(4)) != 1 || len(b.Row(6)) != 2 || b.Row(6)[0].Lane != 2 {
		t.Errorf("rows 4 and 6 are %v and %v", b.Row(4), b.Row(6))
	}
}

func TestUnevenAheadAndBehind(t *testing.T) {
	b := build(t, hairpin(1))
	for _, c := range []struct {
		say, cars     string
		n             int
		stop          bool
		ahead, behind string
	}{
		{"inside lane", "3/1", 2, false, "7/1, 2 rows", "1/1, 2 rows"},
		{"outside lane", "3/3", 5, false, "8/3, 5 rows", "8/3, 5 rows, crossed"},
		{"round a car", "3/3 5/3", 2, false, "6/3, 2 rows", "1/3, 2 rows"},
		{"beside a car", "3/1 7/1", 2, false, "6/2, 2 rows", "1/1, 2 rows"},
		{"back through the corner", "8/1", 3, false, "1/1, 3 rows, crossed", "3/1, 3 rows"},
		{"back onto a full row", "8/1 7/1 7/2 7/3", 1, false, "9/1, 1 rows", "5/1, 2 rows"},
		{"blocked all across", "3/2 5/1 5/2 4/3", 3, false, "3/2, 0 rows", "10/2, 3 rows, crossed"},
		{"behind a row that is full but for a way through", "5/3 7/1 7/2", 4, false, "9/3, 4 rows", "1/3, 4 rows"},
		{"home", "9/1", 3, true, "home, 2 rows, crossed", "7/1, 2 rows"},
	} {
		tr := traffic(t, b, c.cars)
		from := b.Find(c.cars[:3])
		if got := say(b, tr.Ahead(from, c.n, home(c.stop))); got != c.ahead {
			t.Errorf("%s: ahead %s, want %s", c.say, got, c.ahead)
		}
		if c.say == "home" {
			c.n = 2
		}
		if got := say(b, tr.Behind(from, c.n)); got != c.behind {
			t.Errorf("%s: behind %s, want %s", c.say, got, c.behind)
		}
	}
}

// slowAheadUneven looks at the ends of all ways of one length after the other.
func slowAheadUneven(b *Board, tr *Traffic, from ID, n, home int) Way {
	type end struct {
		id               ID
		changes, crossed int
	}
	ends := map[end]bool{{from, 0, 0}: true}
	steps := 0
	for ; steps < n; steps++ {
		next, best := map[end]bool{}, -1
		for e := range ends {
			s := b.Space(e.id)
			if s.Row == b.Rows && !b.Closed {
				best = e.crossed
			}
			for _, to := range s.Next {
				f := end{to, e.changes, e.crossed}
				if b.Space(to).Lane != s.Lane {
					f.changes++
				}
				if b.Space(to).Row < s.Row {
					f.crossed++
				}
				if f.crossed >= home && !b.Space(to).Side {
					best = e.crossed
				}
				if tr.Car(to) < 0 && !b.Space(to).Side {
					next[f] = true
				}
			}
		}
		if best >= 0 {
			return Way{None, steps + 1, best + 1}
		}
		if len(next) == 0 {
			break
		}
		ends = next
	}
	way := Way{To: from}
	best := 1 << 60
	for e := range ends {
		s := b.Space(e.id)
		side := s.Lane - b.Space(from).Lane
		far := max(2*side+1, -2*side)<<40 + e.changes<<20 - e.crossed*b.Rows - s.Row
		if steps > 0 && far < best {
			way, best = Way{e.id, steps, e.crossed}, far
		}
	}
	return way
}

// slowBack is the space before one in its lane; where the lane begins, the
// nearest in the row before.
func slowBack(b *Board, at ID) ID {
	s := b.Space(at)
	for id := range b.main {
		if b.Space(id).Ahead == at && b.Space(id).Lane == s.Lane {
			return id
		}
	}
	if s.Row == 1 && !b.Closed {
		return None
	}
	var list []ID
	for _, other := range b.Row((s.Row+b.Rows-2)%b.Rows + 1) {
		list = append(list, b.At(other.Row, other.Lane))
	}
	return slowNearest(b, list, s.Lane)
}

// slowBehindUneven goes back space by space, once round at most.
func slowBehindUneven(b *Board, tr *Traffic, from ID, n int) Way {
	free := func(at ID) (list []ID) {
		for lane := 1; lane <= b.Lanes; lane++ {
			if id := b.At(b.RowOf(at), lane); id != None && (id == from || tr.Car(id) < 0) {
				list = append(list, id)
			}
		}
		return list
	}
	way, at, crossed, rows := Way{To: from}, from, 0, 0
	for d := 1; n > 0; d++ {
		back := slowBack(b, at)
		if back == None {
			break
		}
		gap := b.RowOf(at) - b.RowOf(back)
		if gap < 0 {
			gap, crossed = gap+b.Rows, 1
		}
		if rows += gap; rows > b.Rows {
			break
		}
		if at = back; len(free(at)) > 0 {
			way = Way{slowNearest(b, free(at), b.Space(from).Lane), d, crossed}
			if d >= n {
				break
			}
		}
	}
	return way
}

func TestUnevenAgainstTheSlowWay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		b := randomCircuit(rnd)
		tr := NewTraffic(b)
		cars := fill(rnd, tr, rnd.Float64())
		before := fmt.Sprint(tr.car, tr.free)
		for _, from := range cars {
			if b.OnSide(from) {
				continue
			}
			n, home := rnd.IntN(2*b.Rows), 1+rnd.IntN(3)
			if got, want := tr.aheadUneven(from, n, home), slowAheadUneven(b, tr, from, n, home); got != want {
				t.Fatalf("%d spaces ahead of %s (home %v) among %v: %v, want %v", n, b.Space(from).Name, home, tr.car, got, want)
			}
			n = rnd.IntN(b.Rows + 1)
			if got, want := tr.behindUneven(from, n), slowBehindUneven(b, tr, from, n); got != want {
				t.Fatalf("%d spaces behind %s among %v: %v, want %v", n, b.Space(from).Name, tr.car, got, want)
			}
		}
		if after := fmt.Sprint(tr.car, tr.free); after != before {
			t.Fatalf("looking moved a car: %s, then %s", before, after)
		}
	}
}

// Even boards are searched row by row, but it is the same search.
func TestEvenIsUneven(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		b := randomBoard(t, rnd)
		if !b.even {
			t.Fatal("a board whose rows follow each other is not even")
		}
		tr, other := NewTraffic(b), *b
		other.even = false
		cars := fill(rnd, tr, rnd.Float64())
		slow := *tr
		slow.board = &other
		for _, from := range cars {
			n, home := rnd.IntN(3*b.Rows), 1+rnd.IntN(3)
			if got, want := slow.Ahead(from, n, home), tr.Ahead(from, n, home); got != want {
				t.Fatalf("%d spaces ahead of %s among %v: %v, want %v", n, b.Space(from).Name, tr.car, got, want)
			}
			if got, want := slow.Aimed(from, n, home), tr.Aimed(from, n, home); got != want {
				t.Fatalf("%d spaces ahead of %s among %v it aims at %v, want %v", n, b.Space(from).Name, tr.car, got, want)
			}
			n = rnd.IntN(b.Rows + 1)
			if got, want := slow.Behind(from, n), tr.Behind(from, n); got != want {
				t.Fatalf("%d spaces behind %s among %v: %v, want %v", n, b.Space(from).Name, tr.car, got, want)
			}
		}
	}
}
