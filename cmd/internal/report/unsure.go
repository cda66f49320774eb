package report

import (
	"fmt"
	"math"
	"strings"

	"sandbox/core/sim"
)

// unsureTold is how many of the figures that are not sure are named.
const unsureTold = 3

// Unsure is what is not sure enough yet, the least sure first, in words.
func Unsure(r *sim.Result) string {
	var list []string
	named := map[string]bool{} // of several combinations the least sure is told
	for _, h := range r.Headlines() {
		if h.Sure || named[h.Name] {
			continue
		}
		named[h.Name] = true
		switch {
		case math.IsInf(h.Reach, 0):
			list = append(list, h.Name)
		case h.Share:
			list = append(list, fmt.Sprintf("%s (± %.1f points, not %.1f)", h.Name, 100*h.Reach, 100*h.Want))
		default:
			list = append(list, fmt.Sprintf("%s (± %.2f, not %.2f)", h.Name, h.Reach, h.Want))
		}
	}
	if n := len(list); n > unsureTold {
		list = append(list[:unsureTold], fmt.Sprintf("and %d more", n-unsureTold))
	}
	return strings.Join(list, ", ")
}
