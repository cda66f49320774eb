// Package visible is the one place through which text for people goes. What
// rules, tracks, entry lists, settings, journals and file names carry is
// anybody's: it could clear the screen, set the window's title, turn the text
// around or write lines of its own. Here it becomes a line that can be seen.
//
//	visible.Printf(out, "%s drives %s\n", name, car)
//
// Mail and pages write what they take from a race through Line, too. The
// package knows no colours; who paints a text makes it a Line before.
package visible

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Longest is the most characters of one text; of a longer one the beginning is
// shown.
const Longest = 4000

// Shown is a text that is visible already, painted perhaps: Printf writes it as
// it is.
type Shown string

// Line is a text as it can be shown: one line, no longer than Longest, in which
// line breaks are blanks, and what cannot be seen is written as \u001b.
func Line(text string) string {
	if plain(text) {
		return text
	}
	return shown(text, Longest)
}

// Whole is a Line of any length, for what people copy.
func Whole(text string) Shown { return Shown(shown(text, len(text))) }

// shown makes the first characters of a text visible.
func shown(text string, most int) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n++; n > most {
			b.WriteRune('…')
			break
		}
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case hidden(r):
			b.WriteString(escaped(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plain says that a text is shown as it is.
func plain(text string) bool {
	if len(text) > Longest {
		return false
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return utf8.ValidString(text) && !Hidden(text)
		}
	}
	return true
}

// hidden says that a character is not seen, but obeyed, or that it turns the
// text around. Joiners are parts of words.
func hidden(r rune) bool {
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// escaped is a character as YAML, TOML and many languages write it.
func escaped(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// JSON writes what is hidden in a JSON text with the escapes of JSON; it means
// the same afterwards. What is hidden can only stand between quotes there.
func JSON(text []byte) []byte {
	if bytes.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		one, two := utf16.EncodeRune(r)
		switch {
		case !hidden(r) || r == '\n' || r == '\t':
			b.WriteRune(r)
		case one == utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x\u%04x`, one, two)
		}
	}
	return b.Bytes()
}

// Hidden says that there is something in a text that Line would escape.
func Hidden(text string) bool { return strings.IndexFunc(text, hidden) >= 0 }

// Escaped writes what is hidden in a text as YAML and TOML read it back from
// between double quotes. Line breaks and tabs stay.
func Escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if hidden(r) && r != '\n' && r != '\t' {
			b.WriteString(escaped(r))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Sprintf is fmt.Sprintf; texts, errors and what else is written by a method of
// its own are each a Line. The format is the program's, and may have several
// lines.
func Sprintf(format string, args ...any) string {
	lines := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case Shown:
			lines[i] = string(arg)
		case string:
			lines[i] = Line(arg)
		case error:
			lines[i] = Line(arg.Error())
		case fmt.Stringer:
			lines[i] = Line(arg.String())
		default:
			lines[i] = arg
		}
	}
	return fmt.Sprintf(format, lines...)
}

// Printf writes what Sprintf makes. Like a terminal that is gone, one that
// cannot be written to is noticed elsewhere.
func Printf(w io.Writer, format string, args ...any) {
	_, _ = io.WriteString(w, Sprintf(format, args...))
}
