package sim

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(got, want float64) bool { return math.Abs(got-want) < 0.00005 }

// Published intervals: Newcombe, Two-sided confidence intervals for the single
// proportion, 1998, table I; Brown, Cai and DasGupta, 2001.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int64
		low, high float64
	}{
		{0, 0, 0, 1},
		{0, 10, 0, 0.2775},
		{5, 10, 0.2366, 0.7634},
		{10, 10, 0.7225, 1},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{15, 148, 0.0624, 0.1605},
		{81, 263, 0.2553, 0.3662},
	} {
		if got := Wilson(c.k, c.n); !near(got.Low, c.low) || !near(got.High, c.high) {
			t.Errorf("%d of %d: %.4f..%.4f, want %.4f..%.4f", c.k, c.n, got.Low, got.High, c.low, c.high)
		}
	}
	for n := int64(1); n < 60; n++ {
		for k := range n + 1 {
			share, i, mirror := float64(k)/float64(n), Wilson(k, n), Wilson(n-k, n)
			if i.Low < 0 || i.High > 1 || i.Low > share+1e-12 || i.High < share-1e-12 || math.Abs(i.Low-(1-mirror.High)) > 1e-12 {
				t.Fatalf("%d of %d: %v, and of the others %v", k, n, i, mirror)
			}
		}
	}
}

