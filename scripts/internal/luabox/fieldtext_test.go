package luabox_test

import (
	"testing"

	"sandbox/scripts/internal/luabox"
)

func TestFieldText(t *testing.T) {
	const notes = `debris=[#"3/1" nil] gear=3 "odd name"=1 rival=@"Mark Webber" team="Red {Bull} \"x\"" wp={B=2 T=-1 name="a=b"} pit=nil flag=true`
	for column, want := range map[string]string{
		"gear": "3", "debris": `[#"3/1" nil]`, "rival": `@"Mark Webber"`, "team": `Red {Bull} "x"`, "wp.T": "-1", "wp.B": "2",
		"wp.name": "a=b", "wp.X": "", "pit": "", "flag": "true", "nothing": "", "odd name": "1", "gear.x": "3", "debris.1": "", "ear": "",
	} {
		if got := luabox.FieldText(notes, column); got != want {
			t.Errorf("%s: %q, want %q", column, got, want)
		}
	}
}

func TestFieldWhole(t *testing.T) {
	const notes = `points=3 "a.b"=-4 half=0.5 huge=1e+300 text="7" wp={points=9} none=nil`
	for name, want := range map[string]int{"points": 3, "a.b": -4, "half": 0, "huge": 0, "text": 0, "wp": 0, "none": 0, "nothing": 0, "": 0} {
		if got := luabox.FieldWhole(notes, name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
