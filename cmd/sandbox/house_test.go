package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/scripts"
)

var update = flag.Bool("update", false, "write golden files anew")

// Which package may know which: a package on the left imports, of ours and
// others, only what the right side matches.
var arrows = []struct{ from, to string }{
	{`^sandbox/core/(bug|dice|board)$`, `^$`},
	{`^sandbox/core/outlook/road$`, `^sandbox/core/board$`},
	{`^sandbox/core/outlook$`, `^sandbox/core/board$`},
	{`^sandbox/core/race$`, `^sandbox/core/(dice|board)$`},
	{`^sandbox/core/season$`, `^sandbox/core/race$`},
	{`^sandbox/core/sim$`, `^sandbox/core/(bug|dice|race)$`},
	{`^sandbox/scripts$`, `^sandbox/(core/(board|race)|scripts/internal/(api|drivers|host|luabox|source|track|variant))$`},
	{`^sandbox/scripts/check$`, `^sandbox/(core/(dice|race)|scripts|scripts/(spec|internal/(host|source|variant)))$`},
	{`^sandbox/scripts/reference$`, `^sandbox/scripts(/(spec|internal/(api|host|source|track|variant)))?$`},
	{`^sandbox/scripts/spec$`, `^sandbox/(core/(board|dice|race)|scripts|scripts/internal/(api|host|luabox|source))$`},
	{`^sandbox/scripts/internal/host$`, `^sandbox/(core/(board|dice|outlook|outlook/road|race)|scripts/internal/(api|drivers|luabox|source|track|variant))$`},
	{`^sandbox/scripts/internal/drivers$`, `^sandbox/(core/(board|outlook|outlook/road)|scripts/internal/(luabox|source|track|variant))$`},
	{`^sandbox/scripts/internal/variant$`, `^sandbox/(core/(dice|race)|scripts/internal/(api|faces|luabox|source))$`},
	{`^sandbox/scripts/internal/track$`, `^sandbox/(core/(board|dice)|scripts/internal/(api|faces|luabox|source))$`},
	{`^sandbox/scripts/internal/faces$`, `^sandbox/(core/dice|scripts/internal/(luabox|source))$`},
	{`^sandbox/scripts/internal/luabox$`, `^(sandbox/(core/(bug|race)|scripts/internal/(pattern|source))|github\.com/yuin/gopher-lua)$`},
	{`^sandbox/scripts/internal/source$`, `^(sandbox/(core/race|scripts/lib)|github\.com/yuin/gopher-lua/(ast|parse))$`},
	{`^sandbox/scripts/(internal/(api|pattern)|lib)$`, `^$`},
	{`^sandbox/(variants|tracks)$`, `^$`},
	{`^sandbox/cmd/internal/catalogue$`, `^sandbox/(cmd/internal/(library|report)|core/(board|race)|scripts)$`},
	{`^sandbox/cmd/internal/championship$`, `^sandbox/(cmd/internal/(door|library|report|saved|store|table|wall)|core/(dice|race|season)|scripts)$`},
	{`^sandbox/cmd/internal/complete$`, `^(sandbox/cmd/internal/(visible|library|wall)|sandbox/scripts(/spec)?|github\.com/spf13/cobra)$`},
	{`^sandbox/cmd/internal/console$`, `^(sandbox/(cmd/internal/(visible|library|report|term|watch)|core/bug)|github\.com/schollz/progressbar/v3|golang\.org/x/term)$`},
	{`^sandbox/cmd/internal/door$`, `^$`},
	{`^sandbox/cmd/internal/entries$`, `^(sandbox/(cmd/internal/(door|visible)|core/race)|github\.com/pelletier/go-toml/v2(/unstable)?|go\.yaml\.in/yaml/v3)$`},
	{`^sandbox/cmd/internal/isolate$`, `^(sandbox/core/bug|golang\.org/x/sys/unix)$`},
	{`^sandbox/cmd/internal/library$`, `^sandbox/(cmd/internal/door|core/race|scripts|variants|tracks)$`},
	{`^sandbox/cmd/internal/lineedit$`, `^(sandbox/cmd/internal/(console|visible|watch)|github\.com/clipperhouse/displaywidth|golang\.org/x/(sys/unix|term))$`},
	{`^sandbox/cmd/internal/report$`, `^sandbox/(cmd/internal/visible|core/(dice|race|sim))$`},
	{`^sandbox/cmd/internal/saved$`, `^sandbox/(cmd/internal/(door|entries|library|store|table|wall)|core/race|scripts)$`},
	{`^sandbox/cmd/internal/settings$`, `^(sandbox/cmd/internal/door|github\.com/spf13/(pflag|viper)|go\.yaml\.in/yaml/v3)$`},
	{`^sandbox/cmd/internal/starter$`, `^sandbox/scripts(/reference)?$`},
	{`^sandbox/cmd/internal/store$`, `^(sandbox/cmd/internal/door|golang\.org/x/sys/(unix|windows))$`},
	{`^sandbox/cmd/internal/table$`, `^sandbox/(core/(bug|dice|race)|scripts)$`},
	{`^sandbox/cmd/internal/term$`, `^(sandbox/(cmd/internal/visible|core/(board|dice|race))|github\.com/(clipperhouse/displaywidth|olekukonko/tablewriter(/renderer|/tw)?))$`},
	{`^sandbox/cmd/internal/terminal$`, `^sandbox/(cmd/internal/(visible|door|championship|console|library|saved|store|table|term|wall|watch)|core/(board|dice|race)|scripts(/spec)?)$`},
	{`^sandbox/cmd/internal/visible$`, `^$`},
	{`^sandbox/cmd/internal/wall$`, `^sandbox/(cmd/internal/(visible|console|isolate|library|store|watch)|scripts)$`},
	{`^sandbox/cmd/internal/watch$`, `^(sandbox/cmd/internal/door|github\.com/fsnotify/fsnotify)$`},
	{`^sandbox/cmd/sandbox$`, `^(sandbox/(cmd/internal/|core/|scripts$|scripts/(check|reference|spec)$)|github\.com/(google/pprof/profile|spf13/(cobra|cobra/doc|pflag))$)`},
}

