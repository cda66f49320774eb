package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sandbox/cmd/internal/term"
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts"
)

// standing shows how the cars stand between two rounds: without a board only
// their order, which is short.
func (t *table) standing() {
	if t.program().Board() != nil {
		t.standingsNear()
		return
	}
	t.stood = t.game.Steps() + 1
	t.order()
}

// order shows the order of the cars where there is no board.
func (t *table) order() {
	r := standing(t.game)
	var running, out []string
	for _, car := range r.Standings() {
		switch c := r.Car(car); c.Status() {
		case race.Retired:
			out = append(out, c.Name())
		case race.Running, race.Finished:
			running = append(running, c.Name())
		}
	}
	term.Order(t.out, t.style, running, out)
}

// standings shows how all cars stand.
func (t *table) standings() { t.showRows(t.rows()) }

// standingsNear shows how the cars stand around those that people drive.
func (t *table) standingsNear() { t.showRows(around(t.rows(), t.game.Head().People)) }

func (t *table) showRows(rows []term.StandingRow) {
	t.stood = t.game.Steps() + 1
	term.Standings(t.out, t.style, rows, titles(t.program().Info().Columns))
}

// around are the rows of the first car, of those that people drive, and of the
// ones before and behind them; all rows where people drive no car, or all.
func around(rows []term.StandingRow, people []string) []term.StandingRow {
	driven := func(row term.StandingRow) bool {
		return row.Status == race.Running && slices.Contains(people, row.Car)
	}
	if len(people) == len(rows) || !slices.ContainsFunc(rows, driven) {
		return rows
	}
	var list []term.StandingRow
	for i, row := range rows {
		if i == 0 || slices.ContainsFunc(rows[i-1:min(i+2, len(rows))], driven) {
			list = append(list, row)
		}
	}
	return list
}

// rows are the standings.
func (t *table) rows() []term.StandingRow {
	r, columns := standing(t.game), t.program().Info().Columns
	notes := notesOf(t.game)
	var rows []term.StandingRow
	leader := 0
	for i, car := range r.Standings() {
		c := r.Car(car)
		row := term.StandingRow{Place: i + 1, Car: c.Name(), Lap: min(c.Lap(), r.Laps()), Status: c.Status(), Why: c.Why()}
		for _, column := range columns {
			row.Fields = append(row.Fields, scripts.FieldText(notes.Cars[car], column))
		}
		if r.Board() == nil {
			row.Lap = term.NoLap
		} else if c.Status() == race.Running {
			if leader == 0 {
				leader = r.Distance(c)
			}
			row.Space, row.Gap = r.Board().Space(c.Space()).Name, leader-r.Distance(c)
			row.Corner = cornerOf(r, c)
		}
		rows = append(rows, row)
	}
	return rows
}

// titles are the heads of columns; that of wp.T is T.
func titles(columns []string) []string {
	var list []string
	for _, column := range columns {
		list = append(list, column[strings.LastIndexByte(column, '.')+1:])
	}
	return list
}

// cornerOf is the corner in which a car stands, if it asks stops, and how many
// of them the car still owes.
func cornerOf(r *race.Race, c *race.Car) string {
	n := r.Board().Space(c.Space()).Corner
	if n == 0 || r.Board().Corners[n-1].Stops == 0 {
		return ""
	}
	corner := &r.Board().Corners[n-1]
	text := cmp.Or(corner.Name, fmt.Sprintf("(%d)", n))
	if owed := corner.Stops - c.Stops(); owed > 0 {
		text += fmt.Sprintf(", owes %d", owed)
	}
	return text
}

// onBoard lists the cars on the track with their places.
func (t *table) onBoard() []term.MapCar {
	r := standing(t.game)
	var cars []term.MapCar
	for i, car := range r.Standings() {
		if c := r.Car(car); c.Space() != board.None {
			cars = append(cars, term.MapCar{Place: i + 1, Name: c.Name(), Space: c.Space()})
		}
	}
	return cars
}

func (t *table) result() {
	term.Heading(t.out, t.style, "Result")
	if standing(t.game).Round() == 0 {
		t.say("no car ever ran: a session has to stand the cars on the track, with race:grid")
	}
	placings := classification(t.game)
	scored := false
	for _, p := range placings {
		scored = scored || p.Points > 0
	}
	term.Classification(t.out, t.style, placings, scored)
}
