package sim

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
)

// While a run is under way its sums are those of a run of so many races, with
// any number of workers.
func TestProgressIsOfAWholeBeginning(t *testing.T) {
	want := map[int64]string{}
	for n := int64(1); n <= 60; n++ {
		r := whole(t, "s", n, troubled, &faster)
		r.Races, r.To = 60, 60
		want[n] = encoded(t, r)
	}
	for _, workers := range []int{1, 3, 7} {
		seen := map[int64]bool{}
		b := faster.variant()
		job := Job{Seed: "s", Races: 60, From: 1, To: 60, Workers: workers, A: troubled.variant(), Others: []Variant{b}}
		job.Progress = func(sum *Result) bool {
			if n := sum.Done(); n > 0 {
				seen[n] = true
				if got := encoded(t, sum); got != want[n] {
					t.Errorf("%d workers, %d races: %s", workers, n, differ(got, want[n]))
				}
			}
			return false
		}
		if _, err := Run(context.Background(), job); err != nil {
			t.Fatal(err)
		}
		if len(seen) != 60 {
			t.Errorf("%d workers: %d sums were shown", workers, len(seen))
		}
	}
}

// When every race of a side fails, more of them will tell nothing.
func TestHopeless(t *testing.T) {
	failing := oval{fates: always("fail")}
	for _, c := range []struct {
		name  string
		races int64
		a     oval
		b     *oval
		want  bool
	}{
		{"all fail", 100, failing, nil, true},
		{"not looked at", 99, failing, nil, false},
		{"all of one side", 100, plain, &failing, true},
		{"some fail", 100, troubled, nil, false},
		{"none fails", 100, plain, nil, false},
	} {
		if got := whole(t, "s", c.races, c.a, c.b).Hopeless(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// An open run ends where its sums are enough, and is the run of that number.
func TestOpenRunEnds(t *testing.T) {
	for _, c := range []struct {
		name   string
		enough func(*Result) bool
		want   int64
	}{
		{"at a number", func(sum *Result) bool { return sum.Done() == 37 }, 37},
		{"when it is sure", (*Result).Sure, 10_000},
	} {
		want := encoded(t, whole(t, "s", c.want, plain, nil))
		for _, workers := range []int{1, 2, 7} {
			r, err := Run(context.Background(), Job{Seed: "s", Workers: workers, A: plain.variant(), Progress: c.enough})
			if err != nil {
				t.Fatal(err)
			}
			if got := encoded(t, r); got != want || !r.Whole() {
				t.Errorf("%s, %d workers: %d races; %s", c.name, workers, r.Done(), differ(got, want))
			}
		}
	}
}

// An open run that is stopped is the run of the races that it has.
func TestOpenRunStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Run(ctx, Job{Seed: "s", Workers: 2, A: plain.variant(), Progress: func(sum *Result) bool {
		if sum.Done() >= 20 {
			cancel()
		}
		return false
	}})
	if err != nil {
		t.Fatal(err)
	}
	if want := encoded(t, whole(t, "s", r.Done(), plain, nil)); r.Done() < 20 || encoded(t, r) != want {
		t.Errorf("%d races; %s", r.Done(), differ(encoded(t, r), want))
	}
}

func TestLooks(t *testing.T) {
	for n, want := range map[int64]int64{0: 100, 100: 100, 101: 150, 151: 200, 201: 300, 301: 500, 501: 700, 701: 1000, 1001: 1500, 1999: 2000, 7001: 10_000, 69_999: 70_000} {
		if got := NextLook(n); got != want || !Look(got) {
			t.Errorf("from %d on: %d, want %d", n, got, want)
		}
	}
	for _, n := range []int64{0, 1, 10, 50, 120, 400, 1100, 1510, 10_500} {
		if Look(n) {
			t.Errorf("%d is looked at", n)
		}
	}
}

func TestHeadlines(t *testing.T) {
	for _, c := range []struct {
		name        string
		got         Headline
		reach, want float64
		sure        bool
	}{
		{"a mean, to a fiftieth", Histogram{10: 50, 14: 50}.headline(""), 2 * math.Sqrt(400.0/99/100), 0.24, false},
		{"a mean, of many", Histogram{10: 5000, 14: 5000}.headline(""), 2 * math.Sqrt(40000.0/9999/10000), 0.24, true},
		{"a small mean, to a twentieth", Histogram{0: 5000, 1: 5000}.headline(""), 2 * math.Sqrt(2500.0/9999/10000), 0.05, true},
		{"always the same", Histogram{7: 2}.headline(""), 0, 0.14, true},
		{"one race", Histogram{7: 1}.headline(""), math.Inf(1), 0.05, false},
		{"shares of wins", worst("", []Places{{Starts: 96, Home: []int64{48}}, {Starts: 96, Home: []int64{0}}, {Home: []int64{0}}}), 0.1, 0.01, false},
		{"a difference that is told", Diff{N: 100, A: 1000, B: 1200, D: 200, AA: 10_000, BB: 14_400, DD: 400}.headline(""), 0, 0.2, true},
		{"a difference that is not", Diff{N: 100, A: 400, B: 400, AA: 2000, BB: 2000, DD: 99}.headline(""), 0.2, 0.08, false},
		{"a small one", Diff{N: 100, A: 400, B: 431, D: 31, AA: 2000, BB: 2000, DD: 108}.headline(""), 0.1994, 0.08, true},
		{"a small one by less than three errors", Diff{N: 100, A: 400, B: 429, D: 29, AA: 2000, BB: 2000, DD: 108}.headline(""), 0.2006, 0.08, false},
		{"a difference of shares", Diff{N: 100, A: 50, B: 50, AA: 50, BB: 50, DD: 99}.headline(""), 0.2, 0.01, false},
		{"no pairs", Diff{}.headline(""), math.Inf(1), 0.05, false},
	} {
		if g := c.got; math.Abs(g.Reach-c.reach) > 1e-4 && g.Reach != c.reach || math.Abs(g.Want-c.want) > 1e-9 || g.Sure != c.sure {
			t.Errorf("%s: %+v, want ± %v of %v, sure %t", c.name, g, c.reach, c.want, c.sure)
		}
	}
}

// The least sure headline comes first, with the races that it takes.
func TestHeadlinesOfARun(t *testing.T) {
	r := whole(t, "s", 100, plain, nil)
	list := r.Headlines()
	if len(list) < 6 || list[0].Sure || list[0].Races <= 100 || list[0].Races < list[1].Races {
		t.Errorf("%+v", list)
	}
	if more := whole(t, "s", list[0].Races, plain, nil).Headlines()[0]; more.Reach > 1.2*more.Want {
		t.Errorf("after %d races: %+v", list[0].Races, more)
	}
}

// Races that are remembered are not played again, and the sums are the same.
func TestMemory(t *testing.T) {
	var played atomic.Int64
	counted := func(o oval) oval {
		o.begin = func(int) { played.Add(1) }
		return o
	}
	for name, o := range map[string]oval{"plain": plain, "some fail": troubled, "faster": faster} {
		first, second := counted(o).variant(), faster.variant()
		first.Memory = &Memory{}
		job := Job{Seed: "s", Races: 300, From: 1, To: 200, Workers: 2, A: first}
		if _, err := Run(context.Background(), job); err != nil {
			t.Fatal(err)
		}
		played.Store(0)
		job.To, job.Others = 300, []Variant{second}
		r, err := Run(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		if n := played.Load(); n < 100 || n > 110 { // some in fresh rules
			t.Errorf("%s: %d races were played, want those from 201 on", name, n)
		}
		if got, want := encoded(t, r), encoded(t, whole(t, "s", 300, o, &faster)); got != want {
			t.Errorf("%s: with a memory the sums %s", name, differ(got, want))
		}
		job.Seed = "another"
		if r, err = Run(context.Background(), job); err != nil {
			t.Fatal(err)
		}
		if got, want := encoded(t, r), encoded(t, whole(t, "another", 300, o, &faster)); got != want {
			t.Errorf("%s: with another seed the sums %s", name, differ(got, want))
		}
	}
}

// A memory has room for so many races; the others are played each time.
func TestMemoryIsBounded(t *testing.T) {
	v := plain.variant()
	v.Memory = &Memory{}
	for range 2 {
		if _, err := Run(context.Background(), Job{Seed: "s", Races: remembered + 100, From: 1, To: remembered + 100, Workers: 2, A: v}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(v.Memory.races); n < remembered || n > remembered+2 {
		t.Errorf("%d races are kept", n)
	}
}
