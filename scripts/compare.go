package scripts

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// Comparison is what differs between two games, A and B.
type Comparison struct {
	Values    []Difference // of their tables, by path; a table that only one has as a whole
	Rows      []RowDifference
	Functions []FunctionDifference
	Entries   []Difference // by name and field: "Ada.fuel"
}

// Difference is a value that differs: as Lua would write it, "" where a game does
// not have it, and where each is written, file:line.
type Difference struct{ Path, A, B, AtA, AtB string }

// RowDifference is faces of a roll table whose rows differ, each as it reads and
// how likely it comes up; a game that lacks the table has "" and 0.
type RowDifference struct {
	Difference
	Faces        string
	OddsA, OddsB float64
}

// FunctionDifference is a function that differs, with the lines that do, as a
// unified diff has them: with "-", "+" or a blank before each.
type FunctionDifference struct {
	Difference
	Lines []string
}

// Compare lists what differs between two games by meaning: wherever a value stands
// in their files.
func Compare(a, b *Program) Comparison {
	c := &comparison{a: a, b: b, rolled: map[string]bool{}}
	c.rows()
	for _, change := range variant.Diff(a.values, b.values) {
		c.take(change)
	}
	return c.Comparison
}

type comparison struct {
	Comparison
	a, b   *Program
	rolled map[string]bool // names of roll tables of either
	whole  string          // the table that only one of them has, which was listed last
}

// difference is one with its places.
func (c *comparison) difference(path, a, b string) Difference {
	d := Difference{Path: path, A: a, B: b}
	if a != "" {
		d.AtA = c.a.places[path]
	}
	if b != "" {
		d.AtB = c.b.places[path]
	}
	return d
}

// take sorts a value that differs to its kin.
func (c *comparison) take(change Change) {
	top, rest, inside := strings.Cut(change.Path, ".")
	d := c.difference(change.Path, change.Old, change.New)
	switch {
	case c.inRoll(change.Path):
	case top == "entries":
		c.entry(d, rest)
	case strings.HasPrefix(cmp.Or(change.New, change.Old), luabox.FunctionPrefix):
		c.function(d)
	case inside && (!under(c.a.values, top) || !under(c.b.values, top)):
		c.table(d, top)
	default:
		c.Values = append(c.Values, d)
	}
}

// table lists a table that only one game has, once.
func (c *comparison) table(d Difference, top string) {
	if c.whole == top {
		return
	}
	c.whole = top
	d.Path = top
	for _, side := range []*string{&d.A, &d.B} {
		if *side != "" {
			*side = "a table"
		}
	}
	c.Values = append(c.Values, d)
}

// entry names a row of the entry list by the car.
func (c *comparison) entry(d Difference, rest string) {
	number, field, _ := strings.Cut(rest, ".")
	row := "entries." + number + ".name"
	name := cmp.Or(c.a.values[row], c.b.values[row], number)
	if unquoted, err := strconv.Unquote(name); err == nil {
		name = unquoted
	}
	d.Path = name + "." + field
	c.Entries = append(c.Entries, d)
}

func (c *comparison) function(d Difference) {
	f := FunctionDifference{Difference: d, Lines: lineDiff(c.a.functionText(d.AtA), c.b.functionText(d.AtB))}
	for _, side := range []*string{&f.A, &f.B} {
		if strings.HasPrefix(*side, luabox.FunctionPrefix) {
			*side = "a function"
		}
	}
	c.Functions = append(c.Functions, f)
}

// functionText is the lines of the function that is written at a place.
func (p *Program) functionText(at string) []string {
	file, line, ok := cutPlace(at)
	if !ok {
		return nil
	}
	for _, src := range p.Sources() {
		if src.Path == file {
			return source.FunctionText(src, line)
		}
	}
	return nil
}

func under(values map[string]string, top string) bool {
	for path := range values {
		if path == top || strings.HasPrefix(path, top+".") {
			return true
		}
	}
	return false
}

// inRoll says that a value stands in a roll table, whose rows are listed.
func (c *comparison) inRoll(path string) bool {
	for ; path != ""; path = source.Parent(path) {
		if c.rolled[path] {
			return true
		}
	}
	return false
}

