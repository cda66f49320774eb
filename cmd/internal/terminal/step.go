package terminal

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// step plays the next step and tells it, asks who has to be asked, and waits
// where people want it to.
func (f *face) step(ctx context.Context) (outcome, error) {
	f.measure()
	f.takeChanges()
	beat, err := f.race.Advance(ctx)
	if lost := (*store.Lost)(nil); f.talk && errors.As(err, &lost) {
		var left bool
		if left, err = f.keepElsewhere(ctx, lost); left || err != nil {
			return leave, errors.Join(err, ctx.Err())
		}
	}
	if beat.Notice != "" {
		f.say("%s", beat.Notice)
	}
	switch {
	case beat.Problem != nil && !f.talk:
		return onward, beat.Problem
	case beat.Problem != nil:
		return f.mend(ctx, beat.Problem, err)
	case err != nil:
		return onward, err
	}
	switch beat.Waits {
	case table.ForGo:
		return f.pause(ctx, &beat)
	case table.ForAnswers, table.ForThrow:
		return f.ask(ctx, &beat)
	case table.ForChoice:
		return f.choose(ctx)
	case table.Over:
		return f.end(ctx)
	}
	return onward, f.tell(&beat)
}

// tell tells what was played; where a round is over, how the cars stand.
func (f *face) tell(beat *table.Beat) error {
	if c := beat.Commit; c != nil {
		f.head(headingOf(c.Step, c.Kind, c.Round))
		f.teller.TellFrom(f.out, c.Events, f.shown)
		f.shown = nil
	}
	return f.afterRound(beat)
}

// afterRound shows how the cars stand when a round is over.
func (f *face) afterRound(beat *table.Beat) error {
	if !beat.RoundOver || f.race.Steps()+1 == f.stood {
		return nil
	}
	v, err := f.view()
	if err == nil {
		f.standing(v)
	}
	return err
}

// pause waits before a session or a round, and where the race was changed by
// hand.
func (f *face) pause(ctx context.Context, beat *table.Beat) (outcome, error) {
	if err := f.afterRound(beat); err != nil {
		return onward, err
	}
	v, err := f.view()
	if err != nil {
		return onward, err
	}
	for {
		text, then, err := f.hear(ctx, f.prompt(comesNext(beat, v)))
		n, numeric := strconv.Atoi(text)
		switch {
		case err != nil || then == onward || then == leave:
			return then, err
		case then == again:
		case text == "":
			return onward, f.race.Go(0)
		case numeric == nil && n > 0:
			return onward, f.race.Go(n)
		default:
			f.say("Enter plays a %s, a number that many %ss; :help lists the commands", f.round(), f.round())
		}
	}
}

// ask shows what has happened in the step so far, and asks what it waits for.
func (f *face) ask(ctx context.Context, beat *table.Beat) (outcome, error) {
	v, err := f.view()
	if err != nil {
		return onward, err
	}
	next := &beat.Next
	f.head(headingOf(next.Label.String(), next.Kind, next.Round))
	f.teller.TellFrom(f.out, v.Events, f.shown)
	f.shown = v.Events
	switch {
	case !f.talk:
		return onward, f.race.NeedsSomebody()
	case beat.Waits == table.ForThrow:
		return f.throw(ctx)
	}
	return f.question(ctx)
}

// question puts the questions of a step, one after the other.
func (f *face) question(ctx context.Context) (outcome, error) {
	defer f.together()
	for all := false; ; {
		q, err := f.asked()
		if q == nil || err != nil {
			return onward, err
		}
		who := q.ID.Who
		if then, err := f.handOver(ctx, q); err != nil || then != typed {
			return then, err
		}
		term.Prompt(f.out, f.style, *q, who, all)
		text, then, err := f.hear(ctx, f.answerTo(q))
		all = text == term.AllOptions
		switch {
		case err != nil || then == onward || then == leave:
			return then, err
		case then == again || all && q.Find(text) < 0:
		default:
			option, err := term.Choose(*q, text)
			if err == nil {
				err = f.race.Answer(table.SeatOf(who), q.ID, option)
			}
			if err != nil {
				f.screen.Problem(f.out, err)
			}
		}
	}
}

// answerTo is the prompt of a question.
func (f *face) answerTo(q *race.Question) console.Prompt {
	p := f.prompt(visible.Line(q.ID.Who) + " > ")
	p.Secret = q.Hidden
	p.Words = append(term.Answers(q), p.Words...)
	return p
}

