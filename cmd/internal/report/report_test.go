package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
	"sandbox/core/sim"
)

// result is of four races of two cars, as if they had been played.
func result() *sim.Result {
	return &sim.Result{
		Format: sim.Format, Engine: race.Engine, Seed: "s", Races: 4, From: 1, To: 4,
		Subjects: []sim.Subject{{
			Variant: "oval", Name: "Oval", Track: "Ring", Laps: 1, Settings: []string{"bonus=2"}, Cars: []string{"A", "B"}, Bots: []string{"calm", "bold"},
			Tables: []sim.Table{
				{Name: "action", Dice: "d6", Rows: []sim.Row{{From: 1, To: 1, Text: "fire"}, {From: 2, To: 3, Text: "spin"}, {From: 4, To: 6, Text: "lucky"}}},
				{Name: "odd", Dice: "2d2", Rows: []sim.Row{{From: 2, To: 3, Text: "low"}, {From: 4, To: 4, Text: "high"}}},
			},
		}},
		Counts: []*sim.Counts{{
			Races: 4, Failed: sim.Failures{First: []sim.Failure{}},
			Rounds: sim.Histogram{5: 1, 6: 2, 7: 1}, Overtakes: sim.Histogram{0: 4}, Leads: sim.Histogram{0: 2, 1: 2}, Retired: sim.Histogram{0: 3, 1: 1},
			Course: sim.Course{{40: 1, 80: 3}, {1: 4}, {-50: 2, 100: 2}, {6: 2, 10: 2}, {3: 4}, {0: 3, 2: 1}}, Known: known(),
			Slots: []sim.Places{places(36, "3 0", "0 1"), places(28, "1 3", "0 0")},
			Cars:  []sim.Places{places(32, "2 2", "0 0"), places(32, "2 1", "0 1")},
			Bots:  []sim.Places{places(34, "4 0", "0 0"), places(30, "0 3", "0 1")},
			Out:   map[string]int64{"fire": 1},
			Rows:  [][]int64{{0, 1, 0, 0, 2, 0, 1}, {0, 0, 0, 0, 0}},
			Counted: map[string]*sim.Item{
				"spin": {Times: 6, Sum: 9, Races: 3, Places: places(0, "1 0", "0 1")},
				"rain": {Times: 1, Sum: -3, Races: 1, Places: places(0, "0 0", "0 0")},
			},
		}},
	}
}

// known is four races of five rounds: two rounds before the end one leads who
// does not win.
func known() (k sim.Known) {
	copy(k.Races[:], []int64{4, 4, 4, 4, 4, 4})
	copy(k.Right[:], []int64{4, 4, 3, 4, 4, 4})
	return k
}

// places are where cars came in: at home and, after being out, by place.
func places(points int64, home, out string) sim.Places {
	p := sim.Places{Points: points}
	for _, side := range []struct {
		text string
		into *[]int64
	}{{home, &p.Home}, {out, &p.Out}} {
		for _, digit := range strings.Fields(side.text) {
			n := int64(digit[0] - '0')
			*side.into, p.Starts = append(*side.into, n), p.Starts+n
		}
	}
	return p
}

// pairs are n pairs of a figure that is a in the one race and b in the other,
// but 1 more in every second B.
func pairs(n, a, b int64) sim.Diff {
	odd, even := n/2, n-n/2
	return sim.Diff{N: n, A: n * a, B: n*b + odd, D: n*(b-a) + odd, AA: n * a * a, BB: even*b*b + odd*(b+1)*(b+1), DD: even*(b-a)*(b-a) + odd*(b-a+1)*(b-a+1)}
}

