package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
