package main

import (
	"context"
	"errors"
	"strings"

	"sandbox/cmd/internal/term"
)

// throw asks for what the dice on the table show.
func (t *table) throw(ctx context.Context) error {
	for w := t.game.Wanted(); w != nil; w = t.game.Wanted() {
		text, err := t.read(ctx, term.ThrowPrompt(t.style, t.teller.Words, w, t.game.Race().Name(w.Who)))
		if errors.Is(err, errChanged) {
			continue // asked again, or the step runs again under other rules
		}
		if err != nil {
			return err
		}
		if t.waits(text) {
			continue
		}
		if strings.HasPrefix(text, ":") {
			if changed, err := t.command(text); err != nil || changed {
				return err
			}
			continue
		}
		faces, err := term.Faces(w, text)
		if err == nil {
			err = t.game.Throw(faces...)
		}
		if err != nil {
			t.say("%v", err)
		}
	}
	return nil
}
