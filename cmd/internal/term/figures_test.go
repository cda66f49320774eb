package term

import (
	"bytes"
	"strings"
	"testing"
)

// A table that is wider than the screen goes on below, with the names of its rows;
// one of texts is broken between words; what is not for a screen stays whole.
func TestFiguresFit(t *testing.T) {
	titles := []string{"name", "kind", "first figure", "second figure", "what it is"}
	right := []bool{false, false, true, true, false}
	rows := [][]string{{"a", "gear", "1.00", "12.00", "a text of many words"}, {"Great Britain", "pit", "2.00", "3.00", "short"}}
	for _, c := range []struct {
		name  string
		width int
		wraps bool
		rows  [][]string
		right []bool
		want  string
	}{
		{"as wide as the screen", 70, true, rows, right,
			"name           kind  first figure  second figure  what it is\n" +
				"a              gear          1.00          12.00  a text of many words\n" +
				"Great Britain  pit           2.00           3.00  short\n"},
		{"a text is cut", 68, true, rows, right,
			"name           kind  first figure  second figure  what it is\n" +
				"a              gear          1.00          12.00  a text of many wo…\n" +
				"Great Britain  pit           2.00           3.00  short\n"},
		{"figures go on below", 48, true, rows, right,
			"name           kind  first figure  second figure\n" +
				"a              gear          1.00          12.00\n" +
				"Great Britain  pit           2.00           3.00\n\n" +
				"name           kind  what it is\n" +
				"a              gear  a text of many words\n" +
				"Great Britain  pit   short\n"},
		{"the first name alone", 36, true, rows, right,
			"name           kind  first figure\n" +
				"a              gear          1.00\n" +
				"Great Britain  pit           2.00\n\n" +
				"name           second figure\n" +
				"a                      12.00\n" +
				"Great Britain           3.00\n\n" +
				"name           what it is\n" +
				"a              a text of many words\n" +
				"Great Britain  short\n"},
		{"no screen", 48, false, rows, right,
			"name           kind  first figure  second figure  what it is\n" +
				"a              gear          1.00          12.00  a text of many words\n" +
				"Great Britain  pit           2.00           3.00  short\n"},
		{"texts", 70, true, rows, make([]bool, 5),
			"name           kind  first figure  second figure  what it is\n" +
				"a              gear          1.00          12.00  a text of many words\n" +
				"Great Britain  pit           2.00           3.00  short\n"},
		{"no rows", 20, true, nil, right, ""},
	} {
		var out bytes.Buffer
		style := Style{Width: c.width, Wraps: c.wraps}
		Figures(&out, style, titles, c.right, c.rows)
		if out.String() != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, &out, c.want)
		}
		if fits := !strings.Contains(c.want, "\n\n"); Fits(style, titles, c.right, c.rows) != fits {
			t.Errorf("%s: fits is not %v", c.name, fits)
		}
	}
}

// The widest texts of a table of texts are broken between words.
func TestFiguresBreaksTexts(t *testing.T) {
	var out bytes.Buffer
	Figures(&out, Style{Width: 40, Wraps: true}, []string{"name", "about", "from"}, make([]bool, 3), [][]string{
		{"oval", "A short oval to try rules on: forty units, two abreast.", "here"}, {"avus", "Long.", "there"}})
	if want := "name  about                      from\n" +
		"oval  A short oval to try rules  here\n      on: forty units, two\n      abreast.\n" +
		"avus  Long.                      there\n"; out.String() != want {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
}
