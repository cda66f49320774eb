package sim

import (
	"errors"
	"fmt"
	"slices"

	"sandbox/core/bug"
)

// Counts is what happened in many races, added up.
type Counts struct {
	Races     int64            `json:"races"`           // those that were played to their end
	Failed    Failures         `json:"failed"`          // those that were not; they count nowhere else
	Differ    Failures         `json:"differ,omitzero"` // those that come out otherwise in fresh rules; they count like others
	Rounds    Histogram        `json:"rounds"`
	Overtakes Histogram        `json:"overtakes"`
	Leads     Histogram        `json:"lead_changes"`
	Retired   Histogram        `json:"retired"`
	Course    Course           `json:"course"`
	Known     Known            `json:"known"`
	Weighed   int64            `json:"weighed"` // decisions of which is known how good each choice was
	Slots     []Places         `json:"by_slot"` // by grid slot, pole first
	Cars      []Places         `json:"by_car"`
	Bots      []Places         `json:"by_bot"`
	By        Groups           `json:"by,omitzero"` // by Subject.By; nil where that is ""
	Out       map[string]int64 `json:"out"`         // retired cars by cause
	Rows      [][]int64        `json:"rows"`        // by table and face: how often dice chose it
	Counted   map[string]*Item `json:"counted"`
}

// Course is histograms of what CourseFigures names.
type Course [len(courseNames)]Histogram

// Histogram is races by how many of something they had.
type Histogram map[int]int64

// Places is where some cars came in: those of one grid slot, say.
type Places struct {
	Starts int64   `json:"starts"`
	Points int64   `json:"points"`
	Home   []int64 `json:"home"` // by place from 1: cars that came home there, or were still driving
	Out    []int64 `json:"out"`  // by place from 1: retired cars that were placed there
}

// Item is something that the rules have counted.
type Item struct {
	Times  int64  `json:"times"`  // how often it was counted
	Sum    int64  `json:"sum"`    // what that adds up to
	Races  int64  `json:"races"`  // in how many races
	Places Places `json:"places"` // of the cars that it was counted about
}

// Failures are races with which something is wrong.
type Failures struct {
	Races int64     `json:"races"`
	First []Failure `json:"first"` // those with the lowest numbers
}

// Failure is a race with which something is wrong; its seed plays it again.
type Failure struct {
	Race    int64  `json:"race"`
	Deal    int    `json:"deal"` // how many places further on its bots were dealt
	Message string `json:"message"`
	Trace   string `json:"trace,omitempty"` // where the program went wrong, if it did and not the rules
}

// failure is what an error said of a race.
func failure(number int64, deal int, err error) Failure {
	f := Failure{Race: number, Deal: deal, Message: err.Error()}
	if found := (*bug.Error)(nil); errors.As(err, &found) {
		f.Trace = found.Trace
	}
	return f
}

// Err is what the race failed with.
func (f *Failure) Err() error {
	if f.Trace != "" {
		return &bug.Error{Text: f.Message, Trace: f.Trace}
	}
	return errors.New(f.Message)
}

// keptFailures is how many failures are kept.
const keptFailures = 10

// maxNames is how many causes, and how many counted things, there may be.
const maxNames = 500

func newCounts(s *Subject) *Counts {
	c := &Counts{Rounds: Histogram{}, Overtakes: Histogram{}, Leads: Histogram{}, Retired: Histogram{}, Out: map[string]int64{}, Counted: map[string]*Item{}}
	c.Failed.First = []Failure{}
	for i := range c.Course {
		c.Course[i] = Histogram{}
	}
	n := len(s.Cars)
	c.Slots, c.Cars, c.Bots = newPlaces(n, n), newPlaces(n, n), newPlaces(len(s.Bots), n)
	if s.By != "" {
		c.By = Groups{}
	}
	c.Rows = [][]int64{}
	for _, t := range s.Tables {
		c.Rows = append(c.Rows, make([]int64, t.faces()))
	}
	return c
}

func newPlaces(n, cars int) []Places {
	list, all := make([]Places, n), make([]int64, 2*n*cars) // in one piece: many are made
	for i := range list {
		list[i].Home, all = all[:cars:cars], all[cars:]
		list[i].Out, all = all[:cars:cars], all[cars:]
	}
	return list
}

// take adds a race.
func (c *Counts) take(o *outcome) {
	c.Races++
	c.Rounds[o.rounds]++
	c.Overtakes[o.overtakes]++
	c.Leads[o.leads]++
	c.Retired[o.retired]++
	c.takeCourse(o)
	for car := range o.cars {
		f := &o.cars[car]
		c.Cars[car].take(f)
		if f.grid > 0 {
			c.Slots[f.grid-1].take(f)
		}
		if len(c.Bots) > 0 {
			c.Bots[f.bot].take(f)
		}
		if f.out {
			c.Out[f.why]++
		}
	}
	if c.By != nil {
		c.By.take(o)
	}
	for table, faces := range o.rows {
		addTo(c.Rows[table], faces)
	}
	for what, list := range o.counted {
		c.takeItem(what, list, o.cars)
	}
}

