package faces

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

var (
	d6  = dice.Dice{Count: 1, Sides: 6}
	d20 = dice.Dice{Count: 1, Sides: 20}
	two = dice.Dice{Count: 2, Sides: 6}
)

// rows is a table as a file writes it.
func rows(t *testing.T, text string) (*luabox.Box, luabox.Table) {
	t.Helper()
	files := source.Recorded{race.Source{Name: "variants/v", Path: "v.lua", Text: "return " + text}}
	box := luabox.New(luabox.NewUnits(files), luabox.Hooks{})
	v, err := box.Load("variants/v")
	if err != nil {
		t.Fatal(err)
	}
	table, ok := v.Table()
	if !ok {
		t.Fatalf("%s is no table", text)
	}
	return box, table
}

func TestSpans(t *testing.T) {
	for _, tt := range []struct {
		name string
		dice dice.Dice
		text string
		want string // spans, then what is wrong
	}{
		{"faces", d6, `{ 11, 12, 13, 14, 15, 16 }`, "1-1=11 2-2=12 3-3=13 4-4=14 5-5=15 6-6=16"},
		{"ranges", d20, `{ ["13-20"] = "b", ["1-12"] = "a" }`, "1-12=a 13-20=b"},
		{"spaces in a range", d6, `{ ["1 - 3"] = "a", ["4- 6"] = "b" }`, "1-3=a 4-6=b"},
		{"a face as a text", d6, `{ ["1"] = "a", ["2-6"] = "b" }`, "1-1=a 2-6=b"},
		{"totals", two, `{ ["2-6"] = "a", ["7-12"] = "b" }`, "2-6=a 7-12=b"},
		{"a gap", d6, `{ ["1-2"] = "a", ["4-6"] = "b" }`, "1-2=a 4-6=b; no 3"},
		{"the last face is missing", d6, `{ ["1-5"] = "a" }`, "1-5=a; no 6"},
		{"empty", two, `{}`, "; no 2"},
		{"twice", d20, `{ ["1-12"] = "a", ["11-20"] = "b" }`, `1-12=a 11-20=b; 11-20: 11 is covered twice ("1-12" and "11-20")`},
		{"one inside another", d20, `{ ["1-20"] = "a", [3] = "b", ["5-9"] = "c" }`,
			`1-20=a 3-3=b 5-9=c; 3: 3 is covered twice ("1-20" and 3); 5-9: 5 is covered twice ("1-20" and "5-9")`},
		{"no face", d6, `{ often = "a", ["1-6"] = "b" }`, `1-6=b; often: "often" is no face: write a number, or a range such as "3-11"`},
		{"off the die", d6, `{ [7] = "a", ["1-6"] = "b" }`, "1-6=b; 7: a d6 has no face 7"},
		{"a total that cannot be", two, `{ ["1-12"] = "a" }`, "; no 2; 1-12: 2d6 cannot roll 1"},
		{"backwards", d6, `{ ["6-1"] = "a" }`, `; no 1; 6-1: "6-1" runs backwards`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			box, table := rows(t, tt.text)
			spans, wrong := Spans(box, tt.dice, table)
			var list []string
			for _, s := range spans {
				list = append(list, fmt.Sprintf("%d-%d=%s", s.From, s.To, s.Row))
			}
			got := strings.Join(list, " ")
			if face, missing := Missing(spans, tt.dice); missing {
				got += fmt.Sprintf("; no %d", face)
			}
			for _, f := range wrong {
				got += "; " + f.At + ": " + f.Msg
			}
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestNoRow(t *testing.T) {
	if f := NoRow(3, two); f.At != "3" || f.Msg != "no row for 3: 2d6 rolls 2 to 12" {
		t.Errorf("%+v", f)
	}
}