func TestSpread(t *testing.T) {
	const z = 1.959964
	for _, c := range []struct {
		name string
		h    Histogram
		want Spread // but for Of
	}{
		{"none", Histogram{}, Spread{}},
		{"one", Histogram{7: 1}, Spread{N: 1, Mean: 7, Min: 7, Max: 7, Low: 7, Mid: 7, Top: 7}},
		{"all the same", Histogram{3: 40}, Spread{N: 40, Mean: 3, Min: 3, Max: 3, Low: 3, Mid: 3, Top: 3}},
		{"two", Histogram{1: 1, 3: 1}, Spread{N: 2, Mean: 2, SD: math.Sqrt2, Min: 1, Max: 3, Low: 1, Mid: 1, Top: 3}},
		{"four", Histogram{1: 1, 2: 2, 3: 1}, Spread{N: 4, Mean: 2, SD: math.Sqrt(2.0 / 3), Min: 1, Max: 3, Low: 1, Mid: 2, Top: 3}},
		{"a twentieth above", Histogram{10: 19, 20: 1}, Spread{N: 20, Mean: 10.5, SD: math.Sqrt(5), Min: 10, Max: 20, Low: 10, Mid: 10, Top: 10}},
		{"a tenth above", Histogram{10: 18, 20: 2}, Spread{N: 20, Mean: 11, SD: math.Sqrt(180.0 / 19), Min: 10, Max: 20, Low: 10, Mid: 10, Top: 20}},
		{"a twentieth below", Histogram{0: 1, 10: 19}, Spread{N: 20, Mean: 9.5, SD: math.Sqrt(5), Min: 0, Max: 10, Low: 0, Mid: 10, Top: 10}},
		{"less than a twentieth below", Histogram{0: 1, 10: 20}, Spread{N: 21, Mean: 200.0 / 21, SD: math.Sqrt(2000.0 / 21 / 20), Min: 0, Max: 10, Low: 10, Mid: 10, Top: 10}},
		{"below nothing", Histogram{-4: 1, 4: 1}, Spread{N: 2, Mean: 0, SD: math.Sqrt(32), Min: -4, Max: 4, Low: -4, Mid: -4, Top: 4}},
	} {
		got := c.h.Spread()
		reach := 0.0
		if c.want.N > 0 {
			reach = z * c.want.SD / math.Sqrt(float64(c.want.N))
		}
		if !near(got.Mean, c.want.Mean) || !near(got.SD, c.want.SD) || !near(got.Of.Low, c.want.Mean-reach) || !near(got.Of.High, c.want.Mean+reach) {
			t.Errorf("%s: %+v, want %+v ± %.4f", c.name, got, c.want, reach)
		}
		got.Mean, got.SD, got.Of = c.want.Mean, c.want.SD, Interval{}
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// A quantile is the lowest value that so many are at most, for any size.
func TestSpreadQuantiles(t *testing.T) {
	for n := 1; n <= 600; n++ {
		h := Histogram{}
		for v := 1; v <= n; v++ {
			h[v]++
		}
		s := h.Spread()
		for _, q := range []struct{ got, twentieths int }{{s.Low, 1}, {s.Mid, 10}, {s.Top, 19}} {
			if want := (n*q.twentieths + 19) / 20; q.got != want {
				t.Fatalf("1 to %d: %d/20 is %d, want %d", n, q.twentieths, q.got, want)
			}
		}
	}
}

func pairs(list ...[2]int) (d Diff) {
	for _, p := range list {
		d = d.with(p[0], p[1])
	}
	return d
}

// times is the same pairs, so many times.
func (d Diff) times(n int) (sum Diff) {
	for range n {
		sum.add(d)
	}
	return sum
}

func TestEstimate(t *testing.T) {
	inf := math.Inf(1)
	byHand := pairs([2]int{1, 3}, [2]int{2, 2}, [2]int{3, 7})
	for _, c := range []struct {
		name string
		d    Diff
		of   int
		want Difference
	}{
		// differences 2, 0 and 4, three times each: variance 3, of A 3/4, of B 21/4
		{"by hand", byHand.times(3), 1, Difference{A: 2, B: 4, D: 2, Of: Interval{2 - 1.131586, 2 + 1.131586}, Differs: true, Worth: 2}},
		{"one of six", byHand.times(3), 6, Difference{A: 2, B: 4, D: 2, Of: Interval{2 - 1.523200, 2 + 1.523200}, Differs: true, Worth: 2}},
		// differences 1, 1, 1 and 2, twice each: variance 3/14, of A 0, of B 3/14
		{"more", pairs([2]int{5, 6}, [2]int{5, 6}, [2]int{5, 6}, [2]int{5, 7}).times(2), 1, Difference{A: 5, B: 6.25, D: 1.25, Of: Interval{1.25 - 0.320774, 1.25 + 0.320774}, Differs: true, Worth: 1}},
		{"less", pairs([2]int{6, 5}, [2]int{6, 5}, [2]int{6, 5}, [2]int{7, 5}).times(2), 1, Difference{A: 6.25, B: 5, D: -1.25, Of: Interval{-1.25 - 0.320774, -1.25 + 0.320774}, Differs: true, Worth: 1}},
		{"the same in every race", pairs([2]int{4, 4}, [2]int{9, 9}, [2]int{0, 0}).times(2), 1, Difference{A: 13.0 / 3, B: 13.0 / 3, Equal: true}},
		{"one more in every race", pairs([2]int{4, 5}, [2]int{9, 10}).times(3), 1, Difference{A: 6.5, B: 7.5, D: 1, Of: Interval{1, 1}, Differs: true}},
		{"one more in each of too few", pairs([2]int{4, 5}, [2]int{9, 10}, [2]int{4, 5}, [2]int{9, 10}, [2]int{4, 5}), 1, Difference{A: 6, B: 7, D: 1, Of: Interval{-inf, inf}}},
		{"too few for one of many", pairs([2]int{4, 5}, [2]int{9, 10}).times(3), 2, Difference{A: 6.5, B: 7.5, D: 1, Of: Interval{-inf, inf}}},
		{"the same on the whole", pairs([2]int{4, 5}, [2]int{5, 4}).times(4), 1, Difference{A: 4.5, B: 4.5, Of: Interval{-0.740795, 0.740795}, Worth: 0.5}},
		{"a single pair", pairs([2]int{4, 5}), 1, Difference{A: 4, B: 5, D: 1, Of: Interval{-inf, inf}}},
		{"a single pair of the same", pairs([2]int{4, 4}), 1, Difference{A: 4, B: 4, Of: Interval{-inf, inf}, Equal: true}},
	} {
		got := c.d.Estimate(c.of)
		same := func(a, b float64) bool { return a == b || near(a, b) }
		if !same(got.A, c.want.A) || !same(got.B, c.want.B) || !same(got.D, c.want.D) || !same(got.Worth, c.want.Worth) ||
			!same(got.Of.Low, c.want.Of.Low) || !same(got.Of.High, c.want.Of.High) || got.Differs != c.want.Differs || got.Equal != c.want.Equal {
			t.Errorf("%s: %+v\nwant %+v", c.name, got, c.want)
		}
	}
	if e := (Diff{}).Estimate(1); e.Differs {
		t.Errorf("no pair at all differs: %+v", e)
	}
}

// The more differences are told together, the wider is the interval of each.
func TestEstimateOfManyIsWider(t *testing.T) {
	d, last := pairs([2]int{1, 3}, [2]int{2, 2}, [2]int{3, 7}).times(8), 0.0
	for _, of := range []int{1, 2, 6, 40, 1000, 100_000} {
		e := d.Estimate(of)
		if width := e.Of.High - e.Of.Low; width <= last || math.IsInf(width, 0) {
			t.Errorf("one of %d: %v wide, and one of fewer %v", of, width, last)
		} else {
			last = width
		}
	}
}

// The sums of the longest run, with the most in each race, are not too large
// for their type, and a small difference can be told from them.
func TestEstimateAtTheLimits(t *testing.T) {
	const n = MaxRaces / 2
	d := Diff{N: 2 * n, A: 2 * n * (maxSum - 1), B: n*maxSum + n*(maxSum-2), AA: 2 * n * (maxSum - 1) * (maxSum - 1),
		BB: n*maxSum*maxSum + n*(maxSum-2)*(maxSum-2), DD: 2 * n}
	if e := d.Estimate(1); e.D != 0 || e.Equal || e.Differs || math.Abs(e.Of.High-1.959964/1e4) > 1e-7 {
		t.Errorf("%+v", e)
	}
}

// covered is in how many of 2000 samples an interval holds what it is of.
func covered(t *testing.T, name string, sample func(rnd *rand.Rand) bool) {
	t.Helper()
	rnd, held := rand.New(rand.NewPCG(3, 5)), 0
	for range 2000 {
		if sample(rnd) {
			held++
		}
	}
	if share := float64(held) / 2000; share < 0.93 || share > 0.97 {
		t.Errorf("%s: the interval holds in %.1f %% of all samples", name, 100*share)
	}
}

func (i Interval) holds(v float64) bool { return i.Low <= v && v <= i.High }

func TestIntervalsHold(t *testing.T) {
	for _, share := range []float64{0.03, 0.3, 0.5, 0.9} {
		covered(t, "Wilson", func(rnd *rand.Rand) bool {
			k := int64(0)
			for range 250 {
				k += int64(one(rnd.Float64() < share))
			}
			return Wilson(k, 250).holds(share)
		})
	}
	covered(t, "Spread", func(rnd *rand.Rand) bool {
		h := Histogram{}
		for range 100 {
			h[1+rnd.IntN(6)]++
		}
		return h.Spread().Of.holds(3.5)
	})
	paired := func(rnd *rand.Rand) (d Diff) {
		for range 100 {
			luck := rnd.IntN(50)
			d.take(luck, luck+rnd.IntN(4)) // 1.5 more on the whole
		}
		return d
	}
	covered(t, "Estimate", func(rnd *rand.Rand) bool { return paired(rnd).Estimate(1).Of.holds(1.5) })
	covered(t, "Estimate of five", func(rnd *rand.Rand) bool {
		all := true
		for range 5 {
			all = paired(rnd).Estimate(5).Of.holds(1.5) && all
		}
		return all
	})
}
