package source

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// mend rewrites what gopher-lua 1.1.2 compiles into something else than Lua.
func mend(chunk []ast.Stmt) {
	walk(reflect.ValueOf(chunk), func(place reflect.Value) {
		switch node := place.Interface().(type) {
		case *ast.TableExpr:
			oneValue(node)
		case *ast.WhileStmt:
			node.Stmts = standFirm(node.Stmts)
		case *ast.RepeatStmt:
			node.Stmts = standFirm(node.Stmts)
		case *ast.GenericForStmt:
			node.Stmts = standFirm(node.Stmts)
		case []ast.Stmt:
			for i, stmt := range node {
				if a, ok := stmt.(*ast.AssignStmt); ok && hasty(a) {
					node[i] = inTurn(a)
				}
			}
		}
	})
}

// oneValue mends { "a", k = f() }, where the value of k would be in the list as
// well. A call, or ..., that is the last field and has a name is marked as if
// it stood in brackets: it has one value.
func oneValue(t *ast.TableExpr) {
	if len(t.Fields) == 0 || t.Fields[len(t.Fields)-1].Key == nil {
		return
	}
	switch value := t.Fields[len(t.Fields)-1].Value.(type) {
	case *ast.FuncCallExpr:
		value.AdjustRet = true
	case *ast.Comma3Expr:
		value.AdjustRet = true
	}
}

// standFirm mends loops whose body begins with a jump, as
//
//	for k in pairs(t) do break end
//
// does. The jump back to such a body is led on to where that one leads, and the
// compiler misreads where that is. Something that does nothing comes first:
//
//	for k in pairs(t) do do local nothing end break end
func standFirm(body []ast.Stmt) []ast.Stmt {
	if !jumps(body) {
		return body
	}
	nothing := at(&ast.LocalAssignStmt{Names: []string{"(nothing)"}}, body[0])
	return slices.Insert(body, 0, ast.Stmt(at(&ast.DoBlockStmt{Stmts: []ast.Stmt{nothing}}, body[0])))
}

// jumps says that statements may begin with a jump.
func jumps(body []ast.Stmt) bool {
	i := slices.IndexFunc(body, func(s ast.Stmt) bool { return !empty(s) })
	if i < 0 {
		return false
	}
	switch s := body[i].(type) {
	case *ast.BreakStmt, *ast.GotoStmt, *ast.RepeatStmt:
		return true
	case *ast.DoBlockStmt:
		return jumps(s.Stmts)
	}
	return hasSettled(body[i])
}

// empty says that a statement does nothing.
func empty(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.LabelStmt:
		return true
	case *ast.DoBlockStmt:
		return !slices.ContainsFunc(s.Stmts, func(s ast.Stmt) bool { return !empty(s) })
	}
	return false
}

// hasSettled says that a statement has a condition, or an operand of and or or,
// that is written out: such are jumped over.
func hasSettled(s ast.Stmt) (found bool) {
	walk(reflect.ValueOf([]ast.Stmt{s}), func(place reflect.Value) {
		switch node := place.Interface().(type) {
		case *ast.IfStmt:
			found = found || settled(node.Condition)
		case *ast.WhileStmt:
			found = found || settled(node.Condition)
		case *ast.LogicalOpExpr:
			found = found || settled(node.Lhs)
		}
	})
	return found
}

// settled says that a value begins with one that is written out: true, nil, 3,
// "text".
func settled(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.UnaryNotOpExpr:
		return settled(e.Expr)
	case *ast.LogicalOpExpr:
		return settled(e.Lhs)
	case *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr, *ast.NumberExpr, *ast.StringExpr:
		return true
	}
	return false
}

// hasty says that an assignment might go wrong. An expression is worked out in
// the place of the local that it is assigned to: in a, b = b, a the second sees
// what the first has left there; x = y.z and 1 leaves x as it was when y.z is
// false; and x = (f(1)) puts the call over what lies behind x.
func hasty(a *ast.AssignStmt) bool {
	if !slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool { _, name := e.(*ast.IdentExpr); return name }) {
		return false
	}
	if len(a.Lhs) > 1 || len(a.Rhs) > 1 {
		return true
	}
	switch value := a.Rhs[0].(type) {
	case *ast.LogicalOpExpr:
		return hasAnd(value)
	case *ast.FuncCallExpr:
		return value.AdjustRet
	}
	return false
}

func hasAnd(e ast.Expr) bool {
	l, ok := e.(*ast.LogicalOpExpr)
	return ok && (l.Operator == "and" || hasAnd(l.Lhs) || hasAnd(l.Rhs))
}

// inTurn has an assignment work out all its values before it assigns the first:
//
//	do local v1, v2 = b, a; b = v2; a = v1 end
//
// The new names are none that a file could have.
func inTurn(a *ast.AssignStmt) ast.Stmt {
	values := &ast.LocalAssignStmt{Exprs: a.Rhs}
	block := &ast.DoBlockStmt{}
	var assign []ast.Stmt
	for i, to := range a.Lhs {
		name := "(value " + strconv.Itoa(i+1) + ")"
		values.Names = append(values.Names, name)
		if of, ok := to.(*ast.AttrGetExpr); ok && len(a.Lhs) > 1 {
			block.Stmts = append(block.Stmts, keep(&of.Object, name+" of"))
			if _, fixed := of.Key.(*ast.StringExpr); !fixed {
				block.Stmts = append(block.Stmts, keep(&of.Key, name+" at"))
			}
		}
		one := &ast.AssignStmt{Lhs: []ast.Expr{to}, Rhs: []ast.Expr{named(name, to)}}
		assign = append(assign, at(one, to))
	}
	slices.Reverse(assign)
	block.Stmts = append(append(block.Stmts, at(values, a)), assign...)
	return at(block, a)
}

// keep has a local stand for an expression.
func keep(e *ast.Expr, name string) ast.Stmt {
	was := *e
	*e = named(name, was)
	return at(&ast.LocalAssignStmt{Names: []string{name}, Exprs: []ast.Expr{was}}, was)
}

func named(name string, there ast.PositionHolder) ast.Expr {
	return at(&ast.IdentExpr{Value: name}, there)
}

// at gives a node the lines of another.
func at[T ast.PositionHolder](node T, there ast.PositionHolder) T {
	node.SetLine(there.Line())
	node.SetLastLine(there.LastLine())
	return node
}
