package sim

import "math"

// ratio is a figure of the cars of a group: their mean over all races. How sure
// it is follows from how races differ from it, for the cars of one race are not
// independent of each other: where one wins, no other does.
type ratio struct {
	sums   Sums
	own    *Products // of the group with itself
	figure int
}

func (r *ratio) mean() float64 { return float64(r.sums.Figures[r.figure]) / float64(r.sums.Cars) }

// variance is that of the mean, over so many races.
func (r *ratio) variance(races int64) float64 { return max(0, r.covariance(r, r.own, races)) }

// covariance is that of the means of two groups; products are of the first with
// the second.
func (r *ratio) covariance(o *ratio, p *Products, races int64) float64 {
	k, x, y, n := r.figure, r.mean(), o.mean(), float64(races)
	// the sum over races of (figures - mean * cars) of the one times that of the other
	sum := float64(p.YY[k]) - float64(y*float64(p.YN[k])) - float64(x*float64(p.NY[k])) + float64(x*y*float64(p.NN))
	return n / (n - 1) * sum / float64(r.sums.Cars) / float64(o.sums.Cars)
}

// equals says that the figure, and the number of cars, were those of another
// group in every race: the squares of the differences add up to nothing.
func (r *ratio) equals(o *ratio, p *Products) bool {
	k := r.figure
	return r.own.NN+o.own.NN == 2*p.NN && r.own.YY[k]+o.own.YY[k] == 2*p.YY[k]
}

// shareOf is the interval of a mean that is a share: the score interval of as
// many independent cars as say as much as these.
func shareOf(mean, variance float64, races int64) Interval {
	if variance == 0 {
		return wilson(mean, float64(races))
	}
	return wilson(mean, mean*(1-mean)/variance)
}

// Figure is the mean of one of the CarFigures for the cars with a value, and its
// interval, which for a share lies between 0 and 1.
func (c *Counts) Figure(value string, figure int) (mean float64, of Interval) {
	g := c.By[value]
	own := g.With[value]
	r := ratio{g.Places.sums(), &own, figure}
	if c.Races < 2 {
		return r.mean(), Interval{math.Inf(-1), math.Inf(1)}
	}
	variance := r.variance(c.Races)
	if figure >= firstShare {
		return r.mean(), shareOf(r.mean(), variance, c.Races)
	}
	reach := deviations(1) * math.Sqrt(variance)
	return r.mean(), Interval{r.mean() - reach, r.mean() + reach}
}

// Between is how one of the CarFigures differs between the cars with two values,
// the first of which is A. It is one of so many differences told together, as in
// Diff.Estimate.
func (c *Counts) Between(a, b string, figure, of int) Difference {
	one, other := c.By[a], c.By[b]
	aa, bb, ab := one.With[a], other.With[b], one.With[b]
	if a > b {
		turned := other.With[a]
		ab = Products{NN: turned.NN, NY: turned.YN, YN: turned.NY, YY: turned.YY}
	}
	return difference(&ratio{one.Places.sums(), &aa, figure}, &ratio{other.Places.sums(), &bb, figure}, &ab, c.Races, of)
}

// Estimate is how one of the CarFigures of the cars with a value differs between
// two variants of which so many pairs of races were played, as in Diff.Estimate.
func (d *GroupDiff) Estimate(figure int, races int64, of int) Difference {
	return difference(&ratio{d.A, &d.AA, figure}, &ratio{d.B, &d.BB, figure}, &d.AB, races, of)
}

// difference is that of two means, of some cars each.
func difference(a, b *ratio, ab *Products, races int64, of int) Difference {
	e := Difference{A: a.mean(), B: b.mean(), Of: Interval{math.Inf(-1), math.Inf(1)}, Equal: a.equals(b, ab)}
	if e.D = e.B - e.A; tooFew(races, of) {
		return e
	}
	apart := a.variance(races) + b.variance(races)
	paired := max(0, apart-2*a.covariance(b, ab, races))
	reach := deviations(of) * math.Sqrt(paired)
	e.Of = Interval{e.D - reach, e.D + reach}
	e.Differs = e.Of.Low > 0 || e.Of.High < 0
	if paired > 0 {
		e.Worth = apart / paired
	}
	return e
}
