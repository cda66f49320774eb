// Package dice throws dice for races. A roll is not drawn from a stream: each
// face is a function of the seed and of what the die is thrown for (step, who
// throws, purpose, how many of that purpose came before), so a rule that adds
// a roll shifts nobody else's luck and a step that runs again rolls the same.
//
//	src := dice.NewKeyed("monza 1")
//	face, err := src.Face(&dice.Throw{
//		Step: dice.NewLabel("R4 turn Vettel"), Roller: dice.NewLabel("Vettel"),
//		Purpose: dice.NewLabel("move"), Nth: 1, Sides: 6,
//	})
//
// The package does not know what a roll means, adds no modifiers and keeps no
// record.
package dice

import (
	"fmt"
	"strconv"
	"strings"
)

// Limits of what Parse accepts.
const (
	MaxCount = 20   // dice thrown at once
	MaxSides = 1000 // sides of one die
)

// Dice is a number of equal dice thrown together, such as 2d6. Their faces are
// added up or, in d66, read as the digits of a number.
type Dice struct {
	Count int // 1..MaxCount
	Sides int // 2..MaxSides

	Digits bool // the faces are digits; only Parse makes such dice, of two d6
}

// Parse reads dice notation: "d6", "2d6", "d20", "d66".
func Parse(text string) (Dice, error) {
	if text == digitsName {
		return digits, nil
	}
	count, sides, ok := strings.Cut(text, "d")
	d := Dice{Count: 1}
	var err error
	if ok && count != "" {
		d.Count, err = strconv.Atoi(count)
	}
	if err == nil && ok {
		d.Sides, err = strconv.Atoi(sides)
	}
	switch {
	case !ok || err != nil || strings.ContainsAny(text, "+-"):
		return Dice{}, fmt.Errorf("%q is no dice: write d6, 2d6, d20 or d66", text)
	case d.Count < 1 || d.Count > MaxCount:
		return Dice{}, fmt.Errorf("%q: 1 to %d dice can be thrown at once", text, MaxCount)
	case d.Sides < 2 || d.Sides > MaxSides:
		return Dice{}, fmt.Errorf("%q: a die has 2 to %d sides", text, MaxSides)
	}
	return d, nil
}

// String is the notation that Parse reads.
func (d Dice) String() string {
	if d.Digits {
		return digitsName
	}
	if name := "d" + strconv.Itoa(d.Sides); d.Count == 1 && name != digitsName { // 1d66 has 66 sides
		return name
	}
	return strconv.Itoa(d.Count) + "d" + strconv.Itoa(d.Sides)
}

// Min is the lowest total.
func (d Dice) Min() int {
	if d.Digits {
		return 11
	}
	return d.Count
}

// Max is the highest total.
func (d Dice) Max() int {
	if d.Digits {
		return 66
	}
	return d.Count * d.Sides
}

// Odds counts the ways to throw each total: Odds()[i] of Sides^Count equally
// likely throws add up to Min()+i. Counts are exact up to 2^53.
func (d Dice) Odds() []float64 {
	if d.Digits {
		return d.digitOdds()
	}
	ways := []float64{1}
	for range d.Count {
		next := make([]float64, len(ways)+d.Sides-1)
		for i, w := range ways {
			for s := range d.Sides {
				next[i+s] += w
			}
		}
		ways = next
	}
	return ways
}

// Throw says what one die is thrown for.
type Throw struct {
	Step    Label // "R4 turn Vettel"
	Roller  Label // an entry's name, or "race"
	Purpose Label // "move", "action"
	Nth     int   // 1 for the first die of that roller and purpose in the step
	Sides   int
}

// Source decides how a thrown die falls.
type Source interface {
	// Face returns 1..t.Sides, or an error when the source has no face to give.
	Face(t *Throw) (int, error)
}
