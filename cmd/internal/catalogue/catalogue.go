// Package catalogue is the tables of what there is to play: the variants and the
// tracks that can be named, and all there is to read of one of them.
//
//	tables := catalogue.Variants()
//	facts, tables := catalogue.Variant(p)
//	err := report.Write(out, "csv", facts, tables)
//
// Files are found by package library and read by package scripts; how a table is
// written is the business of package report, and no picture is drawn here.
package catalogue

import (
	"fmt"
	"strings"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/core/race"
	"sandbox/scripts"
)

// aboutTable says in a sentence each what listed files are.
func aboutTable(list []library.Listed) report.Table {
	t := report.Table{Name: "about", Title: "What they are", Columns: []report.Column{
		{Name: "name", Title: "name"}, {Name: "about", Title: "about", Kind: report.Written},
	}}
	for _, item := range list {
		if about := scripts.About(item.Text); about != "" {
			t.Rows = append(t.Rows, []any{item.Name, about})
		}
	}
	return t
}

// wrongTable says what is wrong with those of the files that cannot be used.
func wrongTable(list []library.Listed) report.Table {
	t := report.Table{Name: "wrong", Title: "Cannot be used", Columns: []report.Column{
		{Name: "name", Title: "name"}, {Name: "error", Title: "error", Kind: report.Written},
	}}
	for _, item := range list {
		if item.Err != nil {
			t.Rows = append(t.Rows, []any{item.Name, firstLine(item.Err.Error())})
			t.Notes = []string{"sandbox check NAME says all that is wrong, with the lines"}
		}
	}
	return t
}

// listing is the table of what there is and, where they say something, those of
// what it is and what is wrong with it.
func listing(there report.Table, list []library.Listed) []report.Table {
	tables := []report.Table{there}
	for _, t := range []report.Table{aboutTable(list), wrongTable(list)} {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// firstLine is the first line of a text, and how many more there are.
func firstLine(text string) string {
	first, rest, more := strings.Cut(text, "\n")
	if more {
		first += fmt.Sprintf(" (and %d more)", strings.Count(rest, "\n")+1)
	}
	return first
}

// headline is how the page of one variant or track begins.
func headline(title string, src race.Source) []string {
	lines := []string{title + ": " + src.Path}
	if about := scripts.About(src.Text); about != "" {
		lines = append(lines, about)
	}
	return lines
}
