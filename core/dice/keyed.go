package dice

import "math/bits"

// Keyed is the fast source: it mixes the seed with the hashes of the throw's
// labels. It is for play and simulation among people who trust the program;
// it is not cryptographic.
type Keyed struct{ seed uint64 }

// The factors keep the parts of a throw apart: without them, or with one that
// is labelBase again, a part of one key could make up for a part of another.
const (
	stepFactor    = 0xD1342543DE82EF95
	rollerFactor  = 0xA0761D6478BD642F
	purposeFactor = 0xE7037ED1A0B428DB
	nthFactor     = 0x8EBC6AF09C88C6E3
)

// NewKeyed makes a source of a seed, which may be any text.
func NewKeyed(seed string) *Keyed {
	return &Keyed{seed: mix(NewLabel(seed).hash())}
}

// Face implements Source; it never fails.
func (k *Keyed) Face(t *Throw) (int, error) {
	return k.Die(t.Step, t.Roller, t.Purpose, t.Nth, t.Sides), nil
}

// Die is Face without a Throw around its parts.
func (k *Keyed) Die(step, roller, purpose Label, nth, sides int) int {
	word := mix(k.seed + step.hash()*stepFactor + roller.hash()*rollerFactor +
		purpose.hash()*purposeFactor + uint64(nth)*nthFactor)
	for {
		if face, ok := face(word, uint64(sides)); ok {
			return face
		}
		word = mix(word)
	}
}

// face maps a random word to 1..sides, each face from the same number of
// words; ok is false for the few words left over, which must not be used.
func face(word, sides uint64) (int, bool) {
	high, low := bits.Mul64(word, sides)
	if low < sides && low < -sides%sides {
		return 0, false
	}
	return int(high) + 1, true
}

// mix is a bijection of 64-bit words in which every bit of the input moves
// about half of the output's (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
