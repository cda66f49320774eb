package scripts

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

//go:embed lib/*.lua
var libFS embed.FS

func library() fs.FS {
	sub, err := fs.Sub(libFS, Lib)
	if err != nil {
		panic(err)
	}
	return sub
}

// state is one Lua state with the files that were read into it.
type state struct {
	L      *lua.LState
	env    *lua.LTable
	units  *units
	budget *budget

	modules  map[string]lua.LValue // by name, such as "variants/paper_f1"
	loading  []string
	nested   int // how deep in tables a copy is
	variants map[*lua.LTable]*variant
	tables   map[*lua.LTable]*rollTable
	declared map[*lua.LFunction]*declaredTurn
	circuits map[*lua.LTable]func(d *drawer, name string) *circuit // tracks and how each is drawn
	none     *lua.LTable                                           // racing.none
	extra    map[string]lua.LValue                                 // what `require` finds besides files: racing, track, spec

	proxies    map[*lua.LTable]*lua.LTable // of the tables that files share: what files see of them
	behind     map[*lua.LTable]*lua.LTable // and what reading one of those reads
	nextItem   *lua.LFunction              // of ipairs
	readNumber lua.LGFunction

	thing func(*lua.LTable) (kind, number int, ok bool) // cars and spaces, when there are any
	host  *Host                                         // the race that the rules are bound to, if any
}

// units are the compiled files of a program, shared by all of its states.
type units struct {
	files Files
	known map[string]*unit
	order []string // names in the order in which they were asked for
}

func newUnits(files Files) *units { return &units{files: files, known: map[string]*unit{}} }

func (u *units) get(name string) (*unit, error) {
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

// callDepth is how deep functions may call each other.
const callDepth = 180

// newState makes a Lua state in which nothing was read yet.
func newState(u *units) *state {
	s := &state{
		L: lua.NewState(lua.Options{
			SkipOpenLibs: true, CallStackSize: callDepth, RegistrySize: 1024 * 4, RegistryMaxSize: 1024 * 16,
		}),
		units: u, budget: &budget{},
		modules: map[string]lua.LValue{}, variants: map[*lua.LTable]*variant{},
		tables: map[*lua.LTable]*rollTable{}, declared: map[*lua.LFunction]*declaredTurn{},
		circuits: map[*lua.LTable]func(d *drawer, name string) *circuit{},
		proxies:  map[*lua.LTable]*lua.LTable{}, behind: map[*lua.LTable]*lua.LTable{},
	}
	s.L.Panic = func(L *lua.LState) { panic(&luaPanic{L.Get(-1)}) }
	s.none = s.L.CreateTable(0, 0)
	s.none.Metatable = s.functions(map[string]lua.LGFunction{"__newindex": s.refuseWrite("racing.none")})
	s.openEnv()
	s.extra = map[string]lua.LValue{"racing": s.openRacing(), "track": s.openTrack()}
	s.budget.settle()
	s.budget.refill(loadBudget)
	s.L.SetContext(s.budget)
	return s
}

// load reads a file once and returns what it returned.
func (s *state) load(name string) (value lua.LValue, err error) {
	if v, ok := s.modules[name]; ok {
		return v, nil
	}
	for _, busy := range s.loading {
		if busy == name {
			return nil, fmt.Errorf("%s needs itself", name)
		}
	}
	u, err := s.units.get(name)
	if err != nil {
		return nil, err
	}
	s.budget.charge(len(u.source.Text) / 8)
	s.loading = append(s.loading, name)
	defer func() { s.loading = s.loading[:len(s.loading)-1] }()
	fn := s.L.NewFunctionFromProto(u.proto)
	fn.Env = s.env
	s.L.Push(fn)
	s.budget.rest() // compiling took time
	s.L.Call(0, 1)
	value = s.L.Get(-1)
	s.L.Pop(1)
	s.modules[name] = value
	return value, nil
}

// protectedLoad is load for callers that are not themselves under Lua.
func (s *state) protectedLoad(name string) (value lua.LValue, err error) {
	defer s.rescue(&err)
	return s.load(name)
}

// require finds the library's own tables, its files, and variants.
func (s *state) require(L *lua.LState) int {
	name := L.CheckString(1)
	s.currentUnit("require")
	if v, ok := s.extra[name]; ok {
		L.Push(s.frozen(name, v.(*lua.LTable)))
		return 1
	}
	folder := Variants
	if slices.Contains(s.units.files.Names(Lib), name) {
		folder = Lib
	}
	v, err := s.load(folder + "/" + name)
	if err != nil {
		raiseError(err)
	}
	if t, ok := v.(*lua.LTable); ok && folder == Lib {
		v = s.frozen(name, t)
	}
	L.Push(v)
	return 1
}
