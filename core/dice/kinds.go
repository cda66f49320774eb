package dice

import (
	"fmt"
	"strings"
)

// The kinds of dice that a race can be played with.
const (
	KindFast   = "fast"   // Keyed
	KindSealed = "sealed" // Sealed
	KindAsk    = "ask"    // Typed
)

// Kinds lists the names that Open knows.
func Kinds() []string { return []string{KindFast, KindSealed, KindAsk} }

// Open makes the source of a kind; "" is KindFast. Of dice that are typed in the
// seed throws those that people leave to the program.
func Open(kind, seed string) (Source, error) {
	switch kind {
	case "", KindFast:
		return NewKeyed(seed), nil
	case KindSealed:
		return NewSealed(seed), nil
	case KindAsk:
		return NewTyped(seed), nil
	}
	return nil, fmt.Errorf("%q is no kind of dice: there are %s", kind, strings.Join(Kinds(), ", "))
}
