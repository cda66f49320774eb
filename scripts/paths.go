package scripts

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/race"
)

// pathList is the handle that race:paths returns. It is used again in the next
// step.
type pathList struct {
	host   *Host
	table  *lua.LTable
	found  *board.Paths
	car    int
	unused string   // letters for spaces not driven
	areas  []string // names of the areas, "" for one without; nil when none were asked for
	made   []*lua.LTable
	ids    []string
}

var pathOptions = []string{"changes", "shortest", "unused", "hazards", "areas", "pit", "straight", "never_home"}

// apiPaths is race:paths(car, spaces, options).
func (h *Host) apiPaths() int {
	car, n := h.carArg(2, "race:paths"), h.wholeArg(3, "race:paths")
	if n < 0 || n > board.MaxRoute {
		raise("race:paths: %d spaces; a path has 0 to %d", n, board.MaxRoute)
	}
	s := board.Search{Steps: n}
	unused, areas := h.searchOptions(&s)
	p := h.nextPaths()
	found, err := h.race.Paths(car, s, p.found)
	if err != nil {
		raise("race:paths: %w", err)
	}
	h.budget.charge(100 + 20*len(found.List))
	p.found, p.car, p.unused, p.areas = found, car, unused, areas
	p.made, p.ids = slices.Grow(p.made[:0], len(found.List))[:len(found.List)], slices.Grow(p.ids[:0], len(found.List))[:len(found.List)]
	clear(p.made)
	clear(p.ids)
	p.table.RawSetString("count", num(len(found.List)))
	p.table.RawSetString("longest", num(found.Longest))
	p.table.RawSetString("asked", num(n))
	p.table.RawSetString("areas", lua.LNil)
	if options, ok := h.L.Get(4).(*lua.LTable); ok {
		p.table.RawSetString("areas", options.RawGetString("areas"))
	}
	h.L.Push(p.table)
	return 1
}

// searchOptions reads the third argument into a search, and returns the letters
// for spaces not driven and the names of areas.
func (h *Host) searchOptions(s *board.Search) (unused string, areas []string) {
	v := h.L.Get(4)
	if v == lua.LNil {
		return "", nil
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		raise("race:paths: argument 3 must be a table of options, not %s", article(v))
	}
	shortest := -1
	for _, k := range h.keys(t) {
		v := t.RawGet(k)
		n, whole := wholeNumber(v)
		switch key := k.String(); key {
		case "changes", "shortest":
			if !whole || n < 0 {
				raise("race:paths: %s must be a whole number from 0, not %s", key, article(v))
			}
			if key == "changes" {
				s.Changes = n
			} else {
				shortest = n
			}
		case "unused":
			text, isText := v.(lua.LString)
			if !isText || strings.Trim(string(text), "ABCDEFGHIJKMNOQSTUVWXYZ") != "" {
				raise("race:paths: unused is a text of capitals, one for each space that may be left undriven, without L, P and R; not %s", article(v))
			}
			unused = string(text)
		case "hazards":
			s.Hazard = h.spaceSet(v, "hazards")
		case "areas":
			s.Areas, areas = h.areas(v)
		case "pit":
			s.Side = lua.LVAsBool(v)
		case "straight":
			s.StraightOnly = lua.LVAsBool(v)
		case "never_home":
			if lua.LVAsBool(v) {
				s.Home = race.NeverHome
			}
		default:
			raise("race:paths: `%s`: no such option%s", key, suggestOrList(key, pathOptions))
		}
	}
	if s.Shorter = len(unused); shortest >= 0 {
		s.Shorter = max(0, s.Steps-shortest)
	}
	return unused, areas
}

// spaceSet is a list of spaces as a set.
func (h *Host) spaceSet(v lua.LValue, what string) board.Set {
	t, ok := v.(*lua.LTable)
	if !ok {
		raise("race:paths: %s is a list of spaces, not %s", what, article(v))
	}
	if t.Len() == 0 {
		return nil
	}
	set := board.NewSet(h.race.Board())
	for i := 1; i <= t.Len(); i++ {
		inner, _ := t.RawGetInt(i).(*lua.LTable)
		id, ok := h.spaceIndex[inner]
		if !ok {
			raise("race:paths: item %d of %s must be a space, not %s", i, what, article(t.RawGetInt(i)))
		}
		set.Put(id)
	}
	return set
}

