package luabox

import (
	"fmt"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"sandbox/scripts/internal/source"
)

// The corpus: each pattern with each text.
var (
	corpusTexts = []string{
		"", "a", "aa", "ab", "abc", "hello world", "  trim me  ", "key = value", "x=1, y=22, z=333", "(a(b)c)d)", "3/1", "12/outside",
		"T10 B3 G2 C1 E2 H2", "R4 turn Vettel", "a.b.c", "100%", "-3.25e+7", "\x00nul\x00", "tab\there\nline", "ÄÖ é", "[x]", "^$", "aXbXXc", "THE (quick) fox",
	}
	corpusPatterns = []string{
		"a", "^a", "a$", "^a$", "^$", "$", ".", ".*", ".-", ".+", ".?", "a*", "a-b", "a?b", "%a+", "%A+", "%d+", "%D", "%s*", "%S+", "%w+", "%W", "%u", "%l+",
		"%p", "%P+", "%c", "%x+", "%X", "%z", "(%w+)%s*=%s*(%w+)", "^%s*(.-)%s*$", "()", "()a()", "(a)(b)", "((a)b)", "(.)%1", "(%a)(%a)%2", "%b()", "%b[]",
		"[abc]+", "[^abc]+", "[a-c]", "[%d.]+", "[%a_][%w_]*", "[]]", "[^]]", "[a-]", "[-a]", "[%]]", "%%", "%.", "(%d+)/(%w+)", "%u%d+", "x$y", "a^", "*a",
		"[%w%s]+", "(%a+) (%a+)", "^(%w+)@?(%S*)", "%(.-%)", "^-?%d+", "l+o", "%-", "[+-]?%d+",
	}
)

// Patterns match what gopher-lua matches, where that does what Lua does.
func TestPatternsAsBefore(t *testing.T) {
	standard, own := newEvaluator(true), newEvaluator(false)
	for _, text := range corpusTexts {
		for _, pattern := range corpusPatterns {
			for _, call := range []string{
				"string.find(s, p)", "string.find(s, p, 2)", "string.find(s, p, 1, true)", "string.find(s, p, -2)", "string.match(s, p, 3)", "string.match(s, p)", `string.gsub(s, p, "<%0>")`,
				`string.gsub(s, p, "", 1)`, "string.gsub(s, p, { a = 1, b = false, abc = 'x' })", "string.gsub(s, p, string.upper)",
			} {
				theirs, ours := standard.eval(call, text, pattern), own.eval(call, text, pattern)
				if theirs != ours && !knownToDiffer(text, pattern, call) {
					t.Errorf("%s of %q, %q\ngopher-lua %s\nours       %s", call, text, pattern, theirs, ours)
				}
			}
		}
	}
}

// knownToDiffer says where Lua does otherwise than gopher-lua.
func knownToDiffer(text, pattern, call string) bool {
	// A search that would begin beyond the end begins at the end.
	return strings.HasSuffix(call, ", 2)") && text == "" || strings.HasSuffix(call, ", 3)") && len(text) < 2
}

// evaluator runs expressions with the text functions of gopher-lua, or ours.
type evaluator struct {
	*Box
	env *lua.LTable
}

func newEvaluator(standard bool) *evaluator {
	b := New(NewUnits(source.Roots{}), Hooks{})
	lib := b.state.GetGlobal("string")
	if !standard {
		lib = b.state.GetMetatable(lua.LString("")).(*lua.LTable).RawGetString("__index")
	}
	e := &evaluator{b, b.state.NewTable()}
	e.env.RawSetString("string", lib)
	return e
}

// eval returns the results of an expression, or that it fails.
func (e *evaluator) eval(call, text, pattern string) string {
	fn, err := e.state.Load(strings.NewReader("return "+call), "x")
	if err != nil {
		panic(err)
	}
	e.budget.refill(stepBudget)
	e.env.RawSetString("s", lua.LString(text))
	e.env.RawSetString("p", lua.LString(pattern))
	fn.Env = e.env
	e.state.SetTop(0)
	e.state.Push(fn)
	if err := e.state.PCall(0, lua.MultRet, nil); err != nil {
		return "fails"
	}
	if e.state.GetTop() == 0 {
		return `"nil" ` // string.match returns nothing where Lua returns nil
	}
	result := ""
	for i := 1; i <= e.state.GetTop(); i++ {
		result += fmt.Sprintf("%q ", e.state.Get(i).String())
	}
	return result
}

// What gopher-lua cannot do, or does otherwise than Lua.
func TestPatterns(t *testing.T) {
	e := newEvaluator(false)
	for _, test := range []struct{ call, text, pattern, want string }{
		{"string.gsub(s, p, '%1-%0')", "ab", ".", `"a-ab-b" "2" `},
		{"string.gsub(s, p, '%2')", "ab", ".", "fails"},
		{"string.gsub(s, p, '%%')", "ab", "b", `"a%" "1" `},
		{"string.gsub(s, p, function() return {} end)", "ab", "b", "fails"},
		{"string.gsub(s, p, '-', 0)", "ab", "b", `"ab" "0" `},
		{"string.gsub(s, p, '-')", "abc", "", `"-a-b-c-" "4" `},
		{"string.find(s, p)", "ab", "(", "fails"},
		{"string.match(s, p)", "ab", ")", "fails"},
		{"string.find(s, p)", "ab", "[a", "fails"},
		{"string.find(s, p)", "ab", "a%", "fails"},
		{"string.find(s, p)", "ab", "%1", "fails"},
		{"string.find(s, p)", "ab", "%b(", "fails"},
		{"string.find(s, p)", "ab", strings.Repeat("()", 33), "fails"},
		{"string.find(s, p)", "ab", strings.Repeat("a", 501) + ".", "fails"},
		{"string.find(s, p, 9)", "ab", "", `"3" "2" `},
		{"string.sub(s, 0)", "abc", "", `"abc" `},
		{"string.sub(s, 2, 99)", "abc", "", `"bc" `},
		{"string.sub(s, -2)", "abc", "", `"bc" `},
		{"string.sub(s, -99, -3)", "abc", "", `"a" `},
		{"string.sub(s, 4)", "abc", "", `"" `},
		{"string.sub(s, 3, 1)", "abc", "", `"" `},
		{"string.byte(s)", "abc", "", `"97" `},
		{"string.byte(s, -1)", "abc", "", `"99" `},
		{"string.byte(s, 1, -1)", "abc", "", `"97" "98" "99" `},
		{"string.byte(s, 9)", "abc", "", `"nil" `},
		{"string.upper(s) .. string.lower(s) .. string.reverse(s)", "aB", "", `"ABabBa" `},
		{"string.char(72, 105)", "", "", `"Hi" `},
	} {
		if got := e.eval(test.call, test.text, test.pattern); got != test.want {
			t.Errorf("%s of %q, %.20q: %s, want %s", test.call, test.text, test.pattern, got, test.want)
		}
	}
}
