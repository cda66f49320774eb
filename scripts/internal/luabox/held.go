package luabox

import (
	"reflect"
	"unsafe"

	lua "github.com/yuin/gopher-lua"
)

// What values take, in bytes, about as much as gopher-lua makes of them.
const (
	tableBytes   = 100
	itemBytes    = 16   // of a list
	nameBytes    = 110  // of a name or another key, once there are many
	firstNames   = 1500 // of the first one: a map begins with room for more
	closureBytes = 80
	goBytes      = 1200 // of a function of Go's: it may hold a little that is not seen
	upvalueBytes = 48
	numberBytes  = 8
	textBytes    = 16 // beside the text itself
	shortText    = 64 // texts up to here are not told apart
)

// held measures what can be reached from the box: the functions that run with
// their locals, the globals, what files have returned. What the machine holds
// beside that, such as the code of functions, is shared with other boxes.
func (b *Box) held() int64 {
	m := &measurer{seen: map[any]bool{}, texts: map[*byte]bool{}}
	for level := 0; ; level++ {
		d, ok := b.state.GetStack(level)
		if !ok {
			break
		}
		fn, err := b.state.GetInfo("f", d, lua.LNil)
		if err == nil {
			m.add(fn)
		}
		m.frame(b.state, d, fn)
	}
	m.add(b.env)
	for _, v := range b.modules {
		m.add(v)
	}
	for t, inside := range b.behind {
		m.add(t)
		m.add(inside)
	}
	for len(m.left) > 0 {
		t := m.left[len(m.left)-1]
		m.left = m.left[:len(m.left)-1]
		m.table(t)
	}
	if b.kept != nil {
		m.bytes += b.kept()
	}
	return m.bytes
}

// Keeps says how many bytes Go holds for the rules of the box beside the Lua:
// they are the box's too.
func (b *Box) Keeps(kept func() int64) { b.kept = kept }

// measurer adds up what values take, each once.
type measurer struct {
	bytes int64
	seen  map[any]bool
	texts map[*byte]bool
	left  []*lua.LTable // to be looked into
}

// frame adds what a running function has in its registers: its locals and what
// it works on and, below them, the values of its "...".
func (m *measurer) frame(L *lua.LState, d *lua.Debug, fn lua.LValue) {
	for n := 1; m.register(L, d, n); n++ {
	}
	f, ok := fn.(*lua.LFunction)
	if !ok || f.Proto == nil || f.Proto.IsVarArg == 0 {
		return
	}
	defer func() { _ = recover() }() // below the first register of all there is none
	for n := 0; n > -registers && m.register(L, d, n); n-- {
	}
}

func (m *measurer) register(L *lua.LState, d *lua.Debug, n int) bool {
	name, v := L.GetLocal(d, n)
	if v != nil {
		m.add(v)
	}
	return name != ""
}

func (m *measurer) add(v lua.LValue) {
	switch v := v.(type) {
	case lua.LNumber:
		m.bytes += numberBytes
	case lua.LString:
		m.text(string(v))
	case *lua.LTable:
		if !m.seen[v] {
			m.seen[v] = true
			m.left = append(m.left, v)
		}
	case *lua.LFunction:
		if m.seen[v] {
			return
		}
		m.seen[v] = true
		m.bytes += closureBytes
		if v.IsG {
			m.bytes += goBytes
		}
		for _, up := range v.Upvalues {
			if up != nil && !m.seen[up] {
				m.seen[up] = true
				m.bytes += upvalueBytes
				m.add(up.Value())
			}
		}
	}
}

func (m *measurer) text(s string) {
	m.bytes += textBytes
	if len(s) <= shortText {
		m.bytes += int64(len(s))
		return
	}
	if at := unsafe.StringData(s); !m.texts[at] {
		m.texts[at] = true
		m.bytes += int64(len(s))
	}
}

func (m *measurer) table(t *lua.LTable) {
	keys := inside(t, keysAt)
	m.bytes += tableBytes + int64(cap(inside(t, arrayAt)))*itemBytes
	if len(keys) > 0 {
		m.bytes += max(firstNames, int64(len(keys))*nameBytes)
	}
	for _, k := range keys {
		m.add(k)
	}
	t.ForEach(func(_, v lua.LValue) { m.add(v) })
	m.add(t.Metatable)
}

// Where the machine's tables keep their list, with room for more and with empty
// places, and all keys that they ever had: a key stays when its value goes.
var arrayAt, keysAt = offset("array"), offset("keys")

// offset is where a part of the machine's tables lies.
func offset(name string) uintptr {
	field, ok := reflect.TypeFor[lua.LTable]().FieldByName(name)
	if !ok || field.Type != reflect.TypeFor[[]lua.LValue]() {
		panic("luabox: the machine's tables are made otherwise than they were")
	}
	return field.Offset
}

// inside is a part of a table.
func inside(t *lua.LTable, at uintptr) []lua.LValue {
	return *(*[]lua.LValue)(unsafe.Add(unsafe.Pointer(t), at))
}
