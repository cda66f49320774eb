package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts"
)

// usual is how many races TestEpreuve plays on each circuit, and replays one
// of; when more are asked for, it replays all.
const usual = 3

var epreuves = flag.Int("epreuves", usual, "races on each circuit that TestEpreuve plays")

// swept is how many races a sweep plays that was asked for so many: with
// -short one.
func swept(asked int) int {
	if testing.Short() {
		return min(asked, 1)
	}
	return asked
}

// unhurried leaves out a test that takes seconds when there is -short.
func unhurried(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes its time")
	}
}

// Whatever bots do in a race, it comes to its end, its journal plays it again
// to the same state, and after every step what must hold does.
func TestEpreuve(t *testing.T) {
	for _, race := range []struct {
		variant, track string
		laps           int
	}{
		{"epreuve1934", "avus", 2}, {"epreuve1934", "donington", 2}, {"epreuve1934", "monaco", 2}, {"epreuve1934", "proving", 2},
		{"isloppet", "laxforsen", 3},
	} {
		for n := range swept(*epreuves) {
			t.Run(fmt.Sprintf("%s %d", race.track, n+1), func(t *testing.T) {
				t.Parallel()
				bots := []string{"cautious", "steady", "bold"}
				playEpreuve(t, race.variant, race.track, race.laps, fmt.Sprintf("epreuve %d", n+1), bots[:1+n%3], n == 0 || *epreuves > usual)
			})
		}
	}
}

// maxEpreuveSteps is more than a race of three laps takes.
const maxEpreuveSteps = 5_000

func playEpreuve(t *testing.T, variant, track string, laps int, seed string, bots []string, again bool) {
	head := race.Head{Variant: variant, Track: track, Laps: laps, Seed: seed, Bots: bots}
	p, err := scripts.Load(library.Roots(), headOptions(head, nil))
	if err != nil {
		t.Fatal(err)
	}
	if head.Entries = p.Entries(); len(head.Entries) != 8 {
		t.Fatalf("%d cars drive, not 8", len(head.Entries))
	}
	var journal bytes.Buffer
	g, err := race.Start(p, head, &journal)
	if err != nil {
		t.Fatal(err)
	}
	for w := (&marshal{t: t, g: g}); ; {
		w.before()
		c, err := g.Play()
		if errors.Is(err, race.ErrOver) {
			break
		}
		if err != nil {
			t.Fatalf("seed %q: %v", seed, err)
		}
		if w.after(c); t.Failed() {
			t.Fatalf("seed %q, %s, from\n%s\nto\n%s", seed, c.Step, w.was, c.State)
		}
		if g.Steps()+1 > maxEpreuveSteps {
			t.Fatalf("seed %q: no end after %d steps in\n%s", seed, maxEpreuveSteps, g.State())
		}
	}
	if again {
		playedAgain(t, journal.Bytes(), g.State())
	}
}

func playedAgain(t *testing.T, journal []byte, end string) {
	t.Helper()
	lines := race.NewReader(bytes.NewReader(journal))
	g, err := race.Replay(lines, embedded, nil)
	if err != nil || lines.Whole() != int64(len(journal)) {
		t.Fatalf("%d of %d bytes of the journal can be read: %v", lines.Whole(), len(journal), err)
	}
	if g.State() != end {
		t.Errorf("it ended in\n%s\nand replayed in\n%s", end, g.State())
	}
}

// marshal looks over a race step by step.
type marshal struct {
	t    *testing.T
	g    *race.Game
	was  string
	cars []race.Car // as they were before the step
}

func (m *marshal) before() {
	r := standing(m.g)
	m.was, m.cars = m.g.State(), m.cars[:0]
	for i := range r.Cars() {
		m.cars = append(m.cars, *r.Car(i))
	}
}

func (m *marshal) after(c *race.Commit) {
	m.apart()
	m.forwards(c)
	m.worn(c.State)
	m.ways(c)
	if c.Kind == race.Turn {
		m.length(c)
	}
}

// apart: no two cars stand on one space.
func (m *marshal) apart() {
	r, on := standing(m.g), map[board.ID]string{}
	for i := range r.Cars() {
		c := r.Car(i)
		if c.Space() == board.None {
			continue
		}
		if other := on[c.Space()]; other != "" {
			m.t.Errorf("%s and %s both stand on %s", other, c.Name(), r.Board().Space(c.Space()).Name)
		}
		on[c.Space()] = c.Name()
	}
}

