package race

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A history is the same list however it is packed, cut and looked at.
func TestHistory(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	for range 12 {
		var h history
		var want []*Commit
		for n := range 300 {
			c := &Commit{Step: fmt.Sprint("R", n), Round: n, State: fmt.Sprint("round ", n, " {\"é\"}")}
			for car := range rnd.IntN(4) { // of which some differ from one to the next, and some are split in two
				c.State += fmt.Sprint(betweenCars, "car ", car, " @", rnd.IntN(2), [...]string{"", ` {a="` + betweenCars + `"}`}[rnd.IntN(2)])
			}
			if n%3 == 0 {
				c.Events = []Event{anyEvent(rnd), anyEvent(rnd)}
				c.Given = []Given{{Who: "A", What: "move", Nth: 1, Faces: []int{3}}, {Who: "race", What: "rain", Nth: 2, Option: "<no>", Hidden: true, After: "0f"}}
			}
			h.add(c)
			want = append(want, c)
			switch rnd.IntN(12) {
			case 0:
				h.park()
			case 1:
				left := 1 + rnd.IntN(len(want))
				if rnd.IntN(4) > 0 {
					left = max(1, len(want)-3)
				}
				if err := h.cut(left); err != nil {
					t.Fatal(err)
				}
				want = want[:left]
			case 2:
				h.settle("settled")
				c := *want[len(want)-1]
				c.State = "settled"
				want[len(want)-1] = &c
			}
			i := rnd.IntN(len(want))
			got, err := h.at(i)
			if err != nil || h.len() != len(want) || !reflect.DeepEqual(got, want[i]) || !reflect.DeepEqual(h.last(), want[len(want)-1]) {
				t.Fatalf("commit %d of %d, of %d: %v\n%+v, want\n%+v", i, h.len(), len(want), err, got, want[i])
			}
			if len(h.loose) >= blockSize+looseSize {
				t.Fatalf("%d commits are loose", len(h.loose))
			}
		}
	}
}

// What cannot be written stays as it is, and the race goes on.
func TestHistoryOfWhatCannotBeWritten(t *testing.T) {
	var h history
	for n := range 200 {
		h.add(&Commit{Round: n, Events: []Event{{Type: "odd", Fields: []Field{{"f", func() {}}}}}})
	}
	h.park()
	if c, err := h.at(3); err != nil || c.Round != 3 || h.len() != 200 {
		t.Errorf("%+v of %d, %v", c, h.len(), err)
	}
}

// anyEvent is an event of all that one can hold.
func anyEvent(rnd *rand.Rand) Event {
	texts := []string{"", "spin", "é\n\"<&>\\", "\x00\u2028", "1e5"}
	text := func() string { return texts[rnd.IntN(len(texts))] }
	e := Event{Type: "t" + text(), Step: text(), Car: text(), Where: text()}
	for i := range rnd.IntN(9) {
		values := []any{
			text(), rnd.IntN(1<<40) - 1<<39, rnd.NormFloat64(), float64(rnd.IntN(9)), 1e300 * rnd.Float64(), rnd.IntN(2) == 0, nil,
			[]int{rnd.IntN(9), -1}, []string{text(), text()}, []Modifier{{Name: text(), Value: 3}, {Name: "x", Where: "a.lua:1"}},
		}
		e.Fields = append(e.Fields, Field{fmt.Sprint("f", i, text()), values[rnd.IntN(len(values))]})
	}
	return e
}

// What is written of an event is read back as it was, but for texts that are
// empty and for numbers that only were floats.
func TestEventIsReadBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	for range 5000 {
		e := anyEvent(rnd)
		whole, err := e.appendWhole(nil)
		if err != nil {
			t.Fatal(err)
		}
		var same Event
		if err := json.Unmarshal(whole, &same); err != nil || !reflect.DeepEqual(e, same) {
			t.Fatalf("%s is read as\n%#v (%v), want\n%#v", whole, same, err, e)
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var read Event
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		e.Fields = slices.DeleteFunc(e.Fields, func(f Field) bool { return f.Value == "" })
		for i, f := range e.Fields {
			if v, ok := f.Value.(float64); ok && v == float64(int(v)) && v < 1e15 {
				e.Fields[i].Value = int(v)
			}
		}
		if len(e.Fields) == 0 {
			e.Fields = nil
		}
		if !reflect.DeepEqual(read, e) {
			t.Fatalf("%s is read as\n%#v, want\n%#v", text, read, e)
		}
	}
}

// What is read as an event is written and read again as the same.
func FuzzEventJSON(f *testing.F) {
	for _, text := range []string{
		`{"type":"roll","step":"R1 turn A","car":"A","faces":[2,6],"total":8,"typed":true,"where":"a.lua:3"}`,
		`{"type":"x","n":1.5,"m":-0,"e":1e3,"list":["a"],"mods":[{"name":"wing","value":1}],"none":[],"null":null}`,
		`{"type":7}`, `[]`, `{"f":{}}`, `{"f":[1,"a"]}`, `{`, `{"f": [ ] }`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var e, again Event
		if json.Unmarshal(text, &e) != nil {
			return
		}
		whole, err := e.appendWhole(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(whole, &again); err != nil || fmt.Sprintf("%#v", again) != fmt.Sprintf("%#v", e) {
			t.Errorf("%q is %#v, written as %s and read as %#v (%v)", text, e, whole, again, err)
		}
	})
}

