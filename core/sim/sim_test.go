package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sandbox/core/race"
)

// Whoever plays which race, the sums are the same bytes.
func TestRunIsTheSameForAnyWorkers(t *testing.T) {
	for name, c := range map[string]struct {
		a oval
		b *oval
	}{
		"alone":                 {plain, nil},
		"compared":              {plain, &faster},
		"some fail":             {troubled, nil},
		"some fail, compared":   {troubled, &faster},
		"others fail, compared": {faster, &troubled},
	} {
		want := encoded(t, whole(t, name, 150, c.a, c.b))
		for _, workers := range []int{0, 2, 7} {
			if got := encoded(t, simulate(t, name, 1, 150, 150, workers, c.a, c.b)); got != want {
				t.Errorf("%s: %d workers %s", name, workers, differ(got, want))
			}
		}
	}
}

// A run is the sum of its races, each played by itself, and one that fails
// leaves no trace in the sums or in the races after it.
func TestRunIsTheSumOfItsRaces(t *testing.T) {
	const races = 200
	for name, o := range map[string]oval{"plain": plain, "faster": faster, "troubled": troubled} {
		got := whole(t, "sum", races, o, nil).Counts[0]
		want := newCounts(&Subject{Cars: ovalCars, Bots: o.bots, Tables: []Table{ovalTable}})
		for n := int64(1); n <= races; n++ {
			s := alone(t, o, "sum", n)
			if s.err == nil {
				s.addTo(want)
			}
		}
		want.Failed, want.Overtakes, want.Leads, want.Course, want.Known = got.Failed, got.Overtakes, got.Leads, got.Course, got.Known // have tests of their own
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v\nwant\n%+v", name, got, want)
		}
		if name == "troubled" && (got.Failed.Races == 0 || got.Races+got.Failed.Races != races) {
			t.Errorf("%d of %d races played, %d failed", got.Races, races, got.Failed.Races)
		}
	}
}

// addTo adds a race in a way that has nothing in common with Counts.take.
func (s *single) addTo(c *Counts) {
	c.Races++
	c.Rounds[s.rounds]++
	out := 0
	place := func(p *Places, at, car int) {
		p.Starts++
		p.Points += int64(s.points[car])
		map[bool][]int64{false: p.Home, true: p.Out}[s.cars[car].Status() == race.Retired][at]++
	}
	for at, car := range s.order {
		place(&c.Cars[car], at, car)
		place(&c.Slots[s.cars[car].Grid()-1], at, car)
		place(&c.Bots[s.bots[car]], at, car)
		if s.cars[car].Status() == race.Retired {
			out++
			c.Out[s.cars[car].Why()]++
		}
		for what, cars := range s.counted {
			if len(cars[car]) > 0 {
				place(&s.item(c, what).Places, at, car)
			}
		}
	}
	c.Retired[out]++
	for face, n := range s.rows {
		c.Rows[0][face] += int64(n)
	}
	for what, cars := range s.counted {
		it := s.item(c, what)
		it.Races++
		for _, list := range cars {
			for _, n := range list {
				it.Times++
				it.Sum += int64(n)
			}
		}
	}
}

func (s *single) item(c *Counts, what string) *Item {
	if c.Counted[what] == nil {
		c.Counted[what] = &Item{Places: newPlaces(1, len(c.Cars))[0]}
	}
	return c.Counted[what]
}

// A race of a run has the seed that Seed says and is the same by itself.
func TestSeedPlaysARaceAgain(t *testing.T) {
	if got := Seed("monza", 17); got != "monza/17" {
		t.Errorf("Seed gives %q", got)
	}
	for _, n := range []int64{1, 2, 16, 17, 49} {
		c, s := simulate(t, "again", n, n, 50, 1, plain, nil).Counts[0], alone(t, plain, "again", n)
		if c.Rounds[s.rounds] != 1 || c.Races != 1 {
			t.Errorf("race %d: rounds %v, want %d", n, c.Rounds, s.rounds)
		}
		for at, car := range s.order {
			if p := c.Cars[car]; p.Home[at]+p.Out[at] != 1 {
				t.Errorf("race %d: %s is at %v %v, want place %d", n, ovalCars[car], p.Home, p.Out, at+1)
			}
		}
	}
}

