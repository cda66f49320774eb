package term

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name         string
		style        Style
		running, out []string
		want         string
	}{
		{"one line", Style{}, []string{"#09", "#10", "A"}, nil, "1 #09  2 #10  3 A\n"},
		{"several lines", Style{Width: 22}, []string{"Ann", "Bo", "Cy", "Di", "Eve", "F", "G", "H", "I", "J"}, []string{"X", "Y"},
			" 1 Ann   2 Bo    3 Cy\n 4 Di    5 Eve   6 F\n 7 G     8 H     9 I\n10 J\nout: X, Y\n"},
		{"narrow", Style{Width: 2}, []string{"Ann", "Bo"}, nil, "1 Ann\n2 Bo\n"},
		{"nobody", Style{}, nil, []string{"Ann"}, "no car runs\nout: Ann\n"},
		{"in colour", Style{Colour: true}, []string{"Ann", "Bo\x1b[2J"}, []string{"X"}, "1 \x1b[1;32mAnn\x1b[0m          2 Bo\\u001b[2J\n\x1b[2mout: X\x1b[0m\n"},
	} {
		var out bytes.Buffer
		if Order(&out, c.style, c.running, c.out); out.String() != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, out.String(), c.want)
		}
	}
}

// Where there is no board there are no laps, and no spaces.
func TestWithoutBoard(t *testing.T) {
	var out bytes.Buffer
	Standings(&out, Style{}, []StandingRow{
		{Place: 1, Car: "A", Fields: []string{"3"}, Lap: NoLap, Status: race.Running},
		{Place: 2, Car: "B", Fields: []string{"0"}, Lap: NoLap, Status: race.Retired, Why: "crash"},
	}, []string{"chips"})
	Classification(&out, Style{}, []race.Placing{
		{Place: 1, Car: "A", Status: race.Finished, Grid: 2},
		{Place: 2, Car: "B", Status: race.Retired, Grid: 1, Turn: 14, Why: "crash"},
	}, false)
	want := "#  car  chips  status\n1  A        3\n2  B        0  out: crash\n#  car  grid  result\n1  A       2  home\n2  B       1  out: crash (turn 14)\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

func TestWhyWithoutBoard(t *testing.T) {
	var out strings.Builder
	d66 := []race.Field{text("purpose", "escape"), text("dice", "d66"), {Name: "faces", Value: []int{3, 5}}}
	mods := race.Field{Name: "modifiers", Value: []race.Modifier{{Name: "luck", Value: 2}}}
	Why(&out, Style{}, race.Commit{Step: "T12", Events: []race.Event{
		event("A", "grid", 0, whole("place", 3)),
		event("A", "place", 0, whole("from", 11), whole("to", 14)),
		event("A", "roll", 0, append(d66, whole("total", 35))...),
		event("A", "roll", 0, append(d66, mods, whole("total", 37))...),
		event("A", "retire", 0, text("why", "wreck"), whole("place", 14)),
	}}, "A")
	for _, want := range []string{
		"  stood on grid place 3\n", "  went from place 11 to 14\n", "  rolled d66 for escape: 35\n",
		"  rolled d66 for escape: 35 +2 (luck) = 37\n", "  out of the race at place 14: wreck\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	out.Reset()
	Teller{}.Tell(&out, []race.Event{event("A", "place", 0, whole("from", 11), whole("to", 14))})
	if want := "goes from place 11 to 14\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("told as %q", out.String())
	}
}

// d66 may be typed in as the number they show.
func TestFacesOfDigits(t *testing.T) {
	d66, err := dice.Parse("d66")
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string][]int{"35": {3, 5}, "3 5": {3, 5}, "35 2 4, 11": {3, 5, 2, 4, 1, 1}, "70": {7, 0}, "355": {355}, "5": {5}} {
		got, err := Faces(&race.Wanted{Dice: d66}, typed)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is read as %v (%v), want %v", typed, got, err, want)
		}
	}
	if got, _ := Faces(&race.Wanted{Dice: dice.Dice{Count: 2, Sides: 6}}, "35"); len(got) != 1 {
		t.Errorf("35 of 2d6 is read as %v", got)
	}
}
