package host_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// ring has two lanes, a corner that asks one stop and a limit of 60 on its last
// straight.
const ring = `local track = require "track"
return track.circuit {
  name = "Ring", lanes = { "inside", "outside" }, grid = { places = 4, row = 4 }, closed = false,
  track.straight { spaces = 10 },
  track.corner { turn = 90, spaces = { 4, 5 }, stops = 1, name = "Only" },
  track.straight { spaces = 10, limit = 60 },
}`

// rules is a variant with two cars that begins with what is given.
func rules(body string) string {
	return `local racing = require "racing"
local V = racing.variant { name = "Mine", track = "ring", laps = 1, sessions = { "grid" },
  entries = { { name = "A" }, { name = "B" } }, car = { n = 0 }, race = { asked = 0 } }
V.memo = { calls = 0 }
function V:session(race) race:grid(race:cars()) end
function V:turn() end
` + body + "\nreturn V"
}

// begin makes the rules of a race in which people drive some of the cars.
func begin(t testing.TB, body string, people ...string) (*host.Host, *race.Race) {
	t.Helper()
	file := func(name, text string) fstest.MapFS { return fstest.MapFS{name: {Data: []byte(text)}} }
	files := source.Roots{
		{Folder: source.Variants, FS: file("my.lua", rules(body)), Label: "test/"},
		{Folder: source.Tracks, FS: file("ring.lua", ring), Label: "test/"},
	}
	reader := variant.NewReader(host.Reserved())
	box := luabox.New(luabox.NewUnits(files), reader.Hooks())
	reader.Open(box)
	tracks := track.New(box)
	v, def, err := reader.Read(variant.Options{Variant: "my"}, false)
	if err != nil {
		t.Fatal(err)
	}
	circuit, err := tracks.Load("ring")
	if err != nil {
		t.Fatal(err)
	}
	r, err := race.New(race.Setup{Board: circuit.Board, Laps: 1, Entries: []string{"A", "B"}}, dice.NewKeyed("1"))
	if err != nil {
		t.Fatal(err)
	}
	cast := host.Cast{Track: circuit, Entries: def.Entries, People: people, Bots: []string{variant.Steady},
		WrittenAt: func(string, int) string { return "" }}
	h := host.New(reader, v, def, cast, r)
	r.Answers(h)
	return h, r
}

// step plays the next step and returns what it comes to.
func step(t testing.TB, h *host.Host, r *race.Race) error {
	t.Helper()
	next, err := h.Next(r)
	if err != nil {
		t.Fatal(err)
	}
	return r.RunStep(h, next)
}

// rest plays on until something goes wrong, which it returns; ErrOver when
// nothing does.
func rest(h *host.Host, r *race.Race) error {
	for {
		next, err := h.Next(r)
		if err == nil {
			err = r.RunStep(h, next)
		}
		if err == nil {
			_, err = h.State(r)
		}
		if err != nil {
			return err
		}
	}
}

func TestHostIsAllThatRulesAre(t *testing.T) {
	var h any = &host.Host{}
	_, r := h.(race.Rules)
	_, a := h.(race.Answerer)
	_, d := h.(race.Adviser)
	_, s := h.(race.Speller)
	_, n := h.(race.Noter)
	_, u := h.(variant.Runner)
	_, g := h.(luabox.Things)
	if !r || !a || !d || !s || !n || !u || !g {
		t.Error(r, a, d, s, n, u, g)
	}
}

// nexts counts in the variant's own memory how often it was asked what comes
// next, and has each step say so.
const nexts = `function V:next(race)
  self.memo.calls = self.memo.calls + 1
  if race.asked < 3 then
    return "S" .. race.asked, function(self, race) race.asked = race.asked + 1; race:tell(race, "asked", { calls = self.memo.calls }) end
  end
end`

// calls is what the last step told of how often next was asked.
func calls(t *testing.T, r *race.Race) int {
	t.Helper()
	for _, e := range r.Told() {
		for _, f := range e.Fields {
			if n, ok := f.Value.(int); ok && e.Type == "asked" {
				return n
			}
		}
	}
	t.Fatal("nothing was told")
	return 0
}

// A step asks what comes next once. Rules that were made for a step alone ask
// again, and refuse one that is not next for them.
func TestNextIsAskedOnce(t *testing.T) {
	h, r := begin(t, nexts)
	for want := 1; want <= 3; want++ {
		if err := step(t, h, r); err != nil {
			t.Fatal(err)
		}
		if n := calls(t, r); n != want {
			t.Errorf("step %d: next was asked %d times", want, n)
		}
	}
	if _, err := h.Next(r); !errors.Is(err, race.ErrOver) {
		t.Error(err)
	}
	fresh, r := begin(t, nexts)
	if err := r.RunStep(fresh, &race.Step{Label: dice.NewLabel("S0"), Kind: race.Special, Car: race.Nobody}); err != nil || calls(t, r) != 1 {
		t.Error(err, calls(t, r))
	}
	err := r.RunStep(fresh, &race.Step{Label: dice.NewLabel("S0"), Kind: race.Special, Car: race.Nobody})
	if err == nil || !strings.Contains(err.Error(), "next: it named S0, and asked again it does not") {
		t.Error(err)
	}
}

