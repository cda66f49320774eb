package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// testList is three settings, one of which takes any text.
func testList() []Setting {
	return []Setting{
		{Key: "output", Default: "table", Check: func(text string) error {
			if !slices.Contains([]string{"table", "json", "csv"}, text) {
				return errors.New("choose one of table, json, csv")
			}
			return nil
		}},
		{Key: "folder"},
		{Key: "watch", Default: "true"},
	}
}

func testSuggest(wrong string, known []string) string {
	return fmt.Sprintf(" (%s of %s)", wrong, strings.Join(known, ", "))
}

// load loads the settings in a text, in a folder of its own, where the file is
// called a.yaml.
func load(t *testing.T, text string) (*Set, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.yaml", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Load(testList(), testSuggest, "nowhere.yaml", "a.yaml", "later.yaml")
}

// A flag comes before the environment, that before the file, that before the
// default; From names the one whose value Text is.
func TestPrecedence(t *testing.T) {
	for _, c := range []struct{ name, file, env, flag, text, from string }{
		{"default", "", "", "", "table", "default"},
		{"file", "# mine\n\noutput: json", "", "", "json", "a.yaml:3"},
		{"environment", "output: json", "csv", "", "csv", "SANDBOX_OUTPUT"},
		{"flag", "output: json", "csv", "md", "md", "--output"},
		{"a flag that says the default", "output: json", "csv", "table", "table", "--output"},
		{"the environment says the default", "output: json", "table", "", "table", "SANDBOX_OUTPUT"},
		{"another key", "watch: false", "", "", "table", "default"},
		{"a text in quotes", `output: "json"`, "", "", "json", "a.yaml:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("SANDBOX_OUTPUT", c.env)
			s, err := load(t, c.file)
			if err != nil {
				t.Fatal(err)
			}
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			flags.String("output", "table", "")
			if c.flag != "" {
				if err := flags.Parse([]string{"--output", c.flag}); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Bind("output", flags.Lookup("output")); err != nil {
				t.Fatal(err)
			}
			if text, from := s.Text("output"), s.From("output"); text != c.text || from != c.from {
				t.Errorf("%q from %s, want %q from %s", text, from, c.text, c.from)
			}
		})
	}
}

func TestValues(t *testing.T) {
	s, err := load(t, "watch: false\nfolder: 010\n")
	if err != nil {
		t.Fatal(err)
	}
	if watch, folder := s.Text("watch"), s.Text("folder"); watch != "false" || folder != "010" {
		t.Errorf("watch is %q, folder %q: as they are written is wanted", watch, folder)
	}
	if !slices.Equal(s.Files(), []string{"a.yaml"}) {
		t.Errorf("read from %q", s.Files())
	}
}

// What is wrong has its place, all of it at once.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ name, file, env, want string }{
		{"unknown key", "\noutpt: json", "", "a.yaml:2: `outpt`: no such setting (outpt of output, folder, watch)"},
		{"capitals", "Output: json", "", "a.yaml:1: `Output`: no such setting (Output of output, folder, watch)"},
		{"dots", "output.x: json", "", "a.yaml:1: `output.x`: no such setting (output.x of output, folder, watch)"},
		{"value", "output: xml", "", `a.yaml:1: output cannot be "xml": choose one of table, json, csv`},
		{"empty text", `output: ""`, "", `a.yaml:1: output cannot be "": choose one of table, json, csv`},
		{"environment", "output: json", "xml", `$SANDBOX_OUTPUT cannot be "xml": choose one of table, json, csv`},
		{"no value", "output:\nwatch: true", "", "a.yaml:1: `output` has no value: give one, or leave out the line"},
		{"list", "output: [json]", "", "a.yaml:1: `output` is one value: a text, a number, true or false"},
		{"table", "watch: true\noutput:\n  x: json", "", "a.yaml:2: `output` is one value: a text, a number, true or false"},
		{"anchor", "output: &x json", "", "a.yaml:1: `output` is one value: a text, a number, true or false"},
		{"twice", "output: json\noutput: csv", "", "a.yaml:2: `output` is set already, on line 1"},
		{"no table", "\n- output", "", "a.yaml:2: settings are written `key: value`, one a line"},
		{"two documents", "output: json\n---\noutput: csv", "", "a.yaml:2: not YAML: a second document begins here"},
		{"not YAML", "output: json\n  watch: x", "", "a.yaml:2: not YAML: mapping values are not allowed in this context"},
		{"several", "outpt: json\nwatc: true", "", "a.yaml:1: `outpt`: no such setting (outpt of output, folder, watch)\na.yaml:2: `watc`: no such setting (watc of output, folder, watch)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("SANDBOX_OUTPUT", c.env)
			if _, err := load(t, c.file); err == nil || err.Error() != c.want {
				t.Errorf("\n got %v\nwant %s", err, c.want)
			}
		})
	}
}

