package track

import (
	"sandbox/core/dice"
	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/source"
)

// chartKind is a table for dice that a track can have under a key.
type chartKind struct {
	name    string
	dice    dice.Dice
	example string // for messages
}

// chartKinds are all charts that there are. What their texts mean is for the
// rules to say.
var chartKinds = []chartKind{
	{"weather", dice.Dice{Count: 1, Sides: 20}, `{ ["1-12"] = "good", ["13-20"] = "rain" }`},
}

// chartNames are the keys of a circuit under which they stand.
func chartNames() []string {
	names := make([]string, len(chartKinds))
	for i, k := range chartKinds {
		names[i] = k.name
	}
	return names
}

// Chart is a track's table for dice: what comes up on which faces.
type Chart struct {
	Name string
	Dice dice.Dice
	Rows []ChartRow // lowest face first, each face once; none where the track has no such chart
}

// ChartRow is what comes up on some faces.
type ChartRow struct {
	From, To int
	Text     string
}

// Charts are the track's tables for dice, also those of which it says nothing.
func (t *Track) Charts() []*Chart { return t.charts }

// Chart is the one with a name, nil when there is no such name.
func (t *Track) Chart(name string) *Chart {
	for _, c := range t.charts {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Row is what a face brings; ok is false when the track has no such chart, or
// the dice no such face.
func (c *Chart) Row(face int) (text string, ok bool) {
	for _, row := range c.Rows {
		if face >= row.From && face <= row.To {
			return row.Text, true
		}
	}
	return "", false
}

// newCharts are all charts, of which the track says nothing.
func newCharts() []*Chart {
	list := make([]*Chart, len(chartKinds))
	for i, k := range chartKinds {
		list[i] = &Chart{Name: k.name, Dice: k.dice}
	}
	return list
}

// readCharts reads all charts of the track.
func (d *drawer) readCharts() []*Chart {
	list := newCharts()
	for i, c := range list {
		c.Rows = d.chart(chartKinds[i])
	}
	return list
}

// chart reads weather = { ["1-8"] = "good", ... }, whose keys are those of
// racing.table.
func (d *drawer) chart(k chartKind) []ChartRow {
	v := d.table.Field(k.name)
	if v.IsNil() {
		return nil
	}
	t, ok := v.Table()
	if !ok {
		d.flaw(k.name, "%s is a table for a %s, %s, not %s", k.name, k.dice, k.example, v.Article())
		return nil
	}
	if d.refuseOdd(k.name, t, "names and numbers") {
		return nil
	}
	list, wrong := faces.Spans(d.box, k.dice, t)
	if face, missing := faces.Missing(list, k.dice); missing && len(wrong) == 0 {
		wrong = append(wrong, faces.NoRow(face, k.dice))
	}
	for _, f := range wrong {
		d.flaw(source.Join(k.name, f.At), "%s: %s", k.name, f.Msg)
	}
	return d.chartRows(k, list)
}

func (d *drawer) chartRows(k chartKind, list []faces.Span) []ChartRow {
	var rows []ChartRow
	for _, s := range list {
		text, _ := s.Row.Text()
		if text == "" {
			d.flaw(source.Join(k.name, s.Key), "%s: a row is a text of a letter or more, not %s", k.name, s.Row.Article())
		}
		rows = append(rows, ChartRow{s.From, s.To, text})
	}
	return rows
}
