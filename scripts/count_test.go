package scripts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// counts is a counter that writes down what it is told.
type counts struct {
	said []string
	rows map[int]int // rolls by table

	decided []int // cars, each time
}

func (c *counts) Count(car int, what string, n int) {
	c.said = append(c.said, fmt.Sprint(car, what, n))
}

func (c *counts) Row(table, face int) { c.rows[table]++ }

func (c *counts) Decision(car, margin int) { c.decided = append(c.decided, car) }

// quiet is a race without a record, as a simulator plays them, and its rules.
func quiet(t testing.TB, p *scripts.Program, seed string) (*race.Race, *scripts.Host) {
	t.Helper()
	r, err := race.New(p.Setup(), dice.NewKeyed(seed))
	if err != nil {
		t.Fatal(err)
	}
	h, err := p.NewHost(r)
	if err != nil {
		t.Fatal(err)
	}
	h.Quiet()
	return r, h
}

// counted plays a race without a record, as a simulator does.
func counted(t *testing.T, p *scripts.Program, deal int) (*counts, *race.Race, *scripts.Host) {
	t.Helper()
	r, h := quiet(t, p, "count")
	h.Reset(deal)
	r.Answers(h)
	c := &counts{rows: map[int]int{}}
	r.CountWith(c)
	for {
		step, err := h.Next(r)
		if errors.Is(err, race.ErrOver) {
			return c, r, h
		}
		if err == nil {
			err = r.RunStep(h, step)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRaceCount(t *testing.T) {
	const body = `
  race:advance(car, race:roll(car, "d6", "move"))
  if race.round == 2 then
    race:count(car, "second turns")
    race:count(race, "seconds", 3)
    race:count(car, "lost", -2)
    race:count(car, "kept", 0)
  end`
	c, _, _ := counted(t, load(t, scripts.Options{Variant: "my"}, map[string]string{"my": turn(body)}), 0)
	want := []string{"0second turns1", "-1seconds3", "0lost-2", "0kept0", "1second turns1", "-1seconds3", "1lost-2", "1kept0"}
	slices.Sort(want)
	slices.Sort(c.said)
	if !slices.Equal(c.said, want) {
		t.Errorf("counted %q, want %q", c.said, want)
	}
}

// Where nobody counts a count is looked at all the same.
func TestRaceCountFails(t *testing.T) {
	for _, test := range []struct{ call, want string }{
		{`race:count(car)`, "race:count: argument 2 must be a text, not nothing (nil)"},
		{`race:count(car, "")`, `race:count: it counts something that has a name, -100000 to 100000 at a time; not "", 1`},
		{`race:count(car, "x", 100001)`, `race:count: it counts something that has a name, -100000 to 100000 at a time; not "x", 100001`},
		{`race:count(car, "x", 1.5)`, "race:count: argument 3 must be a whole number, not the number 1.5"},
		{`race:count("A", "x")`, `race:count: argument 1 must be a car or the race, not the text "A"`},
	} {
		g := lineUp(t, turn(test.call), scripts.Options{})
		if _, err := g.Play(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\n got %v\nwant %s", test.call, err, test.want)
		}
	}
}

// Each roll on a table of the variant is counted, in declared turns too; one
// on a table that a fork replaced, reached as V.base, is not.
func TestRowsCounted(t *testing.T) {
	const tables = fork + `
local V = racing.extend("paper_f1", {})
V.zeal = racing.table("d6", { ["1-6"] = "zeal" })
function V:open(race)
  self.zeal:roll(race, race)
  self.base.action:roll(race, race)
end
return V`
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": tables})
	var names []string
	for _, table := range p.Info().Tables {
		names = append(names, table.Name)
	}
	c, r, _ := counted(t, p, 0)
	if want := []string{"action", "zeal"}; !slices.Equal(names, want) {
		t.Fatalf("tables %v, want %v", names, want)
	}
	if c.rows[0] < 30 || c.rows[1] != r.Round() {
		t.Errorf("%d action rolls, %d of zeal in %d rounds", c.rows[0], c.rows[1], r.Round())
	}
}

// Tables as people read them: neighbouring faces of one row are together.
func TestInfoTables(t *testing.T) {
	const source = fork + `
local V = racing.extend("paper_f1", {})
V.zeal = racing.table("2d6", { [2] = { spaces = 2, retire = true }, ["3-11"] = "plain", [12] = { text = "twelve", spaces = 1 } })
return V`
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": source})
	got := fmt.Sprint(p.Info().Tables[1])
	if want := "{zeal 2d6 [{2 2 retire true, spaces 2 [{retire true} {spaces 2}]} {3 11 plain [{value plain}]} {12 12 twelve [{spaces 1} {text twelve}]}]}"; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// Bots are dealt to the cars in turns, and further on in another race.
func TestBotsDealt(t *testing.T) {
	const source = lined + `
V.bots.one = function() return "1" end
V.bots.two = function() return "2" end
function V:turn(race, car)
  local gear = race:ask(car, "gear", { 1, 2 })
  if race.round == 1 then race:count(car, "gear", gear) end
  race:advance(car, gear)
end
return V`
	p := load(t, scripts.Options{Variant: "my", Bots: []string{"one", "two"}}, map[string]string{"my": source})
	for deal, want := range []string{"[0gear1 1gear2]", "[0gear2 1gear1]", "[0gear1 1gear2]"} {
		c, _, h := counted(t, p, deal)
		if got := fmt.Sprint(c.said); got != want || h.Bot(0) != deal%2 {
			t.Errorf("deal %d: %s, bot %d drives the first car; want %s", deal, got, h.Bot(0), want)
		}
	}
}

// A decision is a question with two answers at least that can be given, also one of
// paths that nobody writes down.
func TestDecisions(t *testing.T) {
	for _, test := range []struct {
		body    string
		decides bool
	}{
		{`race:ask(car, "gear", { 1, 2 })`, true},
		{`race:ask(car, "gear", { 1 })`, false},
		{`race:ask(car, "gear", { { id = 1 }, { id = 2, no = "broken" } })`, false},
		{`race:ask(car, "gear", { { id = 1 }, { id = 2, no = "broken" }, 3 })`, true},
		{`race:ask(car, "path", race:paths(car, 3, { changes = 1 }))`, true},
		{`race:ask(car, "path", race:paths(car, 3, { changes = 0 }))`, false},
		{`race:ask(race, "weather", { "dry", "wet" })`, false},
	} {
		c, r, _ := counted(t, load(t, scripts.Options{Variant: "my"}, map[string]string{"my": turn(test.body + "\nrace:advance(car, 4)")}), 0)
		n := (r.Round() - 1) * r.Cars() // beyond the line there is one path
		if test.decides && len(c.decided) < n || !test.decides && len(c.decided) > 0 {
			t.Errorf("%s: %d decisions in %d turns", test.body, len(c.decided), n)
		}
	}
}

// Field is what a car has now, as people read it.
func TestFieldOfACar(t *testing.T) {
	const rules = lined + `
V.car = { tyres = "studs", wp = { T = 3, B = "two" }, spun = false, rival = racing.none, at = racing.none, list = {} }
V.entries = { { name = "A", tyres = "chains" }, { name = "B" } }
V.bots.sly = function(_, _, _, ask) return ask.default end
function V:turn(race, car)
  race:advance(car, 6)
  car.rival, car.at, car.spun = race:cars()[2], car.space, true
end
return V`
	p := load(t, scripts.Options{Variant: "my", Bots: []string{"steady", "sly"}}, map[string]string{"my": rules})
	_, _, h := counted(t, p, 0)
	for field, want := range map[string]string{
		"tyres": "chains", "bot": "steady", "wp.B": "two", "spun": "true", "rival": "B", "list.x": "", "list": "", "tyres.x": "", "none": "",
	} {
		if got := h.Field(0, field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	if got := h.Field(1, "bot"); got != "sly" {
		t.Errorf("the second car is driven by %q", got)
	}
	for path, want := range map[string]string{
		"tyres": "", "bot": "", "wp.T": "", "rival": "", "rival.name": "", "list.x": "",
		"tyrs":    "cars have no field `tyrs`; did you mean `tyres`?",
		"qqq":     "cars have no field `qqq`; there are bot, at, list, rival, spun, tyres, wp",
		"wp":      "the field `wp` of cars is a table: name what is in it, as in wp.B",
		"list":    "the field `list` of cars is a table: name what is in it, as in list.x",
		"wp.U":    "the field `wp` of cars starts without a `U`; there are B, T",
		"tyres.x": "the field `tyres` of cars is no table: leave out .x",
	} {
		if err := p.CheckField(path); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
