package term

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"sandbox/core/board"
	"sandbox/core/race"
)

func TestStandings(t *testing.T) {
	rows := []StandingRow{
		{Place: 1, Car: "Button", Fields: []string{"McLaren", "4"}, Lap: 3, Status: race.Finished},
		{Place: 2, Car: "Pérez", Fields: []string{"Sauber", "12"}, Space: "100/1", Lap: 2, Status: race.Running},
		{Place: 3, Car: "佐藤", Fields: []string{"Honda", ""}, Space: "9/2", Lap: 1, Gap: 91, Status: race.Running},
		{Place: 4, Car: "Trulli", Fields: []string{"Lotus"}, Status: race.Waiting},
		{Place: 5, Car: "Massa", Fields: []string{"Ferrari", "0"}, Lap: 1, Status: race.Retired, Why: "blown engine"},
	}
	golden(t, "standings", func(w io.Writer, style Style) { Standings(w, style, rows, []string{"team", "wear points"}) })
	golden(t, "standings_narrow", func(w io.Writer, style Style) {
		style.Width = 40
		Standings(w, style, rows, []string{"team"})
		style.Width = 30
		Standings(w, style, rows, []string{"team"})
	})
	golden(t, "standings_running", func(w io.Writer, style Style) { Standings(w, style, rows[1:3], nil) })
}

func TestClassification(t *testing.T) {
	placings := []race.Placing{
		{Place: 1, Car: "Button", Status: race.Finished, Grid: 12, Lap: 3, Points: 25},
		{Place: 2, Car: "Pérez", Status: race.Finished, Grid: 1, Lap: 3, Points: 18},
		{Place: 3, Car: "Massa", Status: race.Retired, Grid: 2, Lap: 1, Row: 30, Why: "blown engine"},
		{Place: 4, Car: "Trulli", Status: race.Retired},
	}
	golden(t, "classification", func(w io.Writer, style Style) { Classification(w, style, placings, true) })
	var out bytes.Buffer
	Classification(&out, Style{}, placings, false)
	if strings.Contains(out.String(), "points") {
		t.Errorf("points are shown though not asked for:\n%s", &out)
	}
}

func TestEmptyTables(t *testing.T) {
	var out bytes.Buffer
	Standings(&out, Style{}, nil, []string{"team"})
	Classification(&out, Style{}, nil, true)
	if !strings.HasPrefix(out.String(), "#  car") {
		t.Errorf("got %q", out.String())
	}
}

func TestMap(t *testing.T) {
	for _, c := range []struct {
		name  string
		board *board.Board
	}{
		{"map_winding", circuit(t, 2, true, winding)},
		{"map_oval", circuit(t, 2, true, oval)},
		{"map_sprint", circuit(t, 2, false, []part{{12, 0}, {6, 90}, {4, 0}, {6, -90}, {9, 0}})},
	} {
		golden(t, c.name, func(w io.Writer, style Style) { Map(w, style, c.board, Ground{}, field(c.board)) })
	}
}

// TestMapFits draws boards of all sizes: the picture stays within its width,
// and every car on the track is named.
func TestMapFits(t *testing.T) {
	long := []part{{300, 0}, {100, 180}, {300, 0}, {100, 180}}
	for _, parts := range [][]part{oval, winding, long, {{3, 0}}} {
		for _, lanes := range []int{1, 2, 3} {
			for _, columns := range []int{40, 78, 132} {
				b := circuit(t, lanes, false, parts)
				cars := []MapCar{{1, "Vettel", b.At(2, 1)}, {2, "Pérez", b.At(3, lanes)}}
				var out bytes.Buffer
				Map(&out, Style{Width: columns}, b, Ground{}, cars)
				lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
				if widest(lines) > columns || len(lines) > mapLines+6 {
					t.Errorf("%d rows, %d lanes: %d columns and %d lines for a width of %d", b.Rows, lanes, widest(lines), len(lines), columns)
				}
				if !strings.Contains(out.String(), "Vettel 2/1") || !strings.Contains(out.String(), "Pérez") {
					t.Errorf("a car is missing:\n%s", &out)
				}
			}
		}
	}
}

// TestMapOfNowhere draws a board whose spaces have no positions.
func TestMapOfNowhere(t *testing.T) {
	plan := board.Plan{Lanes: 2, Closed: true, Rows: [][]board.Space{make([]board.Space, 2), make([]board.Space, 2)}}
	link(&plan)
	b, err := board.New(plan)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	Map(&out, Style{}, b, Ground{}, []MapCar{{1, "A", 0}, {2, "B", 2}})
	for _, want := range []string{"+", "1+A 1/1", "2+B 2/1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, &out)
		}
	}
}

func TestPlaceSign(t *testing.T) {
	for place, want := range map[int]rune{0: '*', 1: '1', 9: '9', 10: 'a', 33: 'z', 34: 'A', 58: 'Z', 59: '*'} {
		if got := placeSign(place); got != want {
			t.Errorf("placeSign(%d) = %c, want %c", place, got, want)
		}
	}
}

func TestBoardList(t *testing.T) {
	b := circuit(t, 2, true, oval)
	golden(t, "boardlist", func(w io.Writer, style Style) { BoardList(w, style, b, field(b)) })
	var out bytes.Buffer
	BoardList(&out, Style{}, b, nil)
	if out.String() != "no car is on the track\n" {
		t.Errorf("got %q", out.String())
	}
}

