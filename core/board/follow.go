package board

import (
	"errors"
	"fmt"
)

// Follow drives along spaces that somebody chose and returns what it costs. It
// finds no path: it says whether this one is legal in a search whose Steps are
// those of the path, and the error says why it is not. A path that goes home
// has fewer spaces than steps.
func (t *Traffic) Follow(s Search, spaces []ID) (Path, error) {
	f := follower{t: t, b: t.board, s: &s, path: Path{Steps: s.Steps}, at: s.From}
	for i, to := range spaces {
		if to < 0 || int(to) >= len(t.board.spaces) {
			return Path{}, fmt.Errorf("step %d leads off the track", i+1)
		}
		if err := f.step(to); err != nil {
			return Path{}, err
		}
	}
	f.path.To = f.at
	var err error
	switch left := s.Steps - len(spaces); {
	case left < 0:
		err = f.length(len(spaces))
	case left > 0:
		err = f.home(left)
	}
	if least := s.tooShort(f.path.Areas, s.Steps); err == nil && least > 0 {
		err = fmt.Errorf("where it leads it has to drive %d spaces, not %d", least, s.Steps)
	}
	if err != nil {
		return Path{}, err
	}
	return f.path, nil
}

// follower is a car on its way along a path.
type follower struct {
	t    *Traffic
	b    *Board
	s    *Search
	at   ID
	path Path
}

func (f *follower) length(n int) error {
	return fmt.Errorf("it has to drive %d spaces, not %d", f.s.Steps, n)
}

// step takes one step.
func (f *follower) step(to ID) error {
	w := &f.b.ways[f.at]
	short := f.b.missing(f.s, w)
	overruns := short > 0 && f.b.leaves(w, to)
	change, err := f.steer(w, to, overruns)
	if err == nil {
		err = f.enter(w, to)
	}
	if err != nil {
		return err
	}
	for i := range f.path.Overran {
		f.path.Overran[i].Beyond++
	}
	if overruns {
		f.path.Overran = append(f.path.Overran, Overrun{int(w.corner), short, 1})
	}
	if f.s.Hazard.Has(to) {
		f.path.Hazards++
	}
	f.path.Areas |= f.s.areas(to)
	if f.b.ways[to].row < w.row {
		f.path.Crossed++
	}
	f.path.Changes += change
	f.at = to
	return nil
}

// steer says whether the lanes allow a step, and how many lane changes it
// counts as.
func (f *follower) steer(w *way, to ID, overruns bool) (int, error) {
	from, next := &f.b.spaces[f.at], &f.b.spaces[to]
	if w.bay && f.at != f.s.From {
		return 0, fmt.Errorf("a move that turns into %s ends there", from.Name)
	}
	if overruns || len(f.path.Overran) > 0 || f.s.StraightOnly {
		if to != w.ahead {
			return 0, fmt.Errorf("it keeps its lane from %s on, so it cannot drive to %s", from.Name, next.Name)
		}
		return 0, nil
	}
	o := f.b.outTo(w, to)
	switch {
	case o == nil && from.Arrows:
		return 0, fmt.Errorf("no arrow leads from %s to %s", from.Name, next.Name)
	case o == nil:
		return 0, fmt.Errorf("no step leads from %s to %s", from.Name, next.Name)
	case o.side && !f.s.Side:
		return 0, fmt.Errorf("it may not turn from %s into %s", from.Name, next.Name)
	case f.path.Changes+int(o.change) > f.s.Changes:
		return 0, fmt.Errorf("from %s to %s is one lane change more than the %d allowed", from.Name, next.Name, f.s.Changes)
	}
	return int(o.change), nil
}

// enter says whether a space can be driven onto.
func (f *follower) enter(w *way, to ID) error {
	start, next := &f.b.ways[f.s.From], &f.b.ways[to]
	switch {
	case next.row < w.row && f.s.Home == 1:
		return fmt.Errorf("it is home beyond %s", f.b.spaces[f.at].Name)
	case f.b.driven(start, next) <= f.b.driven(start, w):
		return errors.New("a path is shorter than a lap")
	case f.t.Taken(to):
		return fmt.Errorf("%s is taken", f.b.spaces[to].Name)
	}
	return nil
}

// outTo is the legal step to a space, nil when there is none.
func (b *Board) outTo(w *way, to ID) *out {
	for i := w.from; i < w.to; i++ {
		if b.outs[i].to == to {
			return &b.outs[i]
		}
	}
	return nil
}

// home drives the spaces that are left over the last line.
func (f *follower) home(left int) error {
	w := &f.b.ways[f.at]
	ends := w.bay && f.at != f.s.From
	if ends || w.ahead != None && (f.s.Home != 1 || f.b.ways[w.ahead].row > w.row) {
		return f.length(f.s.Steps - left)
	}
	if short := f.b.missing(f.s, w); short > 0 {
		f.path.Overran = append(f.path.Overran, Overrun{Corner: int(w.corner), Missing: short})
	}
	f.path.To, f.path.Home, f.path.Crossed, f.path.Beyond = None, true, 1, left
	return nil
}
