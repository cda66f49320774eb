package dice

import (
	"fmt"
	"sort"
	"strings"
)

// Scripted gives faces laid down beforehand, purpose by purpose, in the order
// in which they are thrown. A throw that is repeated, because its step runs
// again, falls as it did before. It is for specs.
type Scripted struct {
	faces map[string][]int
	used  map[string]int
	known map[string]int
}

// NewScripted makes a source of faces by purpose.
func NewScripted(faces map[string][]int) *Scripted {
	return &Scripted{faces: faces, used: map[string]int{}, known: map[string]int{}}
}

// Face implements Source. It fails when no face is left for the purpose and
// when the die has no such face.
func (s *Scripted) Face(t *Throw) (int, error) {
	purpose := t.Purpose.String()
	key := fmt.Sprintf("%s|%s|%s|%d", t.Step, t.Roller, purpose, t.Nth)
	f, again := s.known[key]
	n := s.used[purpose]
	if !again {
		if n >= len(s.faces[purpose]) {
			return 0, fmt.Errorf("no scripted face left for %q (%s, throw %d of that purpose)", purpose, t.Step, n+1)
		}
		f = s.faces[purpose][n]
	}
	if f < 1 || f > t.Sides {
		return 0, fmt.Errorf("scripted face %d for %q: a d%d has faces 1 to %d", f, purpose, t.Sides, t.Sides)
	}
	if !again {
		s.used[purpose], s.known[key] = n+1, f
	}
	return f, nil
}

// Left names the faces that were never thrown, "" when there are none.
func (s *Scripted) Left() string {
	var left []string
	for purpose, faces := range s.faces {
		if n := s.used[purpose]; n < len(faces) {
			left = append(left, fmt.Sprintf("%s %v", purpose, faces[n:]))
		}
	}
	sort.Strings(left)
	return strings.Join(left, ", ")
}
