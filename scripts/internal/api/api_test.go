package api

import "testing"

func TestSignature(t *testing.T) {
	for _, tt := range []struct {
		f    Function
		want string
	}{
		{Function{Of: "race", Name: "roll", Args: "who, dice", Returns: "total, face, ..."}, "race:roll(who, dice) -> total, face, ..."},
		{Function{Of: "race in a spec", Name: "turn", Args: "car"}, "race:turn(car)"},
		{Function{Of: "table", Name: "roll", Returns: "row"}, "table:roll() -> row"},
		{Function{Of: "paths", Name: "each"}, "paths:each()"},
		{Function{Of: "racing", Name: "table", Args: "dice, rows", Returns: "roll table"}, "racing.table(dice, rows) -> roll table"},
		{Function{Of: "track", Name: "straight", Args: "section"}, "track.straight(section)"},
	} {
		if got := tt.f.Signature(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
