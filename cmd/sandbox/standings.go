package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/core/race"
	"sandbox/core/season"
)

func newStandings(p *program) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "standings DIR",
		Short:   "Show how a championship stands",
		Long:    "Plays the races of a championship again from their journals and prints the standings. DIR is its\nfolder, or last for the one played last.",
		Example: "  sandbox standings last\n  sandbox standings season2011 -o csv",
		Args:    needArgs(1, 1, "one championship: sandbox standings DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(format); err != nil {
				return usageError{err}
			}
			path, err := p.home().Path(args[0])
			if err != nil {
				return err
			}
			dir, ok := championshipOf(path)
			if _, err := os.Stat(path); err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("%s is no championship's folder", path)
			}
			c, err := p.readChampionship(dir)
			if err != nil {
				return err
			}
			if len(c.results) == 0 {
				return errors.New("no race of this championship is over yet")
			}
			tables := []report.Table{*c.table(len(c.results))}
			if format != console.ForPeople {
				tables = append(tables, c.resultsTable())
			}
			return p.Tables(cmd.OutOrStdout(), format, nil, tables)
		},
	}
	addFormat(cmd, &format)
	return cmd
}

// standings are those after the races that are over.
func (c *championship) standings() []season.Standing {
	return season.Standings(names(c.Entries), c.results, c.rules.Info().Points.Best)
}

// table is the standings as people read them.
func (c *championship) table(races int) *report.Table {
	columns := c.columns()
	t := &report.Table{Name: "standings", Title: fmt.Sprintf("Standings after race %d of %d", races, len(c.Tracks))}
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
	if best := c.rules.Info().Points.Best; dropped {
		t.Notes = []string{fmt.Sprintf("the best %d results count; those in brackets do not", best)}
	}
	return t
}

// columns are those of the variant that the entry list fills.
func (c *championship) columns() []string {
	var list []string
	for _, name := range c.rules.Info().Columns {
		if slices.ContainsFunc(c.Entries, func(e race.Entry) bool { return e.Fields[name] != nil }) {
			list = append(list, name)
		}
	}
	return list
}

// entered is what the entry list says of a driver.
func (c *championship) entered(driver, field string) string {
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

// resultsTable is all results in rows, for programs.
func (c *championship) resultsTable() report.Table {
	t := report.Table{Name: "results", Title: "Results", Columns: []report.Column{
		{Name: "race", Title: "race"}, {Name: "driver", Title: "driver"},
		{Name: "place", Title: "place", Kind: report.Count}, {Name: "status", Title: "status", Kind: report.Written},
		{Name: "points", Title: "points", Kind: report.Count}, {Name: "counts", Title: "counts", Kind: report.Written},
	}}
	standings := c.standings()
	for k := range c.results {
		_, track := library.Split(c.Tracks[k])
		for _, s := range standings {
			r := s.Results[k]
			t.Rows = append(t.Rows, []any{fmt.Sprintf("%d %s", k+1, track), s.Driver, r.Place, r.Status.String(), r.Points, !r.Dropped})
		}
	}
	return t
}

// standingsLine is a line of --json.
type standingsLine struct {
	Type      string         `json:"type"`
	Race      int            `json:"race"`
	Races     int            `json:"races"`
	Best      int            `json:"best,omitempty"`
	Standings []standingsRow `json:"standings"`
}

type standingsRow struct {
	Place   int          `json:"place"`
	Car     string       `json:"car"`
	Points  int          `json:"points"`
	Wins    int          `json:"wins"`
	Results []seasonCell `json:"results"`
}

type seasonCell struct {
	Place   int    `json:"place"`
	Status  string `json:"status"`
	Points  int    `json:"points"`
	Dropped bool   `json:"dropped,omitempty"`
}

func (c *championship) standingsLine() standingsLine {
	line := standingsLine{Type: "standings", Race: len(c.results), Races: len(c.Tracks), Best: c.rules.Info().Points.Best}
	for _, s := range c.standings() {
		row := standingsRow{Place: s.Place, Car: s.Driver, Points: s.Points, Wins: s.Wins}
		for _, r := range s.Results {
			row.Results = append(row.Results, seasonCell{r.Place, r.Status.String(), r.Points, r.Dropped})
		}
		line.Standings = append(line.Standings, row)
	}
	return line
}
