package entries

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

func TestGood(t *testing.T) {
	two := []race.Entry{
		{Name: "Vettel", Fields: map[string]any{"team": "Red Bull", "slot": 3}},
		{Name: "di Resta"},
	}
	for _, c := range []struct {
		name, file, text string
		want             []race.Entry
	}{
		{"blocks", "a.yaml", "entries:\n  - name: Vettel\n    team: Red Bull\n    slot: 3\n  - name: di Resta\n", two},
		{"flow", "a.YML", "# drivers\n{entries: [{slot: 3, team: Red Bull, name: Vettel}, {name: di Resta}]}", two},
		{"from Windows", "a.yml", "\ufeffentries:\r\n- name: Vettel\r\n  team: Red Bull\r\n  slot: 3\r\n- name: di Resta\r\n", two},
		{"tables", "a.toml", "[[entries]]\nname = \"Vettel\"\nteam = \"Red Bull\"\nslot = 3\n\n[[entries]]\nname = \"di Resta\"\n", two},
		{"rows", "a.toml", "entries = [\n  { name = 'Vettel', team = 'Red Bull', slot = 3 },\n  { name = 'di Resta' },\n]\n", two},
		{"from Windows", "a.toml", "\ufeff[[entries]]\r\nname = 'Vettel'\r\nslot = 3\r\nteam = 'Red Bull'\r\n[[entries]]\r\nname = 'di Resta'\r\n", two},
		{"values", "a.yaml", "entries:\n- {name: 'yes', a: 1.5, b: -2, c: true, d: False, e: no, f: '1', g: 2.0, h: 1e3, i: !!str 010}", []race.Entry{
			{Name: "yes", Fields: map[string]any{"a": 1.5, "b": -2, "c": true, "d": false, "e": "no", "f": "1", "g": 2, "h": 1000, "i": "010"}},
		}},
		{"values", "a.toml", "[[entries]]\nname = 'yes'\na = 1.5\nb = -2\nc = true\ne = 'no'\ng = 2.0\nh = 1e3\n", []race.Entry{
			{Name: "yes", Fields: map[string]any{"a": 1.5, "b": -2, "c": true, "e": "no", "g": 2, "h": 1000}},
		}},
		{"signs in quotes", "a.yaml", "entries:\n- name: '*Ada & Ben'\n", []race.Entry{{Name: "*Ada & Ben"}}},
	} {
		list, err := Parse(c.file, []byte(c.text))
		if err != nil {
			t.Errorf("%s, %s: %v", c.file, c.name, err)
		} else if !reflect.DeepEqual(list.Entries, c.want) {
			t.Errorf("%s, %s: %v, want %v", c.file, c.name, list.Entries, c.want)
		}
	}
}