// compared is of a hundred pairs of races.
func compared() *sim.Result {
	r := result()
	b := r.Subjects[0]
	b.Settings = []string{"bonus=3"}
	r.Races, r.To, r.Subjects, r.Counts = 100, 100, append(r.Subjects, b), append(r.Counts, result().Counts[0])
	r.Counts[0].Races, r.Counts[1].Races = 100, 100
	same, none := sim.Diff{N: 100, A: 300, B: 300, AA: 900, BB: 900}, sim.Diff{N: 100}
	car := func(first sim.Diff) sim.CarDiff { return sim.CarDiff{first, same, none, none} }
	r.Pairs = []*sim.Pairs{{
		Races:   100,
		Figures: []sim.Diff{pairs(100, 10, 12), pairs(100, 10, 5), same, {N: 100, A: 50, B: 52, D: 2, AA: 50, BB: 52, DD: 4}, none, none, pairs(100, 60, 80), same, none, pairs(100, 8, 10), none, pairs(100, 2, 0)},
		Slots:   []sim.CarDiff{car(pairs(100, 1, 2)), car(same)},
		Cars:    []sim.CarDiff{car(same), {}},
		Bots:    []sim.CarDiff{car(same), car(pairs(100, 2, 1))},
		Out:     map[string]sim.Diff{"fire": pairs(20, 0, 1), "": same}, Alike: map[string]sim.Diff{},
		Counted: map[string]sim.Diff{"spin": pairs(100, 2, 3)},
	}}
	return r
}

// printed is a table as people read it, a line for each row.
func printed(t *Table) string {
	titles, right, rows := t.Words()
	lines := []string{strings.Join(titles, " | ")}
	for _, row := range rows {
		if len(row) != len(titles) || len(right) != len(titles) {
			lines = append(lines, "A ROW OF ANOTHER LENGTH")
		}
		lines = append(lines, strings.Join(row, " | "))
	}
	return strings.Join(append(lines, t.Notes...), "\n")
}

// tablesAre compares the words of tables, from the second line on the name of
// each in brackets.
func tablesAre(t *testing.T, tables []Table, want string) {
	t.Helper()
	var got []string
	for i := range tables {
		got = append(got, "["+tables[i].Name+"] "+tables[i].Title+"\n"+printed(&tables[i]))
	}
	list := strings.Split(strings.TrimSpace(want), "\n\n")
	for i := range max(len(got), len(list)) {
		switch {
		case i >= len(got):
			t.Errorf("there is no\n%s", list[i])
		case i >= len(list):
			t.Errorf("there is more:\n%s", got[i])
		case got[i] != list[i]:
			t.Errorf("got\n%s\nwant\n%s", got[i], list[i])
		}
	}
}

func TestTablesOfARun(t *testing.T) {
	tablesAre(t, Of(result()), `
[game] The game
 | mean | from | to | spread | 5 % | half | 95 %
lead changes | 0.50 | -0.07 | 1.07 | 0.58 | 0.00 | 0.00 | 1.00
last lead change, % of the race | 70.00 | 50.40 | 89.60 | 20.00 | 40.00 | 80.00 | 80.00
rounds led up to the end | 1.00 | 1.00 | 1.00 | 0.00 | 1.00 | 1.00 | 1.00
order of the grid kept, % | 25.00 | -59.87 | 109.87 | 86.60 | -50.00 | -50.00 | 100.00
decisions of a driver | 4.00 | 2.87 | 5.13 | 1.15 | 3.00 | 3.00 | 5.00
of these real ones | 1.50 | 1.50 | 1.50 | 0.00 | 1.50 | 1.50 | 1.50
turns a driver waits | 0.25 | -0.24 | 0.74 | 0.50 | 0.00 | 0.00 | 1.00
winner known, rounds before the end | 1.00 |  |  |  |  |  | 
places decided by the grid, % | 12.50 |  |  |  |  |  | 

[races] Per race
 | mean | from | to | spread | least | 5 % | half | 95 % | most
rounds | 6.00 | 5.20 | 6.80 | 0.82 | 5 | 5 | 6 | 7 | 7
overtakes | 0.00 | 0.00 | 0.00 | 0.00 | 0 | 0 | 0 | 0 | 0
retired cars | 0.25 | -0.24 | 0.74 | 0.50 | 0 | 0 | 0 | 1 | 1

[by_slot] By grid slot
slot | starts | wins | win % | 95 % | top 3 % | place | out % | points
1 | 4 | 3 | 75.0 | 30.1-95.4 | 75.0 | 1.25 | 25.0 | 9.00
2 | 4 | 1 | 25.0 | 4.6-69.9 | 100.0 | 1.75 | 0.0 | 7.00

[by_car] By car
car | starts | wins | win % | 95 % | top 3 % | place | out % | points
A | 4 | 2 | 50.0 | 15.0-85.0 | 100.0 | 1.50 | 0.0 | 8.00
B | 4 | 2 | 50.0 | 15.0-85.0 | 75.0 | 1.50 | 25.0 | 8.00

[by_bot] By bot
bot | starts | wins | win % | 95 % | top 3 % | place | out % | points
calm | 4 | 4 | 100.0 | 51.0-100.0 | 100.0 | 1.00 | 0.0 | 8.50
bold | 4 | 0 | 0.0 | 0.0-49.0 | 75.0 | 2.00 | 25.0 | 7.50

[retirements] Retirements
cause | cars | per race | of all %
fire | 1 | 0.25 | 100.0

[counted] Counted by the rules
what | times | per race | amount | races % | cars % | win % | 95 % | place | out %
spin | 6 | 1.50 | 1.50 | 75.0 | 25.0 | 50.0 | 9.5-90.5 | 1.50 | 50.0
rain | 1 | 0.25 | -3.00 | 25.0 | 0.0 |  |  |  | 

[rows action] Rows of action (d6)
roll | row | times | % | odds %
1 | fire | 1 | 25.0 | 16.7
2-3 | spin | 0 | 0.0 | 33.3
4-6 | lucky | 3 | 75.0 | 50.0
never used: 2-3

[rows odd] Rows of odd (2d2)
roll | row | times | % | odds %
2-3 | low | 0 | 0.0 | 75.0
4 | high | 0 | 0.0 | 25.0
this table was never rolled on
`)
}

