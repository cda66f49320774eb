package scripts_test

import "testing"

func TestBonusPointsRefused(t *testing.T) {
	refuse(t, []refusal{
		{"no such field", my + "V.car = { luck = 0 }\nV.bonus_points = \"bonus\"\nreturn V", "test/my.lua:3: bonus_points: cars need a field `bonus` that starts with a whole number"},
		{"a text", my + "V.car = { bonus = \"\" }\nV.bonus_points = \"bonus\"\nreturn V", "test/my.lua:3: bonus_points: cars need a field `bonus` that starts with a whole number"},
		{"no name", my + "V.bonus_points = 3\nreturn V", "test/my.lua:2: bonus_points: it must be a text, not the number 3"},
	})
}