func TestWrong(t *testing.T) {
	const toIndent = "the indentation fits nothing above: entries begin with `- ` below each other, fields stand below each other"
	for _, c := range []struct{ name, file, text, want string }{
		{"ending", "a.txt", "", "a.txt: the name of an entry list ends in .yaml, .yml or .toml"},
		{"too long", "a.yaml", strings.Repeat("#", 256<<10+1), "a.yaml: it is longer than 256 KB: an entry list names cars and little else"},
		{"encoding", "a.yaml", "entries:\n- name: P\xe9rez\n", "a.yaml:2: it is not UTF-8: save the file as UTF-8"},

		{"empty", "a.yaml", "# later\n", "a.yaml:1: nobody is entered: put a list under `entries`, whose entries begin with `- name: Vettel`"},
		{"empty list", "a.yaml", "entries: []\n", "a.yaml:1: nobody is entered: put a list under `entries`, whose entries begin with `- name: Vettel`"},
		{"no value", "a.yaml", "\nentries:\n", "a.yaml:2: `entries` must be a list, not nothing: begin each entry with `- name: Vettel`"},
		{"a table", "a.yaml", "entries:\n  Vettel: Red Bull\n", "a.yaml:2: `entries` must be a list, not a table: begin each entry with `- name: Vettel`"},
		{"no key above", "a.yaml", "- name: Vettel\n", "a.yaml:1: the file holds a list; write `entries:` above the entries"},
		{"another key", "a.yaml", "season: 2011\nentries:\n- name: Vettel\n", "a.yaml:1: `season`: no such key; an entry list has only `entries`"},
		{"key twice", "a.yaml", "entries:\n- name: Vettel\nentries:\n- name: Webber\n", "a.yaml:3: `entries` stands twice: put all entries into one list"},
		{"two documents", "a.yaml", "entries:\n- name: Vettel\n---\nentries:\n- name: Webber\n", "a.yaml:3: a second document begins here: an entry list is one document"},
		{"no table", "a.yaml", "entries:\n- name: Vettel\n- Webber\n- [Alonso]\n", "" +
			"a.yaml:3: an entry has fields and begins with `- name: Vettel`; this is a text\n" +
			"a.yaml:4: an entry has fields and begins with `- name: Vettel`; this is a list"},
		{"no name", "a.yaml", "entries:\n- team: Red Bull\n  nmae: Vettel\n", "a.yaml:2: this entry has no `name` (it has `nmae`, `team`): begin it with `- name: Vettel`"},
		{"empty name", "a.yaml", "entries:\n- name: ''\n", "a.yaml:2: a name cannot be empty"},
		{"name of digits", "a.yaml", "entries:\n- name: 7\n", "a.yaml:2: a name is a text: write \"7\" in quotes"},
		{"name left out", "a.yaml", "entries:\n- name:\n", "a.yaml:2: a name is a text, not nothing"},
		{"name for nothing", "a.yaml", "entries:\n- name: Null\n", "a.yaml:2: a name is a text, not Null, which means nothing; a text that reads so is written in quotes"},
		{"same name", "a.yaml", "entries:\n- name: Vettel\n- name: Webber\n- name: Vettel\n", "a.yaml:4: \"Vettel\" is entered already, on line 2"},
		{"same field", "a.yaml", "entries:\n- name: Vettel\n  team: A\n  slot: 1\n  team: B\n", "a.yaml:5: `team` stands twice in this entry, first on line 3"},
		{"field that is none", "a.yaml", "entries:\n- name: Vettel\n  [a]: B\n", "a.yaml:3: a field has a name in front of its colon, not a list"},
		{"list", "a.yaml", "entries:\n- name: Vettel\n  team:\n  - A\n", "a.yaml:3: `team` must be a text, a number or true or false, not a list"},
		{"table", "a.yaml", "entries:\n- name: Vettel\n  team: { a: 1 }\n", "a.yaml:3: `team` must be a text, a number or true or false, not a table"},
		{"date", "a.yaml", "entries:\n- name: Vettel\n  born: 1987-07-03\n", "a.yaml:3: `born` must be a text, a number or true or false, not a date; a text that reads as a date is written in quotes"},
		{"octal", "a.yaml", "entries:\n- name: Vettel\n  slot: 010\n", "a.yaml:3: `slot` must be a text, a number or true or false, not 010: write a number with decimal digits alone, or a text in quotes"},
		{"infinite", "a.yaml", "entries:\n- name: Vettel\n  slot: .inf\n", "a.yaml:3: `slot` must be a text, a number or true or false, not .inf: write a number with decimal digits alone, or a text in quotes"},
		{"tag", "a.yaml", "entries:\n- name: Vettel\n  slot: !grid 1\n", "a.yaml:3: `slot` must be a text, a number or true or false, not a value with the tag !grid"},
		{"anchor", "a.yaml", "entries:\n- name: Vettel\n  team: &r Red Bull\n- name: Webber\n  team: *r\n", "a.yaml:3: " + noAnchors},
		{"merge", "a.yaml", "entries:\n- &v\n  name: Vettel\n- <<: *v\n", "a.yaml:2: " + noAnchors},
		{"bomb", "a.yaml", "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", "a.yaml:1: " + noAnchors},
		{"alias of nothing", "a.yaml", "entries:\n- name: Vettel\n- name: *x\n- name: Webber\n", "a.yaml:3: " + noAnchors},

		{"indented too little", "a.yaml", "entries:\n  - name: Vettel\n   team: A\n  - name: Webber\n", "a.yaml:3: " + toIndent},
		{"field beside entry", "a.yaml", "entries:\n  - name: Vettel\n  team: A\n  - name: Webber\n", "a.yaml:3: " + toIndent},
		{"indented too far", "a.yaml", "entries:\n- name: Vettel\n    team: A\n- name: Webber\n", "a.yaml:3: a colon too many here, or too few in the line above; a text with `: ` in it is written in quotes"},
		{"colon", "a.yaml", "entries:\n- name: Vettel\n  team: Red: Bull\n- name: Webber\n", "a.yaml:3: a colon too many here, or too few in the line above; a text with `: ` in it is written in quotes"},
		{"tab", "a.yaml", "entries:\n\t- name: Vettel\n", "a.yaml:2: a text that begins with such a sign is written in quotes, and lines are indented with spaces, not tabs"},
		{"sign", "a.yaml", "entries:\n- name: @vettel\n- name: Webber", "a.yaml:2: a text that begins with such a sign is written in quotes, and lines are indented with spaces, not tabs"},
		{"open quote", "a.yaml", "entries:\n- name: Vettel\n- name: \"Webber\n- name: Alonso\n", "a.yaml:3: a quote is opened and not closed"},
		{"open list", "a.yaml", "entries: [\n  { name: Vettel },\n", "a.yaml:1: a bracket or brace is not closed, or a comma is missing in it"},
		{"control", "a.yaml", "entries:\n- name: Vettel\n- name: \x01\n", "a.yaml:3: not YAML: control characters are not allowed"},
		{"deep", "a.yaml", "entries:\n" + strings.Repeat("- ", 20000), "a.yaml:2: not YAML: exceeded max depth of 10000"},

		{"empty", "a.toml", "# later\n", "a.toml:1: nobody is entered: put a list under `entries`, whose entries begin with `name = \"Vettel\"`"},
		{"empty list", "a.toml", "entries = []\n", "a.toml:1: nobody is entered: put a list under `entries`, whose entries begin with `name = \"Vettel\"`"},
		{"a table", "a.toml", "\n[entries]\nname = 'Vettel'\n", "a.toml:2: `entries` must be a list, not a table: write [[entries]] above each entry"},
		{"a dotted table", "a.toml", "[entries.Vettel]\nteam = 'A'\n", "a.toml:1: `entries` must be a list, not a table: write [[entries]] above each entry"},
		{"a text", "a.toml", "entries = 'Vettel'\n", "a.toml:1: `entries` must be a list, not a text: write [[entries]] above each entry"},
		{"other keys", "a.toml", "season.year = 2011\n[[entries]]\nname = 'Vettel'\n[[entris]]\nname = 'A'\n[[entris]]\n", "" +
			"a.toml:1: `season`: no such key; an entry list has only `entries`\n" +
			"a.toml:4: `entris`: no such key; an entry list has only `entries`"},
		{"no table", "a.toml", "entries = [\n { name = 'Vettel' },\n 'Webber',\n 7,\n false,\n 1987-07-03,\n]\n", "" +
			"a.toml:3: an entry has fields and begins with `name = \"Vettel\"`; this is a text\n" +
			"a.toml:4: an entry has fields and begins with `name = \"Vettel\"`; this is a number\n" +
			"a.toml:5: an entry has fields and begins with `name = \"Vettel\"`; this is true or false\n" +
			"a.toml:6: an entry has fields and begins with `name = \"Vettel\"`; this is a date or a time; a text that reads so is written in quotes"},
		{"no name", "a.toml", "[[entries]]\nname = 'Vettel'\n[[entries]]\n[[entries]]\nteam = 'A'\n", "" +
			"a.toml:3: this entry has no `name`: begin it with `name = \"Vettel\"`\n" +
			"a.toml:4: this entry has no `name` (it has `team`): begin it with `name = \"Vettel\"`"},
		{"name of digits", "a.toml", "[[entries]]\nname = 7\n", "a.toml:2: a name is a text: write \"7\" in quotes"},
		{"same name", "a.toml", "[[entries]]\nname = 'Vettel'\n[[entries]]\nname = 'Vettel'\n", "a.toml:3: \"Vettel\" is entered already, on line 1"},
		{"same field", "a.toml", "[[entries]]\nname = 'Vettel'\nname = 'Webber'\n", "a.toml:3: not TOML: key name is already defined: leave one of the two out"},
		{"list", "a.toml", "[[entries]]\nname = 'Vettel'\n\nteam = [ 'A' ]\n", "a.toml:4: `team` must be a text, a number or true or false, not a list"},
		{"list in rows", "a.toml", "entries = [\n { name = 'Vettel', team = [ 'A' ] },\n]\n", "a.toml:2: `team` must be a text, a number or true or false, not a list"},
		{"dotted", "a.toml", "[[entries]]\nname = 'Vettel'\nteam.short = 'A'\nteam.long = 'B'\n", "a.toml:3: `team` must be a text, a number or true or false, not a table"},
		{"table", "a.toml", "[[entries]]\nname = 'Vettel'\n[entries.team]\nlong = 'B'\n", "a.toml:3: `team` must be a text, a number or true or false, not a table"},
		{"date", "a.toml", "[[entries]]\nname = 'Vettel'\nborn = 1987-07-03\n", "a.toml:3: `born` must be a text, a number or true or false, not a date or a time; a text that reads so is written in quotes"},
		{"infinite", "a.toml", "[[entries]]\nname = 'Vettel'\na = inf\nb = nan\n", "" +
			"a.toml:3: `a` must be a text, a number or true or false, not an infinite number\n" +
			"a.toml:4: `b` must be a text, a number or true or false, not nan"},
		{"no quotes", "a.toml", "[[entries]]\nname = Vettel\n", "a.toml:2: not TOML: unexpected character U+0056 'V' at start of value: a text is written in quotes"},
		{"colon", "a.toml", "[[entries]]\nname: 'Vettel'\n", "a.toml:2: not TOML: expected '=' after key: fields are written `name = value`"},
		{"octal", "a.toml", "[[entries]]\nname = 'Vettel'\nslot = 010\n", "a.toml:3: not TOML: integers cannot have leading zeroes"},
		{"open bracket", "a.toml", "[[entries]\n", "a.toml:1: not TOML: expected ']]' to close array table name"},
		{"deep", "a.toml", "entries = " + strings.Repeat("[", 20000), "a.toml:1: not TOML: arrays and inline tables are nested more than the maximum of 10000 levels deep"},
	} {
		list, err := Parse(c.file, []byte(c.text))
		if err == nil {
			t.Errorf("%s, %s: taken as %v", c.file, c.name, list.Entries)
		} else if err.Error() != c.want {
			t.Errorf("%s, %s:\n%v\nwant\n%s", c.file, c.name, err, c.want)
		}
	}
}

