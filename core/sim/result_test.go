package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sandbox/core/race"
)

// The parts of a run, in any order, add up to the very bytes of the whole.
func TestPartsMergeToTheWhole(t *testing.T) {
	const races = 130
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		a oval
		b *oval
	}{"alone": {troubled, nil}, "compared": {troubled, &faster}, "both fail": {troubled, &troubled}, "by fuel": {byFuel, nil}, "compared by fuel": {byFuel, &fasterByFuel}} {
		all := whole(t, name, races, c.a, c.b)
		want := encoded(t, all)
		for _, n := range []int64{1, 2, 3, 5, races} {
			list := parts(t, name, races, n, c.a, c.b)
			for range 3 {
				rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				before := slices.Clone(list)
				sum, err := Merge(list)
				if err != nil {
					t.Fatal(err)
				}
				if got := encoded(t, sum); got != want {
					t.Errorf("%s: %d parts %s", name, n, differ(got, want))
				}
				if !slices.Equal(list, before) {
					t.Error("Merge changes the caller's list")
				}
			}
		}
		if c.a.fates != nil && len(all.Counts[0].Failed.First) != 10 || c.a.fates != nil && all.Counts[0].Failed.Races <= 10 {
			t.Errorf("%s: %d failures are too few to test with", name, all.Counts[0].Failed.Races)
		}
	}
}

func TestFailuresKeepTheLowestNumbers(t *testing.T) {
	var sum Failures
	for _, n := range []int64{40, 7, 9, 100_000_000, 1, 31, 30, 8, 12, 11, 50, 3, 2} {
		sum.add(Failures{Races: 1, First: []Failure{{Race: n, Message: fmt.Sprint(n)}}})
	}
	sum.add(Failures{Races: 3, First: []Failure{{Race: 4}, {Race: 60}, {Race: 10}}})
	var got []int64
	for _, f := range sum.First {
		got = append(got, f.Race)
	}
	if want := []int64{1, 2, 3, 4, 7, 8, 9, 10, 11, 12}; sum.Races != 16 || !slices.Equal(got, want) {
		t.Errorf("%d failures, the first %v, want %v", sum.Races, got, want)
	}
}

// Missing parts are named with a file that is called as the others are.
func TestMissingParts(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"part3.json", "part7.json"},
		{"runs/2026/part-003.json", "runs/2026/part-007.json"},
		{"a/part.json", "a/part7.json"},
		{"5", "7"},
	} {
		p := Part{c.file, &Result{Races: 100, Parts: 10, Command: "sim x"}}
		want := "part 7 of 10, races 61 to 70, is in none of the files; to play it: sim x --shard 7/10 --out " + c.want
		if got := p.missing(61, 70); len(got) != 1 || got[0].Error() != want {
			t.Errorf("%s: %v\nwant %s", c.file, got, want)
		}
	}
	for races := int64(1); races < 40; races++ { // parts of any size
		for n := int64(1); n <= races; n++ {
			p := Part{"1", &Result{Races: races, Parts: n}}
			if got := p.missing(1, races); int64(len(got)) != n {
				t.Fatalf("%d of %d races: %v", n, races, got)
			}
		}
	}
	parts := make([]Part, 1)
	parts[0] = Part{"1", simulate(t, "many", 1, 1, 50, 1, plain, nil)}
	parts[0].Result.Parts = 50
	if _, err := Merge(parts); err == nil || strings.Count(err.Error(), "\n") != maxGaps || !strings.HasSuffix(err.Error(), "\n... and 29 more") {
		t.Errorf("%v", err)
	}
}

