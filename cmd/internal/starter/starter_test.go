package starter

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for _, c := range []struct{ folder, name, wrong string }{
		{"my-game", "my-game", ""},
		{"My Game 2", "My_Game_2", ""},
		{"été", "t", ""},
		{"...", "", "gives a game no name"},
		{"my_spec", "", "would be the name of specs"},
	} {
		name, err := Name(c.folder)
		if name != c.name || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %q, %v", c.folder, name, err)
		}
	}
}

// Nothing of what is filled in is left, and the page is one to read at a glance.
func TestFiles(t *testing.T) {
	for _, from := range []string{"", "isloppet"} {
		for _, f := range Files("my-game", from) {
			for _, left := range []string{"NAME", "TITLE", "CLASS", "FROM", "KIND"} {
				if strings.Contains(f.Text, left) {
					t.Errorf("%s still has %s", f.Path, left)
				}
			}
			if n := strings.Count(f.Text, "\n"); f.Path == "README.md" && n != 10 {
				t.Errorf("%s has %d lines", f.Path, n)
			}
		}
	}
}
