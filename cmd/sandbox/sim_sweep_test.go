package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseSweep(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a.6.b=1", "a.6.b: 1"},
		{" a = 1 , 0.5,ready ", "a: 1 0.5 ready"},
		{"a=-3..-1", "a: -3 -2 -1"},
		{"a=-1..-3", "a: -1 -2 -3"},
		{"a=2..2", "a: 2"},
		{"a=0.5..1:0.25", "a: 0.5 0.75 1"},
		{"a=0..1:0.4", "a: 0 0.4 0.8"},
		{"a=1..0:.5", "a: 1 0.5 0"},
		{"a=-0.5..0.5:0.5", "a: -0.5 0 0.5"},
		{"a=0.1..0.4:0.1", "a: 0.1 0.2 0.3 0.4"}, // none of which is 0.30000000000000004
		{"a=10,1..3,20", "a: 10 1 2 3 20"},
		{"a=1..36", "a: " + strings.Join(numbersTo(36), " ")},
	} {
		s, err := parseSweep(c.text)
		if got := s.path + ": " + strings.Join(s.values, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.text, got, err, c.want)
		}
	}
}

func numbersTo(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(i+1))
	}
	return list
}

func TestParseSweepRefuses(t *testing.T) {
	const form = ": write path=values, such as action.6.spaces=2..5 or action.6.spaces=3,4"
	for _, c := range []struct{ text, want string }{
		{"a", form}, {"=1", form}, {"a=", form}, {"a= ", form},
		{"a=1,1", ": 1 is there twice"},
		{"a=1..3,2", ": 2 is there twice"},
		{"a=x..3", `: "x" is no number: write from..to or from..to:step, such as -3..-1 or 0.5..1:0.25`},
		{"a=1..", `: "" is no number: write from..to or from..to:step, such as -3..-1 or 0.5..1:0.25`},
		{"a=1..2:y", `: "y" is no number: write from..to or from..to:step, such as -3..-1 or 0.5..1:0.25`},
		{"a=1..2:0", ": a step is more than 0"},
		{"a=1..2:-1", ": a step is more than 0"},
		{"a=1..37", ": 37 combinations: at most 36 are played side by side; take fewer values, or sweep in several runs"},
	} {
		_, err := parseSweep(c.text)
		if want := "--sweep " + c.text + c.want; err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", c.text, err, want)
		}
	}
}

func TestCombinations(t *testing.T) {
	got, err := combinations([]sweep{{"a", []string{"1", "2"}}, {"b", []string{"x", "y"}}})
	if want := "[[a=1 b=x] [a=1 b=y] [a=2 b=x] [a=2 b=y]]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v; want %s", got, err, want)
	}
	many := sweep{"a", numbersTo(6)}
	if list, err := combinations([]sweep{many, {"b", many.values}}); err != nil || len(list) != 36 {
		t.Errorf("%d combinations: %v", len(list), err)
	}
	for _, c := range []struct {
		sweeps []sweep
		want   string
	}{
		{[]sweep{{"a", []string{"1"}}}, "--sweep: one value is nothing to compare: give more, or --set for one"},
		{[]sweep{{"a", []string{"1", "2"}}, {"a", []string{"3", "4"}}}, "--sweep: a is swept twice: give all of its values at once"},
		{[]sweep{many, {"b", numbersTo(7)}}, "--sweep: 42 combinations: at most 36 are played side by side; take fewer values, or sweep in several runs"},
	} {
		if _, err := combinations(c.sweeps); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v\nwant %s", c.sweeps, err, c.want)
		}
	}
}
