package source

import "slices"

// The names that every file has.
var (
	globals = []string{
		"error", "ipairs", "math", "next", "pairs", "require", "select", "string", "table", "tonumber", "tostring", "type", "unpack",
	}
	// What is kept of the standard tables; the rest is not there.
	libraries = map[string][]string{
		"math":   {"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "pow", "sqrt"},
		"string": {"byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper"},
		"table":  {"concat", "insert", "remove", "sort"},
	}
)

// Globals lists the names that every file has, sorted.
func Globals() []string { return slices.Clone(globals) }

// Library lists what there is in one of the tables math, string and table.
func Library(table string) []string { return slices.Clone(libraries[table]) }

// JoinName is the global that a..b becomes a call of. No file can write it.
const JoinName = ".."

// Direct is the global under which compiled code finds a function of a standard
// table: "math.floor". No file can write it, so reading it is fast and nothing
// can put another function there.
func Direct(table, name string) string { return table + "." + name }

// Known says that a global is there for compiled code.
func Known(global string) bool { return known[global] }

var known = func() map[string]bool {
	set := map[string]bool{JoinName: true}
	for _, name := range globals {
		set[name] = true
	}
	for table, names := range libraries {
		for _, name := range names {
			set[Direct(table, name)] = true
		}
	}
	return set
}()

// Frozen is said of what a file cannot change.
const Frozen = "belongs to the library, which all files share, and cannot be changed: keep things of your own in your variant's table"

// FrozenVariant is said of what a file cannot change in a variant, with its name.
const FrozenVariant = "belongs to the file of %[1]s, which others read and cannot change: keep what is yours in a table of your own, as racing.extend(\"%[1]s\", { ... }) does"
