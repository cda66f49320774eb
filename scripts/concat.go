package scripts

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// joinName is the global that a..b is a call of. No source can write it.
const joinName = ".."

// joined are the values that a file joins by "..", by line, as it calls them.
type joined map[int][][]string

// join makes one call of a .. b .. c, so that the text it makes can be bounded
// and charged: as an instruction it doubles a text at the price of one.
func (j joined) join(e *ast.StringConcatOpExpr) ast.Expr {
	call := &ast.FuncCallExpr{Func: &ast.IdentExpr{Value: joinName}, Args: parts(e), AdjustRet: true}
	call.SetLine(e.Line())
	call.SetLastLine(e.Line())
	call.Func.SetLine(e.Line())
	names := make([]string, len(call.Args))
	for i, part := range call.Args {
		names[i] = written(part)
		oneResult(part)
	}
	j[e.Line()] = append(j[e.Line()], names)
	return call
}

// parts are the values that a chain of .. joins, first to last.
func parts(e ast.Expr) []ast.Expr {
	if c, ok := e.(*ast.StringConcatOpExpr); ok {
		return append(parts(c.Lhs), parts(c.Rhs)...)
	}
	return []ast.Expr{e}
}

// oneResult has a call, or ..., stand for its first value alone.
func oneResult(e ast.Expr) {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = true
	case *ast.Comma3Expr:
		e.AdjustRet = true
	}
}

// written is how a file calls a value: "car.gear"; "" when it has no name.
func written(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return e.Value
	case *ast.AttrGetExpr:
		of := written(e.Object)
		if key, ok := e.Key.(*ast.StringExpr); ok && of != "" {
			return of + "." + key.Value
		}
	case *ast.FuncCallExpr:
		if e.Method != "" {
			return "what " + e.Method + " returns"
		}
		if fn := written(e.Func); fn != "" {
			return "what " + fn + " returns"
		}
	}
	return ""
}

// textJoin is a .. b .. c.
func (s *state) textJoin(L *lua.LState) int {
	n, size := L.GetTop(), 0
	texts := make([]string, n)
	for i := range texts {
		switch v := L.Get(i + 1).(type) {
		case lua.LString:
			texts[i] = string(v)
		case lua.LNumber:
			texts[i] = v.String()
		default:
			raise("%s is %s, and .. joins texts and numbers", s.partName(i, n), article(v))
		}
		size += len(texts[i])
	}
	checkText("..", size)
	s.budget.copied(size)
	L.Push(lua.LString(strings.Join(texts, "")))
	return 1
}

// partName is how the running line calls part i of the n that it joins, or
// which one it is where that is not known.
func (s *state) partName(i, n int) string {
	file, line := s.place()
	name := ""
	for _, u := range s.units.known {
		if u.source.Path != file {
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
