package race

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// choice is a question to a car; an option that ends in "!" cannot be chosen.
func choice(who int, key string, ids ...string) Ask {
	a := Ask{Who: who, Key: key}
	for _, id := range ids {
		o := Option{ID: strings.TrimSuffix(id, "!")}
		if o.ID != id {
			o.No = o.ID + " is broken"
		}
		a.Options = append(a.Options, o)
	}
	return a
}

// asked lists pending questions: "A gear 1 [1 2] default 2".
func asked(g *Game) string {
	var list []string
	for _, a := range g.Pending() {
		var ids []string
		for _, o := range a.Options {
			ids = append(ids, o.ID)
		}
		list = append(list, fmt.Sprintf("%s %s %d %v default %s", a.ID.Who, a.ID.Key, a.ID.Nth, ids, a.Options[a.Default].ID))
	}
	return strings.Join(list, ", ")
}

func TestAskRefuses(t *testing.T) {
	for _, c := range []struct {
		ask Ask
		err string
	}{
		{choice(0, "gear"), `A is asked "gear" without an option to choose`},
		{choice(Nobody, "rain"), `race is asked "rain" without an option to choose`},
		{choice(0, "gear", "1", "2", "1"), `A is asked "gear" with two options "1"`},
		{choice(0, "gear", "1!", "2!"), `A is asked "gear" and can choose none of the options`},
	} {
		if _, err := newRace(t, "A").Ask(c.ask); err == nil || err.Error() != c.err {
			t.Errorf("error %v, want %q", err, c.err)
		}
	}
}

func TestAskDefault(t *testing.T) {
	for _, c := range []struct {
		ids  []string
		def  int
		want int
	}{
		{[]string{"1", "2"}, 1, 1},
		{[]string{"1", "2"}, 2, 0},
		{[]string{"1", "2"}, -1, 0},
		{[]string{"1!", "2", "3"}, 0, 1},
		{[]string{"1", "2", "3!"}, 2, 0},
	} {
		a := choice(0, "gear", c.ids...)
		a.Default = c.def
		g := newGame(t, bare(func(r *Race) error { _, err := r.Ask(a); return err }), nil, "A")
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			t.Fatal(err)
		}
		if got := g.Pending()[0].Default; got != c.want {
			t.Errorf("%v, default %d: asked with default %d, want %d", c.ids, c.def, got, c.want)
		}
	}
}

func TestAnswer(t *testing.T) {
	g := newGame(t, bare(func(r *Race) error {
		chosen, err := r.Ask(choice(0, "gear", "1", "2", "4!"), choice(1, "gear", "1", "2"), choice(Nobody, "rain", "yes", "no"))
		if err == nil {
			r.Tell(Nobody, "chosen", Field{"options", chosen})
		}
		return err
	}), nil, "A", "B")
	if err := reply(g, "A", "gear", "1"); err == nil {
		t.Error("answered before it was asked")
	}
	if _, err := g.Play(); !errors.Is(err, ErrPending) {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who, key, option string
		err              string
		left             string
	}{
		{"A", "gear", "4", "4: 4 is broken", "ABr"},
		{"A", "gear", "3", `"3" is not among the choices: 1, 2`, "ABr"},
		{"A", "tyres", "1", `nobody waits for that: A is not asked "tyres" now`, "ABr"},
		{"C", "gear", "1", `nobody waits for that: C is not asked "gear" now`, "ABr"},
		{"B", "gear", "2", "", "Ar"},
		{"B", "gear", "1", `nobody waits for that: B is not asked "gear" now`, "Ar"},
		{"race", "rain", "no", "", "A"},
		{"A", "gear", "1", "", ""},
	} {
		err := reply(g, c.who, c.key, c.option)
		if fmt.Sprint(err) != c.err && (err != nil || c.err != "") {
			t.Errorf("%s %s %s: error %v, want %q", c.who, c.key, c.option, err, c.err)
		}
		left := ""
		for _, a := range g.Pending() {
			left += a.ID.Who[:1]
		}
		if left != c.left {
			t.Errorf("%s %s %s: %q are still asked, want %q", c.who, c.key, c.option, left, c.left)
		}
	}
	commit, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(commit.Events[3].Get("options")); got != "[0 1 1]" {
		t.Errorf("chosen %s", got)
	}
}

// Until all have answered, no answer shows: not in events, not to the rules,
// not in the state, whatever order they come in.
func TestAskedTogether(t *testing.T) {
	seen := ""
	g := newGame(t, bare(func(r *Race) error {
		chosen, err := r.Ask(choice(0, "bid", "0", "1"), choice(1, "bid", "0", "1"))
		seen = fmt.Sprint(chosen, err)
		return err
	}), nil, "A", "B")
	before := g.State()
	steps := []struct {
		answer string
		asked  string
	}{
		{"", "A bid 1 [0 1] default 0, B bid 1 [0 1] default 0"},
		{"B", "A bid 1 [0 1] default 0"},
	}
	for _, c := range steps {
		if c.answer != "" {
			if err := reply(g, c.answer, "bid", "1"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			t.Fatal(err)
		}
		if seen != "[] "+ErrPending.Error() || len(g.Events()) != 0 || g.State() != before || asked(g) != c.asked {
			t.Errorf("after %q: the rules see %s, events %v, asked %s", c.answer, seen, g.Events(), asked(g))
		}
	}
	if err := reply(g, "A", "bid", "0"); err != nil {
		t.Fatal(err)
	}
	commit, err := g.Play()
	if err != nil || seen != "[0 1] <nil>" {
		t.Fatalf("the rules see %s, error %v", seen, err)
	}
	var got []string
	for _, e := range commit.Events {
		got = append(got, fmt.Sprint(e.Type, e.Car, e.Get("option"), e.Get("of")))
	}
	if got := strings.Join(got, ", "); got != "answerA02, answerB12" {
		t.Errorf("told %s", got)
	}
}

// One driver may be asked the same thing twice in a step, together or not; an
// answer is the default of no other question.
func TestAskedTwice(t *testing.T) {
	var got []int
	g := newGame(t, bare(func(r *Race) error {
		first, err := r.Ask(choice(0, "tyre", "a", "b"), choice(0, "tyre", "a", "b"))
		if err != nil {
			return err
		}
		second, err := r.Ask(choice(0, "tyre", "a", "b"))
		if err == nil {
			_, err = r.Ask(choice(0, "wing", "b", "a"))
		}
		got = append(first, second...)
		return err
	}), nil, "A")
	commits(t, g, 1, func(a Question) string {
		if a.Default != 0 {
			t.Errorf("%s %d is asked with default %d", a.ID.Key, a.ID.Nth, a.Default)
		}
		return []string{"", "a", "b", "a"}[a.ID.Nth]
	})
	if fmt.Sprint(got) != "[0 1 0]" {
		t.Errorf("chosen %v", got)
	}
}
