package settings

import (
	"os"
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		check func(string) error
		right []string
		wrong []string
	}{
		{OneOf([]string{"a", "b"}), []string{"a", "b"}, []string{"", "c", "A"}},
		{Whole(-1, 10), []string{"-1", "0", "10"}, []string{"", "-2", "11", "1.5", "x"}},
		{Truth, []string{"true", "false"}, []string{"", "yes", "1"}},
	} {
		for _, text := range append(slices.Clone(c.right), c.wrong...) {
			if err := c.check(text); (err == nil) != slices.Contains(c.right, text) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// Flags that nobody gave have what is set, those of other verbs stay as they
// are, and a message about such a flag is put down to where its value is from.
func TestFill(t *testing.T) {
	list := []Setting{
		{Key: "races", Default: "10", Flag: "races", Verb: "sim"},
		{Key: "workers", Default: "2", Flag: "workers"},
		{Key: "watch", Default: "true", Flag: "no-watch", Inverse: true},
		{Key: "folder"},
	}
	for _, c := range []struct {
		name, verb, text, given string
		races, workers, noWatch string
		blamed                  string
	}{
		{"nothing is set", "sim", "", "", "10", "2", "false", ""},
		{"all is set", "sim", "races: 5\nworkers: 3\nwatch: false\n", "", "5", "3", "true", "--workers"},
		{"of another verb", "play", "races: 5\n", "", "10", "2", "false", ""},
		{"given, too", "sim", "workers: 3\n", "--workers=4", "10", "4", "false", ""},
		{"the opposite is given", "sim", "watch: false\n", "--no-watch=false", "10", "2", "false", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("a.yaml", []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			set, err := Load(list, testSuggest, "a.yaml")
			if err != nil {
				t.Fatal(err)
			}
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			flags.Int("races", 10, "")
			flags.Int("workers", 2, "")
			flags.Bool("no-watch", false, "")
			if c.given != "" {
				if err := flags.Parse([]string{c.given}); err != nil {
					t.Fatal(err)
				}
			}
			if err := set.Fill(c.verb, flags.Lookup); err != nil {
				t.Fatal(err)
			}
			for flag, want := range map[string]string{"races": c.races, "workers": c.workers, "no-watch": c.noWatch} {
				if got := flags.Lookup(flag).Value.String(); got != want {
					t.Errorf("--%s is %s, want %s", flag, got, want)
				}
			}
			flag, from, ok := set.Blame("--workers 3: too many")
			if flag != c.blamed || ok != (c.blamed != "") || ok && from != "a.yaml:2" {
				t.Errorf("%q by %q is blamed, not %q", flag, from, c.blamed)
			}
		})
	}
}

// A value that a flag cannot have is blamed on its place.
func TestFillWrong(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.yaml", []byte("races: many\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := Load([]Setting{{Key: "races", Default: "10", Flag: "races"}}, testSuggest, "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.Int("races", 10, "")
	if err := set.Fill("sim", flags.Lookup); err == nil || err.Error()[:len(`a.yaml:1: races cannot be "many"`)] != `a.yaml:1: races cannot be "many"` {
		t.Errorf("%v", err)
	}
}
