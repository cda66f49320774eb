package term

import (
	"io"
	"strings"
)

// screenful is more lines than a screen has.
const screenful = 200

// Alone gives one of several people a screen of their own, with nothing on it.
func Alone(w io.Writer, style Style) {
	if style.Dumb {
		write(w, strings.Repeat("\n", screenful))
		return
	}
	write(w, "\x1b[?1049h\x1b[H\x1b[2J")
}

// Together takes that screen away: what was there before comes back, and
// nothing is left of what Alone began. It is emptied first, for terminals that
// have only one.
func Together(w io.Writer, style Style) {
	if style.Dumb {
		write(w, strings.Repeat("\n", screenful))
		return
	}
	write(w, "\x1b[H\x1b[2J\x1b[?1049l")
}
