package scripts_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// What differs in a part of a state is named.
func TestOtherValue(t *testing.T) {
	for _, c := range []struct{ was, is, name, before, after string }{
		{`A @1/1 lap 1 turn 2 {gear=1}`, `A @1/1 lap 1 turn 3 {gear=2}`, "turn", "2", "3"},
		{`A @1/1 lap 1 {gear=1}`, `A @1/1 lap 1 {gear=2}`, "gear", "1", "2"},
		{`A @1/1 lap 1 {gear=1}`, `A @2/1 lap 1 {gear=1}`, "", "@1/1 lap 1", "@2/1 lap 1"},
		{`A @1/1`, `A @1/1 stops 1`, "", "", "stops 1"},
		{`round 1 moves 3 {debris=[]}`, `round 1 moves 3 {debris=[1]}`, "debris", "[]", "[1]"},
	} {
		if name, before, after := scripts.OtherValue(c.was, c.is); name != c.name || before != c.before || after != c.after {
			t.Errorf("%s | %s: %q %q %q", c.was, c.is, name, before, after)
		}
	}
}

// Fields that are not declared any more are lost with their values, where these
// are not those of the start.
func TestLosses(t *testing.T) {
	declared := func(fields, ofRace string) *scripts.Program {
		text := strings.Replace(before, "return V\n", "V.car = "+fields+"\nV.race = "+ofRace+"\nreturn V\n", 1)
		return load(t, scripts.Options{Variant: "my", Entries: []race.Entry{{Name: "A", Fields: map[string]any{"heat": 2}}, {Name: "B"}}}, map[string]string{"my": text})
	}
	old, now := declared("{ heat = 0, wp = { T = 3 }, same = 1 }", "{ debris = 0 }"), declared("{ wp = { T = 3 }, heat = 0 }", "{}")
	bare := declared("{ heat = 0 }", "{}")
	const state = `round 1 sessions 0 moves 0 {debris=1} | A waiting {heat=2 same=1 wp={T=3}} | B waiting {heat=1 same=1 wp={T=2}}`
	for _, c := range []struct {
		p    *scripts.Program
		want string
	}{
		{old, "[]"},
		{now, "[race.debris: dropped with a value other than its start]"},
		{bare, "[car.wp: dropped with a value other than its start in 1 of 2 cars race.debris: dropped with a value other than its start]"},
	} {
		list, err := c.p.Losses(old, state)
		if err != nil || fmt.Sprint(list) != c.want {
			t.Errorf("%v, %v", list, err)
		}
	}
	if _, err := bare.Losses(old, "round"); err == nil {
		t.Error("a state that is none was taken")
	}
}
