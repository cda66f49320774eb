package race

import (
	"errors"
	"fmt"
	"slices"

	"sandbox/core/dice"
)

// player plays steps that were played before.
type player struct {
	game *Game
	step Step // the one played last

	still Rules // never plays; see settle
	stays *Race
}

// player begins the race under a book.
func (s *Shadow) player(book Book) (*player, error) {
	source, err := dice.Open(s.head.Dice, s.head.Seed)
	if err != nil {
		return nil, err
	}
	g := emptyGame(book, s.head, source, nil)
	g.replaying = true
	return &player{game: g}, g.begin()
}

// stand has the race stand as a state says.
func (p *player) stand(state string) error {
	g := p.game
	r, rules, settled := g.race, g.rules, ""
	err := errors.New("its rules were thrown away")
	if r != nil {
		settled, err = restore(r, rules, state)
	}
	if err != nil {
		if r, rules, settled, err = g.settled(g.book, state); err != nil {
			return err
		}
	}
	g.standAt(r, rules)
	g.given, g.under = nil, ""
	g.history = history{loose: []*Commit{{State: settled}}}
	return nil
}

// restore sets a race and its rules to a state once more, as is done between two
// races of a simulation, and returns the state as they see it.
func restore(r *Race, rules Rules, state string) (string, error) {
	notes, err := r.SetText(state)
	if err == nil {
		err = rules.SetState(r, notes)
	}
	if err == nil {
		notes, err = rules.State(r)
	}
	return r.Text(notes), err
}

// settle is a state as the rules see it.
func (p *player) settle(state string) (string, error) {
	if p.still == nil {
		var err error
		if p.stays, p.still, err = p.game.fresh(p.game.book, ""); err != nil {
			return "", err
		}
	}
	settled, err := restore(p.stays, p.still, state)
	if err != nil {
		p.still = nil
	}
	return settled, err
}

// play plays the step that comes where a commit came, or makes its correction.
func (p *player) play(c *Commit) outcome {
	if c.Amend {
		if err := p.stand(c.State); err != nil {
			return outcome{step: c.Step, problem: err}
		}
		return outcome{step: c.Step, state: p.game.State()}
	}
	step, err := p.game.Next()
	switch {
	case errors.Is(err, ErrOver):
		return outcome{}
	case err != nil:
		return outcome{problem: err}
	}
	p.step = *step
	if label := step.Label.String(); label != c.Step {
		return outcome{step: label}
	}
	p.lay(c.Events)
	done := outcome{step: c.Step}
	played, err := p.answered(c.Given)
	if err != nil {
		done.events, done.problem, done.where = p.game.events, err, p.game.paused
		return done
	}
	done.events, done.state = played.Events, played.State
	p.game.history = history{loose: []*Commit{played}}
	return done
}

// unanswered is a question, or dice, for which nothing was given.
type unanswered struct{ text string }

func (e *unanswered) Error() string { return e.text }

// answered plays the step with the answers that were given to it.
func (p *player) answered(given []Given) (*Commit, error) {
	g := p.game
	for tries := 0; ; tries++ {
		step := p.step
		c, err := g.PlayStep(&step)
		if !errors.Is(err, ErrPending) {
			return c, err
		}
		if w := g.wanted; w != nil {
			return nil, &unanswered{fmt.Sprintf("%s has to throw %s for %s, which nobody threw", w.ID.Who, w.Dice, w.ID.Purpose)}
		}
		for _, q := range g.Pending() {
			v := Given{Who: q.ID.Who, What: q.ID.Key, Nth: q.ID.Nth}
			i := slices.IndexFunc(given, func(old Given) bool { return old.like(&v) })
			if i < 0 || tries > len(given) {
				return nil, &unanswered{fmt.Sprintf("%s is asked %s, which nobody was", v.Who, v.What)}
			}
			if err := g.Answer(q.ID, given[i].Option); err != nil {
				return nil, misfit(&given[i], err)
			}
		}
	}
}

// misfit says why an answer fits no longer, but for what others must not see.
func misfit(v *Given, err error) error {
	if v.Hidden {
		return fmt.Errorf("%s was asked %s, and the answer fits no longer", v.Who, v.What)
	}
	return fmt.Errorf("%s was asked %s, and the answer fits no longer: %w", v.Who, v.What, err)
}

// lay lays down dice that people typed in, as the events of a step have them.
func (p *player) lay(events []Event) {
	typed, ok := p.game.source.(*dice.Typed)
	if !ok {
		return
	}
	thrown := map[[2]string]int{}
	for i := range events {
		e := &events[i]
		d, err := dice.Parse(fmt.Sprint(e.Get("dice")))
		if e.Type != "roll" || err != nil {
			continue
		}
		roller, purpose := e.Car, fmt.Sprint(e.Get("purpose"))
		if roller == "" {
			roller = raceName
		}
		faces, _ := e.Get("faces").([]int)
		if face, ok := e.Get("face").(int); ok {
			faces = []int{face}
		}
		first := thrown[[2]string{roller, purpose}]
		thrown[[2]string{roller, purpose}] += len(faces)
		line := make([]dice.Throw, len(faces))
		for n := range line {
			line[n] = dice.Throw{Step: p.step.Label, Roller: dice.NewLabel(roller), Purpose: dice.NewLabel(purpose), Nth: first + n + 1, Sides: d.Sides}
		}
		typed.Type(line, faces, e.Get("own") == true)
	}
}
