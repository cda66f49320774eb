package championship

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/saved"
	"sandbox/core/race"
	"sandbox/core/season"
)

// best is how many results of each driver count, 0 for all.
func (c *Championship) best() int { return c.rules.Info().Points.Best }

// standings are those after the races that are over.
func (c *Championship) standings() []season.Standing {
	return season.Standings(saved.Names(c.Entries), c.results, c.best())
}

// Standings is how drivers stand after the races that are over, of which there
// is one.
func (c *Championship) Standings() report.Table {
	columns := c.columns()
	t := report.Table{Name: "standings", Title: fmt.Sprintf("Standings after race %d of %d", c.Done(), c.Races())}
	t.Columns = []report.Column{{Name: "place", Title: "#", Kind: report.Rank}, {Name: "driver", Title: "driver"}}
	for _, name := range columns {
		t.Columns = append(t.Columns, report.Column{Name: name, Title: name})
	}
	t.Columns = append(t.Columns, []report.Column{
		{Name: "points", Title: "points", Kind: report.Count},
		{Name: "wins", Title: "wins", Kind: report.Count},
		{Name: "results", Title: "results", Kind: report.Written},
	}...)
	dropped := false
	for _, s := range c.standings() {
		row := []any{s.Place, s.Driver}
		for _, name := range columns {
			row = append(row, c.entered(s.Driver, name))
		}
		t.Rows = append(t.Rows, append(row, s.Points, s.Wins, short(s.Results)))
		dropped = dropped || slices.ContainsFunc(s.Results, func(r season.Result) bool { return r.Dropped })
	}
	if dropped {
		t.Notes = []string{fmt.Sprintf("the best %d results count; those in brackets do not", c.best())}
	}
	return t
}

// columns are those of the variant that the entry list fills.
func (c *Championship) columns() []string {
	var list []string
	for _, name := range c.rules.Info().Columns {
		if slices.ContainsFunc(c.Entries, func(e race.Entry) bool { return e.Fields[name] != nil }) {
			list = append(list, name)
		}
	}
	return list
}

// entered is what the entry list says of a driver.
func (c *Championship) entered(driver, field string) string {
	for _, e := range c.Entries {
		if value := e.Fields[field]; e.Name == driver && value != nil {
			return fmt.Sprint(value)
		}
	}
	return ""
}

// short is results in a few letters each: "1 (3) DNF".
func short(results []season.Result) string {
	var list []string
	for _, r := range results {
		text := shortOf(r)
		if r.Dropped {
			text = "(" + text + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

func shortOf(r season.Result) string {
	switch {
	case r.Place == 0:
		return "-"
	case r.Classified():
		return strconv.Itoa(r.Place)
	case r.Status == race.Retired:
		return "DNF"
	case r.Status == race.Waiting:
		return "DNS"
	}
	return "NC"
}

// Results is all results in rows, for programs.
func (c *Championship) Results() report.Table {
	t := report.Table{Name: "results", Title: "Results", Columns: []report.Column{
		{Name: "race", Title: "race"}, {Name: "driver", Title: "driver"},
		{Name: "place", Title: "place", Kind: report.Count}, {Name: "status", Title: "status", Kind: report.Written},
		{Name: "points", Title: "points", Kind: report.Count}, {Name: "counts", Title: "counts", Kind: report.Written},
	}}
	standings := c.standings()
	for k := range c.results {
		for _, s := range standings {
			r := s.Results[k]
			t.Rows = append(t.Rows, []any{fmt.Sprintf("%d %s", k+1, c.Track(k+1)), s.Driver, r.Place, r.Status.String(), r.Points, !r.Dropped})
		}
	}
	return t
}

// Line is the standings as a line of JSON.
type Line struct {
	Type      string `json:"type"`
	Race      int    `json:"race"`
	Races     int    `json:"races"`
	Best      int    `json:"best,omitempty"`
	Standings []Row  `json:"standings"`
}

// Row is a driver in a Line.
type Row struct {
	Place   int    `json:"place"`
	Car     string `json:"car"`
	Points  int    `json:"points"`
	Wins    int    `json:"wins"`
	Results []Cell `json:"results"`
}

// Cell is the result of a driver in one race.
type Cell struct {
	Place   int    `json:"place"`
	Status  string `json:"status"`
	Points  int    `json:"points"`
	Dropped bool   `json:"dropped,omitempty"`
}

// Line is how drivers stand, for programs, after one race at least.
func (c *Championship) Line() Line {
	line := Line{Type: "standings", Race: c.Done(), Races: c.Races(), Best: c.best()}
	for _, s := range c.standings() {
		row := Row{Place: s.Place, Car: s.Driver, Points: s.Points, Wins: s.Wins}
		for _, r := range s.Results {
			row.Results = append(row.Results, Cell{r.Place, r.Status.String(), r.Points, r.Dropped})
		}
		line.Standings = append(line.Standings, row)
	}
	return line
}
