// Package luabox is the sandboxed Lua: the machine that rules run on, what they
// find in it, and what they may take of it.
//
//	box := luabox.New(luabox.NewUnits(files), luabox.Hooks{})
//	value, err := box.Load("variants/paper_f1")
//	table, ok := value.Table()
//
// A Box is one Lua state. Its environment is an allow-list, its functions are
// bounded and charge for their work, its memory is its own: what other boxes
// of the process take does not count. Values, tables and functions of the rules
// are seen through this package alone, which alone imports the machine: it
// could be another one. The package knows what text a value that outlives a
// step has (see Notes), but no variant, no track and no race.
package luabox

import (
	"hash/maphash"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/source"
)

// Box is one Lua state with the files that were read into it. One goroutine
// uses it at a time.
type Box struct {
	state  *lua.LState
	env    *lua.LTable
	units  *Units
	budget *budget
	hooks  Hooks
	things Things       // cars and spaces, when there are any
	kept   func() int64 // what Go holds for the rules, nil for nothing

	modules map[string]lua.LValue // by name, such as "variants/paper_f1"
	loading []string
	nested  int                    // how deep in tables a copy is
	none    *lua.LTable            // see None
	extra   map[string]*lua.LTable // what `require` finds besides files

	hashes     map[*lua.FunctionProto]string // see FunctionHash
	textSeed   maphash.Seed                  // of digests
	proxies    map[*lua.LTable]*lua.LTable   // of the tables that files share: what files see of them
	behind     map[*lua.LTable]*lua.LTable   // and what reading one of those reads
	thawed     map[*lua.LTable]*lua.LTable   // and which table that is
	nextItem   *lua.LFunction                // of ipairs
	readNumber lua.LGFunction
}

// Hooks are what the rooms above tell a box about tables and functions of
// theirs. All may be nil.
type Hooks struct {
	// Copied is told of each table that was copied.
	Copied func(from, to Table)
	// Literal is a function as people read it; ok is false for one of Lua's.
	Literal func(f Function) (text string, ok bool)
}

// What runs at once: so many functions that call each other, and so many
// values that they work on.
const (
	MaxCalls  = 180
	registers = 1024 * 16
)

// New makes a box in which nothing was read yet.
func New(u *Units, hooks Hooks) *Box {
	b := &Box{
		state: lua.NewState(lua.Options{
			SkipOpenLibs: true, CallStackSize: MaxCalls, RegistrySize: 1024 * 4, RegistryMaxSize: registers,
		}),
		units: u, budget: &budget{}, hooks: hooks,
		hashes: map[*lua.FunctionProto]string{}, textSeed: maphash.MakeSeed(),
		modules: map[string]lua.LValue{}, extra: map[string]*lua.LTable{},
		proxies: map[*lua.LTable]*lua.LTable{}, behind: map[*lua.LTable]*lua.LTable{}, thawed: map[*lua.LTable]*lua.LTable{},
	}
	b.budget.held = b.held
	b.state.Panic = func(L *lua.LState) { panic(&luaPanic{L.Get(-1)}) }
	b.none = b.state.CreateTable(0, 0)
	b.none.Metatable = b.functions(map[string]lua.LGFunction{"__newindex": b.refuseWrite("racing.none", source.Frozen)})
	b.budget.settle()
	b.budget.refill(loadBudget)
	b.openEnv()
	b.budget.until = u.until // from here on there is something to be stopped
	b.state.SetContext(b.budget)
	return b
}

// None is the table that stands for nothing where Lua's nil cannot stand.
func (b *Box) None() Table { return Table{b.none} }

// Provide has `require` find a table under a name.
func (b *Box) Provide(name string, t Table) { b.extra[name] = t.t }

// NewTable makes a table with room for so many items and names.
func (b *Box) NewTable(items, names int) Table { return Table{b.state.CreateTable(items, names)} }

// Func is a function of Go's as rules call it. It finds its arguments with Arg,
// pushes what it returns with Push, and returns how many values that were.
func (b *Box) Func(fn func() int) Function {
	return Function{b.state.NewFunction(func(*lua.LState) int { return fn() })}
}

// Functions is a table of functions of Go's, by name.
func (b *Box) Functions(fns map[string]func() int) Table {
	t := b.NewTable(0, len(fns))
	for name, fn := range fns {
		t.SetField(name, b.Func(fn).Value())
	}
	return t
}

