package variant

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// House is a house rule as faces see it: rules that are laid over a game.
type House struct {
	Name  string   // of its file, such as "wolves"
	Title string   // as people read it
	File  string   // the path of its file
	Needs []string // what a game must have: paths, or fields of cars and of the race
	Hooks []string // the functions that it gives a game, by path, sorted
}

// house is a table made by racing.house, for one game that it is laid over.
type house struct {
	House
	table  luabox.Table
	given  luabox.Table // a copy of the fields that racing.house was given
	unit   *luabox.Unit
	mixins []*mixin
}

// The keys of a house rule that are no part of the game.
const (
	houseName  = "name"
	houseNeeds = "needs"
	houseSuper = "super"
)

// rooms are tables that a house rule always has, as a game has most of them: R.car.howls = 0,
// function R.stakes.gear(...).
var rooms = []string{"answers", "bots", "car", "race", "stakes", "words"}

// racingHouse is racing.house(fields): begins a house rule.
func (r *Reader) racingHouse() int {
	u, fields := r.box.CurrentUnit("racing.house"), r.box.TableArg(1, "racing.house")
	h := &house{House: House{Name: luabox.ModuleName(u.Source.Name), File: u.Source.Path}, unit: u}
	var ok bool
	if h.Title, ok = fields.Field(houseName).Text(); !ok {
		luabox.Raise("racing.house: it needs a name, as people read it: racing.house { name = \"Wolves on the ice\" }")
	}
	if h.Needs, ok = texts(fields.Field(houseNeeds)); !ok {
		luabox.Raise("racing.house: needs must be a list of texts, such as { \"turn\", \"wp.C\" }")
	}
	h.given, _ = r.box.Copy(fields.Value()).Table()
	h.table = fields
	for _, room := range rooms {
		if h.table.Field(room).IsNil() {
			h.table.SetField(room, r.box.NewTable(0, 0).Value())
		}
	}
	h.table.SetField(houseSuper, r.notLaid().Value())
	r.houses[h.table] = h
	r.box.Push(h.table.Value())
	return 1
}

// texts is a list of texts, empty for nothing; ok is false for anything else.
func texts(v luabox.Value) (list []string, ok bool) {
	t, isTable := v.Table()
	for i := 1; isTable && i <= t.Len(); i++ {
		text, isText := t.Item(i).Text()
		if !isText {
			return nil, false
		}
		list = append(list, text)
	}
	return list, isTable && t.Count() == len(list) || v.IsNil()
}

// notLaid stands for what lies below a house rule while its file is read.
func (r *Reader) notLaid() luabox.Table {
	t := r.box.NewTable(0, 0)
	refuse := func() {
		luabox.Raise("R.super is what lies below a house rule, which is known when it is laid over a game: use it inside functions")
	}
	t.SetGuard(r.box.NewGuard(func(luabox.Table, luabox.Value) luabox.Value { refuse(); return luabox.Value{} },
		func(luabox.Table, luabox.Value, luabox.Value) { refuse() }))
	return t
}

// IsHouse says that a file returned a house rule.
func (r *Reader) IsHouse(value luabox.Value) bool {
	t, ok := value.Table()
	return ok && r.houses[t] != nil
}

// HouseOf is the house rule that a file returned.
func (r *Reader) HouseOf(value luabox.Value) (House, bool) {
	t, _ := value.Table()
	h := r.houses[t]
	if h == nil {
		return House{}, false
	}
	h.Hooks = r.hooks(h)
	return h.House, true
}

// hooks are the functions of a house rule by path: "turn", "stakes.gear".
func (r *Reader) hooks(h *house) []string {
	var list []string
	for _, k := range r.box.Keys(h.table) {
		v := h.table.Get(k)
		if v.Kind() == luabox.FunctionKind {
			list = append(list, k.String())
		}
		inner, ok := v.Table()
		if !ok || k.String() == houseSuper || r.tables[inner] != nil {
			continue
		}
		for _, n := range r.box.Keys(inner) {
			if inner.Get(n).Kind() == luabox.FunctionKind {
				list = append(list, source.Join(k.String(), n.String()))
			}
		}
	}
	slices.Sort(list)
	return list
}

