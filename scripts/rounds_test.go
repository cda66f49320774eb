package scripts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// Declared turns, played many at once, are the race that steps one by one are,
// however many are played at once.
func TestRoundsAreSteps(t *testing.T) {
	const fork = `local racing = require "racing"
local V = racing.extend("paper_f1", { name = "Fork", sessions = { "grid" } })
function V:session(race) race:grid(race:cars()) end
`
	for name, source := range map[string]string{
		"weekend":         weekend,
		"two dice":        fork + `V.turn = racing.roll_and_advance { dice = "2d6", purpose = "move", on_mark = "action" } return V`,
		"no marks":        fork + `V.turn = racing.roll_and_advance { dice = "d6", purpose = "move" } return V`,
		"one purpose":     fork + `V.turn = racing.roll_and_advance { dice = "d6", purpose = "action", on_mark = "action" } return V`,
		"an effect":       fork + `V.action[4] = { text = "again", effect = function(_, race, car) race:advance(car, race:roll(car, "d6", "move")) end } return V`,
		"another's move":  fork + `V.action[4] = { text = "all back", effect = function(_, race) for _, c in ipairs(race:cars()) do if c.space then race:advance(c, -1) end end end } return V`,
		"an opened round": fork + `V.name = "Stepwise" function V:open(race) race:count(race, "rounds") end return V`,
		"units":           `return require("racing").extend("paper_f1_quick", { name = "Stepwise" })`,
	} {
		t.Run(name, func(t *testing.T) {
			p := load(t, scripts.Options{Variant: "fork"}, map[string]string{"fork": strings.ReplaceAll(source, " return V", "\nreturn V")})
			for seed := range 6 {
				want, steps := playedAtOnce(t, p, seed, 0)
				for _, most := range []int{1, 7, 1000} {
					if got, n := playedAtOnce(t, p, seed, most); got != want || n != steps {
						t.Errorf("seed %d, at most %d at once: %d steps\n%s\nwant %d\n%s", seed, most, n, got, steps, want)
					}
				}
			}
		})
	}
}

// playedAtOnce plays a race with at most so many turns at once, and says how it
// came out and how many turns or steps it had.
func playedAtOnce(t *testing.T, p *scripts.Program, seed, most int) (outcome string, steps int) {
	t.Helper()
	r, h := quiet(t, p, fmt.Sprint(seed))
	c := &counts{rows: map[int]int{}}
	r.CountWith(c)
	begun, atOnce := 0, 0
	for {
		turns, err := h.PlayRounds(r, most, func() { begun++ })
		atOnce += turns
		if err != nil {
			t.Fatal(err)
		}
		if turns > most {
			t.Fatalf("%d turns at once, want at most %d", turns, most)
		}
		step, err := h.Next(r)
		if errors.Is(err, race.ErrOver) {
			if stepwise := p.Info().Variant == "Stepwise"; most == 1000 && (stepwise != (begun == 0) || stepwise != (atOnce < r.Round())) {
				t.Errorf("%d of %d rounds were begun at once, and %d turns played", begun, r.Round(), atOnce)
			}
			return fmt.Sprint(r.Round(), r.Standings(), r.Trace(), c.rows, c.said, r.Step().Label), steps + turns
		}
		if err == nil {
			err = r.RunStep(h, step)
		}
		if err != nil {
			t.Fatal(err)
		}
		steps += turns + 1
	}
}
