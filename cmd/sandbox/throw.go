package main

import (
	"context"
	"errors"

	"sandbox/cmd/internal/term"
)

// throw asks for what the dice on the table show.
func (t *table) throw(ctx context.Context) error {
	for w := t.game.Wanted(); w != nil; w = t.game.Wanted() {
		text, err := t.reply(ctx, term.ThrowPrompt(t.style, t.teller.Words, w, w.ID.Who))
		switch {
		case errors.Is(err, errAgain):
			continue
		case errors.Is(err, errElsewhere):
			return nil
		case err != nil:
			return err
		}
		faces, err := term.Faces(w, text)
		if err == nil {
			err = t.game.Throw(w.ID, faces...)
		}
		if err != nil {
			t.say("%v", err)
		}
	}
	return nil
}
