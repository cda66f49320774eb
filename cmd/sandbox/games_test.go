package main

import (
	"sandbox/core/race"
	"sandbox/scripts"
)

// standing is the race as it stands.
func standing(g *race.Game) *race.Race {
	r, err := g.Race()
	if err != nil {
		panic(err)
	}
	return r
}

// embedded opens the rules that a journal holds.
func embedded(head race.Head, sources []race.Source, settings []string) (race.Book, error) {
	return scripts.Load(scripts.Recorded(sources), headOptions(head, settings))
}

func headOptions(head race.Head, settings []string) scripts.Options {
	return scripts.Options{
		Variant: head.Variant, With: head.With, Track: head.Track, Laps: head.Laps, Settings: settings,
		Entries: head.Entries, People: head.People, Bots: head.Bots,
	}
}
