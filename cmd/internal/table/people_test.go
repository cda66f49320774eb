package table_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sandbox/cmd/internal/table"
	"sandbox/core/race"
	"sandbox/scripts"
)

// twoDrivers is a race of Ada and Ben Hur, who are both asked in every turn.
func twoDrivers(t testing.TB, k table.Keeper) *table.Table {
	return begin(t, table.Setup{Options: scripts.Options{Variant: "geared", People: []string{"Ada", "Ben Hur"}}, Attended: true}, k)
}

// refused checks that an answer is to nothing that waits, and that the sentence
// says why.
func refused(t *testing.T, err error, why string) {
	t.Helper()
	if !errors.Is(err, race.ErrClosed) || !strings.Contains(err.Error(), why) {
		t.Errorf("%v, want a sentence with %q", err, why)
	}
}

func taken(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("it was not taken: %v", err)
	}
}

// Who is not asked does not answer; the game master answers for anybody.
func TestSeats(t *testing.T) {
	tb := twoDrivers(t, nil)
	q := untilAsked(t, tb, "gear")
	for _, s := range []table.Seat{{}, {Car: "Ben Hur"}, {Car: "nobody"}} {
		if err := tb.Answer(s, q.ID, "2"); err == nil || err.Error() != "the question is put to Ada" {
			t.Errorf("%v: %v", s, err)
		}
		if v := view(t, tb, s); len(v.Questions) > 0 || len(v.Waiting) != 1 {
			t.Errorf("%v sees %v, %v", s, v.Questions, v.Waiting)
		}
	}
	if err := tb.Answer(table.Seat{Car: "race"}, race.QuestionID{Who: "race", Key: "gear"}, "2"); err == nil || err.Error() != "the question is put to race" {
		t.Errorf("a car that is called as the game master is: %v", err)
	}
	gm := table.Seat{GM: true}
	if v := view(t, tb, gm); len(v.Questions) != 1 || v.Questions[0].ID != q.ID {
		t.Errorf("the game master sees %v", v.Questions)
	}
	taken(t, tb.Answer(gm, q.ID, "2"))
	if given := view(t, tb, table.Seat{Car: "Ada"}).Given; len(given) != 1 || given[0].Option != "2" {
		t.Errorf("given: %v", given)
	}
	if given := view(t, tb, table.Seat{Car: "Ben Hur"}).Given; len(given) != 0 {
		t.Errorf("the other driver gave %v", given)
	}
}

// The same answer twice is taken once, also when its step is over; another one
// is not taken.
func TestAnswerTwice(t *testing.T) {
	kept := new(journal)
	tb, ada := twoDrivers(t, kept), table.Seat{Car: "Ada"}
	gear := untilAsked(t, tb, "gear")
	taken(t, tb.Answer(ada, gear.ID, "3"))
	risk := untilAsked(t, tb, "risk")
	taken(t, tb.Answer(ada, risk.ID, "safe"))
	for _, where := range []string{"the step is under way", "the step is over", "another waits"} {
		before := kept.Len()
		taken(t, tb.Answer(ada, gear.ID, "3"))
		taken(t, tb.Answer(ada, risk.ID, "safe"))
		refused(t, tb.Answer(ada, risk.ID, "bold"), "answered safe, which has to be taken back first")
		if kept.Len() != before {
			t.Errorf("%s: an answer was taken twice", where)
		}
		if beat, err := tb.Advance(t.Context()); err != nil || beat.Problem != nil {
			t.Fatal(err, beat.Problem)
		}
	}
	refused(t, tb.Answer(ada, race.QuestionID{Step: "R9 turn Ada", Who: "Ada", Key: "gear", Nth: 1}, "3"), "R9 turn Ada is not under way")
}

