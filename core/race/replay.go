package race

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"sandbox/core/dice"
)

// Opener makes a book of the rules that a journal embeds.
type Opener func(head Head, sources []Source, settings []string) (Book, error)

// Replay plays a journal's race again from its embedded rules, line by line as it
// is read: committed steps with the answers and the dice they had, then the
// answers given to the step that was under way. It compares each state and each
// event with the journal's and fails at the first that differs, naming the line.
// With stop set it ends before the first record that stop refuses.
func Replay(journal *Reader, open Opener, stop func(g *Game, next *Record) bool) (*Game, error) {
	g, err := replay(journal.Next, open, stop)
	if err == nil {
		g.journal.held = journal.held
	}
	return g, err
}

// replay is Replay of records as they come; behind the last one is io.EOF.
func replay(next func() (*Record, error), open Opener, stop func(g *Game, next *Record) bool) (*Game, error) {
	g := emptyGame(nil, Head{}, nil, nil)
	g.replaying = true
	sources := map[string]Source{}
	for line := 1; ; line++ {
		rec, err := next()
		if err == io.EOF || err == nil && stop != nil && g.book != nil && stop(g, rec) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := g.replay(rec, sources, open); err != nil {
			if _, changed := next(); changed != nil && changed != io.EOF {
				return nil, changed // a line that was changed by hand is found by the one after it
			}
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		g.journal.prev = rec.hash
	}
	if g.book == nil {
		return nil, ErrEmpty
	}
	g.replaying, g.wanted = false, nil // people are told more of what is wanted
	_ = g.advise()                     // what fails there fails again when the step is attempted, and is told then
	return g, nil
}

// Continue has the game write on to a journal that was read and replayed.
func (g *Game) Continue(journal io.Writer) {
	g.journal.out, g.journal.err = journal, nil
}

// replay does what one record says.
func (g *Game) replay(rec *Record, sources map[string]Source, open Opener) error {
	switch {
	case rec.Head != nil:
		source, err := dice.Open(rec.Head.Dice, rec.Head.Seed)
		g.head, g.source = *rec.Head, source
		return err
	case rec.Source != nil:
		sources[rec.Source.Hash] = rec.Source.Source
		g.journal.known[rec.Source.Hash] = true
	case rec.Rules != nil:
		return g.replayRules(rec.Rules, sources, open)
	case g.book == nil:
		return errors.New("it stands before the rules")
	case rec.Answer != nil:
		return g.replayAnswer(rec.Answer)
	case rec.Throw != nil:
		return g.replayThrow(rec.Throw)
	case rec.Commit != nil:
		return g.replayCommit(rec.Commit)
	case rec.Retract != nil:
		return g.replayRetract(rec.Retract)
	case rec.Undo > 0:
		if rec.Undo > g.Steps() {
			return fmt.Errorf("it takes back %d steps of %d", rec.Undo, g.Steps())
		}
		_, err := g.Undo(rec.Undo)
		return err
	case rec.Amend != nil:
		return g.Amend(rec.Amend.Note, rec.Amend.State)
	case rec.Go:
		return g.Go()
	}
	return nil
}

func (g *Game) replayRules(rules *RulesRecord, sources map[string]Source, open Opener) error {
	var files []Source
	for _, hash := range rules.Files {
		src, ok := sources[hash]
		if !ok {
			return fmt.Errorf("it names rules with hash %s, which the journal does not hold", hash)
		}
		files = append(files, src)
	}
	book, err := open(g.head, files, rules.Settings)
	if err != nil {
		return fmt.Errorf("the embedded rules: %w", err)
	}
	if g.book != nil {
		return g.Reload(book, rules.Changes)
	}
	g.book = book
	return g.begin()
}

func (g *Game) replayAnswer(a *AnswerRecord) error {
	if len(g.pending) == 0 {
		if _, err := g.Play(); !errors.Is(err, ErrPending) {
			return fmt.Errorf("%s does not ask %s %q here (%v)", a.Step, a.Who, a.Key, err)
		}
	}
	if g.under != a.Step {
		return fmt.Errorf("the answer is to %s, but %s comes here", a.Step, g.under)
	}
	for i := range g.pending {
		if id := g.pending[i].ID; id.Who == a.Who && id.Key == a.Key && id.Nth == a.Nth {
			return g.answer(id, a.Option, a.Written)
		}
	}
	return fmt.Errorf("%s is not asked %q now", a.Who, a.Key)
}

func (g *Game) replayCommit(want *CommitRecord) error {
	c, err := g.Play()
	if err != nil {
		return fmt.Errorf("%s: %w", want.Step, err)
	}
	got, err := c.record()
	switch {
	case err != nil:
		return err
	case got.Step != want.Step:
		return fmt.Errorf("%s was played here, but the rules now play %s", want.Step, got.Step)
	case got.State != want.State:
		return fmt.Errorf("%s: the state differs from the one recorded; it is now\n%s", want.Step, c.State)
	case !sameEvents(got.Events, want.Events):
		return fmt.Errorf("%s: the events differ from those recorded", want.Step)
	}
	return nil
}

// sameEvents says that a commit's events are those of a journal's line.
func sameEvents(a, b []json.RawMessage) bool {
	return slices.EqualFunc(a, b, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) })
}