// What the rules find wrong gets its line.
func TestPlaces(t *testing.T) {
	for file, text := range map[string]string{
		"a.yaml": "entries:\n- name: A\n\n- name: B\n  # its team\n  team: C\n",
		"b.yaml": "entries: [\n{name: A}, {\nslot: 1,\nname: B, # its team\n\nteam: C}]\n",
		"a.toml": "[[entries]]\nname = 'A'\n\n[[entries]]\nname = 'B'\nteam = 'C'\n",
		"b.toml": "entries = [\n\n{ name = 'A' },\n\n{ name = 'B',\n\"team\" = 'C' } ]\n",
	} {
		list, err := Parse(file, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got, want := list.Wrong(1, "team", "?").Error(), file+":6: ?"; got != want {
			t.Errorf("the team in %s: %q, want %q", file, got, want)
		}
		whole := map[string]string{"a.yaml": ":4: ?", "b.yaml": ":2: ?", "a.toml": ":4: ?", "b.toml": ":5: ?"}[file]
		var e *Error
		if err := list.Wrong(1, "", "?"); err.Error() != file+whole || !errors.As(err, &e) {
			t.Errorf("the entry in %s: %q, want %q", file, err, file+whole)
		}
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "drivers.toml")
	if _, err := Read(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := Read(filepath.Dir(path)); err == nil || !strings.Contains(err.Error(), "ends in .yaml") {
		t.Errorf("a folder: %v", err)
	}
	if err := os.WriteFile(path, []byte("[[entries]]\nname = 'Vettel'\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if list, err := Read(path); err != nil || len(list.Entries) != 1 || list.Entries[0].Name != "Vettel" {
		t.Errorf("%v, %v", list, err)
	}
	if err := os.Truncate(path, 1<<30); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "longer than 256 KB") {
		t.Errorf("a huge file: %v", err)
	}
}

// What Lua takes for a text may be none.
func TestUnwritable(t *testing.T) {
	for _, e := range []race.Entry{
		{Name: "P\xe9rez"},
		{Name: "Pérez", Fields: map[string]any{"team": "\xff"}},
		{Name: "Pérez", Fields: map[string]any{"\xff": 1}},
	} {
		for _, write := range []func([]race.Entry) ([]byte, error){YAML, TOML} {
			if text, err := write([]race.Entry{e}); err == nil || !strings.Contains(err.Error(), "is not UTF-8") {
				t.Errorf("%q is written as %q, %v", e, text, err)
			}
		}
	}
}

// What is taken can be written in both languages and reads back the same.
func roundTrip(t *testing.T, want []race.Entry) {
	t.Helper()
	for file, write := range map[string]func([]race.Entry) ([]byte, error){"a.yaml": YAML, "a.toml": TOML} {
		text, err := write(want)
		if err != nil {
			t.Fatalf("%s: %q: %v", file, want, err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSuffix(line, "\n"); visible.Hidden(line) {
				t.Fatalf("%s: %q is written with what nobody sees: %q", file, want, line)
			}
		}
		back, err := Parse(file, text)
		if err != nil {
			t.Fatalf("%s: %q cannot be read back: %v\n%s", file, want, err, text)
		}
		if !reflect.DeepEqual(back.Entries, want) {
			t.Fatalf("%s: %q reads back as %q\n%s", file, want, back.Entries, text)
		}
	}
}

func FuzzYAML(f *testing.F) {
	fuzz(f, "a.yaml",
		"entries:\n  - name: Vettel\n    team: Red Bull\n    slot: 3\n  - name: di Resta\n",
		"entries: [{name: \"a\\x01\\u2028\\t\", b: 1.5e-7}, {name: 'yes', 'no': true, '': ' x\n\n y'}]",
		"entries: [{name: \"\\u202ea\", \"\\x9b\": \"\\U000E0041\\uFEFF'\\\"\"}]",
		"entries:\n- name: |\n    a\n     b\n  ? c\n  : !!str 1\n",
		"a: &a [x]\nentries: *a\n---\n",
	)
}

func FuzzTOML(f *testing.F) {
	fuzz(f, "a.toml",
		"[[entries]]\nname = \"Vettel\"\nteam = 'Red Bull'\n\n[[entries]]\nname = \"a\\u0001\"\nslot = 0x10\n",
		"entries = [ { name = 'a', \"\" = 1.5 },\n { 'name' = \"\"\"b\n  c\"\"\", d = 1e300 } ]\n",
		"[[entries]]\nname.x = 1\n[entries.y]\n[[entries.z]]\n[other]\n",
		"entries = [[], 1987-07-03, 1]",
	)
}

func fuzz(f *testing.F, file string, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(file, []byte(text))
		if err != nil {
			if strings.Contains(err.Error(), ":0: ") {
				t.Fatalf("an error without a line: %v", err)
			}
			return
		}
		for i := range list.Entries {
			_ = list.Wrong(i, "name", "?")
		}
		roundTrip(t, list.Entries)
	})
}
