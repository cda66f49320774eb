package sim

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// unvisited is the oval without a guest, and hosted the same with one.
var unvisited, hosted = oval{bots: []string{"calm"}}, oval{bots: []string{"wild", "calm", "calm", "calm"}}

// visited plays races of the two.
func visited(t *testing.T, from, to, of int64, workers int) *Result {
	t.Helper()
	guest := hosted.variant()
	guest.Guest = true
	r, err := Run(context.Background(), Job{Seed: "guest", Races: of, From: from, To: to, Workers: workers, A: unvisited.variant(), Others: []Variant{guest}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The figures of a guest are those of the one car that he drives, every car in
// turn, and of the same car without him.
func TestGuestIsOfHisCar(t *testing.T) {
	const races = 100
	want := make([]Diff, len(GuestFigures()))
	for n := int64(1); n <= races; n++ {
		car := (4 - int(n-1)%4) % 4
		without, with := alone(t, unvisited, "guest", n), alone(t, hosted, "guest", n)
		for k := range CarFigures() {
			want[k] = plus(want[k], without.figure(car, k), with.figure(car, k))
		}
		was, is := without.figure(car, 0), with.figure(car, 0)
		want[4] = plus(want[4], one(was < is), one(is < was))
	}
	if got := visited(t, 1, races, races, 2).Pairs[0].Guest; !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

// Parts with a guest add up, and not to parts without one.
func TestGuestPartsAddUp(t *testing.T) {
	whole := visited(t, 1, 60, 60, 1)
	parts := []Part{{"one", reread(t, visited(t, 1, 30, 60, 3))}, {"two", reread(t, visited(t, 31, 60, 60, 2))}}
	sum, err := Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := encoded(t, sum), encoded(t, whole); got != want {
		t.Error(differ(got, want))
	}
	parts[1].Result = simulate(t, "guest", 31, 60, 60, 1, unvisited, &hosted)
	if _, err := Merge(parts); err == nil || !strings.Contains(err.Error(), "two: it has other bots than one") {
		t.Errorf("parts without a guest: %v", err)
	}
}

// A result that speaks of a guest and has no bots is refused.
func TestGuestNeedsBots(t *testing.T) {
	r := visited(t, 1, 4, 4, 1)
	r.Subjects[0].Bots, r.Counts[0].Bots = nil, nil
	if _, err := Decode([]byte(encoded(t, r))); err == nil || !strings.Contains(err.Error(), "there is a guest, and no bot") {
		t.Error(err)
	}
}

// What is to be sure of a guest is his wins, beside the figures of the races.
func TestGuestHeadlines(t *testing.T) {
	var names []string
	for _, h := range visited(t, 1, 40, 40, 1).Headlines() {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	if want := []string{"lead changes", "overtakes", "retired cars", "rounds", "wins by car", "wins by grid slot", "wins of wild"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
