package scripts_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// The paper race of the benchmarks: 24 cars from a fixed grid, 100 units with
// a mark on every tenth, one lap, no qualifying.
const benchRace = `local racing = require "racing"
local V = racing.extend("paper_f1", { name = "Bench", sessions = racing.none })
`

// The same turn, declared and written out.
const (
	declaredTurn = benchRace + `return V`
	functionTurn = benchRace + `
function V:turn(race, car)
  local space, rows, missed = race:advance(car, race:roll(car, "d6", "move"))
  if space and space.mark and rows > 0 and car.lap > 0 and not (missed and missed.mark) then
    race:apply(car, self.action:roll(race, car))
  end
end
return V`
)

// The whole weekend as the file has it, qualifying and all.
const weekend = `return require("racing").extend("paper_f1", { name = "Weekend" })`

// luaRaces runs races under a Lua variant and returns their rounds and
// retired cars.
type luaRaces struct {
	race  *race.Race
	host  *scripts.Host
	order []int // on the grid; none where qualifying sets it
}

func newLuaRaces(t testing.TB, source string) *luaRaces {
	t.Helper()
	p := load(t, scripts.Options{Variant: "bench"}, map[string]string{"bench": source})
	r, host := quiet(t, p, "")
	l := &luaRaces{race: r, host: host}
	for i := range r.Cars() {
		l.order = append(l.order, i)
	}
	return l
}

func (l *luaRaces) run(t testing.TB, source dice.Source) (rounds, retired int) {
	l.race.Reset(source)
	l.host.Reset(0)
	if err := l.race.Grid(l.order); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := l.host.PlayRounds(l.race, l.race.MaxSteps(), func() {}); err != nil {
			t.Fatal(err)
		}
		step, err := l.host.Next(l.race)
		if err == race.ErrOver {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := l.race.RunStep(l.host, step); err != nil {
			t.Fatal(err)
		}
	}
	for i := range l.race.Cars() {
		if l.race.Car(i).Status() == race.Retired {
			retired++
		}
	}
	return l.race.Round(), retired
}

// coded is the same race written in Go for speed alone: positions count from
// the line, unit 0 is the pole pair's.
type coded struct {
	pos, arrived [24]int
	out          [24]bool
	count        [128]int8 // cars on a unit, shifted by 12
	order        [24]int
	random       uint64
}

const codedShift = 12

func (c *coded) die() int {
	c.random += 0x9E3779B97F4A7C15
	x := c.random
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	x ^= x >> 31
	return int(x>>32*6>>32) + 1
}

func (c *coded) run(seed uint64) (rounds, retired int) {
	*c = coded{random: seed}
	for i := range c.pos {
		c.pos[i], c.arrived[i], c.order[i] = -(i / 2), i, i
		c.count[c.pos[i]+codedShift]++
	}
	arrivals, running := 24, 24
	for began := running; running > 0; began = running {
		rounds++
		c.sort(began)
		for _, car := range c.order[:began] {
			arrivals++
			home, dead := c.turn(car, arrivals)
			if home || dead {
				c.out[car] = true
				running--
			}
			if dead {
				retired++
			}
		}
	}
	return rounds, retired
}

// sort orders the first n cars foremost first, after dropping those that left
// in the round before; the caller counts them.
func (c *coded) sort(n int) {
	last := 0
	for _, car := range c.order {
		if c.out[car] {
			continue
		}
		if last == n {
			return
		}
		i := last
		for ; i > 0; i-- {
			o := c.order[i-1]
			if c.pos[o] > c.pos[car] || c.pos[o] == c.pos[car] && c.arrived[o] < c.arrived[car] {
				break
			}
			c.order[i] = o
		}
		c.order[i] = car
		last++
	}
}

func (c *coded) turn(car, arrival int) (home, dead bool) {
	roll := c.die()
	from := c.pos[car]
	target := from + roll
	blockedMark := target <= 100 && target > 0 && target%10 == 0 && c.count[target+codedShift] == 2
	to := c.forward(from, roll)
	if to > 100 {
		c.count[from+codedShift]--
		return true, false
	}
	if to == from {
		return false, false
	}
	c.move(car, to, arrival)
	if to <= 0 || to%10 != 0 || blockedMark {
		return false, false
	}
	switch c.die() {
	case 1:
		c.count[to+codedShift]--
		return false, true
	case 2:
		c.back(car, 3, arrival)
	case 3:
		c.back(car, 2, arrival)
	case 5:
		return c.onward(car, 2, arrival), false
	case 6:
		return c.onward(car, 3, arrival), false
	}
	return false, false
}

