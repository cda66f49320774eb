package main

import (
	"fmt"
	"slices"
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/scripts"
)

// limitsTable says how fast sections can be driven in each lane, and through
// which lanes the line runs there.
func limitsTable(t *scripts.Track) report.Table {
	table := report.Table{Name: "limits", Title: "Limits", Columns: []report.Column{
		{Name: "section", Title: "#"}, {Name: "name", Title: "name", Kind: report.Written}, {Name: "rows", Title: "rows", Kind: report.Written},
	}}
	for _, lane := range t.LaneNames {
		table.Columns = append(table.Columns, report.Column{Name: lane, Title: lane, Kind: report.Count})
	}
	table.Columns = append(table.Columns, report.Column{Name: "line", Title: "the line", Kind: report.Written})
	for i, s := range t.Sections {
		if s.Limits == nil && s.Line == nil {
			continue
		}
		row := []any{fmt.Sprint(i + 1), s.Name, rowsOf(s)}
		for lane := range t.LaneNames {
			row = append(row, limitOf(s, lane))
		}
		table.Rows = append(table.Rows, append(row, lineOf(t, s)))
	}
	table.Notes = []string{"limits are in mph"}
	return table
}

// limitOf is the limit of a lane, from 0; nothing where there is none.
func limitOf(s scripts.Section, lane int) any {
	if s.Limits == nil || s.Spaces[lane] == 0 {
		return nil
	}
	return s.Limits[lane]
}

// lineOf is "outside, inside, outside".
func lineOf(t *scripts.Track, s scripts.Section) string {
	var names []string
	for _, lane := range slices.Compact(slices.Clone(s.Line)) {
		names = append(names, t.LaneNames[lane-1])
	}
	return strings.Join(names, ", ")
}
