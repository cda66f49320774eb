package host

import (
	"slices"

	"sandbox/core/board"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/luabox"
)

// pathList is the handle that race:paths returns. It is used again in the next
// step.
type pathList struct {
	host   *Host
	table  luabox.Table
	found  *board.Paths
	car    int
	unused string   // letters for spaces not driven
	areas  []string // names of the areas, "" for one without; nil when none were asked for
	made   []madePath
	ids    []string
}

// madePath is a path that was made into a table, and the lists in it that
// somebody has looked at.
type madePath struct {
	table          luabox.Table
	overran, areas luabox.Value
}

// pathRef is a path of a list.
type pathRef struct {
	list  *pathList
	index int
}

// pathLists are the handles of a race, and the paths of a step that were made
// into tables.
type pathLists struct {
	all  []*pathList
	used int                        // of them in this step
	of   map[luabox.Table]*pathList // by their tables
	path map[luabox.Table]pathRef
	kind luabox.Lazy // of the tables of paths

	areas map[luabox.Table]limitArea // of this step, by their tables
}

// size is about how many bytes the lists take; their memory is used again.
func (l *pathLists) size() (n int64) {
	for _, p := range l.all {
		if p.found != nil {
			n += int64(p.found.Size() + 56*cap(p.made))
		}
	}
	return n
}

// next is a handle that this step has not used yet.
func (l *pathLists) next(h *Host) *pathList {
	if l.used == len(l.all) {
		p := h.newPathList()
		if l.of == nil {
			l.of, l.path = map[luabox.Table]*pathList{}, map[luabox.Table]pathRef{}
		}
		l.all, l.of[p.table] = append(l.all, p), p
	}
	l.used++
	return l.all[l.used-1]
}

// forget begins a step: handles and paths of the one before are stale.
func (l *pathLists) forget() {
	clear(l.areas)
	if l.used > 0 {
		l.used = 0
		clear(l.path)
	}
}

// apiPaths is race:paths(car, spaces, options).
func (h *Host) apiPaths() int {
	car, n := h.carArg(2, "race:paths"), h.wholeArg(3, "race:paths")
	if n < 0 || n > board.MaxRoute {
		luabox.Raise("race:paths: %d spaces; a path has 0 to %d", n, board.MaxRoute)
	}
	s := board.Search{Steps: n}
	said := h.searchOptions(&s)
	p := h.paths.next(h)
	h.box.Charge(pathsCharge + h.race.Board().Len()/itemsCharge)
	s.Most = h.mostLooked()
	found, err := h.race.Paths(car, s, p.found)
	if err != nil {
		luabox.Raise("race:paths: %w", err)
	}
	if p.found = found; found.GaveUp() {
		luabox.Raise("race:paths: there are more ways to drive %d spaces than a step has work for: allow fewer lane changes, or tell ways apart by fewer areas and hazards", n)
	}
	h.box.Charge(pathCharge*len(found.List) + lookedCharge*found.Looked)
	p.car, p.unused, p.areas = car, said.unused, said.areas
	p.made, p.ids = slices.Grow(p.made[:0], len(found.List))[:len(found.List)], slices.Grow(p.ids[:0], len(found.List))[:len(found.List)]
	clear(p.made)
	clear(p.ids)
	p.show("count", luabox.Num(len(found.List)))
	p.show("longest", luabox.Num(found.Longest))
	p.show("asked", luabox.Num(n))
	p.show("areas", said.given)
	h.box.Push(p.table.Value())
	return 1
}

// show has a field of the list be what it is of these paths: most often it is the
// same as of the last ones, and to write is slow.
func (p *pathList) show(name string, v luabox.Value) {
	if p.table.Raw(name) != v {
		p.table.SetField(name, v)
	}
}

// hazards are the spaces that rules last gave as hazards, and the same as a set:
// they are asked for again and again while they do not change.
type hazards struct {
	spaces []luabox.Value
	set    board.Set
}

// of is a list of spaces as a set, which nobody writes.
func (z *hazards) of(h *Host, v luabox.Value) board.Set {
	t, ok := v.Table()
	if !ok || t.Len() != len(z.spaces) || t.Len() == 0 {
		return z.read(h, v)
	}
	h.chargeItems(t.Len() + h.race.Board().Len())
	for i, space := range z.spaces {
		if t.Item(i+1) != space {
			return z.read(h, v)
		}
	}
	return z.set
}

