package dice

import (
	"errors"
	"fmt"
	"strings"
)

// ErrUnknown is returned for a die that nobody has said the face of yet.
var ErrUnknown = errors.New("the face is not known yet")

// Typed is the source of real dice: it gives the faces that somebody read from
// the table and typed in. It is keyed like the others, so that a step that
// runs again finds what was typed. A face holds for a die of as many sides
// alone.
type Typed struct {
	faces map[typedKey]typedFace
}

type typedKey struct {
	step, roller, purpose string
	nth                   int
}

type typedFace struct {
	face, sides int
	old         bool // forgotten, and good for nothing but a reminder
}

// NewTyped makes a source that knows no face yet.
func NewTyped() *Typed { return &Typed{map[typedKey]typedFace{}} }

func keyOf(t *Throw) typedKey {
	return typedKey{t.Step.String(), t.Roller.String(), t.Purpose.String(), t.Nth}
}

// Face implements Source. It returns ErrUnknown for a die whose face was not
// typed in, or was forgotten.
func (d *Typed) Face(t *Throw) (int, error) {
	known, ok := d.faces[keyOf(t)]
	if !ok || known.old || known.sides != t.Sides {
		return 0, ErrUnknown
	}
	return known.face, nil
}

// Type keeps the face of a die, in place of what was typed for it before.
func (d *Typed) Type(t *Throw, face int) { d.faces[keyOf(t)] = typedFace{face: face, sides: t.Sides} }

// Before is the face that was last typed for a die, forgotten or not; 0 when
// there is none.
func (d *Typed) Before(t *Throw) int {
	if known, ok := d.faces[keyOf(t)]; ok && known.sides == t.Sides {
		return known.face
	}
	return 0
}

// Forget forgets the faces of the steps for which it is asked to; Before still
// knows them.
func (d *Typed) Forget(step func(label string) bool) {
	for key, known := range d.faces {
		if step(key.step) {
			known.old = true
			d.faces[key] = known
		}
	}
}

// ForgetDie is Forget for one die, whatever its sides.
func (d *Typed) ForgetDie(t *Throw) {
	if known, ok := d.faces[keyOf(t)]; ok {
		known.old = true
		d.faces[keyOf(t)] = known
	}
}

// Check says why dice cannot show these faces: there are too many or too few,
// or one that the die does not have.
func (d Dice) Check(faces []int) error {
	if len(faces) != d.Count {
		return fmt.Errorf("%s needs %s, such as %s", d, numberOfFaces(d.Count), d.example())
	}
	for _, face := range faces {
		switch {
		case face == 0 && (d.Sides == 10 || d.Sides == 100):
			return fmt.Errorf("a d%d has no face 0: where it shows 0, type %d", d.Sides, d.Sides)
		case face < 1 || face > d.Sides:
			return fmt.Errorf("a d%d has no face %d", d.Sides, face)
		}
	}
	return nil
}

func numberOfFaces(n int) string {
	switch n {
	case 1:
		return "one face"
	case 2:
		return "two faces"
	case 3:
		return "three faces"
	}
	return fmt.Sprintf("%d faces", n)
}

// example is faces that the dice could show: "3 5".
func (d Dice) example() string {
	var faces []string
	for i := range d.Count {
		faces = append(faces, fmt.Sprint((2*i+2)%d.Sides+1))
	}
	return strings.Join(faces, " ")
}
