//go:build !unix

package lineedit

import (
	"os"

	xterm "golang.org/x/term"

	"sandbox/cmd/internal/console"
)

// New is a keyboard of whole lines, as the system's own editor of lines has
// them.
func New(in, out *os.File, _ xterm.History) console.Keyboard { return console.NewLines(in, out) }
