package console

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
)

// ForPeople is the format of tables that are read in a terminal.
const ForPeople = "table"

// Formats are those that tables can be written in.
func Formats() []string { return append([]string{ForPeople}, report.Formats...) }

// CheckFormat refuses a format that is none of them.
func CheckFormat(format string) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("-o %s: tables are written as %s", format, strings.Join(Formats(), ", "))
	}
	return nil
}

// Tables writes tables in one of the Formats, under lines that say what they
// are of.
func (p Printer) Tables(w io.Writer, format string, facts []string, tables []report.Table) error {
	if format != ForPeople {
		return report.Write(w, format, facts, tables)
	}
	for _, fact := range facts {
		line(w, p.Style(w), fact)
	}
	for _, t := range fitting(p.Style(w), tables) {
		p.Table(w, &t)
	}
	return nil
}

// fitting are tables as they are or, if one of them has no room in a style, all in
// their narrow form.
func fitting(style term.Style, tables []report.Table) []report.Table {
	for i := range tables {
		if titles, right, rows := tables[i].Words(); !term.Fits(style, titles, right, rows) {
			narrow := make([]report.Table, len(tables))
			for i := range tables {
				narrow[i] = tables[i].Narrow()
			}
			return narrow
		}
	}
	return tables
}

// Table writes a table for people.
func (p Printer) Table(w io.Writer, t *report.Table) { table(w, p.Style(w), t) }

func table(w io.Writer, style term.Style, t *report.Table) {
	titles, right, rows := t.Words()
	term.Heading(w, style, t.Title)
	term.Figures(w, style, titles, right, rows)
	for _, note := range t.Notes {
		line(w, style, note)
	}
}

// line writes a line for people, broken where that is wanted.
func line(w io.Writer, style term.Style, text string) {
	visible.Printf(w, "%s\n", visible.Shown(style.Wrap(visible.Line(text))))
}