// MaxHouses is how many house rules may lie over a game.
const MaxHouses = 20

// racingStack is racing.stack(name, house, ...): a fork of a game with house
// rules laid over it, the last one on top.
func (r *Reader) racingStack() int {
	u := r.box.CurrentUnit("racing.stack")
	base, n := r.extended("racing.stack", r.box.TextArg(1)), r.box.Args()
	if n < 2 {
		luabox.Raise("racing.stack: it names a game and the house rules over it: racing.stack(%q, \"wolves\")", base.name)
	}
	for i := 2; i <= n; i++ {
		base = r.lay(base, r.box.TextArg(i))
	}
	r.box.Push(r.fork(u, base).Table.Value())
	return 1
}

// notAGame says how a house rule is raced with.
func (h House) notAGame() error {
	return &source.Error{File: h.File, Msg: fmt.Sprintf(
		"%s is a house rule (%s), which is laid over a game: --with %s, or racing.stack(\"paper_f1\", %q) in a file", h.Name, h.Title, h.Name, h.Name)}
}

// stack lays house rules over a variant.
func (r *Reader) stack(v *Variant, names []string) *Variant {
	for _, name := range names {
		v = r.lay(v, name)
	}
	return v
}

// lay lays a house rule over a variant. The file is read anew: R.super is that
// of this place in the stack.
func (r *Reader) lay(below *Variant, name string) *Variant {
	if below.isUnder(MaxHouses) {
		luabox.Raise("more than %d house rules lie over %s", MaxHouses, below.Game().name)
	}
	h := r.readHouse(name, below)
	r.checkNeeds(h, below)
	v := r.fork(h.unit, below)
	v.name, v.house, v.mixins = below.name+"+"+name, h, h.mixins
	h.table.SetField(houseSuper, r.super(h, below).Value())
	for _, k := range r.box.Keys(h.table) {
		key := k.String()
		if v.wrong.Full() || key == houseName || key == houseNeeds || key == houseSuper {
			continue
		}
		if inner, ok := h.table.Get(k).Table(); ok && slices.Contains(rooms, key) && inner.Count() == 0 {
			continue
		}
		if given := h.given.Get(k); !given.IsNil() {
			r.checkKey(v, k, given)
		}
		v.Table.Set(k, r.merge(v.Table.Get(k), h.table.Get(k)))
	}
	v.Table.SetField("name", luabox.Str(below.Table.TextField("name")+" + "+h.Title))
	return v
}

// readHouse reads the file of a house rule for one place in a stack.
func (r *Reader) readHouse(name string, below *Variant) *house {
	value, err := r.box.LoadAnew(source.Variants + "/" + name)
	if err != nil {
		luabox.RaiseError(r.unknownHouse(name, err))
	}
	t, _ := value.Table()
	if h := r.houses[t]; h != nil && h.Name == name {
		return h
	}
	if r.variants[t] != nil {
		luabox.Raise("%s is a game, not a house rule: it cannot be laid over %s; a house rule begins with racing.house", name, below.name)
	}
	u := r.box.Units().Unit(source.Variants + "/" + name)
	luabox.RaiseError(&source.Error{File: u.Source.Path, Msg: fmt.Sprintf(
		"a house rule ends with `return R`, the table that racing.house made here; this file returns %s", value.Article())})
	return nil
}

// super is what lies below a house rule, as its functions reach it: a function
// that nothing below has does nothing.
func (r *Reader) super(h *house, below *Variant) luabox.Table {
	t := r.box.NewTable(0, below.Table.Count())
	for _, k := range r.box.Keys(below.Table) {
		if k.String() != "base" {
			t.Set(k, below.Table.Get(k))
		}
	}
	nothing := r.box.Func(func() int { return 0 }).Value()
	for _, hook := range r.hooks(h) {
		if r.planned(t, hook) {
			continue
		}
		into, name := t, hook
		if top, inner, ok := strings.Cut(hook, "."); ok {
			into, name = r.roomFor(t, below, top), inner
		}
		if key := luabox.Str(name); into.Get(key).IsNil() {
			into.Set(key, nothing)
		}
	}
	return r.box.FrozenVariant(below.Game().name, t)
}

