package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sandbox/core/dice"
	"sandbox/core/sim"
)

// Of are the tables of a run: those of its races, with what a guest makes of
// them, or, where two variants were compared, of their differences.
func Of(r *sim.Result) []Table {
	if len(r.Swept) > 0 {
		return sweepTables(r)
	}
	if _, _, visited := r.Guest(); len(r.Pairs) > 0 && !visited {
		return differences(r)
	}
	s, c := &r.Subjects[0], r.Counts[0]
	if c.Races == 0 {
		return nothing()
	}
	tables := append([]Table{gameTable(s, c)}, skillTables(r)...)
	tables = append(tables, racesTable(c), placesTable("by_slot", "By grid slot", "slot", numbers(len(c.Slots)), c.Slots),
		placesTable("by_car", "By car", "car", s.Cars, c.Cars))
	if len(s.Bots) > 1 {
		tables = append(tables, placesTable("by_bot", "By bot", "bot", s.Bots, c.Bots))
	}
	if len(c.By) > 0 {
		tables = append(tables, groupsTable(s.By, c))
		if len(c.By) > 1 {
			tables = append(tables, betweenTable(s.By, c))
		}
	}
	if len(c.Out) > 0 {
		tables = append(tables, outTable(c))
	}
	if len(c.Counted) > 0 {
		tables = append(tables, countedTable(c))
	}
	for i := range s.Tables {
		tables = append(tables, rowsTable(&s.Tables[i], c.Rows[i]))
	}
	return tables
}

// nothing is said of races that all failed.
func nothing() []Table {
	t := Table{Name: "races", Title: "Per race"}
	t.note("no race was played to its end")
	return []Table{t}
}

func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i + 1)
	}
	return list
}

// racesTable is what there is to say of the races as a whole.
func racesTable(c *sim.Counts) Table {
	t := Table{Name: "races", Title: "Per race", Columns: []Column{
		{"figure", "", Text}, {"mean", "mean", Mean}, {"mean_low", "from", Mean}, {"mean_high", "to", Mean},
		{"sd", "spread", Mean}, {"least", "least", Count}, {"p5", "5 %", Count}, {"median", "half", Count}, {"p95", "95 %", Count}, {"most", "most", Count},
	}}
	for _, f := range []struct {
		name string
		of   sim.Histogram
	}{{"rounds", c.Rounds}, {"overtakes", c.Overtakes}, {"retired cars", c.Retired}} {
		x := f.of.Spread()
		t.add(f.name, x.Mean, x.Of.Low, x.Of.High, x.SD, x.Min, x.Low, x.Mid, x.Top, x.Max)
	}
	return t
}

// placesTable is where cars came in, a row for each group of them.
func placesTable(name, title, of string, groups []string, places []sim.Places) Table {
	t := Table{Name: name, Title: title, Columns: []Column{
		{of, of, Text}, {"starts", "starts", Count}, {"wins", "wins", Count}, {"win_share", "win %", Share}, {"win", "95 %", Range},
		{"top3_share", "top 3 %", Share}, {"mean_place", "place", Mean}, {"out_share", "out %", Share},
	}}
	scored := slices.ContainsFunc(places, func(p sim.Places) bool { return p.Points != 0 })
	if scored {
		t.Columns = append(t.Columns, Column{"mean_points", "points", Mean})
	}
	for i := range places {
		p := &places[i]
		if p.Starts == 0 {
			continue
		}
		row := append([]any{groups[i]}, placesOf(p)...)
		if scored {
			row = append(row, float64(p.Points)/float64(p.Starts))
		}
		t.add(row...)
	}
	return t
}

// placesOf are the figures of a group of cars, starts first.
func placesOf(p *sim.Places) []any {
	n := float64(p.Starts)
	return []any{p.Starts, p.Wins(), float64(p.Wins()) / n, sim.Wilson(p.Wins(), p.Starts),
		float64(p.Top(3)) / n, p.MeanPlace(), float64(p.Retired()) / n}
}

