package term

import (
	"io"
	"slices"
	"strings"

	"sandbox/cmd/internal/visible"
)

// Figures writes a table of figures; the columns marked stand to the right.
// Columns in which nothing stands are left out. Where lines are broken and the
// table is too wide, the columns that have no room follow below, under the names
// of the rows once more.
func Figures(w io.Writer, style Style, titles []string, right []bool, rows [][]string) {
	for i, part := range figures(titles, right, rows).parts(style) {
		if i > 0 {
			write(w, "\n")
		}
		part.write(w, style, nil)
	}
}

// Fits says that Figures has room for all columns side by side.
func Fits(style Style, titles []string, right []bool, rows [][]string) bool {
	return len(figures(titles, right, rows).parts(style)) < 2
}

// figures is a table of the columns in which something stands.
func figures(titles []string, right []bool, rows [][]string) table {
	t := make(table, len(titles))
	for i := range titles {
		t[i] = tableColumn{title: titles[i], right: right[i]}
	}
	for _, row := range rows {
		t.add(row...)
	}
	return t.shown()
}

// parts are tables that have room in a style: each has the columns that name the
// rows, those at the left, and as many of the others as go beside them. A table of
// texts stays one when breaking the widest between words is enough.
func (t table) parts(style Style) []table {
	if len(t) == 0 {
		return nil
	}
	if one := t.broken(style); !style.Wraps || one.wide() <= style.width()+gap {
		return []table{one}
	}
	names := t.names(style)
	room := style.width() + gap - t[:names].wide()
	var list []table
	left := 0
	for i, c := range t[names:] {
		if !c.right && left >= leastText && t[names+i-1].right {
			c = c.cut(left - gap)
		}
		if left -= c.wide(); len(list) == 0 || left < 0 {
			list = append(list, slices.Clone(t[:names]))
			left = room - c.wide()
		}
		list[len(list)-1] = append(list[len(list)-1], c)
	}
	for i := range list {
		list[i] = list[i].broken(style)
	}
	return list
}

// names is how many columns name the rows: those at the left, the first and as
// many more as take half of the screen.
func (t table) names(style Style) int {
	n := 1
	for n < len(t) && !t[n].right && t[:n+1].wide() <= style.width()/2 {
		n++
	}
	return n
}

// gap is how many blanks stand between two columns, and leastText how many columns
// of the terminal are enough for a text.
const (
	gap       = 2
	leastText = 20
)

// cut is a column of texts that take so many columns of the terminal at most.
func (c tableColumn) cut(columns int) tableColumn {
	cells := make([]string, len(c.cells))
	for i, text := range c.cells {
		cells[i] = cut(text, columns)
	}
	c.cells = cells
	return c
}

// broken is a table of texts that has room: the widest are broken between words. It
// is as it was when it has figures, or when that is not enough.
func (t table) broken(style Style) table {
	widest := 0
	for i, c := range t {
		if c.wide() > t[widest].wide() {
			widest = i
		}
	}
	room := style.width() + gap - t.wide() + t[widest].wide()
	figures := slices.ContainsFunc(t, func(c tableColumn) bool { return c.right })
	if !style.Wraps || figures || room < leastText || room >= t[widest].wide() {
		return t
	}
	narrow, list := Style{Width: room - gap, Wraps: true}, slices.Clone(t)
	for i := range list {
		list[i].cells = nil
	}
	for r, text := range t[widest].cells {
		for n, line := range strings.Split(narrow.Wrap(text), "\n") {
			for i := range list {
				cell := ""
				if i == widest {
					cell = line
				} else if n == 0 {
					cell = t[i].cells[r]
				}
				list[i].cells = append(list[i].cells, cell)
			}
		}
	}
	return list
}

// wide is how many columns of the terminal a table takes, with a gap behind it.
func (t table) wide() (sum int) {
	for i := range t {
		sum += t[i].wide()
	}
	return sum
}

// wide is how many columns of the terminal it takes, with a gap behind it.
func (c *tableColumn) wide() int {
	widest := width(visible.Line(c.title))
	for _, text := range c.cells {
		widest = max(widest, width(text))
	}
	return widest + gap
}
