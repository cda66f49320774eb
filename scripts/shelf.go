package scripts

import (
	"fmt"
	"slices"
	"sync"
)

// Shelf keeps rules that were read, so that many races of one game share them:
// what a race has of its own is its entries and who drives. A nil Shelf keeps
// nothing. It may be used by several goroutines at once.
type Shelf struct {
	mu    sync.Mutex
	rules []*rules // used last, first
}

// shelfRoom is how many rules a shelf keeps: those used last.
const shelfRoom = 64

// Load is Load, from the shelf where the files are still the same.
func (s *Shelf) Load(files Files, opts Options) (*Program, error) {
	if s == nil {
		return Load(files, opts)
	}
	r := s.find(files, opts)
	if r == nil {
		var err error
		if r, err = read(files, opts); err != nil {
			return nil, err
		}
	}
	s.put(r)
	return r.enter(opts)
}

// find looks for rules of the same options that files would give again.
func (s *Shelf) find(files Files, opts Options) *rules {
	s.mu.Lock()
	kept := slices.Clone(s.rules)
	s.mu.Unlock()
	for _, r := range kept {
		if shelfKey(r.opts) == shelfKey(opts) && r.from(files) {
			return r
		}
	}
	return nil
}

// put puts rules in front of the others.
func (s *Shelf) put(r *rules) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = slices.DeleteFunc(s.rules, func(other *rules) bool { return other == r })
	s.rules = slices.Insert(s.rules, 0, r)
	s.rules = s.rules[:min(len(s.rules), shelfRoom)]
}

// from says that files hold what the rules were read from, until the same end.
func (r *rules) from(files Files) bool {
	if !r.units.EndWith(files) {
		return false
	}
	for _, src := range r.units.Sources() {
		if now, err := files.Open(src.Name); err != nil || now != src {
			return false
		}
	}
	return true
}

// shelfKey is what of options the rules depend on.
func shelfKey(opts Options) string {
	return fmt.Sprintf("%q %q %q %d %q", opts.Variant, opts.With, opts.Track, opts.Laps, opts.Settings)
}