func TestMergeRefuses(t *testing.T) {
	list := parts(t, "merge", 40, 4, plain, &faster) // 1-10, 11-20, 21-30, 31-40
	one := parts(t, "merge", 40, 4, plain, nil)
	changed := func(i int, change func(r *Result)) Part {
		r := reread(t, list[i].Result)
		change(r)
		return Part{"changed", r}
	}
	missing := func(k int) string {
		return fmt.Sprintf("part %d of 4, races %d to %d, is in none of the files; to play it:  --shard %d/4 --out part%d", k, 10*k-9, 10*k, k, k)
	}
	const differ = " than part1: parts of different runs do not add up"
	for _, c := range []struct {
		name  string
		parts []Part
		want  string
	}{
		{"gap at the beginning", list[1:], missing(1)},
		{"gap in the middle", []Part{list[0], list[3]}, missing(2) + "\n" + missing(3)},
		{"gap at the end", []Part{list[1], list[0]}, missing(3) + "\n" + missing(4)},
		{"no whole part missing", []Part{list[0], {"wide", simulate(t, "merge", 12, 39, 40, 1, plain, &faster)}}, "races 11 to 11 are in none of the files\nraces 40 to 40 are in none of the files"},
		{"a part and more missing", []Part{list[0], {"wide", simulate(t, "merge", 22, 40, 40, 1, plain, &faster)}}, missing(2) + "\nraces 21 to 21 are in none of the files"},
		{"not said how it is split", []Part{{"short", simulate(t, "merge", 1, 39, 40, 1, plain, &faster)}}, "races 40 to 40 are in none of the files"},
		{"a part twice", []Part{list[0], list[1], list[1]}, "part2: it begins at race 11, which is in part2 too: leave one of them out"},
		{"first part twice", []Part{list[0], {"copy", list[0].Result}}, "copy: it begins at race 1, which is in part1 too: leave one of them out"},
		{"overlap", []Part{list[0], {"wide", simulate(t, "merge", 10, 20, 40, 1, plain, &faster)}}, "wide: it begins at race 10, which is in part1 too: leave one of them out"},
		{"other seed", []Part{list[0], changed(1, func(r *Result) { r.Seed = "x" })}, "changed: it has another seed" + differ},
		{"most are right", []Part{changed(0, func(r *Result) { r.Seed = "x" }), list[1], list[2], list[3]}, "changed: it has another seed than part2: parts of different runs do not add up\n" + missing(1)},
		{"other version", []Part{list[0], changed(1, func(r *Result) { r.Program = "x" })}, "changed: it was played by another version of the program" + differ},
		{"other number", []Part{list[0], changed(1, func(r *Result) { r.Races = 41 })}, "changed: it is of another number of races" + differ},
		{"not compared", []Part{list[0], one[1]}, "part2: it compares more or fewer variants" + differ},
		{"other variant", []Part{list[0], changed(1, func(r *Result) { r.Subjects[0].Variant = "x" })}, "changed: it was played under other rules" + differ},
		{"other rules", []Part{list[0], changed(1, func(r *Result) { r.Subjects[0].Rules = "x" })}, "changed: it was played under other rules" + differ},
		{"other rules of B", []Part{list[0], changed(1, func(r *Result) { r.Subjects[1].Rules = "x" })}, "changed: it was played under other rules" + differ},
		{"other faces", []Part{list[0], changed(1, func(r *Result) { r.Subjects[1].Tables[0].Rows[2].To = 7 })}, "changed: it was played under other rules" + differ},
		{"more tables", []Part{list[0], changed(1, func(r *Result) { r.Subjects[0].Tables = nil })}, "changed: it was played under other rules" + differ},
		{"other track", []Part{list[0], changed(1, func(r *Result) { r.Subjects[0].Circuit = "x" })}, "changed: it was played on another track or over other laps" + differ},
		{"other laps", []Part{list[0], changed(1, func(r *Result) { r.Subjects[0].Laps = 3 })}, "changed: it was played on another track or over other laps" + differ},
		{"other entries", []Part{list[0], changed(1, func(r *Result) { r.Subjects[1].Entries = "x" })}, "changed: it has other entries" + differ},
		{"other cars", []Part{list[0], changed(1, func(r *Result) { r.Subjects[0].Cars = ovalCars[:3] })}, "changed: it has other entries" + differ},
		{"other bots", []Part{list[0], changed(1, func(r *Result) { r.Subjects[1].Bots = []string{"calm"} })}, "changed: it has other bots" + differ},
		{"other sweep", []Part{list[0], changed(1, func(r *Result) { r.Swept = []string{"x"} })}, "changed: it sweeps other settings" + differ},
		{"other field", []Part{list[0], changed(1, func(r *Result) { r.Subjects[1].By = "x" })}, "changed: it compares cars by another field" + differ},
		{"not whole", []Part{list[0], changed(1, func(r *Result) { r.Counts[0].Races-- })}, "changed: it has only 9 of races 11 to 20"},
		{"the last not whole", append(list[:3:3], changed(3, func(r *Result) { r.Counts[0].Races = 0 })), "changed: it has only 0 of races 31 to 40"},
	} {
		for range 2 { // in this order and the other way round
			r, err := Merge(c.parts)
			if err == nil || err.Error() != c.want && !strings.HasPrefix(err.Error(), c.want+"\npart ") || r != nil {
				t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
			}
			if c.name == "a part twice" || c.name == "first part twice" {
				break // which of them is named is up to the order
			}
			slices.Reverse(c.parts)
		}
	}
}

