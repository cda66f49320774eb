package scripts_test

import (
	"strings"
	"testing"

	"sandbox/scripts"
)

func TestZZDeep(t *testing.T) {
	for _, s := range []string{
		"return " + strings.Repeat("(", 5e5) + "1" + strings.Repeat(")", 5e5),
		"return " + strings.Repeat("{", 5e5) + "1" + strings.Repeat("}", 5e5),
		"return " + strings.Repeat("-", 0) + strings.Repeat("not ", 2.5e5) + "1",
		"return 1" + strings.Repeat("..1", 3e5),
		"return 1" + strings.Repeat("+1", 5e5),
		"return 1" + strings.Repeat("^1", 5e5),
		"local a return a" + strings.Repeat(".a", 5e5),
		strings.Repeat("do ", 2e5) + strings.Repeat("end ", 2e5),
		strings.Repeat("if 1 then ", 7e4) + strings.Repeat("end ", 7e4),
		"return " + strings.Repeat("function() return ", 4e4) + "1" + strings.Repeat(" end", 4e4),
	} {
		_, err := scripts.Load(files(map[string]string{"my": s}), scripts.Options{Variant: "my"})
		msg := "nil"
		if err != nil {
			msg = err.Error()
		}
		if len(msg) > 150 {
			msg = msg[:150]
		}
		t.Log(s[:20], len(s), msg)
	}
}
