package console

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sandbox/cmd/internal/report"
	"sandbox/core/bug"
)

// far leads to a terminal or not, as the stream of a child does.
type far struct {
	bytes.Buffer
	terminal bool
}

func (f *far) Terminal() bool { return f.terminal }

// Colours are written where they are wanted and can be read.
func TestStyle(t *testing.T) {
	for _, c := range []struct {
		colour, noColor string
		terminal, want  bool
	}{
		{"", "", true, true},
		{Auto, "", true, true},
		{Auto, "", false, false},
		{Auto, "1", true, false},
		{Always, "1", false, true},
		{Never, "", true, false},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		if style := (Printer{c.colour}).Style(&far{terminal: c.terminal}); style.Colour != c.want || style.Wraps != c.terminal {
			t.Errorf("%q, NO_COLOR=%q, a terminal: %v: %+v", c.colour, c.noColor, c.terminal, style)
		}
	}
	if IsTerminal(&bytes.Buffer{}) {
		t.Error("a buffer is a terminal")
	}
}

// Tables are written in each format that is accepted, and in no other.
func TestTables(t *testing.T) {
	table := report.Table{Name: "cars", Title: "Cars", Columns: []report.Column{
		{Name: "car", Title: "car"}, {Name: "laps", Title: "laps", Kind: report.Count},
	}, Rows: [][]any{{"Ada", 3}}, Notes: []string{"she leads"}}
	for _, format := range append(Formats(), "xml") {
		var out bytes.Buffer
		err := errors.Join(CheckFormat(format), Printer{}.Tables(&out, format, []string{"a race"}, []report.Table{table}))
		if wrong := format == "xml"; (err != nil) != wrong || strings.Contains(out.String(), "Ada") == wrong {
			t.Errorf("%s: %v\n%s", format, err, &out)
		}
	}
	var out bytes.Buffer
	Printer{}.Table(&out, &table)
	if !strings.HasSuffix(out.String(), "3\nshe leads\n") {
		t.Errorf("%q", &out)
	}
}

// A problem is told with the line of a file that the program carries.
func TestProblem(t *testing.T) {
	var out bytes.Buffer
	Printer{}.Problem(&out, errors.New("built-in tracks/oval.lua:1: it is too round"))
	if !strings.Contains(out.String(), "> 1 | ---") {
		t.Errorf("%s", &out)
	}
}

// A bug is told in one sentence, wherever it stands among others; its trace is in
// the file that is named.
func TestProblemOfTheProgram(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	found := &bug.Error{Text: "this is a bug in the program, not in your files: oh no", Trace: "wheels.off\n\twheels.go:7\n"}
	for range 2 {
		var out bytes.Buffer
		Printer{}.Problem(&out, errors.Join(fmt.Errorf("race 3: %w", found), errors.New("the race is kept in race.jsonl")))
		said, path, ok := strings.Cut(strings.TrimSuffix(out.String(), "\n"), "\nits trace is in ")
		if !ok || said != "race 3: "+found.Text+"\nthe race is kept in race.jsonl" {
			t.Fatalf("%s", &out)
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), found.Text) || !strings.Contains(string(text), found.Trace) {
			t.Errorf("%s, %v", text, err)
		}
	}
}

// Where no trace can be kept it is told: nothing is lost.
func TestProblemWithoutAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", file)
	t.Setenv("TMPDIR", file)
	var out bytes.Buffer
	Printer{}.Problem(&out, &bug.Error{Text: "oh no", Trace: "wheels.off\n"})
	if !strings.HasPrefix(out.String(), "oh no\nits trace could not be kept: ") || !strings.HasSuffix(out.String(), "\nwheels.off\n") {
		t.Errorf("%q", &out)
	}
}

// Lines are heard one by one, each behind its prompt, until they end.
func TestLines(t *testing.T) {
	var out bytes.Buffer
	var got []string
	keys := NewLines(strings.NewReader("2\n\nbold"), &out)
	for {
		heard, err := keys.Hear(t.Context(), Prompt{Text: "> "}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if heard.End {
			break
		}
		got = append(got, heard.Line)
	}
	if !slices.Equal(got, []string{"2", "", "bold"}) || out.String() != "> > > > " {
		t.Errorf("%q behind %q", got, &out)
	}
}

// A short run shows no bar and leaves nothing behind; a long one shows how far
// it is.
func TestBar(t *testing.T) {
	var out bytes.Buffer
	bar := NewBar(&out, 10, "races")
	bar.Show(10)
	bar.Clear()
	if out.Len() > 0 {
		t.Errorf("%q", &out)
	}
	bar = NewBar(&out, 10, "races")
	bar.began = bar.began.Add(-barAfter)
	bar.Show(5)
	if !strings.Contains(out.String(), "5/10") {
		t.Errorf("%q", &out)
	}
	out.Reset()
	bar = NewTimeBar(&out, 4*barAfter, "races")
	bar.began = bar.began.Add(-2 * barAfter)
	bar.Show(5)
	if text := out.String(); !strings.Contains(text, "5 races ") || !strings.Contains(text, " 50%") {
		t.Errorf("%q", &out)
	}
}
