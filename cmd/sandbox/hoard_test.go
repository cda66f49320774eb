//go:build unix

package main

import (
	"path/filepath"
	"syscall"
	"testing"
)

// Rules that leave as much behind as they may do not have the process take more
// and more.
func TestRulesThatHoard(t *testing.T) {
	dir := house(t)
	write(t, filepath.Join(dir, "variants", "hoarder.lua"), `local racing = require "racing"
local V = racing.variant { name = "M", track = "oval", laps = 1, entries = { { name = "A" }, { name = "B" } }, race = { list = {} }, sessions = { "s" } }
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  local list = {}
  for i = 1, 30 do list[i] = string.rep(tostring(race.round % 10), 16000 - i) end
  race.list = list
  race:advance(car, race:roll(car, "d6", "move") > 5 and 1 or 0)
end
return V`)
	cmd := process(dir, "sim", "hoarder", "-n", "20", "--workers", "1", "--seed", "a")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if most := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10; most > 175 { // in KB on Linux
		t.Errorf("it takes %d MB", most)
	}
}
