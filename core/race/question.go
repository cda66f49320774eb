package race

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrClosed is why an answer or a throw is refused that is to nothing which the
// game waits for: it came too late, or what it was to means something else by
// now.
var ErrClosed = errors.New("nobody waits for that")

// QuestionID says which question of a race it is: a question of another step,
// or one before which something else happened, is another one.
type QuestionID struct {
	Step  string `json:"step"`  // label of the step
	Who   string `json:"who"`   // a car's name, or "race" for the game master
	Key   string `json:"ask"`   // what is asked: "path"
	Nth   int    `json:"nth"`   // 1 for the first question of that key to them in the step
	After string `json:"after"` // hash of what preceded it in the step and of its options, 16 hex digits
}

// Question is what waits for somebody's answer.
type Question struct {
	ID      QuestionID
	Car     int    // who is asked, Nobody for the game master
	Text    string // the question in words, "" when the key says it all
	Options []Option
	Default int  // index of the option that Enter takes: an answer given before, or what an Adviser says, or the rules
	Secret  bool // the answer is told when the rules reveal it, or at the end of the step

	// Hidden says that other people must not see the answer yet: it is secret,
	// or several people are asked together.
	Hidden bool

	again bool // the default is an answer given before
	reads bool // an answer that is none of the options may be one, see Ask.Read
}

// Find is the index of the option of an ID, -1 when there is none.
func (q *Question) Find(id string) int { return findOption(q.Options, id) }

// Written is that of the Ask.
func (q *Question) Written(text string) (string, error) { return q.ask().Written(text) }

// ask is the question as the rules put it.
func (q *Question) ask() *Ask {
	return &Ask{Who: q.Car, Key: q.ID.Key, Text: q.Text, Options: q.Options, Default: q.Default, Secret: q.Secret}
}

// Adviser is implemented by rules that know what a bot would choose in a
// person's place; ok is false when they do not. It is called when Run has ended
// in ErrPending, on the rules that still stand in that question.
type Adviser interface {
	Advise(r *Race, a *Ask) (option int, ok bool)
}

// Noter is implemented by rules that can say what is at stake with the options of
// a question: Notes returns a text for each. It is called when Advise is.
type Noter interface {
	Notes(r *Race, a *Ask) ([]string, error)
}

// Speller is implemented by rules whose options can be written in another way
// than by their IDs. Spell returns the ID that is meant, or why the text is
// none; it is called when Advise is.
type Speller interface {
	Spell(r *Race, a *Ask, text string) (id string, err error)
}

// questions are those of the step that nobody has answered.
func (rec *record) questions(r *Race) []Question {
	people := 0
	for i := range rec.queries {
		if rec.queries[i].person {
			people++
		}
	}
	var list []Question
	for i := range rec.queries {
		q := &rec.queries[i]
		if !q.open {
			continue
		}
		list = append(list, Question{
			ID:  QuestionID{r.step.Label.String(), r.Name(q.Who), q.Key, q.nth, trailText(q.trail)},
			Car: q.Who, Text: q.Text, Options: q.Options, Default: q.Default,
			Secret: q.Secret, Hidden: q.Secret || people > 1, again: q.again, reads: q.Read != nil,
		})
	}
	return list
}

// Pending lists the questions that the step under way waits for.
func (g *Game) Pending() []Question {
	list := slices.Clone(g.pending)
	for i := range list {
		list[i].Options = slices.Clone(list[i].Options)
	}
	return list
}

// advise has the rules that stand in the pending questions say what they would
// choose, and what is at stake. It fails when they fail in that: then nothing is
// pending, and the step has to be attempted again.
func (g *Game) advise() error {
	if g.tried == nil || g.replaying {
		return nil
	}
	g.defaults()
	noter, ok := g.tried.rules.(Noter)
	if !ok {
		return nil
	}
	for i := range g.pending {
		q := &g.pending[i]
		notes, err := noter.Notes(g.tried.race, q.ask())
		if err != nil {
			g.pending, g.tried = nil, nil
			return err
		}
		for k := range min(len(notes), len(q.Options)) {
			q.Options[k].Note = notes[k]
		}
	}
	return nil
}

