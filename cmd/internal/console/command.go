package console

import (
	"context"
	"slices"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
)

// HearCommand is Hear, where commands begin with a colon. A line that is one but
// for the colon, and is nothing else that the prompt knows, is asked about: it
// comes back with the colon when it was meant so, and as it is when not.
func HearCommand(ctx context.Context, k Keyboard, p Prompt, commands []string, changes <-chan watch.Change) (Heard, error) {
	heard, err := k.Hear(ctx, p, changes)
	heard.Line = strings.TrimSpace(heard.Line)
	if err != nil || !heard.Typed() || !withoutColon(heard.Line, p.Words, commands) {
		return heard, err
	}
	sure := Prompt{Text: "is :" + visible.Line(heard.Line) + " meant? y for yes, anything else for no > ", Words: []string{"yes", "no"}, Secret: true}
	said, err := k.Hear(ctx, sure, nil)
	if err != nil || said.End {
		return said, err
	}
	switch strings.ToLower(strings.TrimSpace(said.Line)) {
	case "y", "yes":
		heard.Line = ":" + heard.Line
	}
	return heard, nil
}

// withoutColon says that a line begins with the name of a command, and is none of
// the words of its prompt.
func withoutColon(line string, words, commands []string) bool {
	name, _, _ := strings.Cut(line, " ")
	same := func(word string) bool { return strings.EqualFold(word, line) }
	return slices.Contains(commands, name) && !slices.ContainsFunc(words, same)
}
