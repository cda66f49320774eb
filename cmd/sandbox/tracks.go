package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/term"
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts"
)

func newTracks() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "tracks [NAME]",
		Short: "List the tracks, or show one",
		Long: "Lists the tracks here and those that the program carries. With a name, name.lua or a path it counts that\n" +
			"track's spaces section by section, says what its corners ask, and draws it.",
		Example: "  sandbox tracks\n  sandbox tracks hungaroring\n  sandbox tracks -o md",
		Args:    needArgs(0, 1, "one track, or none: sandbox tracks oval"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return usageError{err}
			}
			if len(args) == 0 {
				return listTracks(cmd, format)
			}
			return showTrack(cmd, format, args[0])
		},
	}
	addFormat(cmd, &format)
	return cmd
}

func listTracks(cmd *cobra.Command, format string) error {
	list, there := listing(scripts.Tracks), tracksTable()
	for i := range list {
		item := &list[i]
		var t *scripts.Track
		if item.err == nil {
			t, item.err = scripts.LoadTrack(roots(), item.name)
		}
		there.Rows = append(there.Rows, trackRow(item.name, item.Source, t))
	}
	return writeTables(cmd, format, nil, listingTables(there, list))
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

func showTrack(cmd *cobra.Command, format, called string) error {
	folder, name, err := findFile(called, scripts.Tracks)
	if err != nil {
		return err
	}
	files := roots(folder)
	t, err := scripts.LoadTrack(files, name)
	if err != nil {
		return err
	}
	src, err := files.Open(scripts.Tracks + "/" + name)
	if err != nil {
		return err
	}
	this := tracksTable()
	this.Title, this.Rows = "The track", [][]any{trackRow(name, src, t)}
	if err := writeTables(cmd, format, headline(t.Title, src), trackTables(this, t)); err != nil || format != forPeople || t.Board == nil {
		return err
	}
	out := cmd.OutOrStdout()
	term.Heading(out, styleOf(out), "Map")
	term.Map(out, styleOf(out), t.Board, term.Ground(t.Ground), nil)
	return nil
}

// trackTables are all there is to read of a track: a table that would be empty
// is left out.
func trackTables(this report.Table, t *scripts.Track) []report.Table {
	if t.Board == nil {
		return append([]report.Table{this}, dataTables(t)...)
	}
	tables := append([]report.Table{this, sectionsTable(t)}, dataTables(t)...)
	for _, more := range []report.Table{cornersTable(t), limitsTable(t), flagsTable(t), weatherTable(t)} {
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

// rowsOf is "5-8", or "5" for a section of one row.
func rowsOf(s scripts.Section) string {
	if s.From == s.To {
		return strconv.Itoa(s.From)
	}
	return fmt.Sprintf("%d-%d", s.From, s.To)
}

// sectionsTable counts the spaces of each section.
func sectionsTable(t *scripts.Track) report.Table {
	table := report.Table{Name: "sections", Title: "Sections", Columns: []report.Column{
		{Name: "section", Title: "#"}, {Name: "kind", Title: "kind", Kind: report.Written}, {Name: "name", Title: "name", Kind: report.Written},
		{Name: "rows", Title: "rows", Kind: report.Written}, {Name: "length", Title: "length", Kind: report.Count}, {Name: "spaces", Title: "spaces", Kind: report.Count},
		{Name: "turn", Title: "turns", Kind: report.Count}, {Name: "hill", Title: "hill", Kind: report.Written}, {Name: "surface", Title: "surface", Kind: report.Written},
		{Name: "marks", Title: "marks", Kind: report.Count},
	}}
	for i, s := range t.Sections {
		spaces := 0
		for _, n := range s.Spaces {
			spaces += n
		}
		var turn any
		if s.Turn != 0 {
			turn = s.Turn
		}
		table.Rows = append(table.Rows, []any{fmt.Sprint(i + 1), s.Kind, s.Name, rowsOf(s), s.To - s.From + 1, spaces, turn, s.Hill, s.Surface, marked(t, s.From, s.To)})
	}
	table.Notes = append([]string{"turns are in degrees, to the right; negative ones to the left"}, wideNotes(t)...)
	return table
}

// wideNotes tells where the track has side lanes.
func wideNotes(t *scripts.Track) []string {
	var rows []string
	for _, s := range t.Sections {
		if s.Widened {
			rows = append(rows, rowsOf(s))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []string{"side lanes in rows " + strings.Join(rows, ", ")}
}

// cornersTable says what the corners ask and how long each lane is there, for
// those that ask stops or whose lanes differ. Those that ask stops have the
// numbers of the map.
func cornersTable(t *scripts.Track) report.Table {
	table := report.Table{Name: "corners", Title: "Corners", Columns: []report.Column{
		{Name: "section", Title: "#"}, {Name: "corner", Title: "corner", Kind: report.Written}, {Name: "name", Title: "name", Kind: report.Written},
		{Name: "rows", Title: "rows", Kind: report.Written}, {Name: "stops", Title: "stops", Kind: report.Count},
	}}
	for _, lane := range t.LaneNames {
		table.Columns = append(table.Columns, report.Column{Name: lane, Title: lane, Kind: report.Count})
	}
	for _, path := range []string{"shortest", "longest"} {
		table.Columns = append(table.Columns, report.Column{Name: path, Title: path, Kind: report.Count})
	}
	for i, s := range t.Sections {
		if s.Corner == 0 && !differ(s.Spaces) {
			continue
		}
		row := []any{fmt.Sprint(i + 1), nil, s.Name, rowsOf(s), s.Stops}
		for _, n := range s.Spaces {
			row = append(row, given(n))
		}
		if s.Corner == 0 {
			row = append(row, nil, nil)
		} else {
			c := t.Corners[s.Corner-1]
			row[1] = s.Corner
			row = append(row, c.Shortest, c.Longest)
		}
		table.Rows = append(table.Rows, row)
	}
	table.Notes = append([]string{"shortest and longest: spaces of a legal path through the corner"}, pitNotes(t)...)
	return table
}

// given is a number of spaces, nothing for a lane that is not there.
func given(spaces int) any {
	if spaces == 0 {
		return nil
	}
	return spaces
}

// differ says that some lanes of a section are longer than others.
func differ(spaces []int) bool {
	there := slices.DeleteFunc(slices.Clone(spaces), func(n int) bool { return n == 0 })
	return slices.Min(there) != slices.Max(there)
}

// flagsTable says where the flags are.
func flagsTable(t *scripts.Track) report.Table {
	table := report.Table{Name: "flags", Title: "Flags", Columns: []report.Column{
		{Name: "flag", Title: "flag", Kind: report.Written}, {Name: "row", Title: "row", Kind: report.Count}, {Name: "lane", Title: "lane", Kind: report.Written},
	}}
	for id, flag := range t.Ground.Flags {
		if flag != "" {
			s := t.Space(board.ID(id))
			table.Rows = append(table.Rows, []any{flag, s.Row, t.LaneNames[s.Lane-1]})
		}
	}
	return table
}

// pitNotes tells of a pit lane that cars can drive through.
func pitNotes(t *scripts.Track) []string {
	var rows []int
	boxes := 0
	for id := range t.Len() {
		switch s := t.Space(board.ID(id)); {
		case s.Bay != 0:
			boxes++
		case s.Side:
			rows = append(rows, s.Row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("pit lane: %d spaces beside rows %d to %d; boxes: %d", len(rows), rows[0], rows[len(rows)-1], boxes)}
}

// weatherTable is the chart that a d20 chooses from.
func weatherTable(t *scripts.Track) report.Table {
	table := report.Table{Name: "weather", Title: "Weather", Columns: []report.Column{{Name: "faces", Title: "d20"}, {Name: "weather", Title: "weather", Kind: report.Written}}}
	for _, f := range t.Weather {
		faces := strconv.Itoa(f.From)
		if f.To > f.From {
			faces = fmt.Sprintf("%d-%d", f.From, f.To)
		}
		table.Rows = append(table.Rows, []any{faces, f.Weather})
	}
	return table
}
