package term

import "io"

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
