package sim

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// script is rules that carry out a text: rounds, apart by "|", of moves and
// retirements: "A+3 B+1 | B! A-2"; "A?" is a decision that A takes, "A?300" one by
// so much. The cars stand on the grid as entered but
// for those that only wait.
type script struct {
	rounds []string
	waits  string
	next   race.Step
}

func (s *script) State(*race.Race) (race.Notes, error)  { return race.Notes{}, nil }
func (s *script) SetState(*race.Race, race.Notes) error { return nil }
func (s *script) Reset(int)                             {}
func (s *script) Bot(int) int                           { return 0 }
func (s *script) Field(int, string) string              { return "" }
func (s *script) Points(p race.Placing) int             { return 100 - p.Place }

func (s *script) Next(r *race.Race) (*race.Step, error) {
	s.next = race.Step{Label: dice.NewLabel("Q1"), Kind: race.Session, Car: race.Nobody, Session: 1}
	switch {
	case r.Round() == len(s.rounds):
		return nil, race.ErrOver
	case r.Sessions() == 1:
		s.next = race.Step{Label: dice.NewLabel("R" + strconv.Itoa(r.Round()+1)), Kind: race.Special, Car: race.Nobody, Round: r.Round() + 1}
	}
	return &s.next, nil
}

func (s *script) Run(r *race.Race, step *race.Step) error {
	if step.Kind == race.Session {
		var order []int
		for car := range r.Cars() {
			if !strings.Contains(s.waits, r.Name(car)) {
				order = append(order, car)
			}
		}
		return r.Grid(order)
	}
	for _, move := range strings.Fields(s.rounds[r.Round()-1]) {
		car, err := r.Find(move[:1]), error(nil)
		if margin, asked := strings.CutPrefix(move[1:], "?"); asked {
			n, unweighed := strconv.Atoi(margin)
			if unweighed != nil {
				n = race.Unweighed
			}
			r.CountDecision(car, n)
		} else if move[1:] == "!" {
			err = r.Retire(car, "out")
		} else {
			n, _ := strconv.Atoi(move[1:])
			_, err = r.Advance(car, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scripted plays a script on a ring of ten rows and four lanes.
func scripted(t *testing.T, laps int, cars, waits, text string) *Result {
	t.Helper()
	names := strings.Split(cars, "")
	rounds := strings.Split(text, "|")
	r, err := Run(context.Background(), Job{Seed: "s", Races: 1, From: 1, To: 1, A: Variant{
		Subject: Subject{Cars: names}, Setup: race.Setup{Board: ring(10, 4), Laps: laps, Entries: names},
		Fresh: func(*race.Race, bool) (Rules, error) { return &script{rounds: rounds, waits: waits}, nil },
	}})
	if err == nil && r.Counts[0].Failed.Races > 0 {
		err = errors.New(r.Counts[0].Failed.First[0].Message)
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// All cars begin on row 10, side by side; the first of the entry list stands
// ahead. What is counted is how the cars stand at the end of each round.
func TestOvertakesAndLeadChanges(t *testing.T) {
	for _, c := range []struct {
		name             string
		laps             int
		waits, text      string
		overtakes, leads int
	}{
		{"nobody", 1, "", "A+1 B+1 C+1", 0, 0},
		{"to the second place", 1, "", "A+2 C+1 B+1", 1, 0},
		{"to the lead", 1, "", "A+1 B+3 C+1", 1, 1},
		{"past two", 1, "", "A+1 B+1 C+5", 2, 1},
		{"the other way round", 1, "", "A+1 B+2 C+3", 3, 1},
		{"past two, one by one", 1, "", "A+2 B+1 C+1 | A+1 C+2 B+1 | C+5 A+1 B+1", 2, 1},
		{"back again", 1, "", "B+5 A+1 C+1 | A+6 B+1 C+1", 2, 2},
		{"back again in one round", 1, "", "B+3 A+5 C+1", 0, 0},
		{"later to the same row", 1, "", "A+3 B+1 C+1 | B+2", 0, 0},
		{"earlier on the same row", 1, "", "B+3 A+3 C+1", 1, 1},
		{"a step back", 1, "", "A+3 B+2 C+1 | A-2", 2, 1}, // onto row 1, and there C was before
		{"back over the line", 2, "", "A+1 B+2 C+1 | B-3", 3, 2},
		{"the leader stops", 1, "", "A+5 B+2 C+1 | B+1 C+1 | B+1 C+1 | C+2", 1, 0},

		{"the leader goes out", 1, "", "A+1 B+1 C+1 | A!", 0, 1},
		{"one in the middle goes out", 1, "", "A+3 B+2 C+1 | B! C+1", 0, 0},
		{"out after a fine move", 1, "", "A+1 B+1 C+5 C!", 0, 0},
		{"past one that goes out", 1, "", "A+2 B+1 C+1 | B+3 A!", 0, 1},
		{"past one that went out before", 1, "", "A+5 A! B+2 C+1 | C+5 B+5", 0, 1},
		{"all go out", 1, "", "A+1 B+3 C+1 | A! B! C!", 1, 1},
		{"all are out for a while", 1, "", "A+1 B+3 C+1 | A! B! C! | | ", 1, 1},

		{"a lap ahead", 2, "", "A+9 B+1 C+1 | A+5 | A+9", 0, 0},
		{"a lap behind", 2, "", "A+9 B+1 C+1 | A+9 | B+9", 0, 0}, // B drives past A and is still behind it
		{"across the line", 2, "", "A+9 B+8 C+1 | B+5 A+1", 1, 1},

		{"home ahead of one that was ahead", 1, "", "A+8 B+1 C+1 | B+10", 1, 1},
		{"home in the other order", 1, "", "A+8 B+7 C+1 | B+5 A+5", 1, 1},
		{"home in the same order", 1, "", "A+8 B+7 C+1 | A+5 B+5 | C+12", 0, 0},
		{"home, and others come later", 1, "", "B+8 A+7 C+1 | B+5 | A+5 C+1 | C+9", 1, 1},
		{"home and nobody can pass", 2, "", "A+9 B+1 C+1 | A+12 | B+9 C+9 | C+12 B+12", 1, 0},
		{"the last of all", 1, "", "C+11 A+1 B+1 | A+5 B+6", 3, 1},

		{"one that waits", 1, "C", "A+1 B+2", 1, 1},
		{"the first waits", 1, "A", "B+1 C+2", 1, 1},
		{"all wait", 1, "ABC", " | ", 0, 0},
	} {
		counts := scripted(t, c.laps, "ABC", c.waits, c.text).Counts[0]
		got, want := fmt.Sprint(counts.Overtakes, counts.Leads), fmt.Sprint(Histogram{c.overtakes: 1}, Histogram{c.leads: 1})
		if got != want {
			t.Errorf("%s: %s: overtakes and lead changes %s, want %s", c.name, c.text, got, want)
		}
		if rounds := 1 + strings.Count(c.text, "|"); counts.Rounds[rounds] != 1 {
			t.Errorf("%s: %v rounds, want %d", c.name, counts.Rounds, rounds)
		}
	}
}

func TestWhereCarsComeIn(t *testing.T) {
	for _, c := range []struct {
		name, waits, text string
		cars              string // by car: its place, "!" when it is out, and the slot it started from
		out               string
	}{
		{"home and driving", "", "A+5 B+12 C+7 D+1", "A3-1 B1-2 C2-3 D4-4", "map[]"},
		{"out", "", "A+5 B+12 C+7 D+9 | C! D!", "A2-1 B1-2 C4!-3 D3!-4", "map[out:2]"},
		{"out in the lead", "", "A+9 B+1 C+1 D+1 | A!", "A4!-1 B1-2 C2-3 D3-4", "map[out:1]"},
		{"all out", "", "A+3 B+2 C+1 D+5 | A! B! C! D!", "A2!-1 B3!-2 C4!-3 D1!-4", "map[out:4]"},
		{"did not start", "B", "A+1 C+5 D+3 | D!", "A2-1 B3!-0 C1-2 D4!-3", "map[did not start:1 out:1]"},
	} {
		counts := scripted(t, 1, "ABCD", c.waits, c.text).Counts[0]
		if got := fmt.Sprint(counts.Out); got != c.out {
			t.Errorf("%s: out %s, want %s", c.name, got, c.out)
		}
		slots := newPlaces(4, 4)
		for _, want := range strings.Fields(c.cars) {
			car, place, slot := int(want[0])-'A', int(want[1])-'1', int(want[len(want)-1])-'1'
			p := newPlaces(1, 4)[0]
			p.Starts, p.Points = 1, int64(99-place)
			if strings.Contains(want, "!") {
				p.Out[place]++
			} else {
				p.Home[place]++
			}
			if got := counts.Cars[car]; fmt.Sprint(got) != fmt.Sprint(p) {
				t.Errorf("%s: %s: %+v", c.name, want, got)
			}
			if slot >= 0 {
				slots[slot].add(&p)
			}
		}
		if fmt.Sprint(counts.Slots) != fmt.Sprint(slots) {
			t.Errorf("%s: slots %+v, want %+v", c.name, counts.Slots, slots)
		}
	}
}

func TestPlaces(t *testing.T) {
	p := Places{Starts: 20, Points: 31, Home: []int64{5, 3, 2, 1}, Out: []int64{1, 0, 3, 5}}
	if p.Wins() != 5 || p.Top(1) != 5 || p.Top(3) != 10 || p.Top(9) != 11 || p.Retired() != 9 {
		t.Errorf("wins %d, top three %d, all %d, retired %d", p.Wins(), p.Top(3), p.Top(9), p.Retired())
	}
	if got, want := p.MeanPlace(), (6*1+3*2+5*3+6*4)/20.0; got != want {
		t.Errorf("mean place %v, want %v", got, want)
	}
}
