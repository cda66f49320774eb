package library

import (
	"strings"

	"sandbox/cmd/internal/door"
	"sandbox/scripts"
)

// Stack is a game and the house rules over it, found.
type Stack struct {
	Name    string   // of the game, "" for none
	With    []string // of the house rules, the last one on top
	Folders []string // in which they lie, "" for the usual ones
}

// FindStack is Find for a game with house rules over it: those that stand behind
// its name, isloppet+wolves, and others.
func FindStack(called string, with []string) (s Stack, err error) {
	game, over := Parts(called)
	folder, name, err := Find(game, scripts.Variants)
	if err != nil {
		return s, err
	}
	s, err = FindHouses(append(over, with...))
	s.Name, s.Folders = name, append([]string{folder}, s.Folders...)
	return s, err
}

// FindHouses is FindStack for house rules without a game.
func FindHouses(with []string) (s Stack, err error) {
	for _, house := range with {
		folder, name, err := Find(strings.TrimSpace(house), scripts.Variants)
		if err != nil {
			return s, err
		}
		s.With, s.Folders = append(s.With, name), append(s.Folders, folder)
	}
	return s, nil
}

// Parts splits what a user calls a game with house rules over it, such as
// isloppet+wolves+blue_flags. A file whose own name is written so is one game.
func Parts(called string) (game string, houses []string) {
	list := strings.Split(called, "+")
	if len(list) == 1 || door.Ordinary(strings.TrimSuffix(called, ".lua")+".lua") == nil {
		return called, nil
	}
	return list[0], list[1:]
}