func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}:{{range .Imports}} {{.}}{{end}}", "sandbox/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		pkg, imports, _ := strings.Cut(line, ":")
		known := false
		for _, arrow := range arrows {
			if !regexp.MustCompile(arrow.from).MatchString(pkg) {
				continue
			}
			known, seen[arrow.from] = true, true
			for _, imported := range strings.Fields(imports) {
				first, _, _ := strings.Cut(imported, "/")
				foreign := first == "sandbox" || strings.Contains(first, ".")
				if foreign && !regexp.MustCompile(arrow.to).MatchString(imported) {
					t.Errorf("%s must not know %s", pkg, imported)
				}
			}
		}
		if !known {
			t.Errorf("no arrow begins at %s: say in this test what it may know", pkg)
		}
	}
	for _, arrow := range arrows {
		if !seen[arrow.from] {
			t.Errorf("no package matches %s", arrow.from)
		}
	}
}

// The session knows no disk, no clock, no terminal and no network.
func TestTableKnowsNoMachine(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{join .Imports \"\\n\"}}", "sandbox/cmd/internal/table").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, imported := range strings.Fields(string(out)) {
		if regexp.MustCompile(`^(os|io/fs|path/filepath|time|net|syscall|golang\.org/.*)(/.*)?$`).MatchString(imported) {
			t.Errorf("table must not know %s", imported)
		}
	}
}

// All that is written for people below cmd goes through visible, or through the
// words of term, which do.
func TestAllIsWrittenVisibly(t *testing.T) {
	paths, err := filepath.Glob("../internal/*/*.go")
	own, err2 := filepath.Glob("*.go")
	if err := errors.Join(err, err2); err != nil || len(paths) == 0 || len(own) == 0 {
		t.Fatal(err)
	}
	for _, path := range append(paths, own...) {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/visible/") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			if _, toText := call.Args[0].(*ast.UnaryExpr); toText { // fmt.Fprintf(&text, ...)
				return true
			}
			if name := types.ExprString(call.Fun); strings.HasPrefix(name, "fmt.Fprint") || strings.HasPrefix(name, "fmt.Print") {
				t.Errorf("%s: %s: write with visible.Printf", set.Position(call.Pos()), name)
			}
			return true
		})
	}
}

