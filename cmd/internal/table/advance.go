package table

import (
	"context"
	"errors"

	"sandbox/core/race"
)

// Waits is what a race waits for.
type Waits uint8

// What a race waits for: nothing, so that Advance goes on; Go; Answer; Throw; a
// mend of the rules or of the race, as Beat.Problem says; a choice about the rules
// that are Offered; or it is over.
const (
	Nothing Waits = iota
	ForGo
	ForAnswers
	ForThrow
	ForMend
	ForChoice
	Over
)

// Beat is what one Advance did, and why it stopped there.
type Beat struct {
	Commit    *race.Commit // the step that was played; nil for none
	Waits     Waits
	Next      race.Step // what comes next, is under way, or was played; not when it is over
	Begins    bool      // a session or a round begins with it
	RoundOver bool      // a round has ended before it, of those that people let begin
	Notice    string    // what people should be told, such as that answers were dropped
	Problem   error     // what went wrong in the step; the race stands as before it
}

// Advance plays the next step, unless the race waits for somebody. It is to be
// called again while nothing is waited for. What a race that waits is made of
// outlasts a power cut. It fails when the context is done before it begins, when
// that of the race has stopped its rules, so that the race stands as before the
// step, and when what was played cannot be kept.
func (t *Table) Advance(ctx context.Context) (Beat, error) {
	if err := ctx.Err(); err != nil {
		return Beat{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	beat := t.beat()
	if t.until != nil && beat.Problem != nil && t.until.Err() != nil {
		t.trouble = nil
		return Beat{}, t.until.Err()
	}
	if beat.Waits != Nothing {
		return beat, t.kept.Sync()
	}
	return beat, nil
}

func (t *Table) beat() Beat {
	if t.offer != nil {
		return Beat{Waits: ForChoice}
	}
	if waits := t.asked(); waits != Nothing {
		return Beat{Waits: waits, Next: *t.next}
	}
	if t.trouble != nil {
		return t.stuck(t.trouble)
	}
	next, err := t.upcoming()
	switch {
	case errors.Is(err, race.ErrOver):
		return Beat{Waits: Over}
	case err != nil:
		t.tell()
		return t.stuck(err)
	}
	if beat, paused := t.pause(next); paused {
		return beat
	}
	return t.play(next)
}

// play plays a step.
func (t *Table) play(next *race.Step) Beat {
	defer t.tell()
	commit, err := t.game.PlayStep(next)
	beat := Beat{Commit: commit, Next: *next}
	switch {
	case err == nil:
		t.next = nil
	case errors.Is(err, race.ErrPending):
		beat.Waits = t.asked()
	default:
		beat = t.stuck(err)
	}
	beat.Notice = t.game.Notice()
	return beat
}

// asked is what the step under way waits for.
func (t *Table) asked() Waits {
	switch {
	case t.next == nil:
		return Nothing
	case t.game.Wanted() != nil:
		return ForThrow
	case len(t.game.Pending()) > 0:
		return ForAnswers
	}
	return Nothing
}

// upcoming is the step that comes next, or race.ErrOver; the rules are asked for
// it once.
func (t *Table) upcoming() (*race.Step, error) {
	switch {
	case t.over:
		return nil, race.ErrOver
	case t.next != nil:
		return t.next, nil
	}
	step, err := t.game.Next()
	if err != nil {
		t.over = errors.Is(err, race.ErrOver)
		return nil, err
	}
	kept := *step
	t.next = &kept
	return t.next, nil
}

// elsewhere has the rules asked again what comes next.
func (t *Table) elsewhere() { t.next, t.over = nil, false }

// pause is for people: before a session or a round begins, and where the race
// was changed by hand, it waits for Go. One of several rounds that were let
// begin together only passes.
func (t *Table) pause(next *race.Step) (beat Beat, paused bool) {
	last, label := t.game.Last(), next.Label.String()
	beat = Beat{
		Next:      *next,
		Begins:    next.Kind == race.Session || next.Kind == race.Special || next.Round > last.Round || last.Kind == race.Session,
		RoundOver: next.Round > last.Round && last.Round > 0,
	}
	if !t.attended || !t.hold && (!beat.Begins || label == t.begun) {
		return beat, false
	}
	switch {
	case t.hold:
		beat.Waits = ForGo
	case t.rounds == 0:
		t.hold, beat.Waits = true, ForGo
		t.tell()
	default:
		t.begin(next)
		t.tell()
	}
	return beat, true
}

// begin notes that people let a step begin.
func (t *Table) begin(next *race.Step) {
	t.hold, t.begun = false, next.Label.String()
	if t.rounds > 0 && next.Round > t.game.Last().Round {
		t.rounds--
	}
}

// stuck waits for the mend of what went wrong in a step, which is not tried again
// before something changes.
func (t *Table) stuck(err error) Beat {
	t.rounds, t.trouble = 0, err
	beat := Beat{Waits: ForMend, Problem: err}
	if t.next != nil {
		beat.Next = *t.next
	}
	return beat
}
