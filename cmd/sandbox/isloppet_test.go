package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// manyIsloppets are enough to hold the figures to their limits; fewer, as every
// day, to limits half as wide again.
const manyIsloppets = 500

var isloppets = flag.Int("isloppets", 60, "races that TestIsloppetIsARace and TestExpertWins play with each cast")

// isloppet is what became of some races.
type isloppet struct {
	races, cars, out, deserted int
	gaps                       []int          // rounds between the first two, where two came home
	wins                       map[string]int // by what the winner is counted under
}

// median is the middle one of the gaps.
func (i *isloppet) median() float64 {
	slices.Sort(i.gaps)
	n := len(i.gaps)
	return float64(i.gaps[(n-1)/2]+i.gaps[n/2]) / 2
}

// playIsloppets plays races in which bots drive, and says under what each winner
// counts.
func playIsloppets(t *testing.T, n int, bots []string, under func(h *scripts.Host, car int) string) isloppet {
	t.Helper()
	p, err := scripts.Load(library.Roots(), scripts.Options{Variant: "isloppet", Bots: bots})
	if err != nil {
		t.Fatal(err)
	}
	r, err := race.New(p.Setup(), dice.NewKeyed(""))
	if err != nil {
		t.Fatal(err)
	}
	h, err := p.NewHost(r)
	if err != nil {
		t.Fatal(err)
	}
	h.Quiet()
	r.Answers(h)
	all := isloppet{races: n, wins: map[string]int{}}
	for i := range n {
		r.Reset(dice.NewKeyed(fmt.Sprintf("isloppet/%d", i+1)))
		h.Reset(i)
		home := playHome(t, h, r)
		all.cars, all.out = all.cars+r.Cars(), all.out+r.Cars()-len(home)
		if len(home) == 0 {
			all.deserted++
			continue
		}
		all.wins[under(h, r.Standings()[0])]++
		if len(home) > 1 {
			all.gaps = append(all.gaps, home[1]-home[0])
		}
	}
	return all
}

// playHome plays a race to its end and lists the rounds in which cars came home.
func playHome(t *testing.T, h *scripts.Host, r *race.Race) (home []int) {
	t.Helper()
	for {
		step, err := h.Next(r)
		if errors.Is(err, race.ErrOver) {
			return home
		}
		if err == nil {
			err = r.RunStep(h, step)
		}
		if err != nil {
			t.Fatal(err)
		}
		finished := 0
		for i := range r.Cars() {
			if r.Car(i).Status() == race.Finished {
				finished++
			}
		}
		for len(home) < finished {
			home = append(home, r.Round())
		}
	}
}

// The Isloppet is a race: most cars come home, somebody nearly always, the first
// two are close, and neither studs nor chains win most.
func TestIsloppetIsARace(t *testing.T) {
	unhurried(t)
	wide := 1.5
	if *isloppets >= manyIsloppets {
		wide = 1
	}
	tyres := func(h *scripts.Host, car int) string { return h.Field(car, "tyres") }
	for _, bots := range [][]string{{"steady"}, {"studs", "chains"}} {
		got := playIsloppets(t, *isloppets, bots, tyres)
		won := got.races - got.deserted
		out := float64(got.out) / float64(got.cars)
		t.Logf("%v: %.1f %% out, %d of %d races without a car at home, median gap %.1f rounds, wins %v",
			bots, 100*out, got.deserted, got.races, got.median(), got.wins)
		if out < 0.15/wide || out > 0.30*wide {
			t.Errorf("%v: %.1f %% of the cars are out, not 15 to 30", bots, 100*out)
		}
		if got.deserted > max(3, 3*got.races/200) {
			t.Errorf("%v: nobody comes home in %d races of %d", bots, got.deserted, got.races)
		}
		if got.median() > 1.5*wide {
			t.Errorf("%v: the first two are %.1f rounds apart", bots, got.median())
		}
		for kind, n := range got.wins {
			if share := float64(n) / float64(won); share > 0.6*wide {
				t.Errorf("%v: %s win %.1f %% of the races", bots, kind, 100*share)
			}
		}
	}
}