// Settings and the words of tables may be told in another way without being
// another run.
func TestMergeTakesOtherWords(t *testing.T) {
	list := parts(t, "words", 40, 2, plain, nil)
	s := &list[1].Result.Subjects[0]
	s.Name, s.Play, s.Settings, s.Tables[0].Rows[0].Text = "Oval!", "sandbox play ./oval.lua", []string{}, "blown engine"
	if _, err := Merge(list); err != nil {
		t.Error(err)
	}
}

func TestDecodeReadsWhatEncodeWrote(t *testing.T) {
	for name, r := range samples(t) {
		text := encoded(t, r)
		if !strings.HasSuffix(text, "}\n") || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: the text is not one line", name)
		}
		back, err := Decode([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := encoded(t, back); got != text {
			t.Errorf("%s %s", name, differ(got, text))
		}
	}
}

// samples are results of all kinds.
func samples(t testing.TB) map[string]*Result {
	bare := plain
	bare.turn = once(func(r *race.Race, _, _ int) {
		for car := range r.Cars() {
			_ = r.Retire(car, "rain")
		}
	})
	return map[string]*Result{
		"alone":              whole(t, "s", 20, plain, nil),
		"compared":           whole(t, "s", 20, troubled, &faster),
		"a part":             simulate(t, "s", 5, 9, 20, 1, troubled, nil),
		"no cars home":       whole(t, "s", 3, bare, nil),
		"all fail":           whole(t, "s", 3, oval{bots: []string{"calm"}, fates: always("fail")}, nil),
		"by fuel":            whole(t, "s", 20, byFuel, nil),
		"compared by fuel":   whole(t, "s", 20, byFuel, &fasterByFuel),
		"none by fuel":       whole(t, "s", 3, oval{bots: []string{"calm"}, fates: always("fail"), by: "fuel"}, nil),
		"all fail, compared": whole(t, "s", 3, oval{bots: []string{"calm"}, fates: always("fail")}, &plain),
	}
}

const notOurs = "this is no result of sandbox sim --out: "

func TestDecodeRefusesText(t *testing.T) {
	good := encoded(t, whole(t, "s", 5, plain, &faster))
	for _, c := range []struct{ name, text, old, new, want string }{
		{"a list", "[]", "", "", notOurs + "json: cannot unmarshal array into Go value of type struct { Format int; Engine string }"},
		{"empty", "", "", "", "it is empty: its part is to be played again"},
		{"torn", good[:len(good)/2], "", "", "it is cut off: its part is to be played again"},
		{"the last byte is missing", good[:len(good)-1], "", "", "it is cut off: its part is to be played again"},
		{"two of them", good + good, "", "", notOurs + "invalid character '{' after top-level value"},
		{"another file", "{}", "", "", `format 0 of engine "", and this program adds up format 2 of engine "2": simulate again`},
		{"other format", good, `"format":2`, `"format":3`, `format 3 of engine "2", and this program adds up format 2 of engine "2": simulate again`},
		{"other engine", good, `"engine":"2"`, `"engine":"0"`, `format 2 of engine "0", and this program adds up format 2 of engine "2": simulate again`},
		{"other field", good, `"seed"`, `"salt":1,"seed"`, notOurs + `json: unknown field "salt"`},
		{"half a race", good, `"from":1`, `"from":1.5`, notOurs + "json: cannot unmarshal number 1.5 into Go struct field Result.from of type int64"},
	} {
		text := strings.Replace(c.text, c.old, c.new, 1)
		if text == c.text && c.old != "" {
			t.Errorf("%s: the text has no %s", c.name, c.old)
		}
		if r, err := Decode([]byte(text)); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestDecodeRefusesSums(t *testing.T) {
	a, both := encoded(t, whole(t, "s", 40, plain, nil)), encoded(t, whole(t, "s", 40, plain, &faster))
	grouped := encoded(t, whole(t, "s", 40, byFuel, &fasterByFuel))
	const (
		missing = notOurs + "sums are missing"
		shape   = notOurs + "the sums are not of the subject's shape"
		swept   = notOurs + "a subject does not say what it has of the settings that are swept"
		order   = notOurs + "the subject has no cars, or a table whose rows are not in order"
		pairs   = notOurs + "the differences are not of the subjects' shape"
	)
	for _, c := range []struct {
		name   string
		text   string
		change func(r *Result, s *Subject, c *Counts) // of the last subject
		want   string
	}{
		{"no races", a, func(r *Result, _ *Subject, _ *Counts) { r.Races = 0 }, notOurs + "races 1 to 40 of 0"},
		{"too many", a, func(r *Result, _ *Subject, _ *Counts) { r.Races = MaxRaces + 1 }, notOurs + "races 1 to 40 of 100000001"},
		{"from 0", a, func(r *Result, _ *Subject, _ *Counts) { r.From = 0 }, notOurs + "races 0 to 40 of 40"},
		{"backwards", a, func(r *Result, _ *Subject, _ *Counts) { r.From, r.To = 3, 2 }, notOurs + "races 3 to 2 of 40"},
		{"beyond", a, func(r *Result, _ *Subject, _ *Counts) { r.To = 41 }, notOurs + "races 1 to 41 of 40"},

		{"no subjects", a, func(r *Result, _ *Subject, _ *Counts) { r.Subjects, r.Counts = nil, nil }, missing},
		{"a third subject", both, func(r *Result, s *Subject, c *Counts) {
			r.Subjects, r.Counts = append(r.Subjects, *s), append(r.Counts, c)
		}, missing},
		{"no counts", a, func(r *Result, _ *Subject, _ *Counts) { r.Counts = nil }, missing},
		{"null counts", a, func(r *Result, _ *Subject, _ *Counts) { r.Counts[0] = nil }, shape},
		{"no pairs", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs = nil }, missing},
		{"null pairs", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0] = nil }, pairs},
		{"swept, and not said", both, func(r *Result, _ *Subject, _ *Counts) { r.Swept = []string{"x"} }, swept},
		{"another swept", both, func(r *Result, s *Subject, _ *Counts) {
			r.Swept, r.Subjects[0].Settings, r.Subjects[1].Settings = []string{"x"}, []string{"x=1"}, []string{"xx=1"}
		}, swept},
		{"pairs of one", a, func(r *Result, _ *Subject, _ *Counts) { r.Pairs = []*Pairs{{}} }, missing},

		{"no cars", a, func(r *Result, s *Subject, _ *Counts) {
			*r = *newResult(&Job{Seed: "s", Races: 1, From: 1, To: 1})
			s.Cars = nil
		}, order},
		{"rows backwards", both, func(_ *Result, s *Subject, _ *Counts) { s.Tables[0].Rows[2].To = 2 }, order},
		{"rows overlap", both, func(_ *Result, s *Subject, _ *Counts) { s.Tables[0].Rows[1].From = 1 }, order},
		{"a row below 0", both, func(_ *Result, s *Subject, _ *Counts) { s.Tables[0].Rows[0].From = -1 }, order},
		{"a row beyond all", both, func(_ *Result, s *Subject, _ *Counts) { s.Tables[0].Rows[0].To = 1<<63 - 1 }, order},
		{"faces below 0", a, func(_ *Result, s *Subject, _ *Counts) { s.Tables[0].Rows = []Row{{-9, -5, ""}} }, order},

		{"more faces", both, func(_ *Result, s *Subject, _ *Counts) { s.Tables[0].Rows[2].To = 1<<63 - 1 }, shape},
		{"fewer faces", both, func(_ *Result, _ *Subject, c *Counts) { c.Rows[0] = c.Rows[0][1:] }, shape},
		{"more tables", both, func(_ *Result, s *Subject, _ *Counts) { s.Tables = append(s.Tables, ovalTable) }, shape},
		{"a car more", both, func(_ *Result, s *Subject, _ *Counts) { s.Cars = append(s.Cars, "E") }, shape},
		{"a car less", both, func(_ *Result, s *Subject, _ *Counts) { s.Cars = s.Cars[1:] }, shape},
		{"a bot more", both, func(_ *Result, s *Subject, _ *Counts) { s.Bots = append(s.Bots, "sly") }, shape},
		{"a bot less", both, func(_ *Result, s *Subject, _ *Counts) { s.Bots = s.Bots[1:] }, shape},
		{"a slot less", both, func(_ *Result, _ *Subject, c *Counts) { c.Slots = c.Slots[1:] }, shape},
		{"a place more", both, func(_ *Result, _ *Subject, c *Counts) { c.Cars[3].Home = append(c.Cars[3].Home, 0) }, shape},
		{"a place less", both, func(_ *Result, _ *Subject, c *Counts) { c.Bots[2].Out = c.Bots[2].Out[1:] }, shape},
		{"a thing without places", both, func(_ *Result, _ *Subject, c *Counts) { c.Counted["six"] = &Item{} }, shape},
		{"no thing", both, func(_ *Result, _ *Subject, c *Counts) { c.Counted["six"] = nil }, shape},
		{"no rounds", both, func(_ *Result, _ *Subject, c *Counts) { c.Rounds = nil }, shape},
		{"no overtakes", both, func(_ *Result, _ *Subject, c *Counts) { c.Overtakes = nil }, shape},
		{"no leads", both, func(_ *Result, _ *Subject, c *Counts) { c.Leads = nil }, shape},
		{"no retired", both, func(_ *Result, _ *Subject, c *Counts) { c.Retired = nil }, shape},
		{"no causes", both, func(_ *Result, _ *Subject, c *Counts) { c.Out = nil }, shape},
		{"nothing counted", both, func(_ *Result, _ *Subject, c *Counts) { c.Counted = nil }, shape},
		{"no failures", both, func(_ *Result, _ *Subject, c *Counts) { c.Failed.First = nil }, shape},
		{"groups of nothing", both, func(_ *Result, _ *Subject, c *Counts) { c.By = Groups{} }, shape},
		{"no groups", grouped, func(_ *Result, _ *Subject, c *Counts) { c.By = nil }, shape},
		{"no group", grouped, func(_ *Result, _ *Subject, c *Counts) { c.By["7"] = nil }, shape},
		{"a group of no cars", grouped, func(_ *Result, _ *Subject, c *Counts) { c.By["7"].Places.Starts = 0 }, shape},
		{"a group with no others", grouped, func(_ *Result, _ *Subject, c *Counts) { c.By["7"].With = nil }, shape},
		{"a group with one that is not there", grouped, func(_ *Result, _ *Subject, c *Counts) { c.By["7"].With["x"] = Products{} }, shape},
		{"no pairs' groups", grouped, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].By = nil }, pairs},

		{"a figure less", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Figures = r.Pairs[0].Figures[1:] }, pairs},
		{"no cars' pairs", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Cars = nil }, pairs},
		{"no slots' pairs", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Slots = nil }, pairs},
		{"no bots' pairs", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Bots = nil }, pairs},
		{"bots' pairs of others", both, func(_ *Result, s *Subject, _ *Counts) { s.Bots[0] = "sly" }, pairs},
		{"no pairs' causes", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Out = nil }, pairs},
		{"no pairs' causes without numbers", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Alike = nil }, pairs},
		{"no pairs' things", both, func(r *Result, _ *Subject, _ *Counts) { r.Pairs[0].Counted = nil }, pairs},
	} {
		r, err := Decode([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		last := len(r.Subjects) - 1
		c.change(r, &r.Subjects[last], r.Counts[last])
		if r, err = Decode([]byte(encoded(t, r))); err == nil || err.Error() != c.want || r != nil {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

// What Decode accepts can be written, read and added up; it panics for nothing.
func FuzzDecode(f *testing.F) {
	for _, r := range samples(f) {
		f.Add([]byte(encoded(f, r)))
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Decode(text)
		if err != nil {
			return
		}
		once := encoded(t, r)
		if twice := encoded(t, reread(t, r)); twice != once {
			t.Errorf("written again it %s", differ(twice, once))
		}
		sum, err := Merge([]Part{{"one", r}})
		if whole := r.From == 1 && r.To == r.Races && r.Whole(); (err == nil) != whole && r.check() == nil {
			t.Errorf("races %d to %d of %d, %d done: %v", r.From, r.To, r.Races, r.Done(), err)
		}
		if err == nil {
			reread(t, sum)
		}
		if _, err := Merge([]Part{{"one", r}, {"one again", reread(t, r)}}); err == nil {
			t.Error("every race is there twice, and that is no error")
		}
	})
}
