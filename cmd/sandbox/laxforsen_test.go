package main

import (
	"slices"
	"strings"
	"testing"

	"sandbox/cmd/internal/library"
	"sandbox/core/board"
	"sandbox/scripts"
)

// stuckBehind are the spaces from which no way leads past a space on which a
// wreck stands, however many turns it takes.
func stuckBehind(b *board.Board, wreck board.ID) (stuck []board.ID) {
	closed := func(id board.ID) bool { return id == wreck || slices.Contains(stuck, id) }
	for grew := true; grew; {
		grew = false
		for id := range board.ID(b.Len()) {
			if !closed(id) && !slices.ContainsFunc(b.Space(id).Next, func(n board.ID) bool { return !closed(n) }) {
				stuck, grew = append(stuck, id), true
			}
		}
	}
	return stuck
}

// Wherever a single wreck stands at Laxforsen, a car that comes from behind has a
// way past it: only who stands right behind it may have to wait (ruling E26), and
// only on these spaces, where ruts lead straight on or a row of pits ends.
func TestLaxforsenWaysOut(t *testing.T) {
	p, err := scripts.Load(library.Roots(), scripts.Options{Variant: "isloppet"})
	if err != nil {
		t.Fatal(err)
	}
	waits := strings.Fields(`7/inside 7/outside 9/inside 9/outside 11/inside 11/outside 17/inside 17/outside 19/inside 19/outside 26/inside
		26/outside 28/inside 28/outside 30/outside 31/inside 32/outside 33/inside 48/inner-pits 48/outer-pits 52/inside
		52/outside 54/inside 54/outside 56/inside 56/outside 63/inside 63/outside 65/inside 65/outside 67/inside
		67/outside 74/inside 74/outside 76/inside 76/outside 78/inside 78/outside`)
	b := p.Board()
	for wreck := range board.ID(b.Len()) {
		for _, id := range stuckBehind(b, wreck) {
			s := b.Space(id)
			if !slices.Contains(b.Space(id).Next, wreck) || !slices.Contains(waits, s.Name) {
				t.Errorf("with a wreck on %s no way leads on from %s", b.Space(wreck).Name, s.Name)
			}
			waits = slices.DeleteFunc(waits, func(name string) bool { return name == s.Name })
		}
	}
	for _, name := range waits {
		t.Errorf("on %s nobody has to wait: take it off the list", name)
	}
}
