package race

import (
	"fmt"
	"reflect"
	"testing"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// strange are numbers that a caller may get wrong.
var strange = []int{Nobody, -2, 3, 1 << 30, 0, 1}

// deed is a call of a method that takes a car, a space or a count.
type deed struct {
	method string
	call   func(r *Race, n, m int) error
}

// deeds are the calls of all such methods.
func deeds() []deed {
	paths := func(r *Race) *board.Paths {
		p, err := r.Paths(0, board.Search{Steps: 2, Changes: 1}, nil)
		if err != nil {
			p = &board.Paths{}
		}
		return p
	}
	return []deed{
		{"Advance", func(r *Race, n, m int) error { _, err := r.Advance(n, m); return err }},
		{"Ask", func(r *Race, n, m int) error {
			_, err := r.Ask(Ask{Who: n, Key: "gear", Default: m, Options: []Option{{ID: "1"}}})
			return err
		}},
		{"Beside", func(r *Race, n, _ int) error { r.Beside(board.ID(n)); return nil }},
		{"Diagonal", func(r *Race, n, m int) error { r.Diagonal(board.ID(n)); return nil }},
		{"DiagonalSpace", func(r *Race, n, m int) error { r.DiagonalSpace(board.ID(n), m); return nil }},
		{"Fewest", func(r *Race, n, m int) error { r.Fewest(n, board.ID(m), n); return nil }},
		{"BesideSpace", func(r *Race, n, m int) error { r.BesideSpace(board.ID(n), m); return nil }},
		{"Car", func(r *Race, n, _ int) error { r.Distance(r.Car(n)); return nil }},
		{"CarOn", func(r *Race, n, _ int) error { r.CarOn(board.ID(n)); return nil }},
		{"Rank", func(r *Race, n, m int) error { r.Rank([]int{n, m}); return nil }},
		{"CarsOn", func(r *Race, n, _ int) error { r.CarsOn(board.ID(n)); return nil }},
		{"Count", func(r *Race, n, m int) error { r.Count(n, "spins", m); return nil }},
		{"Announce", func(r *Race, n, m int) error { r.Announce([]int{n, m}, nil); return nil }},
		{"CountRow", func(r *Race, n, m int) error { r.CountRow(n, m); return nil }},
		{"CountDecision", func(r *Race, n, m int) error { r.CountDecision(n, m); return nil }},
		{"Drive", func(r *Race, n, m int) error {
			_, err := r.Drive(n, board.Search{Steps: m, From: board.ID(m)}, []board.ID{board.ID(m)})
			return err
		}},
		{"DrivePath", func(r *Race, n, m int) error { _, err := r.DrivePath(n, paths(r), m); return err }},
		{"Follow", func(r *Race, n, m int) error {
			_, err := r.Follow(board.Search{From: board.ID(n), Steps: m}, []board.ID{board.ID(m)})
			return err
		}},
		{"Gain", func(r *Race, n, m int) error { _, err := r.Gain(n, m); return err }},
		{"Grid", func(r *Race, n, m int) error { return r.Grid([]int{n, m}) }},
		{"Lay", func(r *Race, n, m int) error {
			for status := range Status(5) {
				if err := r.Lay(n, Position{Status: status, Space: board.ID(m), Lap: m, Place: m}); err != nil && status == Waiting {
					return err
				}
			}
			return nil
		}},
		{"LayRound", func(r *Race, n, m int) error { return r.LayRound(n, m) }},
		{"Name", func(r *Race, n, _ int) error { r.Name(n); return nil }},
		{"Paths", func(r *Race, n, m int) error {
			_, err := r.Paths(n, board.Search{From: board.ID(m), Steps: m, Shorter: m, Changes: m, Stops: m, Home: m}, nil)
			return err
		}},
		{"OnMark", func(r *Race, n, m int) error { r.OnMark(n, board.ID(m), m); return nil }},
		{"PlayTurn", func(r *Race, n, m int) error {
			return r.PlayTurn(&PlainTurn{Dice: dice.Dice{Count: 1, Sides: m}, Purpose: move, Marked: func(int) error { return nil }}, n)
		}},
		{"PlayRounds", func(r *Race, n, m int) error {
			_, err := r.PlayRounds(&Plan{}, &PlainTurn{Dice: dice.Dice{Count: m, Sides: 6}, Purpose: move}, n, func() {})
			return err
		}},
		{"Remove", func(r *Race, n, _ int) error { return r.Remove(n) }},
		{"Retire", func(r *Race, n, _ int) error { return r.Retire(n, "spin") }},
		{"Roll", func(r *Race, n, m int) error {
			_, _, err := r.Roll(n, dice.Dice{Count: m, Sides: 6}, move)
			_, _, err2 := r.Roll(n, dice.Dice{Count: 1, Sides: m}, move)
			if err == nil {
				err = err2
			}
			return err
		}},
		{"RunStep", func(r *Race, n, m int) error {
			return r.RunStep(bare(func(*Race) error { return nil }), &Step{Car: n, Round: m, Session: m})
		}},
		{"SetPlaces", func(r *Race, n, m int) error { return r.SetPlaces([]int{n, m}) }},
		{"Shift", func(r *Race, n, m int) error { return r.Shift(n, board.ID(m)) }},
		{"Sight", func(r *Race, n, _ int) error { _, _, err := r.Sight(n); return err }},
		{"Tell", func(r *Race, n, m int) error { r.Tell(n, "spin", Int("by", m)); return nil }},
		{"TurnStep", func(r *Race, n, m int) error { _, err := r.TurnStep(n, m); return err }},
		{"WholeStep", func(r *Race, n, _ int) error { _, err := r.WholeStep(n); return err }},
		{"Wreck", func(r *Race, n, _ int) error { return r.Wreck(n, "spin") }},
	}
}

// outsiders are races that somebody may get wrong: three cars with and without
// a board, running and waiting, with a record and without.
func outsiders(t *testing.T) map[string]*Race {
	list := map[string]*Race{}
	for i := range 8 {
		entries := []string{"A", "B", "C"}
		s := Setup{Laps: 2, Entries: entries}
		if i&1 != 0 {
			s = bare(nil).Setup()
			s.Entries = entries
		}
		r, err := New(s, dice.NewSealed("x"))
		if err != nil {
			t.Fatal(err)
		}
		if i&2 != 0 {
			if err := r.Grid(everyone(r)); err != nil {
				t.Fatal(err)
			}
		}
		if i&4 != 0 {
			r.Record(nil)
		}
		list[fmt.Sprintf("board %v, running %v, recorded %v", i&1 != 0, i&2 != 0, i&4 != 0)] = r
	}
	return list
}

// Nobody outside brings the race down with a car, a space or a number that there
// is not, and a car that there is not is refused where something is to be done
// with it.
func TestNothingPanicsFromOutside(t *testing.T) {
	harmless := map[string]bool{"Announce": true, "Beside": true, "BesideSpace": true, "Car": true, "CarOn": true, "CarsOn": true, "Count": true, "CountDecision": true, "CountRow": true, "Diagonal": true, "DiagonalSpace": true, "Fewest": true, "Name": true, "OnMark": true, "PlayRounds": true, "Rank": true, "Tell": true}
	for _, d := range deeds() {
		for _, n := range strange {
			for _, m := range strange {
				for kind, r := range outsiders(t) {
					before := r.Text(Notes{})
					func() {
						defer func() {
							if thrown := recover(); thrown != nil {
								t.Errorf("%s(%d, %d) with %s panics: %v", d.method, n, m, kind, thrown)
							}
						}()
						err := d.call(r, n, m)
						bad := (n < 0 || n > 2) && !harmless[d.method]
						if of := d.method; n == Nobody && (of == "Ask" || of == "Roll" || of == "RunStep") || n == 3 && (of == "LayRound" || of == "WholeStep" || of == "Follow") {
							bad = false
						}
						if bad && (err == nil || r.Text(Notes{}) != before) {
							t.Errorf("%s(%d, %d) with %s: error %v, and it stands at %s", d.method, n, m, kind, err, r.Text(Notes{}))
						}
						for range 3 {
							if step := r.NextStep(&Plan{}); step != nil {
								_ = step.Label.String()
							}
						}
						r.Classification()
						if r.countable() != nil {
							return // no state that a game would commit
						}
						if _, err := r.SetText(r.Text(Notes{})); err != nil {
							t.Errorf("%s(%d, %d) with %s: it cannot be read back: %v", d.method, n, m, kind, err)
						}
					}()
				}
			}
		}
	}
}

// The table above names every method that takes such a number.
func TestAllMethodsAreTried(t *testing.T) {
	tried := map[string]bool{}
	for _, d := range deeds() {
		tried[d.method] = true
	}
	for i := range reflect.TypeFor[*Race]().NumMethod() {
		m := reflect.TypeFor[*Race]().Method(i)
		for k := 1; k < m.Type.NumIn(); k++ {
			in := m.Type.In(k)
			if in.Kind() == reflect.Slice {
				in = in.Elem()
			}
			if (in.Kind() == reflect.Int || in.Kind() == reflect.Int32 || in.Kind() == reflect.Struct && in != reflect.TypeFor[Notes]()) && !tried[m.Name] {
				t.Errorf("%s is not tried", m.Name)
			}
		}
	}
}
