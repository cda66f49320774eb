package season

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sandbox/core/race"
)

// scores are the points by place of the examples.
var scores = []int{10, 6, 4, 3, 2, 1}

// driven is a race in one line: who came home in order, then after a bar who
// retired, and those with a star retired and scored.
func driven(text string) []race.Placing {
	var list []race.Placing
	home, out, _ := strings.Cut(text, "|")
	for _, car := range strings.Fields(home) {
		list = append(list, race.Placing{Car: car, Status: race.Finished})
	}
	for _, car := range strings.Fields(out) {
		list = append(list, race.Placing{Car: car, Status: race.Retired})
	}
	for i := range list {
		p := &list[i]
		p.Place = i + 1
		name, scored := strings.CutSuffix(p.Car, "*")
		if p.Car = name; i < len(scores) && (scored || p.Status == race.Finished) {
			p.Points = scores[i]
		}
	}
	return list
}

func season(lines ...string) [][]race.Placing {
	var races [][]race.Placing
	for _, line := range lines {
		races = append(races, driven(line))
	}
	return races
}

// short is standings in a line: "1 A 16 (2 wins)".
func short(list []Standing) string {
	var parts []string
	for _, s := range list {
		parts = append(parts, fmt.Sprintf("%d %s %d/%d", s.Place, s.Driver, s.Points, s.Wins))
	}
	return strings.Join(parts, ", ")
}

func TestStandings(t *testing.T) {
	for _, test := range []struct {
		name    string
		drivers string
		best    int
		races   [][]race.Placing
		want    string // place driver points/wins
	}{
		{"nobody", "", 0, season("A B"), ""},
		{"no race", "A B", 0, nil, "1 A 0/0, 1 B 0/0"},
		{"one race", "A B C", 0, season("B C A"), "1 B 10/1, 2 C 6/0, 3 A 4/0"},
		{"sum", "A B C", 0, season("A B C", "B C A"), "1 B 16/1, 2 A 14/1, 3 C 10/0"},
		{"out scores nothing", "A B C", 0, season("A | B C"), "1 A 10/1, 2 B 0/0, 2 C 0/0"},
		{"out and scored", "A B C", 0, season("A | B* C"), "1 A 10/1, 2 B 6/0, 3 C 0/0"},
		{"won although out", "A B", 0, season("| B* A*"), "1 B 10/1, 2 A 6/0"},
		{"not entered", "A B", 0, season("A", "A B"), "1 A 20/2, 2 B 6/0"},
		{"a guest", "A B", 0, season("G A B"), "1 A 6/0, 2 B 4/0"},

		{"more wins", "B A", 0, season("A B x y", "x y B | A"), "1 A 10/1, 2 B 10/0"},
		// Both have a win and a fourth place; a seventh, without points, decides.
		{"further down", "A B", 0, season("A x y B u v", "B x y A u v", "u v x y w z B A"), "1 B 13/1, 2 A 13/1"},
		// Nobody has won.
		{"more seconds", "D C", 0, season("x C D", "x C y D", "x D y z w C"), "1 C 13/0, 2 D 13/0"},
		{"still level", "A B C", 0, season("A B C", "B A C"), "1 A 16/1, 1 B 16/1, 3 C 8/0"},
		{"still level, as entered", "B A C", 0, season("A B C", "B A C"), "1 B 16/1, 1 A 16/1, 3 C 8/0"},
		{"three level", "A B C", 0, season("A B C", "B C A", "C A B"), "1 A 20/1, 1 B 20/1, 1 C 20/1"},
		// A stands second in a result, but is out.
		{"out is no place", "A B", 0, season("x | A", "x y z u v w B"), "1 B 0/0, 2 A 0/0"},

		{"best one", "A B", 1, season("A B", "B A", "B A"), "1 B 10/2, 2 A 10/1"},
		{"as many as there are", "A B", 2, season("A B", "A B"), "1 A 20/2, 2 B 12/0"},
		// Both count 10; the dropped second place of B decides.
		{"dropped, but counted back", "A B", 1, season("A x y B", "B x A", "x B A"), "1 B 10/1, 2 A 10/1"},
		{"dropped and level", "A B", 1, season("A B", "B A"), "1 A 10/1, 1 B 10/1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := short(Standings(strings.Fields(test.drivers), test.races, test.best)); got != test.want {
				t.Errorf("%s\nnot %s", got, test.want)
			}
		})
	}
}

// What is dropped is the least, and of equal ones the worst place, then the
// later.
func TestDropped(t *testing.T) {
	for _, test := range []struct {
		name  string
		best  int
		races [][]race.Placing
		want  string // of A: counted as +, dropped as -
	}{
		{"all count", 0, season("A", "x A", "| A"), "+++"},
		{"fewest points", 2, season("x A", "x y A", "A"), "+-+"},
		{"out before a place without points", 1, season("| A", "a b c d e f A"), "-+"},
		{"worse of two places without points", 1, season("a b c d e f g A", "a b c d e f A"), "-+"},
		{"the later of equal ones", 2, season("A", "A", "A"), "++-"},
		{"not entered", 1, season("x", "x y z A"), "-+"},
		{"a place that scores more than a better one", 1, [][]race.Placing{
			{{Place: 1, Car: "A", Status: race.Finished, Points: 1}},
			{{Place: 2, Car: "A", Status: race.Finished, Points: 2}},
		}, "-+"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			for _, r := range Standings([]string{"A"}, test.races, test.best)[0].Results {
				got += map[bool]string{false: "+", true: "-"}[r.Dropped]
			}
			if got != test.want {
				t.Errorf("%s, not %s", got, test.want)
			}
		})
	}
}

