package race

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"sandbox/core/dice"
)

// ErrOver is returned when there is no next step.
var ErrOver = errors.New("the race is over")

// Commit is a step that was carried out.
type Commit struct {
	Step   string // its label; "" for the start of the race
	Kind   Kind
	Round  int // the round it belongs to
	Events []Event
	State  string // the state after it, as Race.Text prints it
	Given  bool   // somebody answered in it, or typed in what dice showed
	Amend  bool   // it is a game master's correction
}

// Hash is the SHA-256 of the state.
func (c *Commit) Hash() string { return hashOf(c.State) }

// Game plays a race step by step. Each step is a transaction; going back, for
// whatever reason, is always the same: fresh rules, set to the last state.
type Game struct {
	race    *Race
	book    Book
	rules   Rules
	head    Head
	source  dice.Source
	journal *writer

	history []Commit            // history[0] is the start
	given   []Given             // to the step under way, in the order in which it was given
	said    map[question]string // the option last chosen, for the question's default
	under   string              // label of the step under way, "" when none was attempted
	pending []Ask
	wanted  *Wanted
	events  []Event // of the attempt under way
	notice  string
	stale   bool // the rules must be made afresh before they are used
}

// Start begins a race. The journal may be nil; otherwise each line reaches it
// with one Write.
func Start(book Book, head Head, source dice.Source, journal io.Writer) (*Game, error) {
	head.Format, head.Engine = Format, Engine
	g := &Game{book: book, head: head, source: source, said: map[question]string{}, journal: &writer{out: journal, known: map[string]bool{}}}
	if err := g.begin(); err != nil {
		return nil, err
	}
	if err := g.journal.write(Record{Head: &g.head}); err != nil {
		return nil, err
	}
	if err := g.journal.writeRules(book, nil); err != nil {
		return nil, err
	}
	return g, nil
}

// begin makes the race and its first state.
func (g *Game) begin() error {
	r, rules, state, err := g.settled(g.book, g.head.Start)
	if err != nil {
		return err
	}
	g.race, g.rules, g.history = r, rules, []Commit{{State: state}}
	return nil
}

// settled is fresh, and the state as the rules see it: a field they added has
// its starting value, one they dropped is gone.
func (g *Game) settled(book Book, from string) (r *Race, rules Rules, state string, err error) {
	r, rules, err = g.fresh(book, from)
	if err != nil {
		return nil, nil, "", err
	}
	notes, err := rules.State(r)
	return r, rules, r.Text(notes), err
}

// blank is a race of a book's that has not begun.
func (g *Game) blank(book Book) (*Race, error) {
	setup := book.Setup()
	setup.Entries = nil
	for _, e := range g.head.Entries {
		setup.Entries = append(setup.Entries, e.Name)
	}
	return New(setup, g.source)
}

