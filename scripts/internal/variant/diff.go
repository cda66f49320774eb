package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/core/dice"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
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

func isFunction(text string) bool { return strings.HasPrefix(text, luabox.FunctionPrefix) }

// valueText is a value as people read it: a function is its hash here.
func valueText(text string) string {
	if isFunction(text) {
		return "a function"
	}
	return text
}

// Differences lists what a fork changes in its base, given the values of both
// and the fork's roll tables: values by path, functions by name, and what is
// new there as a whole.
func Differences(base, fork map[string]string, tables []Table) []Change {
	there := map[string]bool{}
	for path := range base {
		top, _, _ := strings.Cut(path, ".")
		there[top] = true
	}
	var list []Change
	for _, c := range Diff(base, fork) {
		top, _, inside := strings.Cut(c.Path, ".")
		if there[top] || !inside {
			list = append(list, c)
		} else if n := len(list); n == 0 || list[n-1].Path != top {
			list = append(list, Change{Path: top, New: fmt.Sprintf("%d values", countUnder(fork, top))})
		}
	}
	return together(list, tables)
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

// Changes lists what differs from older values of a variant to those of now,
// with the roll tables of now.
func Changes(old, now map[string]string, tables []Table) []Change {
	return together(Diff(old, now), tables)
}

// Diff lists each value that differs, by path.
func Diff(old, now map[string]string) []Change {
	all := map[string]bool{}
	for path := range old {
		all[path] = true
	}
	for path := range now {
		all[path] = true
	}
	var list []Change
	for _, path := range source.SortedKeys(all) {
		if old[path] != now[path] {
			list = append(list, Change{path, old[path], now[path]})
		}
	}
	return list
}

// alike are changes of one field of a roll table that are the same for several
// faces.
type alike struct {
	table, field, was, is string
	dice                  dice.Dice
}

// together puts changes of one field of a roll table in one where neighbouring
// faces changed alike: action.2-4.spaces.
func together(list []Change, tables []Table) []Change {
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
		short = append(short, k.runs(all)...)
	}
	slices.SortFunc(short, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return short
}

// runs are the changes of some faces, those of neighbours as one.
func (k alike) runs(faces []int) (list []Change) {
	slices.Sort(faces)
	for n := 1; len(faces) > 0; faces, n = faces[n:], 1 {
		for n < len(faces) && faces[n] == k.dice.Next(faces[n-1]) {
			n++
		}
		row := strconv.Itoa(faces[0])
		if n > 1 {
			row += "-" + strconv.Itoa(faces[n-1])
		}
		list = append(list, Change{source.Join(k.table, row) + k.field, k.was, k.is})
	}
	return list
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
