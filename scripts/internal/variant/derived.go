package variant

import (
	"fmt"

	"sandbox/core/dice"
	"sandbox/scripts/internal/luabox"
)

// racingDerived is racing.derived(fn): a table that follows from the variant's
// others. The function that it returns stands for it until they are in force.
func (r *Reader) racingDerived() int {
	r.box.CurrentUnit("racing.derived")
	fn := r.box.FunctionArg(1)
	stand := r.box.Func(func() int {
		luabox.Raise("racing.derived: it makes a table, not a function, and stands directly in the variant: V.odds = racing.derived(function(self) ... end)")
		return 0
	}).Value()
	r.derived[stand] = fn
	r.box.Push(stand)
	return 1
}

// derive makes the derived tables of a variant. What it extends keeps what
// stands for its own: nobody reads them there.
func (r *Reader) derive(v *Variant) {
	for _, k := range r.box.Keys(v.Table) {
		fn, ok := r.derived[v.Table.Get(k)]
		if !ok {
			continue
		}
		value := r.box.Eval(fn, v.Table.Value())
		if value.Kind() != luabox.TableKind {
			luabox.RaiseError(v.Flaw(k.String(), fmt.Sprintf("%s: the function of racing.derived must return a table, not %s", k, value.Article())))
		}
		if of, ok := r.lies(v, value); ok {
			luabox.RaiseError(v.Flaw(k.String(), fmt.Sprintf("%s: the function of racing.derived must make a table, not return %s", k, of)))
		}
		v.Table.Set(k, value)
		r.derived[value] = fn
	}
}

// lies says where in the variant a table stands already.
func (r *Reader) lies(v *Variant, value luabox.Value) (of string, ok bool) {
	if value == v.Table.Value() {
		return "the variant", true
	}
	for _, k := range r.box.Keys(v.Table) {
		if v.Table.Get(k) == value {
			return k.String(), true
		}
	}
	return "", false
}

// mostOutcomes is how many throws racing.outcomes lists at most.
const mostOutcomes = 10_000

// racingOutcomes is racing.outcomes(dice): the totals of all throws, which are
// equally likely.
func (r *Reader) racingOutcomes() int {
	d, err := dice.Parse(r.box.TextArg(1))
	if err != nil {
		luabox.Raise("racing.outcomes: %w", err)
	}
	ways, throws := d.Odds(), 0.0
	for _, n := range ways {
		throws += n
	}
	if throws > mostOutcomes {
		luabox.Raise("racing.outcomes: %s can fall in %.0f ways; at most %d can be listed", d, throws, mostOutcomes)
	}
	r.box.Charge(int(throws))
	t := r.box.NewTable(int(throws), 0)
	for i, n := range ways {
		for range int(n) {
			t.Append(luabox.Num(d.Min() + i))
		}
	}
	r.box.Push(t.Value())
	return 1
}
