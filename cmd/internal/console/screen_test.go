package console

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sandbox/cmd/internal/report"
)

// sized leads to a terminal of a size.
type sized struct {
	bytes.Buffer
	columns, lines int
}

func (s *sized) Terminal() bool             { return s.lines > 0 }
func (s *sized) Size() (columns, lines int) { return s.columns, s.lines }

// rows is a table of so many rows.
func rows(title string, n int) report.Table {
	t := report.Table{Title: title, Columns: []report.Column{{Title: "row"}, {Title: "a title that is longer than the screen of some", Kind: report.Count}}}
	for i := range n {
		t.Rows = append(t.Rows, []any{fmt.Sprintf("%s%d", title, i+1), i})
	}
	return t
}

// On a screen each table has its share of the lines; what is short leaves more to
// the others, and nothing is wider or longer than the screen.
func TestHeads(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	tables := []report.Table{rows("A", 2), rows("B", 30), rows("C", 30)}
	for _, c := range []struct {
		columns, lines, free int
		last                 string // row of B, "" for none
		third                bool   // C is shown
	}{
		{80, 100, 0, "B30", true},
		{80, 40, 0, "B13", true},
		{80, 24, 0, "B5", true},
		{80, 20, 0, "B3", true},
		{80, 24, 9, "B3", false},
		{30, 24, 0, "B5", true},
		{80, 9, 0, "", false},
		{80, 1, 0, "", false},
		{80, 3, 5, "", false},
	} {
		w := &sized{columns: c.columns, lines: c.lines}
		shown := Printer{}.Heads(w, []string{"a fact"}, tables, c.free)
		text := strings.Join(shown, "\n") + "\n"
		last := ""
		for _, line := range shown {
			if strings.HasPrefix(line, "B") && strings.Contains(line, " ") && !strings.HasPrefix(line, "B -") {
				last, _, _ = strings.Cut(line, " ")
			}
			if len([]rune(line)) > c.columns {
				t.Errorf("%+v: %q is wider", c, line)
			}
		}
		if len(shown) > max(0, c.lines-c.free) || last != c.last || strings.Contains(text, "\nC1") != c.third {
			t.Errorf("%+v: %d lines, the last of B is %q\n%s", c, len(shown), last, text)
		}
	}
}

// A screen is taken and given back; where there is none nothing is drawn.
func TestScreen(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	w := &sized{columns: 80, lines: 24}
	s := Printer{}.NewScreen(w)
	s.Close()
	if w.Len() > 0 {
		t.Errorf("%q is written before anything is shown", w)
	}
	s.Show([]string{"a fact", "an\x1b[2Jother"}, []report.Table{rows("A", 2)})
	s.Close()
	text := w.String()
	if !strings.HasPrefix(text, "\x1b[?1049h") || !strings.HasSuffix(text, "\x1b[?1049l") || !strings.Contains(text, "\x1b[Ha fact\x1b[K\n") || !strings.Contains(text, `an\u001b[2Jother`) {
		t.Errorf("%q", text)
	}
	t.Setenv("TERM", "dumb")
	for name, w := range map[string]*sized{"dumb": w, "no size": {columns: 80}, "no terminal": {}} {
		if (Printer{}).NewScreen(w) != nil {
			t.Errorf("%s: there is a screen", name)
		}
	}
	if (*Screen)(nil).Due() {
		t.Error("no screen is due")
	}
}