// What there is nothing to say about is left out.
func TestTablesOfASimpleRun(t *testing.T) {
	r := result()
	s, c := &r.Subjects[0], r.Counts[0]
	s.Bots, s.Tables, c.Rows, c.Bots = s.Bots[:1], s.Tables[:1], c.Rows[:1], c.Bots[:1]
	c.Out, c.Counted = map[string]int64{"": 3, "spun": 2, "fire": 2}, nil
	c.Slots = []sim.Places{places(0, "3 1", "0 0"), places(0, "0 0", "0 0")} // nobody started from the second
	c.Cars[0].Points, c.Cars[1].Points = 0, 0
	c.Rows[0] = []int64{0, 1, 1, 1, 1, 1, 1}
	all := Of(r)
	tablesAre(t, slices.Delete(all, 0, 2), `
[by_slot] By grid slot
slot | starts | wins | win % | 95 % | top 3 % | place | out %
1 | 4 | 3 | 75.0 | 30.1-95.4 | 100.0 | 1.25 | 0.0

[by_car] By car
car | starts | wins | win % | 95 % | top 3 % | place | out %
A | 4 | 2 | 50.0 | 15.0-85.0 | 100.0 | 1.50 | 0.0
B | 4 | 2 | 50.0 | 15.0-85.0 | 75.0 | 1.50 | 25.0

[retirements] Retirements
cause | cars | per race | of all %
(no reason given) | 3 | 0.75 | 42.9
fire | 2 | 0.50 | 28.6
spun | 2 | 0.50 | 28.6

[rows action] Rows of action (d6)
roll | row | times | % | odds %
1 | fire | 1 | 16.7 | 16.7
2-3 | spin | 2 | 33.3 | 33.3
4-6 | lucky | 3 | 50.0 | 50.0
`)
}

