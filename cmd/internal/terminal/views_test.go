package terminal

import (
	"context"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// The standings say in which corner a car stands and what stops it owes there.
func TestCornerOf(t *testing.T) {
	p, err := library.Load(context.Background(), "epreuve1934")
	if err != nil {
		t.Fatal(err)
	}
	r, err := race.New(p.Setup(), dice.NewKeyed(""))
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) board.ID {
		for id := range r.Board().Len() {
			if n := r.Board().Space(board.ID(id)).Corner; n > 0 && r.Board().Corners[n-1].Name == name {
				return board.ID(id)
			}
		}
		t.Fatal("no corner ", name)
		return board.None
	}
	for _, test := range []struct {
		space board.ID
		stops int
		want  string
	}{
		{r.Board().Find("1/inside"), 0, ""},
		{in("Station"), 0, "Station, owes 2"},
		{in("Station"), 1, "Station, owes 1"},
		{in("Station"), 2, "Station"},
		{in("Casino"), 0, "Casino, owes 1"},
	} {
		if err := r.Lay(0, race.Position{Status: race.Running, Space: test.space, Stops: test.stops}); err != nil {
			t.Fatal(err)
		}
		if got := cornerOf(r, r.Car(0)); got != test.want {
			t.Errorf("%d stops on %s: %q, want %q", test.stops, r.Board().Space(test.space).Name, got, test.want)
		}
	}
}

// After a round the standings show who is near those that people drive.
func TestAround(t *testing.T) {
	for _, test := range []struct{ people, out, want string }{
		{"", "", "ABCDEFGH"},
		{"ABCDEFGH", "", "ABCDEFGH"},
		{"A", "", "AB"},
		{"D", "", "ACDE"},
		{"H", "", "AGH"},
		{"CG", "", "ABCDFGH"},
		{"DG", "G", "ACDE"},
		{"D", "D", "ABCDEFGH"},
	} {
		var rows []term.StandingRow
		for _, car := range "ABCDEFGH" {
			row := term.StandingRow{Car: string(car), Status: race.Running}
			if strings.ContainsRune(test.out, car) {
				row.Status = race.Retired
			}
			rows = append(rows, row)
		}
		got := ""
		for _, row := range around(rows, strings.Split(test.people, "")) {
			got += row.Car
		}
		if got != test.want {
			t.Errorf("people drive %q, %q are out: %s, want %s", test.people, test.out, got, test.want)
		}
	}
}