var (
	gears = race.Question{ID: race.QuestionID{Key: "gear"}, Text: "which gear?", Default: 1, Options: []race.Option{
		{ID: "2", Text: "one down", Note: "2-3 25 % each, 4 50 %"}, {ID: "3", Text: "as before", Note: "4 10 %, 5 15 %, 6-8 25 % each"}, {ID: "9", No: "one gear up per round"}, {ID: "10", No: "one gear up per round"},
	}}
	ways = race.Question{ID: race.QuestionID{Key: "path"}, Default: 2, Options: []race.Option{
		{ID: "5", Written: "=5", Text: "12/1", Note: "T -3"}, {ID: "1L3", Text: "12/2", Minor: true}, {ID: "4K", Text: "11/1", Minor: true}, {ID: "3KK", Text: "10/1", Minor: true},
	}}
	few   = race.Question{ID: race.QuestionID{Key: "chips"}, Options: []race.Option{{ID: "none"}, {ID: "1"}, {ID: "9"}}}
	tyres = race.Question{ID: race.QuestionID{Key: "tyres"}, Options: []race.Option{
		{ID: "studs"}, {ID: "chains", No: "there are none"}, {ID: "spikes", No: "there are none"}, {ID: "skis", No: "they slide"},
	}}
	stops = race.Question{ID: race.QuestionID{Key: "pit"}, Options: []race.Option{
		{ID: "no"}, {ID: "fast", Text: "fast stop: tyres"}, {ID: "long", Text: "long, with repairs", Note: "all tyres as at the start of the race, and two points of your choice in any other category"}, {ID: "both", No: "no time"},
	}}
	paths = race.Question{ID: race.QuestionID{Key: "path"}, Options: []race.Option{
		{ID: "inside", Text: "to 12/1"}, {ID: "centre", No: "it is full"}, {ID: "outside", Text: "to 12/3"},
	}}
)

func TestPrompt(t *testing.T) {
	golden(t, "prompt", func(w io.Writer, style Style) {
		Prompt(w, style, gears, "Pérez", false)
		Prompt(w, style, paths, "Vettel", false)
		Prompt(w, style, ways, "Vettel", false)
		Prompt(w, style, ways, "Vettel", true)
		Prompt(w, style, tyres, "Pérez", false)
		Prompt(w, style, stops, "Pérez", false)
	})
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		ask         race.Question
		typed, want string
	}{
		{gears, "", "3"},
		{gears, " 2 ", "2"},
		{gears, "1", "1"}, // not the first option: these go by ID
		{paths, "", "inside"},
		{paths, "3", "outside"},
		{paths, "Outside", "outside"},
		{paths, "2", "centre"},
		{paths, "4", "there is no choice 4; they are numbered 1 to 3"},
		{paths, "pit", "pit"},
		{ways, "2", "1L3"}, // the second of them, not a path of two spaces
		{ways, "=5", "5"},
		{ways, "5", "there is no choice 5; the path is written =5"},
		{ways, "=1l3", "1L3"},
		{ways, "1R3", "1R3"},
		{ways, "=2", "=2"},
		{gears, "=3", "3"},
		{gears, "7", "7"},
		{few, "1", "none"},
		{few, "=1", "1"},
		{few, "9", "9"},
	} {
		got, err := Choose(c.ask, c.typed)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: Choose(%q) = %q, want %q", c.ask.ID.Key, c.typed, got, c.want)
		}
	}
}

func TestProblem(t *testing.T) {
	file := "local V = {}\n\tV.a = 1\n-- Pérez\nV.pit_fast = nothing\nreturn V\n"
	source := func(path string) (string, bool) { return file, path == "built-in variants/my.lua" }
	var all []error
	for _, text := range []string{
		"built-in variants/my.lua:2: pit_fast: 11 is covered twice",
		"round 4: built-in variants/my.lua:5: what is this",
		"built-in variants/my.lua:2: and another thing",
		"tracks/unknown.lua:3: not to be found",
		"built-in variants/my.lua:99: beyond the end",
		"no place \x1b[31mat all,\nand nothing forged",
	} {
		all = append(all, errors.New(text))
	}
	err := fmt.Errorf("%w", errors.Join(all...))
	golden(t, "problem", func(w io.Writer, style Style) { Problem(w, style, err, source) })
	var out bytes.Buffer
	Problem(&out, Style{}, err, nil)
	if n := strings.Count(out.String(), "\n"); n != 6 {
		t.Errorf("without sources: %d lines, want 6", n)
	}
	out.Reset()
	Problem(&out, Style{}, fmt.Errorf("list.yaml: %w, in all", errors.Join(errors.New("a\nb"), fmt.Errorf("c: %w", errors.Join(errors.New("d"), errors.New("e"))))), nil)
	if got, want := out.String(), "list.yaml: a b\nc: d\ne, in all\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestValues(t *testing.T) {
	var out bytes.Buffer
	Values(&out, Style{}, []Value{{"action.2.spaces", "-3", "my.lua:41"}, {"laps", "1", ""}})
	want := "value            is  written in\naction.2.spaces  -3  my.lua:41\nlaps              1\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
