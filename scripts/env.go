package scripts

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// allowed are the global names that a rule may use.
var allowed = map[string]bool{
	"error": true, "ipairs": true, "next": true, "pairs": true, "require": true, "select": true,
	"tonumber": true, "tostring": true, "type": true, "unpack": true,
	"math": true, "string": true, "table": true,
}

// What is kept of the standard tables; the rest is not there.
var (
	keptMath = []string{"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "pow", "sqrt"}
	keptText = []string{"byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper"}
)

// maxText is the length of the longest text that string.rep makes, in bytes.
const maxText = 1 << 20

// openEnv builds the table of globals that all files share.
func (s *state) openEnv() {
	L := s.L
	for _, open := range []lua.LGFunction{lua.OpenBase, lua.OpenString, lua.OpenTable, lua.OpenMath} {
		L.Push(L.NewFunction(open))
		L.Call(0, 0)
	}
	s.env = L.NewTable()
	for name := range allowed {
		s.env.RawSetString(name, L.GetGlobal(name))
	}
	keep := func(lib string, names []string) *lua.LTable {
		from, to := L.GetGlobal(lib).(*lua.LTable), L.NewTable()
		for _, name := range names {
			to.RawSetString(name, from.RawGetString(name))
		}
		s.env.RawSetString(lib, to)
		return to
	}
	keep("math", keptMath)
	text := keep("string", keptText)
	text.RawSetString("rep", L.NewFunction(s.textRep))
	text.RawSetString("format", L.NewFunction(s.textFormat))
	L.GetMetatable(lua.LString("")).(*lua.LTable).RawSetString("__index", text)
	s.env.RawSetString("table", s.functions(map[string]lua.LGFunction{
		"concat": s.tableConcat, "insert": s.tableInsert, "remove": s.tableRemove, "sort": s.tableSort,
	}))
	for name, fn := range map[string]lua.LGFunction{
		"error": s.error, "require": s.require, "pairs": s.pairs, "next": s.next, "tostring": s.tostring, "unpack": s.unpack,
	} {
		s.env.RawSetString(name, L.NewFunction(fn))
	}
}

func (s *state) functions(fns map[string]lua.LGFunction) *lua.LTable {
	t := s.L.NewTable()
	for name, fn := range fns {
		t.RawSetString(name, s.L.NewFunction(fn))
	}
	return t
}

// keys lists a table's keys in the order that every run has: the list, other
// numbers, texts, booleans, then cars and spaces as they are numbered.
func (s *state) keys(t *lua.LTable) []lua.LValue {
	var keys []lua.LValue
	t.ForEach(func(k, _ lua.LValue) { keys = append(keys, k) })
	s.budget.charge(len(keys))
	if len(keys) == 1 {
		s.rank(keys[0]) // refuses a key without an order
	}
	slices.SortFunc(keys, func(a, b lua.LValue) int {
		ra, na, ta := s.rank(a)
		rb, nb, tb := s.rank(b)
		return cmp.Or(cmp.Compare(ra, rb), cmp.Compare(na, nb), strings.Compare(ta, tb))
	})
	return keys
}

// oddKey is a key of a table that has no order, nil when there is none.
func (s *state) oddKey(t *lua.LTable) (odd lua.LValue) {
	t.ForEach(func(k, _ lua.LValue) {
		switch k := k.(type) {
		case lua.LNumber, lua.LString, lua.LBool:
			return
		case *lua.LTable:
			if s.thing != nil {
				if _, _, ok := s.thing(k); ok {
					return
				}
			}
		}
		odd = k
	})
	return odd
}

// rank sorts keys by kind, then number, then text.
func (s *state) rank(k lua.LValue) (kind int, number float64, text string) {
	switch k := k.(type) {
	case lua.LNumber:
		return 0, float64(k), ""
	case lua.LString:
		return 1, 0, string(k)
	case lua.LBool:
		if k {
			return 2, 1, ""
		}
		return 2, 0, ""
	case *lua.LTable:
		if s.thing != nil {
			if kind, n, ok := s.thing(k); ok {
				return kind, float64(n), ""
			}
		}
	}
	raise("pairs: a table with a %s as a key has no order; use names, numbers, cars or spaces as keys", k.Type())
	return
}

func (s *state) pairs(L *lua.LState) int {
	t := s.checkTable(1, "pairs")
	keys, i := s.keys(t), 0
	L.Push(L.NewFunction(func(L *lua.LState) int {
		for i < len(keys) {
			k := keys[i]
			i++
			if v := t.RawGet(k); v != lua.LNil {
				L.Push(k)
				L.Push(v)
				return 2
			}
		}
		L.Push(lua.LNil)
		return 1
	}))
	return 1
}

func (s *state) next(L *lua.LState) int {
	t, after := s.checkTable(1, "next"), L.Get(2)
	keys := s.keys(t)
	i := 0
	if after != lua.LNil {
		i = slices.Index(keys, after) + 1
	}
	if i >= len(keys) {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(keys[i])
	L.Push(t.RawGet(keys[i]))
	return 2
}

// error names the line that calls it or, with 2, the line that called the
// function around it.
func (s *state) error(L *lua.LState) int {
	msg, level := s.show(L.CheckAny(1)), L.OptInt(2, 1)
	file, line := s.placeOf(max(level, 1))
	if line == 0 {
		file, line = s.place()
	}
	raiseError(&Error{File: file, Line: line, Msg: msg, Via: s.via()})
	return 0
}

// tostring shows no addresses.
func (s *state) tostring(L *lua.LState) int {
	L.Push(lua.LString(s.show(L.CheckAny(1))))
	return 1
}

// show is a value as people read it.
func (s *state) show(v lua.LValue) string {
	switch v := v.(type) {
	case *lua.LTable:
		if s.host != nil && v == s.host.raceTable {
			return "the race"
		}
		if name, ok := v.RawGetString("name").(lua.LString); ok {
			return string(name)
		}
		return "a table"
	case *lua.LFunction:
		return "a function"
	}
	return v.String()
}

// maxUnpack is how many values unpack returns at most.
const maxUnpack = 200

func (s *state) unpack(L *lua.LState) int {
	t := s.checkTable(1, "unpack")
	from, to := L.OptInt(2, 1), L.OptInt(3, t.Len())
	if from < 1-maxUnpack || to >= from+maxUnpack {
		raise("unpack: at most %d values at once, not those from %d to %d", maxUnpack, from, to)
	}
	n := max(0, to-from+1)
	for i := range n {
		L.Push(t.RawGetInt(from + i))
	}
	return n
}

func (s *state) textRep(L *lua.LState) int {
	text, n := L.CheckString(1), L.CheckInt(2)
	if n > 0 && len(text) > maxText/n {
		raise("string.rep: %d times %d bytes; a text has at most %d", n, len(text), maxText)
	}
	s.budget.charge(len(text) * max(n, 0) / 16)
	L.Push(lua.LString(strings.Repeat(text, max(n, 0))))
	return 1
}

// verb is one % of a format, as Lua knows it.
var verb = regexp.MustCompile(`^%[-+ #0]*[0-9]{0,2}(\.[0-9]{0,2})?[cdeEfgGioqsuxX]`)

// textFormat is string.format with the verbs that Lua has, and no others: Go's
// would show addresses.
func (s *state) textFormat(L *lua.LState) int {
	format := L.CheckString(1)
	var b strings.Builder
	for arg := 1; format != ""; {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			i = len(format)
		}
		b.WriteString(format[:i])
		if format = format[i:]; format == "" {
			break
		}
		if strings.HasPrefix(format, "%%") {
			b.WriteByte('%')
			format = format[2:]
			continue
		}
		spec := verb.FindString(format)
		if spec == "" {
			raise("string.format: %q is no way to write a value: use %%d, %%5.2f, %%s and the like", format[:min(len(format), 6)])
		}
		format = format[len(spec):]
		arg++
		b.WriteString(s.formatted(spec, arg))
		if b.Len() > maxText {
			raise("string.format: a text has at most %d bytes", maxText)
		}
	}
	s.budget.charge(b.Len() / 16)
	L.Push(lua.LString(b.String()))
	return 1
}

// formatted is argument n as a verb writes it.
func (s *state) formatted(spec string, n int) string {
	v, flags := s.L.Get(n), spec[:len(spec)-1]
	switch kind := spec[len(spec)-1]; kind {
	case 's':
		return fmt.Sprintf(spec, s.show(v))
	case 'q':
		return strconv.Quote(s.show(v))
	case 'e', 'E', 'f', 'g', 'G':
		return fmt.Sprintf(spec, s.numberArg(n))
	case 'c':
		return string([]byte{byte(int(s.numberArg(n)))})
	case 'x', 'X', 'o':
		return fmt.Sprintf(spec, int64(s.numberArg(n)))
	default:
		return fmt.Sprintf(flags+"d", int64(s.numberArg(n)))
	}
}

func (s *state) numberArg(n int) float64 {
	v := s.L.Get(n)
	f, ok := v.(lua.LNumber)
	if text, isText := v.(lua.LString); isText {
		x, err := strconv.ParseFloat(string(text), 64)
		f, ok = lua.LNumber(x), err == nil
	}
	if !ok {
		raise("string.format: argument %d must be a number, not %s", n, article(v))
	}
	return float64(f)
}

func (s *state) tableConcat(L *lua.LState) int {
	t, sep := s.checkTable(1, "table.concat"), L.OptString(2, "")
	parts, size, n := []string(nil), 0, t.Len()
	for i := 1; i <= n; i++ {
		v := t.RawGetInt(i)
		if v.Type() != lua.LTString && v.Type() != lua.LTNumber {
			raise("table.concat: item %d is %s, not a text or a number", i, article(v))
		}
		parts = append(parts, v.String())
		if size += len(parts[i-1]) + len(sep); size-len(sep) > maxText {
			raise("table.concat: a text has at most %d bytes", maxText)
		}
	}
	s.budget.charge(len(parts) + size/16)
	L.Push(lua.LString(strings.Join(parts, sep)))
	return 1
}

func (s *state) tableInsert(L *lua.LState) int {
	t := s.checkList("table.insert")
	if L.GetTop() == 2 {
		t.RawSetInt(t.Len()+1, L.Get(2))
		return 0
	}
	at, n := L.CheckInt(2), t.Len()
	if at < 1 || at > n+1 {
		raise("table.insert: place %d is not in a list of %d", at, n)
	}
	s.budget.charge(n - at + 1)
	for i := n; i >= at; i-- {
		t.RawSetInt(i+1, t.RawGetInt(i))
	}
	t.RawSetInt(at, L.Get(3))
	return 0
}

func (s *state) tableRemove(L *lua.LState) int {
	t := s.checkList("table.remove")
	n := t.Len()
	at := L.OptInt(2, n)
	if n == 0 || at < 1 || at > n {
		L.Push(lua.LNil)
		return 1
	}
	s.budget.charge(n - at)
	L.Push(t.RawGetInt(at))
	for i := at; i < n; i++ {
		t.RawSetInt(i, t.RawGetInt(i+1))
	}
	t.RawSetInt(n, lua.LNil)
	return 1
}

// tableSort is stable, so that equal items keep an order that all runs share.
func (s *state) tableSort(L *lua.LState) int {
	t, less := s.checkList("table.sort"), L.OptFunction(2, nil)
	list := make([]lua.LValue, t.Len())
	for i := range list {
		list[i] = t.RawGetInt(i + 1)
	}
	s.budget.charge(len(list))
	sort.SliceStable(list, func(i, j int) bool {
		if less == nil {
			return s.lessThan(list[i], list[j])
		}
		L.Push(less)
		L.Push(list[i])
		L.Push(list[j])
		L.Call(2, 1)
		result := lua.LVAsBool(L.Get(-1))
		L.Pop(1)
		return result
	})
	for i, v := range list {
		t.RawSetInt(i+1, v)
	}
	return 0
}

func (s *state) lessThan(a, b lua.LValue) bool {
	if x, ok := a.(lua.LNumber); ok {
		if y, ok := b.(lua.LNumber); ok {
			return x < y
		}
	}
	if x, ok := a.(lua.LString); ok {
		if y, ok := b.(lua.LString); ok {
			return x < y
		}
	}
	raise("table.sort: %s and %s have no order; give a function that compares them", article(a), article(b))
	return false
}

// checkList is argument 1 that a function of table changes: a plain table.
func (s *state) checkList(function string) *lua.LTable {
	t := s.checkTable(1, function)
	if t.Metatable != lua.LNil {
		raise("%s: %s is no list", function, s.show(t))
	}
	return t
}

func (s *state) checkTable(n int, function string) *lua.LTable {
	t, ok := s.L.Get(n).(*lua.LTable)
	if !ok {
		raise("%s: argument %d must be a table, not %s", function, n, article(s.L.Get(n)))
	}
	return t
}

// article names a value's type in a sentence: "a number", "nothing (nil)".
func article(v lua.LValue) string {
	switch v.Type() {
	case lua.LTNil:
		return "nothing (nil)"
	case lua.LTString:
		return "the text \"" + v.String() + "\""
	case lua.LTNumber:
		return "the number " + v.String()
	case lua.LTBool:
		return v.String()
	}
	return "a " + v.Type().String()
}

// wholeNumber is a Lua number as an int; ok is false for fractions and for
// what is too large to count.
func wholeNumber(v lua.LValue) (int, bool) {
	n, ok := v.(lua.LNumber)
	f := float64(n)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<52 {
		return 0, false
	}
	return int(f), true
}
