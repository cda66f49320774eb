package main

import (
	"fmt"
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/core/race"
	"sandbox/scripts"
)

// listed is a variant or a track that can be named.
type listed struct {
	name string
	race.Source
	err error // why it cannot be used
}

// listing is what a folder holds here, on disk and in the program. A file that
// cannot be told to be of one kind or the other is listed as both.
func listing(folder string) []listed {
	var list []listed
	files := roots()
	for _, name := range files.Names(folder) {
		item := listed{name: name}
		if item.Source, item.err = files.Open(folder + "/" + name); item.err == nil {
			var kind string
			if kind, item.err = scripts.KindIn(files, folder, name); item.err == nil && kind != folder {
				continue
			}
		}
		list = append(list, item)
	}
	return list
}

// aboutTable says in a sentence each what listed files are.
func aboutTable(list []listed) report.Table {
	t := report.Table{Name: "about", Title: "What they are", Columns: []report.Column{
		{Name: "name", Title: "name"}, {Name: "about", Title: "about", Kind: report.Written},
	}}
	for _, item := range list {
		if about := scripts.About(item.Text); about != "" {
			t.Rows = append(t.Rows, []any{item.name, about})
		}
	}
	return t
}

// wrongTable says what is wrong with those of the files that cannot be used.
func wrongTable(list []listed) report.Table {
	t := report.Table{Name: "wrong", Title: "Cannot be used", Columns: []report.Column{
		{Name: "name", Title: "name"}, {Name: "error", Title: "error", Kind: report.Written},
	}}
	for _, item := range list {
		if item.err != nil {
			t.Rows = append(t.Rows, []any{item.name, firstLine(item.err.Error())})
			t.Notes = []string{"sandbox check NAME says all that is wrong, with the lines"}
		}
	}
	return t
}

// listingTables are the table of what there is and, where they say something,
// those of what it is and what is wrong with it.
func listingTables(there report.Table, list []listed) []report.Table {
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
