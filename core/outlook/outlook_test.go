package outlook

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"sandbox/core/board"
)

// oval is a closed board of so many lanes and rows, on which each space leads
// straight on and one lane aside.
func oval(t *testing.T, lanes, rows int, corners ...board.Corner) *board.Board {
	t.Helper()
	p := board.Plan{Name: "oval", Lanes: lanes, Closed: true, Corners: corners}
	for r := range rows {
		row := make([]board.Space, lanes)
		for l := range row {
			for _, to := range []int{l, l - 1, l + 1} {
				if to >= 0 && to < lanes {
					row[l].Next = append(row[l].Next, board.ID((r+1)%rows*lanes+to))
				}
			}
		}
		p.Rows = append(p.Rows, row)
	}
	b, err := board.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const (
	tyres = iota
	brakes
)

// fixed are modes of which mode i moves i+1 spaces; any may follow any.
func fixed(b *board.Board, modes int) Plan {
	p := Plan{Board: b, Grounds: []Ground{{}}, Amounts: 2, Brake: brakes, Skid: tyres, Beyond: tyres, Missing: 1, Spins: 1, Changes: 2, Overtaking: 4}
	for from := range modes {
		p.Grounds[0].Moves = append(p.Grounds[0].Moves, []Throw{{from + 1, 1}})
		p.Follow = append(p.Follow, nil)
		for range modes {
			p.Follow[from] = append(p.Follow[from], make([]int, 2))
		}
	}
	return p
}

func ahead(t *testing.T, p Plan) *Look {
	t.Helper()
	a, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return NewLook(a)
}

var steady = Driver{Point: [MaxAmounts]int{3000, 2000}, Spin: 20_000, Ruin: 100_000, Crash: 15_000, Turns: 1}

// at is a car on a space of an empty board, with so many tyres and brakes.
func at(b *board.Board, space string, tyres, brakes int) Now {
	left := [MaxAmounts]int{tyres, brakes}
	return Now{From: b.Find(space), Left: left, Start: left, Factor: 1, ToGo: 2 * b.Rows, Of: 2 * b.Rows, Traffic: board.NewTraffic(b)}
}

// One turn, worked out by hand: a corner in rows 5 and 6 that asks a stop, a car
// on 2/1 or nearer.
func TestOneTurn(t *testing.T) {
	b := oval(t, 1, 20, board.Corner{Stops: 1, From: 5, To: 6, Inside: 1})
	twice := oval(t, 1, 20, board.Corner{Stops: 2, From: 5, To: 6, Inside: 1})
	for _, c := range []struct {
		name          string
		board         *board.Board
		space         string
		tyres, brakes int
		mode          int // that moves mode+1 spaces
		home          bool
		want          int
	}{
		{"up to the corner", b, "2/1", 4, 2, 2, false, 3000},
		{"into the corner", b, "2/1", 4, 2, 3, false, 4000},
		{"one beyond it: a tyre point, or one space less and a brake point", b, "2/1", 4, 2, 4, false, 2000},
		{"the same without brakes", b, "2/1", 4, 0, 4, false, 5000 - 3000},
		{"two beyond it: two tyre points are cheaper than two brake points and two spaces", b, "2/1", 4, 2, 5, false, 0},
		{"two beyond it on one point: to brake one space costs more than two of them", b, "2/1", 1, 1, 5, false, 5000 - 2000 - 3000},
		{"one more than tyres: a spin, and the points that were left", b, "2/1", 1, 0, 5, false, 6000 - 3000 - 20_000},
		{"two more: out", b, "2/1", 1, 0, 6, false, 7000 - 100_000},
		{"two stops missing: out", twice, "2/1", 4, 0, 4, false, 5000 - 100_000},
		{"over the line, not the last", b, "18/1", 4, 2, 4, false, 5000},
		{"over the last line", b, "18/1", 4, 2, 4, true, 5000},
	} {
		l := ahead(t, fixed(c.board, 7))
		now := at(c.board, c.space, c.tyres, c.brakes)
		now.Home = c.home
		l.Begin(&steady, now)
		if got := l.Mode(c.mode); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}

// Two turns: who stops in the corner is free in the next turn, who stands before
// it has still to stop there.
func TestTwoTurns(t *testing.T) {
	b := oval(t, 1, 20, board.Corner{Stops: 1, From: 5, To: 6, Inside: 1})
	two := steady
	two.Turns = 2
	for mode, want := range []int{
		1000 + 3000, // to row 3, and three on into the corner
		2000 + 2000, // to row 4
		3000 + 6000, // into the corner: six more without a debt
		4000 + 6000,
		2000 + 6000, // a tyre point
	} {
		l := ahead(t, fixed(b, 6))
		l.Begin(&two, at(b, "2/1", 9, 0))
		if got := l.Mode(mode); got != want {
			t.Errorf("%d spaces: %d, not %d", mode+1, got, want)
		}
	}
}

// A mode's throws count as often as they fall.
func TestThrows(t *testing.T) {
	b := oval(t, 1, 30)
	p := fixed(b, 2)
	p.Grounds[0].Moves[1] = []Throw{{2, 3}, {6, 1}}
	l := ahead(t, p)
	l.Begin(&steady, at(b, "1/1", 0, 0))
	if got := l.Mode(1); got != 3000 {
		t.Errorf("%d, not 3000: three of four throws move 2 spaces, one moves 6", got)
	}
}

// A throw that meets a corner moves further in rain.
func TestExtra(t *testing.T) {
	b := oval(t, 1, 20, board.Corner{Stops: 1, From: 5, To: 6, Inside: 1})
	p := fixed(b, 5)
	p.Extra = 3
	l := ahead(t, p)
	now := at(b, "2/1", 9, 0)
	now.Extra = 3
	l.Begin(&steady, now)
	for mode, want := range []int{1000, 2000, 6000 - 2*3000, 7000 - 3*3000} {
		if got := l.Mode(mode); got != want {
			t.Errorf("%d spaces: %d, not %d", mode+1, got, want)
		}
	}
	two := steady
	two.Turns = 2
	l.Begin(&two, now)
	if got := l.Mode(1); got != 2000+4000-2*3000 {
		t.Errorf("to the space before the corner, from where one space and three more lead beyond it: %d", got)
	}
}

// Where a choice counts from the next turn on, the mode before moves the car.
func TestLate(t *testing.T) {
	b := oval(t, 1, 40)
	p := fixed(b, 4)
	p.Grounds[0].Late = true
	two := steady
	two.Turns = 2
	l := ahead(t, p)
	now := at(b, "1/1", 0, 0)
	now.Mode = 1
	l.Begin(&two, now)
	if got := l.Mode(3); got != 2000+4000 {
		t.Errorf("2 spaces now and 4 in the next turn are worth %d", got)
	}
}

// What the change to a mode costs, and what no change is.
func TestFollow(t *testing.T) {
	b := oval(t, 1, 40)
	p := fixed(b, 3)
	p.Follow[2][0] = []int{0, 2}
	l := ahead(t, p)
	now := at(b, "1/1", 0, 2)
	now.Mode = 2
	l.Begin(&steady, now)
	if got := l.Mode(0); got != 1000-4000 {
		t.Errorf("two points of 2 spaces each: %d", got)
	}
	now.Free = true
	l.Begin(&steady, now)
	if got := l.Mode(0); got != 1000 {
		t.Errorf("for free: %d", got)
	}
	if l.Mode(2); l.Best != 3000 || l.Second != 1000 {
		t.Errorf("best %d and second %d, not 3000 and 1000", l.Best, l.Second)
	}
}

// A car ahead in a single lane: brakes, then tyres, then the crash.
func TestBlocked(t *testing.T) {
	b := oval(t, 1, 40)
	for _, c := range []struct{ tyres, brakes, want int }{
		{9, 9, -4000},
		{9, 1, -2 * 3000},
		{1, 1, -3000 - 15_000},
	} {
		l := ahead(t, fixed(b, 5))
		now := at(b, "1/1", c.tyres, c.brakes)
		now.Traffic.Put(7, b.Find("4/1"))
		l.Begin(&steady, now)
		if got := l.Mode(4); got != c.want {
			t.Errorf("five spaces of which two are free, with T%d B%d: %d, not %d", c.tyres, c.brakes, got, c.want)
		}
	}
}

// A wreck beyond the end of this move is seen a turn before: on one lane there
// is no way past it.
func TestWreck(t *testing.T) {
	b := oval(t, 1, 40)
	two := steady
	two.Turns = 2
	l := ahead(t, fixed(b, 4))
	now := at(b, "1/1", 0, 0)
	now.Traffic.Put(7, b.Find("7/1"))
	now.Wrecks = []board.ID{b.Find("7/1")}
	l.Begin(&two, now)
	for mode, want := range []int{
		1000 + 4000, // 2/1, and four more to the wreck
		2000 + 3000,
		3000 + 2000,
		4000 + 1000,
	} {
		if got := l.Mode(mode); got != want {
			t.Errorf("%d spaces: %d, not %d", mode+1, got, want)
		}
	}
	now.Wrecks = nil // it drives on
	l.Begin(&two, now)
	if got := l.Mode(3); got != 8000 {
		t.Errorf("behind a car that drives on: %d, not 8000", got)
	}
}

// What is known of the way past a wreck is that of a car with as many brakes: with
// two it takes more to stop behind it than with five.
func TestWreckKnown(t *testing.T) {
	b := oval(t, 1, 40)
	two := steady
	two.Turns = 2
	p := fixed(b, 8)
	p.Follow = make([][][]int, 8)
	for from := range p.Follow {
		p.Follow[from] = make([][]int, 8)
		p.Follow[from][7] = make([]int, 2)
	}
	behind := func(l *Look, brakes int) int {
		now := at(b, "1/1", 9, brakes)
		now.Wrecks = []board.ID{b.Find("12/1")}
		l.Begin(&two, now)
		return l.Mode(7)
	}
	l := ahead(t, p)
	for _, brakes := range []int{5, 2, 5} {
		if got, want := behind(l, brakes), behind(ahead(t, p), brakes); got != want {
			t.Errorf("with %d brakes %d, and %d for one who looks for the first time", brakes, got, want)
		}
	}
	if behind(l, 5) <= behind(l, 2) {
		t.Error("more brakes are worth no more")
	}
}

// A car that takes others along.
func TestTow(t *testing.T) {
	b := oval(t, 2, 40)
	p := fixed(b, 4)
	p.Tow, p.TowChanges = 3, 2
	l := ahead(t, p)
	now := at(b, "1/1", 0, 0)
	now.Traffic.Put(7, b.Find("5/1"))
	now.Tows = func(car, mode int) bool { return car == 7 && mode == 2 }
	l.Begin(&steady, now)
	if got := l.Mode(2); got != 3000+3000 {
		t.Errorf("three spaces, and three more behind the car ahead: %d", got)
	}
	if got := l.Mode(1); got != 2000 {
		t.Errorf("two spaces do not lead behind it: %d", got)
	}
}

// chance is a plan and a situation on a board of two lanes with a corner.
func chance(t *testing.T, r *rand.Rand) (Plan, Now, Driver) {
	b := oval(t, 2, 60, board.Corner{Stops: 1 + r.IntN(2), From: 20, To: 24, Inside: 1}, board.Corner{Stops: 1, From: 40, To: 43, Inside: 1})
	p := fixed(b, 5)
	for m := range p.Grounds[0].Moves {
		p.Grounds[0].Moves[m] = []Throw{{2*m + 1, 1}, {2*m + 3, 1}}
	}
	d := steady
	d.Turns = 1 + r.IntN(4)
	now := at(b, fmt.Sprintf("%d/%d", 1+r.IntN(60), 1+r.IntN(2)), r.IntN(9), r.IntN(4))
	return p, now, d
}

// More of an amount never lowers what a choice is worth.
func TestMoreIsNoWorse(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p, now, d := chance(t, r)
		l := ahead(t, p)
		mode, amount := r.IntN(5), r.IntN(2)
		l.Begin(&d, now)
		before := l.Mode(mode)
		now.Left[amount]++
		l.Begin(&d, now)
		if after := l.Mode(mode); after < before {
			t.Fatalf("%v, mode %d: with one more of amount %d it is worth %d, before %d", now, mode, amount, after, before)
		}
	}
}

// To take a car out of the way never lowers what a choice is worth.
func TestFreeIsNoWorse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p, now, d := chance(t, r)
		l := ahead(t, p)
		mode := r.IntN(5)
		l.Begin(&d, now)
		free := l.Mode(mode)
		b := p.Board
		for i := range 3 {
			row := (b.RowOf(now.From)+r.IntN(8))%b.Rows + 1
			if id := b.At(row, 1+r.IntN(2)); id != now.From && now.Traffic.Car(id) < 0 {
				now.Traffic.Put(i, id)
			}
		}
		l.Begin(&d, now)
		if blocked := l.Mode(mode); blocked > free {
			t.Fatalf("%v, mode %d: with cars in the way it is worth %d, without %d", now.From, mode, blocked, free)
		}
	}
}