// areas are lists of spaces, each perhaps with a name, as sets.
func (h *Host) areas(v lua.LValue) (sets []board.Set, names []string) {
	t, ok := v.(*lua.LTable)
	if !ok || t.Len() > board.MaxAreas {
		raise("race:paths: areas is a list of at most %d lists of spaces, not %s", board.MaxAreas, article(v))
	}
	names = []string{}
	for i := 1; i <= t.Len(); i++ {
		sets = append(sets, h.spaceSet(t.RawGetInt(i), "an area"))
		names = append(names, textField(t.RawGetInt(i).(*lua.LTable), "name"))
	}
	return sets, names
}

// nextPaths is a handle that this step has not used yet.
func (h *Host) nextPaths() *pathList {
	if h.pathsUsed == len(h.pathLists) {
		h.pathLists = append(h.pathLists, h.newPathList())
	}
	h.pathsUsed++
	return h.pathLists[h.pathsUsed-1]
}

// forgetPaths begins a step: handles and paths of the one before are stale.
func (h *Host) forgetPaths() {
	if h.pathsUsed > 0 {
		h.pathsUsed = 0
		clear(h.pathOf)
	}
}

// pathFunctions describe the methods of what race:paths returns.
var pathFunctions = []Function{
	{Of: "paths", name: "list", Args: "", Returns: "paths", Doc: "All of them: longest first, then with the fewest lane changes and hazards."},
	{Of: "paths", name: "best", Args: "weights", Returns: "path", Doc: "The path of the highest sum of weight times figure: { steps = 1, changes = -0.2 }. Figures are steps (spaces driven), unused (spaces not driven), changes, hazards, missing (stops short, summed over the corners overrun), beyond (spaces driven beyond them), stop (1 if it ends in a corner that asks stops), inside (lanes between its end and the inside of that corner or the next), beside (cars that stand beside its end), home (1 if it goes home), and areas, a list of weights, one for each area that it touches. Of equal ones the first of the list; nil when there is none."},
	{Of: "paths", name: "spaces", Args: "path", Returns: "spaces", Doc: "The spaces that one of them drives on, in order, without the one it begins on and those beyond the line when it goes home."},
	{Of: "paths", name: "find", Args: "text", Returns: "path", Doc: "The path that a driver wrote, such as \"1R2\", or one that ends in the same place at the same cost; nil and the reason when there is none."},
}

func (h *Host) newPathList() *pathList {
	p := &pathList{host: h, table: h.L.CreateTable(0, 8)}
	for i, run := range []func(*pathList) int{(*pathList).list, (*pathList).best, (*pathList).spaces, (*pathList).findText} {
		name := pathFunctions[i].name
		p.table.RawSetString(name, h.L.NewFunction(func(L *lua.LState) int {
			if L.Get(1) != lua.LValue(p.table) {
				raise("paths:%s: call it with a colon: paths:%s(%s)", name, name, pathFunctions[i].Args)
			}
			return run(p)
		}))
	}
	if h.handles == nil {
		h.handles = map[*lua.LTable]*pathList{}
	}
	h.handles[p.table] = p
	return p
}

func (p *pathList) list() int {
	t := p.host.L.CreateTable(len(p.found.List), 0)
	for i := range p.found.List {
		t.RawSetInt(i+1, p.path(i))
	}
	p.host.L.Push(t)
	return 1
}

func (p *pathList) spaces() int {
	h := p.host
	ref := h.pathArg(2, "paths:spaces")
	if ref.list != p {
		raise("paths:spaces: that path is one of other paths")
	}
	h.L.Push(h.spaceList(p.found.Spaces(ref.index, nil)))
	return 1
}

// spaceList is a list of spaces in Lua.
func (h *Host) spaceList(spaces []board.ID) *lua.LTable {
	t := h.L.CreateTable(len(spaces), 0)
	for i, id := range spaces {
		t.RawSetInt(i+1, h.space(id))
	}
	return t
}