// outTable is retirements by cause, the most frequent first. People read those
// that differ by a number only as one.
func outTable(c *sim.Counts) Table {
	t := Table{Name: "retirements", Title: "Retirements", Columns: []Column{
		{"cause", "cause", Text}, {"cars", "cars", Count}, {"per_race", "per race", Mean}, {"share", "of all %", Share},
	}}
	t.Rows = outRows(c, c.Out)
	if found := alikeCauses(c.Out); len(found) > 0 {
		t.Read = outRows(c, merged(c.Out, found, func(text string) (cars int64) {
			for _, n := range found[text].numbers {
				cars += n
			}
			return cars
		}))
	}
	return t
}

func outRows(c *sim.Counts, out map[string]int64) (rows [][]any) {
	all := int64(0)
	for _, n := range out {
		all += n
	}
	for _, why := range byCount(out, func(n int64) int64 { return n }) {
		n := out[why]
		rows = append(rows, []any{cause(why), n, float64(n) / float64(c.Races), float64(n) / float64(all)})
	}
	return rows
}

func cause(why string) string {
	if why == "" {
		return "(no reason given)"
	}
	return why
}

// byCount are the names of a map, the one with the most first.
func byCount[V any](m map[string]V, of func(V) int64) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(of(m[b]), of(m[a])), cmp.Compare(a, b)) })
	return names
}

// countedTable is what the rules have counted, and how the cars fared that it
// was counted about.
func countedTable(c *sim.Counts) Table {
	t := Table{Name: "counted", Title: "Counted by the rules", Columns: []Column{
		{"what", "what", Text}, {"times", "times", Count}, {"times_per_race", "per race", Mean}, {"mean_amount", "amount", Mean},
		{"race_share", "races %", Share}, {"car_share", "cars %", Share}, {"win_share", "win %", Share}, {"win", "95 %", Range}, {"mean_place", "place", Mean}, {"out_share", "out %", Share},
	}}
	starts := int64(0)
	for i := range c.Cars {
		starts += c.Cars[i].Starts
	}
	for _, what := range byCount(c.Counted, func(it *sim.Item) int64 { return it.Times }) {
		it := c.Counted[what]
		row := []any{what, it.Times, float64(it.Times) / float64(c.Races), float64(it.Sum) / float64(it.Times),
			float64(it.Races) / float64(c.Races), float64(it.Places.Starts) / float64(starts)}
		if p := &it.Places; p.Starts > 0 {
			n := float64(p.Starts)
			row = append(row, float64(p.Wins())/n, sim.Wilson(p.Wins(), p.Starts), p.MeanPlace(), float64(p.Retired())/n)
		} else {
			row = append(row, nil, nil, nil, nil)
		}
		t.add(row...)
	}
	return t
}

// rowsTable is how often dice chose each row of a table of the rules, beside
// how often they should.
func rowsTable(table *sim.Table, times []int64) Table {
	t := Table{Name: "rows " + table.Name, Title: "Rows of " + table.Name + " (" + table.Dice + ")", Columns: []Column{
		{"roll", "roll", Text}, {"row", "row", Text}, {"times", "times", Count}, {"share", "%", Share}, {"odds", "odds %", Share},
	}}
	all := int64(0)
	for _, n := range times {
		all += n
	}
	var never []string
	for _, row := range table.Rows {
		n := int64(0)
		for face := row.From; face <= row.To; face++ {
			n += times[face]
		}
		share := 0.0
		if all > 0 {
			share = float64(n) / float64(all)
		}
		if n == 0 {
			never = append(never, faces(row.From, row.To))
		}
		t.add(faces(row.From, row.To), row.Text, n, share, rowOdds(table.Dice, row))
	}
	switch {
	case all == 0:
		t.note("this table was never rolled on")
	case len(never) > 0:
		t.note("never used: %s", strings.Join(never, ", "))
	}
	return t
}

func faces(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

// rowOdds are the odds of a row, 0 for what is no dice.
func rowOdds(notation string, row sim.Row) float64 {
	d, err := dice.Parse(notation)
	if err != nil {
		return 0
	}
	return odds(d, row.From, row.To)
}

// odds is how likely the total of dice is in a range.
func odds(d dice.Dice, from, to int) float64 {
	ways, all := 0.0, 0.0
	for i, w := range d.Odds() {
		all += w
		if face := d.Min() + i; face >= from && face <= to {
			ways += w
		}
	}
	return ways / all
}
