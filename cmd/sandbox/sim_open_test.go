package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sandbox/cmd/internal/saved"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// A simulation without a number whose time is over says so, and what to type for
// the same: that gives the same bytes.
func TestSimEndsWhenItsTimeIsOver(t *testing.T) {
	said := func(p *program, args ...string) string {
		t.Helper()
		var out, wrong bytes.Buffer
		if code := p.run(context.Background(), args, strings.NewReader(""), &out, &wrong); code != 0 {
			t.Fatalf("exit %d: %s", code, &wrong)
		}
		return out.String()
	}
	open := said(&program{limited: time.Nanosecond}, "sim", "paper_f1", "--seed", "a b", "--workers", "2")
	m := regexp.MustCompile(`(?s)^(.*)\n0 seconds are over after (\d+) races?\nnot sure yet: .*\nfor the same again: sandbox sim paper_f1 -n (\d+) --seed 'a b'\nto be sure enough: sandbox sim paper_f1 -n \d+ --seed 'a b'\n$`).FindStringSubmatch(open)
	if m == nil || m[3] != m[2] {
		t.Fatal(open)
	}
	if same := said(new(program), "sim", "paper_f1", "--seed", "a b", "-n", m[2]); same != m[1] {
		t.Errorf("without a number:\n%s\nwith it:\n%s", m[1], same)
	}
}

// With time enough the run ends where it is sure, the same each time.
func TestSimEndsWhenItIsSure(t *testing.T) {
	var out, wrong bytes.Buffer
	p := &program{limited: time.Hour}
	if code := p.run(context.Background(), []string{"sim", "paper_f1", "--seed", "monza", "--laps", "1", "-o", "csv"}, strings.NewReader(""), &out, &wrong); code != 0 {
		t.Fatalf("exit %d: %s", code, &wrong)
	}
	if !strings.HasPrefix(wrong.String(), "sure enough after 7,000 races\nfor the same again: sandbox sim paper_f1 -n 7000 --seed monza --laps 1 -o csv\n"+
		"for intervals half as wide: sandbox sim paper_f1 -n 28000 --seed monza --laps 1 -o csv\n") {
		t.Error(wrong.String())
	}
}

// prepared is a variant with its settings, loaded anew.
func prepared(t *testing.T, variant string, settings ...string) *scripts.Program {
	t.Helper()
	a, err := saved.Keep{}.Prepare(saved.Order{Variant: variant, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return a.Program
}

// After a save the version before is what was played before, with its memory, and
// so is a side of a comparison that did not change.
func TestVigilKeepsWhatWasPlayed(t *testing.T) {
	side := func(settings ...string) *side {
		p := prepared(t, "paper_f1", settings...)
		return newSide(p, subject(p, "sandbox play", ""))
	}
	first, second := side(), side("action.6.spaces=4")
	v := &vigil{a: first, last: first}
	if v.follow(side()) || v.due || v.a != first {
		t.Error("a save that changes nothing is played")
	}
	if !v.follow(second) || !v.due || v.a != first || v.b != second || v.a.variant.Memory == nil || len(v.said) != 2 {
		t.Errorf("after a save: %+v", v)
	}
	if third := side("action.6.spaces=5"); !v.follow(third) || v.a != second || v.b != third {
		t.Errorf("after another: %+v", v)
	}

	v = &vigil{a: first, b: second}
	if v.compare(side(), side("action.6.spaces=4")) || v.due || v.a != first || v.b != second {
		t.Errorf("nothing changed: %+v", v)
	}
	if other := side("action.6.spaces=5"); !v.compare(side(), other) || !v.due || v.a != first || v.b != other {
		t.Errorf("B changed: %+v", v)
	}
	if other := side("action.6.spaces=2"); !v.compare(other, v.b) || v.a != other {
		t.Errorf("A changed: %+v", v)
	}
}

// Races that are watched stop in the middle of a turn: a save does not wait for
// rules that take long.
func TestWatchedRacesStop(t *testing.T) {
	file := filepath.Join(t.TempDir(), "slow.lua")
	write(t, file, `local V = require("racing").extend("paper_f1", { name = "Slow", sessions = { "grid" } })
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  for i = 1, 300000 do end
  race:advance(car, race:roll(car, "d6", "move"))
end
return V
`)
	ctx, stop := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, stop)
	began := time.Now()
	result, err := sim.Run(ctx, sim.Job{Seed: "s", Races: 2, From: 1, To: 2, Workers: 1, A: until(ctx, subject(prepared(t, file), "sandbox play", ""))})
	if took := time.Since(began); err != nil || result.Done() != 0 || took > 10*time.Second {
		t.Errorf("%v: %d races in %v", err, result.Done(), took)
	}
}
