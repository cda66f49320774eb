package race

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
)

var d66 = dice.Dice{Count: 2, Sides: 6, Digits: true}

// gridThrows has all cars throw d66 for one purpose, A once more, and then a d6
// for nobody.
func gridThrows(r *Race) error {
	who := append(everyone(r), 0)
	r.Announce(who, func(i int) string { return fmt.Sprintf("number %d", i+1) })
	for _, car := range who {
		if _, _, err := r.Roll(car, d66, move); err != nil {
			return err
		}
	}
	r.Announce(nil, nil)
	_, _, err := r.Roll(Nobody, d6, look)
	return err
}

// throws are what is wanted: "A 1 number 1 [3 5], B 1 number 2 []".
func throws(t testing.TB, g *Game) string {
	t.Helper()
	if _, err := g.Play(); !errors.Is(err, ErrPending) {
		t.Fatal(err)
	}
	var list []string
	for _, x := range g.Wanted().Throws {
		list = append(list, fmt.Sprint(x.Who, " ", x.Nth, " ", x.Will, " ", x.Before))
	}
	return strings.Join(list, ", ")
}

// replayedBy plays a journal again by rules that it does not hold.
func replayedBy(t testing.TB, b Book, journal []byte) *Game {
	t.Helper()
	g, err := Replay(NewReader(bytes.NewReader(journal)), func(Head, []Source, []string) (Book, error) { return b, nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Throws of several for one purpose are wanted together, and can be typed in
// piece by piece.
func TestThrowsTogether(t *testing.T) {
	var journal bytes.Buffer
	g := askGame(t, bare(gridThrows), &journal, "A", "B", "C")
	want := func(text string) {
		t.Helper()
		if got := throws(t, g); got != text {
			t.Fatalf("wanted are\n%s, want\n%s", got, text)
		}
	}
	want("A 1 number 1 [], B 1 number 2 [], C 1 number 3 [], A 3 number 4 []")
	first := g.Wanted().ID
	for _, c := range []struct {
		faces []int
		err   string
	}{
		{nil, "0 faces: 4 throws of d66 are wanted, from A on, each with two faces; a line may have the first of them alone"},
		{[]int{1}, "one face: 4 throws of d66 are wanted"},
		{[]int{1, 2, 3}, "three faces: 4 throws of d66 are wanted"},
		{make([]int, 10), "10 faces: 4 throws of d66 are wanted"},
		{[]int{1, 2, 3, 7}, "B, throw 2 of the line: a d6 has no face 7; nothing of the line is taken"},
	} {
		size := journal.Len()
		if err := throw(g, c.faces...); err == nil || !strings.HasPrefix(err.Error(), c.err) || journal.Len() != size {
			t.Errorf("%v: error %v, want %q", c.faces, err, c.err)
		}
	}
	typeIn(t, g, 1, 2, 3, 4)
	want("C 1 number 3 [], A 3 number 4 []")
	if told := g.Events(); len(told) != 2 || told[1].Get("total") != 34 || told[1].Get("typed") != true {
		t.Errorf("told so far: %v", told)
	}
	if err := g.Throw(first, 1, 2, 3, 4); err != nil {
		t.Errorf("the same line twice: %v", err)
	}
	if err := g.Throw(first, 1, 2); !errors.Is(err, ErrClosed) {
		t.Errorf("another line for the same throws: %v", err)
	}
	if !strings.Contains(journal.String(), `"throw":{"step":"T1","who":"A","purpose":"move","nth":1,"faces":[1,2,3,4]}}`+"\n") {
		t.Errorf("the journal does not have the line:\n%s", journal.String())
	}

	// The line is taken back as a whole, and one of it typed in otherwise.
	if back, err := g.Retract(); err != nil || !slices.Equal(back.Faces, []int{1, 2, 3, 4}) {
		t.Errorf("%v, %v", back, err)
	}
	want("A 1 number 1 [1 2], B 1 number 2 [3 4], C 1 number 3 [], A 3 number 4 []")
	if got := g.Wanted().Before(); !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Errorf("before: %v", got)
	}
	typeIn(t, g, 6, 6)
	want("B 1 number 2 [3 4], C 1 number 3 [], A 3 number 4 []")
	typeIn(t, g, g.Wanted().Before()...)
	want("C 1 number 3 [], A 3 number 4 []")
	typeIn(t, g, 5, 5, 2, 2)
	want("race 1  []")
	typeIn(t, g, 1)
	if diff := sameGame(g, replayedBy(t, bare(gridThrows), journal.Bytes())); diff != "" {
		t.Error(diff)
	}
	c, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	var totals []any
	for _, e := range c.Events {
		totals = append(totals, e.Get("total"))
	}
	if fmt.Sprint(totals) != "[66 34 55 22 1]" {
		t.Errorf("the totals are %v", totals)
	}
	if diff := sameGame(g, replayedBy(t, bare(gridThrows), journal.Bytes())); diff != "" {
		t.Error(diff)
	}
}

// The program throws what is left when it is asked to: by the seed, so that
// nothing is gained by taking it back, and everybody can work it out.
func TestThrowAll(t *testing.T) {
	var journal bytes.Buffer
	head := Head{Variant: "house", Track: "ring", Dice: dice.KindAsk, Seed: "s", Entries: []Entry{{Name: "A"}, {Name: "B"}, {Name: "C"}}}
	g, err := Start(bare(gridThrows), head, &journal)
	if err != nil {
		t.Fatal(err)
	}
	throws(t, g)
	typeIn(t, g, 4, 4)
	throws(t, g)
	id := g.Wanted().ID
	all := func() string {
		t.Helper()
		if err := g.ThrowAll(g.Wanted().ID); err != nil {
			t.Fatal(err)
		}
		if got := throws(t, g); got != "race 1  []" {
			t.Fatalf("wanted are %s", got)
		}
		return fmt.Sprint(g.Events())
	}
	told := all()
	if err := g.ThrowAll(id); err != nil {
		t.Errorf("the same asked twice: %v", err)
	}
	if err := g.Throw(id, 1, 1); !errors.Is(err, ErrClosed) {
		t.Errorf("typed in after the program threw: %v", err)
	}
	if strings.Count(told, "{typed true}") != 1 || strings.Count(told, "{own true}") != 3 {
		t.Errorf("told %s", told)
	}
	if _, err := g.Retract(); err != nil {
		t.Fatal(err)
	}
	if got := throws(t, g); got != "B 1 number 2 [], C 1 number 3 [], A 3 number 4 []" {
		t.Errorf("taken back, wanted are %s", got)
	}
	if again := all(); again != told {
		t.Errorf("thrown again\n%s, before\n%s", again, told)
	}
	typeIn(t, g, 2)
	if _, err := g.Play(); err != nil {
		t.Fatal(err)
	}
	if diff := sameGame(g, replayedBy(t, bare(gridThrows), journal.Bytes())); diff != "" {
		t.Error(diff)
	}
	check := func(text, want string) {
		t.Helper()
		found, err := CheckRolls(NewReader(bytes.NewReader([]byte(text))))
		if got := fmt.Sprint(found, err); !strings.HasPrefix(got, want) {
			t.Errorf("checked: %s, want %s", got, want)
		}
	}
	check(journal.String(), "{3 2 0} <nil>")
}

// Dice that nobody owns cannot be typed in, in races that the program can throw
// some of the dice of; older ones go on as they began.
func TestThrowOfNoRealDice(t *testing.T) {
	seven := func(r *Race) error { _, _, err := r.Roll(0, dice.Dice{Count: 1, Sides: 7}, move); return err }
	for _, seed := range []string{"", "s"} {
		head := Head{Variant: "house", Track: "ring", Dice: dice.KindAsk, Seed: seed, Entries: []Entry{{Name: "A"}}}
		g, err := Start(bare(seven), head, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = g.Play()
		const no = "nobody owns a d7, so what it shows cannot be typed in: have the rules throw d4, d6, d8, d10, d12, d20, d66 and d100"
		if seed == "" && !errors.Is(err, ErrPending) || seed != "" && (err == nil || !strings.HasPrefix(err.Error(), no)) {
			t.Errorf("seed %q: %v", seed, err)
		}
	}
}
