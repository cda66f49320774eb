package race

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrPending ends the attempt at a step in which a question has no answer yet.
var ErrPending = errors.New("a question is waiting for its answer")

// Option is one choice of a question.
type Option struct {
	ID   string // what an answer names
	Text string // what a person reads, "" when the ID says it all
	Note string // what is at stake with it, for the person who is asked; "" when nobody says
	No   string // why it cannot be chosen now, "" when it can

	// Written is how people write the option where its ID could be taken for the
	// number of another one; "" for the ID.
	Written string

	// Minor options can be chosen, but there are better ones of their kind
	// to show.
	Minor bool
}

// Name is how people write the option.
func (o *Option) Name() string { return cmp.Or(o.Written, o.ID) }

// Ask is a question to one driver, or to the game master, as the rules put it.
type Ask struct {
	Who     int    // a car, or Nobody for the game master
	Key     string // what is asked: "path"
	Text    string // the question in words, "" when the key says it all
	Options []Option
	Default int  // index of the option that Enter takes
	Secret  bool // the answer is told by Reveal or at the end of the step

	// Read reads an answer that is none of the options and returns the ID by
	// which it becomes one, or why it cannot; nil where only options can be
	// chosen. Rules that set it are a Speller that reads the same. It must read
	// an ID of its own as itself.
	Read func(text string) (id string, err error)
}

// Answerer answers for drivers whom no person plays. It must not change the
// race.
type Answerer interface {
	// Answer returns the index of the option chosen; ok is false when a
	// person has to be asked.
	Answer(r *Race, a *Ask) (option int, ok bool, err error)
}

// query is a question of a step as the record keeps it.
type query struct {
	*Ask
	nth    int
	text   string // the question as one text, for the trail
	of     int    // how many options the rules offered
	trail  uint64 // hash of all that went before it in the step, and of itself
	again  bool   // its default is an answer that was given before
	person bool   // a person has answered it, or has to
	open   bool   // a person has to
}

// Ask puts questions to several drivers together and returns, for each, the
// index of the option chosen. It returns ErrPending until all have answered;
// no answer is seen by anyone before that. It fails for a question without
// options or with two options of one ID, and for one to a car that there is not.
func (r *Race) Ask(asks ...Ask) ([]int, error) {
	if r.record == nil {
		return r.askBots(asks)
	}
	chosen, queries, pending := make([]int, len(asks)), make([]query, len(asks)), false
	for i := range asks {
		a := &asks[i]
		if err := a.check(r); err != nil {
			return nil, err
		}
		q := &queries[i]
		q.Ask, q.nth = a, r.record.nth(r.Name(a.Who), a.Key)
		q.text, q.of = q.print(r), len(a.Options)
		q.trail = follow(r.record.trail, q.text)
		var err error
		if chosen[i], err = r.answer(q); err != nil {
			return nil, err
		}
		pending = pending || q.open
	}
	if pending {
		r.record.queries = queries
		r.record.pause()
		return nil, ErrPending
	}
	r.tellAnswers(queries, chosen)
	return chosen, nil
}

// askBots is Ask where nobody keeps a record, and so no person is asked.
func (r *Race) askBots(asks []Ask) ([]int, error) {
	chosen, pending := make([]int, len(asks)), r.answerer == nil
	for i := range asks {
		a := &asks[i]
		if err := a.check(r); err != nil {
			return nil, err
		}
		if r.answerer == nil {
			continue
		}
		option, ok, err := r.answerer.Answer(r, a)
		if err != nil {
			return nil, err
		}
		chosen[i], pending = option, pending || !ok
	}
	if pending && len(asks) > 0 {
		return nil, ErrPending
	}
	return chosen, nil
}

// tellAnswers tells what was answered, or keeps it where it is secret. What is
// kept is no part of the trail: that stands in the IDs of later questions, which
// others see, and there are few answers to try.
func (r *Race) tellAnswers(queries []query, chosen []int) {
	rec := r.record
	for i := range queries {
		rec.follow(queries[i].text)
	}
	for i := range queries {
		a := queries[i].Ask
		e := r.event(a.Who, "answer", []Field{Text("ask", a.Key), Text("option", a.Options[chosen[i]].ID), {"of", queries[i].of}})
		if a.Secret {
			rec.secret = append(rec.secret, e)
		} else {
			rec.tell(e)
		}
	}
}

// Reveal tells the secret answers that the step has asked for so far, in the
// order in which it did. The end of a step reveals the others.
func (r *Race) Reveal() {
	if rec := r.record; rec != nil {
		rec.tell(rec.secret...)
		rec.secret = nil
	}
}

