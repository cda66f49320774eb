package race

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// oddNames are names that a text form can trip over.
var oddNames = []string{
	"A", "Kimi Räikkönen", `Bob "The Bar" O'Neill`, "pipe | line", "{brace} }", "@1/1",
	"waiting", "日本", `back\slash`, "tab\tand\nline", "e\u0301\u00a0\u202e", " ", "race ", "0",
}

// world is all that a state text has to carry, and what it must not disturb.
func world(r *Race) string {
	var on []int
	cars := slices.Clone(r.cars)
	for i := range cars {
		cars[i].label = dice.Label{}
	}
	for id := range board.ID(r.board.Len()) {
		on = append(on, r.CarOn(id))
	}
	return fmt.Sprintf("%d %d %d %d %d %+v %v", r.round, r.sessions, r.moves, r.finished, r.retired, cars, on)
}

// In races of all sorts, after each step: a fresh race set to the text is the
// same race, and goes on in the same way.
func TestTextRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		h := paper
		h.Rows, h.Lanes, h.Laps = 9+rnd.IntN(10), 1+rnd.IntN(3), 1+rnd.IntN(3)
		h.Opened, h.Bonus = rnd.IntN(2) == 0, rnd.IntN(4)
		h.Order = []string{"foremost first", "by lap", "by lane"}[i%3]
		names := append([]string(nil), oddNames...)
		rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:1+rnd.IntN(min(len(names), h.Rows*h.Lanes))]

		g := newGame(t, h.must(t), nil, names...)
		g.source = dice.NewKeyed(fmt.Sprint("seed ", i))
		g.race = nil
		for range 400 {
			again, rules, err := g.fresh(g.book, g.State())
			if err != nil {
				t.Fatalf("%v of %s", err, g.State())
			}
			if strings.ContainsAny(g.State(), "\t\n\u202e") {
				t.Fatalf("not one readable line: %q", g.State())
			}
			if got, want := world(again), world(stands(g)); got != want {
				t.Fatalf("%s\nis set to\n%s\nwant\n%s", g.State(), got, want)
			}
			want, wantErr := rulesOf(g).Next(stands(g))
			step, err := rules.Next(again)
			if !reflect.DeepEqual(step, want) || err != wantErr {
				t.Fatalf("after %s comes %s (%v), want %s", g.State(), step.Label, err, want.Label)
			}
			if err == ErrOver {
				break
			}
			if _, err := g.Play(); err != nil {
				t.Fatal(err)
			}
			if err := again.RunStep(rules, step); err != nil {
				t.Fatal(err)
			}
			notes, _ := rules.State(again)
			if text := again.Text(notes); text != g.State() {
				t.Fatalf("%s leads to\n%s, want\n%s", step.Label, text, g.State())
			}
		}
	}
}

func TestText(t *testing.T) {
	r := newRace(t, "A", "B C", `D "|"`, "E")
	notes := Notes{"debris=[]", []string{"gear=3", "", "gear=1"}}
	state := `round 4 sessions 3 moves 92 {debris=[]} | A @6/2 lap 1 grid 1 arrived 92 turn 4 {gear=3} | "B C" waiting` +
		` | "D \"\x7c\"" out 1 why "a \x7c b" row 3 lap 1 {gear=1} | E home 1 row 6 lap 3`
	got, err := r.SetText(state)
	if err != nil {
		t.Fatal(err)
	}
	notes.Cars = append(notes.Cars, "")
	if !reflect.DeepEqual(got, notes) {
		t.Errorf("notes %#v, want %#v", got, notes)
	}
	if text := r.Text(got); text != state {
		t.Errorf("%s, want\n%s", text, state)
	}
	r = newRace(t, "A", "B", "C")
	state = `round 4 sessions 3 moves 92 | A @6/2 lap 1 turn 4 stops 2 | B out 1 why "fire" @5/1 lap 1 | C home 1 row 6 lap 3 beyond 4 ended 3`
	if got, err := r.SetText(state); err != nil || r.Text(got) != state {
		t.Errorf("%s (%v), want\n%s", r.Text(got), err, state)
	}
}

func TestWhyIsQuoted(t *testing.T) {
	r := set(t, newRace(t, "A"), `A out 1 why "a \x7c b" row 3`)
	if why := r.Car(0).why; why != "a | b" {
		t.Errorf("why %q", why)
	}
}

