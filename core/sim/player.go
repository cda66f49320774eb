package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"sandbox/core/bug"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// player plays the races of one variant, one after the other.
type player struct {
	variant  *Variant
	recorded bool
	race     *race.Race
	rules    Rules
	outcome  outcome
	last     ended   // the race that was played last
	order    []int   // the cars in the race as they stood when last looked at
	rank     []int64 // by car
	arrived  []int   // by car: Car.Arrived when last looked at
	leaders  []int   // who led before the first round and after each
	lastLead int     // the round in which the lead changed last
	slots    []int   // by grid slot: the place of its car among those that stood on the grid
	lines    bytes.Buffer
}

// outcome is one race in figures.
type outcome struct {
	rounds    int
	overtakes int
	leads     int // how often the lead changed
	retired   int
	course    course
	cars      []finish
	rows      [][]int64 // by table and face: how often dice chose it
	counted   map[string][]amount
}

// finish is what became of a car.
type finish struct {
	place, grid, points, bot int
	out                      bool
	why                      string
	by                       string // the value that Subject.By had when the race began
	asked                    bool   // has had a decision to take since the last look
}

// amount is what was counted of one thing about one car.
type amount struct{ times, sum int }

func newPlayer(v *Variant, recorded bool) (*player, error) {
	p := &player{variant: v, recorded: recorded}
	n := len(v.Setup.Entries)
	p.order, p.rank, p.arrived, p.slots = make([]int, 0, n), make([]int64, n), make([]int, n), make([]int, n)
	p.outcome = newOutcome(v)
	return p, p.fresh()
}

// newOutcome is that of a race in which nothing has happened.
func newOutcome(v *Variant) outcome {
	o := outcome{cars: make([]finish, len(v.Setup.Entries)), counted: map[string][]amount{}}
	for _, t := range v.Tables {
		o.rows = append(o.rows, make([]int64, t.faces()))
	}
	return o
}

// fresh makes a race and rules in which nothing has happened.
func (p *player) fresh() (err error) {
	if p.race, err = race.New(p.variant.Setup, dice.NewKeyed("")); err != nil {
		return err
	}
	p.race.CountWith(&p.outcome)
	p.rules, err = p.variant.Fresh(p.race, p.recorded)
	if answerer, ok := p.rules.(race.Answerer); ok {
		p.race.Answers(answerer)
	}
	return err
}

// Count implements race.Counter.
func (o *outcome) Count(car int, what string, n int) {
	list := o.counted[what]
	if list == nil {
		list = make([]amount, len(o.cars)+1)
		o.counted[what] = list
	}
	list[car+1].times++
	list[car+1].sum += n
}

// Row implements race.Counter.
func (o *outcome) Row(table, face int) { o.rows[table][face]++ }

// clear forgets a race.
func (o *outcome) clear() {
	o.rounds, o.overtakes, o.leads, o.retired, o.course = 0, 0, 0, 0, course{}
	clear(o.cars)
	for _, faces := range o.rows {
		clear(faces)
	}
	for _, list := range o.counted {
		clear(list)
	}
}

// play plays a race of a run. After an error the outcome is of no use; what
// happened in the race until then is in the lines.
func (p *player) play(run string, number int64) (err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			err = bug.Of(thrown)
		}
		if err != nil {
			err = errors.Join(err, p.fresh())
		}
	}()
	p.outcome.clear()
	p.order, p.leaders, p.lastLead = p.order[:0], p.leaders[:0], 0
	clear(p.slots)
	p.race.Reset(dice.NewKeyed(Seed(run, number)))
	p.rules.Reset(p.deal(number))
	if err := p.steps(number); err != nil {
		return err
	}
	return p.finish()
}

// deal is how many places further on the bots are dealt in a race: each drives
// each car in turns.
func (p *player) deal(number int64) int {
	return int((number - 1) % int64(max(1, len(p.variant.Bots))))
}

// steps plays a race to its end.
func (p *player) steps(number int64) error {
	rounds, _ := p.rules.(Rounds)
	look := p.look // once: each mention of a method is a new value
	for left := p.race.MaxSteps(); left > 0; left-- {
		if rounds != nil {
			turns, err := rounds.PlayRounds(p.race, left, look)
			if err != nil {
				return err
			}
			if left -= turns; left == 0 {
				break
			}
		}
		step, err := p.rules.Next(p.race)
		if errors.Is(err, race.ErrOver) {
			return nil
		}
		if err != nil {
			return err
		}
		if step.Round > p.race.Round() {
			p.look()
		}
		if err := p.race.RunStep(p.rules, step); err != nil {
			return err
		}
		if p.recorded {
			p.write(number)
		}
	}
	return p.race.NoEnd()
}