// answer finds the answer to one question: given already, or from a bot.
func (r *Race) answer(q *query) (option int, err error) {
	rec, a, who := r.record, q.Ask, r.Name(q.Who)
	if before, ok := rec.said[question{r.step.Label.String(), who, a.Key, q.nth}]; ok {
		if i := a.take(before); i >= 0 && a.Options[i].No == "" {
			a.Default, q.again = i, true
		}
	}
	after := trailText(q.trail)
	for i := range rec.given {
		g := &rec.given[i]
		if g.After != after || !g.like(&Given{Who: who, What: a.Key, Nth: q.nth}) {
			continue
		}
		if chosen := a.take(g.Option); chosen >= 0 && a.Options[chosen].No == "" {
			g.holds, q.person = true, true
			return chosen, nil
		}
	}
	answered := false
	if r.answerer != nil {
		option, answered, err = r.answerer.Answer(r, a)
	}
	q.person, q.open = !answered, !answered
	return option, err
}

// nth counts the questions of a key to somebody in the step.
func (rec *record) nth(who, key string) int {
	if rec.asked == nil {
		rec.asked = map[string]int{}
	}
	key = who + "|" + key
	rec.asked[key]++
	return rec.asked[key]
}

func (a *Ask) check(r *Race) error {
	if a.Who != Nobody && r.Car(a.Who) == nil {
		return r.noCar(a.Who)
	}
	if len(a.Options) == 0 {
		return fmt.Errorf("%s is asked %q without an option to choose", r.Name(a.Who), a.Key)
	}
	if id, twice := a.twice(); twice {
		return fmt.Errorf("%s is asked %q with two options %q", r.Name(a.Who), a.Key, id)
	}
	if a.Default < 0 || a.Default >= len(a.Options) || a.Options[a.Default].No != "" {
		a.Default = slices.IndexFunc(a.Options, func(o Option) bool { return o.No == "" })
	}
	if a.Default < 0 {
		return fmt.Errorf("%s is asked %q and can choose none of the options", r.Name(a.Who), a.Key)
	}
	return nil
}

// fewOptions is how many are compared each with each.
const fewOptions = 16

// twice is an ID that two options have.
func (a *Ask) twice() (id string, twice bool) {
	if len(a.Options) <= fewOptions {
		for i, o := range a.Options {
			if a.Find(o.ID) != i {
				return o.ID, true
			}
		}
		return "", false
	}
	seen := make(map[string]bool, len(a.Options))
	for _, o := range a.Options {
		if seen[o.ID] {
			return o.ID, true
		}
		seen[o.ID] = true
	}
	return "", false
}

// Find is the index of the option of an ID, -1 when there is none.
func (a *Ask) Find(id string) int { return findOption(a.Options, id) }

// take is the index of the option of an answer, which becomes one if it can be
// read; -1 when there is none.
func (a *Ask) take(answer string) int {
	i := a.Find(answer)
	if i >= 0 || a.Read == nil {
		return i
	}
	id, err := a.Read(answer)
	if err != nil {
		return -1
	}
	if i = a.Find(id); i < 0 {
		i, a.Options = len(a.Options), append(a.Options, Option{ID: id})
	}
	return i
}

// Written is the ID of the option that a text names, or the text as it is where
// it names none. It fails for an ID that has to be written in another way.
func (a *Ask) Written(text string) (string, error) {
	for i := range a.Options {
		if text == a.Options[i].Name() {
			return a.Options[i].ID, nil
		}
	}
	if i := a.Find(text); i >= 0 {
		return "", fmt.Errorf("%s may be the number of a choice: write %s", text, a.Options[i].Written)
	}
	return text, nil
}

func findOption(options []Option, id string) int {
	return slices.IndexFunc(options, func(o Option) bool { return o.ID == id })
}

// print is the question as one text, for the trail.
func (q *query) print(r *Race) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ask %q %q %d", r.Name(q.Who), q.Key, q.nth)
	for _, o := range q.Options {
		fmt.Fprintf(&b, " %q", o.ID)
	}
	return b.String()
}

// Name is a car's name, "race" for Nobody, or "" when there is no such car.
func (r *Race) Name(car int) string {
	if car == Nobody {
		return raceName
	}
	if c := r.Car(car); c != nil {
		return c.name
	}
	return ""
}

// Answers has somebody answer for the drivers whom no person plays.
func (r *Race) Answers(a Answerer) { r.answerer = a }