// An answer that comes after the race went back, or on under other rules, is to
// a question that means something else by now, unless nothing has changed.
func TestLateAnswers(t *testing.T) {
	own := lua("mine", `local V = require("racing").extend("geared", {})
return V`)
	ada := table.Seat{Car: "Ada"}
	for _, c := range []struct {
		name string
		do   func(tb *table.Table) error
		late string // why an answer to the risk is refused that was asked before; "" when it is taken
	}{
		{"nothing", func(*table.Table) error { return nil }, ""},
		{"parked", func(tb *table.Table) error { tb.Park(); return nil }, ""},
		{"the gear taken back and given again", func(tb *table.Table) error {
			_, err := tb.Back(0)
			return errors.Join(err, again(t, tb, ada, "gear", "2"))
		}, ""},
		{"another gear", func(tb *table.Table) error {
			_, err := tb.Back(0)
			return errors.Join(err, again(t, tb, ada, "gear", "3"))
		}, `what comes before "risk" of Ada has changed, so that is asked anew`},
		{"not asked yet", func(tb *table.Table) error {
			_, err := tb.Back(0)
			advance(t, tb)
			return err
		}, `Ada is not asked "risk" now`},
		{"the step taken back", func(tb *table.Table) error {
			_, err := tb.Back(1)
			return err
		}, "R1 turn Ada is not under way"},
		{"another choice before it", func(tb *table.Table) error {
			_, err := tb.Set("gears.3=4")
			advance(t, tb)
			return err
		}, `Ada is not asked "risk" now`},
		{"a value of the rules", func(tb *table.Table) error {
			_, err := tb.Set("risk.4-6.spaces=1")
			advance(t, tb)
			return err
		}, ""},
		{"a new file", func(tb *table.Table) error {
			own["mine.lua"].Data = []byte("local V = require(\"racing\").extend(\"geared\", { gears = { 1, 2 } })\nreturn V")
			_, err := tb.Reload()
			err = errors.Join(err, tb.Take())
			advance(t, tb)
			return errors.Join(err, again(t, tb, ada, "gear", "2"))
		}, "has changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			own["mine.lua"].Data = []byte("local V = require(\"racing\").extend(\"geared\", {})\nreturn V")
			tb := begin(t, table.Setup{Files: games(own), Options: scripts.Options{Variant: "mine", People: []string{"Ada"}}, Attended: true}, nil)
			gear := untilAsked(t, tb, "gear")
			taken(t, tb.Answer(ada, gear.ID, "2"))
			risk := untilAsked(t, tb, "risk")
			if err := c.do(tb); err != nil {
				t.Fatal(err)
			}
			if err := tb.Answer(ada, risk.ID, "bold"); c.late == "" {
				taken(t, err)
			} else {
				refused(t, err, c.late)
			}
		})
	}
}

// again answers the question of a key that waits, and plays on.
func again(t *testing.T, tb *table.Table, s table.Seat, key, option string) error {
	q := untilAsked(t, tb, key)
	err := tb.Answer(s, q.ID, option)
	advance(t, tb)
	return err
}

// secretly is a game in which each driver lays a card of their own face down,
// then Ada may bet, and the cards are turned.
const secretly = `local racing = require "racing"
local V = racing.variant { name = "Secretly", track = "oval", laps = 1, order = "foremost first",
  entries = { { name = "Ada" }, { name = "Ben" }, { name = "Cy" } }, sessions = { "deal" } }
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  if car.name == "Ada" then
    local cards = race:ask(race:cars(), "card", function(c) return { "high-" .. c.name, "low-" .. c.name } end, { secret = true })
    race:ask(car, "bet", { "much", "little" })
    race:reveal()
    race:tell(car, "shown", { all = table.concat(cards, " ") })
  end
  race:advance(car, 7)
end
return V`

// Until a secret answer is told, nobody else sees it, wherever they look.
func TestSecrets(t *testing.T) {
	drivers := []string{"Ada", "Ben", "Cy"}
	options := scripts.Options{Variant: "secretly", People: drivers}
	tb := begin(t, table.Setup{Files: games(lua("secretly", secretly)), Options: options, Attended: true}, nil)
	seats := []table.Seat{{}, {GM: true}, {Car: "Ada"}, {Car: "Ben"}, {Car: "Cy"}, {Car: "Ben", GM: true}}
	answered := map[string]bool{}
	hidden := func(when string) {
		t.Helper()
		for _, s := range seats {
			v := view(t, tb, s)
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			for who := range answered {
				if s.Car != who && strings.Contains(string(text), "high-"+who) {
					t.Errorf("%s, %v sees the card of %s: %s", when, s, who, text)
				}
				if s.Car == who && !strings.Contains(string(text), "high-"+who) {
					t.Errorf("%s, %s does not see the own card: %s", when, who, text)
				}
			}
		}
	}
	untilAsked(t, tb, "card")
	asked := map[string]race.Question{}
	for _, who := range []string{"Cy", "Ada", "Ben"} {
		q := view(t, tb, table.Seat{Car: who}).Questions[0]
		taken(t, tb.Answer(table.Seat{Car: who}, q.ID, "high-"+who))
		asked[who], answered[who] = q, true
		hidden("after " + who)
		for _, option := range []string{"high-" + who, "low-" + who} {
			if err := tb.Answer(table.Seat{GM: true}, q.ID, option); err == nil || strings.Contains(err.Error(), "high") {
				t.Errorf("the game master is told %v", err)
			}
		}
	}
	beat := advance(t, tb)
	if beat.Waits != table.ForAnswers || view(t, tb, table.Seat{}).Waiting[0] != (table.Waiting{Who: "Ada", Key: "bet"}) {
		t.Fatalf("%v", beat)
	}
	hidden("before the bet")

	undone, err := tb.Back(0) // what Ben laid, who was the last
	if err != nil || undone.Given.Who != "Ben" || undone.Given.Option != "" {
		t.Fatal(undone, err)
	}
	delete(answered, "Ben")
	if beat = advance(t, tb); beat.Waits != table.ForAnswers {
		t.Fatal(beat)
	}
	hidden("after it was taken back")
	own := view(t, tb, table.Seat{Car: "Ben"}).Questions[0]
	if own.ID != asked["Ben"].ID || own.Options[own.Default].ID != "high-Ben" {
		t.Errorf("Ben is asked %v", own)
	}
	if other := view(t, tb, table.Seat{GM: true}).Questions[0]; other.Default != 0 {
		t.Error("the game master sees what Ben had laid")
	}
	taken(t, tb.Answer(table.Seat{Car: "Ben"}, own.ID, "low-Ben"))
	bet := untilAsked(t, tb, "bet")
	taken(t, tb.Answer(table.Seat{Car: "Ada"}, bet.ID, "much"))
	shown, err := tb.Advance(t.Context())
	if err != nil || shown.Commit == nil {
		t.Fatal(shown, err)
	}
	text, err := json.Marshal(shown.Commit.Events)
	if err != nil || !strings.Contains(string(text), "high-Ada low-Ben high-Cy") {
		t.Errorf("%s %v", text, err)
	}
}