func TestSetTextRefuses(t *testing.T) {
	for _, c := range []struct {
		state string
		err   string
	}{
		{"", "0 cars, but the race has 2"},
		{"round 1 | A waiting", "1 cars, but the race has 2"},
		{"round 1 | A waiting | B waiting | C waiting", "3 cars, but the race has 2"},
		{"round 1 | B waiting | A waiting", `found "B" where A should be`},
		{`round 1 | "" | B waiting`, `found "" where A should be`},
		{"lap 1 | A waiting | B waiting", `unknown word "lap"`},
		{"round x | A waiting | B waiting", `"x" is no number`},
		{"round | A waiting | B waiting", `"" is no number`},
		{"round 100001 | A waiting | B waiting", "round 100001; a race has at most 100000"},
		{"round 99999999999999999999 | A waiting | B waiting", `"99999999999999999999" is no number`},
		{"round 2000000000 | A waiting | B waiting", `"2000000000" is no number`},
		{"round -2 | A waiting | B waiting", "cannot be negative"},
		{"sessions -1 | A waiting | B waiting", "cannot be negative"},
		{"round 1 {x | A waiting | B waiting", "a { is not closed"},
		{"round 1 {x} y | A waiting | B waiting", "a { is not closed"},
		{"round 1 | A @7/1 | B waiting", `track ring has no space "7/1"`},
		{"round 1 | A @ | B waiting", `track ring has no space ""`},
		{"round 1 | A @1/1 | B @1/1", "A stands on 1/1 already"},
		{"round 1 | A @1/1 @2/1 | B waiting", `unknown word "@2/1"`},
		{"round 1 | A @1/1 home 1 | B waiting", `unknown word "home"`},
		{"round 1 | A home 1 home 2 | B waiting", `unknown word "home"`},
		{"round 1 | A @1/1 row 3 | B waiting", `unknown word "row"`},
		{"round 1 | A home 1 why x | B waiting", `unknown word "why"`},
		{"round 1 | A home | B waiting", `"" is no number`},
		{"round 1 | A home 1 @1/1 | B waiting", `unknown word "@1/1"`},
		{"round 1 | A out 1 @1/1 @2/1 | B waiting", `unknown word "@2/1"`},
		{"round 1 | A out 1 @1/1 row 2 | B waiting", `unknown word "row"`},
		{"round 1 | A out 1 @1/1 | B @1/1", "A stands on 1/1 already"},
		{"round 1 | A @1/1 stops | B waiting", `"" is no number`},
		{"round 1 | A out x | B waiting", `"x" is no number`},
		{"round 1 | A waiting lap | B waiting", `"" is no number`},
		{"round 1 | A waiting gear 3 | B waiting", `unknown word "gear"`},
		{"round 1 | A waiting \"\" gear 3 | B waiting", `unknown word ""`},
		{`round 1 | "A | B waiting`, "a quote is not closed"},
		{`round 1 | A out 1 why "x | B waiting`, "a quote is not closed"},
	} {
		_, err := newRace(t, "A", "B").SetText(c.state)
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.state, err, c.err)
		}
	}
}

func FuzzSetText(f *testing.F) {
	for _, cars := range []string{
		"A waiting | \"B C\" waiting | D waiting",
		"A @6/2 lap 1 grid 1 arrived 92 turn 4 {gear=3} | \"B C\" home 1 row 6 lap 3 | D out 1 why \"a \\x7c b\" row 3",
		"A lap -1 @1/1 | \"B\\x20C\" home 1 {} | D row 3 out 1",
		"A @1/1 @2/1 | \"B C\" \"\" x | D {a |} {b}",
		"A out 1 why \"fire\" @1/1 lap 1 | \"B C\" home 1 row 6 lap 3 beyond 4 ended 3 | D @2/1 lap 1 stops 2",
		"A out 1 row 3 @1/1 why x | \"B C\" out 2 @1/2 stops 1 | D ended 2 out 3 @2/1",
	} {
		f.Add("round 4 sessions 3 moves 92 {debris=[]} | " + cars)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, again := newRace(t, "A", "B C", "D"), newRace(t, "A", "B C", "D")
		notes, err := r.SetText(text)
		if err != nil {
			return
		}
		printed := r.Text(notes)
		same, err := again.SetText(printed)
		if err != nil {
			t.Fatalf("%q is printed as %q: %v", text, printed, err)
		}
		if !reflect.DeepEqual(same, notes) || world(again) != world(r) || again.Text(same) != printed {
			t.Fatalf("%q is printed as %q, which is another state", text, printed)
		}
		if r.round < 1000 { // the labels of more take long
			r.NextStep(&Plan{Sessions: []dice.Label{dice.NewLabel("Q1")}, Order: byDistance})
		}
		r.Classification()
	})
}
