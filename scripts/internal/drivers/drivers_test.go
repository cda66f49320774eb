package drivers_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/scripts"
)

// read loads a fork of the Épreuve with some more lines.
func read(t *testing.T, more string) error {
	t.Helper()
	text := "local racing = require \"racing\"\nlocal V = racing.extend(\"epreuve1934\", {})\n" + more + "\nreturn V\n"
	_, err := scripts.Load(scripts.Roots{
		{Folder: scripts.Variants, FS: fstest.MapFS{"my.lua": {Data: []byte(text)}}, Label: "test/"},
		{Folder: scripts.Variants, FS: os.DirFS("../../../variants"), Label: "variants/"},
		{Folder: scripts.Tracks, FS: os.DirFS("../../../tracks"), Label: "tracks/"},
	}, scripts.Options{Variant: "my"})
	return err
}

const nuvolari = "V.drivers.nuvolari = { T = 1, B = 1, G = 1, E = 4, spin = 8, ruin = 80, crash = 5, hazard = 3, touch = 1, pit = 0, turns = 6"

// Rows of drivers and outlooks are read, or refused where they are written.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, more, want string }{
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
		{"an amount that is none", "function V:outlook(moves)\nlocal o = V.base.outlook(self, moves)\no.brake = \"Q\"\nreturn o\nend", "outlooks.road.brake: there is no amount \"Q\""},
		{"no shifts", "function V:outlook(moves)\nlocal o = V.base.outlook(self, moves)\no.shifts = 3\nreturn o\nend", "outlooks.road.shifts: it must be a table with up and down, not "},
		{"half a space", "function V:outlook(moves)\nlocal o = V.base.outlook(self, moves)\no.moves = { { 1.5 } }\nreturn o\nend", "outlooks.road.moves.1: spaces are whole numbers, not "},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if err := read(t, c.more); err != nil {
				got = err.Error()
			}
			if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}