func TestTablesOfAComparison(t *testing.T) {
	tablesAre(t, Of(compared()), `
[game] The game
figure | A | B | B - A | 95 % |  | pairing
lead changes | 3.000 | 3.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
last lead change, % of the race | 60.000 | 80.500 | +20.500 | +20.353 to +20.647 | more | x1.0
rounds led up to the end | 3.000 | 3.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
order of the grid kept, % | 0.000 | 0.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
decisions of a driver | 4.000 | 5.250 | +1.250 | +1.176 to +1.324 | more | x1.0
turns a driver waits | 1.000 | 0.250 | -0.750 | -0.824 to -0.676 | less | x1.0

[races] Per race
figure | A | B | B - A | 95 % |  | pairing
rounds | 10.000 | 12.500 | +2.500 | +2.353 to +2.647 | more | x1.0
overtakes | 10.000 | 5.500 | -4.500 | -4.647 to -4.353 | less | x1.0
retired cars | 0.500 | 0.520 | +0.020 | -0.039 to +0.079 | not distinguishable | x12.6
wins from pole | 0.000 | 0.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
winner's grid place | 0.000 | 0.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
pairing: how many races without the same luck say as much as one with it

[retirements] Retired cars per race, by cause
cause | A | B | B - A | 95 % |  | pairing
(no reason given) | 3.000 | 3.000 | 0.000 | 0.000 to 0.000 | the same in every race | 
fire | 0.000 | 0.300 | +0.300 | +0.111 to +0.489 | more | x1.0

[counted] Counted by the rules, per race
what | A | B | B - A | 95 % |  | pairing
spin | 2.000 | 3.500 | +1.500 | +1.353 to +1.647 | more | x1.0

[by_slot] By grid slot
slot | figure | A | B | B - A | 95 % |  | pairing
1 | place | 1.000 | 2.500 | +1.500 | +1.363 to +1.637 | more | x1.0

[by_car] By car
car | figure | A | B | B - A | 95 % |  | pairing
none of 8 differences can be told from nothing

[by_bot] By bot, its cars together
bot | figure | A | B | B - A | 95 % |  | pairing
bold | place | 2.000 | 1.500 | -0.500 | -0.637 to -0.363 | less | x1.0
`)
}

// The place of a bot with several cars is the mean of theirs; what it won is
// what they all won.
func TestPlacesOfABotsCars(t *testing.T) {
	r := compared()
	r.Subjects[0].Cars = append(r.Subjects[0].Cars, r.Subjects[0].Cars...)
	for _, table := range Of(r) {
		if table.Name != "by_bot" {
			continue
		}
		row := fmt.Sprint(table.Rows[table.Shown[0]][:5])
		if row != "[bold place 1 0.75 -0.25]" {
			t.Errorf("row %s", row)
		}
	}
}

// Of many differences people read the twelve that are surest, in their order;
// programs get them all.
func TestComparisonsShowTheSurest(t *testing.T) {
	r := compared()
	r.Pairs[0].Slots = nil
	var want []string
	for i := range int64(20) {
		n := 40 + (i*7)%20*10 // no two slots are equally sure
		d := pairs(n, 1, 2)
		r.Pairs[0].Slots = append(r.Pairs[0].Slots, sim.CarDiff{d, {N: n}, {N: n}, {N: n}})
		if n >= 40+8*10 {
			want = append(want, numbers(20)[i])
		}
	}
	all := Of(r)
	slots := all[slices.IndexFunc(all, func(t Table) bool { return t.Name == "by_slot" })]
	_, _, rows := slots.Words()
	var got []string
	for _, row := range rows {
		got = append(got, row[0])
	}
	if !slices.Equal(got, want) || len(want) != 12 {
		t.Errorf("slots %v, want %v", got, want)
	}
	if len(slots.Rows) != 80 || !slices.Equal(slots.Notes, []string{"20 of 80 differences can be told from nothing; these are the surest, -o csv has all"}) {
		t.Errorf("%d rows, notes %q", len(slots.Rows), slots.Notes)
	}
}

// One cause is all retired cars; no bots, other cars, another size of the
// field: what cannot be paired has no table.
func TestComparisonsLeaveOut(t *testing.T) {
	r := compared()
	r.Pairs[0].Out, r.Pairs[0].Counted = map[string]sim.Diff{"fire": pairs(100, 0, 1)}, nil
	r.Pairs[0].Slots, r.Pairs[0].Cars, r.Pairs[0].Bots = nil, nil, r.Pairs[0].Bots[:1]
	var names []string
	for _, table := range Of(r) {
		names = append(names, table.Name)
	}
	if !slices.Equal(names, []string{"game", "races"}) {
		t.Errorf("tables %v", names)
	}
	// nor has a car any rows that took part in no pair
	for _, table := range Of(compared()) {
		if table.Name == "by_car" && len(table.Rows) != len(sim.CarFigures()) {
			t.Errorf("%d rows for one car: %v", len(table.Rows), table.Rows)
		}
	}
}

