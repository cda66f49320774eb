package host

import (
	"slices"
	"strings"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// What rules say of a search for paths.

var pathOptions = []string{"areas", "changes", "hazards", "never_home", "pit", "shortest", "straight", "unused"}

// searchOptions reads the third argument into a search, and returns the letters
// for spaces not driven and the names of areas.
func (h *Host) searchOptions(s *board.Search) (unused string, areas []string) {
	v := h.box.Arg(4)
	if v.IsNil() {
		return "", nil
	}
	t, ok := v.Table()
	if !ok {
		luabox.Raise("race:paths: argument 3 must be a table of options, not %s", v.Article())
	}
	shortest, known := -1, 0
	for _, key := range pathOptions {
		v := t.Field(key)
		if v.IsNil() {
			continue
		}
		known++
		switch key {
		case "changes":
			s.Changes = countOption(key, v)
		case "shortest":
			shortest = countOption(key, v)
		case "unused":
			unused = unusedOption(v)
		case "hazards":
			s.Hazard = h.spaceSet(v, "hazards")
		case "areas":
			s.Areas, s.Least, areas = h.areas(v)
		case "pit":
			s.Side = v.True()
		case "straight":
			s.StraightOnly = v.True()
		case "never_home":
			if v.True() {
				s.Home = race.NeverHome
			}
		}
	}
	if t.Count() > known {
		h.refuseOption(t)
	}
	if s.Shorter = len(unused); shortest >= 0 {
		s.Shorter = max(0, s.Steps-shortest)
	}
	return unused, areas
}

// refuseOption fails for what is no option of a search.
func (h *Host) refuseOption(t luabox.Table) {
	for _, key := range h.box.Names(t) {
		if !slices.Contains(pathOptions, key) {
			luabox.Raise("race:paths: `%s`: no such option%s", key, source.SuggestOrList(key, pathOptions))
		}
	}
}

func countOption(key string, v luabox.Value) int {
	n, ok := v.Whole()
	if !ok || n < 0 {
		luabox.Raise("race:paths: %s must be a whole number from 0, not %s", key, v.Article())
	}
	return n
}

// freeLetters may stand for a space not driven: L, P and R lead somewhere.
const freeLetters = "ABCDEFGHIJKMNOQSTUVWXYZ"

func unusedOption(v luabox.Value) string {
	text, ok := v.Text()
	if !ok || strings.Trim(text, freeLetters) != "" {
		luabox.Raise("race:paths: unused is a text of capitals, one for each space that may be left undriven, without L, P and R; not %s", v.Article())
	}
	return text
}
