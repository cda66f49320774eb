package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// undo takes back so many steps or, without a number, what a person did last:
// what was given to the step under way or, without that, the last step that
// was somebody's doing and all that came after it.
func (t *table) undo(args []string) (bool, error) {
	t.together()
	if len(args) == 0 {
		given, err := t.game.Retract()
		if err == nil {
			t.say("taken back: %s", givenText(given))
		}
		if !errors.Is(err, race.ErrNothingGiven) {
			return err == nil, err
		}
		return t.undoSteps(t.game.SincePerson())
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 {
		return false, fmt.Errorf("%q is no number of steps", args[0])
	}
	return t.undoSteps(n)
}

// givenText is "Ada, gear: 3", without what others may not see.
func givenText(v race.Given) string {
	if v.Hidden {
		return v.Who + ", " + v.What
	}
	what := v.Option
	if v.Faces != nil {
		what = strings.Trim(fmt.Sprint(v.Faces), "[]")
	}
	return fmt.Sprintf("%s, %s: %s", v.Who, v.What, what)
}

func (t *table) undoSteps(n int) (bool, error) {
	n, err := t.game.Undo(n)
	if err != nil {
		return false, err
	}
	t.shown, t.heading, t.rounds, t.hold = nil, "", 0, true
	luck := "luck is not changed: what is done again rolls the same, under the rules as they are now"
	if t.game.Head().Dice == dice.KindAsk {
		luck = "the dice are asked for again, and Enter takes what was typed before"
	}
	t.say("%d %s taken back; %s", n, plural(n, "step"), luck)
	t.standing()
	return true, nil
}