// Slots, causes and things are so many figures: the more of them are told, the
// wider are the intervals.
func TestComparisonsCountTheirFigures(t *testing.T) {
	width := func(r *sim.Result, table string) float64 {
		for _, t := range Of(r) {
			if t.Name != table {
				continue
			}
			for i, c := range t.Columns {
				if v, ok := t.Rows[0][i].(sim.Interval); ok && c.Name == "difference_of" {
					return v.High - v.Low
				}
			}
		}
		t.Fatalf("no interval in %s", table)
		return 0
	}
	few, many := compared(), compared()
	many.Pairs[0].Counted["rain"] = pairs(100, 1, 2)
	if a, b := width(few, "races"), width(many, "races"); a >= b {
		t.Errorf("%v wide with fewer figures, %v with more", a, b)
	}
	few.Pairs[0].Slots = few.Pairs[0].Slots[:1]
	if a, b := width(few, "by_slot"), width(many, "by_slot"); a >= b {
		t.Errorf("%v wide with fewer slots, %v with more", a, b)
	}
}

// With races that all failed there is nothing to say, in any format.
func TestNothingPlayed(t *testing.T) {
	failed := func(c *sim.Counts) {
		none := func() []sim.Places { return []sim.Places{places(0, "0 0", "0 0"), places(0, "0 0", "0 0")} }
		c.Races, c.Failed.Races = 0, 4
		c.Rounds, c.Overtakes, c.Leads, c.Retired = sim.Histogram{}, sim.Histogram{}, sim.Histogram{}, sim.Histogram{}
		c.Slots, c.Cars, c.Bots, c.Out, c.Counted = none(), none(), none(), nil, nil
		c.Rows = [][]int64{make([]int64, 7), make([]int64, 5)}
	}
	alone, both := result(), compared()
	failed(alone.Counts[0])
	failed(both.Counts[1])
	both.Pairs = []*sim.Pairs{{Figures: make([]sim.Diff, 6), Slots: make([]sim.CarDiff, 2), Cars: make([]sim.CarDiff, 2), Bots: make([]sim.CarDiff, 2)}}
	for name, r := range map[string]*sim.Result{"alone": alone, "compared": both} {
		if got := Of(r); len(got) != 1 || printed(&got[0]) != "\nno race was played to its end" {
			t.Errorf("%s: %+v", name, got)
		}
		readable(t, r)
	}
}

// readable writes a result in all formats, and checks that programs can read
// them and people see no number that is none.
func readable(t *testing.T, r *sim.Result) {
	t.Helper()
	for _, format := range Formats {
		var out bytes.Buffer
		if err := Write(&out, format, Facts(r), Of(r)); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		text := out.String()
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s has a number that is none:\n%s", format, text)
		}
		switch format {
		case "json":
			if !json.Valid(out.Bytes()) {
				t.Errorf("not JSON:\n%s", text)
			}
		case "csv":
			if _, err := csv.NewReader(&out).ReadAll(); err != nil {
				t.Errorf("%v:\n%s", err, text)
			}
		}
	}
}

