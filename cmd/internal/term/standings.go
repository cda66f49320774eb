package term

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// StandingRow is a car in the standings.
type StandingRow struct {
	Place  int
	Car    string
	Fields []string // one for each of the columns that Standings is given
	Space  string   // where it stands, "" off the track
	Corner string   // the corner that it stands in, with the stops it owes there
	Lap    int      // 0 from the grid to the line, NoLap without a board
	Gap    int      // rows behind the first car that runs; 0 for that car
	Status race.Status
	Why    string // why it is out
}

// NoLap is the lap of a car where there are none.
const NoLap = -1

// Standings writes the cars as they stand, with columns of the rules such as
// the team. Columns in which nothing stands are left out. Where a line would be
// too long, what has become of a car that is out or home stands in place of its
// space, in a word; where that is not enough no car has its gap, and at last
// the columns stand closer.
func Standings(w io.Writer, style Style, rows []StandingRow, columns []string) {
	var t table
	for _, tight := range []tightness{roomy, noStatus, noGap, closer} {
		if t = standings(rows, columns, tight); t.width() <= style.width() {
			break
		}
	}
	inks := make([]ink, len(rows))
	for i, row := range rows {
		inks[i] = statusInk(row.Status)
	}
	t.write(w, style, inks)
}

// tightness is which columns the standings do without; each does without those
// of the one before, too.
type tightness int

const (
	roomy tightness = iota
	noStatus
	noGap
	closer
)

func standings(rows []StandingRow, columns []string, tight tightness) table {
	t := table{{title: "#", keep: true}, {title: "car", keep: true}}
	for _, title := range columns {
		t = append(t, tableColumn{title: title, keep: true})
	}
	t = append(t, table{{title: "lap"}, {title: "space"}, {title: "corner"}, {title: "behind"}, {title: "status"}}...)
	for i := range t {
		t[i].close = tight >= closer
	}
	for _, row := range rows {
		cells := []string{strconv.Itoa(row.Place), row.Car}
		for c := range columns {
			cells = append(cells, at(row.Fields, c))
		}
		space, gap, status := row.Space, gapText(row), statusText(row.Status, row.Why)
		if tight >= noStatus && space == "" {
			space, status = statusText(row.Status, ""), ""
		}
		if tight >= noGap {
			gap = ""
		}
		t.add(append(cells, lapText(row.Lap, row.Status), space, row.Corner, gap, status)...)
	}
	return t
}

// Classification writes a result; with points, what each placing scores.
func Classification(w io.Writer, style Style, placings []race.Placing, points bool) {
	t := table{{title: "#", keep: true}, {title: "car", keep: true}, {title: "grid"}, {title: "lap"}, {title: "result"}, {title: "points", keep: points}}
	inks, laps := make([]ink, len(placings)), slices.ContainsFunc(placings, func(p race.Placing) bool { return p.Lap > 0 })
	for i, p := range placings {
		if !laps {
			p.Lap = NoLap
		}
		score := ""
		if points {
			score = numberText(p.Points)
		}
		t.add(strconv.Itoa(p.Place), p.Car, numberText(p.Grid), lapText(p.Lap, p.Status), resultText(p), score)
		inks[i] = statusInk(p.Status)
	}
	t.write(w, style, inks)
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// numberText is a number, "" for none.
func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func lapText(lap int, status race.Status) string {
	if status == race.Waiting || lap == NoLap {
		return ""
	}
	return strconv.Itoa(lap)
}

func gapText(row StandingRow) string {
	if row.Status != race.Running {
		return ""
	}
	return numberText(row.Gap)
}

// statusText is what has become of a car, "" for one that runs.
func statusText(status race.Status, why string) string {
	switch {
	case status == race.Running:
		return ""
	case status == race.Finished:
		return "home"
	case status == race.Retired && why != "":
		return "out: " + why
	case status == race.Retired:
		return "out"
	}
	return status.String()
}

// resultText is what stands behind a name in a result.
func resultText(p race.Placing) string {
	text := statusText(p.Status, p.Why)
	if p.Status == race.Retired && p.Row > 0 {
		text += " (row " + strconv.Itoa(p.Row) + ")"
	}
	if p.Status == race.Retired && p.Turn > 0 {
		text += " (turn " + strconv.Itoa(p.Turn) + ")"
	}
	return text
}

func statusInk(status race.Status) ink {
	if status == race.Retired {
		return faint
	}
	return plain
}

// table is columns of texts.
type table []tableColumn

type tableColumn struct {
	title string
	keep  bool // show it even when it is empty
	right bool // to the right, whatever stands in it
	close bool // with one blank behind it, not two
	cells []string
}

func (t table) add(cells ...string) {
	for i, text := range cells {
		t[i].cells = append(t[i].cells, visible.Line(text))
	}
}

// shown are the columns in which something stands.
func (t table) shown() table {
	var list table
	for _, c := range t {
		if c.keep || strings.Join(c.cells, "") != "" {
			list = append(list, c)
		}
	}
	return list
}

// lines are the table laid out, its titles first.
func (t table) lines() []string {
	var text bytes.Buffer
	t.shown().render(&text)
	lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// width is how many columns of the terminal the table takes.
func (t table) width() int {
	widest := 0
	for _, line := range t.lines() {
		widest = max(widest, width(line))
	}
	return widest
}

// write writes the table, each row in its ink.
func (t table) write(w io.Writer, style Style, inks []ink) {
	for i, line := range t.lines() {
		switch {
		case i == 0:
			line = style.paint(note, line)
		case i <= len(inks):
			line = style.paint(inks[i-1], line)
		}
		write(w, line, "\n")
	}
}

// render lays the table out without lines, numbers to the right.
func (t table) render(w io.Writer) {
	titles, align, gutters := make([]string, len(t)), make(tw.Alignment, len(t)), make([]tw.Padding, len(t))
	for i, c := range t {
		titles[i], align[i], gutters[i] = visible.Line(c.title), c.align(), c.gutter()
	}
	out := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(bareLook)),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithHeaderPaddingPerColumn(gutters),
		tablewriter.WithRowPaddingPerColumn(gutters),
	)
	out.Header(titles)
	for r := range t[0].cells {
		row := make([]string, len(t))
		for i, c := range t {
			row[i] = c.cells[r]
		}
		out.Append(row)
	}
	out.Render()
}

// gutter is what stands between a column and the next.
func (c tableColumn) gutter() tw.Padding {
	if c.close {
		return tw.Padding{Right: " ", Overwrite: true}
	}
	return tw.Padding{Right: "  ", Overwrite: true}
}

// bareLook is a table without lines.
var bareLook = tw.Rendition{
	Borders: tw.BorderNone,
	Settings: tw.Settings{
		Separators: tw.SeparatorsNone,
		Lines:      tw.LinesNone,
	},
}

var numeric = regexp.MustCompile(`^([-+]?\d+([./]\d+)?)?$`)

// align is to the right for a column of numbers.
func (c tableColumn) align() tw.Align {
	if c.right {
		return tw.AlignRight
	}
	for _, text := range c.cells {
		if !numeric.MatchString(text) {
			return tw.AlignLeft
		}
	}
	return tw.AlignRight
}
