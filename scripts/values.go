package scripts

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// boxed are whole numbers as Lua values, made once: converting a number
// allocates.
var boxed = func() (list [2048]lua.LValue) {
	for i := range list {
		list[i] = lua.LNumber(i - 256)
	}
	return list
}()

// num is a number as a Lua value.
func num[N int | float64](n N) lua.LValue {
	if i := int(n) + 256; i >= 0 && i < len(boxed) && N(i-256) == n {
		return boxed[i]
	}
	return lua.LNumber(n)
}

// luaValue is a field of an entry as a Lua value.
func luaValue(v any) lua.LValue {
	switch v := v.(type) {
	case string:
		return lua.LString(v)
	case bool:
		return lua.LBool(v)
	case int:
		return num(v)
	case float64:
		return num(v)
	}
	return lua.LNil
}

// plain is a Lua text, finite number or boolean as a Go value; whole numbers
// are ints.
func plain(v lua.LValue) (any, bool) {
	switch v := v.(type) {
	case lua.LString:
		return string(v), true
	case lua.LBool:
		return bool(v), true
	case lua.LNumber:
		if n, ok := wholeNumber(v); ok {
			return n, true
		}
		return float64(v), !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0)
	}
	return nil, false
}
