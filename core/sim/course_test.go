package sim

import (
	"fmt"
	"testing"
)

// How a race went, by hand: A, B and C stand on the grid in this order.
func TestCourse(t *testing.T) {
	for _, c := range []struct {
		name, text                                string
		late, ahead, kept, decisions, real, waits int
	}{
		{"from pole to the flag", "A+2 B+1 C+1 | A+2 B+1 C+1", 0, 2, 100, 0, 0, 0},
		{"a new leader in the last round", "A+2 B+1 C+1 | A+1 B+5 C+1", 100, 0, 50, 0, 0, 0},
		{"in the first of four", "B+5 A+1 C+1 | A+1 B+1 C+1 | A+1 B+1 C+1 | A+1 B+1 C+1", 25, 3, 50, 0, 0, 0},
		{"behind in between", "A+3 B+2 C+1 | B+5 A+1 C+1 | A+5 B+1 C+1", 100, 0, 100, 0, 0, 0},
		{"the other way round", "C+3 B+2 A+1", 100, 0, -100, 0, 0, 0},
		{"one stands", "A+2 B+1 | A+2 B+1 C+1 | A+1", 0, 3, 100, 0, 0, 3},
		{"one stands and decides", "A+2 B+1 C? | B+1 A? C?", 0, 2, 100, 3, 0, 0},
		{"one decides after it stood", "A+2 B+1 | A+2 B+1 C?", 0, 2, 100, 1, 0, 1},
		{"the other choice was as good", "A?0 A+2 B?500 C?501 | A+1 B?", 0, 2, 100, 4, 2, 1},
		{"the game master decides", "_? A+2 B+1 C+1", 0, 1, 100, 1, 0, 0},
		{"who is out waits for nothing", "A! B+2 C+1 | B+1 C+1 | B+1 C+1", 33, 2, -50, 0, 0, 0},
		{"who is home neither", "A+12 B+1 C+1 | B+1 C+1", 0, 2, 100, 0, 0, 0},
		{"nobody comes home", "A+2 B+1 C+1 | A! B! C!", 0, 0, 50, 0, 0, 0},
	} {
		counts := scripted(t, 1, "ABC", "", c.text).Counts[0]
		want := Course{}
		for i, n := range []int{c.late, c.ahead, c.kept, c.decisions, c.real, c.waits} {
			want[i] = Histogram{n: 1}
		}
		if got := fmt.Sprint(counts.Course); got != fmt.Sprint(want) {
			t.Errorf("%s: %s: %s, want %v", c.name, c.text, got, want)
		}
	}
}

// Known is by hand too: who led so many rounds before the end has won.
func TestKnown(t *testing.T) {
	for _, c := range []struct{ text, races, right string }{
		{"A+2 B+1 C+1 | A+2 B+1 C+1", "[1 1 1 0]", "[1 1 1 0]"},
		{"A+3 B+2 C+1 | B+5 A+1 C+1 | A+5 B+1 C+1", "[1 1 1 1]", "[1 0 1 1]"},
		{"B+3 A+1 C+1 | A+1 B+1 C+1", "[1 1 1 0]", "[1 1 0 0]"},
		{"A! B! C! | ", "[0 0 0 0]", "[0 0 0 0]"},
	} {
		k := scripted(t, 1, "ABC", "", c.text).Counts[0].Known
		if races, right := fmt.Sprint(k.Races[:4]), fmt.Sprint(k.Right[:4]); races != c.races || right != c.right {
			t.Errorf("%s: of %s right %s, want %s and %s", c.text, races, right, c.races, c.right)
		}
	}
}

func TestKnownBefore(t *testing.T) {
	for _, c := range []struct {
		races, right []int64
		want         int
	}{
		{nil, nil, -1},
		{[]int64{100}, []int64{89}, -1},
		{[]int64{100, 100}, []int64{100, 89}, 0},
		{[]int64{100, 100, 100, 100}, []int64{100, 95, 90, 89}, 2},
		{[]int64{100, 100, 100, 100}, []int64{100, 89, 95, 95}, 0}, // it was open once more
		{[]int64{100, 40}, []int64{100, 40}, 1},                    // most races are shorter
	} {
		var k Known
		copy(k.Races[:], c.races)
		copy(k.Right[:], c.right)
		if got := k.Before(); got != c.want {
			t.Errorf("%v of %v: %d, want %d", c.right, c.races, got, c.want)
		}
	}
}

// A slot that nobody took is no place.
func TestGridKept(t *testing.T) {
	for _, c := range []struct {
		places []int
		want   int
	}{
		{[]int{1, 2, 3, 4}, 100}, {[]int{4, 3, 2, 1}, -100}, {[]int{2, 1, 4, 3}, 60}, {[]int{1, 0, 2, 0}, 100},
		{[]int{0, 2, 0, 1}, -100}, {[]int{1}, 0}, {[]int{0, 0}, 0}, {nil, 0},
	} {
		if got := gridKept(c.places); got != c.want {
			t.Errorf("%v: %d, want %d", c.places, got, c.want)
		}
	}
}

// Before the last bit there are rounds enough: a longer race has no more of them.
func TestKnownOfALongRace(t *testing.T) {
	var k Known
	k.take(&course{right: 1<<63 | 1}, 500)
	if k.Races[maxKnown-1] != 1 || k.Right[0] != 1 || k.Right[1] != 0 || k.Right[63] != 1 {
		t.Errorf("%+v", k)
	}
}
