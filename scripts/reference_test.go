package scripts_test

import (
	"flag"
	"os"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts"
)

var update = flag.Bool("update", false, "write generated files anew")

// The reference in docs is what the program says of itself.
func TestReference(t *testing.T) {
	const path = "../docs/lua-reference.md"
	want := scripts.Reference()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the program says of itself: go test ./scripts -update", path)
	}
}

// Every function that a file can call is described, and every description is
// of a function that is there.
func TestReferenceIsComplete(t *testing.T) {
	for of, table := range scripts.LiveTables() {
		described := map[string]bool{}
		for _, name := range scripts.Described(of) {
			described[name] = true
			if table.RawGetString(name) == lua.LNil {
				t.Errorf("%s.%s is described but not there", of, name)
			}
		}
		table.ForEach(func(k, v lua.LValue) {
			if name := k.String(); v.Type() == lua.LTFunction && !described[name] {
				t.Errorf("%s.%s is not described", of, name)
			}
		})
	}
}
