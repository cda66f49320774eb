package race

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// ring is a board of rows whose spaces lead to each space of the next row. The
// grid is all of it, backwards from the line.
func ring(rows, lanes int, closed bool) (*board.Board, error) {
	p := board.Plan{Name: "ring", Lanes: lanes, Closed: closed}
	for r := range rows {
		row := make([]board.Space, lanes)
		for i := range row {
			for lane := range lanes {
				if closed || r+1 < rows {
					row[i].Next = append(row[i].Next, board.ID((r+1)%rows*lanes+lane))
				}
			}
			p.Grid = append(p.Grid, board.ID((rows-1-r)*lanes+i))
		}
		p.Rows = append(p.Rows, row)
	}
	return board.New(p)
}

// bare is a book, and its rules, of a race of six rows and two lanes in which
// the steps T1, T2, ... all run one function. Bots do not drive.
type bare func(r *Race) error

func (f bare) Setup() Setup {
	b, err := ring(6, 2, true)
	if err != nil {
		panic(err)
	}
	return Setup{Board: b, Laps: 2}
}

func (f bare) Fresh(*Race) (Rules, error)  { return f, nil }
func (f bare) Sources() []Source           { return nil }
func (f bare) Settings() []string          { return nil }
func (f bare) Run(r *Race, _ *Step) error  { return f(r) }
func (f bare) State(*Race) (Notes, error)  { return Notes{}, nil }
func (f bare) SetState(*Race, Notes) error { return nil }
func (f bare) Next(r *Race) (*Step, error) {
	n := r.Sessions() + 1
	return &Step{Label: dice.NewLabel("T" + strconv.Itoa(n)), Kind: Special, Car: Nobody, Session: n}, nil
}

// house is a small game with something of all that a record must hold: dice
// with modifiers, questions one after the other and together, bots, cars that
// are pushed, cars that retire, and fields of the rules' own.
type house struct {
	Rows, Lanes, Laps int
	People            []string // bots drive the others
	Gears             []string
	No                string // a gear that cannot be chosen
	Bonus             int    // added to each move
	Early             bool   // dice are rolled before the gear is asked for
	Opened            bool   // each round begins with bids, made together
	Order             string
	Set               []string `json:"-"` // settings: "bonus=2"

	board *board.Board
}

var paper = house{Rows: 12, Lanes: 2, Laps: 2, Gears: []string{"1", "2", "3"}, Order: "foremost first"}

// houseOrders has orders in which cars are level, too.
var houseOrders = map[string]Order{
	"foremost first": byDistance,
	"by lap":         func(_ *Race, a, b *Car) int { return cmp.Compare(b.lap, a.lap) },
	"by lane": func(r *Race, a, b *Car) int {
		return cmp.Compare(r.board.Space(a.space).Lane, r.board.Space(b.space).Lane)
	},
}

// book makes a book of a house, as a host does of its files.
func (h house) book() (Book, error) {
	if h.Rows > 100 || h.Lanes > 8 || h.Laps > 10 || len(h.Gears) == 0 || houseOrders[h.Order] == nil {
		return nil, errors.New("not a house")
	}
	b, err := ring(h.Rows, h.Lanes, true)
	h.board = b
	for _, set := range h.Set {
		if _, err := fmt.Sscanf(set, "bonus=%d", &h.Bonus); err != nil {
			return nil, err
		}
	}
	return h, err
}

// openHouse is the Opener of houses.
func openHouse(_ Head, sources []Source, settings []string) (Book, error) {
	h := house{Set: settings}
	if len(sources) != 2 || sources[0].Name != "lib" {
		return nil, errors.New("not the files of a house")
	}
	if err := json.Unmarshal([]byte(sources[1].Text), &h); err != nil {
		return nil, err
	}
	return h.book()
}

func (h house) Setup() Setup       { return Setup{Board: h.board, Laps: h.Laps} }
func (h house) Settings() []string { return h.Set }
func (h house) Sources() []Source {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err)
	}
	return []Source{{"lib", "lib.lua", "-- \"shared\" <by> all\n"}, {"house", "house.json", string(text)}}
}

func (h house) Fresh(r *Race) (Rules, error) {
	return &houseRules{house: h, gear: make([]int, r.Cars())}, nil
}

type houseRules struct {
	house
	gear   []int
	debris int
}

