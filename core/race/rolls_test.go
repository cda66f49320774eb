package race

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"sandbox/core/dice"
)

// reader reads a journal whose lines may have been changed.
func reader(journal string) *Reader { return NewReader(bytes.NewReader(chained([]byte(journal)))) }

// sealedGame is an eventful game with sealed dice.
func sealedGame(t *testing.T) *bytes.Buffer {
	t.Helper()
	var journal bytes.Buffer
	head := Head{Variant: "house", Track: "ring", Seed: "seed 1", Dice: dice.KindSealed}
	for _, name := range oddNames[:6] {
		head.Entries = append(head.Entries, Entry{Name: name})
	}
	g, err := Start(eventfulHouse(t), head, &journal)
	if err != nil {
		t.Fatal(err)
	}
	eventful(t, g)
	return &journal
}

// Every roll in the journal is worked out, whatever was taken back, asked or
// changed in between.
func TestCheckRolls(t *testing.T) {
	_, fast := eventfulGame(t)
	_, typed := typedRace(t)
	for kind, journal := range map[string]string{"fast": fast.String(), "sealed": sealedGame(t).String(), "typed": typed.String()} {
		found, err := CheckRolls(reader(journal))
		rolls := strings.Count(journal, `{"type":"roll"`)
		want := Rolls{Recomputed: rolls, TakenBack: 2}
		if kind == "typed" {
			want = Rolls{Typed: rolls, TakenBack: 3}
		}
		if err != nil || found != want || rolls < 10 {
			t.Errorf("%s dice: %+v of %d rolls, %v", kind, found, rolls, err)
		}
	}
	if _, err := CheckRolls(reader("")); !errors.Is(err, ErrEmpty) {
		t.Errorf("no journal: %v", err)
	}
}

// Dice of one purpose are counted one by one, by roller, and anew in each step.
func TestCheckRollsCounts(t *testing.T) {
	var journal bytes.Buffer
	head := Head{Seed: "seed 1", Dice: dice.KindSealed, Entries: []Entry{{Name: "A"}, {Name: "B"}}}
	rules := bare(func(r *Race) error {
		for _, who := range []int{0, 1, 0, Nobody, 0} {
			for _, d := range []dice.Dice{{Count: 2, Sides: 100}, {Count: 1, Sides: 100}} {
				if _, _, err := r.Roll(who, d, move); err != nil {
					return err
				}
			}
		}
		return nil
	})
	g, err := Start(rules, head, &journal)
	if err != nil {
		t.Fatal(err)
	}
	commits(t, g, 2, nil)
	if found, err := CheckRolls(reader(journal.String())); err != nil || found.Recomputed != 20 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestCheckRollsFindsTheFirstThatDiffers(t *testing.T) {
	journal := sealedGame(t).String()
	for _, c := range []struct {
		say, old, new, err string
	}{
		{"another seed", `"seed":"seed 1"`, `"seed":"seed 2"`, "line 5: Q1: A rolled 2d6 for start: "},
		{"other faces", `"faces":[`, `"faces":[6,`, "line 5: Q1: A rolled 2d6 for start: [6 "},
		{"another face", `"face":`, `"face":1`, " for move: [1"},
		{"another purpose", `"purpose":"move"`, `"purpose":"look"`, " rolled d6 for look: "},
		{"fewer dice", `"dice":"2d6"`, `"dice":"d6"`, "A rolled d6 for start: "},
		{"no dice", `"dice":"2d6"`, `"dice":"dice"`, `"dice" is no dice`},
		{"other kinds of dice", `"dice":"sealed"`, `"dice":"fast"`, "line 5: Q1: "},
		{"unknown kinds of dice", `"dice":"sealed"`, `"dice":"glass"`, `line 1: "glass" is no kind of dice`},
		{"a face in words", `"face":`, `"face":"six","total":`, "json: cannot unmarshal string"},
		{"a roll left out", `{"type":"roll"`, `{"type":"fell"`, ""},
		{"dice that were never typed in", `"dice":"sealed"`, `"dice":"ask"`, "A rolled 2d6 for start: the face is not known yet"},
	} {
		if !strings.Contains(journal, c.old) {
			t.Fatalf("%s: the journal has no %s", c.say, c.old)
		}
		found, err := CheckRolls(reader(strings.Replace(journal, c.old, c.new, 1)))
		if c.err == "" && err == nil && found.Recomputed == strings.Count(journal, `{"type":"roll"`)-1 {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.err) || c.err == "" {
			t.Errorf("%s: error %v, want %q", c.say, err, c.err)
		}
	}
}