// read is a list of spaces that are others than the last ones.
func (z *hazards) read(h *Host, v luabox.Value) board.Set {
	set := h.spaceSet(v, "hazards")
	z.spaces = z.spaces[:0]
	t, _ := v.Table()
	for i := range t.Len() {
		z.spaces = append(z.spaces, t.Item(i+1))
	}
	z.set = set
	return set
}

// spaceSet is a list of spaces as a set.
func (h *Host) spaceSet(v luabox.Value, what string) board.Set {
	t, ok := v.Table()
	if !ok {
		luabox.Raise("race:paths: %s is a list of spaces, not %s", what, v.Article())
	}
	if t.Len() == 0 {
		return nil
	}
	h.chargeItems(t.Len() + h.race.Board().Len())
	set := board.NewSet(h.race.Board())
	for i := 1; i <= t.Len(); i++ {
		id, ok := h.spaceOf(t.Item(i))
		if !ok {
			luabox.Raise("race:paths: item %d of %s must be a space, not %s", i, what, t.Item(i).Article())
		}
		set.Put(id)
	}
	return set
}

// areas are lists of spaces, each perhaps with a name and with how few spaces a
// path that touches it may drive, as sets.
func (h *Host) areas(v luabox.Value) (sets []board.Set, least []int, names []string) {
	t, ok := v.Table()
	if !ok || t.Len() > board.MaxAreas {
		luabox.Raise("race:paths: areas is a list of at most %d lists of spaces, not %s", board.MaxAreas, v.Article())
	}
	names = []string{}
	for i := 1; i <= t.Len(); i++ {
		area, _ := t.Item(i).Table()
		if known, ok := h.paths.areas[area]; ok {
			sets, names, least = append(sets, known.set), append(names, known.name), append(least, 0)
			continue
		}
		sets = append(sets, h.spaceSet(t.Item(i), "an area"))
		names, least = append(names, area.TextField("name")), append(least, 0)
		if v := area.Field("shortest"); !v.IsNil() {
			least[i-1] = countOption("the shortest of an area", v)
		}
	}
	return sets, least, names
}

// pathMethods are those of what race:paths returns.
var pathMethods = []struct {
	name, args, returns, doc string
	run                      func(*pathList) int
}{
	{"list", "", "paths Path[]", "All of them: longest first, then with the fewest lane changes and hazards.", (*pathList).list},
	{"best", "weights PathWeights", "path Path?", "The path of the highest sum of weight times figure. Of equal ones the first of the list; nil when there is none.", (*pathList).best},
	{"foreseen", "terms SpeedTerms, worth integer, points integer", "path Path?", "The path that promises most to a driver at the speed that his car has posted; terms, worth and points as in race:best_speed. Of equal ones the first of the list; nil when there is none.", (*pathList).foreseen},
	{"spaces", "path Path", "spaces Space[]", "The spaces that one of them drives on, in order, without the one it begins on and those beyond the line when it goes home.", (*pathList).spaces},
	{"find", "text string", "path Path?, why string?", "The path that a driver wrote, such as \"1R2\", or one that ends in the same place at the same cost; nil and the reason when there is none.", (*pathList).findText},
}

// PathFunctions are what rules can call of paths, in the order of the reference.
func PathFunctions() []api.Function {
	list := make([]api.Function, len(pathMethods))
	for i, m := range pathMethods {
		list[i] = api.Function{Of: "paths", Name: m.name, Args: m.args, Returns: m.returns, Doc: m.doc}
	}
	return described(list, pathExamples)
}

func (h *Host) newPathList() *pathList {
	p := &pathList{host: h, table: h.box.NewTable(0, 8)}
	for _, m := range pathMethods {
		p.table.SetField(m.name, h.box.Func(func() int {
			if h.box.Arg(1) != p.table.Value() {
				luabox.Raise("paths:%s: call it with a colon: paths:%s(%s)", m.name, m.name, api.Names(m.args))
			}
			return m.run(p)
		}).Value())
	}
	return p
}

func (p *pathList) list() int {
	p.host.box.Charge(len(p.found.List))
	t := p.host.box.NewTable(len(p.found.List), 0)
	for i := range p.found.List {
		t.SetItem(i+1, p.path(i).Value())
	}
	p.host.box.Push(t.Value())
	return 1
}

