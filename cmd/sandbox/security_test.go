package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sandbox/cmd/internal/wall"
)

// The page on security says what the second process may take.
func TestSecurityPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "\n", " ")
	for _, said := range []string{
		fmt.Sprintf("%d MB of memory", wall.Memory), fmt.Sprintf("%d seconds for one step", wall.Silence),
		"`" + wall.MemoryKey + "`", "`" + wall.SilenceKey + "`", "`" + isolateKey + "`",
	} {
		if !strings.Contains(page, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
}
