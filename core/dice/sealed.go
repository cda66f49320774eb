package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
)

// Sealed is the source for races that have to be checked afterwards: the
// SHA-256 of the seed is published before the race and the seed after it, and
// then anybody can work out every face with common tools. docs/dice.md says
// how, and what that proves.
type Sealed struct{ seed []byte }

// NewSealed makes a source of a seed, which may be any text. Who can guess the
// seed can foresee the dice.
func NewSealed(seed string) *Sealed { return &Sealed{[]byte(seed)} }

// Commitment is what is published of a seed beforehand: its SHA-256 in
// hexadecimal digits.
func Commitment(seed string) string {
	sum := sha256.Sum256([]byte(seed))
	return hex.EncodeToString(sum[:])
}

// Face implements Source; it never fails.
func (s *Sealed) Face(t *Throw) (int, error) {
	for try := 0; ; try++ {
		if face, ok := sealedFace(s.word(sealedLabel(t, try)), uint64(t.Sides), 64); ok {
			return face, nil
		}
	}
}

// word is the beginning of the HMAC-SHA256 of a label.
func (s *Sealed) word(label string) uint64 {
	mac := hmac.New(sha256.New, s.seed)
	mac.Write([]byte(label))
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// sealedLabel is the text that a die is thrown by: step|roller|purpose|nth|try.
// A bar or a backslash in one of the parts has a backslash before it, so that
// no two throws have one label.
func sealedLabel(t *Throw, try int) string {
	return escaped.Replace(t.Step.String()) + "|" + escaped.Replace(t.Roller.String()) + "|" +
		escaped.Replace(t.Purpose.String()) + "|" + strconv.Itoa(t.Nth) + "|" + strconv.Itoa(try)
}

var escaped = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

// sealedFace maps a word of so many bits (1 to 64) to 1..sides by what is left
// of it when it is divided by sides. The highest words, with which some faces
// would come up once more than others, are not used: ok is false.
func sealedFace(word, sides uint64, bits int) (face int, ok bool) {
	highest := ^uint64(0) >> (64 - bits)
	over := (highest%sides + 1) % sides // 2^bits = some times sides + over
	if word > highest-over {
		return 0, false
	}
	return int(word%sides) + 1, true
}
