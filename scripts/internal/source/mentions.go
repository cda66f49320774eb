package source

import (
	"reflect"

	"github.com/yuin/gopher-lua/ast"

	"sandbox/core/race"
)

// Mentions are the names in a file by which it may reach a function of a game.
type Mentions struct {
	Names map[string]bool // called or read of something, as in self:name(...), and texts: self[what] may be one
	Super map[string]bool // the paths that a house rule reaches below itself, as in R.super.turn
}

// MentionsIn reads the names of a file; it has none that cannot be read. Where a
// file only gives something a name, as in function V:turn, it does not mention it.
func MentionsIn(src race.Source) Mentions {
	m := mentions{Mentions{map[string]bool{}, map[string]bool{}}, map[ast.Expr]bool{}}
	chunk, err := parseFile(src)
	if err != nil {
		return m.Mentions
	}
	walk(reflect.ValueOf(chunk), m.skip)
	walk(reflect.ValueOf(chunk), m.note)
	return m.Mentions
}

type mentions struct {
	Mentions
	given map[ast.Expr]bool // keys that are no mention
}

// skip notes which keys only name what is put there, or lead to what others have
// below.
func (m mentions) skip(place reflect.Value) {
	switch e := place.Interface().(type) {
	case *ast.AssignStmt:
		for _, to := range e.Lhs {
			m.skipKey(to)
		}
	case *ast.FuncName:
		m.skipKey(e.Func)
	case *ast.TableExpr:
		for _, field := range e.Fields {
			m.given[field.Key] = true
		}
	case *ast.AttrGetExpr:
		if of, path := below(e); of != "" {
			m.skipKey(e)
			if of == "super" {
				m.Super[path] = true
			}
		}
	}
}

func (m mentions) skipKey(e ast.Expr) {
	if get, ok := e.(*ast.AttrGetExpr); ok {
		m.given[get.Key] = true
	}
}

func (m mentions) note(place reflect.Value) {
	switch e := place.Interface().(type) {
	case *ast.StringExpr:
		if !m.given[e] {
			m.Names[e.Value] = true
		}
	case *ast.FuncCallExpr:
		if e.Method != "" {
			m.Names[e.Method] = true
		}
	}
}

// below is the path of what an expression reaches in R.super or V.base, and which
// of them it is; "" for anything else.
func below(e *ast.AttrGetExpr) (of, path string) {
	key, ok := e.Key.(*ast.StringExpr)
	object, inner := e.Object.(*ast.AttrGetExpr)
	if !ok || !inner {
		return "", ""
	}
	if name, ok := object.Key.(*ast.StringExpr); ok && (name.Value == "super" || name.Value == "base") {
		if _, root := object.Object.(*ast.IdentExpr); root {
			return name.Value, key.Value
		}
	}
	if of, path = below(object); of != "" {
		path = Join(path, key.Value)
	}
	return of, path
}
