package dice

import (
	"strings"
	"testing"
)

func TestScripted(t *testing.T) {
	src := NewScripted(map[string][]int{"move": {3, 5, 1}, "action": {6}})
	for _, c := range []struct {
		say                   string
		step, roller, purpose string
		nth, sides            int
		want                  int
		err                   string
		left                  string
	}{
		{"first of move", "T1", "A", "move", 1, 6, 3, "", "action [6], move [5 1]"},
		{"action in between", "T1", "A", "action", 1, 6, 6, "", "move [5 1]"},
		{"second of move", "T1", "A", "move", 2, 6, 5, "", "move [1]"},
		{"the step runs again", "T1", "A", "move", 1, 6, 3, "", "move [1]"},
		{"and on", "T1", "A", "move", 2, 6, 5, "", "move [1]"},
		{"again with a smaller die", "T1", "A", "move", 2, 4, 0, "a d4 has faces 1 to 4", "move [1]"},
		{"another roller", "T1", "B", "move", 1, 6, 1, "", ""},
		{"none left", "T2", "A", "move", 1, 6, 0, `no scripted face left for "move" (T2, throw 4`, ""},
		{"no such purpose", "T2", "A", "start", 1, 6, 0, `no scripted face left for "start" (T2, throw 1`, ""},
	} {
		got, err := src.Face(&Throw{NewLabel(c.step), NewLabel(c.roller), NewLabel(c.purpose), c.nth, c.sides})
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %d, %v; want %d, error %q", c.say, got, err, c.want, c.err)
		}
		if left := src.Left(); left != c.left {
			t.Errorf("%s: left %q, want %q", c.say, left, c.left)
		}
	}
}

func TestScriptedImpossibleFace(t *testing.T) {
	for _, face := range []int{0, -1, 7} {
		src := NewScripted(map[string][]int{"move": {face}})
		_, err := src.Face(&Throw{Purpose: NewLabel("move"), Nth: 1, Sides: 6})
		if err == nil || !strings.Contains(err.Error(), "a d6 has faces 1 to 6") {
			t.Errorf("face %d: error %v", face, err)
		}
		if src.Left() == "" {
			t.Errorf("face %d was used up", face)
		}
	}
}