// planned puts what the program does itself, unless a game says otherwise, below
// a house rule as a function: an order that is a name.
func (r *Reader) planned(t luabox.Table, hook string) bool {
	name, isName := t.Field(hook).Text()
	if hook != "order" || !isName {
		return false
	}
	order, _ := race.OrderNamed(name) // what is no order is said where it stands
	t.SetField(hook, r.box.Func(func() int { return r.running("R.super.order").Before(order) }).Value())
	return true
}

// roomFor is a table of what lies below to which functions can be added: a copy
// of that of the variant.
func (r *Reader) roomFor(t luabox.Table, below *Variant, name string) luabox.Table {
	inner, ok := t.Field(name).Table()
	if was, there := below.Table.Field(name).Table(); !ok || there && was == inner {
		inner = r.box.NewTable(0, 4)
		if there {
			for _, k := range r.box.Keys(was) {
				inner.Set(k, was.Get(k))
			}
		}
		t.SetField(name, inner.Value())
	}
	return inner
}

// isUnder says that so many house rules lie under a place in a stack.
func (v *Variant) isUnder(n int) bool {
	for w := v; w != nil; w = w.Base {
		if w.house != nil {
			n--
		}
	}
	return n <= 0
}

// Game is what house rules lie over: the variant itself, or the first below it
// that is no house rule.
func (v *Variant) Game() *Variant {
	for v.house != nil {
		v = v.Base
	}
	return v
}

// Houses are the house rules of a variant, the lowest first: those laid over it,
// and those that its file stacks.
func (r *Reader) Houses(v *Variant) []House {
	var list []House
	for _, level := range v.levels() {
		h := level.house.House
		h.Hooks = r.hooks(level.house)
		list = append(list, h)
	}
	return list
}

// levels are the places of a stack in which house rules lie, the lowest first.
func (v *Variant) levels() []*Variant {
	var list []*Variant
	for w := v; w != nil; w = w.Base {
		if w.house != nil {
			list = append(list, w)
		}
	}
	slices.Reverse(list)
	return list
}

// unknownHouse says what house rules there are where one is asked for that is not.
func (r *Reader) unknownHouse(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var known []string
	for _, name := range r.box.Units().Names(source.Variants) {
		if u, err := r.box.Units().Get(source.Variants + "/" + name); err == nil && u.House {
			known = append(known, name)
		}
	}
	return fmt.Errorf("no house rule is called %q%s", name, source.SuggestOrList(name, known))
}

// checkNeeds fails when what lies below a house rule lacks something that it needs.
func (r *Reader) checkNeeds(h *house, below *Variant) {
	var missing []string
	line, meant := 0, ""
	for i, path := range h.Needs {
		if !r.has(below, path) {
			missing = append(missing, "`"+path+"`")
			meant = cmp.Or(meant, source.Suggest(path, r.box.Names(below.Table)))
			line = cmp.Or(line, h.unit.Lines.Line(fmt.Sprintf("needs.%d", i+1)))
		}
	}
	if len(missing) > 0 {
		file, at := below.Place("")
		luabox.RaiseError(&source.Error{File: h.File, Line: line, Msg: fmt.Sprintf(
			"%s needs %s, which %s does not have (%s:%d)%s", h.Name, strings.Join(missing, ", "), below.name, file, at, meant)})
	}
}

// has says that a variant has something under a path, or a field of its cars or
// of the race.
func (r *Reader) has(v *Variant, path string) bool {
	car, race := v.Table.Field("car"), v.Table.Field("race")
	for _, from := range []luabox.Value{v.Table.Value(), car, race} {
		for _, key := range strings.Split(path, ".") {
			t, ok := from.Table()
			if !ok {
				from = luabox.Value{}
				break
			}
			from = t.Get(keyIn(t, key))
		}
		if !from.IsNil() {
			return true
		}
	}
	return false
}
