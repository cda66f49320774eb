package term

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// one is a throw of one.
func one(who, purpose string, d dice.Dice, will string, before ...int) *race.Wanted {
	return &race.Wanted{ID: race.ThrowID{Who: who, Purpose: purpose}, Dice: d, Throws: []race.Thrower{{Who: who, Will: will, Before: before}}}
}

func TestThrowPrompt(t *testing.T) {
	six, two := dice.Dice{Count: 1, Sides: 6}, dice.Dice{Count: 2, Sides: 6}
	long := "1-2 stalls, 3-5 a start like any other, 6 gets away before all the others"
	for _, c := range []struct {
		wanted       *race.Wanted
		style        Style
		before, text string
	}{
		{one("Vettel", "qualify", six, ""), Style{}, "", "Vettel rolls d6 for qualify > "},
		{one("Vettel", "qualify", two, "", 3, 5), Style{}, "", "Vettel rolls 2d6 for qualify [3 5] > "},
		{one("Vettel", "decide", two, ""), Style{}, "", "Vettel rolls 2d6 for the dead heat > "},
		{one("A\x1b[2J", "x\ny", two, "a\x1bb"), Style{}, "", `A\u001b[2J rolls 2d6 for x y: a\u001bb > `},
		{one("Vettel", "qualify", six, ""), Style{Colour: true}, "", "\x1b[1mVettel\x1b[0m rolls d6 for qualify > "},
		{one("Vettel", "qualify", six, "4 or more", 2), Style{}, "", "Vettel rolls d6 for qualify: 4 or more [2] > "},
		{one("Vettel", "qualify", six, long), Style{}, "  " + long + "\n", "Vettel rolls d6 for qualify > "},
	} {
		var out strings.Builder
		words := map[string]string{"for decide": "the dead heat"}
		Throws(&out, c.style, words, c.wanted)
		if got := ThrowPrompt(c.style, words, c.wanted); got != c.text || out.String() != c.before {
			t.Errorf("got %q and %q, want %q and %q", out.String(), got, c.before, c.text)
		}
	}
}

// Two throws of 2d6 are not "2 2d6".
func TestThrowsOfMoreDice(t *testing.T) {
	w := one("A", "places", dice.Dice{Count: 2, Sides: 6}, "")
	w.Throws = append(w.Throws, race.Thrower{Car: 1, Who: "B"})
	if got, want := ThrowPrompt(Style{}, nil, w), "2 throws of 2d6 for places, from A on > "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Many throws are one prompt below a list of who throws.
func TestThrowsPrompt(t *testing.T) {
	w := &race.Wanted{ID: race.ThrowID{Who: "#01", Purpose: "escape"}, Dice: dice.Dice{Count: 2, Sides: 6, Digits: true}}
	for n, will := range []string{"up to 42", "up to 42", "up to 36", "up to 42"} {
		w.Throws = append(w.Throws, race.Thrower{Car: n, Who: fmt.Sprintf("#%02d", n+1), Will: will})
	}
	w.Throws[0].Before, w.Throws[1].Before, w.Throws[3].Before = []int{3, 5}, []int{1, 1}, []int{6, 6}
	words := map[string]string{"for escape": "ESCAPE"}
	look := func(want string) {
		t.Helper()
		var out strings.Builder
		Throws(&out, Style{}, words, w)
		if got := out.String() + ThrowPrompt(Style{}, words, w); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	look("4 d66 for ESCAPE (up to 42), car by car, or `roll` to have these thrown:\n" +
		"  #01 [35] · #02 [11] · #03 up to 36 · #04 [66]\n" +
		"4 d66 for ESCAPE, from #01 on [2 as before] > ")
	if faces, err := Faces(w, ""); err != nil || fmt.Sprint(faces) != "[3 5 1 1]" {
		t.Errorf("Enter takes %v, %v", faces, err)
	}
	w.Throws = w.Throws[2:]
	w.Throws[0].Car = race.Nobody
	look("2 d66 for ESCAPE, one by one, or `roll` to have these thrown:\n" +
		"  #03 up to 36 · #04 up to 42 [66]\n" +
		"2 d66 for ESCAPE, from #03 on > ")
	for len(w.Throws) < 30 {
		w.Throws = append(w.Throws, race.Thrower{Who: fmt.Sprintf("#%02d", len(w.Throws)), Will: "up to 42"})
	}
	var out strings.Builder
	Throws(&out, Style{}, words, w)
	for line := range strings.Lines(out.String()) {
		if width(line) > 81 {
			t.Errorf("a line is too long: %q", line)
		}
	}
}

// What was taken of a line for several is said where the rolls are kept quiet.
func TestTaken(t *testing.T) {
	w := &race.Wanted{ID: race.ThrowID{Purpose: "grid"}, Dice: dice.Dice{Count: 2, Sides: 6, Digits: true}}
	w.Throws = []race.Thrower{{Who: "A"}, {Who: "B"}, {Who: "C"}}
	for _, c := range []struct {
		words map[string]string
		want  string
	}{{map[string]string{"roll grid": ""}, "  A 35 · B 11\n"}, {map[string]string{"roll grid": "{total}"}, ""}, {nil, ""}} {
		if got := Taken(Style{}, c.words, w, []int{3, 5, 1, 1}); got != c.want {
			t.Errorf("%v: %q, want %q", c.words, got, c.want)
		}
	}
}

// A roll that the rules keep quiet is told when the program threw it among real
// dice; where it threw all of them, that is said once.
func TestOwnRollsAreTold(t *testing.T) {
	roll := func(car string, face int, by ...race.Field) race.Event {
		return event(car, "roll", 0, append([]race.Field{text("purpose", "grid"), text("dice", "d6"), whole("face", face), whole("total", face)}, by...)...)
	}
	typed, own := race.Field{Name: "typed", Value: true}, race.Field{Name: "own", Value: true}
	for _, c := range []struct {
		events []race.Event
		want   string
	}{
		{[]race.Event{roll("A", 1), roll("B", 2)}, ""},
		{[]race.Event{roll("A", 1, typed), roll("B", 2, typed)}, ""},
		{[]race.Event{roll("A", 1, own), roll("B", 2, own)}, "A rolls 1 · B rolls 2 (thrown by the program)\n"},
		{[]race.Event{roll("A", 1, typed), roll("B", 2, own), roll("C", 2, own)},
			"B rolls 2 · C rolls 2 (thrown by the program)\n"},
		{[]race.Event{roll("A", 1, own)}, "A             rolls 1 (thrown by the program)\n"},
	} {
		var out strings.Builder
		Teller{Words: map[string]string{"roll grid": ""}}.Tell(&out, c.events)
		if out.String() != c.want {
			t.Errorf("told %q, want %q", out.String(), c.want)
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
		{"four", before, `[] "four" is no number: type what the dice show, or roll to have them thrown; :help lists the commands`},
		{"3 x", nil, `[] "x" is no number: type what the dice show, or roll to have them thrown; :help lists the commands`},
		{"99999999999999999999", nil, `[] "99999999999999999999" is no number: type what the dice show, or roll to have them thrown; :help lists the commands`},
	} {
		faces, err := Faces(one("A", "move", dice.Dice{Count: 1, Sides: 6}, "", c.before...), c.typed)
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
