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

// wanted is what rules say of a search, beside what stands in the search itself.
type wanted struct {
	shortest int          // spaces, below 0 where nothing is said
	unused   string       // letters for spaces not driven
	given    luabox.Value // areas, as they were given
	areas    []string     // their names
}

// searchOptions reads the options of race:paths into a search: a table of them, or
// pairs of a name and a value.
func (h *Host) searchOptions(s *board.Search) wanted {
	w := wanted{shortest: -1}
	if t, ok := h.box.Arg(4).Table(); ok {
		h.tableOptions(s, &w, t)
	} else {
		for n := 4; n <= h.box.Args() && !h.box.Arg(n).IsNil(); n += 2 {
			name, ok := h.box.Arg(n).Text()
			if !ok {
				luabox.Raise("race:paths: argument %d must be a table of options, or the name of one with its value after it, not %s", n-1, h.box.Arg(n).Article())
			}
			h.searchOption(s, &w, name, h.box.Arg(n+1))
		}
	}
	if s.Shorter = len(w.unused); w.shortest >= 0 {
		s.Shorter = max(0, s.Steps-w.shortest)
	}
	return w
}

// tableOptions reads a table of options.
func (h *Host) tableOptions(s *board.Search, w *wanted, t luabox.Table) {
	known := 0
	for _, name := range pathOptions {
		if v := t.Field(name); !v.IsNil() {
			known++
			h.searchOption(s, w, name, v)
		}
	}
	if t.Count() == known {
		return
	}
	for _, name := range h.box.Names(t) {
		h.searchOption(s, w, name, luabox.Value{})
	}
}

// searchOption reads one option; what is nothing is as if it were left out.
func (h *Host) searchOption(s *board.Search, w *wanted, name string, v luabox.Value) {
	switch {
	case !slices.Contains(pathOptions, name):
		luabox.Raise("race:paths: `%s`: no such option%s", name, source.SuggestOrList(name, pathOptions))
	case v.IsNil():
		return
	}
	switch name {
	case "changes":
		s.Changes = countOption(name, v)
	case "shortest":
		w.shortest = countOption(name, v)
	case "unused":
		w.unused = unusedOption(v)
	case "hazards":
		s.Hazard = h.hazards.of(h, v)
	case "areas":
		w.given = v
		s.Areas, s.Least, w.areas = h.areas(v)
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