// What is known from other questions changes no answer.
func TestOrderOfQuestions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p, _, _ := chance(t, r)
	type asked struct {
		now  Now
		d    Driver
		mode int
	}
	var list []asked
	for range 60 {
		_, now, d := chance(t, r)
		list = append(list, asked{now, d, r.IntN(5)})
	}
	one := ahead(t, p)
	for _, i := range r.Perm(len(list)) {
		q := list[i]
		one.Begin(&q.d, q.now)
		got := one.Mode(q.mode)
		fresh := ahead(t, p)
		fresh.Begin(&q.d, q.now)
		if want := fresh.Mode(q.mode); got != want {
			t.Fatalf("question %d: %d after others, %d alone", i, got, want)
		}
	}
}

// Several may ask at once.
func TestAtOnce(t *testing.T) {
	p, _, _ := chance(t, rand.New(rand.NewPCG(5, 6)))
	shared, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			r, look := rand.New(rand.NewPCG(7, 8)), NewLook(shared)
			for range 40 {
				_, now, d := chance(t, r)
				mode, alone := r.IntN(5), ahead(t, p)
				look.Begin(&d, now)
				alone.Begin(&d, now)
				if got, want := look.Mode(mode), alone.Mode(mode); got != want {
					t.Errorf("%s, mode %d: %d, not %d", p.Board.Space(now.From).Name, mode, got, want)
				}
			}
		})
	}
	all.Wait()
}

