package visible

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
)

func TestLine(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "Vettel, 4", "Vettel, 4"},
		{"letters of others", "Räikkönen · 裕也", "Räikkönen · 裕也"},
		{"nothing", "", ""},
		{"line breaks and tabs", "a\nb\tc\r\n", `a b c\u000d `},
		{"clears the screen", "x\x1b[2J", `x\u001b[2J`},
		{"sets the title", "\x1b]0;root\x07", `\u001b]0;root\u0007`},
		{"C1 control", "\u009b2J", `\u009b2J`},
		{"delete", "\x7f", `\u007f`},
		{"turns around", "abc\u202edef\u2066", `abc\u202edef\u2066`},
		{"line separators", "a\u2028b\u2029", `a\u2028b\u2029`},
		{"invisible", "a\ufeff\u00ad\u200b", `a\ufeff\u00ad\u200b`},
		{"beyond 16 bits", "\U000E0041", `\U000e0041`},
		{"joiners", "می\u200cخواهم", "می\u200cخواهم"},
		{"no UTF-8", "a\x9bb\xff", "a\ufffdb\ufffd"},
		{"as long as may be", strings.Repeat("é", Longest), strings.Repeat("é", Longest)},
		{"longer", strings.Repeat("é", Longest+1), strings.Repeat("é", Longest) + "…"},
	} {
		if got := Line(c.text); got != c.want {
			t.Errorf("%s: %q is shown as %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// Whatever a text is, its line is one, short enough, and has nothing in it that
// a terminal obeys; a line is its own line.
func FuzzLine(f *testing.F) {
	for _, text := range []string{"a\nb", "\x1b[31mred", "\u202e", "\xff\xfe", strings.Repeat("\x00", Longest)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := Line(text)
		for _, r := range line {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' {
				t.Errorf("%q is shown as %q", text, line)
			}
		}
		if len(text) <= Longest && Line(line) != line && len(line) <= Longest {
			t.Errorf("the line of %q is %q, and that one's %q", text, line, Line(line))
		}
	})
}

// JSON with its escapes means the same.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{"a\nb", "\x1b[31mred", "\u202e\u009b", "\U000E0041"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		written, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		if err := errors.Join(json.Unmarshal(written, &want), json.Unmarshal(JSON(written), &got)); err != nil || got != want {
			t.Errorf("%q is read as %q, %v", want, got, err)
		}
		if line := string(JSON(written)); Line(line) != line && len(line) <= Longest {
			t.Errorf("%q is not all seen", line)
		}
	})
}

func TestSprintf(t *testing.T) {
	name := stringer("a\nb")
	if got, want := Sprintf("%s\n%v %q %d\n", "x\x1b", errors.New("e\r"), name, 4), "x\\u001b\ne\\u000d \"a b\" 4\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

type stringer string

func (s stringer) String() string { return string(s) }
