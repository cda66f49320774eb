package scripts_test

import (
	"fmt"
	"testing"

	"sandbox/scripts"
)

// settable is a variant with a value of each kind.
const settable = `local racing = require "racing"
local V = racing.extend("paper_f1", { laps = 2 })
V.flag = false
V["odd.name"] = { ["a b"] = 1, ['say "x"'] = 2 }
V.plain = racing.table("d3", { 5, 7, 9 })
V.pits = { fast = racing.table("d6", { ["1-6"] = { text = "in", spaces = 1 } }) }
V.bold = function() end
return V`

func TestSettings(t *testing.T) {
	for _, test := range []struct{ name, setting, path, want string }{
		{"number", "action.2.spaces=-4", "action.2.spaces", "-4"},
		{"spaces around", " action.2.spaces = -4 ", "action.2.spaces", "-4"},
		{"fraction", "qualifying.kept=0.75", "qualifying.kept", "0.75"},
		{"power of ten", "qualifying.final=1e1", "qualifying.final", "10"},
		{"text", "name=My Race", "name", `"My Race"`},
		{"text in quotes", `name=" My = Race "`, "name", `" My = Race "`},
		{"text with an equals sign", "name=a=b", "name", `"a=b"`},
		{"text that looks like a number", "name=7", "name", `"7"`},
		{"boolean", "flag=true", "flag", "true"},
		{"boolean off", "points_for_retired=false", "points_for_retired", "false"},
		{"team with a space", "modifiers.Red Bull.1=5", "modifiers.Red Bull.1", "5"},
		{"team in quotes", `modifiers."Red Bull".2=5`, "modifiers.Red Bull.2", "5"},
		{"key with a dot", `"odd.name".a b=5`, "odd.name.a b", "5"},
		{"key with quotes", `"odd.name"."say \"x\""=5`, `odd.name.say "x"`, "5"},
		{"key of digits", "points_systems.9-6-4.1=10", "points_systems.9-6-4.1", "10"},
		{"item of a list", "points_systems.10-6-4.2=7", "points_systems.10-6-4.2", "7"},
		{"entry", "entries.1.team=Lotus", "entries.1.team", `"Lotus"`},
		{"plain row", "plain.2=8", "plain.2", "8"},
		{"face of a range", "pits.fast.3.spaces=2", "pits.fast.3.spaces", "2"},
		{"the range's other faces stay", "pits.fast.3.spaces=2", "pits.fast.4.spaces", "1"},
		{"range as it is written", "pits.fast.1-6.spaces=2", "pits.fast.6.spaces", "2"},
		{"part of a range", "pits.fast.2-3.spaces=2", "pits.fast.3.spaces", "2"},
		{"the rest of a range stays", "pits.fast.2-3.spaces=2", "pits.fast.4.spaces", "1"},
		{"range of rows of their own", "action.2-3.text=lost", "action.3.text", `"lost"`},
		{"the rows keep the rest", "action.2-3.text=lost", "action.3.spaces", "-2"},
		{"range of plain rows", "plain.2-3=8", "plain.3", "8"},
		{"new field of a row", "action.4.retire=true", "action.4.retire", "true"},
		{"new text in a row", "action.4.retire=engine", "action.4.retire", `"engine"`},
		{"new number in a row", "action.1.spaces=2", "action.1.spaces", "2"},
		{"the variant's laps", "laps=5", "laps", "5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, scripts.Options{Variant: "my", Settings: []string{test.setting}}, map[string]string{"my": settable})
			if got := value(p, test.path); got != test.want {
				t.Errorf("%s: got %s, want %s", test.path, got, test.want)
			}
		})
	}
}

