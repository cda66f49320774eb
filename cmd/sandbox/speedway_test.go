package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/core/race"
	"sandbox/scripts"
)

// usualSpeedways is how many races TestSpeedway plays on each circuit, and
// replays one of; when more are asked for, it replays all.
const usualSpeedways = 3

var speedways = flag.Int("speedways", usualSpeedways, "races on each circuit that TestSpeedway plays")

// Whatever bots do in a race of three laps, it comes to its end, its journal
// plays it again to the same state, and after every step what must hold does.
func TestSpeedway(t *testing.T) {
	for _, track := range []string{"indianapolis", "monza_1933"} {
		for n := range swept(*speedways) {
			t.Run(fmt.Sprintf("%s %d", track, n+1), func(t *testing.T) {
				t.Parallel()
				bots := []string{"cautious", "steady", "bold"}
				playSpeedway(t, track, fmt.Sprintf("speedway %d", n+1), bots[:1+n%3], n == 0 || *speedways > usualSpeedways)
			})
		}
	}
}

// maxSpeedwaySteps is more than a race of three laps takes.
const maxSpeedwaySteps = 3_000

func playSpeedway(t *testing.T, track, seed string, bots []string, again bool) {
	head := race.Head{Variant: "speedway", Track: track, Seed: seed, Bots: bots}
	p, err := scripts.Load(library.Roots(), headOptions(head, nil))
	if err != nil {
		t.Fatal(err)
	}
	head.Laps = p.Setup().Laps
	if head.Entries = p.Entries(); len(head.Entries) != 8 || head.Laps != 3 {
		t.Fatalf("%d cars drive %d laps, not 8 and 3", len(head.Entries), head.Laps)
	}
	var journal bytes.Buffer
	g, err := race.Start(p, head, &journal)
	if err != nil {
		t.Fatal(err)
	}
	for w := (&steward{t: t, g: g}); ; {
		w.was = g.State()
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
		if g.Steps()+1 > maxSpeedwaySteps {
			t.Fatalf("seed %q: no end after %d steps in\n%s", seed, maxSpeedwaySteps, g.State())
		}
	}
	if again {
		playedAgain(t, journal.Bytes(), g.State())
	}
}

// steward looks over a race of posted speeds step by step.
type steward struct {
	t   *testing.T
	g   *race.Game
	was string
}

func (s *steward) after(c *race.Commit) {
	m := marshal{t: s.t, g: s.g}
	m.apart()
	for i, text := range strings.Split(c.State, " | ")[1:] {
		s.stock(i, text)
	}
	if c.Kind == race.Turn {
		s.length(c)
	}
}

// stock: what a car has left never lies below nothing, nor above what it can
// have, and its speed is one that can be posted.
func (s *steward) stock(car int, text string) {
	most := map[string]int{"halves": 8 * 3 * 2, "chips": 2 * 3, "speed": 220, "acceleration": 80, "deceleration": 80, "top": 200}
	for name, limit := range most {
		n := fieldOf(s.t, text, name)
		if n < 0 || n > limit || limit > 50 && n%20 != 0 {
			s.t.Errorf("car %d has %s %d", car+1, name, n)
		}
	}
}

// damages are a field of a car that has names of other fields in it.
var damages = regexp.MustCompile(`damage=\{.*?\}`)

func fieldOf(t *testing.T, text, name string) int {
	_, text, found := strings.Cut(strings.ReplaceAll(damages.ReplaceAllString(text, ""), "{", "{ "), " "+name+"=")
	if !found {
		t.Fatalf("no field %s", name)
	}
	n, err := strconv.Atoi(text[:strings.IndexAny(text, " }")])
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return n
}

// length: a car that no other holds up drives as many spaces as it posted, and
// one for the slipstream.
func (s *steward) length(c *race.Commit) {
	driven, more, free := 0, 0, true
	for i := range c.Events {
		switch e := &c.Events[i]; e.Type {
		case "move":
			driven += e.Get("rows").(int)
		case "slipstream":
			more++
		case "force pass", "slower", "spin", "retire":
			free = false
		}
	}
	for i, text := range strings.Split(s.was, " | ")[1:] {
		car := standing(s.g).Car(i)
		if !strings.HasSuffix(c.Step, " "+car.Name()) || !free || car.Status() != race.Running {
			continue
		}
		if posted := fieldOf(s.t, text, "speed") / 20; posted > 0 && driven != posted+more {
			s.t.Errorf("%s posted %d spaces, had %d more, and drove %d", car.Name(), posted, more, driven)
		}
	}
}