// fresh makes a race and rules of a book, set to a state; "" is the start.
func (g *Game) fresh(book Book, state string) (*Race, Rules, error) {
	r, err := g.blank(book)
	if err != nil {
		return nil, nil, err
	}
	rules, err := book.Fresh(r)
	if err != nil {
		return nil, nil, err
	}
	if state != "" {
		notes, err := r.SetText(state)
		if err == nil {
			err = rules.SetState(r, notes)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if answerer, ok := rules.(Answerer); ok {
		r.answerer = answerer
	}
	return r, rules, nil
}

func (g *Game) text() (string, error) {
	notes, err := g.rules.State(g.race)
	if err != nil {
		return "", err
	}
	return g.race.Text(notes), nil
}

// Race is the race as it stands: after an unfinished step, as it stood before.
func (g *Game) Race() *Race {
	if g.stale && g.restore() != nil {
		g.standStill()
	}
	return g.race
}

// standStill shows the race as it stood where the rules cannot be made afresh,
// such as those that take too much memory now and then. Playing on says so.
func (g *Game) standStill() {
	r, err := g.blank(g.book)
	if err == nil {
		_, err = r.SetText(g.State())
	}
	if err != nil {
		panic(fmt.Sprintf("the last state cannot be restored: %v", err))
	}
	g.race = r
}

// Rules are the rules of the race as it stands.
func (g *Game) Rules() Rules {
	g.Race()
	return g.rules
}

// Head is what the race was started with.
func (g *Game) Head() Head { return g.head }

// Book is the book of rules in force.
func (g *Game) Book() Book { return g.book }

// History lists the commits; the first is the start of the race.
func (g *Game) History() []Commit { return g.history }

// State is the last committed state in its text form.
func (g *Game) State() string { return g.history[len(g.history)-1].State }

// Pending are the questions that the step under way waits for.
func (g *Game) Pending() []Ask { return g.pending }

// Events are those of the step under way; they are provisional.
func (g *Game) Events() []Event { return g.events }

// Notice returns what people should be told since it was last called, such as
// that answers were dropped.
func (g *Game) Notice() string {
	text := g.notice
	g.notice = ""
	return text
}

// restore is going back: fresh rules, set to the last state.
func (g *Game) restore() error {
	r, rules, err := g.fresh(g.book, g.State())
	if err != nil {
		return err
	}
	g.race, g.rules, g.stale = r, rules, false
	return nil
}

// Play carries out the next step. It returns ErrPending when a driver has to
// be asked (see Pending) or dice have to be typed in (see Wanted), ErrOver when there is no next step, or what went
// wrong in the rules or in the journal; after each of these the race stands
// as before the step.
func (g *Game) Play() (*Commit, error) {
	step, err := g.Next()
	if err != nil {
		return nil, err
	}
	return g.PlayStep(step)
}

// Next is the step that comes next, or ErrOver. It is good until the next call.
func (g *Game) Next() (*Step, error) {
	if g.stale {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	step, err := g.rules.Next(g.race)
	if err != nil && !errors.Is(err, ErrOver) {
		g.stale = true
	}
	return step, err
}

// PlayStep carries out a step, whether or not it is the next; specs use it.
func (g *Game) PlayStep(step *Step) (*Commit, error) {
	if g.stale {
		if err := g.restore(); err != nil {
			return nil, err
		}
	}
	if !utf8.ValidString(step.Label.String()) {
		return nil, fmt.Errorf("step %q is not UTF-8, so the journal cannot keep it", step.Label)
	}
	g.stepInto(step.Label.String())
	rec := &record{given: g.given, said: g.said}
	for i := range g.given {
		g.given[i].holds = g.given[i].Faces != nil
	}
	if g.race.record != nil {
		rec.where = g.race.record.where
	}
	g.race.record = rec
	err := g.race.RunStep(g.rules, step)
	g.events, g.pending, g.wanted = rec.events, rec.ask, rec.wanted
	if err != nil {
		g.stale = true
		return nil, err
	}
	return g.commit(step)
}

// stepInto drops the answers to another step than the one under way.
func (g *Game) stepInto(label string) {
	if g.under != label {
		if slices.ContainsFunc(g.given, func(v Given) bool { return v.Faces == nil }) {
			g.notice = fmt.Sprintf("%s comes instead of %s: the answers given to that are dropped", label, g.under)
		}
		g.given = nil
	}
	g.under = label
}

func (g *Game) commit(step *Step) (*Commit, error) {
	err := g.race.countable()
	state := ""
	if err == nil {
		state, err = g.text()
	}
	if err != nil {
		g.stale = true
		return nil, err
	}
	c := Commit{Step: step.Label.String(), Kind: step.Kind, Round: g.race.round, Events: g.events, State: state, Given: len(g.given) > 0}
	if err := g.journal.writeCommit(&c); err != nil {
		g.stale = true
		return nil, err
	}
	g.history = append(g.history, c)
	g.forget(func(label string) bool { return label == c.Step }) // should it ever be played again
	g.given, g.under, g.pending = nil, "", nil
	return &g.history[len(g.history)-1], nil
}

func (c *Commit) record() (*CommitRecord, error) {
	rec := &CommitRecord{Step: c.Step, State: c.Hash(), Events: []json.RawMessage{}}
	for _, e := range c.Events {
		text, err := e.MarshalJSON()
		if err != nil {
			return nil, err
		}
		rec.Events = append(rec.Events, text)
	}
	return rec, nil
}

// Answer answers a pending question; who is a car's name or "race", option is
// an option's ID. It refuses what was not asked and what cannot be chosen,
// with the reason. When no question is left, Play goes on with the step.
func (g *Game) Answer(who, key, option string) error {
	for i := range g.pending {
		a := &g.pending[i]
		if g.race.Name(a.Who) != who || a.Key != key {
			continue
		}
		option, err := a.spell(option)
		if err != nil {
			return err
		}
		if err := a.refuse(option); err != nil {
			return err
		}
		answer := Given{Who: who, What: key, Nth: a.Nth, Option: option, Hidden: a.Hidden, trail: a.trail}
		err = g.journal.write(Record{Answer: &AnswerRecord{g.under, who, key, a.Nth, option}})
		if err != nil {
			return err
		}
		g.give(answer)
		g.pending = slices.Delete(g.pending, i, i+1)
		return nil
	}
	return fmt.Errorf("%s is not asked %q now", who, key)
}

// spell is the ID of the option that somebody means.
func (a *Ask) spell(option string) (string, error) {
	if a.Find(option) >= 0 || a.Spell == nil {
		return option, nil
	}
	return a.Spell(option)
}

// refuse says why an option cannot be chosen.
func (a *Ask) refuse(option string) error {
	i := a.Find(option)
	if i >= 0 && a.Options[i].No == "" {
		return nil
	}
	if i >= 0 {
		return fmt.Errorf("%s: %s", option, a.Options[i].No)
	}
	var ids []string
	for _, o := range a.Options {
		if o.No == "" {
			ids = append(ids, o.ID)
		}
	}
	return fmt.Errorf("%q is not among the choices: %s", option, strings.Join(ids, ", "))
}

// Undo takes back the last n steps and the answers to the one under way, and
// returns how many steps it took. Luck is not changed: what is done again in
// the same way rolls the same; dice that were typed in are wanted again, and
// the old answers are the defaults of their questions. It fails, and takes nothing back, when the rules in force do not know the state
// before those steps.
func (g *Game) Undo(n int) (int, error) {
	n = min(n, len(g.history)-1)
	if n < 1 {
		return 0, errors.New("nothing has happened yet")
	}
	if _, _, err := g.fresh(g.book, g.history[len(g.history)-1-n].State); err != nil {
		return 0, fmt.Errorf("the rules in force cannot go back that far: %w", err)
	}
	if err := g.journal.write(Record{Undo: n}); err != nil {
		return 0, err
	}
	g.undo(n)
	return n, nil
}

func (g *Game) undo(n int) {
	g.history = g.history[:len(g.history)-n]
	g.forget(func(string) bool { return true })
	g.abort()
}

func (g *Game) abort() {
	g.given, g.under, g.pending, g.wanted, g.events, g.stale = nil, "", nil, nil, nil, true
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
	g.book, g.race, g.rules, g.stale, g.pending, g.wanted = book, r, rules, false, nil, nil
	g.history[len(g.history)-1].State = state
	return nil
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
	g.race, g.rules, g.stale, g.pending, g.wanted = r, rules, false, nil, nil
	g.history = append(g.history, Commit{Step: note, Kind: Special, Round: r.round, State: state, Amend: true})
	return nil
}

// sameEvents says that a commit's events are those of a journal's line.
func sameEvents(a, b []json.RawMessage) bool {
	return slices.EqualFunc(a, b, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) })
}
