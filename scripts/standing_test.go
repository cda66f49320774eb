package scripts_test

import (
	"sandbox/core/race"
	"sandbox/scripts"
)

// standing is the race of a game as last committed.
func standing(g *race.Game) *race.Race {
	r, err := g.Race()
	if err != nil {
		panic(err)
	}
	return r
}

// hostOf is what runs the rules of a game.
func hostOf(g *race.Game) *scripts.Host {
	rules, err := g.Rules()
	if err != nil {
		panic(err)
	}
	return rules.(*scripts.Host)
}

// reply answers the first pending question of a key to somebody or, where none
// is pending, one of the step under way.
func reply(g *race.Game, who, key, option string) error {
	id := race.QuestionID{Step: g.Under(), Who: who, Key: key}
	for _, q := range g.Pending() {
		if q.ID.Who == who && q.ID.Key == key {
			id = q.ID
			break
		}
	}
	return g.Answer(id, option)
}
