package main

import (
	"strings"

	"sandbox/cmd/internal/term"
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts"
)

// standings shows how the cars stand.
func (t *table) standings() {
	t.stood = len(t.game.History())
	r, columns := t.game.Race(), t.program().Info().Columns
	host := t.game.Rules().(*scripts.Host)
	var rows []term.StandingRow
	leader := 0
	for i, car := range r.Standings() {
		c := r.Car(car)
		row := term.StandingRow{Place: i + 1, Car: c.Name, Lap: min(c.Lap, r.Laps), Status: c.Status, Why: c.Why}
		for _, column := range columns {
			row.Fields = append(row.Fields, host.FieldText(car, column))
		}
		if c.Status == race.Running {
			if leader == 0 {
				leader = r.Distance(c)
			}
			row.Space, row.Gap = r.Board.Space(c.Space).Name, leader-r.Distance(c)
		}
		rows = append(rows, row)
	}
	term.Standings(t.out, t.style, rows, titles(columns))
}

// titles are the heads of columns; that of wp.T is T.
func titles(columns []string) []string {
	var list []string
	for _, column := range columns {
		list = append(list, column[strings.LastIndexByte(column, '.')+1:])
	}
	return list
}

// onBoard lists the cars on the track with their places.
func (t *table) onBoard() []term.MapCar {
	r := t.game.Race()
	var cars []term.MapCar
	for i, car := range r.Standings() {
		if c := r.Car(car); c.Space != board.None {
			cars = append(cars, term.MapCar{Place: i + 1, Name: c.Name, Space: c.Space})
		}
	}
	return cars
}

func (t *table) result() {
	term.Heading(t.out, t.style, "Result")
	if t.game.Race().Round == 0 {
		t.say("no car ever ran: a session has to stand the cars on the track, with race:grid")
	}
	placings := classification(t.game)
	scored := false
	for _, p := range placings {
		scored = scored || p.Points > 0
	}
	term.Classification(t.out, t.style, placings, scored)
}