func (p *pathList) spaces() int {
	h := p.host
	ref := h.pathArg(2, "paths:spaces")
	if ref.list != p {
		luabox.Raise("paths:spaces: that path is one of other paths")
	}
	h.box.Charge(p.found.List[ref.index].Steps)
	h.box.Push(h.spaceList(p.found.Spaces(ref.index, nil)))
	return 1
}

// path is the Lua table of a path of the list.
func (p *pathList) path(i int) luabox.Table {
	made := &p.made[i]
	if made.table.IsNone() {
		h := p.host
		h.box.Charge(madeCharge + p.found.List[i].Steps)
		made.table = h.paths.kind.NewTable(h.box)
		h.paths.path[made.table] = pathRef{p, i}
	}
	return made.table
}

// pathFields are those of a path's table.
var pathFields = []string{"id", "to", "steps", "unused", "changes", "hazards", "home", "beyond", "overran", "areas"}

// pathField works out a field of a path's table.
func (h *Host) pathField(t luabox.Table, name string) luabox.Value {
	ref, ok := h.paths.path[t]
	if !ok {
		luabox.Raise("that path was found in an earlier step: keep what you need of a path, not the path")
	}
	p, path := ref.list, &ref.list.found.List[ref.index]
	switch name {
	case "id":
		return luabox.Str(p.id(ref.index))
	case "to":
		return h.spaceValue(path.To)
	case "steps":
		return luabox.Num(path.Steps)
	case "unused":
		return luabox.Num(p.found.Search.Steps - path.Steps)
	case "changes":
		return luabox.Num(path.Changes)
	case "hazards":
		return luabox.Num(path.Hazards)
	case "home":
		return luabox.Bool(path.Home)
	case "beyond":
		return luabox.Num(path.Beyond)
	case "overran":
		return p.listed(ref.index, &p.made[ref.index].overran, p.overran)
	case "areas":
		if p.areas != nil {
			return p.listed(ref.index, &p.made[ref.index].areas, p.touched)
		}
	}
	return luabox.Value{}
}

// listed is a list that belongs to a path, made once.
func (p *pathList) listed(i int, list *luabox.Value, made func(*board.Path) luabox.Value) luabox.Value {
	if list.IsNil() {
		*list = made(&p.found.List[i])
	}
	return *list
}

// overran is a list of the corners that a path overruns.
func (p *pathList) overran(path *board.Path) luabox.Value {
	list := p.host.box.NewTable(len(path.Overran), 0)
	for i, o := range path.Overran {
		row := p.host.box.NewTable(0, 3)
		row.Put("corner", luabox.Num(o.Corner))
		row.Put("missing", luabox.Num(o.Missing))
		row.Put("beyond", luabox.Num(o.Beyond))
		list.SetItem(i+1, row.Value())
	}
	return list.Value()
}

// touched are the numbers of the areas that a path touches.
func (p *pathList) touched(path *board.Path) luabox.Value {
	t := p.host.box.NewTable(0, 0)
	for i := range p.areas {
		if path.Areas>>i&1 != 0 {
			t.Append(luabox.Num(i + 1))
		}
	}
	return t.Value()
}

// pathArg is an argument that must be a path of this step.
func (h *Host) pathArg(n int, function string) pathRef {
	v := h.box.Arg(n)
	t, _ := v.Table()
	ref, ok := h.paths.path[t]
	if !ok {
		luabox.Raise("%s: argument %d must be a path that race:paths found in this step, not %s", function, n-1, v.Article())
	}
	return ref
}

// apiDrive is race:drive(car, path).
func (h *Host) apiDrive() int {
	car, ref := h.carArg(2, "race:drive"), h.pathArg(3, "race:drive")
	if ref.list.car != car {
		luabox.Raise("race:drive: that path is %s's", h.race.Car(ref.list.car).Name())
	}
	p := ref.list
	h.chargeDrive(p.found.List[ref.index].Steps)
	spaces := p.found.Spaces(ref.index, nil)
	if _, err := h.race.DrivePath(car, p.found, ref.index); err != nil {
		luabox.Raise("race:drive: %w", err)
	}
	h.sync()
	h.box.Push(h.spaceValue(h.race.Car(car).Space()))
	h.box.Push(h.spaceList(spaces))
	return 2
}
