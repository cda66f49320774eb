package variant

import (
	"fmt"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/source"
)

// NotOwned lists the dice that a file names and nobody owns, each once with its
// first place: "variants/my.lua:12: d7".
func NotOwned(src race.Source) []string {
	var list []string
	seen := map[string]bool{}
	source.Texts(src, func(text string, line int) {
		if d, err := dice.Parse(text); err == nil && !d.Real() && !seen[text] {
			seen[text] = true
			list = append(list, fmt.Sprintf("%s:%d: %s", src.Path, line, text))
		}
	})
	return list
}