// rows lists the rows of roll tables that differ.
func (c *comparison) rows() {
	tables := map[string][2]*Table{}
	for side, p := range []*Program{c.a, c.b} {
		for i := range p.info.Tables {
			pair := tables[p.info.Tables[i].Name]
			pair[side] = &p.info.Tables[i]
			tables[p.info.Tables[i].Name] = pair
			c.rolled[p.info.Tables[i].Name] = true
		}
	}
	for _, name := range source.SortedKeys(tables) {
		c.tableRows(name, tables[name][0], tables[name][1])
	}
}

// tableRows lists the faces of one roll table whose rows differ, those of
// neighbours with the same two rows as one.
func (c *comparison) tableRows(name string, a, b *Table) {
	least, most := rangeOf(a, b)
	var last *RowDifference
	from := 0
	for face := least; face <= most; face++ {
		was, is := rowText(a, face), rowText(b, face)
		if was == is {
			last = nil
			continue
		}
		if last == nil || last.A != was || last.B != is {
			d := RowDifference{Difference: Difference{Path: name, A: was, B: is}}
			d.AtA, d.AtB = c.a.RowPlace(name, face), c.b.RowPlace(name, face)
			c.Rows = append(c.Rows, d)
			last, from = &c.Rows[len(c.Rows)-1], face
		}
		last.Faces = strconv.Itoa(from)
		if face > from {
			last.Faces += "-" + strconv.Itoa(face)
		}
		last.OddsA, last.OddsB = last.OddsA+odds(a, face), last.OddsB+odds(b, face)
	}
}

// RowPlace is where the row of a face of a roll table is written, file:line; ""
// where there is none.
func (p *Program) RowPlace(table string, face int) string {
	at, row := "", source.Join(table, strconv.Itoa(face))
	for path, place := range p.places {
		if (path == row || strings.HasPrefix(path, row+".")) && (at == "" || place < at) {
			at = place
		}
	}
	file, _, _ := cutPlace(at)
	for _, src := range p.Sources() {
		if line := rowLine(p.units.Unit(src.Name).Lines, table, face); src.Path == file && line > 0 {
			return fmt.Sprintf("%s:%d", file, line)
		}
	}
	return at
}

// rowLine is the line on which a file writes the row of a face, the narrower one
// of two; 0 for none.
func rowLine(lines source.Lines, table string, face int) (line int) {
	narrow := 0
	for key, at := range lines {
		first, last, ranged := strings.Cut(strings.TrimPrefix(key, table+"."), "-")
		from, err := strconv.Atoi(first)
		if source.Parent(key) != table || err != nil {
			continue
		}
		to := from
		if ranged {
			to, _ = strconv.Atoi(last) // a key that is no range was refused
		}
		if from <= face && face <= to && (line == 0 || to-from < narrow) {
			line, narrow = at, to-from
		}
	}
	return line
}

// cutPlace splits file:line.
func cutPlace(at string) (file string, line int, ok bool) {
	colon := strings.LastIndexByte(at, ':')
	if colon < 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(at[colon+1:])
	return at[:colon], line, err == nil
}

func rangeOf(tables ...*Table) (least, most int) {
	for _, t := range tables {
		if t == nil {
			continue
		}
		if d := t.Dice; most == 0 || d.Min() < least {
			least = d.Min()
		}
		most = max(most, t.Dice.Max())
	}
	return least, most
}

// rowText is a row as people read it, with all its fields; "" for none.
func rowText(t *Table, face int) string {
	if t == nil {
		return ""
	}
	for _, row := range t.Rows {
		if face < row.From || face > row.To {
			continue
		}
		var fields []string
		for _, f := range row.Fields {
			fields = append(fields, fmt.Sprintf("%s %v", f.Name, f.Value))
		}
		return strings.Join(fields, ", ")
	}
	return ""
}

// odds is how likely a face comes up.
func odds(t *Table, face int) float64 {
	if t == nil || rowText(t, face) == "" {
		return 0
	}
	var all float64
	ways := t.Dice.Odds()
	for _, n := range ways {
		all += n
	}
	if i := face - t.Dice.Min(); i >= 0 && i < len(ways) {
		return ways[i] / all
	}
	return 0
}
