package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// standing shows how the cars stand between two rounds: without a board only
// their order, which is short; with one those around the cars that people drive.
func (f *face) standing(v *table.View) {
	if v.Race.Board() == nil {
		f.stood = f.race.Steps() + 1
		f.order(v)
		return
	}
	rows := f.rows(v)
	some := around(rows, f.race.Head().People)
	f.showRows(some)
	if n := len(rows) - len(some); n > 0 {
		f.say("and %d more: :standings", n)
	}
}

// order shows the order of the cars where there is no board.
func (f *face) order(v *table.View) {
	var running, out []string
	for _, car := range v.Race.Standings() {
		switch c := v.Race.Car(car); c.Status() {
		case race.Retired:
			out = append(out, c.Name())
		case race.Running, race.Finished:
			running = append(running, c.Name())
		}
	}
	term.Order(f.out, f.style, running, out)
}

// standings shows how all cars stand.
func (f *face) standings(v *table.View) { f.showRows(f.rows(v)) }

func (f *face) showRows(rows []term.StandingRow) {
	f.stood = f.race.Steps() + 1
	term.Standings(f.out, f.style, rows, titles(f.race.Program().Info().Columns))
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
func (f *face) rows(v *table.View) []term.StandingRow {
	r, columns := v.Race, f.race.Program().Info().Columns
	var rows []term.StandingRow
	leader := 0
	for i, car := range r.Standings() {
		c := r.Car(car)
		row := term.StandingRow{Place: i + 1, Car: c.Name(), Lap: min(c.Lap(), r.Laps()), Status: c.Status(), Why: c.Why()}
		for _, column := range columns {
			row.Fields = append(row.Fields, v.Field(car, column))
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

// drawMap draws the track with the cars on it.
func (f *face) drawMap(v *table.View) {
	term.Map(f.out, f.style, v.Race.Board(), Ground(f.race.Program().Track()), onBoard(v.Race))
}

// Ground is what a track says of its spaces that a map shows.
func Ground(t *scripts.Track) term.Ground {
	return term.Ground{Surfaces: t.Attribute("surface").Texts(), Flags: t.Attribute("flag").Texts()}
}

// onBoard lists the cars on the track with their places.
func onBoard(r *race.Race) []term.MapCar {
	var cars []term.MapCar
	for i, car := range r.Standings() {
		if c := r.Car(car); c.Space() != board.None {
			cars = append(cars, term.MapCar{Place: i + 1, Name: c.Name(), Space: c.Space()})
		}
	}
	return cars
}

// result shows how the cars are placed.
func (f *face) result(v *table.View) {
	term.Heading(f.out, f.style, "Result")
	if v.Race.Round() == 0 && !v.Race.Ran() {
		f.say("no car ever ran: a session has to stand the cars on the track, with race:grid")
	}
	placings := v.Result()
	scored := slices.ContainsFunc(placings, func(p race.Placing) bool { return p.Points > 0 })
	term.Classification(f.out, f.style, placings, scored)
}

// luck says which dice a race has, for its first line.
func (f *face) luck() string {
	switch head := f.race.Head(); head.Dice {
	case dice.KindSealed:
		return "sealed dice"
	case dice.KindAsk:
		return "dice typed in"
	default:
		return "seed " + head.Seed
	}
}

// tellCommitment says by what the seed of sealed dice can be known again.
func (f *face) tellCommitment() {
	if f.race.Head().Dice == dice.KindSealed {
		f.say("sealed dice: SHA-256 of the seed is %s", f.race.Commitment())
	}
}

// reveal tells the seed of a race with sealed dice that is over.
func (f *face) reveal() {
	head := f.race.Head()
	if head.Dice != dice.KindSealed || head.Seed == "" {
		return
	}
	f.say("the seed was %s", head.Seed)
	if f.race.Journal != nil {
		f.say("to check every roll: sandbox dice verify %s --sha256 %s", f.race.Journal.Path(), f.race.Commitment())
	}
}