func (c *coded) forward(from, n int) int {
	for ; n > 0 && from <= 100; n-- {
		if from < 100 && c.count[from+1+codedShift] == 2 {
			break
		}
		from++
	}
	return from
}

func (c *coded) move(car, to, arrival int) {
	c.count[c.pos[car]+codedShift]--
	c.pos[car], c.arrived[car] = to, arrival
	c.count[to+codedShift]++
}

func (c *coded) onward(car, n, arrival int) bool {
	from := c.pos[car]
	to := c.forward(from, n)
	if to > 100 {
		c.count[from+codedShift]--
		return true
	}
	if to != from {
		c.move(car, to, arrival)
	}
	return false
}

func (c *coded) back(car, n, arrival int) {
	to := c.pos[car] - n
	for c.count[to+codedShift] == 2 {
		to--
	}
	c.move(car, to, arrival)
}

func BenchmarkPaperRace(b *testing.B) {
	b.Run("coded", func(b *testing.B) {
		var c coded
		b.ReportAllocs()
		for i := range b.N {
			c.run(uint64(i) << 20)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
	})
	for _, v := range []struct{ name, source string }{{"declared", declaredTurn}, {"function", functionTurn}, {"weekend", weekend}} {
		b.Run(v.name, func(b *testing.B) {
			l := newLuaRaces(b, v.source)
			if v.source == weekend {
				l.order = nil
			}
			sources := seeds(b.N)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				l.run(b, sources[i])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
		})
	}
}

// A new Lua state with the rules of a race in it, as each answer of a person
// costs one.
func BenchmarkFresh(b *testing.B) {
	files := scripts.Roots{{Folder: scripts.Variants, FS: os.DirFS("../variants")}, {Folder: scripts.Tracks, FS: os.DirFS("../tracks")}}
	for _, name := range []string{"paper_f1", "epreuve1934", "isloppet"} {
		b.Run(name, func(b *testing.B) {
			p, err := scripts.Load(files, scripts.Options{Variant: name})
			if err != nil {
				b.Fatal(err)
			}
			r, err := race.New(p.Setup(), dice.NewKeyed(""))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Fresh(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func seeds(n int) []dice.Source {
	list := make([]dice.Source, n)
	for i := range list {
		list[i] = dice.NewKeyed(strconv.Itoa(i))
	}
	return list
}

// The means of the race were worked out independently: 39.6 rounds, and 0.424
// of the cars retire.
func TestPaperRaceMeans(t *testing.T) {
	if testing.Short() {
		t.Skip("its races take seconds")
	}
	const races = 20_000
	l := newLuaRaces(t, declaredTurn)
	rounds, retired := 0, 0
	for i := range races {
		n, out := l.run(t, dice.NewKeyed(fmt.Sprint("means ", i)))
		rounds += n
		retired += out
	}
	mean, share := float64(rounds)/races, float64(retired)/races/24
	t.Logf("%.3f rounds, %.4f retired", mean, share)
	if mean < 39.5 || mean > 39.7 {
		t.Errorf("mean rounds %.3f, want 39.6 ± 0.1", mean)
	}
	if share < 0.421 || share > 0.427 {
		t.Errorf("share of retired cars %.4f, want 0.424 ± 0.003", share)
	}
}

// The written turn, the declared turn and the coded race play one game.
func TestThreeWaysOneGame(t *testing.T) {
	declared, function := newLuaRaces(t, declaredTurn), newLuaRaces(t, functionTurn)
	for i := range 500 {
		source := dice.NewKeyed(strconv.Itoa(i))
		n1, out1 := declared.run(t, source)
		n2, out2 := function.run(t, source)
		if n1 != n2 || out1 != out2 {
			t.Fatalf("seed %d: declared %d rounds and %d retired, function %d and %d", i, n1, out1, n2, out2)
		}
	}
	var c coded
	rounds, retired := 0, 0
	for i := range 20_000 {
		n, out := c.run(uint64(i) << 20)
		rounds += n
		retired += out
	}
	if mean, share := float64(rounds)/20_000, float64(retired)/20_000/24; mean < 39.5 || mean > 39.7 || share < 0.421 || share > 0.427 {
		t.Errorf("coded: %.3f rounds, %.4f retired", mean, share)
	}
}
