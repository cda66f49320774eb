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
	steps map[string]map[typedKey]typedFace
	holds map[string]bool // steps with faces that are not forgotten
}

type typedKey struct {
	roller, purpose string
	nth             int
}

type typedFace struct {
	face, sides int
	old         bool // forgotten, and good for nothing but a reminder
}

// NewTyped makes a source that knows no face yet.
func NewTyped() *Typed {
	return &Typed{map[string]map[typedKey]typedFace{}, map[string]bool{}}
}

func keyOf(t *Throw) typedKey {
	return typedKey{t.Roller.String(), t.Purpose.String(), t.Nth}
}

// known is what was typed for a die; ok is false for nothing.
func (d *Typed) known(t *Throw) (face typedFace, ok bool) {
	face, ok = d.steps[t.Step.String()][keyOf(t)]
	return face, ok
}

// Face implements Source. It returns ErrUnknown for a die whose face was not
// typed in, or was forgotten.
func (d *Typed) Face(t *Throw) (int, error) {
	known, ok := d.known(t)
	if !ok || known.old || known.sides != t.Sides {
		return 0, ErrUnknown
	}
	return known.face, nil
}

// Type keeps the face of a die, in place of what was typed for it before.
func (d *Typed) Type(t *Throw, face int) {
	step := t.Step.String()
	if d.steps[step] == nil {
		d.steps[step] = map[typedKey]typedFace{}
	}
	d.steps[step][keyOf(t)] = typedFace{face: face, sides: t.Sides}
	d.holds[step] = true
}

// Before is the face that was last typed for a die, forgotten or not; 0 when
// there is none.
func (d *Typed) Before(t *Throw) int {
	if known, ok := d.known(t); ok && known.sides == t.Sides {
		return known.face
	}
	return 0
}

// Forget forgets the faces of a step; Before still knows them. What was typed
// for other steps, of which there may be many, is not looked at.
func (d *Typed) Forget(step string) {
	faces := d.steps[step]
	for key, known := range faces {
		known.old = true
		faces[key] = known
	}
	delete(d.holds, step)
}

// ForgetAll is Forget for every step.
func (d *Typed) ForgetAll() {
	for step := range d.holds {
		d.Forget(step)
	}
}

// ForgetDie is Forget for one die, whatever its sides.
func (d *Typed) ForgetDie(t *Throw) {
	if known, ok := d.known(t); ok {
		known.old = true
		d.steps[t.Step.String()][keyOf(t)] = known
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