func TestNoPlan(t *testing.T) {
	b := oval(t, 1, 10)
	for name, spoil := range map[string]func(p *Plan){
		"no board":        func(p *Plan) { p.Board = nil },
		"no modes":        func(p *Plan) { p.Follow = nil },
		"no ground":       func(p *Plan) { p.Grounds = nil },
		"a mode too few":  func(p *Plan) { p.Grounds[0].Moves = p.Grounds[0].Moves[1:] },
		"a mode of none":  func(p *Plan) { p.Grounds[0].Moves[0] = nil },
		"too far":         func(p *Plan) { p.Grounds[0].Moves[0] = []Throw{{MaxSpaces + 1, 1}} },
		"too many things": func(p *Plan) { p.Amounts = MaxAmounts + 1 },
	} {
		p := fixed(b, 3)
		spoil(&p)
		if _, err := New(p); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

// The further somebody looks, over the more modes, the more work it is.
func TestWork(t *testing.T) {
	work := func(rows, modes, turns int) int {
		a, err := New(fixed(oval(t, 2, rows), modes))
		if err != nil {
			t.Fatal(err)
		}
		return a.Work(turns)
	}
	base := work(20, 2, 1)
	if base <= 0 || work(20, 2, 12) != 12*base || work(20, 4, 1) < 2*base || work(40, 2, 1) < 2*base {
		t.Errorf("%d; %d in twelve turns, %d with twice the modes, %d on twice the rows", base, work(20, 2, 12), work(20, 4, 1), work(40, 2, 1))
	}
}
