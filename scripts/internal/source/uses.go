package source

import (
	"cmp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sandbox/core/race"
)

// Use is a place where a file reads, writes or calls a name of something that is
// known by how it came there.
type Use struct {
	Of     string   // OfRace, OfCar, OfSelf, OfSpecRace, "math", or Module and a name
	Path   []string // "tell" of race:tell(...); "action" and "roll" of self.action:roll(...)
	Line   int
	Called bool   // what the path leads to is called
	Method bool   // with a colon
	Set    bool   // it is set, not read
	Sure   bool   // what the first name stands for is looked into or called: nothing there is an error
	Equals string // of a Compared: the text that the name is compared with
}

// Compared is the Of of a comparison of a field with a text, x.status == "home";
// its path is the name of the field. Fields that the file itself gives to tables are
// not among them: they are its own.
const Compared = "compared"

// Whose names a Use is of: the race and the car that a rule is given, the
// variant, the race of a spec, or a file that was required.
const (
	OfRace     = "race"
	OfCar      = "car"
	OfSelf     = "self"
	OfSpecRace = "race in a spec"
	Module     = "module "
)

// Uses lists the names that a file uses, in its order: the parameters race, car
// and self are what rules call so, and locals are followed to what they were
// made of. A file that cannot be parsed uses none. In a file of specs a local
// race is one that a spec lays down.
func Uses(src race.Source, spec bool) []Use {
	chunk, err := parseFile(src)
	if err != nil {
		return nil
	}
	u := &users{spec: spec, own: map[string]bool{}}
	u.block(chunk)
	return slices.DeleteFunc(u.list, func(use Use) bool { return use.Of == Compared && u.own[use.Path[0]] })
}

// users walks a file with what each name stands for there.
type users struct {
	spec   bool
	scopes []map[string]string // what names stand for, "" for anything; the innermost last
	list   []Use
	own    map[string]bool // names of fields that the file gives to tables
}

func (u *users) open() { u.scopes = append(u.scopes, map[string]string{}) }

func (u *users) close() { u.scopes = u.scopes[:len(u.scopes)-1] }

func (u *users) bind(name, kind string) { u.scopes[len(u.scopes)-1][name] = kind }

// find is what a name stands for; bound is false for a name of no local.
func (u *users) find(name string) (kind string, bound bool) {
	for i := len(u.scopes) - 1; i >= 0; i-- {
		if kind, bound = u.scopes[i][name]; bound {
			return kind, true
		}
	}
	return "", false
}

// lose notes that a local stands for something else from here on.
func (u *users) lose(name string) {
	for i := len(u.scopes) - 1; i >= 0; i-- {
		if _, bound := u.scopes[i][name]; bound {
			u.scopes[i][name] = ""
			return
		}
	}
}

func (u *users) block(stmts []ast.Stmt) {
	u.open()
	defer u.close()
	for _, s := range stmts {
		u.stmt(s)
	}
}

func (u *users) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		u.local(s)
	case *ast.AssignStmt:
		u.exprs(s.Rhs)
		for _, to := range s.Lhs {
			if name, ok := to.(*ast.IdentExpr); ok {
				u.lose(name.Value)
				continue
			}
			at := len(u.list)
			u.expr(to)
			if get, ok := to.(*ast.AttrGetExpr); ok && len(u.list) == at+1 {
				_, u.list[at].Set = u.chain(get)
			}
		}
	case *ast.FuncDefStmt:
		u.define(s)
	case *ast.FuncCallStmt:
		u.expr(s.Expr)
	case *ast.ReturnStmt:
		u.exprs(s.Exprs)
	case *ast.DoBlockStmt:
		u.block(s.Stmts)
	case *ast.WhileStmt:
		u.expr(s.Condition)
		u.block(s.Stmts)
	case *ast.RepeatStmt:
		u.block(append(append([]ast.Stmt(nil), s.Stmts...), &ast.ReturnStmt{Exprs: []ast.Expr{s.Condition}})) // which sees the locals of the block
	case *ast.IfStmt:
		u.expr(s.Condition)
		u.block(s.Then)
		u.block(s.Else)
	case *ast.NumberForStmt:
		u.exprs([]ast.Expr{s.Init, s.Limit, s.Step})
		u.loop([]string{s.Name}, s.Stmts)
	case *ast.GenericForStmt:
		u.exprs(s.Exprs)
		u.loop(s.Names, s.Stmts)
	}
}

func (u *users) loop(names []string, body []ast.Stmt) {
	u.open()
	defer u.close()
	for _, name := range names {
		u.bind(name, "")
	}
	u.block(body)
}

func (u *users) local(s *ast.LocalAssignStmt) {
	kinds := make([]string, len(s.Names))
	for i := range s.Names {
		if i < len(s.Exprs) {
			kinds[i] = u.kind(s.Names[i], s.Exprs[i])
			if _, function := s.Exprs[i].(*ast.FunctionExpr); function {
				u.bind(s.Names[i], "") // it can call itself
			}
		}
	}
	u.exprs(s.Exprs)
	for i, name := range s.Names {
		u.bind(name, kinds[i])
	}
}