func TestAllFormatsAreReadable(t *testing.T) {
	single := compared()
	single.Pairs[0].Races = 1
	for i := range single.Pairs[0].Figures {
		single.Pairs[0].Figures[i] = pairs(1, 3, 4)
	}
	for _, r := range []*sim.Result{result(), compared(), single} {
		readable(t, r)
	}
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(r *sim.Result)
		from   *sim.Result
		want   []string
	}{
		{"a run", func(*sim.Result) {}, result(), []string{"Oval on Ring, 1 lap, 2 cars, bonus=2", "4 races, seed s"}},
		{"more", func(r *sim.Result) {
			r.Subjects[0].Laps, r.Subjects[0].Settings = 3, []string{"a=1", "b.2=x"}
			r.Races, r.To, r.Counts[0].Races = 12_345, 12_345, 12_345
		}, result(), []string{"Oval on Ring, 3 laps, 2 cars, a=1, b.2=x", "12,345 races, seed s"}},
		{"one race", func(r *sim.Result) { r.Races, r.To, r.Counts[0].Races = 1, 1, 1 }, result(), []string{"Oval on Ring, 1 lap, 2 cars, bonus=2", "1 race, seed s"}},
		{"some failed", func(r *sim.Result) { r.Counts[0].Races, r.Counts[0].Failed.Races = 3, 1 }, result(), []string{"Oval on Ring, 1 lap, 2 cars, bonus=2", "4 races, seed s"}},
		{"the first part", func(r *sim.Result) { r.Races = 8 }, result(), []string{"Oval on Ring, 1 lap, 2 cars, bonus=2", "4 races of 8, seed s"}},
		{"the last part", func(r *sim.Result) { r.Races, r.From, r.To = 8, 5, 8 }, result(), []string{"Oval on Ring, 1 lap, 2 cars, bonus=2", "4 races of 8, seed s"}},
		{"stopped", func(r *sim.Result) { r.Races, r.To = 8, 8 }, result(), []string{"Oval on Ring, 1 lap, 2 cars, bonus=2", "4 races of 8, seed s"}},
		{"compared", func(*sim.Result) {}, compared(), []string{"A: Oval on Ring, 1 lap, 2 cars, bonus=2", "B: Oval on Ring, 1 lap, 2 cars, bonus=3", "100 pairs of races under the same luck, seed s"}},
		{"one pair", func(r *sim.Result) { r.Pairs[0].Races = 1 }, compared(), []string{"A: Oval on Ring, 1 lap, 2 cars, bonus=2", "B: Oval on Ring, 1 lap, 2 cars, bonus=3", "1 pair of races under the same luck, seed s"}},
	} {
		c.change(c.from)
		if got := Facts(c.from); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		kind  Kind
		value any
		want  string
	}{
		{Text, "blown | engine", "blown | engine"},
		{Text, nil, ""},
		{Count, 0, "0"},
		{Count, 999, "999"},
		{Count, int64(1000), "1,000"},
		{Count, int64(1234567), "1,234,567"},
		{Count, int64(100_000_000), "100,000,000"},
		{Count, -100, "-100"},
		{Count, -1000, "-1,000"},
		{Count, -123456, "-123,456"},
		{Share, 0.0, "0.0"},
		{Share, 0.12345, "12.3"},
		{Share, 1.0, "100.0"},
		{Share, nil, ""},
		{Range, sim.Interval{Low: 0.0466, High: 0.7}, "4.7-70.0"},
		{Range, sim.Interval{High: 1}, "0.0-100.0"},
		{Mean, 2.005, "2.00"},
		{Mean, -3.456, "-3.46"},
		{Fine, 0.0004, "0.000"},
		{Fine, 12.3456, "12.346"},
		{Change, 0.0, "0.000"},
		{Change, 0.0004, "0.000"},
		{Change, -0.0004, "0.000"},
		{Change, 0.0005001, "+0.001"},
		{Change, -12.5, "-12.500"},
		{Change, 12.5, "+12.500"},
		{Changes, sim.Interval{Low: -0.25, High: 1.5}, "-0.250 to +1.500"},
		{Changes, sim.Interval{Low: -0.0001, High: 0.0001}, "0.000 to 0.000"},
		{Changes, sim.Interval{Low: -inf, High: inf}, ""},
		{Multiple, 0.0, ""},
		{Multiple, 5.04, "x5.0"},
		{Multiple, 0.5, "x0.5"},
	} {
		if got := c.kind.words(c.value); got != c.want {
			t.Errorf("kind %d of %v: %q, want %q", c.kind, c.value, got, c.want)
		}
	}
}