// What next said holds no longer once something else has run, or the state was
// set.
func TestNextIsAskedAgain(t *testing.T) {
	const two = `function V:next(race)
  self.memo.calls = self.memo.calls + 1
  return "S", function(self, race) race:tell(race, "asked", { calls = self.memo.calls }) end
end`
	special := &race.Step{Label: dice.NewLabel("S"), Kind: race.Special, Car: race.Nobody}
	for name, between := range map[string]func(h *host.Host, r *race.Race) error{
		"another step": func(h *host.Host, r *race.Race) error { return r.RunStep(h, special) },
		"a state": func(h *host.Host, r *race.Race) error {
			notes, err := h.State(r)
			if err != nil {
				return err
			}
			return h.SetState(r, notes)
		},
	} {
		h, r := begin(t, two)
		next, err := h.Next(r)
		if err == nil {
			err = between(h, r)
		}
		if err == nil {
			err = r.RunStep(h, next)
		}
		if err != nil || calls(t, r) != 2 {
			t.Errorf("%s: %v, asked %d times", name, err, calls(t, r))
		}
	}
}

// What the race owns is the race's: a step that writes it is refused, and says
// what to do instead.
func TestMirrorsAreRefused(t *testing.T) {
	for _, test := range []struct{ write, want string }{
		{`car.space = race:space("9/inside")`, "`car.space` of A, which belongs to the race: race:advance moves a car"},
		{`car.lap = 2`, "`car.lap` of A, which belongs to the race: race:advance counts laps"},
		{`car.status = "out"`, "`car.status` of A, which belongs to the race: race:retire takes a car out"},
		{`car.grid = 2`, "`car.grid` of A, which belongs to the race: race:grid sets the grid"},
		{`car.place = 1`, "`place` belongs to the race itself and cannot be written"},
		{`car.stops = 1`, "`car.stops` of A, which belongs to the race: a stop is a turn that ends in a corner"},
		{`car.name = "B"`, "`car.name` of A, which belongs to the race: it is the entry's"},
		{`race.round = 5`, "`race.round`, which belongs to the race itself"},
		{`race.laps = 5`, "`race.laps`, which belongs to the race itself"},
		{`race.rows = 5`, "`race.rows`, which belongs to the race itself"},
		{`race.track = "Nowhere"`, "`race.track`, which belongs to the race itself"},
		{`race.roll = race.advance`, "`race.roll`, which belongs to the race itself"},
		{`car.space.mark = "x"`, "spaces belong to the track: keep what happens on them in a field of the race"},
		{`car.space.row = 9`, "`row` of the space 4/inside, and spaces belong to the track"},
		{`car.space.limit = 40`, "spaces belong to the track: keep what happens on them in a field of the race"},
		{`car.space.pace = 40`, "spaces belong to the track: keep what happens on them in a field of the race"},
		{`car.m = 1`, "a car has no `m`; declare it first: car = { m = ... }"},
		{`car.lapp = 1`, "a car has no `lapp`; did you mean `lap`?"},
		{`race.askedd = 1`, "the race has no `askedd`; did you mean `asked`?"},
		{`local _ = car.space.limits`, "a space has no `limits`; did you mean `limit`?"},
	} {
		h, r := begin(t, "function V:turn(race, car) if car.name == \"A\" then "+test.write+" end end")
		if err := rest(h, r); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.write, err)
		}
	}
}

// Every method is in the race's table and described, and so are the methods of
// paths.
func TestMethodsAreThere(t *testing.T) {
	h, _ := begin(t, "")
	for _, f := range host.Functions() {
		if _, ok := h.RaceField(f.Name).Function(); !ok || f.Of != "race" || f.Doc == "" {
			t.Errorf("race:%s: %+v", f.Name, f)
		}
		if !host.Reserved().Race[f.Name] {
			t.Errorf("rules could declare race.%s", f.Name)
		}
	}
	var there []string
	for _, f := range host.PathFunctions() {
		there = append(there, `type(paths.`+f.Name+`) == "function"`)
		if f.Of != "paths" || f.Doc == "" {
			t.Errorf("%+v", f)
		}
	}
	h, r := begin(t, "function V:turn(race, car) local paths = race:paths(car, 1); if "+strings.Join(there, " and ")+" then error(\"all there\") end end")
	if err := rest(h, r); err == nil || !strings.Contains(err.Error(), "all there") {
		t.Error(err)
	}
}

// Cars and spaces stand in notes by name and come back from them; what they are
// called in other tables does not matter.
func TestThings(t *testing.T) {
	h, r := begin(t, "")
	if err := step(t, h, r); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sort luabox.Sort
		name string
		ok   bool
	}{
		{luabox.TheCar, "B", true}, {luabox.TheCar, "C", false}, {luabox.TheSpace, "12/outside", true},
		{luabox.TheSpace, "12", false}, {luabox.TheRace, "race", false},
	} {
		table, ok := h.Named(test.sort, test.name)
		if ok != test.ok {
			t.Errorf("%d %s: %v", test.sort, test.name, ok)
		}
		if thing, is := h.Thing(table); ok && (!is || thing.Name != test.name || thing.Sort != test.sort) {
			t.Errorf("%+v is no %s", thing, test.name)
		}
	}
}
