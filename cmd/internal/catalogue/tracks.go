package catalogue

import (
	"context"
	"strings"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/core/race"
	"sandbox/scripts"
)

// Tracks are the tables of the tracks that can be named. What is not read when
// the context is done has its error.
func Tracks(ctx context.Context) []report.Table {
	list, there := library.List(ctx, scripts.Tracks), tracksTable()
	for i := range list {
		item := &list[i]
		var t *scripts.Track
		if item.Err == nil {
			t, item.Err = scripts.LoadTrack(scripts.Until(ctx, library.Roots()), item.Name)
		}
		there.Rows = append(there.Rows, trackRow(item.Name, item.Source, t))
	}
	return listing(there, list)
}

func tracksTable() report.Table {
	t := report.Table{Name: "tracks", Title: "Tracks", Columns: []report.Column{{Name: "name", Title: "name"}, {Name: "title", Title: "title", Kind: report.Written}}}
	for _, count := range []string{"rows", "lanes", "spaces", "laps", "turns", "corners", "marks", "grid"} {
		t.Columns = append(t.Columns, report.Column{Name: count, Title: count, Kind: report.Count})
	}
	for _, word := range []string{"form", "from"} {
		t.Columns = append(t.Columns, report.Column{Name: word, Title: word, Kind: report.Written})
	}
	return t
}

// trackRow is a track in the table of tracks; t is nil when it cannot be
// driven on.
func trackRow(name string, src race.Source, t *scripts.Track) []any {
	if t == nil {
		return []any{name, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, src.Path}
	}
	if t.Board == nil {
		return []any{name, t.Title, nil, nil, nil, nil, t.Laps, nil, nil, nil, "no board", src.Path}
	}
	var laps any // the variant says, or else it is one
	if t.Laps > 0 {
		laps = t.Laps
	}
	corners := 0
	for _, s := range t.Sections {
		if s.Turn != 0 {
			corners++
		}
	}
	form := "open"
	if t.Closed {
		form = "closed"
	}
	return []any{name, t.Title, t.Rows, t.Lanes, t.Len(), laps, nil, corners, marked(t, 1, t.Rows), len(t.Grid), form, src.Path}
}

// marked counts the rows that have a mark, of those from one to another.
func marked(t *scripts.Track, from, to int) int {
	n := 0
	for r := from; r <= to; r++ {
		if t.Row(r)[0].Mark != "" {
			n++
		}
	}
	return n
}

// Track is all there is to read of a track in a file: lines that say what it is,
// and the tables.
func Track(t *scripts.Track, src race.Source) (facts []string, tables []report.Table) {
	this := tracksTable()
	this.Title, this.Rows = "The track", [][]any{trackRow(strings.TrimPrefix(src.Name, scripts.Tracks+"/"), src, t)}
	return headline(t.Title, src), trackTables(this, t)
}

// trackTables are all there is to read of a track: a table that would be empty
// is left out.
func trackTables(this report.Table, t *scripts.Track) []report.Table {
	if t.Board == nil {
		return append([]report.Table{this}, dataTables(t)...)
	}
	tables := append([]report.Table{this, sectionsTable(t)}, dataTables(t)...)
	more := []report.Table{cornersTable(t), limitsTable(t), flagsTable(t)}
	for _, c := range t.Charts() {
		more = append(more, chartTable(c))
	}
	for _, more := range more {
		if len(more.Rows) > 0 {
			tables = append(tables, more)
		}
	}
	return tables
}

// dataTables are a track's own data, one value a line; none where there is
// none.
func dataTables(t *scripts.Track) []report.Table {
	values := t.Data.Values()
	if len(values) == 0 {
		return nil
	}
	table := report.Table{Name: "data", Title: "Data", Columns: []report.Column{{Name: "path", Title: "path"}, {Name: "value", Title: "value", Kind: report.Written}}}
	for _, v := range values {
		table.Rows = append(table.Rows, []any{v.Path, v.Text})
	}
	return []report.Table{table}
}
