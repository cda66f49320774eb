package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/sim"
)

// Formats are those that Write knows.
var Formats = []string{"json", "csv", "md"}

// Write writes tables for programs (json, csv) or as Markdown (md).
//
// JSON is an object {"facts": [...], "tables": [{"name", "title", "rows":
// [{column: value}], "notes"}]}; shares are from 0 to 1, an interval is two
// values with _low and _high after its name, and what there is none of is
// null. CSV has one line for each value: table, row, column, value.
func Write(w io.Writer, format string, facts []string, tables []Table) error {
	switch format {
	case "json":
		return writeJSON(w, facts, tables)
	case "csv":
		return writeCSV(w, tables)
	case "md":
		return writeMarkdown(w, facts, tables)
	}
	return fmt.Errorf("there is no format %q", format)
}

// value is one figure for a program.
type value struct {
	column string
	value  any // string, int, int64, float64 or nil
}

// values are a row for programs.
func (t *Table) values(row []any) []value {
	var list []value
	for i, v := range row {
		name := t.Columns[i].Name
		switch v := v.(type) {
		case sim.Estimate:
			list = append(list, value{name, finite(v.Mean)}, value{name + "_low", finite(v.Of.Low)}, value{name + "_high", finite(v.Of.High)})
		case sim.Interval:
			list = append(list, value{name + "_low", finite(v.Low)}, value{name + "_high", finite(v.High)})
		case float64:
			list = append(list, value{name, finite(v)})
		default:
			list = append(list, value{name, v})
		}
	}
	return list
}

func writeJSON(w io.Writer, facts []string, tables []Table) error {
	type table struct {
		Name  string           `json:"name"`
		Title string           `json:"title"`
		Rows  []map[string]any `json:"rows"`
		Notes []string         `json:"notes,omitempty"`
	}
	doc := struct {
		Facts  []string `json:"facts"`
		Tables []table  `json:"tables"`
	}{Facts: facts}
	for i := range tables {
		t := table{Name: tables[i].Name, Title: tables[i].Title, Rows: []map[string]any{}, Notes: tables[i].Notes}
		for _, row := range tables[i].Rows {
			object := map[string]any{}
			for _, v := range tables[i].values(row) {
				object[v.column] = v.value
			}
			t.Rows = append(t.Rows, object)
		}
		doc.Tables = append(doc.Tables, t)
	}
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(doc); err != nil {
		return err
	}
	_, err := w.Write(visible.JSON(text.Bytes()))
	return err
}

func writeCSV(w io.Writer, tables []Table) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"table", "row", "column", "value"}) // Error says it
	for i := range tables {
		t := &tables[i]
		for _, row := range t.Rows {
			key, figures := t.named(row)
			for _, v := range figures {
				_ = out.Write([]string{cell(t.Name), cell(key), cell(v.column), cell(plain(v.value))})
			}
		}
	}
	out.Flush()
	return out.Error()
}

// cell is a text as it stands in CSV: a line, and nothing that a spreadsheet
// works out.
func cell(text string) string {
	text = visible.Line(text)
	if _, err := strconv.ParseFloat(text, 64); err != nil && text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}

// named is what names a row, the texts that it begins with, after its rank if
// it has one, and its figures.
func (t *Table) named(row []any) (key string, figures []value) {
	values, i := t.values(row), 0
	for ; i < len(row) && t.Columns[i].Kind == Rank; i++ {
		figures = append(figures, values[i])
	}
	var names []string
	for ; i < len(row) && t.Columns[i].Kind == Text; i++ {
		names = append(names, plain(row[i]))
	}
	return strings.Join(names, " / "), append(figures, values[i:]...)
}

// plain is a value as CSV has it.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}

func writeMarkdown(w io.Writer, facts []string, tables []Table) error {
	var b strings.Builder
	for _, fact := range facts {
		fmt.Fprintf(&b, "- %s\n", marked(fact))
	}
	for i := range tables {
		t := &tables[i]
		fmt.Fprintf(&b, "\n### %s\n", marked(t.Title))
		if titles, right, rows := t.Words(); len(rows) > 0 {
			b.WriteString("\n")
			markdownRow(&b, titles)
			for c := range titles {
				b.WriteString(map[bool]string{false: "|---", true: "|--:"}[right[c]])
			}
			b.WriteString("|\n")
			for _, row := range rows {
				markdownRow(&b, row)
			}
		}
		for _, note := range t.Notes {
			fmt.Fprintf(&b, "\n%s\n", marked(note))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func markdownRow(b *strings.Builder, cells []string) {
	for _, cell := range cells {
		b.WriteString("| " + marked(cell) + " ")
	}
	b.WriteString("|\n")
}

// marked is a text in Markdown: it ends no cell and no line, and is no link.
func marked(text string) string { return escapes.Replace(visible.Line(text)) }

var escapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "&", "&amp;", "<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`, "`", "\\`")

// Words is the table as people read it: titles, which columns go to the right,
// and the rows that are for people.
func (t *Table) Words() (titles []string, right []bool, rows [][]string) {
	for _, c := range t.Columns {
		titles, right = append(titles, visible.Line(c.Title)), append(right, c.Kind != Text && c.Kind != Written)
	}
	read := t.Rows
	if t.Read != nil {
		read = t.Read
	}
	for i, row := range read {
		if t.Brief && !slices.Contains(t.Shown, i) {
			continue
		}
		var cells []string
		for c, v := range row {
			cells = append(cells, t.Columns[c].Kind.words(v))
		}
		rows = append(rows, cells)
	}
	return titles, right, rows
}