// defaults are what the rules would choose in the pending questions. An answer
// given before is a better one.
func (g *Game) defaults() {
	adviser, ok := g.tried.rules.(Adviser)
	if !ok {
		return
	}
	for i := range g.pending {
		q := &g.pending[i]
		if q.again {
			continue
		}
		if option, ok := adviser.Advise(g.tried.race, q.ask()); ok && option >= 0 && option < len(q.Options) && q.Options[option].No == "" {
			q.Default = option
		}
	}
}

// Answer answers a pending question with the ID of an option, or as the rules
// spell it. It refuses what cannot be chosen, with the reason, and what is to no
// pending question, with ErrClosed. The same answer given twice is taken once:
// the second changes nothing, also when the step is committed by then. When no
// question is left, Play goes on with the step.
func (g *Game) Answer(id QuestionID, option string) error { return g.answer(id, option, "") }

// answer takes an answer and, from a journal, how it was written.
func (g *Game) answer(id QuestionID, option, written string) error {
	q := g.question(id)
	if q == nil {
		return g.closed(id, option)
	}
	said := option
	option, err := g.spell(q, option)
	if err != nil {
		return err
	}
	if q = g.question(id); q == nil { // the step was run again
		return g.closed(id, option)
	}
	if err := q.refuse(option); err != nil {
		return err
	}
	if said != option {
		written = said
	}
	err = g.journal.write(Record{Answer: &AnswerRecord{id.Step, id.Who, id.Key, id.Nth, option, written}})
	if err != nil {
		return err
	}
	g.give(Given{Who: id.Who, What: id.Key, Nth: id.Nth, Option: option, Written: written, Hidden: q.Hidden, After: id.After})
	g.pending = slices.DeleteFunc(g.pending, func(q Question) bool { return q.ID == id })
	return nil
}

// question is the pending one of an ID, nil when there is none.
func (g *Game) question(id QuestionID) *Question {
	for i := range g.pending {
		if g.pending[i].ID == id {
			return &g.pending[i]
		}
	}
	return nil
}

// spell is the ID of the option that somebody means.
func (g *Game) spell(q *Question, option string) (string, error) {
	if q.Find(option) >= 0 {
		return option, nil
	}
	if g.tried == nil {
		if err := g.tryAgain(q.ID.Step); err != nil {
			return "", err
		}
	}
	if speller, ok := g.tried.rules.(Speller); ok {
		return speller.Spell(g.tried.race, q.ask(), option)
	}
	return option, nil
}

// refuse says why an option cannot be chosen.
func (q *Question) refuse(option string) error {
	i := q.Find(option)
	if i >= 0 && q.Options[i].No == "" || i < 0 && q.reads { // it has been spelled
		return nil
	}
	if i >= 0 {
		return fmt.Errorf("%s: %s", option, q.Options[i].No)
	}
	var ids []string
	for _, o := range q.Options {
		if o.No == "" {
			ids = append(ids, o.Name())
		}
	}
	return fmt.Errorf("%q is not among the choices: %s", option, strings.Join(ids, ", "))
}

// closed says why an answer is not taken that is to no pending question; nil
// when it was taken before.
func (g *Game) closed(id QuestionID, option string) error {
	before, ok := g.givenBefore(id.Step, Given{Who: id.Who, What: id.Key, Nth: id.Nth, After: id.After})
	switch {
	case ok && (option == before.Option || option == before.Written):
		return nil
	case ok:
		return fmt.Errorf("%w: %s was asked %q in %s and answered %s, which has to be taken back first", ErrClosed, id.Who, id.Key, id.Step, before.Option)
	case g.under != id.Step:
		return g.elsewhere(id.Step)
	}
	for i := range g.pending {
		if now := g.pending[i].ID; now.Who == id.Who && now.Key == id.Key && now.Nth == id.Nth {
			return fmt.Errorf("%w: what comes before %q of %s has changed, so that is asked anew", ErrClosed, id.Key, id.Who)
		}
	}
	return fmt.Errorf("%w: %s is not asked %q now", ErrClosed, id.Who, id.Key)
}

// elsewhere says that something is to a step which is not under way.
func (g *Game) elsewhere(step string) error {
	if g.under == "" {
		return fmt.Errorf("%w: %s is not under way", ErrClosed, step)
	}
	return fmt.Errorf("%w: %s is not under way, but %s", ErrClosed, step, g.under)
}
