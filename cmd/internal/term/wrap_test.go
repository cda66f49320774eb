package term

import (
	"errors"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	style := Style{Width: 20, Wraps: true}
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"a short line", "a short line"},
		{"twenty columns fit in", "twenty columns fit\nin"},
		{"twenty columns fit o\n", "twenty columns fit o\n"},
		{"a/path/that/is/longer/than/a/line", "a/path/that/is/longer/than/a/line"},
		{"see a/path/that/is/longer/than and on", "see a/path/that/is/longer/than\nand on"},
		{"  two blanks  before and between", "  two blanks  before\nand between"},
		{"saved; go on with: sandbox play --resume a b", "saved; go on with: sandbox play --resume a b"},
		{"saved; go on with: sandbox play x y", "saved; go on with:\nsandbox play x y"},
		{"sandbox play --resume a b and on", "sandbox play --resume a b and on"},
		{"ätzend größer hölle öl", "ätzend größer hölle\nöl"},
		{"one line of many words\nand another of as many", "one line of many\nwords\nand another of as\nmany"},
	} {
		if got := style.Wrap(c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
	wide := Style{Width: 200, Wraps: true}
	if got := wide.Wrap(strings.Repeat("four ", 30)); strings.Index(got, "\n") != widestProse-1 {
		t.Errorf("on a wide screen %q", got)
	}
	for _, c := range []struct {
		text   string
		column int
		want   string
	}{
		{"a name  and what is told", 8, "a name  and what is\n        told"},
		{"a longer name  and what", 15, "a longer name  and\n  what"}, // there would be no room
	} {
		if got := style.hang(c.text, c.column); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
	if text := strings.Repeat("word ", 50); (Style{Width: 20}).Wrap(text) != text {
		t.Error("a line is broken for nobody")
	}
	var out strings.Builder
	Problem(&out, style, errors.New("my.lua:3: a long story of what is wrong"), nil)
	if want := "my.lua:3: a long\nstory of what is\nwrong\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
