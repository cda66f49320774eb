package board

import (
	"fmt"
	"strings"
	"testing"
)

// ford is two lanes, 2 and 3, with one more on either side in rows 4 and 5.
func ford() Plan {
	return circuit(true, stretch{[]int{0, 3, 3, 0}, -1}, stretch{[]int{2, 2, 2, 2}, -1}, stretch{[]int{0, 7, 7, 0}, -1})
}

func TestLanesThatEnd(t *testing.T) {
	b := build(t, ford())
	for _, c := range []struct{ from, ahead, next string }{
		{"2/2", "3/2", "3/2 3/3"},
		{"3/2", "4/2", "4/2 4/1 4/3"},
		{"3/3", "4/3", "4/3 4/2 4/4"},
		{"4/1", "5/1", "5/1 5/2"},
		{"5/1", "6/2", "6/2"},
		{"5/2", "6/2", "6/2 6/3"},
		{"5/4", "6/3", "6/3"},
		{"12/3", "1/3", "1/3 1/2"},
	} {
		s := b.Space(b.Find(c.from))
		var next []string
		for _, id := range s.Next {
			next = append(next, b.Space(id).Name)
		}
		if ahead := b.Space(s.Ahead).Name; ahead != c.ahead || strings.Join(next, " ") != c.next {
			t.Errorf("%s leads to %s, ahead %s; want %s, ahead %s", c.from, next, ahead, c.next, c.ahead)
		}
	}
}

// Arrows at the end of a lane do not send who cannot steer round to its
// beginning.
func TestArrowsWhereALaneEnds(t *testing.T) {
	p := ford()
	p.space(5, 1).Arrows = true
	b := build(t, p)
	if got := b.Space(b.Space(b.Find("5/1")).Ahead).Name; got != "6/2" {
		t.Errorf("5/1 leads on to %s", got)
	}
	p = ford()
	p.space(5, 1).Next = []ID{p.id(4, 1)}
	if _, err := New(p); err == nil || err.Error() != "space 5/1 ends its lane, yet leads on in it to 4/1" {
		t.Errorf("%v", err)
	}
	p = ford()
	p.space(5, 1).Next = nil
	if _, err := New(p); err == nil || err.Error() != "space 5/1 is a dead end" {
		t.Errorf("%v", err)
	}
}

// A car keeps its lane past the ends of others, uses a free space of a lane
// that ends to get past, and leaves it where it ends without a lane change.
func TestDrivingWhereLanesEnd(t *testing.T) {
	b := build(t, ford())
	for _, c := range []struct {
		cars   string // the first one drives
		n      int
		want   string
		behind string
	}{
		{"3/2", 4, "7/2, 4 rows", "11/2, 4 rows, crossed"},
		{"3/2 5/2 5/3", 4, "7/2, 4 rows", "11/2, 4 rows, crossed"},
		{"3/2 4/2 4/3 4/4 5/1", 4, "7/2, 4 rows", "11/2, 4 rows, crossed"},
		{"3/2 4/1 4/2 4/3 4/4", 4, "3/2, 0 rows", "11/2, 4 rows, crossed"},
		{"5/1", 2, "7/2, 2 rows", "3/2, 2 rows"},
		{"5/4 6/3", 2, "5/4, 0 rows", "3/3, 2 rows"},
		{"6/2", 1, "7/2, 1 rows", "5/2, 1 rows"},
		{"7/3 5/3", 2, "9/3, 2 rows", "5/2, 2 rows"},
	} {
		tr := traffic(t, b, c.cars)
		from := b.Find(strings.Fields(c.cars)[0])
		if got := say(b, tr.Ahead(from, c.n, 9)); got != c.want {
			t.Errorf("%s: %d ahead %s, want %s", c.cars, c.n, got, c.want)
		}
		if got := say(b, tr.Behind(from, c.n)); got != c.behind {
			t.Errorf("%s: %d behind %s, want %s", c.cars, c.n, got, c.behind)
		}
	}
	for _, c := range []struct {
		cars   string
		search Search
		want   string
	}{
		{"3/2 4/2", Search{Steps: 3}, "blocked"},
		{"3/2 4/2", Search{Steps: 3, Changes: 1}, "6/2 in 3, 1 changes by 4/1 5/1 6/2; 6/3 in 3, 1 changes by 4/3 5/3 6/3"},
		{"4/1", Search{Steps: 3, StraightOnly: true}, "7/2 in 3 by 5/1 6/2 7/2"},
		{"4/1 6/2", Search{Steps: 2}, "blocked"},
		{"5/4", Search{Steps: 1, Changes: 2}, "6/3 in 1 by 6/3"},
	} {
		tr := traffic(t, b, c.cars)
		c.search.From = b.Find(strings.Fields(c.cars)[0])
		p := tr.Paths(c.search, nil)
		got := []string{}
		for i := range p.List {
			got = append(got, p.text(i))
		}
		if p.Blocked() {
			got = append(got, "blocked")
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %s, want %s", c.cars, text, c.want)
		}
	}
	tr := traffic(t, b, "5/1 6/2 5/2 4/1 4/2 6/3")
	if got := fmt.Sprint(tr.Beside(b.Find("5/1"))); got != "[3 2 1]" {
		t.Errorf("beside 5/1 stand %s", got)
	}
}
