package source

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Lines tells on which line of a file each value of its table was written:
// "action.2.spaces" -> 31.
type Lines map[string]int

// indexLines reads the tables that a file builds at its top level and returns
// the lines of the one that it returns, and the names of the files whose functions
// make values of it, by path. Keys that stand twice in one table are errors.
func indexLines(path string, chunk []ast.Stmt) (Lines, map[string]string, Errors) {
	x := &indexer{path: path, tables: map[string]Lines{}, required: map[string]string{}, from: map[string]string{}}
	for _, stmt := range chunk {
		x.statement(stmt)
	}
	return x.result, x.from, x.wrong
}

type indexer struct {
	path   string
	tables map[string]Lines // by the local's name
	result Lines
	wrong  Errors

	required map[string]string // by the local's name: the file that it is
	from     map[string]string // by path: the file whose function makes the value
}

func (x *indexer) statement(stmt ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.LocalAssignStmt:
		for i, name := range s.Names {
			if i < len(s.Exprs) {
				x.tables[name] = Lines{}
				if file, ok := requires(s.Exprs[i]); ok {
					x.required[name] = file
				}
				x.expr(x.tables[name], "", s.Exprs[i])
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range s.Lhs {
			if into, at, ok := x.target(lhs); ok && i < len(s.Rhs) {
				x.expr(into, at, s.Rhs[i])
				into[at] = lhs.Line()
			}
		}
	case *ast.FuncDefStmt:
		target := s.Name.Func
		if s.Name.Receiver != nil {
			target = &ast.AttrGetExpr{Object: s.Name.Receiver, Key: &ast.StringExpr{Value: s.Name.Method}}
		}
		if into, at, ok := x.target(target); ok {
			into[at] = s.Line()
		}
	case *ast.ReturnStmt:
		if len(s.Exprs) != 1 {
			return
		}
		if name, ok := s.Exprs[0].(*ast.IdentExpr); ok {
			x.result = x.tables[name.Value]
			return
		}
		x.result = Lines{}
		x.expr(x.result, "", s.Exprs[0])
	}
}

// target resolves `V.action[7]` to the lines of V and the path action.7.
func (x *indexer) target(e ast.Expr) (into Lines, at string, ok bool) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		into, ok = x.tables[e.Value]
		return into, "", ok
	case *ast.AttrGetExpr:
		into, at, ok = x.target(e.Object)
		key, isKey := constant(e.Key)
		return into, Join(at, key), ok && isKey
	}
	return nil, "", false
}

// expr notes the lines of a value. A call with tables written out, such as
// racing.table("d6", { ... }), stands for them.
func (x *indexer) expr(into Lines, at string, e ast.Expr) {
	into[at] = e.Line()
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		x.fromFile(at, e.Func)
		for _, arg := range e.Args {
			if table, ok := arg.(*ast.TableExpr); ok {
				x.table(into, at, table)
			}
		}
	case *ast.TableExpr:
		x.table(into, at, e)
	}
}

// fromFile notes that a value is made by a function that a file has returned.
func (x *indexer) fromFile(at string, e ast.Expr) {
	if name, ok := e.(*ast.IdentExpr); ok && at != "" {
		if file := x.required[name.Value]; file != "" {
			x.from[at] = file
		}
	}
}

// requires is the name of the file that an expression requires.
func requires(e ast.Expr) (file string, ok bool) {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	name, isName := call.Func.(*ast.IdentExpr)
	text, isText := call.Args[0].(*ast.StringExpr)
	if !isName || !isText || name.Value != "require" {
		return "", false
	}
	return text.Value, true
}

func (x *indexer) table(into Lines, at string, t *ast.TableExpr) {
	n, seen := 0, map[string]int{}
	for _, field := range t.Fields {
		key, ok := "", true
		if field.Key == nil {
			n++
			key = strconv.Itoa(n)
		} else {
			key, ok = constant(field.Key)
		}
		if !ok {
			continue
		}
		line := field.Value.Line()
		if first, twice := seen[key]; twice {
			x.wrong = append(x.wrong, &Error{x.path, line, fmt.Sprintf("%s stands twice in this table, first on line %d", key, first), nil})
		}
		seen[key] = line
		x.expr(into, Join(at, key), field.Value)
	}
}

// constant is the key that an expression stands for, if it is written out.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.StringExpr:
		return e.Value, true
	case *ast.NumberExpr:
		return e.Value, true
	case *ast.UnaryMinusOpExpr:
		if n, ok := e.Expr.(*ast.NumberExpr); ok {
			return "-" + n.Value, true
		}
	}
	return "", false
}

// Join is a path and a key under it: "action.2" and "spaces".
func Join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

// Line is the line of a value, or of the nearest table around it; 0 when the
// file does not have it.
func (x Lines) Line(path string) int {
	for {
		if n, ok := x[path]; ok && n > 0 {
			return n
		}
		dot := strings.LastIndexByte(path, '.')
		if dot < 0 {
			return x[""]
		}
		path = path[:dot]
	}
}

// Parent is the path of the table around a value, "" for the file's own.
func Parent(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }
