package race

import (
	"errors"
	"fmt"
	"slices"
)

// doing is a step that was a person's doing.
type doing struct {
	at    int  // how many commits there were before it
	amend bool // a correction; otherwise somebody answered in it, or typed in what dice showed
}

// Go says, in the journal too, that a person lets the race go on from here:
// SincePerson goes back to here at the furthest.
func (g *Game) Go() error {
	at := g.history.len()
	if n := len(g.goes); n > 0 && g.goes[n-1] == at {
		return nil
	}
	if err := g.journal.write(Record{Go: true}); err != nil {
		return err
	}
	g.goes = append(g.goes, at)
	return nil
}

// SincePerson is how many steps there are since a person last did something,
// with that: a step they answered in or typed dice for, a correction, or the
// first step that was played because they let the race go on. Where nobody is
// asked anything it is one step.
func (g *Game) SincePerson() int {
	asked := len(g.pending) > 0 || g.wanted != nil
	last := 0 // of the steps that were a person's doing
	for i := len(g.doings) - 1; i >= 0 && (last == 0 || !asked); i-- {
		asked, last = asked || !g.doings[i].amend, max(last, g.doings[i].at)
	}
	for i := len(g.goes) - 1; i >= 0; i-- {
		if at := g.goes[i]; at < g.history.len() {
			last = max(last, at)
			break
		}
	}
	if !asked || last == 0 {
		return 1
	}
	return g.history.len() - last
}

// Undo takes back the last n steps and the answers to the one under way, and
// returns how many steps it took. Luck is not changed: what is done again in
// the same way rolls the same; dice that were typed in are wanted again, and
// the old answers are the defaults of their questions. It fails, and takes
// nothing back, when the rules in force do not know the state before those
// steps.
func (g *Game) Undo(n int) (int, error) {
	n = min(n, g.Steps())
	if n < 1 {
		return 0, errors.New("nothing has happened yet")
	}
	stands := g.history.len() - n
	before, err := g.history.at(stands - 1)
	if err != nil {
		return 0, err
	}
	r, rules, err := g.fresh(g.book, before.State)
	if err != nil {
		return 0, fmt.Errorf("the rules in force cannot go back that far: %w", err)
	}
	if err := g.journal.write(Record{Undo: n}); err != nil {
		return 0, err
	}
	if err := g.undo(stands); err != nil {
		return 0, err
	}
	g.race, g.rules = r, rules
	return n, nil
}

// undo leaves so many commits.
func (g *Game) undo(stands int) error {
	for i := stands; i < g.history.len(); i++ {
		c, err := g.history.at(i)
		if err != nil {
			return err
		}
		for _, v := range c.Given {
			if v.Faces == nil {
				g.said[question{c.Step, v.Who, v.What, v.Nth}] = v.Option
			}
		}
	}
	if err := g.history.cut(stands); err != nil {
		return err
	}
	for len(g.doings) > 0 && g.doings[len(g.doings)-1].at >= stands {
		g.doings = g.doings[:len(g.doings)-1]
	}
	for len(g.goes) > 0 && g.goes[len(g.goes)-1] >= stands {
		g.goes = g.goes[:len(g.goes)-1]
	}
	for i := range g.revisions {
		g.revisions[i].At = min(g.revisions[i].At, stands-1)
	}
	g.forgetAll()
	g.given, g.under, g.pending, g.wanted, g.events, g.notice = nil, "", nil, nil, nil, ""
	g.still, g.tried = nil, nil
	return nil
}

// Reload puts another book in force, in the middle of a step too: the step
// begins again, and the answers given to it hold as long as nothing before
// them differs. It fails, and the old book stays in force, when the race
// cannot go on under the new one. Changes are told in words to the journal's
// readers.
func (g *Game) Reload(book Book, changes []string) error {
	r, rules, state, err := g.settled(book, g.State())
	if err != nil {
		return err
	}
	if err := g.journal.writeRules(book, changes); err != nil {
		return err
	}
	g.book = book
	g.standAt(r, rules)
	g.history.settle(state)
	g.revisions = append(g.revisions, Revision{g.Steps(), changes})
	return nil
}

// Fits says why the race cannot go on under a book, nil when it can.
func (g *Game) Fits(book Book) error {
	_, _, _, err := g.settled(book, g.State())
	return err
}

// Revision is a change of the rules in the middle of a race.
type Revision struct {
	At      int      // how many steps were committed before it, of those that still are
	Changes []string // in words
}

// Revisions are the changes of the rules so far, in their order.
func (g *Game) Revisions() []Revision { return slices.Clone(g.revisions) }

// ReloadFrom takes back the last n steps, as Undo does, or for 0 what was given
// to the step under way, and puts another book in force there, as Reload does. It
// fails, and changes nothing, where one of these would.
func (g *Game) ReloadFrom(n int, book Book, changes []string) error {
	n = min(n, g.Steps())
	before, err := g.history.at(g.Steps() - n)
	if err != nil {
		return err
	}
	if _, _, _, err := g.settled(book, before.State); err != nil {
		return err
	}
	if err := g.takeBack(n); err != nil {
		return err
	}
	return g.Reload(book, changes)
}

// takeBack is Undo, for 0 too.
func (g *Game) takeBack(n int) error {
	if n > 0 {
		_, err := g.Undo(n)
		return err
	}
	for {
		switch _, err := g.Retract(); {
		case errors.Is(err, ErrNothingGiven):
			return nil
		case err != nil:
			return err
		}
	}
}

// Amend puts the race into another state: a game master's correction. The
// note says what was corrected. Answers to the step under way hold as after a
// Reload.
func (g *Game) Amend(note, state string) error {
	r, rules, state, err := g.settled(g.book, state)
	if err != nil {
		return err
	}
	if err := g.journal.write(Record{Amend: &AmendRecord{note, state}}); err != nil {
		return err
	}
	g.standAt(r, rules)
	g.add(&Commit{Step: note, Kind: Special, Round: r.round, State: state, Amend: true})
	return nil
}

// standAt has the race stand elsewhere: what was asked is asked again.
func (g *Game) standAt(r *Race, rules Rules) {
	g.race, g.rules, g.still, g.tried, g.pending, g.wanted = r, rules, nil, nil, nil, nil
}
