package api

import (
	"slices"
	"testing"
)

func TestSignature(t *testing.T) {
	for _, tt := range []struct {
		f    Function
		want string
	}{
		{Function{Of: "race", Name: "roll", Args: "who Car|Race, dice? string, ... any", Returns: "total integer, ... integer"}, "race:roll(who, dice, ...) -> total, ..."},
		{Function{Of: "race in a spec", Name: "turn", Args: "car"}, "race:turn(car)"},
		{Function{Of: "table", Name: "roll", Returns: "row"}, "table:roll() -> row"},
		{Function{Of: "paths", Name: "each"}, "paths:each()"},
		{Function{Of: "racing", Name: "table", Args: "dice, rows", Returns: "roll_table RollTable"}, "racing.table(dice, rows) -> roll_table"},
		{Function{Of: "track", Name: "straight", Args: "section"}, "track.straight(section)"},
	} {
		if got := tt.f.Signature(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestValues(t *testing.T) {
	got := Values("car Car, score table<string, integer>, do? fun(car: Car, n: integer): string, ... any, plain")
	want := []Value{{"car", "Car", false}, {"score", "table<string, integer>", false}, {"do", "fun(car: Car, n: integer): string", true}, {"...", "any", false}, {"plain", "", false}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if names := Names("car Car, do? fun(a: A, b: B), ... any"); names != "car, do, ..." {
		t.Error(names)
	}
	if got := Values(""); got != nil {
		t.Errorf("%+v for nothing", got)
	}
}