// lapGame is a game in which cars drive round and round, and one of them is asked.
func lapGame(t testing.TB, cars int, asks bool) *Game {
	t.Helper()
	names := drivers(cars)
	return newGame(t, lapBook(t, asks), nil, names...)
}

// lapBook has rules by which people are asked or bots drive.
func lapBook(t testing.TB, asks bool) Book {
	h := paper
	h.Rows, h.Lanes, h.Laps, h.Gears = 40, 3, 10, []string{"1", "3"}
	if asks {
		h.People = drivers(h.Rows * h.Lanes)
	}
	return endless{h.must(t).(house)}
}

func drivers(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("driver ", i))
	}
	return names
}

// endless is a house whose races have so many laps that they do not end.
type endless struct{ house }

func (e endless) Setup() Setup { return Setup{Board: e.board, Laps: 100_000} }

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A long race does not hold all its states.
func TestLongRaceIsSmall(t *testing.T) {
	steps := 20_000
	if testing.Short() {
		steps = 4_000
	}
	before := heap()
	g := lapGame(t, 24, false)
	commits(t, g, steps, nil)
	took := heap() - before
	t.Logf("%d steps keep %d bytes", steps, took)
	if took > 20<<20*uint64(steps)/20_000+2<<20 {
		t.Errorf("%d steps keep %d bytes", steps, took)
	}
	if c, err := g.Commit(steps / 2); err != nil || c.Round == 0 || g.Steps() != steps {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := g.Undo(steps - 1); err != nil {
		t.Error(err)
	}
	runtime.KeepAlive(g)
}

// Nor does one with very many cars: of each step it keeps what the step changed.
func TestLongRaceOfManyIsSmall(t *testing.T) {
	const steps, cars = 400, 1000
	var h history
	parts := slices.Repeat([]string{`driver @12/1 lap 1 grid 1 arrived 92 turn 4 {slot=1 team="Red Bull"}`}, 1+cars)
	before := heap()
	for n := range steps {
		parts[0], parts[1+n*7%cars] = fmt.Sprint("round ", n), fmt.Sprintf("driver %x lap %d", sha256.Sum256([]byte{byte(n)}), n)
		h.add(&Commit{State: strings.Join(parts, betweenCars)})
	}
	h.park()
	if took := heap() - before; took > 1000*steps {
		t.Errorf("%d steps of %d cars keep %d bytes", steps, cars, took)
	}
	if c, err := h.at(steps - 1); err != nil || c.State != strings.Join(parts, betweenCars) {
		t.Errorf("%+v, %v", c, err)
	}
}

// A race that waits is little more than its text.
func TestParkedRaceIsSmall(t *testing.T) {
	const races, most = 200, 60_000
	book, games := lapBook(t, true), []*Game{}
	before := heap()
	for range races {
		g := newGame(t, book, nil, drivers(8)...)
		commits(t, g, 200, nil)
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			t.Fatal(err)
		}
		g.Park()
		games = append(games, g)
	}
	took := (heap() - before) / races
	t.Logf("a parked race keeps %d bytes", took)
	if took > most {
		t.Errorf("a parked race keeps %d bytes", took)
	}
	for _, g := range games {
		commits(t, g, 1, nil)
	}
}

// Wherever a race is parked, what it does then is the same.
func TestParkedAnywhere(t *testing.T) {
	play := func(park bool) (string, *Game) {
		var journal bytes.Buffer
		h := paper
		h.People = []string{"A", "B"}
		g := newGame(t, h.must(t), &journal, "A", "B", "C")
		rnd := rand.New(rand.NewPCG(15, 16))
		for n := range 400 {
			if park {
				g.Park()
				if text := stands(g).Text(Notes{}); len(text) == 0 || len(g.Pending()) > 0 && g.Pending()[0].Text != "" {
					t.Error("it does not stand")
				}
				g.Park()
			}
			if q := g.Pending(); len(q) > 0 {
				if err := g.Answer(q[0].ID, atRandom(rnd)(q[0])); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if _, err := g.Play(); errors.Is(err, ErrOver) {
				return journal.String(), g
			} else if err != nil && !errors.Is(err, ErrPending) {
				t.Fatal(err)
			}
			if n%50 == 49 {
				if _, err := g.Undo(3); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Fatal("the race has no end")
		return "", nil
	}
	journal, g := play(false)
	parked, again := play(true)
	if journal != parked {
		t.Error("parked it becomes another race")
	}
	if diff := sameGame(g, again); diff != "" {
		t.Error(diff)
	}
}

func TestCommit(t *testing.T) {
	g := lapGame(t, 3, false)
	start := g.Last()
	commits(t, g, 100, nil)
	for _, i := range []int{-1, 101, 1 << 30} {
		if _, err := g.Commit(i); err == nil {
			t.Errorf("there is a commit %d", i)
		}
	}
	last := g.Last()
	kept := *last
	commits(t, g, 1, nil)
	g.Park()
	if first, err := g.Commit(0); err != nil || !reflect.DeepEqual(first, *start) || !reflect.DeepEqual(*last, kept) {
		t.Errorf("%+v, %v", first, err)
	}
}

func BenchmarkPack(b *testing.B) {
	g := lapGame(b, 24, false)
	commits(b, g, blockSize, nil)
	list := g.history.loose[1:]
	b.ReportAllocs()
	for range b.N {
		if _, err := packBlock(0, list); err != nil {
			b.Fatal(err)
		}
	}
}
