package luabox

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// textJoin is a .. b .. c.
func (b *Box) textJoin(L *lua.LState) int {
	n, size := L.GetTop(), 0
	texts := make([]string, n)
	for i := range texts {
		switch v := L.Get(i + 1).(type) {
		case lua.LString:
			texts[i] = string(v)
		case lua.LNumber:
			texts[i] = v.String()
		default:
			Raise("%s is %s, and .. joins texts and numbers", b.partName(i, n), article(v))
		}
		size += len(texts[i])
	}
	checkText("..", size)
	b.budget.copied(size)
	L.Push(lua.LString(strings.Join(texts, "")))
	return 1
}

// partName is how the running line calls part i of the n that it joins, or
// which one it is where that is not known.
func (b *Box) partName(i, n int) string {
	file, line := b.place()
	name := ""
	for _, u := range b.units.known {
		if u.Source.Path != file {
			continue
		}
		for _, names := range u.joins[line] {
			if len(names) != n {
				continue
			}
			if name != "" && name != names[i] {
				return fmt.Sprintf("part %d of %d", i+1, n)
			}
			name = names[i]
		}
	}
	if name == "" {
		return fmt.Sprintf("part %d of %d", i+1, n)
	}
	return "`" + name + "`"
}
