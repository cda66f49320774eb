package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/core/race"
	"sandbox/scripts"
)

// Variants are the tables of the variants that can be named. What is not read
// when the context is done has its error.
func Variants(ctx context.Context) []report.Table {
	list, there := library.List(ctx, scripts.Variants), variantsTable()
	for i := range list {
		item := &list[i]
		var p *scripts.Program
		if item.Err == nil {
			p, item.Err = scripts.Load(scripts.Until(ctx, library.Roots()), scripts.Options{Variant: item.Name})
		}
		there.Rows = append(there.Rows, variantRow(item.Name, item.Source, p))
	}
	tables := listing(there, list)
	if houses := housesTable(ctx); len(houses.Rows) > 0 {
		tables = append(tables, houses)
	}
	return tables
}

// housesTable are the house rules that can be named.
func housesTable(ctx context.Context) report.Table {
	t := report.Table{Name: "house_rules", Title: "House rules", Columns: []report.Column{
		{Name: "name", Title: "name"}, {Name: "title", Title: "title", Kind: report.Written}, {Name: "needs", Title: "needs", Kind: report.Written}, {Name: "from", Title: "from", Kind: report.Written},
	}, Notes: []string{"a house rule is laid over a game: sandbox play isloppet --with wolves"}}
	files := scripts.Until(ctx, library.Roots())
	for _, item := range library.List(ctx, scripts.HouseRules) {
		if h, err := scripts.LoadHouse(files, item.Name); err == nil {
			t.Rows = append(t.Rows, []any{h.Name, h.Title, strings.Join(h.Needs, ", "), h.File})
		}
	}
	return t
}

func variantsTable() report.Table {
	return report.Table{Name: "variants", Title: "Variants", Columns: []report.Column{
		{Name: "name", Title: "name"}, {Name: "title", Title: "title", Kind: report.Written}, {Name: "track", Title: "track", Kind: report.Written},
		{Name: "laps", Title: "laps", Kind: report.Count}, {Name: "cars", Title: "cars", Kind: report.Count}, {Name: "bots", Title: "bots", Kind: report.Written},
		{Name: "extends", Title: "extends", Kind: report.Written}, {Name: "from", Title: "from", Kind: report.Written},
	}}
}

// variantRow is a variant in the table of variants; p is nil when it does not
// load.
func variantRow(name string, src race.Source, p *scripts.Program) []any {
	if p == nil {
		return []any{name, nil, nil, nil, nil, nil, nil, src.Path}
	}
	info := p.Info()
	return []any{name, info.Variant, trackName(p), p.Laps(), len(p.Entries()), strings.Join(info.Bots, ", "), info.Extends, src.Path}
}

// trackName is how the track of a program is asked for.
func trackName(p *scripts.Program) string {
	for _, src := range p.Sources() {
		if name, ok := strings.CutPrefix(src.Name, scripts.Tracks+"/"); ok {
			return name
		}
	}
	return ""
}

// Variant is all there is to read of a variant: lines that say what it is, and
// the tables.
func Variant(p *scripts.Program) (facts []string, tables []report.Table) {
	name := p.Options().Variant
	src := sourceNamed(p, scripts.Variants+"/"+name)
	facts = headline(p.Info().Variant, src)
	if systems := pointsSystems(p); len(systems) > 0 {
		facts = append(facts, "points systems: "+strings.Join(systems, ", "))
	}
	this := variantsTable()
	this.Title, this.Rows = "The variant", [][]any{variantRow(name, src, p)}
	tables = []report.Table{this}
	if p.Info().Extends != "" {
		tables = append(tables, changesTable(p))
	}
	tables = append(tables, report.Rolls(rollTables(p))...)
	return facts, append(tables, valuesTable(p), rowsFrom(p), functionsFrom(p))
}

// rowsFrom says which file gave each row of the roll tables.
func rowsFrom(p *scripts.Program) report.Table {
	t := report.Table{Name: "rows_at", Title: "Where rows are from", Columns: []report.Column{
		{Name: "table", Title: "table"}, {Name: "faces", Title: "faces"}, {Name: "at", Title: "at", Kind: report.Written},
	}}
	for _, table := range p.Info().Tables {
		for _, row := range table.Rows {
			faces := strconv.Itoa(row.From)
			if row.To > row.From {
				faces = fmt.Sprintf("%d-%d", row.From, row.To)
			}
			t.Rows = append(t.Rows, []any{table.Name, faces, p.RowPlace(table.Name, row.From)})
		}
	}
	return t
}

