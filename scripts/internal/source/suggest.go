package source

import (
	"fmt"
	"strings"
)

// longestName is the length of the longest name that is compared with others,
// in bytes: the work grows with the square.
const longestName = 100

// What is done for one wrong name at most: pairs of letters that are compared,
// names that are listed, and bytes of these.
const (
	mostPairs   = 1 << 17
	mostListed  = 100
	longestList = 4000
)

// Suggest finds the known name that a wrong one was probably meant to be and
// returns "; did you mean `x`?", or "" when none is near.
func Suggest(wrong string, known []string) string {
	best, least, pairs := "", len(wrong)/3, 0
	if len(wrong) > longestName {
		return ""
	}
	for _, name := range known {
		if len(name) > longestName || len(name) > len(wrong)+least || len(wrong) > len(name)+least {
			continue
		}
		if pairs += len(wrong) * len(name); pairs > mostPairs {
			break
		}
		d := editDistance(strings.ToLower(wrong), strings.ToLower(name))
		if d <= least && (best == "" || d < least) {
			best, least = name, d
		}
	}
	if best == "" || best == wrong {
		return ""
	}
	return "; did you mean `" + best + "`?"
}

// editDistance counts the letters to insert, delete, replace or swap with
// their neighbour to get from a to b.
func editDistance(a, b string) int {
	var before, last, row []int
	for j := range len(b) + 1 {
		last = append(last, j)
	}
	for i := range len(a) {
		row = []int{i + 1}
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row = append(row, d)
		}
		before, last = last, row
	}
	return last[len(b)]
}

// SuggestOrList is Suggest, or all names where none is near.
func SuggestOrList(wrong string, known []string) string {
	if hint := Suggest(wrong, known); hint != "" || len(known) == 0 {
		return hint
	}
	shown, bytes := 0, 0
	for shown < min(len(known), mostListed) && bytes+len(known[shown]) <= longestList {
		bytes += len(known[shown])
		shown++
	}
	switch left := len(known) - shown; {
	case shown == 0:
		return ""
	case left > 0:
		return fmt.Sprintf("; there are %s and %d more", strings.Join(known[:shown], ", "), left)
	}
	return "; there are " + strings.Join(known, ", ")
}
