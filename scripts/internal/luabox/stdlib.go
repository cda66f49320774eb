package luabox

import (
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// MaxText is the length of the longest text that a rule can make, in bytes.
const MaxText = 1 << 14

func (b *Box) textRep(L *lua.LState) int {
	text, n := L.CheckString(1), L.CheckInt(2)
	if n > 0 && len(text) > MaxText/n {
		Raise("string.rep: %d times %d bytes; a text has at most %d", n, len(text), MaxText)
	}
	return b.pushText(strings.Repeat(text, max(n, 0)))
}

// verb is one % of a format, as Lua knows it.
var verb = regexp.MustCompile(`^%[-+ #0]*[0-9]{0,2}(\.[0-9]{0,2})?[cdeEfgGioqsuxX]`)

// textFormat is string.format with the verbs that Lua has, and no others: Go's
// would show addresses.
func (b *Box) textFormat(L *lua.LState) int {
	format := L.CheckString(1)
	var out strings.Builder
	for arg := 1; format != ""; {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			i = len(format)
		}
		out.WriteString(format[:i])
		if format = format[i:]; format == "" {
			break
		}
		if strings.HasPrefix(format, "%%") {
			out.WriteByte('%')
			format = format[2:]
			continue
		}
		spec := verb.FindString(format)
		if spec == "" {
			Raise("string.format: %q is no way to write a value: use %%d, %%5.2f, %%s and the like", format[:min(len(format), 6)])
		}
		format = format[len(spec):]
		arg++
		before := out.Len()
		out.WriteString(b.formatted(spec, arg))
		b.budget.Charge(10 + out.Len() - before)
		if out.Len() > MaxText {
			Raise("string.format: a text has at most %d bytes", MaxText)
		}
	}
	return b.pushText(out.String())
}

// formatted is argument n as a verb writes it.
func (b *Box) formatted(spec string, n int) string {
	v, flags := b.state.Get(n), spec[:len(spec)-1]
	switch kind := spec[len(spec)-1]; kind {
	case 's':
		return fmt.Sprintf(spec, b.show(v))
	case 'q':
		return strconv.Quote(b.show(v))
	case 'e', 'E', 'f', 'g', 'G':
		return fmt.Sprintf(spec, b.numberArg(n))
	case 'c':
		return string([]byte{byte(b.wholeText(n))})
	case 'x', 'X', 'o':
		return fmt.Sprintf(spec, b.wholeText(n))
	default:
		return fmt.Sprintf(flags+"d", b.wholeText(n))
	}
}

func (b *Box) numberArg(n int) float64 {
	v := b.state.Get(n)
	f, ok := v.(lua.LNumber)
	if text, isText := v.(lua.LString); isText {
		x, err := strconv.ParseFloat(string(text), 64)
		f, ok = lua.LNumber(x), err == nil
	}
	if !ok {
		Raise("string.format: argument %d must be a number, not %s", n, article(v))
	}
	return float64(f)
}

// wholeText is argument n as a whole number; what is too large for one has no
// digits that all machines agree on.
func (b *Box) wholeText(n int) int64 {
	f := b.numberArg(n)
	if !(math.Abs(f) < 1<<63) {
		Raise("string.format: argument %d is %v, which is no whole number", n, f)
	}
	return int64(f)
}

func (b *Box) tableConcat(L *lua.LState) int {
	t, sep := b.checkTable(1, "table.concat"), L.OptString(2, "")
	parts, size, n := []string(nil), 0, t.Len()
	for i := 1; i <= n; i++ {
		v := t.RawGetInt(i)
		if v.Type() != lua.LTString && v.Type() != lua.LTNumber {
			Raise("table.concat: item %d is %s, not a text or a number", i, article(v))
		}
		parts = append(parts, v.String())
		if size += len(parts[i-1]) + len(sep); size-len(sep) > MaxText {
			Raise("table.concat: a text has at most %d bytes", MaxText)
		}
	}
	b.budget.Charge(len(parts))
	return b.pushText(strings.Join(parts, sep))
}

func (b *Box) tableInsert(L *lua.LState) int {
	t := b.checkList("table.insert")
	if L.GetTop() == 2 {
		t.RawSetInt(t.Len()+1, L.Get(2))
		return 0
	}
	at, n := L.CheckInt(2), t.Len()
	if at < 1 || at > n+1 {
		Raise("table.insert: place %d is not in a list of %d", at, n)
	}
	b.budget.Charge(n - at + 1)
	for i := n; i >= at; i-- {
		t.RawSetInt(i+1, t.RawGetInt(i))
	}
	t.RawSetInt(at, L.Get(3))
	return 0
}

func (b *Box) tableRemove(L *lua.LState) int {
	t := b.checkList("table.remove")
	n := t.Len()
	at := L.OptInt(2, n)
	if n == 0 || at < 1 || at > n {
		L.Push(lua.LNil)
		return 1
	}
	b.budget.Charge(n - at)
	L.Push(t.RawGetInt(at))
	for i := at; i < n; i++ {
		t.RawSetInt(i, t.RawGetInt(i+1))
	}
	t.RawSetInt(n, lua.LNil)
	return 1
}

// tableSort is stable, so that equal items keep an order that all runs share.
func (b *Box) tableSort(L *lua.LState) int {
	t, less := b.checkList("table.sort"), L.OptFunction(2, nil)
	list := make([]lua.LValue, t.Len())
	for i := range list {
		list[i] = t.RawGetInt(i + 1)
	}
	b.budget.sorted(len(list))
	sort.SliceStable(list, func(i, j int) bool {
		if less == nil {
			return lessThan(list[i], list[j])
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

func lessThan(v, w lua.LValue) bool {
	if x, ok := v.(lua.LNumber); ok {
		if y, ok := w.(lua.LNumber); ok {
			return x < y
		}
	}
	if x, ok := v.(lua.LString); ok {
		if y, ok := w.(lua.LString); ok {
			return x < y
		}
	}
	Raise("table.sort: %s and %s have no order; give a function that compares them", article(v), article(w))
	return false
}

// checkList is argument 1 that a function of table changes: a plain table.
func (b *Box) checkList(function string) *lua.LTable {
	t, ok := b.state.Get(1).(*lua.LTable)
	if !ok {
		b.checkTable(1, function) // says so
	}
	if fill(t).Metatable != lua.LNil {
		Raise("%s: %s is no list", function, b.show(t))
	}
	return t
}
