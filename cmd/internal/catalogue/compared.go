package catalogue

import (
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/scripts"
)

// Compared are the tables of what differs between two games: lines that say which
// they are, and the tables that have rows.
func Compared(a, b *scripts.Program) (facts []string, tables []report.Table) {
	c := scripts.Compare(a, b)
	facts = []string{"A: " + stackLine(a), "B: " + stackLine(b)}
	for _, t := range []report.Table{
		differences("values", "Values", "path", c.Values), rowDifferences(c.Rows), functionDifferences(c.Functions), lineDifferences(c.Functions),
		differences("entries", "Entries", "entry", c.Entries), trackDifferences(a, b),
	} {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	if len(tables) == 0 {
		facts = append(facts, "nothing differs")
	}
	return facts, tables
}

// stackLine is a game with its file, and the house rules over it.
func stackLine(p *scripts.Program) string {
	files := []string{sourceNamed(p, scripts.Variants+"/"+p.Options().Variant).Path}
	for _, h := range p.Info().Houses {
		files = append(files, h.File)
	}
	return p.Info().Variant + ": " + strings.Join(files, ", ")
}

// written are columns of what files say.
func written(names ...string) []report.Column {
	var list []report.Column
	for _, name := range names {
		list = append(list, report.Column{Name: strings.ReplaceAll(strings.ToLower(name), " ", "_"), Title: name, Kind: report.Written})
	}
	return list
}

func differences(name, title, what string, list []scripts.Difference) report.Table {
	t := report.Table{Name: name, Title: title, Columns: append([]report.Column{{Name: what, Title: what}}, written("A", "B", "A at", "B at")...)}
	for _, d := range list {
		t.Rows = append(t.Rows, []any{d.Path, d.A, d.B, d.AtA, d.AtB})
	}
	return t
}

func rowDifferences(list []scripts.RowDifference) report.Table {
	t := report.Table{Name: "rows", Title: "Rows of roll tables", Columns: []report.Column{
		{Name: "table", Title: "table"}, {Name: "faces", Title: "faces"}, {Name: "a", Title: "A", Kind: report.Written}, {Name: "a_odds", Title: "% in A", Kind: report.Share},
		{Name: "b", Title: "B", Kind: report.Written}, {Name: "b_odds", Title: "% in B", Kind: report.Share},
		{Name: "a_at", Title: "A at", Kind: report.Written}, {Name: "b_at", Title: "B at", Kind: report.Written},
	}}
	for _, d := range list {
		t.Rows = append(t.Rows, []any{d.Path, d.Faces, d.A, d.OddsA, d.B, d.OddsB, d.AtA, d.AtB})
	}
	return t
}

func functionDifferences(list []scripts.FunctionDifference) report.Table {
	t := report.Table{Name: "functions", Title: "Functions", Columns: append([]report.Column{{Name: "function", Title: "function"}}, written("A at", "B at")...)}
	for _, d := range list {
		t.Rows = append(t.Rows, []any{d.Path, d.AtA, d.AtB})
	}
	return t
}

// lineDifferences are the lines of functions that both games have and that differ.
func lineDifferences(list []scripts.FunctionDifference) report.Table {
	t := report.Table{Name: "lines", Title: "Lines of functions", Columns: append([]report.Column{{Name: "function", Title: "function"}}, written("line")...)}
	for _, d := range list {
		if d.A == "" || d.B == "" {
			continue
		}
		for _, line := range d.Lines {
			t.Rows = append(t.Rows, []any{d.Path, line})
		}
	}
	return t
}

// trackDifferences is the track as far as it differs.
func trackDifferences(a, b *scripts.Program) report.Table {
	t := report.Table{Name: "track", Title: "Track", Columns: append([]report.Column{{Name: "what", Title: "what"}}, written("A", "B")...)}
	facts := func(p *scripts.Program) []any {
		src, track := sourceNamed(p, scripts.Tracks+"/"+trackName(p)), p.Track()
		list := []any{track.Title, src.Path, p.Laps(), "", "", ""}
		if track.Board != nil {
			list[3], list[4], list[5] = track.Rows, track.Len(), len(track.Corners)
		}
		return list
	}
	one, other := facts(a), facts(b)
	for i, what := range []string{"name", "file", "laps", "rows", "spaces", "corners"} {
		if one[i] != other[i] {
			t.Rows = append(t.Rows, []any{what, one[i], other[i]})
		}
	}
	return t
}
