package luabox

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/pattern"
)

// textFunctions is the table string: what it makes is bounded and charged, and
// its patterns are matched step by step.
func (b *Box) textFunctions(standard *lua.LTable) *lua.LTable {
	t := b.functions(map[string]lua.LGFunction{
		"byte": b.textByte, "char": b.textChar, "find": b.textFind, "format": b.textFormat, "gmatch": b.textGmatch,
		"gsub": b.textGsub, "lower": b.textLower, "match": b.textMatch, "rep": b.textRep, "reverse": b.textReverse,
		"sub": b.textSub, "upper": b.textUpper,
	})
	t.RawSetString("len", standard.RawGetString("len"))
	return t
}

// checkText refuses a text that would be too long.
func checkText(function string, size int) {
	if size > MaxText {
		Raise("%s: a text of %d bytes; a text has at most %d", function, size, MaxText)
	}
}

// pushText is the result of a function that made a text.
func (b *Box) pushText(text string) int {
	b.budget.copied(len(text))
	b.state.Push(lua.LString(text))
	return 1
}

func (b *Box) textUpper(L *lua.LState) int { return b.pushText(strings.ToUpper(L.CheckString(1))) }

func (b *Box) textLower(L *lua.LState) int { return b.pushText(strings.ToLower(L.CheckString(1))) }

func (b *Box) textReverse(L *lua.LState) int {
	bytes := []byte(L.CheckString(1))
	slices.Reverse(bytes)
	return b.pushText(string(bytes))
}

// textStart reads argument n as a byte of a text, as Lua counts them, and
// returns how many stand before it.
func textStart(L *lua.LState, n, size int) int {
	from := L.OptInt(n, 1)
	if from < 0 {
		from = max(size+from+1, 1)
	}
	return min(max(from, 1)-1, size)
}

// textEnd reads argument n as the last byte of a part of a text.
func textEnd(L *lua.LState, n, size, usual int) int {
	to := L.OptInt(n, usual)
	if to < 0 {
		to = size + to + 1
	}
	return min(to, size)
}

func (b *Box) textSub(L *lua.LState) int {
	text := L.CheckString(1)
	L.CheckInt(2)
	begin := textStart(L, 2, len(text))
	L.Push(lua.LString(text[begin:max(begin, textEnd(L, 3, len(text), -1))]))
	return 1
}

func (b *Box) textByte(L *lua.LState) int {
	text := L.CheckString(1)
	begin := textStart(L, 2, len(text))
	end := max(begin, textEnd(L, 3, len(text), L.OptInt(2, 1)))
	if end-begin > MaxUnpack {
		Raise("string.byte: at most %d bytes at once, not %d", MaxUnpack, end-begin)
	}
	for i := begin; i < end; i++ {
		L.Push(rawNum(int(text[i])))
	}
	return end - begin
}

func (b *Box) textChar(L *lua.LState) int {
	bytes := make([]byte, L.GetTop())
	for i := range bytes {
		bytes[i] = byte(L.CheckInt(i + 1))
	}
	return b.pushText(string(bytes))
}

// magic are the signs that make a pattern more than a text.
const magic = "^$*+?.([%-"

func (b *Box) textFind(L *lua.LState) int {
	text, sought := L.CheckString(1), L.CheckString(2)
	from := textStart(L, 3, len(text))
	if lua.LVAsBool(L.Get(4)) || !strings.ContainsAny(sought, magic) {
		b.budget.Charge((len(text) - from + len(sought)) / 16)
		at := strings.Index(text[from:], sought)
		if at < 0 {
			L.Push(lua.LNil)
			return 1
		}
		L.Push(rawNum(from + at + 1))
		L.Push(rawNum(from + at + len(sought)))
		return 2
	}
	m := pattern.New(text, sought, b.budget)
	start, end, ok := m.Find(from)
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(rawNum(start + 1))
	L.Push(rawNum(end))
	return 2 + pushCaptures(L, m)
}

func (b *Box) textMatch(L *lua.LState) int {
	text, sought := L.CheckString(1), L.CheckString(2)
	m := pattern.New(text, sought, b.budget)
	start, end, ok := m.Find(textStart(L, 3, len(text)))
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	return pushMatch(L, m, start, end)
}

// pushMatch pushes what was captured, or the whole match.
func pushMatch(L *lua.LState, m *pattern.Matcher, start, end int) int {
	if m.Captures() > 0 {
		return pushCaptures(L, m)
	}
	L.Push(lua.LString(m.Text()[start:end]))
	return 1
}

