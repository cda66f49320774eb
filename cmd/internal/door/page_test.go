package door

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The page on security says how long files may be.
func TestLimitsOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	for what, limit := range map[string]string{
		"a settings file":        fmt.Sprint(Settings>>10, " KB"),
		"an entry list":          fmt.Sprint(Entries>>10, " KB"),
		"a championship's file":  fmt.Sprint(Championship>>20, " MB"),
		"a part of a simulation": fmt.Sprint(Part>>20, " MB"),
	} {
		if row := "| length of " + what + " | " + limit + " |\n"; !strings.Contains(string(text), row) {
			t.Errorf("the page does not say %s", row)
		}
	}
}
