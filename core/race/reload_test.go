package race

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestAnswersAfterReload(t *testing.T) {
	for _, c := range []struct {
		say    string
		change func(h *house)
		both   bool // brake was answered, too, with yes
		asked  string
	}{
		{"nothing differs", func(*house) {}, false, "A brake 1 [no yes] default no"},
		{"nothing differs, both answered", func(*house) {}, true, ""},
		{"a rule behind the first answer", func(h *house) { h.Bonus = 1 }, false, "A brake 1 [no yes] default no"},
		{"a rule between the answers", func(h *house) { h.Bonus = 1 }, true, "A brake 1 [no yes] default yes"},
		{"a roll before both", func(h *house) { h.Early = true }, true, "A gear 1 [1 2 3] default 3"},
		{"another option", func(h *house) { h.Gears = []string{"0", "1", "2", "3"} }, true, "A gear 1 [0 1 2 3] default 3"},
		{"the options in another order", func(h *house) { h.Gears = []string{"3", "2", "1"} }, true, "A gear 1 [3 2 1] default 3"},
		{"the option is gone", func(h *house) { h.Gears = []string{"1", "2"} }, true, "A gear 1 [1 2] default 1"},
		{"the option cannot be chosen", func(h *house) { h.No = "3" }, true, "A gear 1 [1 2 3] default 1"},
		{"another option cannot be chosen", func(h *house) { h.No = "2" }, true, ""},
		{"a bot takes over", func(h *house) { h.People = nil }, true, ""},
	} {
		g, h := people(t, nil)
		g.Play()
		if err := reply(g, "A", "gear", "3"); err != nil {
			t.Fatal(err)
		}
		g.Play()
		if c.both {
			if err := reply(g, "A", "brake", "yes"); err != nil {
				t.Fatal(err)
			}
		}
		c.change(&h)
		if err := g.Reload(h.must(t), nil); err != nil {
			t.Fatal(err)
		}
		if len(g.Pending()) != 0 {
			t.Errorf("%s: still asked %s", c.say, asked(g))
		}
		_, err := g.Play()
		if asked(g) != c.asked || errors.Is(err, ErrPending) != (c.asked != "") {
			t.Errorf("%s: asked %q (%v), want %q", c.say, asked(g), err, c.asked)
		}
		if notice := g.Notice(); notice != "" {
			t.Errorf("%s: notice %q", c.say, notice)
		}
	}
}

// The last answer to a question is the one that counts, and what is answered
// anew asks all that follows anew.
func TestAnswersAnew(t *testing.T) {
	g, h := people(t, nil)
	for _, c := range []struct {
		change func(h *house)
		asked  string
		answer string
	}{
		{func(*house) {}, "A gear 1 [1 2 3] default 1", "3"},
		{func(*house) {}, "A brake 1 [no yes] default no", "yes"},
		{func(h *house) { h.Gears = []string{"1", "9", "3"} }, "A gear 1 [1 9 3] default 3", "3"},
		{func(*house) {}, "A brake 1 [no yes] default yes", "no"},
		{func(h *house) { h.Early = true }, "A gear 1 [1 9 3] default 3", "9"},
		{func(h *house) { h.Early = false }, "A gear 1 [1 9 3] default 9", "1"},
	} {
		c.change(&h)
		if err := g.Reload(h.must(t), nil); err != nil {
			t.Fatal(err)
		}
		if g.Play(); asked(g) != c.asked {
			t.Fatalf("asked %s, want %s", asked(g), c.asked)
		}
		if err := reply(g, "A", g.Pending()[0].ID.Key, c.answer); err != nil {
			t.Fatal(err)
		}
	}
	commits(t, g, 1, nil)
	if got := commitsOf(g)[2].Events[0].Get("option"); got != "1" {
		t.Errorf("driven in gear %v", got)
	}
}

func TestReloadRefuses(t *testing.T) {
	g, h := people(t, nil)
	g.Play()
	before, book := g.State(), g.Book()
	h.Rows = 5 // the car stands in row 12
	if err := g.Reload(h.must(t), nil); err == nil || !strings.Contains(err.Error(), "has no space") {
		t.Errorf("error %v", err)
	}
	if g.State() != before || !reflect.DeepEqual(g.Book(), book) || asked(g) == "" {
		t.Errorf("%s, asked %q", g.State(), asked(g))
	}
	commits(t, g, 1, nil)
}

// What rules remember anew has its starting value from the reload on.
func TestReloadSettles(t *testing.T) {
	fails := ""
	g := newGame(t, bare(nil), nil, "A")
	if err := g.Reload(noted{shaky{bare(nil), &fails}}, nil); err != nil {
		t.Fatal(err)
	}
	if want := "round 0 sessions 0 moves 0 {wet=false} | A waiting"; g.State() != want || len(commitsOf(g)) != 1 {
		t.Errorf("%s, want %s", g.State(), want)
	}
}

type noted struct{ shaky }

func TestAnswersAreDroppedWhenAnotherStepComes(t *testing.T) {
	h := paper
	h.People = []string{"A", "B"}
	g := newGame(t, h.must(t), nil, "A", "B")
	commits(t, g, 1, nil)
	g.Play()
	first := g.Pending()[0].ID.Who
	if err := reply(g, first, "gear", "3"); err != nil {
		t.Fatal(err)
	}
	h.Opened = true
	if err := g.Reload(h.must(t), nil); err != nil {
		t.Fatal(err)
	}
	g.Play()
	want := "R1 open comes instead of R1 turn " + first + ": the answers given to that are dropped"
	if got := g.Notice(); got != want {
		t.Errorf("notice %q, want %q", got, want)
	}
	if again := g.Notice(); again != want {
		t.Errorf("asked twice, it says %q", again)
	}
	if g.Play(); g.Notice() != "" {
		t.Errorf("at the next attempt it still says %q", g.Notice())
	}
	if want := "A bid 1 [0 1 2] default 0, B bid 1 [0 1 2] default 0"; asked(g) != want {
		t.Errorf("asked %s, want %s", asked(g), want)
	}
	h.Opened = false
	if err := g.Reload(h.must(t), nil); err != nil {
		t.Fatal(err)
	}
	if g.Play(); asked(g) != first+" gear 1 [1 2 3] default 3" || g.Notice() != "" {
		t.Errorf("asked %s", asked(g))
	}
}