// anySeason is a championship at random: few drivers, so that many are level.
func anySeason(luck *rand.Rand) (drivers []string, races [][]race.Placing, best int) {
	for i := range 2 + luck.IntN(5) {
		drivers = append(drivers, string(rune('A'+i)))
	}
	for range luck.IntN(8) {
		var line []string
		home := luck.IntN(len(drivers) + 1)
		for i, car := range luck.Perm(len(drivers)) {
			if i == home {
				line = append(line, "|")
			}
			name := drivers[car]
			if i >= home && luck.IntN(3) == 0 {
				name += "*"
			}
			line = append(line, name)
		}
		races = append(races, driven(strings.Join(line, " ")))
	}
	return drivers, races, luck.IntN(9)
}

// each tries a law on many championships.
func each(t *testing.T, law func(t *testing.T, luck *rand.Rand, drivers []string, races [][]race.Placing, best int)) {
	for seed := range uint64(3000) {
		luck := rand.New(rand.NewPCG(seed, 4))
		drivers, races, best := anySeason(luck)
		if law(t, luck, drivers, races, best); t.Failed() {
			t.Fatalf("in championship %d: best %d of %v", seed, best, races)
		}
	}
}

func TestOrderOfRacesDoesNotMatter(t *testing.T) {
	each(t, func(t *testing.T, luck *rand.Rand, drivers []string, races [][]race.Placing, best int) {
		want := short(Standings(drivers, races, best))
		luck.Shuffle(len(races), func(i, j int) { races[i], races[j] = races[j], races[i] })
		if got := short(Standings(drivers, races, best)); got != want {
			t.Errorf("%s\nnot %s", got, want)
		}
	})
}

func TestTotals(t *testing.T) {
	each(t, func(t *testing.T, _ *rand.Rand, drivers []string, races [][]race.Placing, best int) {
		all := map[string]Standing{}
		for _, s := range Standings(drivers, races, 0) {
			all[s.Driver] = s
		}
		for _, s := range Standings(drivers, races, best) {
			var points []int
			counted, dropped := 0, 0
			for _, r := range s.Results {
				points = append(points, r.Points)
				if r.Dropped {
					dropped++
				} else {
					counted += r.Points
				}
			}
			slices.SortFunc(points, func(a, b int) int { return cmp.Compare(b, a) })
			most := 0
			for i, n := range points {
				if best == 0 || i < best {
					most += n
				}
			}
			switch {
			case s.Points != counted:
				t.Errorf("%s has %d points, those that count are %d", s.Driver, s.Points, counted)
			case s.Points != most:
				t.Errorf("%s has %d points, the best %d results are %d", s.Driver, s.Points, best, most)
			case s.Points > all[s.Driver].Points:
				t.Errorf("%s has %d points, and %d when all count", s.Driver, s.Points, all[s.Driver].Points)
			case best > 0 && dropped != max(0, len(races)-best) || best == 0 && dropped > 0:
				t.Errorf("%d results of %s are dropped of %d", dropped, s.Driver, len(races))
			case s.Wins != all[s.Driver].Wins:
				t.Errorf("%s has %d wins, and %d when all count", s.Driver, s.Wins, all[s.Driver].Wins)
			}
		}
	})
}

// Places follow from points, and who shares one is level in everything.
func TestPlaces(t *testing.T) {
	each(t, func(t *testing.T, _ *rand.Rand, drivers []string, races [][]race.Placing, best int) {
		list := Standings(drivers, races, best)
		if len(list) != len(drivers) {
			t.Fatalf("%d lines for %d drivers", len(list), len(drivers))
		}
		for i, s := range list {
			if i == 0 {
				if s.Place != 1 {
					t.Errorf("the first has place %d", s.Place)
				}
				continue
			}
			before := list[i-1]
			shared := s.Place == before.Place
			level := s.Points == before.Points && tally(s) == tally(before)
			entered := slices.Index(drivers, before.Driver) < slices.Index(drivers, s.Driver)
			switch {
			case !shared && s.Place != i+1:
				t.Errorf("line %d has place %d", i+1, s.Place)
			case before.Points < s.Points:
				t.Errorf("%s is ahead of %s with fewer points", before.Driver, s.Driver)
			case before.Points == s.Points && tally(before) < tally(s):
				t.Errorf("%s is ahead of %s with %q against %q", before.Driver, s.Driver, tally(before), tally(s))
			case shared != level:
				t.Errorf("%s and %s: place shared %v, level %v", before.Driver, s.Driver, shared, level)
			case shared && !entered:
				t.Errorf("%s and %s are level, and not as entered", before.Driver, s.Driver)
			}
		}
	})
}

// tally counts places, wins first, as a text that sorts as countback does.
func tally(s Standing) string {
	counts := make([]byte, 20)
	for _, r := range s.Results {
		if r.Classified() {
			counts[r.Place]++
		}
	}
	return string(counts)
}
