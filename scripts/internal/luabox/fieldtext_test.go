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

func TestOtherField(t *testing.T) {
	const notes = `gear=3 "odd name"=1 team="Red {Bull}" wp={B=2 T={a=1 b=2}}`
	for _, c := range []struct{ was, is, path, before, after string }{
		{notes, notes, "", "", ""},
		{"", "", "", "", ""},
		{notes, `gear=4 "odd name"=1 team="Red {Bull}" wp={B=2 T={a=1 b=2}}`, "gear", "3", "4"},
		{notes, `gear=3 "odd name"=2 team="Red {Bull}" wp={B=2 T={a=1 b=2}}`, "odd name", "1", "2"},
		{notes, `gear=3 "odd name"=1 team="Red {Bull}" wp={B=2 T={a=1 b=3}}`, "wp.T.b", "2", "3"},
		{notes, `gear=3 "odd name"=1 team="Red {Bull}" wp={B=2}`, "wp.T", "{a=1 b=2}", ""},
		{notes, `gear=3 "odd name"=1 team="Red {Bull}" wp=[1 2]`, "wp", "{B=2 T={a=1 b=2}}", "[1 2]"},
		{"", "heat=1", "heat", "", "1"},
		{"heat=1", "", "heat", "1", ""},
	} {
		if path, before, after := luabox.OtherField(c.was, c.is); path != c.path || before != c.before || after != c.after {
			t.Errorf("%s | %s: %q %q %q", c.was, c.is, path, before, after)
		}
	}
}