// Files without settings are none the worse for it.
func TestNothingSet(t *testing.T) {
	for _, text := range []string{"", "# output: xml\n", "---\n", "{}"} {
		if s, err := load(t, text); err != nil || s.From("output") != FromDefault {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A file that is there and cannot be read is told, not passed over.
func TestUnreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("a.yaml", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(testList(), testSuggest, "a.yaml"); err == nil {
		t.Error("a folder was read as a file")
	}
}

// A file that is no list of settings may have no end at all.
func TestTooLong(t *testing.T) {
	_, err := load(t, strings.Repeat("# nothing\n", 7000))
	if err == nil || err.Error() != "a.yaml: it is longer than 64 KB: is it the right file?" {
		t.Errorf("error %v", err)
	}
}

// A path is relative to the file that it stands in, or else to where we are.
func TestPath(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, c := range []struct{ name, file, env, want string }{
		{"none", "", "", ""},
		{"beside the file", "folder: races", "", filepath.Join("conf", "races")},
		{"absolute", "folder: /races", "", "/races"},
		{"at home", "folder: ~/races", "", filepath.Join(home, "races")},
		{"environment", "folder: races", "mine", "mine"},
		{"environment, at home", "", "~/mine", filepath.Join(home, "mine")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("SANDBOX_FOLDER", c.env)
			if err := os.Mkdir("conf", 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("conf/a.yaml", []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Load(testList(), testSuggest, "conf/a.yaml")
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Path("folder"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The file here does not hide what it may not say, and the user's own file may
// say all of it, from wherever it is read.
func TestHere(t *testing.T) {
	list := append(testList(), Setting{Key: "wall", Default: "auto", Here: func(text string) error {
		if text != "always" {
			return errors.New("only always")
		}
		return nil
	}})
	for _, c := range []struct{ name, here, own, wall, from, output, wrong string }{
		{"none", "", "wall: never", "never", "own.yaml:1", "table", ""},
		{"hidden", "output: csv", "output: json\nwall: never", "never", "own.yaml:2", "csv", ""},
		{"stricter", "wall: always", "wall: never", "always", "here.yaml:1", "table", ""},
		{"looser", "\nwall: never", "wall: always", "", "", "", "here.yaml:2: `wall`: only always"},
		{"twice", "wall: always\nwall: always", "", "", "", "", "here.yaml:2: `wall` is set already, on line 1"},
		{"the same file", "wall: never", "link", "never", "here.yaml:1", "table", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("SANDBOX_OUTPUT", "")
			err := os.WriteFile("here.yaml", []byte(c.here), 0o600)
			if c.own == "link" {
				err = errors.Join(err, os.Link("here.yaml", "own.yaml"))
			} else {
				err = errors.Join(err, os.WriteFile("own.yaml", []byte(c.own), 0o600))
			}
			if err != nil {
				t.Fatal(err)
			}
			s, err := Load(list, testSuggest, "here.yaml", "own.yaml")
			if c.wrong != "" {
				if err == nil || err.Error() != c.wrong {
					t.Errorf("%v, want %s", err, c.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.Text("wall") != c.wall || s.From("wall") != c.from || s.Text("output") != c.output || s.Here("wall") != (c.name == "stricter") {
				t.Errorf("%s from %s, output %s", s.Text("wall"), s.From("wall"), s.Text("output"))
			}
		})
	}
}

// The file here is that of a folder for a user who has no other, too.
func TestHereAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("here.yaml", []byte("wall: never"), 0o600); err != nil {
		t.Fatal(err)
	}
	list := []Setting{{Key: "wall", Default: "auto", Here: func(string) error { return errors.New("yours to say") }}}
	if _, err := Load(list, testSuggest, "here.yaml"); err == nil || err.Error() != "here.yaml:1: `wall`: yours to say" {
		t.Error(err)
	}
}

// No text brings it down, and what is wrong has a line of the file.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{"output: json", "a: &a [*a]", "? x\n: y", "- ", "output: json\n---\n", "\x00", "%YAML 9", "{output: {a: b}}", "a:\n\tb"} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		s := &Set{list: testList(), viper: viper.New(), spots: map[string]spot{}}
		err := s.take(filepath.Join(dir, "a.yaml"), text, true, testSuggest)
		var wrong *Error
		if err != nil && !errors.As(err, &wrong) {
			t.Fatalf("%v has no place", err)
		}
		if wrong != nil && (wrong.Line < 1 || wrong.Line > strings.Count(string(text), "\n")+strings.Count(string(text), "\r")+2) {
			t.Errorf("line %d of %q: %v", wrong.Line, text, err)
		}
	})
}
