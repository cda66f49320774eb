package race

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Shadow is a race as it was played, to be played again under other rules, from
// its start, with the same dice and the same answers; bots are asked again. It
// touches nothing of the game that it was made of, and belongs to the goroutine
// that plays it.
//
// What it compares is each step as the rules in force and the other rules play
// it from where the race stood. A step that still older rules have played
// otherwise is played once more under those in force.
type Shadow struct {
	head     Head
	old, new Book
	past     history
	since    int     // number of the first commit under the rules in force
	revised  bool    // they are not those that the race began under
	forced   *player // plays under the rules in force, once that is needed

	under  string  // label of the step under way, "" when none waits for somebody
	given  []Given // to it
	events []Event // of it, so far
}

// Difference is the first step that goes otherwise under other rules, and how.
// Of what comes after Older exactly one thing is said.
type Difference struct {
	At    int    // number of the step's commit; 0 is the start of the race, one more than there are is the step under way
	Step  string // its label; "" for the start
	Kind  Kind
	Round int
	Older bool // still older rules played it: what was is how those in force would

	Instead  string // the step that comes instead
	Over     bool   // no step comes any more
	Was, Is  *Event // the first event that is another one; nil where there is none for it
	WasState string // what is remembered at its end of Who, as Race.Text has it
	IsState  string
	Who      string // a car's name, "" for the race itself
	Problem  error  // why it cannot be played

	Where string // file:line of what causes it, "" when unknown
	Start string // for the start of the race: the state that the new rules begin with
}

// Shadow is the race so far, to be played again under another book.
func (g *Game) Shadow(book Book) *Shadow {
	s := &Shadow{
		head: g.head, old: g.book, new: book, since: 1, revised: len(g.revisions) > 0,
		past: history{blocks: slices.Clone(g.history.blocks), loose: slices.Clone(g.history.loose)},
	}
	if s.revised {
		s.since = g.revisions[len(g.revisions)-1].At + 1
	}
	if len(g.pending) > 0 || g.wanted != nil {
		s.under, s.given, s.events = g.under, slices.Clone(g.given), slices.Clone(g.events)
	}
	return s
}

// outcome is how a step went.
type outcome struct {
	step    string // that was played; "" when none comes any more
	events  []Event
	state   string // after it; "" when it did not come to its end
	problem error  // why not, nil when it only waits
	where   string // file:line of that
}

// Play plays the race again up to the first step that goes otherwise; nil when
// none does. It fails when the context is done, and when the race cannot be read
// any more.
func (s *Shadow) Play(ctx context.Context) (*Difference, error) {
	is, err := s.player(s.new)
	if err != nil {
		return nil, err
	}
	start, err := s.past.at(0)
	if err != nil {
		return nil, err
	}
	if d := s.start(is, start); d != nil {
		return d, nil
	}
	for i := 1; i < s.past.len(); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := s.past.at(i)
		if err != nil {
			return nil, err
		}
		if d, err := s.step(is, c, i); d != nil || err != nil {
			return d, err
		}
	}
	return s.underWay(is), ctx.Err()
}

// start compares how the race begins, and has it begin as it did.
func (s *Shadow) start(is *player, c *Commit) *Difference {
	now := is.game.State()
	was := outcome{state: c.State}
	if s.revised {
		if old, err := s.player(s.old); err == nil {
			was.state = old.game.State()
		}
	}
	d := s.differ(is, was, outcome{state: now})
	if d != nil {
		d.Start = now
		return d
	}
	if err := is.stand(c.State); err != nil {
		return &Difference{Problem: err}
	}
	return nil
}

// step plays the step of a commit and compares it; where it went otherwise only
// because older rules played it, the race stands as it did.
func (s *Shadow) step(is *player, c *Commit, at int) (*Difference, error) {
	now := is.play(c)
	d := s.differ(is, recorded(c), now)
	if d == nil {
		return nil, nil
	}
	if at < s.since {
		before, err := s.past.at(at - 1)
		if err != nil {
			return nil, err
		}
		if was, ok := s.inForce(is, before.State, c); ok {
			if d = s.differ(is, was, now); d == nil {
				return nil, is.stand(c.State)
			}
			d.Older = s.differ(is, recorded(c), was) != nil
		}
	}
	d.At, d.Step, d.Kind, d.Round = at, c.Step, c.Kind, c.Round
	return d, nil
}

// inForce is how the rules in force play a step that older ones have played; ok
// is false when they cannot stand there.
func (s *Shadow) inForce(is *player, before string, c *Commit) (was outcome, ok bool) {
	var err error
	if s.forced == nil {
		s.forced, err = s.player(s.old)
	}
	if err == nil {
		err = s.forced.stand(before)
	}
	if err != nil {
		return outcome{}, false
	}
	was = s.forced.play(c)
	if was.state != "" {
		was.state, err = is.settle(was.state)
	}
	return was, err == nil
}

// underWay compares what has happened in the step that waits for somebody.
func (s *Shadow) underWay(is *player) *Difference {
	if s.under == "" {
		return nil
	}
	now := is.play(&Commit{Step: s.under, Events: s.events, Given: s.given})
	if errors.As(now.problem, new(*unanswered)) && len(now.events) >= len(s.events) {
		now.problem = nil // that is what it waits for
	}
	now.state = ""
	d := s.differ(is, outcome{step: s.under, events: s.events}, now)
	if d != nil {
		d.At, d.Step, d.Kind, d.Round = s.past.len(), s.under, is.step.Kind, is.step.Round
	}
	return d
}

func recorded(c *Commit) outcome { return outcome{step: c.Step, events: c.Events, state: c.State} }

// differ says how a step went otherwise; nil for no difference. What the rules
// remember anew, or not any more, is none by itself.
func (s *Shadow) differ(is *player, was, now outcome) *Difference {
	if was.step != now.step && now.problem == nil {
		return &Difference{Instead: now.step, Over: now.step == ""}
	}
	a, b := firstOther(was.events, now.events)
	switch {
	case b != nil:
		return &Difference{Was: a, Is: b, Where: b.Where}
	case now.problem != nil && (was.problem == nil || was.problem.Error() != now.problem.Error()):
		return &Difference{Problem: now.problem, Where: now.where}
	case a != nil:
		return &Difference{Was: a}
	case was.state == now.state || now.state == "":
		return nil
	}
	state, err := is.settle(was.state)
	if err != nil {
		return &Difference{Problem: err}
	}
	who, before, after := otherPart(state, now.state, s.head.Entries)
	if before == after {
		return nil
	}
	return &Difference{Who: who, WasState: before, IsState: after}
}

// firstOther finds the first events of a step that are not alike. One that only
// came in between, or is only gone, stands alone.
func firstOther(was, is []Event) (a, b *Event) {
	same := 0
	for same < len(was) && same < len(is) && was[same].Alike(&is[same]) {
		same++
	}
	was, is = was[same:], is[same:]
	if len(was) > 0 {
		a = &was[0]
	}
	if len(is) > 0 {
		b = &is[0]
	}
	switch {
	case a == nil || b == nil:
	case a.among(is):
		a = nil
	case b.among(was):
		b = nil
	}
	return a, b
}

// otherPart finds the first part of two states that is another one, and whose it
// is.
func otherPart(was, is string, cars []Entry) (who, a, b string) {
	before, after := strings.Split(was, betweenCars), strings.Split(is, betweenCars)
	for i := range min(len(before), len(after)) {
		if before[i] == after[i] {
			continue
		}
		if i > 0 && i <= len(cars) {
			who = cars[i-1].Name
		}
		return who, before[i], after[i]
	}
	return "", "", ""
}
