package sim

import (
	"strconv"
	"strings"
)

// Cause takes a cause apart that has one whole number in it: "overshot by 7" is
// "overshot by #" and 7. Causes that differ by their number only have the same
// text then. It is not ok for one without a number, or with several.
func Cause(why string) (text string, number int, ok bool) {
	digit := func(r rune) bool { return '0' <= r && r <= '9' }
	from := strings.IndexFunc(why, digit)
	if from < 0 {
		return "", 0, false
	}
	to := from
	for to < len(why) && digit(rune(why[to])) {
		to++
	}
	number, err := strconv.Atoi(why[from:to])
	if err != nil || strings.IndexFunc(why[to:], digit) >= 0 {
		return "", 0, false
	}
	return why[:from] + "#" + why[to:], number, true
}

// alike are retired cars by the text of their cause, without its number.
func alike(causes map[string]int) map[string]int {
	list := map[string]int{}
	for why, cars := range causes {
		if text, _, ok := Cause(why); ok {
			list[text] += cars
		}
	}
	return list
}
