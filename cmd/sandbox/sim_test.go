package main

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"testing"

	"sandbox/cmd/internal/saved"
	"sandbox/core/race"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// simulated is a variant ready for the simulator.
func simulated(t testing.TB, variant string, settings ...string) sim.Variant {
	t.Helper()
	a, err := saved.Keep{}.Prepare(saved.Order{Variant: variant, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return subject(a.Program, "sandbox play "+variant, "")
}

// simulateAll plays the first n races of a run.
func simulateAll(t testing.TB, seed string, n int64, a sim.Variant, b *sim.Variant) *sim.Result {
	t.Helper()
	job := sim.Job{Seed: seed, Races: n, From: 1, To: n, Workers: runtime.GOMAXPROCS(0), A: a}
	if b != nil {
		job.Others = []sim.Variant{*b}
	}
	r, err := sim.Run(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Counts {
		if c.Failed.Races > 0 {
			t.Fatalf("race %d: %s", c.Failed.First[0].Race, c.Failed.First[0].Message)
		}
	}
	return r
}

// The means of the paper race agree with an independent calculation: 39.6
// rounds and a share of 0.424 of retired cars, for 24 cars on 100 units with a
// mark on every tenth, two cars to a unit, one lap.
func TestSimPaperMeans(t *testing.T) {
	unhurried(t)
	const races = 5000
	c := simulateAll(t, "means", races, simulated(t, "paper_f1"), nil).Counts[0]
	rounds, out := c.Rounds.Spread().Mean, c.Retired.Spread().Mean/24
	t.Logf("%.3f rounds, %.4f retired", rounds, out)
	if rounds < 39.5 || rounds > 39.7 {
		t.Errorf("mean rounds %.3f, want 39.6 ± 0.1", rounds)
	}
	if out < 0.421 || out > 0.427 {
		t.Errorf("share of retired cars %.4f, want 0.424 ± 0.003", out)
	}
}

// One row of the action table is changed: fastest lap gains 4 units instead of
// 3. Races played in pairs tell that the race is shorter now when as many that
// are not do not yet.
func TestSimPairingFinds(t *testing.T) {
	unhurried(t)
	const races = 1000
	a, b := simulated(t, "paper_f1"), simulated(t, "paper_f1", "action.6.spaces=4")
	paired := simulateAll(t, "pairing", races, a, &b)
	d := paired.Pairs[0].Figures[0].Estimate(1)
	if !d.Differs {
		t.Errorf("%d pairs of races: %.3f rounds more, %.3f to %.3f", races, d.D, d.Of.Low, d.Of.High)
	}
	x := paired.Counts[0].Rounds.Spread()
	y := simulateAll(t, "other luck", races, b, nil).Counts[0].Rounds.Spread()
	reach := 1.96 * math.Sqrt((x.SD*x.SD+y.SD*y.SD)/races)
	if math.Abs(y.Mean-x.Mean) > reach {
		t.Errorf("%d races of each without pairing: %.3f rounds more ± %.3f, which is found too", races, y.Mean-x.Mean, reach)
	}
	need := func(reach float64) float64 { return races * (reach / d.D) * (reach / d.D) }
	t.Logf("%.3f rounds more: %.0f pairs, or %.0f races of each without pairing, tell it", d.D, need((d.Of.High-d.Of.Low)/2), need(reach))
}

// turns counts the turns that rules play.
type turns struct {
	*scripts.Host
	n *atomic.Int64
}

func (c turns) Run(r *race.Race, step *race.Step) error {
	if step.Kind == race.Turn || step.Kind == race.Whole {
		c.n.Add(1)
	}
	return c.Host.Run(r, step)
}

// Whole races as sandbox sim plays them, counters on. With -cpu 1,2 the second
// line is what another core is worth.
func BenchmarkSim(b *testing.B) {
	for _, bench := range []struct {
		name, variant string
		settings      []string
	}{
		{"paper_f1", "paper_f1", nil},
		{"paper_f1_quick", "paper_f1_quick", nil},
		{"epreuve1934 on Monaco", "epreuve1934", nil},
		{"isloppet on Laxforsen", "isloppet", nil},
		{"stockcar on Talladega", "stockcar", nil},
		{"speedway on Indianapolis", "speedway", nil},
	} {
		b.Run(bench.name, func(b *testing.B) {
			v := simulated(b, bench.variant, bench.settings...)
			fresh, all := v.Fresh, new(atomic.Int64)
			v.Fresh = func(r *race.Race, recorded bool) (sim.Rules, error) {
				rules, err := fresh(r, recorded)
				return turns{rules.(*scripts.Host), all}, err
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b.ResetTimer()
			simulateAll(b, "bench", int64(b.N), v, nil)
			b.StopTimer()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
			b.ReportMetric(float64(all.Load())/b.Elapsed().Seconds(), "turns/s")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(all.Load()), "allocs/turn")
		})
	}
}

// What is kept of races does not grow with their number.
func TestSimMemory(t *testing.T) {
	unhurried(t)
	v := simulated(t, "paper_f1")
	held := func(races int64) uint64 {
		var stats runtime.MemStats
		r := simulateAll(t, "memory", races, v, nil)
		runtime.GC()
		runtime.GC() // the first one leaves what has a finalizer
		runtime.ReadMemStats(&stats)
		runtime.KeepAlive(r)
		return stats.HeapAlloc
	}
	few, many := held(200), held(4000)
	t.Logf("%d bytes after 200 races, %d after 4000", few, many)
	if many > few+few/10 {
		t.Errorf("%d bytes are held after 200 races, %d after 4000", few, many)
	}
}
