package source

import (
	"reflect"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sandbox/core/race"
)

// FunctionText is the lines of the function that begins on a line of a file, nil
// where none does.
func FunctionText(src race.Source, line int) []string {
	chunk, err := parseFile(src)
	if err != nil {
		return nil
	}
	last := 0
	walk(reflect.ValueOf(chunk), func(place reflect.Value) {
		if fn, ok := place.Interface().(*ast.FunctionExpr); ok && fn.Line() == line {
			last = max(last, fn.LastLine())
		}
	})
	lines := strings.Split(src.Text, "\n")
	if last == 0 || last > len(lines) {
		return nil
	}
	return lines[line-1 : last]
}
