package term

import (
	"errors"
	"strings"
	"testing"

	"sandbox/core/race"
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

// What is at stake is never cut off: what a line does not hold goes on under it.
func TestStakesWrap(t *testing.T) {
	for columns, want := range map[int]string{
		80: `Pérez: pit?
 [1] no
  2  fast stop: tyres
  3  long, with repairs  all tyres as at the start of the race, and two points
                         of your choice in any other category
  4  both  (not now: no time)
`,
		20: `Pérez: pit?
 [1] no
  2  fast stop:
     tyres
  3  long, with
          repairs
          all tyres
          as at the
          start of
          the race,
          and two
          points of
          your
          choice in
          any other
          category
  4  both  (not now:
     no time)
`,
	} {
		var out strings.Builder
		Prompt(&out, Style{Wraps: true, Width: columns}, stops, "Pérez", false)
		if out.String() != want {
			t.Errorf("%d columns:\n%s", columns, out.String())
		}
	}
}

// The place of a rule stays whole, behind what it did or under it.
func TestWhyWraps(t *testing.T) {
	var out strings.Builder
	moved := race.Event{Type: "roll", Car: "Ben", Where: "built-in variants/paper_f1.lua:51", Fields: []race.Field{race.Text("dice", "d6"), race.Text("purpose", "move"), {Name: "faces", Value: []int{1}}, race.Int("total", 1)}}
	tires := race.Event{Type: "retire", Car: "Ben", Where: "built-in variants/paper_f1.lua:60", Fields: []race.Field{race.Text("space", "12/2"), race.Text("why", "an accident with all others")}}
	Why(&out, Style{Wraps: true, Width: 80}, race.Commit{Step: "R1 turn Ben", Events: []race.Event{moved, tires}}, "Ben")
	want := `R1 turn Ben
  rolled d6 for move: 1                        built-in variants/paper_f1.lua:51
  out of the race at 12/2: an accident with all others
                                               built-in variants/paper_f1.lua:60
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}

// What is said about a command goes on under itself.
func TestItemWraps(t *testing.T) {
	var out strings.Builder
	Item(&out, Style{Wraps: true, Width: 60}, ":undo [n]", "take back what was answered or played last; or n steps")
	want := `  :undo [n]               take back what was answered or
                          played last; or n steps
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
