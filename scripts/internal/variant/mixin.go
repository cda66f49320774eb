package variant

import (
	"slices"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// mixin is a file of the library with rules that several games share, as a
// variant or a house rule uses it.
type mixin struct {
	name   string
	unit   *luabox.Unit
	file   string // where it is used
	line   int
	needs  []string // functions that a game has for it
	called []string // functions of it that a game calls
}

// The keys of a mixin that say what it takes to use it.
const (
	mixinNeeds  = "needs"
	mixinCalled = "called"
)

// racingUse is racing.use(V, name): a variant, or a house rule, takes over what
// it lacks of a mixin. Tables with names are filled up, what is there already
// stays.
func (r *Reader) racingUse() int {
	r.box.CurrentUnit("racing.use")
	t, name := r.box.TableArg(1, "racing.use"), r.box.TextArg(2)
	v, h := r.variants[t], r.houses[t]
	if v == nil && h == nil {
		luabox.Raise("racing.use: its first argument is the variant, as in racing.use(V, %q)", name)
	}
	m, from := r.readMixin(name)
	copied, _ := r.box.Copy(from.Value()).Table()
	for _, k := range r.box.Keys(copied) {
		if key := k.String(); key != mixinNeeds && key != mixinCalled {
			t.Set(k, r.fill(t.Get(k), copied.Get(k)))
		}
	}
	if h != nil {
		h.mixins = append(h.mixins, m)
	} else {
		v.mixins = append(v.mixins, m)
	}
	r.box.Push(r.box.Frozen(name, from).Value())
	return 1
}

// readMixin reads a mixin by its name.
func (r *Reader) readMixin(name string) (*mixin, luabox.Table) {
	if known := r.box.LibraryNames(); !slices.Contains(known, name) {
		if u, err := r.box.Units().Get(source.Variants + "/" + name); err == nil && u.House {
			luabox.Raise("racing.use: %s is a house rule, which is laid over a whole game: racing.stack(\"paper_f1\", %q) in a file, or --with %s", name, name, name)
		}
		luabox.Raise("racing.use: the library has no %q%s", name, source.Suggest(name, known))
	}
	value, err := r.box.LoadUnder(source.Lib + "/" + name)
	if err != nil {
		luabox.RaiseError(err)
	}
	from, ok := value.Table()
	if !ok {
		luabox.Raise("racing.use: %s is no mixin", name)
	}
	m := &mixin{name: name, unit: r.box.Units().Unit(source.Lib + "/" + name)}
	m.file, m.line = r.box.Where()
	m.needs, _ = texts(from.Field(mixinNeeds))
	m.called, _ = texts(from.Field(mixinCalled))
	return m, from
}

// fill is what a variant has of a name, or else the mixin's; tables with names
// are laid over the mixin's.
func (r *Reader) fill(own, mixin luabox.Value) luabox.Value {
	if own.IsNil() {
		return mixin
	}
	return r.merge(mixin, own)
}

// checkMixins notes what mixins ask of a variant and it does not do: functions
// that it lacks, and those of theirs that nothing calls.
func (r *Reader) checkMixins(v *Variant) (wrong source.Errors) {
	for w := v; w != nil; w = w.Base {
		for _, m := range w.mixins {
			for _, name := range m.needs {
				if v.Table.Field(name).Kind() != luabox.FunctionKind {
					wrong.Add(m.file, m.line, "racing.use: %s needs a function `%s` of the game, which %s does not have", m.name, name, v.name)
				}
			}
			for _, name := range m.called {
				if !v.mentions(name, m.unit) {
					wrong.Add(m.file, m.line, "racing.use: nothing in %s calls `%s` of %s, so that it never happens", v.name, name, m.name)
				}
			}
		}
	}
	return wrong
}

// mentions says that a file of a variant, but for one, may call a function by
// this name.
func (v *Variant) mentions(name string, but *luabox.Unit) bool {
	return slices.ContainsFunc(v.written(), func(u *luabox.Unit) bool { return u != but && source.MentionsIn(u.Source).Names[name] })
}
