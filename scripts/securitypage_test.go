package scripts

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sandbox/core/race"
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
		"instructions to read the files of a variant":       thousands(loadBudget),
		"instructions of one step of a race":                thousands(stepBudget),
		"memory that the rules of a race may take":          fmt.Sprint(maxGrowth>>20, " MB"),
		"length of a file":                                  fmt.Sprint(MaxSource>>10, " KB"),
		"brackets and blocks in each other, in a file":      thousands(maxNesting),
		"length of a text that rules make":                  fmt.Sprint(maxText>>10, " KB"),
		"length of a pattern of `string.find` and its like": thousands(maxPattern),
		"last place of a list that is one":                  thousands(maxList),
		"values that `unpack` returns":                      thousands(maxUnpack),
		"calls within calls":                                thousands(callDepth),
		"tables within tables, of a variant or a field":     thousands(maxDepth),
		"values in the tables of a variant":                 thousands(mostValues),
		"cars in a race":                                    thousands(mostEntries),
		"rows of a track":                                   thousands(maxRows),
		"rounds of a race":                                  thousands(race.MaxRounds),
	} {
		if rows[what] != limit {
			t.Errorf("%s: the page says %q, and it is %s", what, rows[what], limit)
		}
	}
	if said := fmt.Sprintf("did not end within %d instructions", stepBudget); !strings.Contains(string(text), said) {
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
