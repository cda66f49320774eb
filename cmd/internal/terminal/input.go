package terminal

import (
	"context"
	"strings"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
	"sandbox/core/race"
)

// prompt is one at which commands can be given.
func (f *face) prompt(text string) console.Prompt {
	p := console.Prompt{Text: text, Names: lookNames(f.race.Program().Names()), After: ":lua "}
	for _, c := range commands() {
		p.Words = append(p.Words, c.words(f.race.Head().Entries)...)
	}
	return p
}

// hear puts a prompt and takes what concerns no prompt in particular: commands,
// files that change, and that nothing else is taken while a file is wrong. What
// is left is typed, with its text.
func (f *face) hear(ctx context.Context, prompt console.Prompt) (text string, then outcome, err error) {
	heard, err := f.read(ctx, prompt)
	switch {
	case err != nil || heard.End:
		return "", leave, err
	case heard.Change != nil: // asked again, or the step runs again under other rules
		return "", onward, nil
	case strings.HasPrefix(heard.Line, ":"):
		return "", f.command(heard.Line), nil
	case f.waits():
		return "", again, nil
	}
	return heard.Line, typed, nil
}

// read waits for a line. When a file changes while it waits, it takes that up.
func (f *face) read(ctx context.Context, prompt console.Prompt) (console.Heard, error) {
	heard, err := console.HearCommand(ctx, f.screen.Keys, prompt, commandNames(), f.changes())
	f.measure()
	switch {
	case err != nil:
	case heard.End:
		f.say("")
	case heard.Until:
		f.say("")
	case heard.Change != nil:
		f.say("")
		f.together()
		f.takeUp(*heard.Change)
	}
	return heard, err
}

// waits says that nothing but a command is taken, because a file is wrong.
func (f *face) waits() bool {
	v, err := f.race.View(table.Seat{})
	if err != nil || v.Problem == nil {
		return false
	}
	f.say("the race waits until the file is mended; :keep plays on under the rules last read")
	return true
}

// handOver leaves a driver alone with the screen where the others at this
// terminal must not see the answer. The question can be put now when the outcome
// is typed.
func (f *face) handOver(ctx context.Context, q *race.Question) (outcome, error) {
	who := q.ID.Who
	if f.alone != who {
		f.together()
	}
	if !q.Hidden || len(f.race.Head().People) < 2 || f.alone == who {
		return typed, nil
	}
	prompt := f.prompt(visible.Line(who) + " answers in secret; Enter when nobody else looks > ")
	prompt.Secret = true // the answer may be typed too early
	text, then, err := f.hear(ctx, prompt)
	switch {
	case err != nil || then != typed:
		return then, err
	case text != "":
		f.say("nothing is answered yet; first Enter, and then the answer")
		return again, nil
	}
	f.alone = who
	term.Alone(f.out, f.style)
	return typed, nil
}

// together shows the screen that is for all again.
func (f *face) together() {
	if f.alone != "" {
		term.Together(f.out, f.style)
	}
	f.alone = ""
}

// watch begins to watch the files that the rules were read from.
func (f *face) watch() {
	w, err := watch.Files(library.OnDisk(f.race.Program()))
	if err != nil {
		f.say("the files are not watched: %v; :reload takes them up", err)
		return
	}
	f.watcher = w
}

func (f *face) unwatch() {
	if f.watcher != nil {
		_ = f.watcher.Close() // nothing depends on it any more
	}
}

// changes is nil, and so never ready, when nothing is watched, or not for this
// race.
func (f *face) changes() <-chan watch.Change {
	if f.watcher == nil || f.between {
		return nil
	}
	return f.watcher.Changes()
}

// takeChanges takes up files that changed while nobody was asked. A race that
// is only told goes on under the old rules when the new ones are wrong.
func (f *face) takeChanges() {
	for {
		select {
		case change := <-f.changes():
			f.takeUp(change)
		default:
			return
		}
	}
}