func (p *Places) take(f *finish) {
	p.Starts++
	p.Points += int64(f.points)
	if f.out {
		p.Out[f.place-1]++
	} else {
		p.Home[f.place-1]++
	}
}

// takeItem adds what was counted of one thing in a race: list[0] about the
// race, the others about cars.
func (c *Counts) takeItem(what string, list []amount, cars []finish) {
	if !slices.ContainsFunc(list, func(a amount) bool { return a.times > 0 }) {
		return
	}
	item := c.Counted[what]
	if item == nil {
		item = &Item{Places: newPlaces(1, len(cars))[0]}
		c.Counted[what] = item
	}
	item.Races++
	for i, a := range list {
		item.Times += int64(a.times)
		item.Sum += int64(a.sum)
		if i > 0 && a.times > 0 {
			item.Places.take(&cars[i-1])
		}
	}
}

// note adds a race.
func (f *Failures) note(one Failure) { f.add(Failures{Races: 1, First: []Failure{one}}) }

// add adds the counts of other races.
func (c *Counts) add(other *Counts) {
	c.Races += other.Races
	c.Failed.add(other.Failed)
	c.Differ.add(other.Differ)
	c.Rounds.add(other.Rounds)
	c.Overtakes.add(other.Overtakes)
	c.Leads.add(other.Leads)
	c.Retired.add(other.Retired)
	for i := range c.Course {
		c.Course[i].add(other.Course[i])
	}
	c.Known.add(&other.Known)
	c.Weighed += other.Weighed
	addPlaces(c.Slots, other.Slots)
	addPlaces(c.Cars, other.Cars)
	addPlaces(c.Bots, other.Bots)
	c.By.add(other.By, len(c.Cars))
	for why, cars := range other.Out {
		c.Out[why] += cars
	}
	for table, faces := range other.Rows {
		addTo(c.Rows[table], faces)
	}
	for what, item := range other.Counted {
		if c.Counted[what] == nil {
			c.Counted[what] = &Item{Places: newPlaces(1, len(c.Cars))[0]}
		}
		c.Counted[what].add(item)
	}
}

func (h Histogram) add(other Histogram) {
	for n, races := range other {
		h[n] += races
	}
}

func (f *Failures) add(other Failures) {
	f.Races += other.Races
	f.First = append(f.First, other.First...)
	slices.SortFunc(f.First, func(a, b Failure) int { return int(a.Race - b.Race) })
	f.First = f.First[:min(len(f.First), keptFailures)]
}

func addPlaces(into, from []Places) {
	for i := range from {
		into[i].add(&from[i])
	}
}

func (p *Places) add(other *Places) {
	p.Starts += other.Starts
	p.Points += other.Points
	addTo(p.Home, other.Home)
	addTo(p.Out, other.Out)
}

func (it *Item) add(other *Item) {
	it.Times += other.Times
	it.Sum += other.Sum
	it.Races += other.Races
	it.Places.add(&other.Places)
}

func addTo(into, from []int64) {
	for i, n := range from {
		into[i] += n
	}
}

// check refuses counts that grow with the number of races.
func (c *Counts) check() error {
	for what, n := range map[string]int{"reasons to retire": len(c.Out), "things that are counted": len(c.Counted)} {
		if n > maxNames {
			return fmt.Errorf("more than %d %s: they are names, not texts built from numbers", maxNames, what)
		}
	}
	if len(c.By) > maxValues {
		return fmt.Errorf("cars have more than %d values of the field that they are compared by: take one that holds names, or few numbers", maxValues)
	}
	return nil
}

// Wins is how many of the cars won.
func (p *Places) Wins() int64 { return p.Top(1) }

// Top is how many of the cars came home in one of the first n places.
func (p *Places) Top(n int) (cars int64) {
	for _, k := range p.Home[:min(n, len(p.Home))] {
		cars += k
	}
	return cars
}

// Retired is how many of the cars went out.
func (p *Places) Retired() int64 {
	return p.Starts - p.Top(len(p.Home))
}

// MeanPlace is the mean place of all of the cars, those that went out
// included.
func (p *Places) MeanPlace() float64 { return float64(p.places()) / float64(p.Starts) }

// places is the sum of the places of all of the cars.
func (p *Places) places() (sum int64) {
	for i := range p.Home {
		sum += int64(i+1) * (p.Home[i] + p.Out[i])
	}
	return sum
}