// No package below cmd keeps anything in a variable: each has its value where it
// is declared, and nothing is ever assigned to it.
func TestNoState(t *testing.T) {
	rooms, err := filepath.Glob("../internal/*")
	if err != nil || len(rooms) == 0 {
		t.Fatal(rooms, err)
	}
	for _, room := range append(rooms, ".") {
		paths, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		set, files := token.NewFileSet(), []*ast.File(nil)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Error: func(error) {}} // imports are not looked for; names are found without them
		pkg, _ := config.Check(room, set, files, info)
		for _, file := range files {
			for _, at := range stateOf(file, pkg, info) {
				t.Errorf("%s: a package variable is changed, or declared to be", set.Position(at))
			}
		}
	}
}

// stateOf finds where a file declares a package variable without a value, or
// changes one.
func stateOf(file *ast.File, pkg *types.Package, info *types.Info) (found []token.Pos) {
	for _, d := range file.Decls {
		if vars, ok := d.(*ast.GenDecl); ok && vars.Tok == token.VAR {
			for _, spec := range vars.Specs {
				if v := spec.(*ast.ValueSpec); len(v.Values) == 0 {
					found = append(found, v.Pos())
				}
			}
		}
	}
	changed := func(to ast.Expr) {
		switch name := info.Uses[rootOf(to)].(type) {
		case *types.PkgName: // another package's
			found = append(found, to.Pos())
		case *types.Var:
			if name.Parent() == pkg.Scope() {
				found = append(found, to.Pos())
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.AssignStmt:
			for _, to := range node.Lhs {
				changed(to)
			}
		case *ast.IncDecStmt:
			changed(node.X)
		case *ast.UnaryExpr:
			if node.Op == token.AND {
				changed(node.X)
			}
		}
		return true
	})
	return found
}

// rootOf is the name that x, x.y and x[i].y begin with; nil when there is none.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch at := e.(type) {
		case *ast.Ident:
			return at
		case *ast.SelectorExpr:
			e = at.X
		case *ast.IndexExpr:
			e = at.X
		case *ast.StarExpr:
			e = at.X
		default:
			return nil
		}
	}
}

// The top level holds what it is meant to hold.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		switch name {
		case "cmd", "core", "scripts", "variants", "tracks", "docs", "go.mod", "go.sum", "README.md":
		default:
			if !strings.HasPrefix(name, ".") {
				t.Errorf("%s does not belong at the top level", name)
			}
		}
	}
}

// Every variant has specs, and they pass.
func TestVariantSpecs(t *testing.T) {
	unhurried(t)
	t.Chdir("../..")
	for _, name := range library.Roots().Names(scripts.Variants) {
		if _, err := os.Stat("variants/" + name + "_spec.lua"); err != nil {
			t.Errorf("%s has no specs: %v", name, err)
		}
	}
	var out bytes.Buffer
	if code := new(program).run(context.Background(), []string{"test"}, strings.NewReader(""), &out, &out); code != 0 {
		t.Errorf("exit %d:\n%s", code, out.String())
	}
}

// One whole race of every variant, told from the first roll to the result.
func TestGoldenRaces(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, name := range games(t) {
		path := filepath.Join("testdata", "golden", name+".txt")
		var out, errOut bytes.Buffer
		code := new(program).run(context.Background(), []string{"play", name, "--auto", "--seed", "golden"}, strings.NewReader(""), &out, &errOut)
		if code != 0 {
			t.Fatalf("%s: exit %d: %s", name, code, errOut.String())
		}
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != string(want) {
			t.Errorf("%s is told otherwise than in %s from %q on; if that is meant: go test ./cmd/sandbox -run Golden -update",
				name, path, firstOther(got, string(want)))
		}
	}
}

// firstOther is the first line of a text that another does not have.
func firstOther(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return a[i]
		}
	}
	return "its end"
}

// luacheck knows the names that files may use.
func TestLuacheckGlobals(t *testing.T) {
	text, err := os.ReadFile("../../.luacheckrc")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)read_globals = \{(.*?)\}`).FindString(string(text))
	var names []string
	for _, m := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(list, -1) {
		names = append(names, m[1])
	}
	if got, want := strings.Join(names, " "), strings.Join(scripts.Globals(), " "); got != want {
		t.Errorf("luacheck knows\n%s, files may use\n%s", got, want)
	}
}

// games are the names of the variants that can be raced by themselves: no house
// rules.
func games(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, item := range library.List(t.Context(), scripts.Variants) {
		list = append(list, item.Name)
	}
	return list
}
