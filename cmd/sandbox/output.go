package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/term"
)

// forPeople is the format of tables that are read in a terminal.
const forPeople = "table"

// formats are what -o takes.
func formats() []string { return append([]string{forPeople}, report.Formats...) }

// addFormat gives a verb that prints tables its -o.
func addFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVarP(format, "output", "o", forPeople, "how tables are written: "+strings.Join(formats(), ", "))
}

func checkFormat(format string) error {
	if !slices.Contains(formats(), format) {
		return fmt.Errorf("-o %s: tables are written as %s", format, strings.Join(formats(), ", "))
	}
	return nil
}

// writeTables writes tables in a format, under lines that say what they are
// of.
func writeTables(cmd *cobra.Command, format string, facts []string, tables []report.Table) error {
	out := cmd.OutOrStdout()
	if format != forPeople {
		return report.Write(out, format, facts, tables)
	}
	for _, fact := range facts {
		fmt.Fprintln(out, fact)
	}
	for i := range tables {
		tellTable(out, &tables[i])
	}
	return nil
}

// tellTable writes a table for people.
func tellTable(out io.Writer, t *report.Table) {
	style := styleOf(out)
	titles, right, rows := t.Words()
	term.Heading(out, style, t.Title)
	term.Figures(out, style, titles, right, rows)
	for _, note := range t.Notes {
		fmt.Fprintln(out, note)
	}
}

// problem shows an error with the lines around its place.
func problem(w io.Writer, err error) {
	term.Problem(w, styleOf(w), err, library.Text)
}

// styleOf is how a stream is written to.
func styleOf(w io.Writer) term.Style {
	style := term.Style{Wraps: isTerminal(w), Dumb: os.Getenv("TERM") == "dumb"}
	switch tool.color {
	case colorAlways:
		style.Colour = true
	case colorNever:
	default:
		style.Colour = term.Colours(isTerminal(w), os.Getenv("NO_COLOR"))
	}
	return style
}
