// Package term puts a race into words and pictures for a terminal: what
// happened, who stands where, what is asked, what went wrong.
//
//	style := term.Style{Colour: term.Colours(isTTY, os.Getenv("TERM") == "dumb", os.Getenv("NO_COLOR")), Width: 78}
//	tell := term.Teller{Words: program.Info().Words, Style: style}
//	tell.Tell(os.Stdout, commit.Events)
//
// Its views are functions of what they show and of a Style, and write to an
// io.Writer. The package reads no keys, knows no rules, decides nothing about
// a race, and asks neither the terminal nor the environment. Texts that come
// from rules, entry lists and questions are made visible before they are shown.
package term

import (
	"io"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"sandbox/cmd/internal/visible"
)

// Style is how views look.
type Style struct {
	Colour bool // without, no escape sequence is written
	Width  int  // columns to fill; 0 is 78
	Dumb   bool // the terminal obeys no escape sequence
	Wraps  bool // long messages are broken between words, as a terminal would not

	Liveries map[string]string // colours by car: "red"
}

// Colours says whether to write colours: on a terminal that obeys escape
// sequences, unless the environment's NO_COLOR is set and not empty.
func Colours(tty, dumb bool, noColor string) bool { return tty && !dumb && noColor == "" }

// Heading writes the title of what follows: a session, a round.
func Heading(w io.Writer, style Style, text string) {
	text = visible.Line(text)
	rule := strings.Repeat("-", max(0, min(40, style.width())-width(text)-1))
	write(w, "\n", style.paint(strong, text), " ", style.paint(faint, rule), "\n")
}

func (s Style) width() int {
	if s.Width > 0 {
		return s.Width
	}
	return 78
}

// ink is a way to print a text: the parameters of an escape sequence.
type ink string

const (
	plain  ink = ""
	strong ink = "1"
	faint  ink = "2"
	bad    ink = "31"
	good   ink = "32"
	odd    ink = "33" // worth a second look
	note   ink = "36"
	icy    ink = "94"
	driver ink = "1;33"
	leader ink = "1;32"
)

func (s Style) paint(i ink, text string) string {
	if !s.Colour || i == plain || text == "" {
		return text
	}
	return "\x1b[" + string(i) + "m" + text + "\x1b[0m"
}

// write writes texts; a terminal that is gone is noticed where it is read.
func write(w io.Writer, texts ...string) {
	io.WriteString(w, strings.Join(texts, ""))
}

// width is how many columns a text takes, colours not counted.
func width(text string) int {
	return displaywidth.Options{ControlSequences: true}.String(text)
}

// pad fills a text with blanks up to a number of columns.
func pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-width(text)))
}

// Cut shortens a line, painted or not, to the width of a style.
func Cut(style Style, line string) string {
	short := displaywidth.Options{ControlSequences: true}.TruncateString(line, style.width(), "…")
	if style.Colour && short != line {
		short += "\x1b[0m"
	}
	return short
}

// cut shortens a text without colours to a number of columns.
func cut(text string, columns int) string {
	return displaywidth.TruncateString(text, columns, "…")
}
