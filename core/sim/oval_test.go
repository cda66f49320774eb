package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// oval is a small game: four cars drive 1d6 over two laps of twelve rows, a 1
// rolls on a table that may end a car's race, and some things are counted.
type oval struct {
	bots  []string
	bonus int                               // added to each move
	fates map[int]string                    // by face of a d20: races that "fail", "panic" or are "endless"
	begin func(deal int)                    // told of each race
	turn  func(r *race.Race, car, deal int) // called in each turn
	score func(place, deal int) int         // instead of the usual points
	wears bool                              // each race played with the same rules adds to the moves
	by    string                            // a field that cars are compared by: "bot", "side" or "fuel"
}

var (
	plain    = oval{bots: []string{"calm", "bold", "wild"}}
	faster   = oval{bots: plain.bots, bonus: 1}
	troubled = oval{bots: plain.bots, fates: map[int]string{3: "fail", 11: "fail", 17: "panic"}}

	ovalCars  = []string{"A", "B", "C", "D"}
	ovalTable = Table{Name: "trouble", Dice: "d6", Rows: []Row{{1, 1, "engine"}, {2, 2, ""}, {3, 6, "nothing"}}}

	d6, twoD6, d20 = dice.Dice{Count: 1, Sides: 6}, dice.Dice{Count: 2, Sides: 6}, dice.Dice{Count: 1, Sides: 20}

	forStart, forMove, forTrouble = dice.NewLabel("start"), dice.NewLabel("move"), dice.NewLabel("trouble")
	forRain, forFate, ovalPlan    = dice.NewLabel("rain"), dice.NewLabel("fate"), race.Plan{Sessions: []dice.Label{dice.NewLabel("Q1")}}
)

// always is one fate for all races.
func always(fate string) map[int]string {
	fates := map[int]string{}
	for face := 1; face <= 20; face++ {
		fates[face] = fate
	}
	return fates
}

// ring is a closed board whose grid is all of it, backwards from the line.
func ring(rows, lanes int) *board.Board {
	p := board.Plan{Name: "ring", Lanes: lanes, Closed: true}
	for r := range rows {
		row := make([]board.Space, lanes)
		for i := range row {
			for lane := range lanes {
				row[i].Next = append(row[i].Next, board.ID((r+1)%rows*lanes+lane))
			}
			p.Grid = append(p.Grid, board.ID((rows-1-r)*lanes+i))
		}
		p.Rows = append(p.Rows, row)
	}
	b, err := board.New(p)
	if err != nil {
		panic(err)
	}
	return b
}

func (o oval) variant() Variant {
	return Variant{
		Subject: Subject{
			Variant: "oval", Name: "Oval", Track: "Ring", Laps: 2, Play: "sandbox play oval --auto",
			Rules: "rules " + strconv.Itoa(o.bonus), Circuit: "ring", Entries: "four", Cars: ovalCars, Bots: o.bots, By: o.by, Tables: []Table{ovalTable},
		},
		Setup: race.Setup{Board: ring(12, 2), Laps: 2, Entries: ovalCars},
		Fresh: func(r *race.Race, recorded bool) (Rules, error) {
			if recorded {
				r.Record(nil)
			}
			return &ovalRules{oval: o}, nil
		},
	}
}

type ovalRules struct {
	oval
	deal   int
	fate   string
	broken bool // after a failure; a new race does not mend it
	next   race.Step
	fuel   []int // by car: what it has qualified with, and less by each turn
}

// Field has sides that are two cars each, and fuel as the dice fell.
func (o *ovalRules) Field(car int, name string) string {
	switch name {
	case "bot":
		return o.bots[o.Bot(car)]
	case "side":
		return []string{"left", "right"}[car%2]
	}
	return strconv.Itoa(o.fuel[car])
}

func (o *ovalRules) State(*race.Race) (race.Notes, error)  { return race.Notes{}, nil }
func (o *ovalRules) SetState(*race.Race, race.Notes) error { return nil }

func (o *ovalRules) Reset(deal int) {
	o.deal, o.fate = deal, ""
	if o.wears {
		o.bonus++
	}
	if o.begin != nil {
		o.begin(deal)
	}
}

func (o *ovalRules) Bot(car int) int { return (car + o.deal) % len(o.bots) }

func (o *ovalRules) Points(p race.Placing) int {
	switch {
	case o.score != nil:
		return o.score(p.Place, o.deal)
	case p.Status == race.Finished:
		return 10 / p.Place
	}
	return 0
}

func (o *ovalRules) Next(r *race.Race) (*race.Step, error) {
	if o.fate == "endless" && r.Round() == 3 {
		o.next = race.Step{Label: dice.NewLabel("again"), Kind: race.Special, Car: race.Nobody}
		return &o.next, nil
	}
	if step := r.NextStep(&ovalPlan); step != nil {
		return step, nil
	}
	return nil, race.ErrOver
}

func (o *ovalRules) Run(r *race.Race, s *race.Step) error {
	switch s.Kind {
	case race.Session:
		return o.qualify(r)
	case race.Special:
		return nil
	}
	return o.drive(r, s.Car)
}

