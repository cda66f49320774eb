package sim

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Groups are the cars of many races by the value that Subject.By had for them
// when the race began.
type Groups map[string]*Group

// Group is the cars with one value.
type Group struct {
	Places Places              `json:"places"`
	With   map[string]Products `json:"with"` // by the value of a group: this one, or a later one
}

// Sums are how many cars there are, and what their CarFigures add up to.
type Sums struct {
	Cars    int64                      `json:"cars"`
	Figures [len(carFigureNames)]int64 `json:"figures"`
}

// Products are sums over races, for the cars of two groups in each: cars times
// cars, and for each figure cars of the one times the other's figure, the same
// the other way round, and figure times figure.
type Products struct {
	NN int64                      `json:"nn"`
	NY [len(carFigureNames)]int64 `json:"ny"`
	YN [len(carFigureNames)]int64 `json:"yn"`
	YY [len(carFigureNames)]int64 `json:"yy"`
}

// GroupDiff is how the cars with one value fare in two variants.
type GroupDiff struct {
	A  Sums     `json:"a"`
	B  Sums     `json:"b"`
	AA Products `json:"aa"`
	BB Products `json:"bb"`
	AB Products `json:"ab"`
}

// maxValues is how many values a field may have that cars are compared by.
const maxValues = 30

// groups sums the cars of a race by value.
func (o *outcome) groups() map[string]Sums {
	list := map[string]Sums{}
	for i := range o.cars {
		f := &o.cars[i]
		sum := list[f.by]
		sum.Cars++
		for k, v := range f.figures() {
			sum.Figures[k] += int64(v)
		}
		list[f.by] = sum
	}
	return list
}

// take adds a race.
func (g Groups) take(o *outcome) {
	for i := range o.cars {
		f := &o.cars[i]
		if g[f.by] == nil {
			g[f.by] = newGroup(len(o.cars))
		}
		g[f.by].Places.take(f)
	}
	sums := o.groups()
	for one, a := range sums {
		for other, b := range sums {
			if one <= other {
				p := g[one].With[other]
				p.take(&a, &b)
				g[one].With[other] = p
			}
		}
	}
}

func newGroup(cars int) *Group {
	return &Group{Places: newPlaces(1, cars)[0], With: map[string]Products{}}
}

func (p *Products) take(a, b *Sums) {
	p.NN += a.Cars * b.Cars
	for k := range p.YY {
		p.NY[k] += a.Cars * b.Figures[k]
		p.YN[k] += a.Figures[k] * b.Cars
		p.YY[k] += a.Figures[k] * b.Figures[k]
	}
}

// add adds the groups of other races.
func (g Groups) add(other Groups, cars int) {
	for value, from := range other {
		if g[value] == nil {
			g[value] = newGroup(cars)
		}
		g[value].Places.add(&from.Places)
		for with, products := range from.With {
			sum := g[value].With[with]
			sum.add(&products)
			g[value].With[with] = sum
		}
	}
}

func (s *Sums) add(o *Sums) {
	s.Cars += o.Cars
	addTo(s.Figures[:], o.Figures[:])
}

func (p *Products) add(o *Products) {
	p.NN += o.NN
	addTo(p.NY[:], o.NY[:])
	addTo(p.YN[:], o.YN[:])
	addTo(p.YY[:], o.YY[:])
}

// with is the differences with a pair of races more.
func (d GroupDiff) with(a, b Sums) GroupDiff {
	d.A.add(&a)
	d.B.add(&b)
	d.AA.take(&a, &a)
	d.BB.take(&b, &b)
	d.AB.take(&a, &b)
	return d
}

// plus is the differences with those of other pairs.
func (d GroupDiff) plus(o GroupDiff) GroupDiff {
	d.A.add(&o.A)
	d.B.add(&o.B)
	d.AA.add(&o.AA)
	d.BB.add(&o.BB)
	d.AB.add(&o.AB)
	return d
}

// fit says that groups have the shape that take gives them.
func (g Groups) fit(cars int) bool {
	for _, one := range g {
		if one == nil || one.With == nil || one.Places.Starts < 1 || !placesFit([]Places{one.Places}, 1, cars) {
			return false
		}
		for other := range one.With {
			if g[other] == nil {
				return false
			}
		}
	}
	return true
}

// Values are those of a field by which cars are grouped, in order: numbers by
// size, then names.
func Values[V any](groups map[string]V) []string {
	return slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
	})
}

// number is a text as a number; a name is higher than all of them.
func number(text string) float64 {
	if n, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(n) {
		return n
	}
	return math.Inf(1)
}

// sums are what the figures of a group's cars add up to.
func (p *Places) sums() Sums {
	return Sums{Cars: p.Starts, Figures: [...]int64{p.places(), p.Points, p.Wins(), p.Retired()}}
}
