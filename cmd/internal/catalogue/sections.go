package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/core/board"
	"sandbox/scripts"
)

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
		table.Rows = append(table.Rows, []any{fmt.Sprint(i + 1), s.Kind, s.Name, rowsOf(s), s.To - s.From + 1, spaces, turn, s.Said["hill"].Text, s.Said["surface"].Text, marked(t, s.From, s.To)})
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
		limits, line := s.Said["limit"].Numbers, s.Said["line"].Lanes
		if limits == nil && line == nil {
			continue
		}
		row := []any{fmt.Sprint(i + 1), s.Name, rowsOf(s)}
		for lane := range t.LaneNames {
			row = append(row, limitOf(limits, s.Spaces, lane))
		}
		table.Rows = append(table.Rows, append(row, lineOf(t, line)))
	}
	table.Notes = []string{"limits are in mph"}
	return table
}

// limitOf is the limit of a lane, from 0; nothing where there is none.
func limitOf(limits, spaces []int, lane int) any {
	if limits == nil || spaces[lane] == 0 {
		return nil
	}
	return limits[lane]
}

// lineOf is "outside, inside, outside".
func lineOf(t *scripts.Track, lanes []int) string {
	var names []string
	for _, lane := range slices.Compact(slices.Clone(lanes)) {
		names = append(names, t.LaneNames[lane-1])
	}
	return strings.Join(names, ", ")
}

// flagsTable says where the flags are.
func flagsTable(t *scripts.Track) report.Table {
	table := report.Table{Name: "flags", Title: "Flags", Columns: []report.Column{
		{Name: "flag", Title: "flag", Kind: report.Written}, {Name: "row", Title: "row", Kind: report.Count}, {Name: "lane", Title: "lane", Kind: report.Written},
	}}
	for id, flag := range t.Attribute("flag").Texts() {
		if flag != "" {
			s := t.Space(board.ID(id))
			table.Rows = append(table.Rows, []any{flag, s.Row, t.LaneNames[s.Lane-1]})
		}
	}
	return table
}

// chartTable is a chart that dice choose from.
func chartTable(c *scripts.Chart) report.Table {
	title := strings.ToUpper(c.Name[:1]) + c.Name[1:]
	table := report.Table{Name: c.Name, Title: title, Columns: []report.Column{{Name: "faces", Title: c.Dice.String()}, {Name: c.Name, Title: c.Name, Kind: report.Written}}}
	for _, row := range c.Rows {
		faces := strconv.Itoa(row.From)
		if row.To > row.From {
			faces = fmt.Sprintf("%d-%d", row.From, row.To)
		}
		table.Rows = append(table.Rows, []any{faces, row.Text})
	}
	return table
}
