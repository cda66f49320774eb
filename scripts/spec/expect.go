package spec

import (
	"fmt"
	"math"
	"strings"

	"sandbox/scripts/internal/luabox"
)

// expect is spec.expect(value): a table of checks.
func (r *runner) expect() int {
	v := r.box.Arg(1)
	r.box.Push(r.box.Functions(map[string]func() int{
		"equals": func() int {
			if want := r.box.Arg(1); !r.equal(v, want) {
				luabox.Raise("expected %s, got %s", r.tell(want), r.tell(v))
			}
			return 0
		},
		"near": func() int {
			want, tolerance := r.box.NumberArg(1), r.box.NumberArg(2)
			got, ok := v.Number()
			if !ok || math.Abs(got-want) > tolerance {
				luabox.Raise("expected %v ± %v, got %s", want, tolerance, r.tell(v))
			}
			return 0
		},
		"is_true": func() int {
			if v != luabox.Bool(true) {
				luabox.Raise("expected true, got %s", r.tell(v))
			}
			return 0
		},
		"is_nil": func() int {
			if !v.IsNil() {
				luabox.Raise("expected nil, got %s", r.tell(v))
			}
			return 0
		},
		"includes": func() int {
			if want := r.box.Arg(1); !r.includes(v, want) {
				luabox.Raise("expected to find %s in %s", r.tell(want), r.tell(v))
			}
			return 0
		},
		"fails_with": func() int {
			r.failsWith(v, r.box.TextArg(1))
			return 0
		},
	}).Value())
	return 1
}

func (r *runner) failsWith(v luabox.Value, text string) {
	fn, ok := v.Function()
	if !ok {
		luabox.Raise("fails_with: give expect a function, not %s", v.Article())
	}
	err := r.box.Attempt(fn)
	if err == nil {
		luabox.Raise("expected a failure with %q, but nothing failed", text)
	}
	if !strings.Contains(err.Error(), text) {
		luabox.Raise("expected a failure with %q, got: %v", text, err)
	}
}

// equal compares by content; cars and spaces are the same when their names
// are, whatever state they come from.
func (r *runner) equal(a, b luabox.Value) bool {
	x, ok1 := a.Table()
	y, ok2 := b.Table()
	if !ok1 || !ok2 || x == y {
		return a == b
	}
	if x.Guarded() && y.Guarded() {
		return x.Field("name") == y.Field("name")
	}
	return r.contains(x, y) && r.contains(y, x)
}

// contains says that a table has all that another has.
func (r *runner) contains(t, part luabox.Table) bool {
	all := true
	part.Each(func(k, want luabox.Value) { all = all && r.equal(t.Get(k), want) })
	return all
}

func (r *runner) includes(v, want luabox.Value) bool {
	if text, ok := v.Text(); ok {
		return strings.Contains(text, want.String())
	}
	t, ok := v.Table()
	if !ok {
		return false
	}
	part, isTable := want.Table()
	if isTable && r.contains(t, part) {
		return true
	}
	for i := 1; i <= t.Len(); i++ {
		item, ok := t.Item(i).Table()
		if r.equal(t.Item(i), want) || isTable && ok && r.contains(item, part) {
			return true
		}
	}
	return false
}

// tell is a value as a failure shows it.
func (r *runner) tell(v luabox.Value) string {
	t, ok := v.Table()
	text, isText := v.Text()
	switch {
	case isText:
		return fmt.Sprintf("%q", text)
	case !ok || t.Guarded():
		return r.box.Show(v)
	}
	var parts []string
	t.Each(func(k, inner luabox.Value) {
		if k.Kind() == luabox.Number {
			parts = append(parts, r.tell(inner))
			return
		}
		parts = append(parts, k.String()+" = "+r.tell(inner))
	})
	if len(parts) > 12 {
		parts = append(parts[:12], fmt.Sprintf("... %d more", len(parts)-12))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
