package term

import (
	"io"

	"sandbox/cmd/internal/visible"
)

// Value is one value of the rules.
type Value struct{ Path, Text, Where string }

// Values writes values of the rules with the places where they are written.
func Values(w io.Writer, style Style, values []Value) {
	t := table{{title: "value", keep: true}, {title: "is", keep: true}, {title: "written in"}}
	for _, v := range values {
		t.add(v.Path, v.Text, v.Where)
	}
	t.write(w, style, make([]ink, len(values)))
}

// Item writes a name, as of a command, and what is said about it, which goes on
// under itself.
func Item(w io.Writer, style Style, name, text string) {
	write(w, style.hang(pad("  "+visible.Line(name), itemColumn)+visible.Line(text), itemColumn), "\n")
}

// itemColumn is where it stands what is said about an item.
const itemColumn = 26
