package term

import (
	"errors"
	"testing"

	"sandbox/core/race"
)

func TestDiffers(t *testing.T) {
	now := map[string]string{"roll move": "rolls {total}", "roll quiet": "", "answer path": "", "bust": "bust"}
	roll := func(car, purpose string, total int) *race.Event {
		e := event(car, "roll", 0, text("purpose", purpose), text("dice", "d6"), whole("face", total), whole("total", total))
		return &e
	}
	chose := func(path string) *race.Event {
		e := event("Bo", "answer", 0, text("ask", "path"), text("option", path), whole("of", 3))
		return &e
	}
	bust := event("Bo", "bust", 0)
	moved := func(aimed int) *race.Event {
		e := event("Bo", "move", 0, text("from", "1/1"), text("to", "3/1"), whole("rows", 2))
		if aimed > 0 {
			e.Fields = append(e.Fields, whole("aimed", aimed))
		}
		return &e
	}
	for _, c := range []struct {
		d     race.Difference
		other OtherValue
		want  string
	}{
		{race.Difference{Kind: race.Turn, Round: 7, Step: "R7 turn Bo", Was: roll("Bo", "move", 12), Is: &bust, Where: "push.lua:31"}, OtherValue{}, "round 7, Bo: bust, not rolls 12; push.lua:31"},
		{race.Difference{Kind: race.Turn, Round: 7, Step: "R7 turn Bo", Was: roll("Bo", "move", 12), Is: roll("Bo", "move", 3)}, OtherValue{}, "round 7, Bo: rolls 3, not 12"},
		{race.Difference{Kind: race.Turn, Round: 7, Step: "R7 turn Bo", Was: roll("Bo", "quiet", 2), Is: roll("Bo", "quiet", 3)}, OtherValue{}, "round 7, Bo: rolled d6 for quiet: 3, not 2"},
		{race.Difference{Kind: race.Turn, Round: 7, Step: "R7 turn Bo", Was: chose("2R"), Is: chose("L1")}, OtherValue{}, "round 7, Bo: chose path: L1, not 2R"},
		{race.Difference{Kind: race.Turn, Round: 7, Step: "R7 turn Bo", Was: roll("Cy", "move", 2), Is: roll("Bo", "move", 3)}, OtherValue{}, "round 7, Bo: rolls 3, not Cy: rolls 2"},
		{race.Difference{Kind: race.Turn, Round: 7, Step: "R7 turn Bo", Was: moved(0), Is: moved(4)}, OtherValue{}, "round 7, Bo: 1/1 to 3/1 (blocked: 2 instead of 4), not 3/1"},
		{race.Difference{Kind: race.Whole, Round: 3, Step: "T3", Is: &bust}, OtherValue{}, "turn 3, Bo: bust, which did not happen before"},
		{race.Difference{Kind: race.Session, Step: "Q1", Was: &bust, Older: true}, OtherValue{}, "Q1, Bo: no longer bust (that step was played under still older rules)"},
		{race.Difference{Kind: race.Turn, Round: 2, Step: "R2 turn Bo", Instead: "R2 open"}, OtherValue{}, "round 2: R2 open comes, not R2 turn Bo"},
		{race.Difference{Kind: race.Turn, Round: 2, Step: "R2 turn Bo", Over: true}, OtherValue{}, "round 2: the race is over before R2 turn Bo"},
		{race.Difference{Kind: race.Turn, Round: 2, Step: "R2 turn Bo", Problem: errors.New("a.lua:3: no\nmore")}, OtherValue{}, "round 2: a.lua:3: no"},
		{race.Difference{Who: "Bo"}, OtherValue{Name: "wp.T", Was: "2", Is: "3", Where: "a.lua:9"}, "at the start, Bo: wp.T 3, not 2; a.lua:9"},
		{race.Difference{}, OtherValue{Name: "wet", Is: "true"}, "at the start: wet true"},
		{race.Difference{}, OtherValue{Name: "wet", Was: "true"}, "at the start: no longer wet true"},
		{race.Difference{Who: "Bo"}, OtherValue{Was: "@1/1", Is: "@2/1"}, "at the start, Bo: @2/1, not @1/1"},
	} {
		if got := Differs(Teller{Words: words}, Teller{Words: now}, &c.d, c.other); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