// define is function V:turn(race, car) ... end.
func (u *users) define(s *ast.FuncDefStmt) {
	if s.Name.Receiver != nil {
		u.expr(s.Name.Receiver)
		u.function(s.Func, OfSelf)
		return
	}
	if get, ok := s.Name.Func.(*ast.AttrGetExpr); ok {
		u.expr(get.Object)
	}
	u.function(s.Func, "")
}

// function walks a function; self is what it is a method of, "" for no method.
func (u *users) function(f *ast.FunctionExpr, self string) {
	u.open()
	defer u.close()
	if self != "" {
		u.bind("self", self)
	}
	for _, name := range f.ParList.Names {
		u.bind(name, u.given(name))
	}
	u.block(f.Stmts)
}

// given is what a parameter of that name is.
func (u *users) given(name string) string {
	switch name {
	case OfRace, OfCar, OfSelf:
		if !u.spec {
			return name
		}
	}
	return ""
}

// kind is what a local of that name is that an expression makes.
func (u *users) kind(name string, e ast.Expr) string {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok {
		if other, ok := e.(*ast.IdentExpr); ok {
			kind, _ := u.find(other.Value)
			return kind
		}
		return ""
	}
	called, _ := u.chain(call.Func)
	first, _ := textAt(call.Args, 0)
	if id, ok := call.Func.(*ast.IdentExpr); ok && id.Value == "require" && first != "" {
		return Module + first
	}
	ofRacing := called.Of == Module+"racing" && len(called.Path) == 1
	switch {
	case ofRacing && (called.Path[0] == "variant" || called.Path[0] == "extend"):
		return OfSelf
	case ofRacing && called.Path[0] == "use":
		if mixin, ok := textAt(call.Args, 1); ok {
			return Module + mixin
		}
	case u.spec && name == "race":
		return OfSpecRace
	}
	return ""
}

// compared notes a comparison of a field with a text.
func (u *users) compared(field, with ast.Expr) {
	get, ok := field.(*ast.AttrGetExpr)
	text, isText := with.(*ast.StringExpr)
	if !ok || !isText {
		return
	}
	if name, ok := get.Key.(*ast.StringExpr); ok {
		u.list = append(u.list, Use{Of: Compared, Path: []string{name.Value}, Line: text.Line(), Equals: text.Value})
	}
}

// textAt is an argument that is a text.
func textAt(args []ast.Expr, n int) (text string, ok bool) {
	if n >= len(args) {
		return "", false
	}
	s, ok := args[n].(*ast.StringExpr)
	if !ok {
		return "", false
	}
	return s.Value, true
}

func (u *users) exprs(list []ast.Expr) {
	for _, e := range list {
		u.expr(e)
	}
}

func (u *users) expr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.AttrGetExpr:
		u.get(e, false)
	case *ast.FuncCallExpr:
		u.call(e)
	case *ast.FunctionExpr:
		u.function(e, "")
	case *ast.TableExpr:
		for _, f := range e.Fields {
			if name, ok := f.Key.(*ast.StringExpr); ok && !u.spec {
				u.own[name.Value] = true
			}
			u.exprs([]ast.Expr{f.Key, f.Value})
		}
	case *ast.LogicalOpExpr:
		u.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.RelationalOpExpr:
		u.compared(e.Lhs, e.Rhs)
		u.compared(e.Rhs, e.Lhs)
		u.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.StringConcatOpExpr:
		u.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.ArithmeticOpExpr:
		u.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.UnaryMinusOpExpr:
		u.expr(e.Expr)
	case *ast.UnaryNotOpExpr:
		u.expr(e.Expr)
	case *ast.UnaryLenOpExpr:
		u.expr(e.Expr)
	}
}

// get is a field that is read, or set; sure says that it is looked into.
func (u *users) get(e *ast.AttrGetExpr, sure bool) {
	if use, ok := u.chain(e); ok {
		use.Sure = sure || len(use.Path) > 1
		u.list = append(u.list, use)
		return
	}
	u.object(e.Object)
	u.expr(e.Key)
}

// object is what is looked into, or called.
func (u *users) object(e ast.Expr) {
	if get, ok := e.(*ast.AttrGetExpr); ok {
		u.get(get, true)
		return
	}
	u.expr(e)
}

func (u *users) call(e *ast.FuncCallExpr) {
	whole := cmp.Or(e.Receiver, e.Func)
	use, ok := u.chain(whole)
	switch {
	case e.Receiver != nil && use.Of != "":
		use.Path, use.Line, use.Method = append(use.Path, e.Method), e.Line(), true
		fallthrough
	case ok:
		use.Called, use.Sure = true, true
		u.list = append(u.list, use)
	default:
		u.object(whole)
	}
	u.exprs(e.Args)
}

// chain is a.b.c where a is known; ok is false where no name stands after it. After
// a key that is worked out no name is known.
func (u *users) chain(e ast.Expr) (use Use, ok bool) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		kind, bound := u.find(e.Value)
		if !bound && libraries[e.Value] != nil {
			kind = e.Value
		}
		return Use{Of: kind, Line: e.Line()}, false
	case *ast.AttrGetExpr:
		use, _ = u.chain(e.Object)
		key, named := e.Key.(*ast.StringExpr)
		if use.Of == "" || !named {
			return Use{}, false
		}
		use.Path = append(use.Path, key.Value)
		use.Line = e.Line()
		return use, true
	}
	return Use{}, false
}