func TestSumsAreConsistent(t *testing.T) {
	const races = 300
	c, cars := whole(t, "consistent", races, troubled, nil).Counts[0], int64(len(ovalCars))
	same := func(what string, got, want int64) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	same("races and failures", c.Races+c.Failed.Races, races)
	out, wins, points := int64(0), int64(0), [3]int64{}
	for _, n := range c.Out {
		out += n
	}
	for group, places := range [][]Places{c.Cars, c.Slots, c.Bots} {
		starts, gone, at := int64(0), int64(0), make([]int64, cars)
		for i := range places {
			p := &places[i]
			if group < 2 {
				same("starts", p.Starts, c.Races)
			}
			starts, gone, points[group] = starts+p.Starts, gone+p.Retired(), points[group]+p.Points
			addTo(at, p.Home)
			addTo(at, p.Out)
		}
		same("all starts", starts, cars*c.Races)
		same("all retired", gone, out)
		same("points", points[group], points[0])
		for place, n := range at {
			same("place "+strconv.Itoa(place+1), n, c.Races)
		}
	}
	mean := 0.0
	for i := range c.Cars {
		wins += c.Cars[i].Wins()
		mean += c.Cars[i].MeanPlace() / float64(cars)
	}
	if mean < 2.5-1e-9 || mean > 2.5+1e-9 {
		t.Errorf("the mean place of all four cars is %v", mean)
	}
	same("wins", wins, c.Races-c.Retired[int(cars)])
	total := func(h Histogram) (races, sum int64) {
		for v, n := range h {
			races, sum = races+n, sum+int64(v)*n
		}
		return races, sum
	}
	for _, h := range []Histogram{c.Rounds, c.Overtakes, c.Leads, c.Retired} {
		n, _ := total(h)
		same("races of a histogram", n, c.Races)
	}
	_, sum := total(c.Retired)
	same("retired cars", sum, out)
	rows := int64(0)
	for _, n := range c.Rows[0] {
		rows += n
	}
	same("rows", rows, c.Counted["trouble"].Times)
	same("rain", c.Counted["rain"].Sum, 3*c.Counted["rain"].Times)
	same("cars that it rained on", c.Counted["rain"].Places.Starts, 0)
	if c.Counted["doomed"] != nil {
		t.Error("what a failed race has counted is in the sums")
	}
	if out == 0 || c.Retired[0] == c.Races || c.Counted["rain"].Races == 0 || c.Counted["rain"].Races == c.Races {
		t.Errorf("the game is too quiet to test with: %+v", c)
	}
}

