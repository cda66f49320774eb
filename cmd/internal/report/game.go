package report

import "sandbox/core/sim"

// gameFigure is a figure that says how good a game is.
type gameFigure struct {
	name   string
	course int  // of sim.CourseFigures; -1 for the changes of the lead
	driver bool // it is told as one driver's
}

// gameFigures are those, in the order in which they are told.
var gameFigures = []gameFigure{
	{"lead changes", -1, false},
	{"last lead change, % of the race", 0, false},
	{"rounds led up to the end", 1, false},
	{"order of the grid kept, %", 2, false},
	{"decisions of a driver", 3, true},
	{"of these real ones", 4, true},
	{"turns a driver waits", 5, true},
}

// told says that there is something to say of a figure: nobody decides anything
// in some games, or says how good his choices were, and in some nobody ever waits.
func (f *gameFigure) told(seen bool) bool { return !f.driver || seen }

// gameTable is how good a game it is.
func gameTable(s *sim.Subject, c *sim.Counts) Table {
	t := Table{Name: "game", Title: "The game", Columns: []Column{
		{"figure", "", Text}, {"mean", "mean", Mean}, {"mean_low", "from", Mean}, {"mean_high", "to", Mean},
		{"sd", "spread", Mean}, {"p5", "5 %", Mean}, {"median", "half", Mean}, {"p95", "95 %", Mean},
	}}
	for i := range gameFigures {
		f, of := gameFigures[i], c.Leads
		if f.course >= 0 {
			of = c.Course[f.course]
		}
		x, cars := of.Spread(), 1.0
		if f.driver {
			cars = float64(len(s.Cars))
		}
		if f.told(x.Max > 0 || f.course == realDecisions && c.Weighed > 0) {
			t.add(f.name, x.Mean/cars, x.Of.Low/cars, x.Of.High/cars, x.SD/cars, float64(x.Low)/cars, float64(x.Mid)/cars, float64(x.Top)/cars)
		}
	}
	if n := c.Known.Before(); n >= 0 {
		t.add("winner known, rounds before the end", float64(n), nil, nil, nil, nil, nil, nil)
	}
	t.add("places decided by the grid, %", 100*sim.Explained(c.Slots), nil, nil, nil, nil, nil, nil)
	return t
}

// realDecisions is the place of those among sim.CourseFigures.
const realDecisions = 4

// gameDifferences is how good a game it is under two rules.
func gameDifferences(s *sim.Subject, p *sim.Pairs, family int) Table {
	t := differenceTable("game", "The game", "figure")
	for i := range gameFigures {
		f := gameFigures[i]
		sums := p.Figures[leadChanges]
		if f.course >= 0 {
			sums = p.Figures[len(p.Figures)-len(sim.CourseFigures())+f.course]
		}
		d := sums.Estimate(family)
		if f.driver {
			d = perCar(d, float64(len(s.Cars)))
		}
		if f.told(sums.A != 0 || sums.B != 0) {
			t.difference(d, f.name)
		}
	}
	return t
}

// leadChanges is the place of those among sim.Figures.
const leadChanges = 2
