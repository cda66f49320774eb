package table_test

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sandbox/cmd/internal/table"
	"sandbox/scripts"
)

// hands is how many goroutines play many races.
const hands = 8

// isloppet is a race of one lap that bots drive.
func isloppet(t testing.TB, seed int) *table.Table {
	return begin(t, table.Setup{Options: scripts.Options{Variant: "isloppet", Laps: 1}, Seed: strconv.Itoa(seed)}, nil)
}

// inTurn has each of the hands play one step of each of its races in turn, until
// all are over or stuck. It returns what each stuck one waits for the mend of.
func inTurn(t testing.TB, races []*table.Table) []error {
	stuck := make([]error, len(races))
	var all sync.WaitGroup
	for hand := range hands {
		all.Go(func() {
			over := map[int]bool{}
			for left := true; left; {
				left = false
				for i := hand; i < len(races); i += hands {
					if over[i] {
						continue
					}
					beat, err := races[i].Advance(t.Context())
					if err != nil {
						t.Error(err)
						return
					}
					stuck[i], over[i] = beat.Problem, beat.Waits != table.Nothing
					left = true
				}
			}
		})
	}
	all.Wait()
	return stuck
}

// hoarding is an Isloppet that takes memory without end in its third round.
const hoarding = `local V = require("racing").extend("isloppet", { name = "Hoarding" })
local turn = V.turn
function V:turn(race, car)
  if race.round == 3 then
    local all = {}
    while true do all[#all + 1] = { #all, { #all }, { #all }, { #all } } end
  end
  return self.base.turn(self, race, car)
end
return V`

// Many races are played in turn, each as it is played alone; one that takes
// memory without end is stopped, and no other notices.
func TestManyInTurn(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 12
	}
	var races []*table.Table
	for i := range n {
		races = append(races, isloppet(t, i))
	}
	options := scripts.Options{Variant: "hoarding", Laps: 1}
	const at = 5
	races[at] = begin(t, table.Setup{Files: games(lua("hoarding", hoarding)), Options: options}, nil)
	for i, err := range inTurn(t, races) {
		switch {
		case i != at && err != nil:
			t.Errorf("race %d was stopped: %v", i, err)
		case i == at && (err == nil || !strings.Contains(err.Error(), "own/hoarding.lua:6")):
			t.Errorf("the hoarding race was not stopped, or not there: %v", err)
		}
	}
	for _, i := range []int{0, n - 1} {
		alone := isloppet(t, i)
		advance(t, alone)
		if got, want := view(t, races[i], table.Seat{}).State, view(t, alone, table.Seat{}).State; got != want {
			t.Errorf("among others\n%s\nalone\n%s", got, want)
		}
	}
}

// waiting is a parked Isloppet in which somebody is asked, and the question.
func waiting(t testing.TB, seed int) *table.Table {
	options := scripts.Options{Variant: "isloppet", Laps: 1, People: []string{firstOf(t, "isloppet")}}
	tb := begin(t, table.Setup{Options: options, Seed: strconv.Itoa(seed)}, nil)
	if beat := advance(t, tb); beat.Waits != table.ForAnswers {
		t.Fatal(beat.Waits, beat.Problem)
	}
	tb.Park()
	return tb
}

// perRace is how many bytes a parked Isloppet may take: 10,000 fit into 1 GB.
const perRace = 100_000

// heap is what the program holds.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// parked makes so many parked races, and says how many bytes each takes.
func parked(t testing.TB, n int) (races []*table.Table, each int64) {
	waiting(t, 0) // what they share
	before := heap()
	for i := range n {
		races = append(races, waiting(t, i))
	}
	return races, (heap() - before) / int64(n)
}

// A parked race is text.
func TestParkedIsSmall(t *testing.T) {
	races, each := parked(t, 50)
	if each > perRace {
		t.Errorf("a parked race takes %d bytes", each)
	}
	runtime.KeepAlive(races)
}

// BenchmarkThousand plays a thousand Isloppets in turn.
func BenchmarkThousand(b *testing.B) {
	for b.Loop() {
		var races []*table.Table
		for i := range 1000 {
			races = append(races, isloppet(b, i))
		}
		for i, err := range inTurn(b, races) {
			if err != nil {
				b.Fatalf("race %d was stopped: %v", i, err)
			}
		}
	}
}

// BenchmarkParked answers in one after the other of ten thousand parked
// Isloppets. An operation goes from the answer until the step that asked has
// been played on, from text; that of the slowest in a hundred is told too.
func BenchmarkParked(b *testing.B) {
	races, each := parked(b, 10_000)
	if each > perRace {
		b.Errorf("a parked race takes %d bytes", each)
	}
	var took []time.Duration
	for b.Loop() {
		b.StopTimer()
		tb := races[len(took)%len(races)]
		waiting := view(b, tb, table.Seat{}).Waiting
		if len(waiting) == 0 {
			b.Fatal("a race is over") // more operations than there are answers
		}
		seat := table.SeatOf(waiting[0].Who)
		q := view(b, tb, seat).Questions[0]
		began := time.Now()
		b.StartTimer()
		if err := tb.Answer(seat, q.ID, q.Options[q.Default].ID); err != nil {
			b.Fatal(err)
		}
		if beat, err := tb.Advance(b.Context()); err != nil || beat.Problem != nil {
			b.Fatal(err, beat.Problem)
		}
		b.StopTimer()
		took = append(took, time.Since(began))
		advance(b, tb)
		tb.Park()
		b.StartTimer()
	}
	b.ReportMetric(float64(each), "B/race")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-slow")
}