// odd is a table with something of all that has to be written with care.
func odd() []Table {
	return []Table{{
		Name: "causes", Title: "Causes of `V` | all",
		Columns: []Column{{"cause", "cause", Text}, {"of", "of", Text}, {"cars", "cars", Count}, {"share", "%", Share}, {"win", "95 %", Range}, {"change", "B - A", Change}, {"verdict", "", Text}},
		Rows: [][]any{
			{"tyre | blow\n`rm -rf`", "all", int64(1234), 0.125, sim.Interval{Low: 0, High: 0.5}, -1.5, "less"},
			{`a\|b, "c" <i>*_x_ & [l](u)`, "B", 2, nil, nil, math.Inf(1), ""},
		},
		Notes: []string{"a note\nof *two* lines"},
	}, {
		Name: "none", Title: "None", Columns: []Column{{"x", "x", Text}},
	}}
}

func TestWriteJSON(t *testing.T) {
	writes(t, "json", []string{`5 races, seed "<a>"`}, odd(), `{
  "facts": [
    "5 races, seed \"<a>\""
  ],
  "tables": [
    {
      "name": "causes",
      "title": "Causes of `+"`V`"+` | all",
      "rows": [
        {
          "cars": 1234,
          "cause": "tyre | blow\n`+"`rm -rf`"+`",
          "change": -1.5,
          "of": "all",
          "share": 0.125,
          "verdict": "less",
          "win_high": 0.5,
          "win_low": 0
        },
        {
          "cars": 2,
          "cause": "a\\|b, \"c\" <i>*_x_ & [l](u)",
          "change": null,
          "of": "B",
          "share": null,
          "verdict": "",
          "win": null
        }
      ],
      "notes": [
        "a note\nof *two* lines"
      ]
    },
    {
      "name": "none",
      "title": "None",
      "rows": []
    }
  ]
}
`)
}

func TestWriteCSV(t *testing.T) {
	writes(t, "csv", []string{"told nowhere"}, odd(), `table,row,column,value
causes,tyre | blow `+"`rm -rf`"+` / all,cars,1234
causes,tyre | blow `+"`rm -rf`"+` / all,share,0.125
causes,tyre | blow `+"`rm -rf`"+` / all,win_low,0
causes,tyre | blow `+"`rm -rf`"+` / all,win_high,0.5
causes,tyre | blow `+"`rm -rf`"+` / all,change,-1.5
causes,tyre | blow `+"`rm -rf`"+` / all,verdict,less
causes,"a\|b, ""c"" <i>*_x_ & [l](u) / B",cars,2
causes,"a\|b, ""c"" <i>*_x_ & [l](u) / B",share,
causes,"a\|b, ""c"" <i>*_x_ & [l](u) / B",win,
causes,"a\|b, ""c"" <i>*_x_ & [l](u) / B",change,
causes,"a\|b, ""c"" <i>*_x_ & [l](u) / B",verdict,
`)
}

