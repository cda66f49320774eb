package sim

import "slices"

// Pairs is how two variants differ race by race: race n of the one and race n
// of the other were played under the same luck.
type Pairs struct {
	Races   int64                `json:"races"` // that both played to their end
	Figures []Diff               `json:"figures"`
	Slots   []CarDiff            `json:"by_slot"`         // empty when the fields are of different size
	Cars    []CarDiff            `json:"by_car"`          // empty when the cars are others
	Bots    []CarDiff            `json:"by_bot"`          // of its cars together; empty when the bots are others
	By      map[string]GroupDiff `json:"by,omitzero"`     // by Subject.By; nil where that is ""
	Out     map[string]Diff      `json:"out"`             // retired cars by cause
	Alike   map[string]Diff      `json:"alike"`           // the same by the text of the cause without its number, see Cause
	Counted map[string]Diff      `json:"counted"`         // sums per race
	Guest   []Diff               `json:"guest,omitempty"` // GuestFigures of his car; nil without a guest
}

// Diff is the sums over N pairs from which the difference of a figure and its
// certainty follow: of A, of B, of B - A, and of the square of each.
type Diff struct {
	N  int64 `json:"n"`
	A  int64 `json:"a"`
	B  int64 `json:"b"`
	D  int64 `json:"d"`
	AA int64 `json:"aa"`
	BB int64 `json:"bb"`
	DD int64 `json:"dd"`
}

// CarDiff is how the same car, or the car in the same grid slot, fares
// differently. Its figures are those of CarFigures.
type CarDiff [4]Diff

// Figures names what Pairs.Figures are of, per race.
func Figures() []string { return slices.Clone(figureNames[:]) }

// CarFigures names what a CarDiff is of, per race.
func CarFigures() []string { return slices.Clone(carFigureNames[:]) }

var figureNames = [...]string{"rounds", "overtakes", "lead changes", "retired cars", "wins from pole", "winner's grid place",
	courseNames[0], courseNames[1], courseNames[2], courseNames[3], courseNames[4], courseNames[5]}

var carFigureNames = [...]string{"place", "points", "wins", "retirements"}

// wins is the place of those among the figures of a car, and firstShare that of
// the first that is 0 or 1.
const (
	wins       = 2
	firstShare = wins
)

// figures are those of one race.
func (o *outcome) figures() [len(figureNames)]int {
	slot, c := 0, o.course.figures()
	if winner := o.winner(); winner != nil {
		slot = winner.grid
	}
	return [...]int{o.rounds, o.overtakes, o.leads, o.retired, one(slot == 1), slot, c[0], c[1], c[2], c[3], c[4], c[5]}
}

// figures are those of one car.
func (f *finish) figures() [len(carFigureNames)]int {
	return [...]int{f.place, f.points, one(f.wins()), one(f.out)}
}

func (f *finish) wins() bool { return f.place == 1 && !f.out }

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func newPairs(a, b *Subject) *Pairs {
	p := &Pairs{
		Figures: make([]Diff, len(figureNames)), Slots: []CarDiff{}, Cars: []CarDiff{}, Bots: []CarDiff{},
		Out: map[string]Diff{}, Alike: map[string]Diff{}, Counted: map[string]Diff{},
	}
	if len(a.Cars) == len(b.Cars) {
		p.Slots = make([]CarDiff, len(a.Cars))
	}
	if slices.Equal(a.Cars, b.Cars) {
		p.Cars = make([]CarDiff, len(a.Cars))
	}
	if slices.Equal(a.Bots, b.Bots) {
		p.Bots = make([]CarDiff, len(a.Bots))
	}
	if a.By != "" {
		p.By = map[string]GroupDiff{}
	}
	if b.Guest {
		p.Guest = make([]Diff, len(GuestFigures()))
	}
	return p
}

