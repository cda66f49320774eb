package reference

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"sandbox/scripts/internal/source"
)

// word is a name that Lua lets stand without quotes.
var word = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// builtins are the tables of Lua that rules do not have, by the names that the Lua
// language server has for them.
var builtins = []string{"bit", "bit32", "coroutine", "debug", "ffi", "io", "jit", "os", "utf8"}

// Tools are the files that tell an editor and other tools how variants are
// written.
func Tools() []File {
	return []File{{".luarc.json", languageServer()}, {".luacheckrc", luacheck()}, {"stylua.toml", stylua}}
}

// languageServer is what the Lua language server is told.
func languageServer() string {
	off := map[string]string{}
	for _, name := range builtins {
		off[name] = "disable"
	}
	text, err := json.MarshalIndent(map[string]any{
		"runtime.version":           "Lua 5.1",
		"runtime.builtin":           off,
		"workspace.library":         []string{Library},
		"workspace.checkThirdParty": false,
		"diagnostics.disable":       []string{"inject-field"}, // V.pace = ... is how a variant is written
	}, "", "  ")
	if err != nil {
		panic(err) // it is a table of texts
	}
	return string(text) + "\n"
}

// luacheck is what luacheck is told: the names that files may use.
func luacheck() string {
	var b strings.Builder
	b.WriteString("-- What a variant, a track or a spec may use.\nstd = {\n  read_globals = {\n")
	for _, name := range source.Globals() {
		if names := source.Library(name); names != nil {
			fmt.Fprintf(&b, "    %s = { fields = { \"%s\" } },\n", name, strings.Join(names, `", "`))
			continue
		}
		fmt.Fprintf(&b, "    %q,\n", name)
	}
	b.WriteString("  },\n}\nself = false            -- a rule is a method whether or not it reads self\nmax_line_length = 130\n")
	return b.String()
}

// stylua is how files are laid out that stylua formats.
const stylua = `# Rows of tables are aligned by hand: a line "-- stylua: ignore" above a table keeps them.
syntax = "Lua51"
column_width = 130
indent_type = "Spaces"
indent_width = 2
call_parentheses = "Input"
collapse_simple_statement = "Always"
`