// forwards: nobody moves backwards, and in a turn nobody else moves at all.
func (m *marshal) forwards(commit *race.Commit) {
	r := standing(m.g)
	for i := range r.Cars() {
		was, is := &m.cars[i], r.Car(i)
		if was.Space() == board.None || is.Space() == board.None {
			continue
		}
		if r.Distance(is) < r.Distance(was) {
			m.t.Errorf("%s moved backwards", is.Name())
		}
		if is.Space() != was.Space() && !strings.HasSuffix(commit.Step, " "+is.Name()) {
			m.t.Errorf("%s moved out of turn", is.Name())
		}
	}
}

var (
	wearPoints = regexp.MustCompile(`[{ ](wp|base)=\{([^}]*)\}`)
	coasting   = regexp.MustCompile(` coasting="(.*?)"`)
)

// worn: no car has wear points below 0 or above what it began with, and one
// whose body or handling has none left has nothing but its last way before it.
func (m *marshal) worn(state string) {
	for i, text := range strings.Split(state, " | ")[1:] {
		points := map[string]map[string]int{}
		for _, found := range wearPoints.FindAllStringSubmatch(text, -1) {
			points[found[1]] = map[string]int{}
			for _, field := range strings.Fields(found[2]) {
				category, value, _ := strings.Cut(field, "=")
				n, err := strconv.Atoi(value)
				if err != nil {
					m.t.Fatalf("%s: %v", text, err)
				}
				points[found[1]][category] = n
			}
		}
		for _, category := range []string{"T", "B", "G", "C", "E", "H"} {
			n, known := points["wp"][category]
			if base := points["base"][category]; !known || n < 0 || n > base {
				m.t.Errorf("of %d points %s car %d has %d", base, category, i+1, n)
			}
		}
		gone := points["wp"]["C"] == 0 || points["wp"]["H"] == 0
		if gone && standing(m.g).Car(i).Status() == race.Running && coasting.FindStringSubmatch(text)[1] == "" {
			m.t.Errorf("car %d drives on as if nothing had happened", i+1)
		}
	}
}

// ways: as many steps as a car drove lead from where it was to where it is.
func (m *marshal) ways(c *race.Commit) {
	b := standing(m.g).Board()
	for i := range c.Events {
		e := &c.Events[i]
		if e.Type != "move" {
			continue
		}
		from, to := b.Find(e.Get("from").(string)), b.Find(e.Get("to").(string))
		if n := e.Get("rows").(int); to != board.None && !leads(b, from, to, n) {
			m.t.Errorf("%s cannot have driven from %s to %s in %d spaces", e.Car, e.Get("from"), e.Get("to"), n)
		}
	}
}

// leads says that so many steps can lead from one space to another.
func leads(b *board.Board, from, to board.ID, steps int) bool {
	at := []board.ID{from}
	for range steps {
		var next []board.ID
		for _, id := range at {
			next = append(append(next, b.Space(id).Ahead), b.Space(id).Next...)
		}
		slices.Sort(next)
		at = slices.DeleteFunc(slices.Compact(next), func(id board.ID) bool { return id == board.None })
	}
	return slices.Contains(at, to)
}

// slipstream is what it adds to a move, in spaces.
const slipstream = 3

// length: a turn is as long as the table says, and what tyres, hills and the
// slipstream add to it, less the points spent to be slower. It may be shorter
// where only another car could stop it, in the pits, and on its last way.
func (m *marshal) length(c *race.Commit) {
	given, driven, spent, stopped := 0, 0, 0, false
	most := 0
	if m.g.Head().Variant == "isloppet" && standing(m.g).Round() == 1 {
		most = 1 // with chains, before the start is rolled
	}
	for i := range c.Events {
		switch e := &c.Events[i]; e.Type {
		case "row":
			n, _ := e.Get("spaces").(int)
			given += n
		case "slipstream":
			given += slipstream
		case "more":
			n, err := strconv.Atoi(e.Get("spaces").(string))
			if err != nil {
				m.t.Fatal(err)
			}
			given += n
		case "roll":
			if e.Get("purpose") == "quick stop" {
				given += e.Get("face").(int)
			}
		case "wear":
			if why := e.Get("why").(string); why == "braking" || strings.HasPrefix(why, "skidding") {
				spent += e.Get("lost").(int)
			}
		case "crash", "pit", "retire": // one that is out does not run into what was in its way
			stopped = true
		case "move":
			driven += e.Get("rows").(int)
		}
	}
	i := slices.IndexFunc(m.cars, func(car race.Car) bool { return strings.HasSuffix(c.Step, " "+car.Name()) })
	if coasting.FindStringSubmatch(strings.Split(m.was, " | ")[i+1])[1] != "" {
		return // without a roll
	}
	stopped = stopped || standing(m.g).Board().OnSide(m.cars[i].Space())
	if more := driven + spent - given; more > most || more < 0 && !stopped && driven > 0 {
		m.t.Errorf("%s had %d spaces to drive, spent %d points, and drove %d", m.cars[i].Name(), given, spent, driven)
	}
}
