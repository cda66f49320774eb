package main

import (
	"fmt"
	"slices"

	"sandbox/scripts"
)

// Skill is what the strong driver makes of a car among those that are as usual.
const (
	strongBot = "expert"
	usualBot  = "steady"
)

// skill plays each race with usual drivers alone, and again with the strong one
// in one of the cars.
func (s *simulation) skill(a *scripts.Program) error {
	o := s.flags.Order
	o.Bots = append([]string{strongBot}, slices.Repeat([]string{usualBot}, len(a.Entries())-1)...)
	b, err := s.program.keep().Prepare(o)
	if err != nil {
		return fmt.Errorf("--skill: %w", err)
	}
	guest := subject(b.Program, playCommand(o), s.flags.by)
	guest.Guest = true
	return s.once(a, guest)
}
