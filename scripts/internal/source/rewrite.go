package source

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// rewriter changes a file's syntax tree before it is compiled: texts are
// Joins by a function that is charged, and the library's functions are taken
// from where no file can change them.
type rewriter struct {
	path  string
	joins Joins
	local map[string]bool // names of the library's tables that the file uses for something else
	wrong Errors
}

// rewrite does so with a whole file.
func rewrite(path string, chunk []ast.Stmt) (Joins, Errors) {
	r := &rewriter{path: path, joins: Joins{}, local: map[string]bool{}}
	walk(reflect.ValueOf(chunk), r.bind)
	walk(reflect.ValueOf(chunk), r.change)
	return r.joins, r.wrong
}

// walk visits each part of a syntax tree before the parts of it; what visit
// leaves in a place is walked on.
func walk(v reflect.Value, visit func(place reflect.Value)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			visit(v)
			walk(v.Elem(), visit)
		}
	case reflect.Slice:
		visit(v)
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			if v.Type() == reflect.TypeFor[*ast.FunctionExpr]() || v.Type() == reflect.TypeFor[*ast.FuncName]() {
				visit(v)
			}
			walk(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), visit)
			}
		}
	}
}

// bind notes the names that a file gives to something of its own.
func (r *rewriter) bind(place reflect.Value) {
	switch e := place.Interface().(type) {
	case *ast.LocalAssignStmt:
		r.own(e.Names...)
	case *ast.FunctionExpr:
		r.own(e.ParList.Names...)
	case *ast.NumberForStmt:
		r.own(e.Name)
	case *ast.GenericForStmt:
		r.own(e.Names...)
	}
}

func (r *rewriter) own(names ...string) {
	for _, name := range names {
		r.local[name] = true
	}
}

func (r *rewriter) change(place reflect.Value) {
	switch e := place.Interface().(type) {
	case *ast.AssignStmt:
		for _, to := range e.Lhs {
			r.refuse(to)
		}
	case *ast.FuncName:
		r.refuse(e.Func)
	case *ast.StringConcatOpExpr:
		place.Set(reflect.ValueOf(r.joins.join(e)))
	case *ast.AttrGetExpr:
		if lib, name := r.libraryOf(e); slices.Contains(libraries[lib], name) {
			direct := &ast.IdentExpr{Value: Direct(lib, name)}
			direct.SetLine(e.Line())
			place.Set(reflect.ValueOf(direct))
		}
	}
}

// libraryOf splits math.floor; lib is "" for what is not the library's.
func (r *rewriter) libraryOf(e ast.Expr) (lib, name string) {
	get, ok := e.(*ast.AttrGetExpr)
	if !ok {
		return "", ""
	}
	object, ok1 := get.Object.(*ast.IdentExpr)
	key, ok2 := get.Key.(*ast.StringExpr)
	if !ok1 || !ok2 || libraries[object.Value] == nil || r.local[object.Value] {
		return "", ""
	}
	return object.Value, key.Value
}

// refuse notes that a file changes the library, or a field of what can never
// be a table: the compiler would set it in whatever lies nearby.
func (r *rewriter) refuse(to ast.Expr) {
	if get, ok := to.(*ast.AttrGetExpr); ok && plain(get.Object) {
		r.wrong = append(r.wrong, &Error{File: r.path, Line: to.Line(), Msg: "this sets a field of a text, a number or the like: only tables have fields"})
	}
	if lib, name := r.libraryOf(to); lib != "" {
		r.wrong = append(r.wrong, &Error{File: r.path, Line: to.Line(), Msg: fmt.Sprintf("`%s.%s` %s", lib, name, Frozen)})
	}
}

// plain says that what is written there never gives a table.
func plain(e ast.Expr) bool {
	switch e.(type) {
	case *ast.StringExpr, *ast.NumberExpr, *ast.NilExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.FunctionExpr,
		*ast.ArithmeticOpExpr, *ast.StringConcatOpExpr, *ast.RelationalOpExpr,
		*ast.UnaryMinusOpExpr, *ast.UnaryNotOpExpr, *ast.UnaryLenOpExpr:
		return true
	}
	return false
}
