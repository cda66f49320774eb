package dice

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrUnknown is returned for a die that nobody has said the face of yet.
var ErrUnknown = errors.New("the face is not known yet")

// Typed is the source of real dice: it gives the faces that somebody read from
// the table and typed in. It is keyed like the others, so that a step that
// runs again finds what was typed. A face holds for a die of as many sides
// alone. Dice that the program throws because people asked it to fall by a seed.
type Typed struct {
	seed  string
	own   *Keyed
	steps map[string]map[typedKey]typedFace
	holds map[string]bool // steps with faces that are not forgotten
	lines int             // typed so far
}

type typedKey struct {
	roller, purpose string
	nth             int
}

type typedFace struct {
	face, sides int
	line        int  // dice of one line are forgotten together
	own         bool // the program threw it
	old         bool // forgotten, and good for nothing but a reminder
}

// NewTyped makes a source that knows no face yet.
func NewTyped(seed string) *Typed {
	return &Typed{seed: seed, own: NewKeyed(seed), steps: map[string]map[typedKey]typedFace{}, holds: map[string]bool{}}
}

func keyOf(t *Throw) typedKey {
	return typedKey{t.Roller.String(), t.Purpose.String(), t.Nth}
}

// known is what was typed for a die; ok is false for nothing.
func (d *Typed) known(t *Throw) (face typedFace, ok bool) {
	face, ok = d.steps[t.Step.String()][keyOf(t)]
	return face, ok
}

// Takes says that faces of such dice can be typed in: real ones alone. Races
// from before the program threw dice for people have no seed, and go on with
// whatever dice they began with.
func (d *Typed) Takes(x Dice) bool { return d.seed == "" || x.Real() }

// Own is how a die falls that the program throws. It does not keep the face.
func (d *Typed) Own(t *Throw) int {
	face, _ := d.own.Face(t) // it never fails
	return face
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

// IsOwn says that the face which a die shows was thrown by the program.
func (d *Typed) IsOwn(t *Throw) bool {
	known, _ := d.known(t)
	return known.own
}

// Type keeps the faces of a line of dice of one step, in place of what was typed
// for them before; own says that the program threw them.
func (d *Typed) Type(line []Throw, faces []int, own bool) {
	d.lines++
	for i := range line {
		step := line[i].Step.String()
		if d.steps[step] == nil {
			d.steps[step] = map[typedKey]typedFace{}
		}
		d.steps[step][keyOf(&line[i])] = typedFace{face: faces[i], sides: line[i].Sides, line: d.lines, own: own}
		d.holds[step] = true
	}
}

// Before is the face that was last typed for a die, forgotten or not; 0 when
// there is none.
func (d *Typed) Before(t *Throw) int {
	if known, ok := d.known(t); ok && known.sides == t.Sides && !known.own {
		return known.face
	}
	return 0
}

// Forget forgets the faces of a step; Before still knows them. What was typed
// for other steps, of which there may be many, is not looked at.
func (d *Typed) Forget(step string) {
	d.forget(step, func(typedFace) bool { return true })
	delete(d.holds, step)
}

// ForgetAll is Forget for every step.
func (d *Typed) ForgetAll() {
	for step := range d.holds {
		d.Forget(step)
	}
}

// ForgetLine is Forget for the line that a die was typed in with.
func (d *Typed) ForgetLine(t *Throw) {
	if known, ok := d.known(t); ok {
		d.forget(t.Step.String(), func(f typedFace) bool { return f.line == known.line })
	}
}

func (d *Typed) forget(step string, those func(typedFace) bool) {
	for key, known := range d.steps[step] {
		if those(known) {
			known.old = true
			d.steps[step][key] = known
		}
	}
}

// Check says why dice cannot show these faces: there are too many or too few,
// or one that the die does not have.
func (d Dice) Check(faces []int) error {
	if len(faces) != d.Count {
		return fmt.Errorf("%s needs %s, such as %s", d, Faces(d.Count), d.example())
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

// realSides are those of dice that people own; a d100 is two d10.
var realSides = []int{4, 6, 8, 10, 12, 20, 100}

// Real says that people own such dice.
func (d Dice) Real() bool { return slices.Contains(realSides, d.Sides) }

// RealDice names the dice that people own, in a sentence.
const RealDice = "d4, d6, d8, d10, d12, d20, d66 and d100, and sums such as 2d6"

// Faces is a number of faces in words: "two faces".
func Faces(n int) string {
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
