package scripts

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sandbox/core/race"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
)

// Profile is where the work of rules goes, in instructions, as the budget of a step
// counts them: every so many of them the functions that run are noted. It may watch
// the rules of several races at once, each of which one goroutine uses.
type Profile struct {
	mu      sync.Mutex
	watched []*luabox.Profile
}

// Watch has the work of the rules of a race noted from here on.
func (p *Profile) Watch(h *host.Host) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watched = append(p.watched, h.Profile())
}

// ProfilePeriod is how many instructions lie between two notes.
const ProfilePeriod = luabox.Sampled

// IsLibrary says that the path of a file is that of one of the shared library.
func IsLibrary(path string) bool { return strings.HasPrefix(path, Lib+"/") }

// Place is a line of a function of the rules.
type Place struct {
	File     string // "" for the program itself
	Line     int
	Function string // "V:lead", "the file itself", "declared turns and the like"
	Defined  int    // the line on which the function begins, 0 for the file itself
}

// Where is the place as file:line.
func (at Place) Where() string {
	if at.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}

// Stack is functions of which each calls the next, and the work of the last.
type Stack struct {
	Places []Place // the outermost first
	Work   int64
}

// Part is what one function, or one line, has of the work.
type Part struct {
	Place       // of a function the line on which it begins
	Own   int64 // its own work, that of the program's functions that it calls among it
	With  int64 // that of the rules that it calls too
	Calls int64 // of a function
}

// Work is a profile that was added up: what is most comes first.
type Work struct {
	Turns     int64
	Total     int64
	Stacks    []Stack
	Functions []Part
	Lines     []Part
}

// outside is work that no rule has called.
const outside = "declared turns and the like"

// Work adds up what was noted, of rules with such sources. Nobody must be racing.
func (p *Profile) Work(sources []race.Source) *Work {
	names := functionNames{}
	for _, src := range sources {
		names[src.Path] = strings.Split(src.Text, "\n")
	}
	w, stacks := &Work{}, map[string]*Stack{}
	functions, lines := map[Place]*Part{}, map[Place]*Part{}
	for _, watched := range p.watched {
		w.Turns += watched.Turns()
		watched.Stacks(func(spots []luabox.Spot, work int64) {
			places := names.places(spots)
			w.Total += work
			key := fmt.Sprint(places)
			if stacks[key] == nil {
				stacks[key] = &Stack{Places: places}
			}
			stacks[key].Work += work
			share(functions, lines, places, work)
		})
		watched.Calls(func(file string, defined int, calls int64) {
			part(functions, Place{file, defined, names.of(file, defined), defined}).Calls += calls
		})
	}
	for _, s := range stacks {
		w.Stacks = append(w.Stacks, *s)
	}
	slices.SortFunc(w.Stacks, func(a, b Stack) int {
		return cmp.Or(cmp.Compare(b.Work, a.Work), cmp.Compare(fmt.Sprint(a.Places), fmt.Sprint(b.Places)))
	})
	w.Functions, w.Lines = sorted(functions), sorted(lines)
	return w
}

// share gives the functions and lines of a stack their part of its work, each once.
func share(functions, lines map[Place]*Part, places []Place, work int64) {
	seen := map[*Part]bool{}
	for i, at := range places {
		begin, line := at, Place{File: at.File, Line: at.Line} // two functions may run on one line
		begin.Line = at.Defined
		for _, p := range []*Part{part(functions, begin), part(lines, line)} {
			if i == len(places)-1 {
				p.Own += work
			}
			if !seen[p] {
				p.With += work
			}
			seen[p] = true
		}
	}
}

func part(parts map[Place]*Part, at Place) *Part {
	if parts[at] == nil {
		parts[at] = &Part{Place: at}
	}
	return parts[at]
}

func sorted(parts map[Place]*Part) []Part {
	var list []Part
	for _, p := range parts {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Part) int {
		return cmp.Or(cmp.Compare(b.Own, a.Own), cmp.Compare(b.With, a.With), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Defined, b.Defined))
	})
	return list
}

// functionNames are the lines of files, in which the names of functions stand.
type functionNames map[string][]string

// How a function is written that has a name: function V:turn(...), or turn = function(...).
var (
	namedAfter  = regexp.MustCompile(`function\s+([\w.:]+)\s*\(`)
	namedBefore = regexp.MustCompile(`([\w.:]+|\["[^"]*"\])\s*=\s*function\b`)
)

// of is the name of the function that begins on a line.
func (n functionNames) of(file string, line int) string {
	lines := n[file]
	switch {
	case line == 0:
		return "the file itself"
	case line <= len(lines):
		for _, pattern := range []*regexp.Regexp{namedAfter, namedBefore} {
			if found := pattern.FindStringSubmatch(lines[line-1]); found != nil {
				return found[1]
			}
		}
	}
	return "a function without a name"
}

// places are the lines that a stack runs.
func (n functionNames) places(spots []luabox.Spot) []Place {
	if len(spots) == 0 {
		return []Place{{Function: outside}}
	}
	list := make([]Place, len(spots))
	for i, s := range spots {
		list[i] = Place{s.File, s.Line, n.of(s.File, s.Defined), s.Defined}
	}
	return list
}
