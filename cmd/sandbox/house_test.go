package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sandbox/scripts"
	"sandbox/tracks"
	"sandbox/variants"
)

var update = flag.Bool("update", false, "write golden files anew")

// Which package may know which: a package on the left imports, of ours and
// others, only what the right side matches.
var arrows = []struct{ from, to string }{
	{`^sandbox/core/(dice|board)$`, `^$`},
	{`^sandbox/core/race$`, `^sandbox/core/(dice|board)$`},
	{`^sandbox/core/season$`, `^sandbox/core/race$`},
	{`^sandbox/core/sim$`, `^sandbox/core/(dice|race)$`},
	{`^sandbox/scripts$`, `^(sandbox/core/|github\.com/yuin/gopher-lua)`},
	{`^sandbox/(variants|tracks)$`, `^$`},
	{`^sandbox/cmd/internal/`, `^(sandbox/core/|github\.com/|go\.yaml\.in/|golang\.org/)`},
	{`^sandbox/cmd/sandbox$`, `^(sandbox/|github\.com/(spf13/(cobra|cobra/doc|pflag)|schollz/progressbar/v3)$|golang\.org/x/term$)`},
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

// The program carries every variant and track, and no spec.
func TestBuiltIn(t *testing.T) {
	for folder, files := range map[string]interface {
		ReadFile(string) ([]byte, error)
	}{scripts.Variants: variants.FS, scripts.Tracks: tracks.FS} {
		found, err := filepath.Glob("../../" + folder + "/*.lua")
		if err != nil || len(found) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range found {
			name := filepath.Base(path)
			text, err := files.ReadFile(name)
			if strings.HasSuffix(name, "_spec.lua") {
				if err == nil {
					t.Errorf("%s is built in", name)
				}
				continue
			}
			want, readErr := os.ReadFile(path)
			if err != nil || readErr != nil || !bytes.Equal(text, want) {
				t.Errorf("%s is not built in: %v %v", path, err, readErr)
			}
		}
	}
}

// Every variant has specs, and they pass.
func TestVariantSpecs(t *testing.T) {
	unhurried(t)
	t.Chdir("../..")
	for _, name := range roots().Names(scripts.Variants) {
		if _, err := os.Stat("variants/" + name + "_spec.lua"); err != nil {
			t.Errorf("%s has no specs: %v", name, err)
		}
	}
	var out bytes.Buffer
	if code := run(context.Background(), []string{"test"}, strings.NewReader(""), &out, &out); code != 0 {
		t.Errorf("exit %d:\n%s", code, out.String())
	}
}

// One whole race of every variant, told from the first roll to the result.
func TestGoldenRaces(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, name := range roots().Names(scripts.Variants) {
		path := filepath.Join("testdata", "golden", name+".txt")
		var out, errOut bytes.Buffer
		code := run(context.Background(), []string{"play", name, "--auto", "--seed", "golden"}, strings.NewReader(""), &out, &errOut)
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