func (b *Box) functions(fns map[string]lua.LGFunction) *lua.LTable {
	t := b.state.CreateTable(0, len(fns))
	for name, fn := range fns {
		t.RawSetString(name, b.state.NewFunction(fn))
	}
	return t
}

// Arg is argument n of the running function of Go's, from 1; nothing where it
// was not given.
func (b *Box) Arg(n int) Value { return of(b.state.Get(n)) }

// Args is how many arguments it was given.
func (b *Box) Args() int { return b.state.GetTop() }

// Push returns a value to the rule that called.
func (b *Box) Push(v Value) { b.state.Push(v.raw()) }

// TextArg is argument n as a text, which a number is too. It fails for others.
func (b *Box) TextArg(n int) string { return b.state.CheckString(n) }

// FunctionArg is argument n, which must be a function.
func (b *Box) FunctionArg(n int) Function { return Function{b.state.CheckFunction(n)} }

// NumberArg is argument n, which must be a number.
func (b *Box) NumberArg(n int) float64 { return float64(b.state.CheckNumber(n)) }

// TableArg is argument n, which must be a table; of a frozen one, what is to be
// read. Function names the function in the error.
func (b *Box) TableArg(n int, function string) Table {
	t := b.givenTable(n, function)
	if lazyOf(t) != nil { // it stays lazy
		return Table{t}
	}
	return Table{b.seen(t)}
}

// Call calls a function of the rules. What goes wrong in it panics: see Rescue.
func (b *Box) Call(f Function, args ...Value) {
	b.state.Push(f.f)
	for _, v := range args {
		b.state.Push(v.raw())
	}
	b.state.Call(len(args), 0)
}

// Eval calls a function of the rules and returns its first result.
func (b *Box) Eval(f Function, args ...Value) Value {
	b.state.Push(f.f)
	for _, v := range args {
		b.state.Push(v.raw())
	}
	b.state.Call(len(args), 1)
	v := of(b.state.Get(-1))
	b.state.Pop(1)
	return v
}

// EvalInto calls a function of the rules and fills a list with its results.
func (b *Box) EvalInto(results []Value, f Function, args ...Value) {
	b.state.Push(f.f)
	for _, v := range args {
		b.state.Push(v.raw())
	}
	b.state.Call(len(args), len(results))
	for i := range results {
		results[i] = of(b.state.Get(i - len(results)))
	}
	b.state.Pop(len(results))
}

// Visible is what a rule would read of a field, through a guard: missing names
// fail.
func (b *Box) Visible(t Table, name string) Value { return of(b.state.GetField(t.t, name)) }

// MaxDepth is how deep tables may lie in each other: those of a variant, and
// those that outlive a step.
const MaxDepth = 20

// Deeper goes one table down, until the function that it returns is called; it
// bounds what walks down tables.
func (b *Box) Deeper() func() {
	if b.nested == MaxDepth {
		Raise("tables lie more than %d deep in each other", MaxDepth)
	}
	b.nested++
	return func() { b.nested-- }
}

// Copy copies tables and all that is in them, but for frozen ones; what was one
// table stays one table.
func (b *Box) Copy(v Value) Value { return of(b.copyValue(v.raw(), map[*lua.LTable]*lua.LTable{})) }

func (b *Box) copyValue(v lua.LValue, done map[*lua.LTable]*lua.LTable) lua.LValue {
	t, ok := v.(*lua.LTable)
	if !ok || t == b.none || b.behind[t] != nil { // what cannot be changed can stand in two places
		return v
	}
	if c, ok := done[t]; ok {
		return c
	}
	defer b.Deeper()()
	named := -fill(t).Len() // a Lua table whose size is not said begins with room for 32 names
	t.ForEach(func(_, _ lua.LValue) { named++ })
	c := b.state.CreateTable(t.Len(), max(named, 0))
	done[t] = c
	t.ForEach(func(k, v lua.LValue) {
		b.budget.Charge(1)
		c.RawSet(k, b.copyValue(v, done))
	})
	if b.hooks.Copied != nil {
		b.hooks.Copied(Table{t}, Table{c})
	}
	return c
}

// Names lists the keys of a table as texts, in the order of Keys.
func (b *Box) Names(t Table) []string {
	var names []string
	for _, k := range b.keys(b.seen(t.t)) {
		names = append(names, k.String())
	}
	return names
}
