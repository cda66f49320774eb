package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/core/race"
	"sandbox/core/sim"
	"sandbox/scripts"
)

var stockcars = flag.Int("stockcars", usual, "races on each track that TestStockcar plays")

// chips of TROUBLE, by form: accident, crash, wreck.
type chips [3]int

var troubleForms = [3]string{"ACCIDENT", "CRASH", "WRECK"}

// stockTracks are tracks without a board, with their chips at the start of a
// race of the length they give.
var stockTracks = map[string]chips{"talladega": {1, 1, 3}, "bristol": {2, 2, 1}, "watkins_glen": {2, 1, 1}}

// Whatever bots do in a race of stock cars, it comes to its end, its journal
// plays it again to the same state, and after every step places are what they
// must be and the chips of TROUBLE were drawn as they may be.
func TestStockcar(t *testing.T) {
	for track, layout := range stockTracks {
		for n := range swept(*stockcars) {
			t.Run(fmt.Sprintf("%s %d", track, n+1), func(t *testing.T) {
				t.Parallel()
				head := race.Head{Variant: "stockcar", Track: track, Seed: fmt.Sprintf("stockcar %d", n+1)}
				head.Bots = []string{"cautious", "steady", "bold"}[:1+n%3]
				var journal bytes.Buffer
				g := playStockcar(t, head, nil, &journal, &spaces{layout: layout})
				if n == 0 || *stockcars > usual {
					playedAgain(t, journal.Bytes(), g.State())
				}
			})
		}
	}
}

// The rule of the chips holds over many draws: in a race of a thousand turns in
// which nothing but TROUBLE happens, from which everyone gets away. Of three
// spaces with chips each is as likely as the others.
func TestTroubleChips(t *testing.T) {
	unhurried(t)
	settings := []string{"chips.beyond=950"}
	for _, row := range []string{"5", "6-8", "9", "10", "11", "12"} {
		settings = append(settings, "event."+row+".event=trouble")
	}
	var entries []race.Entry
	for n := range 2 {
		entries = append(entries, race.Entry{Name: fmt.Sprintf("#%02d", n+1), Fields: map[string]any{"escape": 36.0}})
	}
	draws, ofThree := 0, chips{}
	for track, extra := range map[string]chips{"talladega": {1, 2, 5}, "bristol": {4, 3, 1}, "watkins_glen": {6, 1, 1}} {
		for n := range 4 {
			head := race.Head{Variant: "stockcar", Track: track, Laps: 1000, Seed: fmt.Sprintf("chips %d", n+1), Entries: entries}
			s := &spaces{layout: extra}
			playStockcar(t, head, settings, io.Discard, s)
			draws += s.draws
			for form, n := range s.ofThree {
				ofThree[form] += n
			}
		}
	}
	if draws < 10_000 {
		t.Errorf("only %d draws", draws)
	}
	all := ofThree[0] + ofThree[1] + ofThree[2]
	for form, n := range ofThree {
		if share := float64(n) / float64(all); math.Abs(share-1.0/3) > 0.03 {
			t.Errorf("%s was drawn %d times of %d", troubleForms[form], n, all)
		}
	}
	t.Logf("%d draws, %d of them from three spaces: %v", draws, all, ofThree)
}

// playStockcar plays a race to its end and looks at it after every step.
func playStockcar(t *testing.T, head race.Head, settings []string, journal io.Writer, s *spaces) *race.Game {
	t.Helper()
	p, err := scripts.Load(library.Roots(), headOptions(head, settings))
	if err != nil {
		t.Fatal(err)
	}
	head.Entries, head.Laps = p.Entries(), p.Setup().Laps
	g, err := race.Start(p, head, journal)
	if err != nil {
		t.Fatal(err)
	}
	for {
		c, err := g.Play()
		if errors.Is(err, race.ErrOver) {
			return g
		}
		if err != nil {
			t.Fatalf("seed %q: %v", head.Seed, err)
		}
		placesHold(t, standing(g))
		s.after(t, c)
		if t.Failed() {
			t.Fatalf("seed %q, after %s:\n%s", head.Seed, c.Step, c.State)
		}
	}
}

