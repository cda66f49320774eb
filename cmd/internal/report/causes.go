package report

import (
	"fmt"
	"strings"

	"sandbox/core/sim"
)

// alike are causes that differ by a number only.
type alike struct {
	numbers sim.Histogram // cars by number
}

// alikeCauses are those of some lists of cars by cause of which there are several,
// by their text without the number.
func alikeCauses(lists ...map[string]int64) map[string]*alike {
	found := map[string]*alike{}
	for _, list := range lists {
		for why, cars := range list {
			text, number, ok := sim.Cause(why)
			if !ok {
				continue
			}
			if found[text] == nil {
				found[text] = &alike{numbers: sim.Histogram{}}
			}
			found[text].numbers[number] += cars
		}
	}
	for text, a := range found {
		if len(a.numbers) < 2 {
			delete(found, text)
		}
	}
	return found
}

// text is what the causes say, with the spread of their numbers: "overshot by
// 1-12 (half 4)".
func (a *alike) text(text string) string {
	s := a.numbers.Spread()
	return strings.Replace(text, "#", fmt.Sprintf("%d-%d (half %d)", s.Min, s.Max, s.Mid), 1)
}

// merged are cars by cause with one line for causes that are alike; the lines are
// by what is to be read.
func merged[V any](list map[string]V, found map[string]*alike, of func(text string) V) map[string]V {
	lines := map[string]V{}
	for why, v := range list {
		text, _, ok := sim.Cause(why)
		if a := found[text]; ok && a != nil {
			lines[a.text(text)] = of(text)
		} else {
			lines[why] = v
		}
	}
	return lines
}
