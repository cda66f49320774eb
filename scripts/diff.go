package scripts

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Change is one value that differs between two versions of a variant.
type Change struct {
	Path     string // "action.2.spaces"
	Old, New string // as Lua would write them; "" when it is not there
}

// String is "action.2.spaces: -3 -> -4".
func (c Change) String() string {
	switch {
	case c.Old == "":
		return fmt.Sprintf("%s: new, %s", c.Path, c.New)
	case c.New == "":
		return fmt.Sprintf("%s: removed, was %s", c.Path, c.Old)
	case strings.HasPrefix(c.Old, functionPrefix) && strings.HasPrefix(c.New, functionPrefix):
		return c.Path + ": the function changed"
	}
	return fmt.Sprintf("%s: %s -> %s", c.Path, c.Old, c.New)
}

// Changes lists what differs from an older program to this one: values of the
// variant by path, then files whose difference is in none of them.
func (p *Program) Changes(old *Program) []Change {
	list := diffValues(old.values, p.values)
	for _, src := range p.Sources() {
		was := old.units.known[src.Name]
		if was == nil || was.source.Text == src.Text || strings.HasPrefix(src.Name, Variants+"/") && len(list) > 0 {
			continue
		}
		list = append(list, Change{Path: src.Path, Old: "as it was", New: "changed"})
	}
	return list
}

func diffValues(old, now map[string]string) []Change {
	all := map[string]bool{}
	for path := range old {
		all[path] = true
	}
	for path := range now {
		all[path] = true
	}
	var list []Change
	for _, path := range sortedKeys(all) {
		if old[path] != now[path] {
			list = append(list, Change{path, old[path], now[path]})
		}
	}
	return list
}

const functionPrefix = "function "

// flatten lists every value of a variant by its path. Functions are listed by
// a hash of what they do, wherever they stand in the file.
func (s *state) flatten(v *variant) map[string]string {
	values := map[string]string{}
	var walk func(path string, v lua.LValue, depth int)
	walk = func(path string, v lua.LValue, depth int) {
		t, ok := v.(*lua.LTable)
		if !ok {
			values[path] = s.literal(v)
			return
		}
		if depth > maxDepth {
			return
		}
		for _, k := range s.keys(t) {
			if key := k.String(); (path != "" || key != "base") && (s.tables[t] == nil || key != "roll") {
				walk(join(path, key), t.RawGet(k), depth+1)
			}
		}
	}
	walk("", v.table, 0)
	return values
}

// literal is a value as Lua would write it.
func (s *state) literal(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return strconv.Quote(string(v))
	case *lua.LFunction:
		if turn := s.declared[v]; turn != nil {
			return functionPrefix + fmt.Sprint("roll_and_advance ", turn.dice, turn.purpose, turn.onMark, s.functionHash(turn.units))
		}
		return functionPrefix + s.functionHash(v)
	}
	return v.String()
}

// functionHash is the same for two functions that do the same thing.
func (s *state) functionHash(fn *lua.LFunction) string {
	if fn == nil || fn.Proto == nil {
		return ""
	}
	h := sha256.New()
	var walk func(p *lua.FunctionProto)
	walk = func(p *lua.FunctionProto) {
		fmt.Fprintln(h, p.NumParameters, p.NumUpvalues, p.IsVarArg, p.Code)
		for _, c := range p.Constants {
			fmt.Fprintf(h, "%s %q\n", c.Type(), c.String())
		}
		for _, inner := range p.FunctionPrototypes {
			walk(inner)
		}
	}
	walk(fn.Proto)
	return hex.EncodeToString(h.Sum(nil)[:8])
}