// take adds a pair of races.
func (p *Pairs) take(a, b *outcome) {
	p.Races++
	of, with := a.figures(), b.figures()
	for i := range p.Figures {
		p.Figures[i].take(of[i], with[i])
	}
	for i := range p.Cars {
		p.Cars[i].take(a.cars[i].figures(), b.cars[i].figures())
	}
	if len(p.Slots) > 0 {
		p.takeSlots(a.bySlot(), b.bySlot())
	}
	for bot := range p.Bots {
		p.Bots[bot].take(a.byBot(bot), b.byBot(bot))
	}
	if p.By != nil {
		takeNamed(p.By, a.groups(), b.groups(), GroupDiff.with)
	}
	why, other := a.causes(), b.causes()
	takeNamed(p.Out, why, other, Diff.with)
	takeNamed(p.Alike, alike(why), alike(other), Diff.with)
	takeNamed(p.Counted, a.sums(), b.sums(), Diff.with)
	if p.Guest != nil {
		p.takeGuest(a, b)
	}
}

// takeSlots adds the slots that a car started from in both races.
func (p *Pairs) takeSlots(a, b []*finish) {
	for i := range p.Slots {
		if a[i] != nil && b[i] != nil {
			p.Slots[i].take(a[i].figures(), b[i].figures())
		}
	}
}

// bySlot is the cars by grid slot.
func (o *outcome) bySlot() []*finish {
	list := make([]*finish, len(o.cars))
	for i := range o.cars {
		if f := &o.cars[i]; f.grid > 0 {
			list[f.grid-1] = f
		}
	}
	return list
}

// byBot sums the figures of the cars of a bot.
func (o *outcome) byBot(bot int) (sum [len(carFigureNames)]int) {
	for i := range o.cars {
		if f := &o.cars[i]; f.bot == bot {
			for k, v := range f.figures() {
				sum[k] += v
			}
		}
	}
	return sum
}

// causes are the retired cars by cause.
func (o *outcome) causes() map[string]int {
	list := map[string]int{}
	for i := range o.cars {
		if f := &o.cars[i]; f.out {
			list[f.why]++
		}
	}
	return list
}

// sums are what the rules have counted.
func (o *outcome) sums() map[string]int {
	list := map[string]int{}
	for what, cars := range o.counted {
		for _, a := range cars {
			if a.times > 0 { // a name that an earlier race had counted is none of this one's
				list[what] += a.sum
			}
		}
	}
	return list
}

// takeNamed adds figures by name; one that a race does not have is nothing there.
func takeNamed[V, D any](into map[string]D, a, b map[string]V, with func(d D, a, b V) D) {
	for name, v := range a {
		into[name] = with(into[name], v, b[name])
	}
	for name, v := range b {
		if none, ok := a[name]; !ok {
			into[name] = with(into[name], none, v)
		}
	}
}

func (d Diff) with(a, b int) Diff {
	d.take(a, b)
	return d
}

func (d *Diff) take(a, b int) {
	x, y := int64(a), int64(b)
	d.N++
	d.A, d.B, d.D = d.A+x, d.B+y, d.D+y-x
	d.AA, d.BB, d.DD = d.AA+x*x, d.BB+y*y, d.DD+(y-x)*(y-x)
}

func (d *Diff) add(o Diff) {
	*d = Diff{d.N + o.N, d.A + o.A, d.B + o.B, d.D + o.D, d.AA + o.AA, d.BB + o.BB, d.DD + o.DD}
}

func (c *CarDiff) take(a, b [len(carFigureNames)]int) {
	for i := range c {
		c[i].take(a[i], b[i])
	}
}

// add adds other pairs.
func (p *Pairs) add(o *Pairs) {
	p.Races += o.Races
	for i := range o.Figures {
		p.Figures[i].add(o.Figures[i])
	}
	for i := range o.Guest {
		p.Guest[i].add(o.Guest[i])
	}
	addCars(p.Slots, o.Slots)
	addCars(p.Cars, o.Cars)
	addCars(p.Bots, o.Bots)
	for value, d := range o.By {
		p.By[value] = p.By[value].plus(d)
	}
	addNamed(p.Out, o.Out)
	addNamed(p.Alike, o.Alike)
	addNamed(p.Counted, o.Counted)
}

func addCars(into, from []CarDiff) {
	for i := range from {
		for k := range from[i] {
			into[i][k].add(from[i][k])
		}
	}
}

func addNamed(into, from map[string]Diff) {
	for name, d := range from {
		sum := into[name]
		sum.add(d)
		into[name] = sum
	}
}
