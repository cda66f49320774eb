package sim

import (
	"cmp"
	"math"
	"slices"
)

// Headline is one of the figures by which a run is judged sure enough.
type Headline struct {
	Name  string  // such as "rounds" or "wins by car"
	Share bool    // the others are numbers in their unit
	Reach float64 // two standard errors: so far off may it be
	Want  float64 // so far off is good enough
	Sure  bool    // that is reached or, for a difference, it is told from nothing
	Races int64   // about how many of them it takes
}

// What is sure enough: a mean that is known to a fiftieth of itself, or to a
// twentieth where that is more; a share of wins that is known to a point; a
// difference that is known as well, or three standard errors away from nothing.
const (
	wantOfMean = 50
	wantMean   = 0.05
	wantShare  = 0.01
	errorsOff  = 2.0
	errorsTold = 3.0
)

// Look says that n is a number of races at which an open run looks whether it is
// sure enough: 100, 150, 200, 300, 500, 700, and these times 10, 100 ...
func Look(n int64) bool {
	for n >= 1000 && n%10 == 0 {
		n /= 10
	}
	return slices.Contains([]int64{100, 150, 200, 300, 500, 700}, n)
}

// NextLook is the first such number from n on.
func NextLook(n int64) int64 {
	for _, first := range []int64{100, 150, 200, 300, 500, 700} {
		if n <= first {
			return first
		}
	}
	return 10 * NextLook((n+9)/10)
}

// Sure says that every headline is sure enough, which is only looked at where
// Look says so: with the same seed an open run ends after the same race.
func (r *Result) Sure() bool {
	return Look(r.Done()) && !slices.ContainsFunc(r.Headlines(), func(h Headline) bool { return !h.Sure })
}

// Hopeless says that every race of a subject has failed, so that more of them will
// tell nothing. It is looked at where Look says so.
func (r *Result) Hopeless() bool {
	return Look(r.Done()) && slices.ContainsFunc(r.Counts, func(c *Counts) bool { return c.Failed.Races == r.Done() })
}

// Headlines are the figures at the head of the tables, the least sure first: of
// the means per race each and of each table of cars the share of wins that is
// known worst; in a comparison the differences per race; of a guest the former,
// and the difference of his wins.
func (r *Result) Headlines() []Headline {
	var list []Headline
	guest, _, visited := r.Guest()
	if visited {
		list = append(list, r.Pairs[0].Guest[wins].headline("wins of "+guest))
	}
	if len(r.Pairs) == 0 || visited {
		list = append(list, r.Counts[0].headlines()...)
	} else {
		list = r.differences()
	}
	for i := range list {
		list[i].races(r.Done())
	}
	slices.SortStableFunc(list, func(a, b Headline) int { return cmp.Compare(b.Races, a.Races) })
	return list
}

// headlines are the figures at the head of the tables of races.
func (c *Counts) headlines() []Headline {
	list := append(c.means(), worst("wins by grid slot", c.Slots), worst("wins by car", c.Cars))
	if len(c.Bots) > 1 {
		list = append(list, worst("wins by bot", c.Bots))
	}
	return list
}

// differences are those per race, but for the course of races: it wavers most.
func (r *Result) differences() (list []Headline) {
	for _, p := range r.Pairs {
		for i, d := range p.Figures[:len(figureNames)-len(courseNames)] {
			list = append(list, d.headline(figureNames[i]))
		}
	}
	return list
}

// means are those of the races as a whole.
func (c *Counts) means() (list []Headline) {
	for _, f := range []struct {
		name string
		of   Histogram
	}{{"rounds", c.Rounds}, {"overtakes", c.Overtakes}, {"lead changes", c.Leads}, {"retired cars", c.Retired}} {
		list = append(list, f.of.headline(f.name))
	}
	return list
}

func (h Histogram) headline(name string) Headline {
	n, sum, squares := int64(0), int64(0), int64(0)
	for v, races := range h {
		n, sum, squares = n+races, sum+int64(v)*races, squares+int64(v)*int64(v)*races
	}
	if n < 2 {
		return Headline{Name: name, Reach: math.Inf(1), Want: wantMean}
	}
	f := Headline{Name: name, Reach: errorsOff * math.Sqrt(variance(sum, squares, float64(n))/float64(n))}
	f.Want = max(wantMean, math.Abs(float64(sum))/float64(n)/wantOfMean)
	f.Sure = f.Reach <= f.Want
	return f
}

// worst is the share of wins that is known worst. Two wins and two defeats are
// added, as is usual, so that who has never won is not taken for sure at once.
func worst(name string, groups []Places) Headline {
	f := Headline{Name: name, Share: true, Want: wantShare}
	for i := range groups {
		if g := &groups[i]; g.Starts > 0 {
			n := float64(g.Starts + 4)
			share := float64(g.Wins()+2) / n
			f.Reach = max(f.Reach, errorsOff*math.Sqrt(share*(1-share)/n))
		}
	}
	f.Sure = f.Reach <= f.Want
	return f
}

// headline is a difference. A figure that is always 0 or 1 is a share.
func (d Diff) headline(name string) Headline {
	f := Headline{Name: name, Share: d.AA == d.A && d.BB == d.B, Reach: math.Inf(1), Want: wantMean}
	if d.N < 2 {
		return f
	}
	n := float64(d.N)
	f.Reach = errorsOff * math.Sqrt(variance(d.D, d.DD, n)/n)
	if f.Want = max(wantMean, math.Abs(float64(d.A))/n/wantOfMean); f.Share {
		f.Want = wantShare
	}
	f.Sure = f.Reach <= f.Want || math.Abs(float64(d.D))/n >= f.Reach*(errorsTold/errorsOff)
	return f
}

// races works out how many it takes.
func (f *Headline) races(done int64) {
	f.Races = done
	if off := f.Reach / f.Want; !f.Sure {
		f.Races = int64(min(MaxRaces, math.Ceil(float64(done)*off*off)))
	}
}
