package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The page on security says what the second process may take.
func TestSecurityPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "\n", " ")
	for _, said := range []string{
		fmt.Sprintf("%d MB of memory", childMemory), fmt.Sprintf("%d seconds for one step", childSilence),
		"`" + memoryKey + "`", "`" + silenceKey + "`", "`" + isolateKey + "`",
	} {
		if !strings.Contains(page, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
}
