package scripts

import (
	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// LiveTables are the tables that files can call, as the program builds them.
func LiveTables() map[string]*lua.LTable {
	s := newState(newUnits(Roots{}))
	runner := &specRunner{state: s}
	sr := &specRace{runner: runner}
	return map[string]*lua.LTable{
		"racing":         s.extra["racing"].(*lua.LTable),
		"track":          s.extra["track"].(*lua.LTable),
		"table":          s.newRollTable(dice.Dice{Count: 1, Sides: 2}, s.L.NewTable()),
		"race":           raceTableOf(s),
		"spec":           runner.open(),
		"race in a spec": sr.table(),
	}
}

func raceTableOf(s *state) *lua.LTable {
	b, err := board.New(board.Plan{Name: "two", Lanes: 1, Rows: [][]board.Space{{{Next: []board.ID{1}}}, {{}}}})
	if err != nil {
		panic(err)
	}
	r, err := race.New(race.Setup{Board: b, Laps: 1, Entries: []string{"A"}}, dice.NewKeyed(""))
	if err != nil {
		panic(err)
	}
	h := &Host{state: s, program: &Program{circuit: &circuit{}}, race: r, def: &definition{race: &fields{}, car: &fields{}}}
	h.makeRace()
	return h.raceTable
}

// Described are the names of the functions that the reference has of a table.
func Described(of string) []string {
	var names []string
	for _, list := range [][]Function{racingFunctions, raceAPI, tableFunctions, trackFunctions, specFunctions, raceFunctions} {
		for _, f := range list {
			if f.Of == of {
				names = append(names, f.name)
			}
		}
	}
	return names
}
