package variant

import (
	"sandbox/core/dice"
	"sandbox/scripts/internal/luabox"
)

// racingDerived is racing.derived(fn): a value of the variant that follows from
// its tables. The function that it returns stands for the value until the
// tables are in force.
func (r *Reader) racingDerived() int {
	r.box.CurrentUnit("racing.derived")
	fn := r.box.FunctionArg(1)
	stand := r.box.Func(func() int {
		luabox.Raise("racing.derived: it makes a value, not a function, and stands directly in the variant: V.odds = racing.derived(function(self) ... end)")
		return 0
	})
	r.derived[stand.Value()] = fn
	r.box.Push(stand.Value())
	return 1
}

// derive works out the derived values of a variant and of those that it
// extends, each from its own tables.
func (r *Reader) derive(v *Variant) {
	for w := v; w != nil; w = w.Base {
		for _, k := range r.box.Keys(w.Table) {
			if fn, ok := r.derived[w.Table.Get(k)]; ok {
				value := r.box.Eval(fn, w.Table.Value())
				w.Table.Set(k, value)
				if value.Kind() == luabox.TableKind {
					r.derived[value] = fn
				}
			}
		}
	}
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