func TestFailuresKeepNumberDealAndMessage(t *testing.T) {
	const races = 250
	var want Failures
	for n := int64(1); n <= races; n++ {
		s := alone(t, troubled, "failures", n)
		if s.err == nil {
			continue
		}
		want.Races++
		f := Failure{Race: n, Deal: int(n-1) % 3, Message: s.err.Error()}
		if f.Message == "panic" {
			f.Message, f.Trace = "this is a bug in the program, not in your files: no such wheel", "a trace"
		}
		if len(want.First) < 10 {
			want.First = append(want.First, f)
		}
	}
	for _, workers := range []int{1, 3} {
		r := simulate(t, "failures", 1, races, races, workers, faster, &troubled)
		got := r.Counts[1].Failed
		for i := range got.First {
			if f := &got.First[i]; strings.Contains(f.Trace, "core/sim") {
				f.Trace = "a trace"
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: %+v\nwant %+v", workers, got, want)
		}
		if r.Counts[0].Failed.Races != 0 || r.Counts[0].Races != races || r.Pairs[0].Races != races-want.Races || !r.Whole() {
			t.Errorf("A: %d failed of %d; %d pairs, whole %t", r.Counts[0].Failed.Races, r.Counts[0].Races, r.Pairs[0].Races, r.Whole())
		}
	}
	text := fmt.Sprint(want.First)
	if want.Races < 20 || !strings.Contains(text, "no such wheel") || !strings.Contains(text, "the wheel came off") {
		t.Errorf("the game fails too rarely to test with: %+v", want)
	}
}

func TestARaceWithoutEndFails(t *testing.T) {
	o := plain
	o.fates = always("endless")
	c := whole(t, "endless", 1, o, nil).Counts[0]
	if want := "again is step 10001 since round 3 began, and 10000 are the most: is there a rule that names the same steps without an end?"; c.Races != 0 || c.Failed.First[0].Message != want {
		t.Errorf("%+v, want %q", c.Failed, want)
	}
}

// Each bot drives each car equally often.
func TestBotsAreDealt(t *testing.T) {
	for _, bots := range [][]string{{"calm"}, {"calm", "bold"}, plain.bots, {"1", "2", "3", "4", "5", "6"}} {
		drove, o, deal := map[[2]int]int{}, oval{bots: bots}, 0
		o.begin = func(d int) { deal = d }
		o.score = func(_, d int) int {
			if d != deal {
				t.Errorf("dealt %d further on, and %d before", d, deal)
			}
			return 0
		}
		o.turn = func(r *race.Race, car, d int) {
			if r.Round() == 1 {
				drove[[2]int{(car + d) % len(bots), car}]++
			}
		}
		k := int64(len(bots))
		c := whole(t, "deal", 5*k, o, nil).Counts[0]
		for _, number := range []int64{firstAgain} { // it is driven twice
			for car := range ovalCars {
				if number <= 5*k && number > 1 {
					drove[[2]int{(car + int((number-1)%k)) % len(bots), car}]--
				}
			}
		}
		for bot := range bots {
			for car := range ovalCars {
				if n := drove[[2]int{bot, car}]; n != 5 {
					t.Errorf("%d bots, %d races: bot %d drove %s %d times", k, 5*k, bot, ovalCars[car], n)
				}
			}
			if n := c.Bots[bot].Starts; n != int64(5*len(ovalCars)) {
				t.Errorf("%d bots: bot %d starts %d times", k, bot, n)
			}
		}
	}
}

// eventsOf runs a job of plain races and returns its events and its result.
func eventsOf(t testing.TB, ctx context.Context, o oval, races int64, workers int) (string, *Result) {
	t.Helper()
	var events bytes.Buffer
	r, err := Run(ctx, Job{Seed: "events", Races: races, From: 1, To: races, Workers: workers, A: o.variant(), Events: &events})
	if err != nil {
		t.Fatal(err)
	}
	return events.String(), r
}

func TestEventsComeInTheOrderOfTheRaces(t *testing.T) {
	want, r := eventsOf(t, context.Background(), troubled, 100, 1)
	for _, workers := range []int{2, 7} {
		if got, other := eventsOf(t, context.Background(), troubled, 100, workers); got != want || encoded(t, other) != encoded(t, r) {
			t.Errorf("%d workers write other events or sums", workers)
		}
	}
	last, types := 0, map[string]int{}
	for line := range strings.Lines(want) {
		var e struct {
			Race int
			Type string
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if e.Race != last && e.Race != last+1 {
			t.Fatalf("race %d after race %d", e.Race, last)
		}
		last = e.Race
		types[e.Type]++
	}
	c := r.Counts[0]
	home, out := int64(0), int64(0)
	for i := range c.Cars {
		home, out = home+c.Cars[i].Top(4), out+c.Cars[i].Retired()
	}
	if last != 100 || types["grid"] != 400 || types["finish"] < int(home) || types["retire"] < int(out) || c.Failed.Races == 0 {
		t.Errorf("%d races, events %v; %d cars home and %d out", last, types, home, out)
	}
	if r := whole(t, "events", 100, troubled, nil); encoded(t, r) != encoded(t, &Result{Format: Format, Engine: r.Engine, Seed: "events", Races: 100, From: 1, To: 100, Subjects: r.Subjects, Counts: []*Counts{c}, Pairs: []*Pairs{}}) {
		t.Error("with events the sums are others")
	}
}

// numbered is an oval whose deal tells the number of the race.
func numbered(races int) oval {
	var o oval
	for n := range races {
		o.bots = append(o.bots, "bot "+strconv.Itoa(n+1))
	}
	return o
}

func TestCancelledRunIsOfTheRacesPlayed(t *testing.T) {
	all, _ := eventsOf(t, context.Background(), numbered(64), 64, 1)
	upTo := func(n int) string { return all[:strings.Index(all, fmt.Sprintf(`{"race":%d,`, n+1))] }
	for _, c := range []struct {
		name     string
		workers  int
		at, when int // race at is cancelled when race when has begun
		done     int64
		events   int // of races 1 to this
	}{
		{"in a batch", 1, 37, 37, 37, 37},
		{"first race", 1, 1, 1, 1, 1},
		{"end of batch", 1, 32, 32, 32, 32},
		{"two workers", 2, 5, 32, 5, 5}, // races 17 to 32 of the second have others to come before
	} {
		ctx, cancel := context.WithCancel(context.Background())
		begun, o := make(chan struct{}), numbered(64)
		o.begin = func(deal int) {
			if deal+1 == c.when {
				close(begun)
			}
			if deal+1 == c.at {
				<-begun
				cancel()
			}
		}
		events, r := eventsOf(t, ctx, o, 64, c.workers)
		if r.Done() != c.done || r.Whole() {
			t.Errorf("%s: %d races, whole %t; want %d", c.name, r.Done(), r.Whole(), c.done)
		}
		if events != upTo(c.events) {
			t.Errorf("%s: the events are not those of races 1 to %d: %s", c.name, c.events, differ(events, upTo(c.events)))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if events, r := eventsOf(t, ctx, plain, 64, 2); r.Done() != 0 || events != "" {
		t.Errorf("cancelled before it began: %d races, events %q", r.Done(), events)
	}
}

func TestProgress(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var told []int64
		job := Job{Seed: "s", Races: 100, From: 21, To: 60, Workers: workers, A: plain.variant(), Progress: func(sum *Result) bool { told = append(told, sum.Done()); return false }}
		if _, err := Run(context.Background(), job); err != nil {
			t.Fatal(err)
		}
		for i := range told {
			if i > 0 && told[i] < told[i-1] {
				t.Errorf("progress goes from %d to %d", told[i-1], told[i])
			}
		}
		if told = slices.Compact(told); len(told) < 40 || told[len(told)-1] != 40 {
			t.Errorf("%d workers: told %v, want each number up to 40", workers, told)
		}
	}
}

// full is a disk that takes some writes and then no more.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestRunRefuses(t *testing.T) {
	var (
		broken  = plain.variant()
		started = plain.variant()
		crowded = plain.variant()
		resting = plain.variant()
	)
	broken.Fresh = func(*race.Race, bool) (Rules, error) { return nil, errors.New("no rules today") }
	started.Setup.Laps = 0
	crowded.Setup.Entries = []string{"A", "A", "C", "D"}
	resting.Fresh = func(*race.Race, bool) (Rules, error) { return idle{}, nil }
	const range1 = ": a run has 1 to 100000000 races"
	for _, c := range []struct {
		name     string
		from, to int64
		of       int64
		a        Variant
		events   io.Writer
		want     string
	}{
		{"no races", 1, 0, 0, plain.variant(), nil, "races 1 to 0 of 0" + range1},
		{"from 0", 0, 5, 5, plain.variant(), nil, "races 0 to 5 of 5" + range1},
		{"backwards", 4, 3, 5, plain.variant(), nil, "races 4 to 3 of 5" + range1},
		{"beyond", 1, 6, 5, plain.variant(), nil, "races 1 to 6 of 5" + range1},
		{"too many", 1, 1, 100_000_001, plain.variant(), nil, "races 1 to 1 of 100000001" + range1},
		{"no rules", 1, 90, 90, broken, nil, "no rules today"},
		{"no laps", 1, 90, 90, started, nil, "a race has at least one lap, not 0"},
		{"a name twice", 1, 90, 90, crowded, nil, `entry 2: "A" cannot be a car's name (empty, taken, not UTF-8, or kept for the race itself)`},
		{"disk full at once", 1, 90, 90, plain.variant(), &full{0}, "no space left"},
		{"disk full later", 1, 90, 90, plain.variant(), &full{3}, "no space left"},
	} {
		for _, workers := range []int{1, 3} {
			r, err := Run(context.Background(), Job{Seed: "s", Races: c.of, From: c.from, To: c.to, Workers: workers, A: c.a, Events: c.events})
			if err == nil || err.Error() != c.want || r != nil {
				t.Errorf("%s, %d workers: %v\nwant %s", c.name, workers, err, c.want)
			}
			if f, ok := c.events.(*full); ok {
				f.left = 0 // it stays full
			}
			if c.events != nil && !errors.Is(err, errFull) {
				t.Errorf("%s: the writer's error is lost: %v", c.name, err)
			}
		}
	}
	r, err := Run(context.Background(), Job{Seed: "s", Races: 2, From: 1, To: 2, Workers: 1, A: resting})
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Counts[0].Failed; f.Races != 2 || f.First[0].Message != "no car ever ran: a session has to stand the cars on the track, with race:grid" {
		t.Errorf("races without a start: %+v", f)
	}
}

// idle is rules under which nothing happens.
type idle struct{}

func (idle) State(*race.Race) (race.Notes, error)  { return race.Notes{}, nil }
func (idle) SetState(*race.Race, race.Notes) error { return nil }
func (idle) Next(*race.Race) (*race.Step, error)   { return nil, race.ErrOver }
func (idle) Run(*race.Race, *race.Step) error      { return nil }
func (idle) Reset(int)                             {}
func (idle) Bot(int) int                           { return 0 }
func (idle) Field(int, string) string              { return "" }
func (idle) Points(race.Placing) int               { return 0 }

// once calls a function in the first turn of each race.
func once(f func(r *race.Race, car, deal int)) func(*race.Race, int, int) {
	return func(r *race.Race, car, deal int) {
		if r.Round() == 1 && r.Car(car).Grid() == 1 {
			f(r, car, deal)
		}
	}
}

func TestLimitsOfNames(t *testing.T) {
	retire := func(r *race.Race, car, deal int) { _ = r.Retire(car, "cause "+strconv.Itoa(deal)) }
	count := func(r *race.Race, car, deal int) { r.Count(car, "thing "+strconv.Itoa(deal), 1) }
	const tail = ": they are names, not texts built from numbers"
	for _, c := range []struct {
		name  string
		turn  func(r *race.Race, car, deal int)
		names int
		want  string
	}{
		{"causes", retire, 498, ""}, // and two of the oval's own
		{"causes", retire, 499, "more than 500 reasons to retire" + tail},
		{"counted", count, 497, ""}, // and three
		{"counted", count, 498, "more than 500 things that are counted" + tail},
	} {
		o := numbered(c.names)
		o.turn = once(c.turn)
		for _, workers := range []int{1, 3} {
			n := int64(c.names)
			_, err := Run(context.Background(), Job{Seed: "s", Races: n, From: 1, To: n, Workers: workers, A: o.variant()})
			if got := fmt.Sprint(err); err != nil && got != c.want || (err == nil) != (c.want == "") {
				t.Errorf("%s: %d names, %d workers: %v, want %q", c.name, c.names, workers, err, c.want)
			}
		}
		_, err := Merge(parts(t, "s", int64(c.names), 2, o, nil))
		if got := fmt.Sprint(err); err != nil && got != c.want || (err == nil) != (c.want == "") {
			t.Errorf("%s: %d names merged: %v, want %q", c.name, c.names, err, c.want)
		}
	}
}

// A run that counts ever more names stops long before its end.
func TestLimitsStopARun(t *testing.T) {
	begun, o := 0, numbered(5000)
	o.begin = func(int) { begun++ }
	o.turn = once(func(r *race.Race, car, deal int) { r.Count(car, strconv.Itoa(deal), 1) })
	if _, err := Run(context.Background(), Job{Seed: "s", Races: 5000, From: 1, To: 5000, Workers: 1, A: o.variant()}); err == nil || begun > 600 {
		t.Errorf("stopped after %d races: %v", begun, err)
	}
}

func TestLimitsOfSums(t *testing.T) {
	counts := func(what string, list ...int) func(*race.Race, int, int) {
		return once(func(r *race.Race, car, _ int) {
			for i, n := range list {
				r.Count((car+i)%4, what, n)
			}
		})
	}
	for _, c := range []struct {
		name   string
		turn   func(*race.Race, int, int)
		points int
		want   string
	}{
		{"most", counts("fuel", 100_000), 0, ""},
		{"one more", counts("fuel", 100_001), 0, `"fuel" was counted to 100001 in one race; 100000 is the most`},
		{"of several cars", counts("fuel", 60_000, 50_000), 0, `"fuel" was counted to 110000 in one race; 100000 is the most`},
		{"below nothing", counts("fuel", -100_001), 0, `"fuel" was counted to 100001 in one race; 100000 is the most`},
		{"one up, one down", counts("fuel", 60_000, -50_000), 0, `"fuel" was counted to 110000 in one race; 100000 is the most`},
		{"most points", nil, 25_000, ""}, // for each of four cars
		{"too many points", nil, 25_001, "100004 points were scored in one race; 100000 is the most"},
		{"too few points", nil, -25_001, "100004 points were scored in one race; 100000 is the most"},
	} {
		o := plain
		o.turn, o.score = c.turn, func(int, int) int { return c.points }
		f := whole(t, "s", 1, o, nil).Counts[0].Failed
		if got := fmt.Sprint(f.First); c.want == "" && f.Races != 0 || c.want != "" && (f.Races != 1 || f.First[0].Message != c.want) {
			t.Errorf("%s: %s, want %q", c.name, got, c.want)
		}
	}
}

// A race that the context stops counts for nothing, and its events are not
// written: nor is one of a pair of which the other was stopped.
func TestCancelledInARace(t *testing.T) {
	all, _ := eventsOf(t, context.Background(), numbered(64), 64, 1)
	for _, second := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := numbered(64)
		stopped.turn = func(r *race.Race, car, deal int) {
			if deal+1 == 5 && r.Round() == 2 {
				cancel()
				panic("stopped")
			}
		}
		var events bytes.Buffer
		job := Job{Seed: "events", Races: 64, From: 1, To: 64, Workers: 1, A: stopped.variant(), Events: &events}
		if second {
			job.A, job.Others = numbered(64).variant(), []Variant{job.A}
		}
		r, err := Run(ctx, job)
		if err != nil {
			t.Fatal(err)
		}
		if r.Done() != 4 || r.Counts[0].Failed.Races != 0 || r.Counts[len(r.Counts)-1].Failed.Races != 0 {
			t.Errorf("second %t: %d races, %d failed", second, r.Done(), r.Counts[0].Failed.Races)
		}
		if want := all[:strings.Index(all, `{"race":5,`)]; events.String() != want {
			t.Errorf("second %t: %s", second, differ(events.String(), want))
		}
	}
}
