package main

import (
	"flag"
	"fmt"
	"testing"
)

var lost = flag.Int("lost", 4, "races of each variant that TestNoRaceIsLost plays with each number of workers")

// No race of the project's own is stopped, however many are played at once in
// one process: what others take is not its own. The figures are the same, byte
// for byte.
func TestNoRaceIsLost(t *testing.T) {
	unhurried(t)
	dir := t.TempDir()
	for _, variant := range games(t) {
		t.Run(variant, func(t *testing.T) {
			first := ""
			for _, c := range []struct{ workers, processors int }{{1, 2}, {8, 2}, {32, 2}, {16, 16}} {
				cmd := process(dir, "sim", variant, "-n", fmt.Sprint(*lost), "--seed", "lost", "--workers", fmt.Sprint(c.workers), "-o", "json")
				cmd.Env = append(cmd.Env, fmt.Sprint("GOMAXPROCS=", c.processors))
				said, err := cmd.CombinedOutput() // a race that fails is told, and the exit code is 1
				if err != nil {
					t.Fatalf("with %d workers: %v\n%s", c.workers, err, said)
				}
				if first == "" {
					first = string(said)
				}
				if string(said) != first {
					t.Errorf("with %d workers the figures are\n%s\nand with one\n%s", c.workers, said, first)
				}
			}
		})
	}
}