// functionsFrom says which file gave each function.
func functionsFrom(p *scripts.Program) report.Table {
	t := report.Table{Name: "functions", Title: "Where functions are from", Columns: []report.Column{
		{Name: "function", Title: "function"}, {Name: "at", Title: "at", Kind: report.Written},
	}}
	for _, f := range p.Functions() {
		t.Rows = append(t.Rows, []any{f.Path, f.Where})
	}
	return t
}

// changesTable is what a fork changes in the variant that it extends.
func changesTable(p *scripts.Program) report.Table {
	t := report.Table{Name: "changes", Title: "What it changes in " + p.Info().Extends, Columns: []report.Column{
		{Name: "path", Title: "path"}, {Name: "base", Title: p.Info().Extends, Kind: report.Written}, {Name: "fork", Title: p.Options().Variant, Kind: report.Written},
	}}
	for _, c := range p.Differences() {
		was, is := c.Texts()
		t.Rows = append(t.Rows, []any{c.Path, was, is})
	}
	return t
}

// sourceNamed is a file of a program by its name.
func sourceNamed(p *scripts.Program, name string) race.Source {
	for _, src := range p.Sources() {
		if src.Name == name {
			return src
		}
	}
	return race.Source{}
}

// pointsSystems are the names of a variant's points systems.
func pointsSystems(p *scripts.Program) []string {
	const under = "points_systems"
	var names []string
	for _, v := range p.Values(under) {
		system := v.Path[:strings.LastIndexByte(v.Path, '.')] // each is a list
		names = append(names, strings.TrimPrefix(system, under+"."))
	}
	return slices.Compact(names)
}

func rollTables(p *scripts.Program) []report.RollTable {
	var list []report.RollTable
	for _, t := range p.Info().Tables {
		table := report.RollTable{Name: t.Name, Dice: t.Dice}
		for _, row := range t.Rows {
			table.Rows = append(table.Rows, report.RollRow{From: row.From, To: row.To, Fields: row.Fields})
		}
		list = append(list, table)
	}
	return list
}

// valuesTable is the values of a variant that stand in no roll table.
func valuesTable(p *scripts.Program) report.Table {
	t := report.Table{Name: "values", Title: "Values", Columns: []report.Column{
		{Name: "path", Title: "path"}, {Name: "value", Title: "value", Kind: report.Written}, {Name: "at", Title: "at", Kind: report.Written},
	}}
	for _, v := range gathered(p.Values("")) {
		top, _, _ := strings.Cut(v.Path, ".")
		rolled := slices.ContainsFunc(p.Info().Tables, func(t scripts.Table) bool { return t.Name == top })
		if !rolled && v.Path != "name" {
			t.Rows = append(t.Rows, []any{v.Path, v.Text, v.Where})
		}
	}
	return t
}

// gathered is values with those of each list in one: points.1 to points.3
// become points, { 25, 18, 15 }.
func gathered(values []scripts.Value) []scripts.Value {
	lists := map[string]map[int]string{} // by the path of what may be a list
	for _, v := range values {
		if list, n, ok := element(v.Path); ok {
			if lists[list] == nil {
				lists[list] = map[int]string{}
			}
			lists[list][n] = v.Text
		}
	}
	var all []scripts.Value
	for _, v := range values {
		list, n, ok := element(v.Path)
		texts, whole := inOrder(lists[list])
		switch {
		case !ok || !whole:
			all = append(all, v)
		case n == 1:
			all = append(all, scripts.Value{Path: list, Text: "{ " + strings.Join(texts, ", ") + " }", Where: v.Where})
		}
	}
	return all
}

// element takes "points.3" for the third element of points.
func element(path string) (list string, n int, ok bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(path[dot+1:])
	return path[:dot], n, err == nil && strconv.Itoa(n) == path[dot+1:]
}

// inOrder are the elements of a list, and whether it is one: from 1 on,
// without holes.
func inOrder(elements map[int]string) (list []string, whole bool) {
	for n := 1; n <= len(elements); n++ {
		text, ok := elements[n]
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}
