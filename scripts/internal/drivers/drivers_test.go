package drivers_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/scripts"
	"sandbox/scripts/internal/drivers"
)

// read loads a fork of a game with some more lines.
func read(t *testing.T, game, more string) error {
	t.Helper()
	text := "local racing = require \"racing\"\nlocal V = racing.extend(\"" + game + "\", {})\n" + more + "\nreturn V\n"
	_, err := scripts.Load(scripts.Roots{
		{Folder: scripts.Variants, FS: fstest.MapFS{"my.lua": {Data: []byte(text)}}, Label: "test/"},
		{Folder: scripts.Variants, FS: os.DirFS("../../../variants"), Label: "variants/"},
		{Folder: scripts.Tracks, FS: os.DirFS("../../../tracks"), Label: "tracks/"},
	}, scripts.Options{Variant: "my"})
	return err
}

const nuvolari = "V.drivers.nuvolari = { T = 1, B = 1, G = 1, E = 4, spin = 8, ruin = 80, crash = 5, hazard = 3, touch = 1, pit = 0, turns = 6"

// unser is a driver of the speedway.
const unser = "V.drivers.unser = { wear = 1, chip = 1, damage = 7, spin = 14, ruin = 70, tow = 0.5, beset = 0.5, block = 1, keeps = 0.5, turns = 6"

// refusal is lines of a fork and what is said of them, "" for nothing.
type refusal struct{ name, more, want string }

// Rows of drivers and outlooks are read, or refused where they are written.
func TestRead(t *testing.T) {
	refuse(t, "epreuve1934", []refusal{
		{"a row more", nuvolari + " }", ""},
		{"a column that is left out of most rows", nuvolari + ", scarce = true }", ""},
		{"an unknown column", nuvolari + ", pitt = 3 }", "test/my.lua:3: drivers.nuvolari.pitt: no other driver has this column; did you mean `pit`?"},
		{"one that is like none", nuvolari + ", moustache = 3 }", "test/my.lua:3: drivers.nuvolari.moustache: no other driver has this column"},
		{"one of the program's own", nuvolari + ", scarcee = true }", "test/my.lua:3: drivers.nuvolari.scarcee: no other driver has this column; did you mean `scarce`?"},
		{"a column that lacks", "V.drivers.bold.ruin = racing.none", "drivers.bold.ruin: it must be a number of spaces from 0 to 1000, not "},
		{"too much", "V.drivers.bold.ruin = 1001", "test/my.lua:3: drivers.bold.ruin: it must be a number of spaces from 0 to 1000, not "},
		{"below nothing", "V.drivers.bold.T = -1", "test/my.lua:3: drivers.bold.T: it must be a number of spaces from 0 to 1000, not "},
		{"half a turn", "V.drivers.bold.turns = 1.5", "test/my.lua:3: drivers.bold.turns: it must be a whole number from 1 to 12, not "},
		{"too far ahead", "V.drivers.bold.turns = 13", "test/my.lua:3: drivers.bold.turns: it must be a whole number from 1 to 12, not "},
		{"a text for true or false", "V.drivers.bold.scarce = \"yes\"", "test/my.lua:3: drivers.bold.scarce: it must be true or false, not the text \"yes\""},
		{"a number for true or false", nuvolari + ", scarce = 1 }", "test/my.lua:3: drivers.nuvolari.scarce: it must be true or false, not the number 1"},
		{"rounds before the end", nuvolari + ", rounds = 8 }", ""},
		{"half a round", nuvolari + ", rounds = 0.5 }", "test/my.lua:3: drivers.nuvolari.rounds: it must be a whole number from 0 to 1000, not the number 0.5"},
		{"an amount that is none", "function V:outlook(moves)\nlocal o = V.base.outlook(self, moves)\no.brake = \"Q\"\nreturn o\nend", "outlooks.road.brake: there is no amount \"Q\""},
		{"no shifts", "function V:outlook(moves)\nlocal o = V.base.outlook(self, moves)\no.shifts = 3\nreturn o\nend", "outlooks.road.shifts: it must be a table with up and down, not "},
		{"half a space", "function V:outlook(moves)\nlocal o = V.base.outlook(self, moves)\no.moves = { { 1.5 } }\nreturn o\nend", "outlooks.road.moves.1: spaces are whole numbers, not "},
		{"a column of its own that lacks", "V.drivers.bold.pit = nil", "drivers.bold.pit: all other drivers have this column"},
		{"a column of its own out of range", "V.drivers.bold.pit = -1", "test/my.lua:3: `drivers.bold.pit`: it must be a number from 0 to 100, not "},
	})
}

// So are those of a game without outlooks.
func TestReadWithoutOutlooks(t *testing.T) {
	refuse(t, "speedway", []refusal{
		{"a row more", unser + ", attempt = 0.4 }", ""},
		{"an unknown column", unser + ", attempt = 0.4, traffick = true }", "test/my.lua:3: drivers.unser.traffick: no other driver has this column; did you mean `traffic`?"},
		{"one that is misspelt", unser + ", atempt = 0.4 }", "test/my.lua:3: drivers.unser.atempt: no other driver has this column; did you mean `attempt`?"},
		{"a column that lacks", unser + " }", "test/my.lua:3: drivers.unser.attempt: all other drivers have this column"},
		{"too much", unser + ", attempt = 1.4 }", "test/my.lua:3: `drivers.unser.attempt`: it must be a number from 0 to 1, not the number 1.4"},
		{"below nothing", "V.drivers.bold.ruin = -1", "test/my.lua:3: `drivers.bold.ruin`: it must be a number from 0 to 1000, not the number -1"},
		{"no number", "V.drivers.bold.wear = \"much\"", "test/my.lua:3: `drivers.bold.wear`: it must be a number from 0 to 12, not the text \"much\""},
		{"a text for true or false", "V.drivers.bold.traffic = \"yes\"", "test/my.lua:3: drivers.bold.traffic: it must be true or false, as in the other rows, not the text \"yes\""},
		{"half a turn", "V.drivers.bold.turns = 1.5", "test/my.lua:3: `drivers.bold.turns`: it must be a whole number from 1 to 20, not the number 1.5"},
	})
}

// refuse reads forks of a game.
func refuse(t *testing.T, game string, list []refusal) {
	t.Helper()
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if err := read(t, game, c.more); err != nil {
				got = err.Error()
			}
			if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// Marks and cars beside are minded up to so many rounds before the end, at the pace
// so far.
func TestMinds(t *testing.T) {
	for _, c := range []struct {
		name                       string
		last, rounds, driven, togo int
		want                       bool
	}{
		{"always", 0, 10, 100, 1, true},
		{"before the start line", 15, 1, -3, 100, true},
		{"fifteen rounds to go", 15, 10, 100, 150, true},
		{"not quite fifteen", 15, 10, 100, 149, false},
		{"a slower car has more rounds to go", 15, 10, 99, 149, true},
	} {
		d := drivers.Driver{Rounds: c.last}
		if got := d.Minds(c.rounds, c.driven, c.togo); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