func pushCaptures(L *lua.LState, m *pattern.Matcher) int {
	for n := range m.Captures() {
		L.Push(capture(m, n))
	}
	return m.Captures()
}

func capture(m *pattern.Matcher, n int) lua.LValue {
	c := m.Capture(n)
	if c.At > 0 {
		return rawNum(c.At)
	}
	return lua.LString(c.Text)
}

func (b *Box) textGmatch(L *lua.LState) int {
	m, at := pattern.New(L.CheckString(1), L.CheckString(2), b.budget), 0
	L.Push(L.NewClosure(func(L *lua.LState) int {
		start, end, ok := m.Next(at)
		if !ok {
			at = len(m.Text()) + 1
			L.Push(lua.LNil)
			return 1
		}
		at = max(end, start+1)
		return pushMatch(L, m, start, end)
	}, L.Get(1), L.Get(2))) // what it holds is measured
	return 1
}

func (b *Box) textGsub(L *lua.LState) int {
	text, most := L.CheckString(1), L.OptInt(4, -1)
	m, by := pattern.New(text, L.CheckString(2), b.budget), L.CheckAny(3)
	var out strings.Builder
	n, at := 0, 0
	for from := 0; n != max(most, -1); n++ {
		start, end, ok := m.Next(from)
		if !ok {
			break
		}
		out.WriteString(text[at:start])
		out.WriteString(b.replacement(m, start, end, by))
		checkText("string.gsub", out.Len())
		at, from = end, max(end, start+1)
	}
	out.WriteString(text[at:])
	checkText("string.gsub", out.Len())
	b.pushText(out.String())
	L.Push(rawNum(n))
	return 2
}

// replacement is what string.gsub puts in the place of a match: a text with %1
// for captures, what a table has for the first of them, or what a function
// returns.
func (b *Box) replacement(m *pattern.Matcher, start, end int, by lua.LValue) string {
	L := b.state
	switch by := by.(type) {
	case lua.LString, lua.LNumber:
		return b.expand(m, by.String(), start, end)
	case *lua.LTable:
		top := L.GetTop()
		pushMatch(L, m, start, end)
		key := L.Get(top + 1)
		L.SetTop(top)
		return instead(m, L.GetTable(by, key), start, end)
	case *lua.LFunction:
		L.Push(by)
		L.Call(pushMatch(L, m, start, end), 1)
		value := L.Get(-1)
		L.Pop(1)
		return instead(m, value, start, end)
	}
	Raise("string.gsub: argument 3 must be a text, a table or a function, not %s", article(by))
	return ""
}

// instead is a value that stands in the place of a match; nil and false leave
// it as it is.
func instead(m *pattern.Matcher, v lua.LValue, start, end int) string {
	switch v.(type) {
	case lua.LString, lua.LNumber:
		return v.String()
	}
	if lua.LVAsBool(v) {
		Raise("string.gsub: a match is replaced by a text or a number, not by %s", article(v))
	}
	return m.Text()[start:end]
}

// expand writes captures into a text that has %0 to %9 for them.
func (b *Box) expand(m *pattern.Matcher, by string, start, end int) string {
	var out strings.Builder
	for i := 0; i < len(by); i++ {
		switch {
		case by[i] != '%' || i+1 == len(by):
			out.WriteByte(by[i])
			continue
		case by[i+1] == '0' || by[i+1] == '1' && m.Captures() == 0:
			out.WriteString(m.Text()[start:end])
		case by[i+1] >= '1' && by[i+1] <= '9':
			n := int(by[i+1] - '1')
			if n >= m.Captures() {
				Raise("string.gsub: %%%d: the pattern %q has %d captures", n+1, m.Pattern(), m.Captures())
			}
			out.WriteString(capture(m, n).String())
		default:
			out.WriteByte(by[i+1])
		}
		i++
		checkText("string.gsub", out.Len())
	}
	b.budget.Charge(len(by)/4 + out.Len()/64)
	return out.String()
}

// tonumber reads a number, in base 10 unless another is given. A text that is
// longer than numbers are is none.
func (b *Box) tonumber(L *lua.LState) int {
	text, isText := L.CheckAny(1).(lua.LString)
	if isText && len(text) > 400 {
		L.Push(lua.LNil)
		return 1
	}
	return b.readNumber(L)
}
