package scripts_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/pattern"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// The page on security says what the limits are.
func TestLimitsOfThePage(t *testing.T) {
	text, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, " | "); len(cells) == 2 {
			rows[strings.TrimPrefix(cells[0], "| ")] = strings.TrimSuffix(strings.TrimSpace(cells[1]), " |")
		}
	}
	for what, limit := range map[string]string{
		"instructions to read the files of a variant":                           thousands(int(luabox.Loading)),
		"instructions of one step of a race":                                    thousands(int(luabox.Stepping)),
		"memory that the rules of a race may take":                              fmt.Sprint(luabox.MaxHeld>>20, " MB"),
		"length of a file":                                                      fmt.Sprint(source.MaxSource>>10, " KB"),
		"brackets and blocks in each other, in a file":                          thousands(source.MaxNesting),
		"length of a text that rules make":                                      fmt.Sprint(luabox.MaxText>>10, " KB"),
		"length of a pattern of `string.find` and its like":                     thousands(pattern.Longest),
		"last place of a list that is one":                                      thousands(luabox.MaxList),
		"values that `unpack` returns":                                          thousands(luabox.MaxUnpack),
		"calls within calls":                                                    thousands(luabox.MaxCalls),
		"tables within tables, of a variant or a field":                         thousands(luabox.MaxDepth),
		"values in the tables of a variant":                                     thousands(variant.MaxValues),
		"cars in a race":                                                        thousands(variant.MaxEntries),
		"rows of a track":                                                       thousands(track.MaxRows),
		"rounds of a race":                                                      thousands(race.MaxRounds),
		"length of a car's name, of a step's label, and of why a car is out":    thousands(race.MaxName),
		"what the events of one step take in the journal":                       fmt.Sprint(race.MaxTold>>20, " MB"),
		"what the events of a race take in the journal":                         fmt.Sprint(race.MaxRecord>>20, " MB"),
		"and for each of its steps, as much more":                               fmt.Sprint(race.MaxRecordStep>>10, " KB"),
		"what a state takes, which is all that a race remembers":                fmt.Sprint(race.MaxState>>10, " KB"),
		"values that `check --heavy` compares":                                  thousands(luabox.MaxDigest),
		"steps in one round, or before the first":                               thousands(race.MaxBetween),
		"steps of a race, and four more for each car, lap and row of the track": thousands(race.LeastSteps),
		"forks that stand on each other":                                        thousands(variant.MaxForks),
		"length of a journal":                                                   fmt.Sprint(race.MaxJournal>>30, " GB"),
		"lines of a journal":                                                    thousands(race.MaxLines),
		"length of a line of a journal":                                         fmt.Sprint(race.MaxLine>>20, " MB"),
		"length of a line of a journal that commits a step":                     fmt.Sprint(race.MaxStep>>20, " MB"),
		"length of all files of rules in a journal":                             fmt.Sprint(race.MaxSources>>20, " MB"),
		"changes of the rules in a race":                                        thousands(race.MaxRules),
		"corrections and steps taken back in a race":                            thousands(race.MaxBack),
		"answers and throws given to one step":                                  thousands(race.MaxGiven),
	} {
		if rows[what] != limit {
			t.Errorf("%s: the page says %q, and it is %s", what, rows[what], limit)
		}
	}
	if said := fmt.Sprintf("did not end within %d instructions", luabox.Stepping); !strings.Contains(string(text), said) {
		t.Errorf("the page does not say %q", said)
	}
}

// thousands writes a number as people read it: 1,000,000.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