// look counts, at the beginning of a round and at the end of the race, who has
// overtaken whom since the last look: pairs of cars, neither of them out,
// that stand the other way round.
func (p *player) look() {
	first := len(p.leaders) == 0
	if first {
		p.begin()
	}
	before, n := p.outcome.overtakes, 0
	for _, car := range p.order {
		c := p.race.Car(car)
		if c.Status() == race.Retired || c.Status() == race.Waiting {
			continue
		}
		if c.Status() == race.Running {
			p.took(car, c, first)
		}
		rank := p.rankOf(c)
		p.rank[car] = rank
		i := n
		for ; i > 0 && p.rank[p.order[i-1]] < rank; i-- {
			p.order[i] = p.order[i-1]
		}
		p.order[i] = car
		p.outcome.overtakes += n - i
		n++
	}
	p.order = p.order[:n]
	if first {
		p.outcome.overtakes = before
	}
	if n > 0 {
		p.leads(p.order[0])
	} else {
		p.leads(race.Nobody)
	}
}

// begin looks at the cars when the sessions are over and no round has begun.
func (p *player) begin() {
	for car := range p.rank {
		p.order = append(p.order, car)
		if by := p.variant.By; by != "" {
			p.outcome.cars[car].by = p.rules.Field(car, by)
		}
	}
}

// rankOf is higher the further ahead a car stands.
func (p *player) rankOf(c *race.Car) int64 {
	if c.Rank() > 0 {
		return 1<<60 - int64(c.Rank())
	}
	if c.Status() == race.Finished || p.race.Board() == nil {
		return 1<<60 - int64(c.Place())
	}
	return int64(p.race.Distance(c))<<32 - int64(c.Arrived())
}

// errNoStart is a race without a start.
var errNoStart = errors.New("no car ever ran: a session has to stand the cars on the track, with race:grid")

// finish takes the result of a race that is over.
func (p *player) finish() error {
	if p.race.Round() == 0 && !p.race.Ran() {
		return errNoStart
	}
	p.look()
	o, started := &p.outcome, 0
	o.rounds = p.race.Round()
	for i, car := range p.race.Standings() {
		c := p.race.Car(car)
		f := finish{place: i + 1, grid: c.Grid(), bot: p.rules.Bot(car), by: o.cars[car].by}
		switch c.Status() {
		case race.Retired:
			f.out, f.why = true, c.Why()
		case race.Waiting:
			f.out, f.why = true, "did not start"
		}
		if f.out {
			o.retired++
		}
		f.points = p.rules.Points(race.Placing{Place: i + 1, Car: c.Name(), Status: c.Status(), Grid: c.Grid(), Lap: c.Lap(), Row: c.Row(), Why: c.Why()})
		o.cars[car] = f
		if f.grid > 0 {
			started++
			p.slots[f.grid-1] = started
		}
	}
	p.course()
	return o.check()
}

// maxSum is the most that can be counted of one thing, or scored, in one race:
// squares of it have to be added up MaxRaces times.
const maxSum = 100_000

func (o *outcome) check() error {
	for what, list := range o.counted {
		sum := 0
		for _, a := range list {
			sum += max(a.sum, -a.sum)
		}
		if sum > maxSum {
			return fmt.Errorf("%q was counted to %d in one race; %d is the most", what, sum, maxSum)
		}
	}
	points := 0
	for i := range o.cars {
		points += max(o.cars[i].points, -o.cars[i].points)
	}
	if points > maxSum {
		return fmt.Errorf("%d points were scored in one race; %d is the most", points, maxSum)
	}
	return nil
}

// write adds the events of a step to the lines.
func (p *player) write(number int64) {
	for _, e := range p.race.Told() {
		text, err := json.Marshal(e)
		if err != nil {
			panic(err) // events are made of what can be written
		}
		fmt.Fprintf(&p.lines, `{"race":%d,%s`+"\n", number, text[1:])
	}
}
