package term

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sandbox/cmd/internal/visible"
	"sandbox/core/board"
	"sandbox/core/race"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what a view writes, without colour and with, with the files
// testdata/NAME.txt and testdata/NAME.colour.txt.
func golden(t *testing.T, name string, view func(w io.Writer, style Style)) {
	t.Helper()
	for _, c := range []struct {
		file  string
		style Style
	}{
		{name + ".txt", Style{}},
		{name + ".colour.txt", Style{Colour: true}},
	} {
		var out bytes.Buffer
		view(&out, c.style)
		if hasEscape := strings.Contains(out.String(), "\x1b"); hasEscape != c.style.Colour {
			t.Errorf("%s: escape sequences %v, want %v", c.file, hasEscape, c.style.Colour)
		}
		got := strings.ReplaceAll(out.String(), "\x1b", "␛")
		path := filepath.Join("testdata", c.file)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.file, got, want)
		}
	}
}

// part is a piece of a test track: rows, and how far they turn.
type part struct {
	rows int
	turn float64
}

var (
	oval = []part{{6, 0}, {14, 180}, {6, 0}, {14, 180}}

	// winding has tight corners to either side.
	winding = []part{
		{4, 0}, {4, 155}, {3, 0}, {4, -145}, {5, 0}, {5, 30}, {3, 0}, {3, 50}, {6, 0}, {2, 95}, {6, -30}, {5, 0},
		{5, 155}, {4, 0}, {3, -100}, {2, 0}, {3, -40}, {4, 0}, {2, 100}, {8, 0}, {3, -80}, {1, 0}, {6, 170}, {9, 0},
	}
)

// circuit draws a board from parts, every tenth row marked, with a pit lane
// beside the first rows.
func circuit(t *testing.T, lanes int, closed bool, parts []part) *board.Board {
	t.Helper()
	plan := board.Plan{Name: "test", Lanes: lanes, Closed: closed}
	pits := board.Line{Name: "pit lane"}
	var x, y, heading float64
	for _, p := range parts {
		for range p.rows {
			heading += p.turn / float64(p.rows) / 2
			sin, cos := math.Sincos(heading * math.Pi / 180)
			x, y, heading = x+cos, y+sin, heading+p.turn/float64(p.rows)/2
			var row []board.Space
			for lane := range lanes {
				side := float64(lanes-1)/4 - float64(lane)/2
				row = append(row, board.Space{X: hundredths(x - cos/2 - sin*side), Y: hundredths(y - sin/2 + cos*side)})
				if (len(plan.Rows)+1)%10 == 0 {
					row[lane].Mark = "mark"
				}
			}
			if len(plan.Rows) < 4 {
				pits.Points = append(pits.Points, [2]int{hundredths(x - cos/2), hundredths(y + 2*cos)})
			}
			plan.Rows = append(plan.Rows, row)
		}
	}
	plan.Lines = []board.Line{pits}
	link(&plan)
	b, err := board.New(plan)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func hundredths(f float64) int { return int(math.Round(100 * f)) }

// link leads every space to all of the next row.
func link(plan *board.Plan) {
	n := len(plan.Rows)
	for r := range plan.Rows {
		for lane := range plan.Rows[r] {
			if r+1 == n && !plan.Closed {
				continue
			}
			for to := range plan.Lanes {
				plan.Rows[r][lane].Next = append(plan.Rows[r][lane].Next, board.ID((r+1)%n*plan.Lanes+to))
			}
		}
	}
}

// field stands cars on a board, two lanes wide, from the line backwards.
func field(b *board.Board) []MapCar {
	names := []string{
		"Vettel", "Webber", "Alonso", "Massa", "Button", "Hamilton", "Schumacher", "Rosberg", "Heidfeld", "Petrov", "Sutil", "di Resta",
		"Barrichello", "Maldonado", "Buemi", "Alguersuari", "Kobayashi", "Pérez", "Trulli", "Kovalainen", "Glock", "d'Ambrosio", "佐藤", "Liuzzi",
	}
	var cars []MapCar
	for i, name := range names {
		row := (b.Rows + 11 - i - i/2) % b.Rows
		cars = append(cars, MapCar{Place: i + 1, Name: name, Space: b.At(row+1, i%2+1)})
	}
	cars[20].Space, cars[19].Space = b.At(b.Rows-12, 1), b.At(b.Rows-12, 2)
	cars[23].Space = board.None
	return cars
}

// turn is a car's turn as the race tells it.
var turn = race.Commit{Step: "R4 turn Vettel", Round: 4, Events: []race.Event{
	event("Vettel", "roll", 49, text("purpose", "move"), text("dice", "d6"), whole("face", 4), whole("total", 4)),
	event("Vettel", "move", 49, text("from", "96/1"), text("to", "100/1"), whole("rows", 4)),
	event("Vettel", "roll", 49, text("purpose", "action"), text("dice", "d6"), whole("face", 2), whole("total", 2)),
	event("Vettel", "row", 41, text("table", "action"), whole("face", 2), whole("spaces", -3), text("text", "tyre blow")),
	event("Vettel", "move", 49, text("from", "100/1"), text("to", "97/1"), whole("rows", -3)),
}}

var (
	text  = race.Text
	whole = race.Int
)

func event(car, kind string, line int, fields ...race.Field) race.Event {
	e := race.Event{Type: kind, Step: "R4 turn Vettel", Car: car, Fields: fields}
	if line > 0 {
		e.Where = "variants/paper_f1.lua:" + valueText(line)
	}
	return e
}

// qualifying is the roll of a run, with what the team adds.
func qualifying(car, team string, face, modifier int) race.Event {
	return event(car, "roll", 119, text("purpose", "qualify"), text("dice", "d6"), whole("face", face),
		race.Field{Name: "modifiers", Value: []race.Modifier{{Name: team, Value: modifier, Where: "variants/paper_f1.lua:23"}}}, whole("total", face+modifier))
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		tty, dumb bool
		noColor   string
		want      bool
	}{
		{true, false, "", true},
		{true, false, "1", false},
		{true, true, "", false},
		{false, false, "", false},
		{false, false, "1", false},
	} {
		if got := Colours(c.tty, c.dumb, c.noColor); got != c.want {
			t.Errorf("Colours(%v, %v, %q) = %v, want %v", c.tty, c.dumb, c.noColor, got, c.want)
		}
	}
}

func TestHeading(t *testing.T) {
	golden(t, "heading", func(w io.Writer, style Style) { Heading(w, style, "Round 4") })
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Pérez", "Pérez"},
		{"two\nlines\tand a tab", "two lines and a tab"},
		{"\x1b[31mred\x07", `\u001b[31mred\u0007`},
		{"\u202egnp.exe", `\u202egnp.exe`},
	} {
		if got := visible.Line(c.in); got != c.want {
			t.Errorf("visible.Line(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}
