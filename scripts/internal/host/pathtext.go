package host

import (
	"fmt"
	"slices"
	"strings"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
)

// Paths in writing: what each is called, and which one somebody wrote.

// id is a path in writing, with the letters of the spaces it does not drive.
func (p *pathList) id(i int) string {
	if p.ids[i] == "" {
		path := &p.found.List[i]
		r := board.RouteOf(p.host.race.Board(), p.found.Search.From, p.found.Spaces(i, nil), path.Steps)
		r.Unused = p.undriven(path)
		if p.ids[i] = r.String(); p.ids[i] == "" {
			p.ids[i] = "0"
		}
	}
	return p.ids[i]
}

// undriven are the letters of the spaces that a path does not drive.
func (p *pathList) undriven(path *board.Path) string {
	return p.unused[:min(p.found.Search.Steps-path.Steps, len(p.unused))]
}

// findText is paths:find(text).
func (p *pathList) findText() int {
	i, err := p.search(p.host.textArg(2, "paths:find"))
	if err != nil {
		p.host.box.Push(luabox.Value{})
		p.host.box.Push(luabox.Str(err.Error()))
		return 2
	}
	p.host.box.Push(p.path(i).Value())
	return 1
}

// spelt is search for what a person wrote: letters that mean nothing in this move
// are refused, and those that do not stand for the spaces left out.
func (p *pathList) spelt(text string) (int, error) {
	r, err := board.ParseRoute(text)
	if err != nil {
		return 0, err
	}
	if strange := letters(r.Unused, p.unused); strange != nil {
		return 0, fmt.Errorf("%s: %s in a path: write numbers for straight on, R and L%s", text, meaningless(strange), p.meant())
	}
	i, err := p.search(text)
	if err != nil || r.Unused == "" {
		return i, err
	}
	left := p.found.Search.Steps - len(r.Turns)
	if want := p.unused[:min(left, len(p.unused))]; r.Unused != want {
		r.Unused = want
		return 0, fmt.Errorf("%s leaves out %d of %d spaces, so it is written %s", text, left, p.found.Search.Steps, r)
	}
	return i, nil
}

// letters are those of a text, each once, that another does not have.
func letters(text, but string) []string {
	var list []string
	for _, letter := range strings.Split(text, "") {
		if !strings.Contains(but, letter) && !slices.Contains(list, letter) {
			list = append(list, letter)
		}
	}
	return list
}

// meaningless is "Q means nothing", "Q and U mean nothing".
func meaningless(list []string) string {
	last := len(list) - 1
	if last == 0 {
		return list[0] + " means nothing"
	}
	return strings.Join(list[:last], ", ") + " and " + list[last] + " mean nothing"
}

// meant says which letters there are for spaces not driven.
func (p *pathList) meant() string {
	list := letters(p.unused, "")
	if list == nil {
		return ""
	}
	return ", " + strings.Join(list, " or ") + " for a space not driven"
}

// search finds the path that somebody wrote: it, or the one that stands for it
// because it ends in the same place at the same cost.
func (p *pathList) search(text string) (int, error) {
	p.host.box.Charge(len(text) + len(p.found.List)/itemsCharge)
	r, err := board.ParseRoute(text)
	if err != nil {
		return 0, err
	}
	if i := slices.IndexFunc(p.found.List, func(path board.Path) bool { return path.Steps == 0 }); len(r.Turns) == 0 && i >= 0 {
		return i, nil
	}
	s := p.found.Search
	if len(r.Turns) > s.Steps || len(r.Turns) < s.Steps-s.Shorter {
		return 0, fmt.Errorf("%s drives %d spaces; the move is %s", text, len(r.Turns), spanText(max(0, s.Steps-s.Shorter), s.Steps))
	}
	s.Steps = len(r.Turns)
	path, err := p.follow(s, r)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", text, err)
	}
	for i := range p.found.List {
		if sameCost(&p.found.List[i], &path) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s cannot be driven now", text)
}

// follow drives a path in writing, up to the line where it goes home.
func (p *pathList) follow(s board.Search, r board.Route) (board.Path, error) {
	b := p.host.race.Board()
	spaces, err := r.Spaces(b, s.From)
	if err != nil {
		return board.Path{}, err
	}
	row := b.Space(s.From).Row
	for i, id := range spaces {
		if next := b.Space(id).Row; s.Home == 1 && next < row {
			spaces = spaces[:i]
			break
		} else {
			row = next
		}
	}
	return p.host.race.Follow(s, spaces)
}

func sameCost(a, b *board.Path) bool {
	return a.To == b.To && a.Steps == b.Steps && a.Changes == b.Changes && a.Hazards == b.Hazards && a.Areas == b.Areas && slices.Equal(a.Overran, b.Overran)
}

func spanText(least, most int) string {
	if least == most {
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
