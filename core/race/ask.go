package race

import (
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
	No   string // why it cannot be chosen now, "" when it can

	// Minor options can be chosen, but there are better ones of their kind
	// to show.
	Minor bool
}

// Ask is a question to one driver, or to the game master.
type Ask struct {
	Who     int    // a car, or Nobody for the game master
	Key     string // what is asked: "path"
	Nth     int    // 1 for the first question of that key to that driver in the step
	Text    string // the question in words, "" when the key says it all
	Options []Option
	Default int  // index of the option that Enter takes
	Secret  bool // the answer is told by Reveal or at the end of the step

	// Hidden says that other people must not see the answer yet: it is secret,
	// or several people are asked together. Race.Ask sets it.
	Hidden bool

	// Spell is the ID that somebody means who wrote it otherwise, and why it
	// is none; nil when options are only called by their IDs.
	Spell func(text string) (id string, err error)

	// Advice is what a bot would choose in the driver's place, ok false when it
	// does not know; nil when there is no bot to ask, or an answer given before
	// is the default.
	Advice func() (option int, ok bool)

	trail  uint64 // hash of all that went before it in the step
	person bool   // a person has answered it
}

// Advised is the question with what a bot would choose as its default. It
// changes nothing, in the race or on record.
func (a Ask) Advised() Ask {
	if a.Advice == nil {
		return a
	}
	if option, ok := a.Advice(); ok {
		a.Default = option
	}
	return a
}

// Answerer answers for drivers whom no person plays. It must not change the
// race.
type Answerer interface {
	// Answer returns the index of the option chosen; ok is false when a
	// person has to be asked; a.Advice may then say what a bot would choose.
	Answer(r *Race, a *Ask) (option int, ok bool, err error)
}

// Ask puts questions to several drivers together and returns, for each, the
// index of the option chosen. It returns ErrPending until all have answered;
// no answer is seen by anyone before that. It fails for a question without
// options or with two options of one ID, and for one to a car that there is not.
func (r *Race) Ask(asks ...Ask) ([]int, error) {
	chosen, people := make([]int, len(asks)), 0
	var missing []Ask
	for i := range asks {
		a := &asks[i]
		if err := a.check(r); err != nil {
			return nil, err
		}
		a.Nth = r.nth(a)
		option, ok, err := r.answer(a)
		if err != nil {
			return nil, err
		}
		if !ok {
			missing = append(missing, *a)
		}
		if !ok || a.person {
			people++
		}
		chosen[i] = option
	}
	if len(missing) > 0 {
		for i := range missing {
			missing[i].Hidden = missing[i].Secret || people > 1
		}
		if r.record != nil {
			r.record.ask = missing
		}
		return nil, ErrPending
	}
	if r.record != nil {
		r.tellAnswers(asks, chosen)
	}
	return chosen, nil
}

// tellAnswers tells what was answered, or keeps it where it is secret.
func (r *Race) tellAnswers(asks []Ask, chosen []int) {
	rec := r.record
	for i := range asks {
		rec.follow(asks[i].print(r))
	}
	for i, a := range asks {
		r.Tell(a.Who, "answer", Text("ask", a.Key), Text("option", a.Options[chosen[i]].ID), Field{"of", len(a.Options)})
		if last := len(rec.events) - 1; a.Secret {
			rec.secret = append(rec.secret, rec.events[last])
			rec.events = rec.events[:last]
		}
	}
}

// Reveal tells the secret answers that the step has asked for so far, in the
// order in which it did. The end of a step reveals the others.
func (r *Race) Reveal() {
	if rec := r.record; rec != nil {
		rec.events, rec.secret = append(rec.events, rec.secret...), nil
	}
}

// answer finds the answer to one question: given already, or from a bot.
func (r *Race) answer(a *Ask) (option int, ok bool, err error) {
	again := false
	if rec := r.record; rec != nil {
		a.trail = follow(rec.trail, a.print(r))
		who := r.Name(a.Who)
		if before, ok := rec.said[question{r.step.Label.String(), who, a.Key, a.Nth}]; ok {
			if i := a.Find(before); i >= 0 && a.Options[i].No == "" {
				a.Default, again = i, true
			}
		}
		for i := range rec.given {
			g := &rec.given[i]
			if g.trail != a.trail || !g.like(&Given{Who: who, What: a.Key, Nth: a.Nth}) {
				continue
			}
			if chosen := a.Find(g.Option); chosen >= 0 && a.Options[chosen].No == "" {
				g.holds, a.person = true, true
				return chosen, true, nil
			}
		}
	}
	if r.answerer == nil {
		return 0, false, nil
	}
	option, ok, err = r.answerer.Answer(r, a)
	if again {
		a.Advice = nil
	}
	return option, ok, err
}

func (r *Race) nth(a *Ask) int {
	if r.record == nil {
		return 1
	}
	if r.record.asked == nil {
		r.record.asked = map[string]int{}
	}
	key := r.Name(a.Who) + "|" + a.Key
	r.record.asked[key]++
	return r.record.asked[key]
}

func (a *Ask) check(r *Race) error {
	if a.Who != Nobody && r.Car(a.Who) == nil {
		return r.noCar(a.Who)
	}
	if len(a.Options) == 0 {
		return fmt.Errorf("%s is asked %q without an option to choose", r.Name(a.Who), a.Key)
	}
	for i, o := range a.Options {
		if a.Find(o.ID) != i {
			return fmt.Errorf("%s is asked %q with two options %q", r.Name(a.Who), a.Key, o.ID)
		}
	}
	if a.Default < 0 || a.Default >= len(a.Options) || a.Options[a.Default].No != "" {
		a.Default = slices.IndexFunc(a.Options, func(o Option) bool { return o.No == "" })
	}
	if a.Default < 0 {
		return fmt.Errorf("%s is asked %q and can choose none of the options", r.Name(a.Who), a.Key)
	}
	return nil
}

// Find is the index of the option of an ID, -1 when there is none.
func (a *Ask) Find(id string) int {
	return slices.IndexFunc(a.Options, func(o Option) bool { return o.ID == id })
}

// print is the question as one text, for the trail.
func (a *Ask) print(r *Race) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ask %q %q %d", r.Name(a.Who), a.Key, a.Nth)
	for _, o := range a.Options {
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
