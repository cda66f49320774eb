package luabox

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
	"sandbox/scripts/internal/source"
)

// Units are the compiled files of a program, shared by all of its boxes.
type Units struct {
	files source.Files
	until context.Context // ends what runs in the boxes; nil for never
	known map[string]*Unit
	order []string // names in the order in which they were asked for
}

// NewUnits are the files of a program, of which none was read yet.
func NewUnits(files source.Files) *Units {
	return &Units{files: files, until: source.EndOf(files), known: map[string]*Unit{}}
}

// EndWith says that what runs in the boxes stops when other files say so.
func (u *Units) EndWith(files source.Files) bool { return u.until == source.EndOf(files) }

// Unit is a file that was read, by its name; nil for one that was not.
func (u *Units) Unit(name string) *Unit { return u.known[name] }

// Required is a file that was read, by the name that `require` has for it; nil for
// one that was not.
func (u *Units) Required(name string) *Unit {
	return cmp.Or(u.known[source.Lib+"/"+name], u.known[source.Variants+"/"+name])
}

// Sources are the files read so far, in the order in which they were asked for.
func (u *Units) Sources() []race.Source {
	list := make([]race.Source, len(u.order))
	for i, name := range u.order {
		list[i] = u.known[name].Source
	}
	return list
}

// Asks says that drivers may be asked something in one of the files.
func (u *Units) Asks() bool {
	return slices.ContainsFunc(u.order, func(name string) bool { return u.known[name].asks })
}

// Names lists what a folder holds, without specs.
func (u *Units) Names(folder string) []string { return u.files.Names(folder) }

// Get reads a file, or returns it as it was read before.
func (u *Units) Get(name string) (*Unit, error) {
	if c, ok := u.known[name]; ok {
		return c, nil
	}
	src, err := u.files.Open(name)
	if err != nil {
		return nil, err
	}
	c, err := compile(src)
	if err != nil {
		return nil, err
	}
	u.known[name] = c
	u.order = append(u.order, name)
	return c, nil
}

// Units are the files of the box.
func (b *Box) Units() *Units { return b.units }

// LibraryNames are the files of the shared library.
func (b *Box) LibraryNames() []string { return b.units.files.Names(source.Lib) }

// Load reads a file and returns what it returned, for callers that are not
// themselves under Lua.
func (b *Box) Load(name string) (value Value, err error) {
	defer b.Rescue(&err)
	return b.LoadUnder(name)
}

// LoadUnder is Load under Lua: what goes wrong in the file panics. A file is
// read once.
func (b *Box) LoadUnder(name string) (Value, error) {
	if v, ok := b.modules[name]; ok {
		return of(v), nil
	}
	value, err := b.LoadAnew(name)
	if err == nil {
		b.modules[name] = value.raw()
	}
	return value, err
}

// LoadAnew is LoadUnder for a file whose tables are to be the caller's own: it is
// read again each time.
func (b *Box) LoadAnew(name string) (Value, error) {
	for _, busy := range b.loading {
		if busy == name {
			return Value{}, fmt.Errorf("%s needs itself", name)
		}
	}
	u, err := b.units.Get(name)
	if err != nil {
		return Value{}, err
	}
	b.budget.Charge(len(u.Source.Text) / 8)
	b.loading = append(b.loading, name)
	defer func() { b.loading = b.loading[:len(b.loading)-1] }()
	fn := b.state.NewFunctionFromProto(u.proto)
	fn.Env = b.env
	b.state.Push(fn)
	b.budget.rest() // compiling took time
	b.state.Call(0, 1)
	value := b.state.Get(-1)
	b.state.Pop(1)
	return of(value), nil
}

// Module is what a file returned that was read, nothing for another.
func (b *Box) Module(name string) Value {
	if v, ok := b.modules[name]; ok {
		return of(v)
	}
	return Value{}
}

// CurrentUnit is the file whose top level runs. It fails inside a rule; the
// function that was called is named in the error.
func (b *Box) CurrentUnit(function string) *Unit {
	if len(b.loading) == 0 {
		Raise("%s: only at the top of a file, not inside a rule", function)
	}
	return b.units.known[b.loading[len(b.loading)-1]]
}

// ModuleName is "paper_f1" for "variants/paper_f1".
func ModuleName(name string) string { return path.Base(name) }

// require finds the tables that were provided, files of the library, and
// variants: tables that are read and not changed.
func (b *Box) require(L *lua.LState) int {
	name := L.CheckString(1)
	b.CurrentUnit("require")
	if t, ok := b.extra[name]; ok {
		L.Push(b.frozen(name, source.Frozen, t))
		return 1
	}
	folder := source.Variants
	if slices.Contains(b.LibraryNames(), name) {
		folder = source.Lib
	}
	value, err := b.LoadUnder(folder + "/" + name)
	if err != nil {
		RaiseError(err)
	}
	if t, ok := value.Table(); ok && folder == source.Lib {
		value = b.Frozen(name, t).Value()
	} else if ok {
		value = b.FrozenVariant(name, t).Value()
	}
	L.Push(value.raw())
	return 1
}
