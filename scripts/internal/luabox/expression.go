package luabox

import (
	"errors"
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
	"sandbox/scripts/internal/source"
)

// Expression works out what somebody typed, in which some names stand for values,
// and returns all that it gives. What goes wrong has no file. The box may not be of
// use after an error.
func (b *Box) Expression(text string, names []string, values []Value) (results []Value, err error) {
	defer b.Rescue(&err)
	if strings.TrimSpace(text) == "" {
		return nil, fmt.Errorf("there is nothing to look at; write an expression, such as %s:cars()[1].name", names[0])
	}
	src := race.Source{Text: fmt.Sprintf("local %s = ... return %s", strings.Join(names, ", "), text)}
	u, err := compile(src)
	if wrong := (*source.Error)(nil); err != nil && errors.As(err, &wrong) {
		wrong.File = ""
		if _, named := err.(source.Errors); !named {
			return nil, fmt.Errorf("that is no expression: %s; one is written as %s:cars()[1].name", wrong.Msg, names[0])
		}
	}
	if err != nil {
		return nil, err
	}
	before := b.state.GetTop()
	fn := b.state.NewFunctionFromProto(u.proto)
	fn.Env = b.env
	b.state.Push(fn)
	for _, v := range values {
		b.state.Push(v.raw())
	}
	b.state.Call(len(values), lua.MultRet)
	for i := before + 1; i <= b.state.GetTop(); i++ {
		results = append(results, of(b.state.Get(i)))
	}
	b.state.SetTop(before)
	return results, nil
}

// Where is the line on which a function of Lua's begins, as file:line; "" for one
// of Go's.
func (f Function) Where() string {
	if f.f == nil || f.f.Proto == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", f.f.Proto.SourceName, f.f.Proto.LineDefined)
}