// path is the Lua table of a path of the list.
func (p *pathList) path(i int) *lua.LTable {
	if p.made[i] != nil {
		return p.made[i]
	}
	h, path := p.host, &p.found.List[i]
	t := h.L.CreateTable(0, 12)
	t.RawSetString("id", lua.LString(p.id(i)))
	t.RawSetString("to", h.spaceValue(path.To))
	t.RawSetString("steps", num(path.Steps))
	t.RawSetString("unused", num(p.found.Search.Steps-path.Steps))
	t.RawSetString("changes", num(path.Changes))
	t.RawSetString("hazards", num(path.Hazards))
	t.RawSetString("home", lua.LBool(path.Home))
	t.RawSetString("beyond", num(path.Beyond))
	overran := h.L.CreateTable(len(path.Overran), 0)
	for k, o := range path.Overran {
		row := h.L.CreateTable(0, 3)
		row.RawSetString("corner", num(o.Corner))
		row.RawSetString("missing", num(o.Missing))
		row.RawSetString("beyond", num(o.Beyond))
		overran.RawSetInt(k+1, row)
	}
	t.RawSetString("overran", overran)
	if p.areas != nil {
		t.RawSetString("areas", p.touched(path))
	}
	p.made[i] = t
	if h.pathOf == nil {
		h.pathOf = map[*lua.LTable]pathRef{}
	}
	h.pathOf[t] = pathRef{p, i}
	h.budget.charge(30)
	return t
}

// touched are the numbers of the areas that a path touches.
func (p *pathList) touched(path *board.Path) *lua.LTable {
	t := p.host.L.NewTable()
	for i := range p.areas {
		if path.Areas>>i&1 != 0 {
			t.Append(num(i + 1))
		}
	}
	return t
}

// pathRef is a path of a list.
type pathRef struct {
	list  *pathList
	index int
}

// id is a path in writing, with the letters of the spaces it does not drive.
func (p *pathList) id(i int) string {
	if p.ids[i] == "" {
		path := &p.found.List[i]
		spaces := p.found.Spaces(i, nil)
		r := board.RouteOf(p.host.race.Board(), p.found.Search.From, spaces, path.Steps)
		left := p.found.Search.Steps - path.Steps
		r.Unused = p.unused[:min(left, len(p.unused))]
		if p.ids[i] = r.String(); p.ids[i] == "" {
			p.ids[i] = "0"
		}
	}
	return p.ids[i]
}

func (p *pathList) findText() int {
	i, err := p.search(p.host.textArg(2, "paths:find"))
	if err != nil {
		p.host.L.Push(lua.LNil)
		p.host.L.Push(lua.LString(err.Error()))
		return 2
	}
	p.host.L.Push(p.path(i))
	return 1
}

// search finds the path that somebody wrote: it, or the one that stands for it
// because it ends in the same place at the same cost.
func (p *pathList) search(text string) (int, error) {
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

// pathArg is an argument that must be a path of this step.
func (h *Host) pathArg(n int, function string) pathRef {
	t, _ := h.L.Get(n).(*lua.LTable)
	ref, ok := h.pathOf[t]
	if !ok {
		raise("%s: argument %d must be a path that race:paths found in this step, not %s", function, n-1, article(h.L.Get(n)))
	}
	return ref
}

// apiDrive is race:drive(car, path).
func (h *Host) apiDrive() int {
	car, ref := h.carArg(2, "race:drive"), h.pathArg(3, "race:drive")
	if ref.list.car != car {
		raise("race:drive: that path is %s's", h.race.Car(ref.list.car).Name())
	}
	p := ref.list
	spaces := p.found.Spaces(ref.index, nil)
	if _, err := h.race.DrivePath(car, p.found, ref.index); err != nil {
		raise("race:drive: %w", err)
	}
	h.sync()
	h.L.Push(h.spaceValue(h.race.Car(car).Space()))
	h.L.Push(h.spaceList(spaces))
	return 2
}
