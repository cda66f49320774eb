package scripts_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

var longSteps = flag.Int("steps", 6000, "steps of the long race of TestLongRace")

// longRace begins a race in which nobody retires, kept in a file.
func longRace(t testing.TB) (g *race.Game, journal string) {
	t.Helper()
	p := load(t, scripts.Options{Variant: "paper_f1", Laps: 1000, Settings: []string{"action.1.retire=false"}}, nil)
	opts := p.Options()
	head := race.Head{Variant: opts.Variant, Track: opts.Track, Laps: p.Laps(), Seed: "long", Entries: p.Entries()}
	file, err := os.Create(filepath.Join(t.TempDir(), "race.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	if g, err = race.Start(p, head, file); err != nil {
		t.Fatal(err)
	}
	return g, file.Name()
}

// playTo plays up to a step.
func playTo(t testing.TB, g *race.Game, step int) {
	t.Helper()
	for g.Steps() < step {
		if _, err := g.Play(); err != nil {
			t.Fatalf("step %d: %v", g.Steps()+1, err)
		}
	}
}

// again plays the race of a journal again.
func again(t *testing.T, journal string) (g *race.Game, whole int64) {
	t.Helper()
	file, err := os.Open(journal)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := race.NewReader(file)
	if g, err = race.Replay(lines, opener, nil); err != nil {
		t.Fatal(err)
	}
	return g, lines.Whole()
}

// worked is how many bytes of memory were taken, and given back or not, to do
// something.
func worked(do func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// kept is how many bytes are in use.
func kept() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// A long race is played, taken back, gone on with and played again, and its last
// steps cost what its first ones did.
func TestLongRace(t *testing.T) {
	const window = 1000
	g, journal := longRace(t)
	playTo(t, g, window)
	first := worked(func() { playTo(t, g, 2*window) })
	undo := worked(func() { undone(t, g, 20) })
	playTo(t, g, *longSteps-window)
	last := worked(func() { playTo(t, g, *longSteps) })
	if last > first*5/4 {
		t.Errorf("the last steps take %d bytes, the first ones %d", last/window, first/window)
	}
	if late := worked(func() { undone(t, g, 20) }); late > undo*5/4 {
		t.Errorf("to take a step back takes %d bytes, and took %d", late/20, undo/20)
	}
	back(t, g)

	before := kept()
	resumed, whole := again(t, journal)
	if most := 4<<20 + 900**longSteps; kept()-before > most {
		t.Errorf("%d steps played again keep %d bytes, more than %d", resumed.Steps(), kept()-before, most)
	}
	if resumed.State() != g.State() || resumed.Steps() != *longSteps {
		t.Fatalf("after %d steps it stands at\n%s, not\n%s", resumed.Steps(), resumed.State(), g.State())
	}
	file, err := os.OpenFile(journal, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	resumed.Continue(file)
	back(t, resumed)
	playTo(t, resumed, *longSteps+50)
	if twice, _ := again(t, journal); twice.State() != resumed.State() {
		t.Errorf("gone on with, it is played again to\n%s, not\n%s", twice.State(), resumed.State())
	}
}

// undone takes a step back and plays it again, so many times.
func undone(t *testing.T, g *race.Game, times int) {
	t.Helper()
	steps := g.Steps()
	for range times {
		if _, err := g.Undo(1); err != nil {
			t.Fatal(err)
		}
		playTo(t, g, steps)
	}
}

// back takes steps back and plays them again.
func back(t *testing.T, g *race.Game) {
	t.Helper()
	stood, steps := g.State(), g.Steps()
	for _, n := range []int{1, 40, 500} {
		if _, err := g.Undo(n); err != nil {
			t.Fatal(err)
		}
		playTo(t, g, steps)
		if g.State() != stood {
			t.Fatalf("%d steps taken back and played again lead to\n%s, not\n%s", n, g.State(), stood)
		}
	}
}

// BenchmarkLongRace shows what a step and what :undo cost in a race that has had
// so many, and what its record keeps in memory.
func BenchmarkLongRace(b *testing.B) {
	for _, steps := range []int{1000, 50_000, 200_000} {
		b.Run(fmt.Sprint("after ", steps), func(b *testing.B) {
			before := kept()
			g, _ := longRace(b)
			playTo(b, g, steps)
			held := float64(kept()-before) / float64(steps)
			b.Run("step", func(b *testing.B) {
				for b.Loop() {
					playTo(b, g, g.Steps()+1)
				}
				b.ReportMetric(held, "kept-B/step")
			})
			g.Continue(nil) // a journal has no room for so many that are taken back
			b.Run("undo", func(b *testing.B) {
				for b.Loop() {
					if _, err := g.Undo(1); err != nil {
						b.Fatal(err)
					}
					playTo(b, g, g.Steps()+1)
				}
			})
		})
	}
}
