package host_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// stakes plays until A is asked, and returns what the rules note of the options.
func stakes(t *testing.T, body string) ([]string, error) {
	t.Helper()
	h, r := begin(t, body, "A", "B")
	catch := &catcher{Answerer: h}
	r.Answers(catch)
	if err := rest(h, r); !errors.Is(err, race.ErrPending) {
		t.Fatal(err)
	}
	return h.Notes(r, &catch.last)
}

// V.stakes says what is at stake with each choice that there is: of texts, of
// tables, of paths.
func TestStakes(t *testing.T) {
	for _, test := range []struct{ ask, say, want string }{
		{`race:ask(car, "x", { "a", { id = "b", no = "gone" }, { id = "c", n = 7 } }, { about = 2 })`,
			`return type(choice) == "table" and car.name .. choice.n * about or choice`, "a||A14"},
		{`race:ask(car, "x", race:paths(car, 2, { unused = "K" }))`, `return choice.steps .. " of " .. #race:cars()`, "2 of 2|1 of 2"},
		{`race:ask(car, "x", { "a" })`, ``, ""},
		{`race:ask(race, "x", { "a" })`, `return car == race and "master" or "driver"`, "master"},
		{`race:ask(car, "y", { "a" })`, `error("not asked")`, ""},
		{`race:ask(car, "x", { "a" })`, `return 1`, "!stakes.x: it must return a text or nothing, not the number 1"},
		{`race:ask(car, "x", { "a" })`, `car.n = 5`, "!stakes.x: it changed the race; it only says what is at stake"},
		{`race:ask(car, "x", { "a" })`, `race:roll(car, "d2", "x")`, "!race:roll: what is said about a question; it cannot change the race"},
		{`race:ask(car, "x", { "a" })`, `while true do end`, "!"},
		{`local l = {} for i = 1, 300 do l[i] = i end race:ask(car, "x", l)`, `return string.rep("x", 4000)`, "!the rule asks for more work than"},
	} {
		notes, err := stakes(t, `V.stakes = { x = function(self, race, car, choice, about) `+test.say+` end }
function V:turn(race, car) `+test.ask+` end`)
		got := strings.Join(notes, "|")
		if err != nil {
			got = "!"
			if strings.Contains(err.Error(), test.want[1:]) {
				got = test.want
			}
		}
		if got != test.want {
			t.Errorf("%s, %s: %q, %v; want %q", test.ask, test.say, got, err, test.want)
		}
	}
}

// Paths are read as drivers write them, and in no other way.
func TestReadNoPaths(t *testing.T) {
	body := `function V:turn(race, car)
  race:ask(car, "x", race:paths(car, 2), { read = function(text) return text end })
end`
	h, r := begin(t, body, "A")
	r.Answers(&catcher{Answerer: h})
	const want = `race:ask "x": paths are read as drivers write them: leave out ` + "`read`"
	if err := rest(h, r); err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

// However many people are asked at once, what is said to all of them together has
// an end, and their questions stand without it.
func TestAdviceHasAnEnd(t *testing.T) {
	const said = 1000 // times, in all
	const each = luabox.Stepping / 5
	long := fmt.Sprintf(`for i = 1, %d do ("x"):rep(16000) end `, each/(16000/64))
	h, r := begin(t, `V.bots.steady = function() `+long+` return "a" end
V.stakes = { x = function() `+long+` return "b" end }
function V:turn(race, car) race:ask(car, "x", { "a" }) end`, "A", "B")
	catch := &catcher{Answerer: h}
	r.Answers(catch)
	if err := rest(h, r); !errors.Is(err, race.ErrPending) {
		t.Fatal(err)
	}
	times := 0
	for range said / 2 {
		if _, ok := h.Advise(r, &catch.last); ok {
			times++
		}
		notes, err := h.Notes(r, &catch.last)
		if err != nil {
			t.Fatal(err)
		}
		times += len(notes)
	}
	if most := 20 * int(luabox.Stepping) / int(each); times < most/2 || times > most {
		t.Errorf("of %d times it was said %d times, not half to all of %d", said, times, most)
	}
}

// An answer may be written that is none of the options: the rules read it. Bots
// choose from the options.
func TestReadAnAnswer(t *testing.T) {
	body := `function V:turn(race, car)
  local said = race:ask(car, "x", { { id = "a" } }, { read = function(text)
    if text == "two" or text == "2" then return "2" end
    if text == "odd" then return 3 end
    return nil, text .. " is no number"
  end })
  race:tell(car, "said", { id = said.id })
  race:advance(car, race:attended(car) and 0 or 2)
end`
	spell, advise, a := waiting(t, body, "A", "B")
	for _, test := range []struct{ text, id, wrong string }{
		{"two", "2", ""},
		{"2", "2", ""},
		{"six", "", "six is no number"},
	} {
		id, err := spell(test.text)
		if id != test.id || (err == nil) != (test.wrong == "") || err != nil && err.Error() != test.wrong {
			t.Errorf("%s: %q, %v", test.text, id, err)
		}
	}
	if _, err := spell("odd"); err == nil || !strings.Contains(err.Error(), `race:ask "x": read must return a text, or nil and why the answer is none; it returned the number 3 and nothing (nil)`) {
		t.Error(err)
	}
	if option, ok := advise(a); !ok || option != 0 {
		t.Error(option, ok)
	}
	h, r := begin(t, body)
	if err := rest(h, r); !errors.Is(err, race.ErrOver) {
		t.Error(err)
	}
}
