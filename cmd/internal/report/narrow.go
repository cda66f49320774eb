package report

import "sandbox/core/sim"

// Narrow is the table for people whose screen has no room for it: an interval
// stands behind its figure, most as ±, and a verdict is one word.
func (t *Table) Narrow() Table {
	n := *t
	n.Columns, n.Rows, n.Read = nil, make([][]any, len(t.Rows)), nil
	if t.Read != nil {
		n.Read = make([][]any, len(t.Read))
	}
	for i := 0; i < len(t.Columns); {
		c, width, of := t.narrowed(i)
		n.Columns = append(n.Columns, c)
		for r, row := range t.Rows {
			n.Rows[r] = append(n.Rows[r], of(row))
		}
		for r, row := range t.Read {
			n.Read[r] = append(n.Read[r], of(row))
		}
		i += width
	}
	return n
}

// narrowed is the column that stands for column i and perhaps some after it, how
// many those are, and its value in a row.
func (t *Table) narrowed(i int) (c Column, width int, of func(row []any) any) {
	c = t.Columns[i]
	named := func(k int, name string) bool { return i+k < len(t.Columns) && t.Columns[i+k].Name == name }
	switch {
	case named(1, c.Name+"_low") && named(2, c.Name+"_high"):
		c.Kind = About
		return c, 3, func(row []any) any {
			low, ok := row[i+1].(float64)
			if !ok {
				return row[i]
			}
			return estimate(row[i], sim.Interval{Low: low, High: row[i+2].(float64)})
		}
	case c.Kind == Change && i+1 < len(t.Columns) && t.Columns[i+1].Kind == Changes:
		c.Kind = AboutChange
		return c, 2, func(row []any) any { return estimate(row[i], row[i+1]) }
	case c.Kind == Share && i+1 < len(t.Columns) && t.Columns[i+1].Kind == Range:
		c.Kind, c.Title = AboutRange, c.Title+" (95 %)"
		return c, 2, func(row []any) any { return estimate(row[i], row[i+1]) }
	case c.Name == verdictColumn:
		return c, 1, func(row []any) any { return shortVerdict(row[i].(string)) }
	}
	return c, 1, func(row []any) any { return row[i] }
}

// estimate is a figure with its interval, or what a row has instead.
func estimate(figure, of any) any {
	mean, ok := figure.(float64)
	interval, known := of.(sim.Interval)
	if !ok || !known {
		return figure
	}
	return sim.Estimate{Mean: mean, Of: interval}
}

// shortVerdict is a verdict in one word.
func shortVerdict(text string) string {
	switch text {
	case unclear:
		return "open"
	case equal:
		return "same"
	}
	return text
}