// Later settings lie over earlier ones; the file's rows stay as they were.
func TestSettingsInTurn(t *testing.T) {
	own := map[string]string{"my": settable}
	p := load(t, scripts.Options{Variant: "my", Settings: []string{"action.2.spaces=-4", "laps=3", "action.2.spaces=-5", "pits.fast.3.spaces=2", "pits.fast.3.text=out"}}, own)
	for path, want := range map[string]string{"action.2.spaces": "-5", "pits.fast.3.spaces": "2", "pits.fast.3.text": `"out"`, "pits.fast.2.text": `"in"`} {
		if got := value(p, path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if p.Laps() != 3 {
		t.Errorf("%d laps", p.Laps())
	}
	if q := load(t, scripts.Options{Variant: "my"}, own); value(q, "action.2.spaces") != "-3" {
		t.Errorf("a setting outlived its program")
	}
}

// A range is changed as one row, and stays one.
func TestSettingsOfARange(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my", Settings: []string{"pits.fast.1-6.spaces=2", "pits.fast.2-3.text=out"}}, map[string]string{"my": settable})
	for _, table := range p.Info().Tables {
		if table.Name != "pits.fast" {
			continue
		}
		got := ""
		for _, row := range table.Rows {
			got += fmt.Sprint(row.From, "-", row.To, " ", row.Text, ", ")
		}
		if want := "1-1 in, 2-3 out, 4-6 in, "; got != want {
			t.Errorf("rows %s, want %s", got, want)
		}
	}
}

func TestSettingsRefused(t *testing.T) {
	for _, test := range []struct{ name, setting, want string }{
		{"no value", "action.2.spaces", `setting "action.2.spaces": write path=value, such as action.2.spaces=-4`},
		{"empty", "", `setting "": write path=value, such as action.2.spaces=-4`},
		{"no path", "=4", "setting \"=4\": ``: a name is missing"},
		{"two dots", "action..spaces=4", "setting \"action..spaces=4\": `action..spaces`: a name is missing"},
		{"dot at the end", "action.=4", "setting \"action.=4\": `action.`: a name is missing"},
		{"open quote", `"action.2=4`, "setting \"\\\"action.2=4\": `\"action.2`: a quote is not closed"},
		{"no dot after a quote", `"action"2=4`, "setting \"\\\"action\\\"2=4\": `\"action\"2`: a dot is missing before \"2\""},
		{"unknown", "acton.2.spaces=4", "setting \"acton.2.spaces=4\": `acton`: no such value; did you mean `action`?..."},
		{"unknown in a table", "qualifying.finl=4", "setting \"qualifying.finl=4\": `qualifying.finl`: no such value; did you mean `final`?..."},
		{"face off the die", "action.7.spaces=4", "setting \"action.7.spaces=4\": `action.7`: no such value..."},
		{"range off the die", "action.5-7.spaces=4", "setting \"action.5-7.spaces=4\": `action.5-7`: no such value..."},
		{"range of a row", "action.2-3=4", "setting \"action.2-3=4\": `action.2-3`: it is a table; ..."},
		{"unknown field of a row", "action.2.spases=4", "setting \"action.2.spases=4\": `action.2.spases`: no such value; did you mean `spaces`?..."},
		{"new field of what is no row", "entries.1.spaces=4", "setting \"entries.1.spaces=4\": `entries.1.spaces`: no such value..."},
		{"inside a number", "qualifying.final.x=4", "setting \"qualifying.final.x=4\": `qualifying.final` is the number 10, which has nothing inside"},
		{"word for a number", "action.2.spaces=far", "setting \"action.2.spaces=far\": `action.2.spaces`: \"far\" is no number"},
		{"nothing for a number", "action.2.spaces=", "setting \"action.2.spaces=\": `action.2.spaces`: \"\" is no number"},
		{"no number", "action.2.spaces=nan", "setting \"action.2.spaces=nan\": `action.2.spaces`: \"nan\" is no number"},
		{"infinite", "action.2.spaces=-inf", "setting \"action.2.spaces=-inf\": `action.2.spaces`: \"-inf\" is no number"},
		{"too large", "action.2.spaces=1e999", "setting \"action.2.spaces=1e999\": `action.2.spaces`: \"1e999\" is no number"},
		{"word for a boolean", "flag=maybe", "setting \"flag=maybe\": `flag`: \"maybe\" is neither true nor false"},
		{"table", "action=4", "setting \"action=4\": `action`: it is a table; only a number, a text or true and false can be set here, so change the file"},
		{"row", "action.2=4", "setting \"action.2=4\": `action.2`: it is a table; ..."},
		{"function", "bold=4", "setting \"bold=4\": `bold`: it is a function; ..."},
		{"inside a function", "bold.dice=d8", "setting \"bold.dice=d8\": `bold` is a function; change it in a fork"},
		{"roll method", "action.roll=4", "setting \"action.roll=4\": `action.roll`: it is a function; ..."},
		{"dice of a table", "action.dice=d8", "setting \"action.dice=d8\": `action.dice`: no such value..."},
		{"checked as the file is", "laps=0.5", "test/my.lua:2: laps: it must be a whole number from 0 to 1000, not the number 0.5"},
		{"row checked as the file is", "action.2.spaces=0.5", "variants/paper_f1.lua:44: action[2]: spaces is a whole number of rows, forward or (negative) back, not the number 0.5"},
		{"order", "order=last first", "variants/paper_f1.lua:7: order: no order is called \"last first\"..."},
		{"track", "track=ovl", "no track called \"ovl\"; did you mean `oval`?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := scripts.Load(files(map[string]string{"my": settable}), scripts.Options{Variant: "my", Settings: []string{test.setting}})
			said(t, err, test.want)
		})
	}
}
