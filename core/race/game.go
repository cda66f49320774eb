package race

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"sandbox/core/dice"
)

// ErrOver is returned when there is no next step.
var ErrOver = errors.New("the race is over")

// Game plays a race step by step. Each step is a transaction; going back, for
// whatever reason, is always the same: fresh rules, set to the last state. It is
// not safe for several goroutines.
type Game struct {
	book    Book
	head    Head
	source  dice.Source
	journal *writer

	race  *Race    // as last committed, with its rules; nil when they have to be made
	rules Rules    // bound to race
	still *Race    // as last committed, for those who look on; nil until they do
	tried *attempt // the rules that stand in what is pending; nil when they are gone

	history history
	told    int64   // bytes of the events of all steps played
	doings  []doing // steps that were a person's doing
	goes    []int   // how many commits there were when people let the race go on

	revisions []Revision
	given     []Given             // to the step under way, in the order in which it was given
	said      map[question]string // the option last chosen, for the question's default
	under     string              // label of the step under way, "" when none was attempted
	pending   []Question
	wanted    *Wanted
	events    []Event // of the attempt under way
	paused    string  // file:line of the rule that waits in it
	notice    string

	replaying bool // nobody reads the questions
}

// attempt is a step that waits for somebody.
type attempt struct {
	race  *Race
	rules Rules
}

// Start begins a race whose dice are those that its head says. The journal may
// be nil; otherwise each line reaches it with one Write.
func Start(book Book, head Head, journal io.Writer) (*Game, error) {
	source, err := dice.Open(head.Dice, head.Seed)
	if err != nil {
		return nil, err
	}
	g := emptyGame(book, head, source, journal)
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

// Rehearse begins a race whose dice are laid down, as those of a spec are. It
// keeps no journal, which could not say how they fall, and fails when the head
// names a seed or a kind of dice.
func Rehearse(book Book, head Head, source dice.Source) (*Game, error) {
	if head.Seed != "" || head.Dice != "" {
		return nil, errors.New("the dice of this race are laid down, so its head names neither a seed nor dice")
	}
	g := emptyGame(book, head, source, nil)
	return g, g.begin()
}

func emptyGame(book Book, head Head, source dice.Source, journal io.Writer) *Game {
	head.Format, head.Engine = Format, Engine
	return &Game{
		book: book, head: head, source: source, said: map[question]string{},
		journal: &writer{out: journal, known: map[string]bool{}},
	}
}

// begin makes the race and its first state.
func (g *Game) begin() error {
	r, rules, state, err := g.settled(g.book, g.head.Start)
	if err != nil {
		return err
	}
	g.race, g.rules = r, rules
	g.history.add(&Commit{State: state})
	return nil
}

// Head is what the race was started with.
func (g *Game) Head() Head { return g.head }

// Book is the book of rules in force.
func (g *Game) Book() Book { return g.book }

// Events are those of the step under way; they are provisional.
func (g *Game) Events() []Event { return g.events }

// Notice is what people should be told about the step under way, such as that
// answers were dropped; "" for nothing. It is gone when the step is attempted
// again.
func (g *Game) Notice() string { return g.notice }

// Play carries out the next step. It returns ErrPending when a driver has to
// be asked (see Pending) or dice have to be typed in (see Wanted), ErrOver when
// there is no next step, or what went wrong in the rules or in the journal;
// after each of these the race stands as before the step.
func (g *Game) Play() (*Commit, error) {
	step, err := g.Next()
	if err != nil {
		return nil, err
	}
	return g.PlayStep(step)
}

// Next is the step that comes next, or ErrOver. It is good until the next call.
func (g *Game) Next() (*Step, error) {
	if err := g.ready(); err != nil {
		return nil, err
	}
	step, err := g.rules.Next(g.race)
	if err != nil && !errors.Is(err, ErrOver) {
		g.race, g.rules = nil, nil
	}
	return step, err
}

// PlayStep carries out a step, whether or not it is the next; specs use it.
func (g *Game) PlayStep(step *Step) (*Commit, error) {
	if err := g.ready(); err != nil {
		return nil, err
	}
	label := step.Label.String()
	if !utf8.ValidString(label) {
		return nil, fmt.Errorf("step %q is not UTF-8, so the journal cannot keep it", step.Label)
	}
	g.notice = ""
	g.stepInto(label)
	if err := g.try(step); err != nil {
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

// try runs a step, up to its end or to what it waits for.
func (g *Game) try(step *Step) error {
	rec := &record{given: g.given, said: g.said, unread: g.replaying}
	for i := range g.given {
		g.given[i].holds = g.given[i].Faces != nil
	}
	r, rules := g.race, g.rules
	if r.record != nil {
		rec.where = r.record.where
	}
	r.record, g.tried = rec, nil
	err := r.RunStep(rules, step)
	g.events, g.pending, g.wanted, g.paused = rec.events, rec.questions(r), rec.wanted, rec.paused
	if err == nil {
		return nil
	}
	g.race, g.rules = nil, nil
	if errors.Is(err, ErrPending) {
		g.tried = &attempt{r, rules}
		if failed := g.advise(); failed != nil {
			return failed
		}
	}
	return err
}

// tryAgain runs the step under way once more, up to what it waits for.
func (g *Game) tryAgain(label string) error {
	step, err := g.Next()
	if err != nil {
		return err
	}
	if step.Label.String() != label {
		return g.elsewhere(label)
	}
	err = g.try(step)
	if g.tried != nil {
		return nil
	}
	g.race, g.rules = nil, nil // it came to an end
	if err == nil {
		err = fmt.Errorf("%w: %s does not wait for it any more", ErrClosed, label)
	}
	return err
}

func (g *Game) commit(step *Step) (*Commit, error) {
	c := &Commit{Step: step.Label.String(), Kind: step.Kind, Round: g.race.round}
	if len(g.events) > 0 {
		c.Events = g.events
	}
	err := errors.Join(g.race.countable(), g.large(g.race))
	if err == nil {
		c.State, err = g.text()
	}
	if err == nil {
		err = g.journal.writeCommit(c)
	}
	if err != nil {
		g.race, g.rules = nil, nil
		return nil, err
	}
	g.told += int64(g.race.record.size)
	c.Given = g.kept()
	g.add(c)
	g.forget(c.Step) // should it ever be played again
	g.given, g.under, g.pending = nil, "", nil
	return c, nil
}

// add keeps a commit.
func (g *Game) add(c *Commit) {
	if len(c.Given) > 0 || c.Amend {
		g.doings = append(g.doings, doing{g.history.len(), c.Amend})
	}
	g.history.add(c)
	g.still = nil
}

// text is the state as it is now.
func (g *Game) text() (string, error) {
	notes, err := g.rules.State(g.race)
	if err != nil {
		return "", err
	}
	text := g.race.Text(notes)
	if len(text) > MaxState {
		return "", fmt.Errorf("the state of the race takes %d KB, and %d are the most: have the rules remember less", len(text)>>10, MaxState>>10)
	}
	if !utf8.ValidString(text) {
		return "", errors.New("what the rules remember is not UTF-8, so it cannot be kept")
	}
	return text, nil
}