// placesHold: running cars have places from 1 on, each its own and without a
// gap, and those that are out have none.
func placesHold(t *testing.T, r *race.Race) {
	t.Helper()
	on, running := map[int]string{}, 0
	for i := range r.Cars() {
		c := r.Car(i)
		if c.Status() == race.Retired && c.Place() != 0 {
			t.Errorf("%s is out and has place %d", c.Name(), c.Place())
		}
		if c.Status() != race.Running && c.Status() != race.Finished {
			continue
		}
		running++
		if other := on[c.Place()]; other != "" {
			t.Errorf("%s and %s both have place %d", other, c.Name(), c.Place())
		}
		on[c.Place()] = c.Name()
	}
	for place := 1; place <= running; place++ {
		if on[place] == "" {
			t.Errorf("%d cars run, and none has place %d", running, place)
		}
	}
}

// spaces are those for the chips of TROUBLE, kept beside a race from step to
// step.
type spaces struct {
	layout chips // at the start, and whenever all are gone
	left   chips

	begun   bool
	draws   int
	ofThree chips // draws when every space held chips
}

var chipsLeft = regexp.MustCompile(`\{chips=\{accident=(\d+) crash=(\d+) wreck=(\d+)\}`)

// after a step: what was drawn in it could be drawn, and the race has left what
// must be left.
func (s *spaces) after(t *testing.T, c *race.Commit) {
	t.Helper()
	if !s.begun {
		s.begun, s.left = true, s.layout
	}
	for i := range c.Events {
		if e := &c.Events[i]; e.Type == "trouble" {
			s.draw(t, e.Get("form").(string))
		}
	}
	found := chipsLeft.FindStringSubmatch(c.State)
	if found == nil {
		t.Fatalf("no chips in %s", c.State)
	}
	for form, text := range found[1:] {
		if n, err := strconv.Atoi(text); err != nil || n != s.left[form] {
			t.Errorf("chips left %s, not %v", strings.Join(found[1:], " "), s.left)
		}
	}
}

// draw takes a chip; when the last one is gone all are back.
func (s *spaces) draw(t *testing.T, form string) {
	t.Helper()
	three := s.left[0] > 0 && s.left[1] > 0 && s.left[2] > 0
	for i, name := range troubleForms {
		if name != form {
			continue
		}
		if s.left[i] == 0 {
			t.Errorf("%s was drawn with %v chips left", form, s.left)
		}
		s.left[i]--
		s.draws++
		if three {
			s.ofThree[i]++
		}
	}
	if s.left == (chips{}) {
		s.left = s.layout
	}
}

// To be in front is worth something on every track: the first ten of the grid score
// more than the last ten, by clearly more than chance would have it.
func TestLeadingPays(t *testing.T) {
	unhurried(t)
	races := int64(200 * *stockcars)
	for track := range stockTracks {
		t.Run(track, func(t *testing.T) {
			t.Parallel()
			p, err := scripts.Load(library.Roots(), scripts.Options{Variant: "stockcar", Track: track})
			if err != nil {
				t.Fatal(err)
			}
			job := sim.Job{Seed: "leading", Races: races, From: 1, To: races, Workers: 1, A: subject(p, "", "")}
			result, err := sim.Run(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			slots := result.Counts[0].Slots
			first, last := scored(slots[:10]), scored(slots[len(slots)-10:])
			t.Logf("%d races: the first ten score %.2f, the last ten %.2f", races, first, last)
			// A car's points spread by about 13, and those of ten cars of a race hardly depend on each other.
			if chance := 3 * 13 * math.Sqrt(2/float64(10*races)); first-last < chance {
				t.Errorf("the first ten of the grid score %.2f, the last ten %.2f: want more than %.2f between them", first, last, chance)
			}
		})
	}
}

// scored is the mean of the points from some slots of the grid.
func scored(slots []sim.Places) float64 {
	points, starts := int64(0), int64(0)
	for i := range slots {
		points += slots[i].Points
		starts += slots[i].Starts
	}
	return float64(points) / float64(starts)
}
