package main

import (
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// The force pass happens on every track with a board, those with lanes beside
// the road among them: cars fill its rows often enough.
func TestForcePassOnAllTracks(t *testing.T) {
	unhurried(t)
	const races = 25
	for _, track := range library.Roots().Names(scripts.Tracks) {
		p, err := scripts.Load(library.Roots(), scripts.Options{Variant: "epreuve_force_pass", Track: track})
		if loaded, wrong := scripts.LoadTrack(library.Roots(), track); wrong == nil && loaded.Board == nil {
			continue // nobody is in the way there
		}
		t.Run(track, func(t *testing.T) {
			t.Parallel()
			if err != nil {
				t.Fatal(err)
			}
			job := sim.Job{Seed: "force pass", Races: races, From: 1, To: races, Workers: 1, A: subject(p, "", "")}
			result, err := sim.Run(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			c := result.Counts[0]
			for what, least := range map[string]int64{"force passes tried": 5, "force passes made": 2} {
				if item := c.Counted[what]; item == nil || item.Times < least {
					t.Errorf("%s in %d races: %+v, want %d at least", what, races, item, least)
				}
			}
			if c.Failed.Races > 0 {
				t.Errorf("race %d: %s", c.Failed.First[0].Race, c.Failed.First[0].Message)
			}
		})
	}
}
