package race

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"sandbox/core/dice"
)

// Rolls counts the rolls of a journal.
type Rolls struct {
	Recomputed int
	Typed      int // typed in from real dice, which cannot be recomputed
	TakenBack  int // steps that were taken back
}

// rollEvent is a roll as a journal has it.
type rollEvent struct {
	Step    string `json:"step"`
	Car     string `json:"car"`
	Purpose string `json:"purpose"`
	Dice    string `json:"dice"`
	Face    int    `json:"face"`
	Faces   []int  `json:"faces"`
	Typed   bool   `json:"typed"`
	Own     bool   `json:"own"` // the program threw it among dice that are typed in
}

// CheckRolls works out every roll that a journal records from its seed alone,
// without the rules: also those of steps that were taken back later. It fails
// at the first that shows other faces, naming the line and the step.
func CheckRolls(journal *Reader) (Rolls, error) {
	var found Rolls
	var source dice.Source
	for line := 1; ; line++ {
		rec, err := journal.Next()
		if err == io.EOF {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		switch {
		case rec.Head != nil:
			source, err = dice.Open(rec.Head.Dice, rec.Head.Seed)
		case rec.Commit != nil:
			err = found.checkStep(rec.Commit, source)
		}
		if err != nil {
			return found, fmt.Errorf("line %d: %w", line, err)
		}
		found.TakenBack += rec.Undo
	}
}

// checkStep works out the rolls of one step.
func (found *Rolls) checkStep(step *CommitRecord, source dice.Source) error {
	thrown := map[[2]string]int{} // dice so far, by roller and purpose
	for _, text := range step.Events {
		var kind struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(text, &kind); err != nil || kind.Type != "roll" {
			continue
		}
		var e rollEvent
		err := json.Unmarshal(text, &e)
		if err == nil {
			err = found.check(&e, thrown, source)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", step.Step, err)
		}
	}
	return nil
}

func (found *Rolls) check(e *rollEvent, thrown map[[2]string]int, source dice.Source) error {
	d, err := dice.Parse(e.Dice)
	if err != nil {
		return err
	}
	roller := e.Car
	if roller == "" {
		roller = raceName
	}
	key := [2]string{roller, e.Purpose}
	throw := dice.Throw{Step: dice.NewLabel(e.Step), Roller: dice.NewLabel(roller), Purpose: dice.NewLabel(e.Purpose), Sides: d.Sides}
	first := thrown[key] + 1
	thrown[key] += d.Count
	if e.Typed {
		found.Typed++
		return nil
	}
	recorded := e.Faces
	if recorded == nil {
		recorded = []int{e.Face}
	}
	faces := make([]int, d.Count)
	for i := range faces {
		throw.Nth = first + i
		if faces[i], err = fallen(source, &throw, e.Own); err != nil {
			return fmt.Errorf("%s rolled %s for %s: %w", roller, d, e.Purpose, err)
		}
	}
	if !slices.Equal(faces, recorded) {
		return fmt.Errorf("%s rolled %s for %s: %v is recorded, but the seed gives %v", roller, d, e.Purpose, recorded, faces)
	}
	found.Recomputed++
	return nil
}

// fallen is how a die fell that the program threw.
func fallen(source dice.Source, t *dice.Throw, own bool) (int, error) {
	if typed, ok := source.(*dice.Typed); ok && own {
		return typed.Own(t), nil
	}
	return source.Face(t)
}