// Whatever somebody has answered in secret, the others see the same: the IDs of
// later questions do not give it away either.
func TestSecretsLeaveNoTrace(t *testing.T) {
	others := []table.Seat{{}, {GM: true}, {Car: "Ada"}, {Car: "Cy"}}
	seen := map[string][]string{}
	for _, card := range []string{"high-Ben", "low-Ben"} {
		options := scripts.Options{Variant: "secretly", People: []string{"Ada", "Ben", "Cy"}}
		tb := begin(t, table.Setup{Files: games(lua("secretly", secretly)), Options: options, Attended: true}, nil)
		untilAsked(t, tb, "card")
		for who, laid := range map[string]string{"Ada": "high-Ada", "Ben": card, "Cy": "low-Cy"} {
			s := table.Seat{Car: who}
			taken(t, tb.Answer(s, view(t, tb, s).Questions[0].ID, laid))
		}
		untilAsked(t, tb, "bet")
		for _, s := range others {
			v := view(t, tb, s)
			v.Given = nil // in the order in which they came
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			seen[card] = append(seen[card], string(text))
		}
	}
	for i, s := range others {
		if high, low := seen["high-Ben"][i], seen["low-Ben"][i]; high != low {
			t.Errorf("%v sees\n%s\nor\n%s", s, high, low)
		}
	}
}

// What a person did last is taken back after Resume as it would have been
// before, wherever the race stood.
func TestBackAfterResume(t *testing.T) {
	const most = 100
	for n := range most {
		kept := new(journal)
		tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", People: []string{"Ada"}}, Attended: true}, kept)
		for range n {
			beat := advance(t, tb)
			if beat.Waits == table.Over {
				return
			}
			give(t, tb, beat)
		}
		advance(t, tb)
		later := resume(t, kept.Bytes(), nil)
		advance(t, later)
		for k := range 3 {
			one, err := tb.Back(0)
			other, otherErr := later.Back(0)
			if one.Steps != other.Steps || (one.Given == nil) != (other.Given == nil) || (err == nil) != (otherErr == nil) {
				t.Fatalf("after %d, %d times back: %v %v, resumed %v %v", n, k+1, one, err, other, otherErr)
			}
			if a, b := view(t, tb, table.Seat{}).State, view(t, later, table.Seat{}).State; a != b {
				t.Fatalf("after %d, %d times back:\n%s\nresumed\n%s", n, k+1, a, b)
			}
		}
	}
	t.Error("the race does not end")
}

// Real dice are typed in by those who sit at the table, once.
func TestThrows(t *testing.T) {
	kept := new(journal)
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared"}, Dice: "ask", Attended: true}, kept)
	for beat := advance(t, tb); beat.Waits == table.ForGo; beat = advance(t, tb) {
		give(t, tb, beat)
	}
	w := view(t, tb, table.Seat{}).Throw
	if err := tb.ThrowAll(table.Seat{}, w.ID); err == nil {
		t.Error("one who looks on has the program throw")
	}
	if err := tb.Throw(table.Seat{}, w.ID, 4); err == nil {
		t.Error("who looks on threw the dice")
	}
	ada := table.Seat{Car: "Ada"}
	if err := tb.Throw(ada, w.ID, 7); err == nil || errors.Is(err, race.ErrClosed) {
		t.Error(err)
	}
	taken(t, tb.Throw(ada, w.ID, 4))
	before := kept.Len()
	taken(t, tb.Throw(ada, w.ID, 4))
	refused(t, tb.Throw(ada, w.ID, 5), "taken back first")
	refused(t, tb.ThrowAll(ada, w.ID), "taken back first")
	if kept.Len() != before {
		t.Error("a throw was taken twice")
	}
	if given := view(t, tb, table.Seat{GM: true}).Given; len(given) != 1 || given[0].Faces[0] != 4 {
		t.Errorf("given %v", given)
	}
}