func (o *ovalRules) qualify(r *race.Race) error {
	fate, _, _ := r.Roll(race.Nobody, d20, forFate)
	o.fate = o.fates[fate]
	if rain, _, _ := r.Roll(race.Nobody, d20, forRain); rain == 20 {
		r.Count(race.Nobody, "rain", 3)
	}
	order, total := []int{}, make([]int, r.Cars())
	for car := range r.Cars() {
		total[car], _, _ = r.Roll(car, twoD6, forStart)
		order = append(order, car)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(total[b], total[a]) })
	o.fuel = total
	return r.Grid(order)
}

func (o *ovalRules) drive(r *race.Race, car int) error {
	if o.turn != nil {
		o.turn(r, car, o.deal)
	}
	if r.Car(car).Status() != race.Running {
		return nil
	}
	if r.Round() == 3 && (o.fate == "fail" || o.fate == "panic") {
		o.broken = true
		r.Count(car, "doomed", 1)
		if o.fate == "panic" {
			panic("no such wheel")
		}
		return errors.New("the wheel came off")
	}
	o.fuel[car] -= 100
	face, _, _ := r.Roll(car, d6, forMove)
	switch face {
	case 6:
		r.Count(car, "six", 1)
	case 1:
		row, _, _ := r.Roll(car, d6, forTrouble)
		r.CountRow(0, row)
		r.Count(car, "trouble", row)
		if row < 3 {
			return r.Retire(car, ovalTable.Rows[row-1].Text)
		}
	}
	rows := face + o.bonus + o.Bot(car)%2
	if o.broken {
		rows = 1
	}
	_, err := r.Advance(car, rows)
	return err
}

// simulate runs races from..to of a run of so many.
func simulate(t testing.TB, seed string, from, to, of int64, workers int, a oval, b *oval) *Result {
	t.Helper()
	job := Job{Seed: seed, Races: of, From: from, To: to, Workers: workers, A: a.variant()}
	if b != nil {
		job.Others = []Variant{b.variant()}
	}
	r, err := Run(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// whole runs all races of a run with one worker.
func whole(t testing.TB, seed string, races int64, a oval, b *oval) *Result {
	t.Helper()
	return simulate(t, seed, 1, races, races, 1, a, b)
}

func encoded(t testing.TB, r *Result) string {
	t.Helper()
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// parts runs a run in so many parts.
func parts(t testing.TB, seed string, races, n int64, a oval, b *oval) []Part {
	t.Helper()
	var list []Part
	for k := int64(1); k <= n; k++ {
		r := simulate(t, seed, (k-1)*races/n+1, k*races/n, races, int(k), a, b)
		r.Parts = n
		list = append(list, Part{File: "part" + strconv.FormatInt(k, 10), Result: reread(t, r)})
	}
	return list
}

// differ says where two texts begin to differ.
func differ(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	show := func(text string) string { return text[max(0, at-60):min(len(text), at+60)] }
	return fmt.Sprintf("differ at byte %d: ...%q, want ...%q", at, show(got), show(want))
}

// reread writes a result and reads it again.
func reread(t testing.TB, r *Result) *Result {
	t.Helper()
	back, err := Decode([]byte(encoded(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// single is a race played by itself, without this package.
type single struct {
	err     error
	rounds  int
	order   []int // the result, by car
	cars    []race.Car
	points  []int // by car
	bots    []int // by car
	rows    []int // of the table, by face
	counted map[string]map[int][]int
}

func (s *single) Count(car int, what string, n int) {
	if s.counted[what] == nil {
		s.counted[what] = map[int][]int{}
	}
	s.counted[what][car] = append(s.counted[what][car], n)
}

func (s *single) Row(_, face int) { s.rows[face]++ }

func (s *single) Decision(int, int) {}

// alone plays race n of a run by itself. A panic of the rules is an error.
func alone(t testing.TB, o oval, run string, n int64) (s *single) {
	t.Helper()
	v := o.variant()
	r, err := race.New(v.Setup, dice.NewKeyed(run+"/"+strconv.FormatInt(n, 10)))
	if err != nil {
		t.Fatal(err)
	}
	rules := &ovalRules{oval: o}
	rules.Reset(int(n-1) % len(o.bots))
	s = &single{rows: make([]int, 7), counted: map[string]map[int][]int{}}
	r.CountWith(s)
	defer func() {
		if trouble := recover(); trouble != nil {
			s.err = errors.New("panic")
		}
	}()
	for {
		step, err := rules.Next(r)
		if errors.Is(err, race.ErrOver) {
			break
		}
		if err == nil {
			err = r.RunStep(rules, step)
		}
		if err != nil {
			s.err = err
			return s
		}
	}
	s.rounds, s.order = r.Round(), r.Standings()
	for car := range r.Cars() {
		s.cars = append(s.cars, *r.Car(car))
		s.bots = append(s.bots, rules.Bot(car))
	}
	s.points = make([]int, r.Cars())
	for _, p := range r.Classification() {
		s.points[r.Find(p.Car)] = rules.Points(p)
	}
	return s
}
