package term

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

func TestThrowPrompt(t *testing.T) {
	two := dice.Dice{Count: 2, Sides: 6}
	for _, c := range []struct {
		who   string
		want  race.Wanted
		style Style
		text  string
	}{
		{"Vettel", race.Wanted{ID: race.ThrowID{Purpose: "qualify"}, Dice: dice.Dice{Count: 1, Sides: 6}}, Style{}, "Vettel rolls d6 for qualify > "},
		{"Vettel", race.Wanted{ID: race.ThrowID{Purpose: "qualify"}, Dice: two, Before: []int{3, 5}}, Style{}, "Vettel rolls 2d6 for qualify [3 5] > "},
		{"Vettel", race.Wanted{ID: race.ThrowID{Purpose: "decide"}, Dice: two}, Style{}, "Vettel rolls 2d6 for the dead heat > "},
		{"A\x1b[2J", race.Wanted{ID: race.ThrowID{Purpose: "x\ny"}, Dice: two}, Style{}, `A\u001b[2J rolls 2d6 for x y > `},
		{"Vettel", race.Wanted{ID: race.ThrowID{Purpose: "qualify"}, Dice: two}, Style{Colour: true}, "\x1b[1mVettel\x1b[0m rolls 2d6 for qualify > "},
	} {
		if got := ThrowPrompt(c.style, map[string]string{"for decide": "the dead heat"}, &c.want, c.who); got != c.text {
			t.Errorf("got %q, want %q", got, c.text)
		}
	}
}

func TestFaces(t *testing.T) {
	before := []int{6, 1}
	for _, c := range []struct {
		typed  string
		before []int
		want   string
	}{
		{"4", nil, "[4] <nil>"},
		{"3 5", nil, "[3 5] <nil>"},
		{"3,5", nil, "[3 5] <nil>"},
		{"3, 5", before, "[3 5] <nil>"},
		{"3+5", nil, "[3 5] <nil>"},
		{"", before, "[6 1] <nil>"},
		{"", nil, "[] <nil>"},
		{"-4", nil, "[-4] <nil>"},
		{"four", before, `[] "four" is no number: type what the dice show; :help lists the commands`},
		{"3 x", nil, `[] "x" is no number: type what the dice show; :help lists the commands`},
		{"99999999999999999999", nil, `[] "99999999999999999999" is no number: type what the dice show; :help lists the commands`},
	} {
		faces, err := Faces(&race.Wanted{Before: c.before}, c.typed)
		if got := fmt.Sprint(faces, " ", err); got != c.want {
			t.Errorf("%q: %s, want %s", c.typed, got, c.want)
		}
	}
}

// What added nothing is told where the rules have a line for it.
func TestWhyNothingAdded(t *testing.T) {
	roll := event("A", "roll", 0, text("purpose", "move"), text("dice", "d6"), whole("face", 4), whole("total", 4),
		race.Field{Name: "modifiers", Value: []race.Modifier{{Name: "tow"}, {Name: "Lotus", Where: "my.lua:9"}}})
	var out strings.Builder
	Why(&out, Style{}, race.Commit{Step: "T1", Events: []race.Event{roll}}, "")
	if got := out.String(); strings.Contains(got, "tow") || strings.Count(got, "+0 (Lotus)") != 2 {
		t.Error(got)
	}
}

func TestWhyTypedIn(t *testing.T) {
	roll := event("A", "roll", 0, text("purpose", "move"), text("dice", "2d6"), race.Field{Name: "faces", Value: []int{2, 5}},
		whole("total", 7), race.Field{Name: "typed", Value: true})
	var out strings.Builder
	Why(&out, Style{}, race.Commit{Step: "T1", Events: []race.Event{roll}}, "A")
	if want := "rolled 2d6 for move: 2+5 = 7 (typed in)"; !strings.Contains(out.String(), want) {
		t.Errorf("got %q, want %q in it", out.String(), want)
	}
}
