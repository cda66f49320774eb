package scripts

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/dice"
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
		return fmt.Sprintf("%s: new, %s", c.Path, valueText(c.New))
	case c.New == "":
		return fmt.Sprintf("%s: removed, was %s", c.Path, valueText(c.Old))
	case isFunction(c.Old) && isFunction(c.New):
		return c.Path + ": the function changed"
	}
	return fmt.Sprintf("%s: %s -> %s", c.Path, valueText(c.Old), valueText(c.New))
}

// Texts are the old and the new value as people read them, "" for none.
func (c Change) Texts() (was, is string) {
	was, is = valueText(c.Old), valueText(c.New)
	if isFunction(c.Old) && isFunction(c.New) {
		is = "another function"
	}
	return was, is
}

func isFunction(text string) bool { return strings.HasPrefix(text, functionPrefix) }

// valueText is a value as people read it: a function is its hash here.
func valueText(text string) string {
	if isFunction(text) {
		return "a function"
	}
	return text
}

// Differences lists what a fork changes in the variant that it extends: values
// by path, functions by name, and what is new there as a whole. It is empty
// for what is no fork.
func (p *Program) Differences() []Change { return p.differences }

// compare lists what differs from the values of a base.
func (p *Program) compare(base map[string]string) []Change {
	there := map[string]bool{}
	for path := range base {
		top, _, _ := strings.Cut(path, ".")
		there[top] = true
	}
	var list []Change
	for _, c := range diffValues(base, p.values) {
		top, _, inside := strings.Cut(c.Path, ".")
		if there[top] || !inside {
			list = append(list, c)
		} else if n := len(list); n == 0 || list[n-1].Path != top {
			list = append(list, Change{Path: top, New: fmt.Sprintf("%d values", countUnder(p.values, top))})
		}
	}
	return together(list, p.info.Tables)
}

// countUnder counts the values in a table.
func countUnder(values map[string]string, top string) (n int) {
	for path := range values {
		if strings.HasPrefix(path, top+".") {
			n++
		}
	}
	return n
}

// together puts changes of one field of a roll table in one where neighbouring
// faces changed alike: action.2-4.spaces.
func together(list []Change, tables []Table) []Change {
	type alike struct {
		table, field, was, is string
		dice                  dice.Dice
	}
	faces := map[alike][]int{}
	var short []Change
	for _, c := range list {
		table, face, field := faceOf(c.Path, tables)
		if table == nil {
			short = append(short, c)
			continue
		}
		k := alike{table.Name, field, c.Old, c.New, table.Dice}
		faces[k] = append(faces[k], face)
	}
	for k, all := range faces {
		slices.Sort(all)
		for n := 1; len(all) > 0; all, n = all[n:], 1 {
			for n < len(all) && all[n] == k.dice.Next(all[n-1]) {
				n++
			}
			row := strconv.Itoa(all[0])
			if n > 1 {
				row += "-" + strconv.Itoa(all[n-1])
			}
			short = append(short, Change{join(k.table, row) + k.field, k.was, k.is})
		}
	}
	slices.SortFunc(short, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return short
}

// faceOf splits the path of a value in a row of a roll table; the field begins
// with its dot.
func faceOf(path string, tables []Table) (table *Table, face int, field string) {
	for i := range tables {
		t := &tables[i]
		rest, ok := strings.CutPrefix(path, t.Name+".")
		if !ok {
			continue
		}
		number, _, _ := strings.Cut(rest, ".")
		if face, err := strconv.Atoi(number); err == nil {
			return t, face, rest[len(number):]
		}
	}
	return nil, 0, ""
}

// Changes lists what differs from an older program to this one: values of the
// variant by path, then files whose difference is in none of them.
func (p *Program) Changes(old *Program) []Change {
	list := together(diffValues(old.values, p.values), p.info.Tables)
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

// flatten lists every value of a variant's table by its path. Functions are listed by
// a hash of what they do, wherever they stand in the file.
func (s *state) flatten(t *lua.LTable) map[string]string {
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
	walk("", t, 0)
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
