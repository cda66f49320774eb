package main

import (
	"context"
	"errors"

	"sandbox/cmd/internal/term"
	"sandbox/core/race"
)

// handOver leaves a driver alone with the screen where the others at this
// terminal must not see the answer. It returns whether the question can be put
// now.
func (t *table) handOver(ctx context.Context, a *race.Question, who string) (there bool, err error) {
	if t.alone != who {
		t.together()
	}
	if !a.Hidden || len(t.options.People) < 2 || t.alone == who {
		return true, nil
	}
	_, err = t.reply(ctx, who+" answers in secret; Enter when nobody else looks > ")
	if errors.Is(err, errAgain) || errors.Is(err, errElsewhere) {
		return false, nil
	}
	if err == nil {
		t.alone = who
		term.Alone(t.out, t.style)
	}
	return err == nil, err
}

// together shows the screen that is for all again.
func (t *table) together() {
	if t.alone != "" {
		term.Together(t.out, t.style)
	}
	t.alone = ""
}
