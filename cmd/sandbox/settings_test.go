package main

import (
	"testing"

	"github.com/spf13/cobra"
)

// Every setting is the default of the flag that it names, and of no other.
func TestSettingsFitFlags(t *testing.T) {
	root := newRoot(new(program))
	for _, s := range toolSettings() {
		if s.Check != nil && s.Check(s.Default) != nil {
			t.Errorf("%s: its default is refused: %v", s.Key, s.Check(s.Default))
		}
		found := 0
		everyVerb(root, func(verb *cobra.Command) {
			flag := verb.Flag(s.Flag)
			if s.Flag == "" || flag == nil || s.Verb != "" && s.Verb != verb.Name() {
				return
			}
			found++
			def := flag.DefValue
			if s.Inverse {
				def = map[string]string{"true": "false", "false": "true"}[def]
			}
			if def != s.Default && def != "" {
				t.Errorf("%s is %s, but %s --%s is %s when nobody says", s.Key, s.Default, verb.CommandPath(), s.Flag, flag.DefValue)
			}
		})
		if s.Flag != "" && found == 0 {
			t.Errorf("%s: there is no flag --%s", s.Key, s.Flag)
		}
	}
}

// What is set is what the flags of a verb have that were not given, and they
// do not count as given.
func TestTakeSettings(t *testing.T) {
	for _, c := range []struct{ name, key, text, verb, given, flag, want string }{
		{"a number", "RACES", "5", "sim", "", "races", "5"},
		{"a number that was given", "RACES", "5", "sim", "--races=7", "races", "7"},
		{"the races of a championship", "RACES", "5", "play", "", "races", ""},
		{"a format", "OUTPUT", "csv", "tracks", "", "output", "csv"},
		{"watching", "WATCH", "true", "play", "", "no-watch", "false"},
		{"not watching", "WATCH", "false", "play", "", "no-watch", "true"},
		{"watching after all", "WATCH", "false", "play", "--no-watch=false", "no-watch", "false"},
		{"another watch", "WATCH", "true", "sim", "", "watch", "false"},
		{"dice", "DICE", "sealed", "play", "", "dice", "sealed"},
		{"colours", "COLOR", "never", "check", "", "color", "never"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("SANDBOX_"+c.key, c.text)
			p := new(program)
			verb, _, err := newRoot(p).Find([]string{c.verb})
			if err != nil {
				t.Fatal(err)
			}
			var args []string
			if c.given != "" {
				args = []string{c.given}
			}
			if err := verb.ParseFlags(args); err != nil {
				t.Fatal(err)
			}
			if err := p.takeSettings(verb, nil); err != nil {
				t.Fatal(err)
			}
			flag := verb.Flag(c.flag)
			if flag.Value.String() != c.want || flag.Changed != (c.given != "") {
				t.Errorf("--%s is %q, given: %v; want %q", c.flag, flag.Value, flag.Changed, c.want)
			}
		})
	}
}
