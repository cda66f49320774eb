package race

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"sandbox/core/dice"
)

// counter throws its own count: 1, 2, 3 ..., and writes down what for.
type counting struct{ thrown []string }

func (c *counting) Face(t *dice.Throw) (int, error) {
	c.thrown = append(c.thrown, fmt.Sprintf("%s: %s %s %d d%d", t.Step, t.Roller, t.Purpose, t.Nth, t.Sides))
	return len(c.thrown), nil
}

func TestRoll(t *testing.T) {
	src := &counting{}
	r := newRace(t, "A", "B")
	r.source = src
	r.Record(nil)
	twoD6, gear := dice.Dice{Count: 2, Sides: 6}, dice.NewLabel("gear")
	for range 2 { // dice are counted by step
		step := Step{Label: dice.NewLabel("T1"), Car: Nobody}
		err := r.RunStep(bare(func(r *Race) error {
			total, faces, _ := r.Roll(0, twoD6, move, Modifier{Name: "wing", Value: 2}, Modifier{Name: "rain", Value: -20})
			if total != 1+2+2-20 || !reflect.DeepEqual(faces, []int{1, 2}) {
				t.Errorf("total %d of faces %v", total, faces)
			}
			for _, c := range []struct {
				who     int
				purpose dice.Label
			}{{0, move}, {1, move}, {0, gear}, {0, dice.NewLabel("move")}, {Nobody, move}} {
				if _, _, err := r.Roll(c.who, d6, c.purpose); err != nil {
					return err
				}
			}
			return nil
		}), &step)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			"T1: A move 1 d6", "T1: A move 2 d6", "T1: A move 3 d6", "T1: B move 1 d6",
			"T1: A gear 1 d6", "T1: A move 4 d6", "T1: race move 1 d6",
		}
		if !reflect.DeepEqual(src.thrown, want) {
			t.Errorf("thrown %q, want %q", src.thrown, want)
		}
		src.thrown = nil
	}
	var got []string
	for _, e := range r.record.events[:3] {
		text, _ := e.MarshalJSON()
		got = append(got, string(text))
	}
	want := []string{
		`{"type":"roll","step":"T1","car":"A","purpose":"move","dice":"2d6","faces":[1,2],"modifiers":[{"name":"wing","value":2},{"name":"rain","value":-20}],"total":-15}`,
		`{"type":"roll","step":"T1","car":"A","purpose":"move","dice":"d6","face":3,"total":3}`,
		`{"type":"roll","step":"T1","car":"B","purpose":"move","dice":"d6","face":4,"total":4}`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("told\n%s, want\n%s", got, want)
	}
}

func TestRollWithoutAFace(t *testing.T) {
	r := newRace(t, "A")
	r.source = dice.NewScripted(map[string][]int{"move": {3}})
	total, _, err := r.Roll(0, dice.Dice{Count: 2, Sides: 6}, move)
	if total != 0 || err == nil {
		t.Errorf("total %d, error %v", total, err)
	}
}

// A simulator tells nothing: rules then run without building events.
func TestNoRecord(t *testing.T) {
	r := newRace(t, "A")
	r.RecordNothing()
	r.Tell(0, "spin")
	if _, _, err := r.Roll(0, d6, move); err != nil || r.Recording() {
		t.Errorf("recording %v, %v", r.Recording(), err)
	}
	if _, err := r.Ask(Ask{Who: 0, Key: "gear", Options: []Option{{ID: "1"}}}); !errors.Is(err, ErrPending) {
		t.Errorf("nobody can answer, but the error is %v", err)
	}
}

// What the journal cannot write as it is could not be replayed, nor its dice
// be worked out again.
func TestRollsAndStepsAreUTF8(t *testing.T) {
	g := newGame(t, bare(func(r *Race) error { _, _, err := r.Roll(0, d6, dice.NewLabel("m\xfcve")); return err }), nil, "A")
	if _, err := g.Play(); err == nil || err.Error() != `dice are thrown for "m\xfcve", which is not UTF-8, so the journal cannot keep it` {
		t.Errorf("error %v", err)
	}
	if _, err := g.PlayStep(&Step{Label: dice.NewLabel("T\xfc"), Kind: Special, Car: Nobody}); err == nil || err.Error() != `step "T\xfc" is not UTF-8, so the journal cannot keep it` {
		t.Errorf("error %v", err)
	}
}
