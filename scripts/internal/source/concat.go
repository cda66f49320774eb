package source

import "github.com/yuin/gopher-lua/ast"

// Joins are the values that a file joins by "..", by line, as it calls them.
type Joins map[int][][]string

// join makes one call of a .. b .. c, so that the text it makes can be bounded
// and charged: as an instruction it doubles a text at the price of one.
func (j Joins) join(e *ast.StringConcatOpExpr) ast.Expr {
	call := &ast.FuncCallExpr{Func: &ast.IdentExpr{Value: JoinName}, Args: parts(e), AdjustRet: true}
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
