package scripts

import (
	"reflect"

	"github.com/yuin/gopher-lua/ast"
)

// oneValue mends what gopher-lua 1.1.2 makes of { "a", k = f() }: it puts the
// value of k into the list as well. A call, or ..., that is the last field and
// has a name is marked as if it stood in brackets: it has one value.
func oneValue(chunk []ast.Stmt) {
	visitTables(reflect.ValueOf(chunk), func(t *ast.TableExpr) {
		last := t.Fields[len(t.Fields)-1]
		if last.Key == nil {
			return
		}
		switch value := last.Value.(type) {
		case *ast.FuncCallExpr:
			value.AdjustRet = true
		case *ast.Comma3Expr:
			value.AdjustRet = true
		}
	})
}

// visitTables visits the tables, but empty ones, that are written in a part of
// a file's syntax tree.
func visitTables(v reflect.Value, visit func(t *ast.TableExpr)) {
	switch v.Kind() {
	case reflect.Interface:
		visitTables(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			visitTables(v.Index(i), visit)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if t, ok := v.Interface().(*ast.TableExpr); ok && len(t.Fields) > 0 {
			visit(t)
		}
		visitTables(v.Elem(), visit)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				visitTables(v.Field(i), visit)
			}
		}
	}
}
