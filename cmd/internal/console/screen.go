package console

import (
	"bytes"
	"io"
	"strings"
	"time"

	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
)

// Screen is a whole screen of a terminal on which tables are shown again and
// again while their figures are refined. What stood on the terminal before comes
// back in the end.
type Screen struct {
	w            io.Writer
	printer      Printer
	began, drawn time.Time
	shown        bool
}

// When a screen is first drawn, and how often then.
const (
	screenAfter = 300 * time.Millisecond
	screenEvery = 200 * time.Millisecond
)

// NewScreen is a screen of the terminal that a stream leads to; nil when it
// leads to none, or to one that obeys no escape sequence or does not say how
// large it is.
func (p Printer) NewScreen(w io.Writer) *Screen {
	if !IsTerminal(w) || p.Style(w).Dumb {
		return nil
	}
	if columns, lines := Size(w); columns == 0 || lines == 0 {
		return nil
	}
	return &Screen{w: w, printer: p, began: time.Now()}
}

// Due says that it is time to show how the figures are by now.
func (s *Screen) Due() bool {
	if s == nil {
		return false
	}
	if !s.shown {
		return time.Since(s.began) > screenAfter
	}
	return time.Since(s.drawn) > screenEvery
}

// Show draws lines and, of each table, as many rows as there is room for.
func (s *Screen) Show(lines []string, tables []report.Table) {
	if !s.shown {
		term.Alone(s.w, s.printer.Style(s.w))
	}
	s.shown, s.drawn = true, time.Now()
	shown := s.printer.Heads(s.w, lines, tables, 0)
	_, _ = io.WriteString(s.w, "\x1b[H"+strings.Join(shown, "\x1b[K\n")+"\x1b[K\x1b[J") // a terminal that is gone is noticed elsewhere
}

// Close gives the terminal back.
func (s *Screen) Close() {
	if s != nil && s.shown {
		term.Together(s.w, s.printer.Style(s.w))
		s.shown = false
	}
}

// Heads are lines and the first rows of tables, so many that they fit on the
// terminal that a stream leads to and leave some of its lines free. Each table
// has its share of what the ones before leave.
func (p Printer) Heads(w io.Writer, lines []string, tables []report.Table, free int) []string {
	style := p.Style(w)
	_, height := Size(w)
	var shown []string
	for _, line := range lines {
		shown = append(shown, term.Cut(style, visible.Line(line)))
	}
	left := height - free - len(shown)
	tables = fitting(style, tables)
	for i := range tables {
		var text bytes.Buffer
		table(&text, style, &tables[i])
		head := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
		if room := max(left/(len(tables)-i), min(left, leastHead)); len(head) > room {
			if room < leastHead {
				break
			}
			head = append(head[:room-1:room-1], "...")
		}
		for _, line := range head {
			shown = append(shown, term.Cut(style, line))
		}
		left -= len(head)
	}
	return shown[:max(0, min(len(shown), height-free))]
}

// leastHead is the fewest lines that say something of a table: a blank one, its
// title, the titles of its columns, three rows, and that there are more.
const leastHead = 7
