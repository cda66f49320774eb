package scripts

import (
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// maxText is the length of the longest text that a rule can make, in bytes.
const maxText = 1 << 14

func (s *state) textRep(L *lua.LState) int {
	text, n := L.CheckString(1), L.CheckInt(2)
	if n > 0 && len(text) > maxText/n {
		raise("string.rep: %d times %d bytes; a text has at most %d", n, len(text), maxText)
	}
	return s.pushText(strings.Repeat(text, max(n, 0)))
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
		before := b.Len()
		b.WriteString(s.formatted(spec, arg))
		s.budget.charge(10 + b.Len() - before)
		if b.Len() > maxText {
			raise("string.format: a text has at most %d bytes", maxText)
		}
	}
	return s.pushText(b.String())
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
		return string([]byte{byte(s.wholeText(n))})
	case 'x', 'X', 'o':
		return fmt.Sprintf(spec, s.wholeText(n))
	default:
		return fmt.Sprintf(flags+"d", s.wholeText(n))
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

// wholeText is argument n as a whole number; what is too large for one has no
// digits that all machines agree on.
func (s *state) wholeText(n int) int64 {
	f := s.numberArg(n)
	if !(math.Abs(f) < 1<<63) {
		raise("string.format: argument %d is %v, which is no whole number", n, f)
	}
	return int64(f)
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
	s.budget.charge(len(parts))
	return s.pushText(strings.Join(parts, sep))
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
	s.budget.sorted(len(list))
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
	t, ok := s.L.Get(1).(*lua.LTable)
	if !ok {
		s.checkTable(1, function) // says so
	}
	if t.Metatable != lua.LNil {
		raise("%s: %s is no list", function, s.show(t))
	}
	return t
}
