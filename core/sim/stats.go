package sim

import (
	"math"
	"slices"
)

// Sure is the share of intervals that hold what they are of.
const Sure = 0.95

// Interval is from Low to High.
type Interval struct{ Low, High float64 }

// deviations is how many standard deviations to either side an interval of a
// normal figure takes, when it is one of so many that are all to hold.
func deviations(of int) float64 {
	return math.Sqrt2 * math.Erfinv(1-(1-Sure)/float64(of))
}

// tooFew says that n pairs can tell none of so many differences from nothing,
// whatever they show: a coin falls on one side as often in a row.
func tooFew(n int64, of int) bool {
	return math.Ldexp(2, -int(min(n, 1000))) > (1-Sure)/float64(of)
}

// Wilson is the score interval of a share of which k of n were seen. With n 0
// it is all there is, from 0 to 1.
func Wilson(k, n int64) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	return wilson(float64(k)/float64(n), float64(n))
}

// wilson is the score interval of a share that was seen in a sample of a size.
func wilson(share, size float64) Interval {
	z := deviations(1)
	middle := (share + z*z/(2*size)) / (1 + z*z/size)
	reach := z / (1 + z*z/size) * math.Sqrt(share*(1-share)/size+z*z/(4*size*size))
	return Interval{max(0, middle-reach), min(1, middle+reach)}
}

// Spread is what a histogram says.
type Spread struct {
	N             int64
	Mean, SD      float64 // SD is 0 for fewer than two
	Min, Max      int
	Low, Mid, Top int      // a twentieth, a half and nineteen twentieths are at most this
	Of            Interval // the interval of the mean
}

// Spread reads a histogram.
func (h Histogram) Spread() Spread {
	var values []int
	var s Spread
	sum := int64(0)
	for v, n := range h {
		values = append(values, v)
		s.N += n
		sum += int64(v) * n
	}
	if s.N == 0 {
		return s
	}
	slices.Sort(values)
	s.Mean, s.Min, s.Max = float64(sum)/float64(s.N), values[0], values[len(values)-1]
	squares, seen := 0.0, int64(0)
	for _, v := range values {
		before := seen
		seen += h[v]
		squares += float64(h[v]) * (float64(v) - s.Mean) * (float64(v) - s.Mean)
		for _, q := range []struct {
			share float64
			into  *int
		}{{0.05, &s.Low}, {0.5, &s.Mid}, {0.95, &s.Top}} {
			if at := q.share * float64(s.N); float64(before) < at && float64(seen) >= at {
				*q.into = v
			}
		}
	}
	if s.N > 1 {
		s.SD = math.Sqrt(squares / float64(s.N-1))
	}
	reach := deviations(1) * s.SD / math.Sqrt(float64(s.N))
	s.Of = Interval{s.Mean - reach, s.Mean + reach}
	return s
}

// Difference is what a Diff says of two variants.
type Difference struct {
	A, B, D float64  // means
	Of      Interval // the interval of D
	Differs bool     // zero is not in it
	Equal   bool     // the figure was the same in every single pair
	Worth   float64  // how many races without pairing say as much as one pair of races; 0 when it cannot be said
}

// Estimate works out a difference that is one of so many told together: all of
// their intervals hold at once, in Sure of all cases. Of too few pairs for that
// an interval is all numbers: six pairs for one difference, twelve for sixty.
func (d Diff) Estimate(of int) Difference {
	n := float64(d.N)
	if d.N == 0 {
		return Difference{Equal: true}
	}
	e := Difference{A: float64(d.A) / n, B: float64(d.B) / n, D: float64(d.D) / n, Equal: d.DD == 0}
	if tooFew(d.N, of) {
		e.Of = Interval{math.Inf(-1), math.Inf(1)}
		return e
	}
	paired := variance(d.D, d.DD, n)
	reach := deviations(of) * math.Sqrt(paired/n)
	e.Of = Interval{e.D - reach, e.D + reach}
	e.Differs = e.Of.Low > 0 || e.Of.High < 0
	if paired > 0 {
		e.Worth = (variance(d.A, d.AA, n) + variance(d.B, d.BB, n)) / paired
	}
	return e
}

// Estimate is a mean and its interval, which is all numbers for a single race.
type Estimate struct {
	Mean float64
	Of   Interval
}

// Means are those of the figure in A's races and in B's, each with an interval
// of its own.
func (d Diff) Means() (a, b Estimate) {
	return estimate(d.A, d.AA, d.N), estimate(d.B, d.BB, d.N)
}

// estimate is of n figures that add up to a sum, and their squares to squares.
func estimate(sum, squares, n int64) Estimate {
	if n < 2 {
		return Estimate{float64(sum) / float64(max(1, n)), Interval{math.Inf(-1), math.Inf(1)}}
	}
	size := float64(n)
	mean, reach := float64(sum)/size, deviations(1)*math.Sqrt(variance(sum, squares, size)/size)
	return Estimate{mean, Interval{mean - reach, mean + reach}}
}

// variance is the sample variance of n figures that add up to a sum, and their
// squares to squares.
func variance(sum, squares int64, n float64) float64 {
	return max(0, (float64(squares)-float64(sum)*float64(sum)/n)/(n-1))
}
