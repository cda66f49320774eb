package report

import (
	"bytes"
	"testing"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// rollTables are one with a row for every kind of field, and one whose rows
// are plain values.
func rollTables() []RollTable {
	return []RollTable{
		{Name: "action", Dice: dice.Dice{Count: 1, Sides: 6}, Rows: []RollRow{
			{1, 1, []race.Field{{Name: "retire", Value: true}, {Name: "text", Value: "blown | engine"}}},
			{2, 4, []race.Field{{Name: "odds", Value: 0.125}, {Name: "spaces", Value: -2000}, {Name: "text", Value: "spin"}}},
			{5, 6, []race.Field{{Name: "spaces", Value: 4000}, {Name: "text", Value: "lucky"}, {Name: "call", Value: "a function"}}},
		}},
		{Name: "luck", Dice: dice.Dice{Count: 2, Sides: 2}, Rows: []RollRow{
			{2, 3, []race.Field{{Name: "value", Value: "low"}}},
			{4, 4, []race.Field{{Name: "value", Value: 7}, {Name: "roll", Value: true}}},
		}},
	}
}

func TestRolls(t *testing.T) {
	tablesAre(t, Rolls(rollTables()), `
[roll_tables] Roll tables
table | dice | rows | total | spread | spaces | spread | in % of rolls
action | d6 | 3 | 3.50 | 1.71 | 400.00 | 2939.39 | 83.3
luck | 2d2 | 2 | 3.00 | 0.71 |  |  | 

[rows action] action (d6)
roll | text | spaces | retire | call | odds | odds %
1 | blown | engine |  | true |  |  | 16.7
2-4 | spin | -2000 |  |  | 0.125 | 50.0
5-6 | lucky | 4000 |  | a function |  | 33.3
as a path: action.ROLL.FIELD, such as action.2-4.spaces

[rows luck] luck (2d2)
roll | roll | value | odds %
2-3 |  | low | 75.0
4 | true | 7 | 25.0
as a path: luck.ROLL, such as luck.2-3
`)
	if tables := Rolls(nil); tables != nil {
		t.Errorf("%v of no tables", tables)
	}
}

// For programs a field has a column of its own, whatever it is called.
func TestRollsForPrograms(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, "csv", nil, Rolls(rollTables())[1:]); err != nil {
		t.Fatal(err)
	}
	const want = `table,row,column,value
rows action,1,text,blown | engine
rows action,1,spaces,
rows action,1,retire,true
rows action,1,call,
rows action,1,field_odds,
rows action,1,odds,0.16666666666666666
rows action,2-4,text,spin
rows action,2-4,spaces,-2000
rows action,2-4,retire,
rows action,2-4,call,
rows action,2-4,field_odds,0.125
rows action,2-4,odds,0.5
rows action,5-6,text,lucky
rows action,5-6,spaces,4000
rows action,5-6,retire,
rows action,5-6,call,a function
rows action,5-6,field_odds,
rows action,5-6,odds,0.3333333333333333
rows luck,2-3,field_roll,
rows luck,2-3,value,low
rows luck,2-3,odds,0.75
rows luck,4,field_roll,true
rows luck,4,value,7
rows luck,4,odds,0.25
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
