package race

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// played is a race of A, whom a person drives, and B and C: some steps of it, with
// the third gear and the brakes where A is asked.
func played(t *testing.T, steps int) (*Game, house) {
	t.Helper()
	h := paper
	h.Rows, h.Laps, h.People, h.Bonus = 60, 1, []string{"A"}, 1
	g := newGame(t, h.must(t), nil, "A", "B", "C")
	playOn(t, g, steps)
	return g, h
}

// playOn plays so many steps more.
func playOn(t *testing.T, g *Game, steps int) {
	t.Helper()
	for n := 0; n < steps; {
		switch _, err := g.Play(); {
		case err == nil:
			n++
		case !errors.Is(err, ErrPending):
			t.Fatal(err)
		default:
			q := g.Pending()[0]
			option := q.Options[len(q.Options)-1].ID
			if q.ID.Key == "gear" {
				option = "3"
			}
			if err := g.Answer(q.ID, option); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// found is a difference in one line.
func found(t *testing.T, g *Game, book Book) string {
	t.Helper()
	before := g.State()
	d, err := g.Shadow(book).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if g.State() != before {
		t.Error("the race itself has moved")
	}
	return diffText(d)
}

func diffText(d *Difference) string {
	if d == nil {
		return "nothing"
	}
	text := fmt.Sprintf("%d %s", d.At, d.Step)
	if d.Older {
		text += " (older)"
	}
	event := func(e *Event) string {
		if e == nil {
			return "-"
		}
		return fmt.Sprint(e.Type, " ", e.Car, " ", e.Fields)
	}
	switch {
	case d.Instead != "" || d.Over:
		return text + ": instead " + d.Instead
	case d.Problem != nil:
		return text + ": " + d.Problem.Error()
	case d.WasState != d.IsState:
		return fmt.Sprintf("%s: %s: %s | %s", text, d.Who, d.WasState, d.IsState)
	}
	return fmt.Sprintf("%s: %s | %s", text, event(d.Was), event(d.Is))
}

// The race is played again with the same answers, and the first difference is
// found: an event, another step, a question that is new, an answer that fits no
// longer.
func TestShadow(t *testing.T) {
	for _, c := range []struct {
		say    string
		change func(h *house)
		want   string
	}{
		{"the same rules", func(*house) {}, "nothing"},
		{"a bonus", func(h *house) { h.Bonus = 2 },
			"2 R1 turn A: roll A [{purpose move} {dice d6} {face 1} {modifiers [{gear 2 } {bonus 1 }]} {total 4}] | roll A [{purpose move} {dice d6} {face 1} {modifiers [{gear 2 } {bonus 2 }]} {total 5}]"},
		{"another option beside those there are, which a bot takes", func(h *house) { h.Gears = []string{"1", "2", "3", "9"} },
			"3 R1 turn C: answer C [{ask gear} {option 1} {of 3}] | answer C [{ask gear} {option 9} {of 4}]"},
		{"another option, which nobody takes", func(h *house) { h.People, h.Gears = []string{"A", "B", "C"}, []string{"1", "2", "3", "9"} },
			"3 R1 turn C: C is asked gear, which nobody was"},
		{"a roll before the answer", func(h *house) { h.Early = true }, "2 R1 turn A: - | roll A [{purpose look} {dice d6} {face 4} {total 4}]"},
		{"the option is gone", func(h *house) { h.Gears = []string{"1", "2"} },
			`2 R1 turn A: A was asked gear, and the answer fits no longer: "3" is not among the choices: 1, 2`},
		{"the option cannot be chosen", func(h *house) { h.No = "3" },
			"2 R1 turn A: A was asked gear, and the answer fits no longer: 3: the bay is broken"},
		{"rounds are opened", func(h *house) { h.Opened = true }, "2 R1 turn A: instead R1 open"},
		{"another order", func(h *house) { h.Order = "by lane" }, "5 R2 turn B: instead R2 turn A"},
		{"another grid", func(h *house) { h.Rows = 50 }, "1 Q1: grid A [{place 1} {space 60/1}] | grid A [{place 1} {space 50/1}]"},
	} {
		g, h := played(t, 8)
		c.change(&h)
		if got := found(t, g, h.must(t)); got != c.want {
			t.Errorf("%s: %s", c.say, got)
		}
	}
}

// until is a book, and its rules, of a race that is over after so many steps.
type until struct {
	bare
	steps int
}

func (u until) Fresh(*Race) (Rules, error) { return u, nil }
func (u until) Next(r *Race) (*Step, error) {
	if r.Sessions() >= u.steps {
		return nil, ErrOver
	}
	return u.bare.Next(r)
}

// A race can be over sooner, and rules can fail.
func TestShadowOver(t *testing.T) {
	g := newGame(t, until{bare(func(*Race) error { return nil }), 5}, nil, "A")
	commits(t, g, 5, nil)
	if got := found(t, g, until{bare(func(*Race) error { return nil }), 3}); got != "4 T4: instead " {
		t.Error(got)
	}
	broken := func(r *Race) error {
		if r.Sessions() == 2 {
			return errors.New("my.lua:3: no such thing")
		}
		return nil
	}
	if got := found(t, g, until{bare(broken), 5}); got != "3 T3: my.lua:3: no such thing" {
		t.Error(got)
	}
}

// Of the step under way what has happened so far is compared, and what was
// answered; what waits for an answer is no difference.
func TestShadowUnderWay(t *testing.T) {
	g, h := played(t, 1)
	if _, err := g.Play(); !errors.Is(err, ErrPending) {
		t.Fatal(err)
	}
	if got := found(t, g, h.must(t)); got != "nothing" {
		t.Error(got)
	}
	if err := reply(g, "A", "gear", "2"); err != nil {
		t.Fatal(err)
	}
	_, _ = g.Play()
	for _, c := range []struct {
		change func(h *house)
		want   string
	}{
		{func(*house) {}, "nothing"},
		{func(h *house) { h.People = nil }, "2 R1 turn A: - | answer A [{ask brake} {option yes} {of 2}]"},
		{func(h *house) { h.No = "2" }, "2 R1 turn A: A was asked gear, and the answer fits no longer: 2: the bay is broken"},
		{func(h *house) { h.Order, h.Opened = "by lane", true }, "2 R1 turn A: instead R1 open"},
	} {
		now := h
		c.change(&now)
		if got := found(t, g, now.must(t)); got != c.want {
			t.Error(got)
		}
	}
}

// A secret is none where the difference would tell it.
func TestShadowKeepsSecrets(t *testing.T) {
	ask := func(ids ...string) Book {
		return bare(func(r *Race) error {
			a := choice(0, "card", ids...)
			a.Secret = true
			if _, err := r.Ask(a); err != nil {
				return err
			}
			_, err := r.Ask(choice(0, "bet", "1", "2"))
			return err
		})
	}
	g := newGame(t, ask("bells", "acorns"), nil, "A")
	if _, err := g.Play(); !errors.Is(err, ErrPending) {
		t.Fatal(err)
	}
	if err := reply(g, "A", "card", "bells"); err != nil {
		t.Fatal(err)
	}
	_, _ = g.Play()
	if got := found(t, g, ask("hearts", "acorns")); got != "1 T1: A was asked card, and the answer fits no longer" {
		t.Error(got)
	}
}

// A correction stands where it was made, what was taken back is not played, and
// what older rules have played is compared as the rules in force would play it.
func TestShadowOfWhatWasChanged(t *testing.T) {
	g, h := played(t, 4)
	if _, err := g.Undo(1); err != nil {
		t.Fatal(err)
	}
	if err := g.Amend("B is put back", strings.Replace(g.State(), "gear=2", "gear=1", 1)); err != nil {
		t.Fatal(err)
	}
	playOn(t, g, 3)
	if got := found(t, g, h.must(t)); got != "nothing" {
		t.Error("after a correction: ", got)
	}
	h.Bonus = 2
	if err := g.Reload(h.must(t), []string{"bonus: 1 -> 2"}); err != nil {
		t.Fatal(err)
	}
	playOn(t, g, 3)
	if got := found(t, g, h.must(t)); got != "nothing" {
		t.Error("the rules in force are told: ", got)
	}
	late, again := h, h
	late.No = "1"
	if got := found(t, g, late.must(t)); !strings.HasPrefix(got, "3 R1 turn C (older): answer C") {
		t.Error("older steps are not compared as they would be played now: ", got)
	}
	again.Bonus = 1
	if got := found(t, g, again.must(t)); !strings.HasPrefix(got, "8 R2 turn C: roll C") {
		t.Error("the way back to older rules changes what those in force have played: ", got)
	}
}

// from is a book, and its rules remember a number that begins with it.
type from int

func (f from) Setup() Setup               { return bare(nil).Setup() }
func (f from) Sources() []Source          { return nil }
func (f from) Settings() []string         { return nil }
func (f from) Fresh(*Race) (Rules, error) { n := int(f); return &fromRules{bare(nil), &n}, nil }

type fromRules struct {
	bare
	n *int
}

func (f *fromRules) Run(*Race, *Step) error     { return nil }
func (f *fromRules) State(*Race) (Notes, error) { return Notes{Race: fmt.Sprint("n=", *f.n)}, nil }
func (f *fromRules) SetState(_ *Race, n Notes) error {
	_, err := fmt.Sscanf(n.Race, "n=%d", f.n)
	return err
}

// How a race begins is compared too: with how the rules in force begin it.
func TestShadowStart(t *testing.T) {
	g := newGame(t, from(1), nil, "A")
	commits(t, g, 2, nil)
	two := "0 : : round 0 sessions 0 moves 0 {n=1} | round 0 sessions 0 moves 0 {n=2}"
	if got := found(t, g, from(2)); got != two {
		t.Error(got)
	}
	if err := g.Reload(from(2), nil); err != nil {
		t.Fatal(err)
	}
	if got := found(t, g, from(2)); got != "nothing" {
		t.Error(got)
	}
	d, err := g.Shadow(from(3)).Play(t.Context())
	if err != nil || d == nil || !strings.Contains(d.IsState, "{n=3}") || !strings.Contains(d.WasState, "{n=2}") || d.Start == "" {
		t.Error(diffText(d), err)
	}
}

// Dice that were typed in fall as they fell; those that nobody threw are a
// difference.
func TestShadowTyped(t *testing.T) {
	g, _ := typedRace(t)
	h := g.Book().(house)
	if got := found(t, g, h.must(t)); got != "nothing" {
		t.Error(got)
	}
	h.Early = true
	if got := found(t, g, h.must(t)); !strings.Contains(got, "has to throw d6 for look, which nobody threw") {
		t.Error(got)
	}
}

// A shadow ends when nobody waits for it.
func TestShadowEnds(t *testing.T) {
	g, h := played(t, 4)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if d, err := g.Shadow(h.must(t)).Play(ctx); !errors.Is(err, context.Canceled) || d != nil {
		t.Error(d, err)
	}
}

// Steps are taken back and the rules changed at once, or nothing is; the record
// says where, also when it is read again.
func TestReloadFrom(t *testing.T) {
	var journal bytes.Buffer
	h := paper
	h.Rows, h.Laps, h.Bonus = 60, 1, 1
	g := newGame(t, h.must(t), &journal, "A", "B", "C")
	playOn(t, g, 8)
	want := g.Steps() - 3
	small := h
	small.Rows = 12
	if err := g.ReloadFrom(7, small.must(t), nil); err == nil || g.Steps() != 8 || g.Book().(house).Rows != 60 {
		t.Errorf("%d steps, %v", g.Steps(), err)
	}
	h.Bonus = 2
	if err := g.ReloadFrom(3, h.must(t), []string{"bonus: 1 -> 2"}); err != nil || g.Steps() != want {
		t.Fatal(g.Steps(), err)
	}
	playOn(t, g, 2)
	h.Bonus = 3
	if err := g.ReloadFrom(0, h.must(t), []string{"bonus: 2 -> 3"}); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Undo(4); err != nil {
		t.Fatal(err)
	}
	again, err := Replay(NewReader(&journal), openHouse, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []*Game{g, again} {
		if list := game.Revisions(); len(list) != 2 || list[0].At != 3 || list[1].At != 3 || list[1].Changes[0] != "bonus: 2 -> 3" {
			t.Error(list)
		}
	}
}
