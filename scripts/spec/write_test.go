package spec_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

var project = scripts.Roots{
	{Folder: scripts.Variants, FS: os.DirFS("../../variants"), Label: "variants/"},
	{Folder: scripts.Tracks, FS: os.DirFS("../../tracks"), Label: "tracks/"},
}

// Steps of every game, written as specs, pass: the position, the dice and the
// answers are those of the race.
func TestAdd(t *testing.T) {
	for _, name := range []string{"paper_f1", "paper_f1_quick", "isloppet", "epreuve_force_pass", "speedway", "stockcar"} {
		t.Run(name, func(t *testing.T) {
			p, err := scripts.Load(project, scripts.Options{Variant: name, Bots: []string{"steady"}})
			if err != nil {
				t.Fatal(err)
			}
			g, err := race.Start(p, race.Head{Variant: name, Seed: "2", Laps: p.Laps(), Entries: p.Entries()}, nil)
			if err != nil {
				t.Fatal(err)
			}
			written, passed, text := 0, 0, ""
			for n := range 50 {
				before := g.State()
				step, err := g.Next()
				if errors.Is(err, race.ErrOver) {
					break
				}
				kept := *step
				c, err := g.PlayStep(step)
				if err != nil {
					t.Fatal(err)
				}
				if (kept.Kind != race.Turn && kept.Kind != race.Whole) || n%9 != 0 {
					continue
				}
				m := spec.Moment{Head: g.Head(), Before: before, After: c.State, Kind: c.Kind, Events: c.Events, Given: c.Given}
				if kept.Car != race.Nobody {
					m.Car = p.Entries()[kept.Car].Name
				}
				if text, err = spec.Add(text, p, c.Step, m); err != nil {
					t.Fatal(err)
				}
				written++
				if err := spec.Try(project, "variants/"+name+"_spec", text, c.Step); err != nil {
					t.Logf("%s: %v", c.Step, err)
					continue
				}
				passed++
			}
			if written == 0 || passed < written {
				t.Errorf("only %d of %d specs pass\n%s", passed, written, text)
			}
			for _, line := range strings.Split(text, "\n") {
				if len([]rune(line)) > 130 {
					t.Errorf("a line is too long: %s", line)
				}
			}
		})
	}
}