// asked is the first question that waits, as who is asked sees it; nil when none
// does.
func (f *face) asked() (*race.Question, error) {
	all, err := f.race.View(table.Seat{})
	if err != nil || len(all.Waiting) == 0 {
		return nil, err
	}
	own, err := f.race.View(table.SeatOf(all.Waiting[0].Who))
	if err != nil || len(own.Questions) == 0 {
		return nil, err
	}
	return &own.Questions[0], nil
}

// throw asks for what the dice on the table show.
func (f *face) throw(ctx context.Context) (outcome, error) {
	for {
		v, err := f.view()
		if err != nil || v.Throw == nil {
			return onward, err
		}
		if len(v.Throw.Throws) == 1 || !f.listed(v.Throw) {
			term.Throws(f.out, f.style, f.teller.Words, v.Throw)
			f.thrown = v.Throw
		}
		text, then, err := f.hear(ctx, f.prompt(term.ThrowPrompt(f.style, f.teller.Words, v.Throw)))
		switch {
		case err != nil || then == onward || then == leave:
			return then, err
		case then == again:
			continue
		}
		if err := f.takeThrow(v.Throw, text); err != nil {
			f.screen.Problem(f.out, err)
		}
	}
}

// takeThrow takes what was typed for dice.
func (f *face) takeThrow(w *race.Wanted, text string) error {
	if strings.EqualFold(text, term.RollWord) {
		return f.race.ThrowAll(table.Seat{GM: true}, w.ID)
	}
	faces, err := term.Faces(w, text)
	if err != nil {
		return err
	}
	if err := f.race.Throw(table.Seat{GM: true}, w.ID, faces...); err != nil {
		return err
	}
	visible.Printf(f.out, "%s", visible.Shown(term.Taken(f.style, f.teller.Words, w, faces)))
	return nil
}

// listed says that throws are the rest of those whose list stands on the screen.
func (f *face) listed(w *race.Wanted) bool {
	was := f.thrown
	if was == nil || was.ID.Step != w.ID.Step || was.ID.Purpose != w.ID.Purpose || len(was.Throws) < len(w.Throws) {
		return false
	}
	a, b := was.Throws[len(was.Throws)-len(w.Throws)], w.Throws[0]
	same := a.Who == b.Who && a.Nth == b.Nth
	return same && (a.Before == nil) == (b.Before == nil)
}

// mend tells what went wrong in a step and waits for the mend. notKept is why
// the race cannot be kept, if it cannot.
func (f *face) mend(ctx context.Context, problem, notKept error) (outcome, error) {
	f.screen.Problem(f.out, problem)
	f.say("the race waits as it stood before the step: mend the file and save it, or what is wrong in the race")
	f.say("with :gm CAR FIELD VALUE, or a value with :set; :undo and :quit are there too")
	if notKept != nil {
		return onward, notKept
	}
	for {
		heard, err := f.read(ctx, f.prompt("mend > "))
		switch {
		case err != nil || heard.End:
			return leave, err
		case heard.Change != nil && f.race.Offered() != nil:
			return onward, nil
		case heard.Change != nil:
		case !strings.HasPrefix(heard.Line, ":"):
			f.say("the race waits: mend the file and save it, or give a command; :help lists them")
		default:
			if then := f.command(heard.Line); then != again {
				return then, nil
			}
		}
	}
}

// end shows the result. People may still look back, or take steps back.
func (f *face) end(ctx context.Context) (outcome, error) {
	v, err := f.view()
	if err != nil {
		return done, err
	}
	f.result(v)
	then, err := f.afterwards(ctx)
	if then == done && err == nil {
		f.reveal()
	}
	return then, err
}

// afterwards waits behind the end of a race; what comes after it is its
// championship's next race, or nothing.
func (f *face) afterwards(ctx context.Context) (outcome, error) {
	prompt, enter, last := "the race is over; Enter ends > ", "Enter ends", true
	if f.season != nil {
		if err := f.tellSeason(); err != nil {
			return done, err
		}
		prompt, enter, last = upcoming(f.season)
	}
	f.between = f.season != nil
	defer func() { f.between = false }()
	left := leave
	if last {
		left = done
	}
	for f.talk {
		heard, err := f.read(ctx, f.prompt(prompt))
		switch {
		case err != nil || heard.End:
			return left, err
		case heard.Change != nil && f.race.Offered() != nil:
			return onward, nil
		case heard.Change != nil:
		case heard.Line == "":
			if last || f.ready() {
				return done, nil
			}
		case !strings.HasPrefix(heard.Line, ":"):
			f.say("%s, :undo takes steps back; :help lists the commands", enter)
		default:
			switch f.command(heard.Line) {
			case leave:
				return left, nil
			case onward:
				return onward, nil
			}
		}
	}
	return done, nil
}