func TestWriteMarkdown(t *testing.T) {
	writes(t, "md", []string{"5 races, seed a_b|c"}, odd(), `- 5 races, seed a\_b\|c

### Causes of \`+"`V\\`"+` \| all

| cause | of | cars | % | 95 % | B - A |  |
|---|---|--:|--:|--:|--:|---|
| tyre \| blow \`+"`rm -rf\\`"+` | all | 1,234 | 12.5 | 0.0-50.0 | -1.500 | less |
| a\\\|b, "c" &lt;i>\*\_x\_ &amp; \[l](u) | B | 2 |  |  | +Inf |  |

a note of \*two\* lines

### None
`)
}

func writes(t *testing.T, format string, facts []string, tables []Table, want string) {
	t.Helper()
	var out strings.Builder
	if err := Write(&out, format, facts, tables); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("%s:\n%s\nwant\n%s", format, out.String(), want)
	}
}

// torn is a place that takes no more.
type torn struct{}

var errTorn = errors.New("no space left")

func (torn) Write([]byte) (int, error) { return 0, errTorn }

func TestWriteFails(t *testing.T) {
	for _, format := range Formats {
		if err := Write(torn{}, format, nil, odd()); !errors.Is(err, errTorn) {
			t.Errorf("%s: %v", format, err)
		}
	}
	if err := Write(torn{}, "xml", nil, nil); err == nil || err.Error() != `there is no format "xml"` {
		t.Errorf("%v", err)
	}
}

// The columns of programs have a name of their own in each table, and values
// of the type that their kind promises.
func TestTablesAreSound(t *testing.T) {
	for _, r := range []*sim.Result{result(), compared()} {
		for _, table := range Of(r) {
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Fatalf("%s: %d values for %d columns", table.Name, len(row), len(table.Columns))
				}
				seen := map[string]bool{}
				for _, v := range table.values(row) {
					if v.column == "" || seen[v.column] {
						t.Errorf("%s: column %q is there twice or has no name", table.Name, v.column)
					}
					seen[v.column] = true
				}
				for i, c := range table.Columns {
					ok := row[i] == nil
					switch row[i].(type) {
					case string:
						ok = c.Kind == Text
					case int, int64:
						ok = c.Kind == Count
					case sim.Interval:
						ok = c.Kind == Range || c.Kind == Changes
					case float64:
						ok = c.Kind != Text && c.Kind != Count && c.Kind != Range && c.Kind != Changes
					}
					if !ok {
						t.Errorf("%s: %s holds %v", table.Name, c.Name, row[i])
					}
				}
			}
		}
	}
}

// Whatever sums are read from a file, they can be reported.
func FuzzReport(f *testing.F) {
	for _, r := range []*sim.Result{result(), compared()} {
		text, err := r.Encode()
		if err != nil {
			f.Fatal(err)
		}
		if _, err := sim.Decode(text); err != nil {
			f.Fatal(err) // or nothing would be tried
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := sim.Decode(text)
		if err != nil {
			return
		}
		tables := Of(r)
		for i := range tables {
			printed(&tables[i])
		}
		for _, format := range Formats {
			var out bytes.Buffer
			if err := Write(&out, format, Facts(r), tables); err != nil {
				t.Errorf("%s: %v", format, err)
			}
			if format == "json" && !json.Valid(out.Bytes()) {
				t.Errorf("not JSON:\n%s", &out)
			}
			for line := range strings.Lines(out.String()) {
				if line = strings.TrimSuffix(line, "\n"); len(line) < visible.Longest && visible.Line(line) != line {
					t.Errorf("%s: not all is seen of %q", format, line)
				}
			}
		}
	})
}

// A file of sums in which any one value is another, or missing, or there
// twice, is refused or can be added up and reported.
func TestSpoiledSums(t *testing.T) {
	for name, r := range map[string]*sim.Result{"alone": result(), "compared": compared()} {
		text, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		good, err := sim.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		taken, refused := 0, 0
		spoil(doc, func(any) {}, func() {
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if trouble := recover(); trouble != nil {
					t.Errorf("%v:\n%s", trouble, text)
				}
			}()
			r, err := sim.Decode(text)
			if err != nil {
				refused++
				return
			}
			taken++
			for _, format := range Formats {
				if err := Write(io.Discard, format, Facts(r), Of(r)); err != nil {
					t.Errorf("%s: %v:\n%s", format, err, text)
				}
			}
			_, _ = sim.Merge([]sim.Part{{File: "one", Result: r}})
			_, _ = sim.Merge([]sim.Part{{File: "good", Result: good}, {File: "spoiled", Result: r}})
		})
		if taken < 100 || refused < 100 {
			t.Errorf("%s: %d taken and %d refused", name, taken, refused)
		}
	}
}

// spoil changes a JSON value and each value in it, one at a time, calls try,
// and puts it back. The function set puts another value in its place.
func spoil(v any, set func(any), try func()) {
	for _, other := range []any{nil, -1.0, 7.0, 1e18, "x", []any{}} {
		set(other)
		try()
	}
	set(v)
	switch v := v.(type) {
	case []any:
		set(append(v, v...))
		try()
		if len(v) > 0 {
			set(v[1:])
			try()
		}
		set(v)
		for i, element := range v[:min(len(v), 1)] { // the others are like it
			spoil(element, func(other any) { v[i] = other }, try)
		}
	case map[string]any:
		for name, element := range v {
			delete(v, name)
			try()
			v[name] = element
			spoil(element, func(other any) { v[name] = other }, try)
		}
	}
}