var (
	d6     = dice.Dice{Count: 1, Sides: 6}
	move   = dice.NewLabel("move")
	look   = dice.NewLabel("look")
	startP = dice.NewLabel("start")
)

func (h *houseRules) Next(r *Race) (*Step, error) {
	step := r.NextStep(&Plan{Sessions: []dice.Label{dice.NewLabel("Q1")}, Opened: h.Opened, Order: houseOrders[h.Order]})
	if step == nil {
		return nil, ErrOver
	}
	return step, nil
}

func (h *houseRules) Run(r *Race, s *Step) error {
	switch s.Kind {
	case Session:
		return h.qualify(r)
	case Open:
		return h.open(r)
	}
	return h.turn(r, s.Car)
}

func (h *houseRules) qualify(r *Race) error {
	order, total := []int{}, make([]int, r.Cars())
	for i := range r.Cars() {
		var err error
		if total[i], _, err = r.Roll(i, dice.Dice{Count: 2, Sides: 6}, startP); err != nil {
			return err
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(total[b], total[a]) })
	return r.Grid(order)
}

func (h *houseRules) open(r *Race) error {
	var asks []Ask
	for i := range r.Cars() {
		if r.Car(i).status == Running {
			asks = append(asks, Ask{Who: i, Key: "bid", Options: []Option{{ID: "0"}, {ID: "1"}, {ID: "2"}}})
		}
	}
	bids, err := r.Ask(asks...)
	if err != nil {
		return err
	}
	for _, bid := range bids {
		h.debris += bid
	}
	return nil
}

func (h *houseRules) turn(r *Race, car int) error {
	if h.Early {
		if _, _, err := r.Roll(car, d6, look); err != nil {
			return err
		}
	}
	gears := Ask{Who: car, Key: "gear"}
	for _, id := range h.Gears {
		o := Option{ID: id}
		if id == h.No {
			o.No = "the bay is broken"
		}
		gears.Options = append(gears.Options, o)
	}
	gear, err := r.Ask(gears)
	if err != nil {
		return err
	}
	total, faces, err := r.Roll(car, d6, move, Modifier{Name: "gear", Value: gear[0]}, Modifier{Name: "bonus", Value: h.Bonus})
	if err != nil {
		return err
	}
	face := faces[0]
	brake, err := r.Ask(Ask{Who: car, Key: "brake", Options: []Option{{ID: "no"}, {ID: "yes"}}})
	if err != nil {
		return err
	}
	h.gear[car] = gear[0]
	if brake[0] == 1 {
		total /= 2
	}
	if _, err := r.Advance(car, total); err != nil {
		return err
	}
	if other := (car + face) % r.Cars(); other != car && face < 3 && r.Car(other).status == Running {
		if _, err := r.Advance(other, -face); err != nil {
			return err
		}
		h.debris++
	}
	if victim := (car + h.debris) % r.Cars(); face == 4 && gear[0] == 2 && r.Car(victim).status < Finished {
		return r.Retire(victim, `hit "debris" | {wheel}`)
	}
	return nil
}

func (h *houseRules) Answer(r *Race, a *Ask) (int, bool, error) {
	if slices.Contains(h.People, r.Name(a.Who)) {
		return 0, false, nil
	}
	for i := a.Who + r.round; ; i++ {
		if n := i % len(a.Options); a.Options[n].No == "" {
			return n, true, nil
		}
	}
}

func (h *houseRules) State(r *Race) (Notes, error) {
	n := Notes{Race: fmt.Sprintf("debris=%d", h.debris)}
	for _, gear := range h.gear {
		n.Cars = append(n.Cars, fmt.Sprintf("gear=%d", gear))
	}
	return n, nil
}

func (h *houseRules) SetState(r *Race, n Notes) error {
	if _, err := fmt.Sscanf(n.Race, "debris=%d", &h.debris); err != nil {
		return err
	}
	for i, text := range n.Cars {
		if _, err := fmt.Sscanf(text, "gear=%d", &h.gear[i]); err != nil {
			return err
		}
	}
	return nil
}

func (h house) must(t testing.TB) Book {
	t.Helper()
	b, err := h.book()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// byDistance is the order of play that is used where none is given, as one
// that is asked before every turn.
func byDistance(_ *Race, a, b *Car) int { return foremost(a, b) }
