// Package terminal is the face of a race in a terminal, and of a championship:
// what is told of a race while it is played, what people are asked and what they
// type, commands and all, and the race told again later.
//
//	screen := &terminal.Screen{Printer: printer, Out: os.Stdout, Keys: console.NewLines(os.Stdin, os.Stdout), Home: home}
//	people, ok, err := screen.AskDrivers(ctx, program.Entries())
//	left, err := screen.Race(ctx, r)
//
// It sees a race through package table alone. How single things look on a screen
// is the business of package term; what can be answered, that of the rules.
package terminal

import (
	"context"
	"errors"
	"io"
	"strings"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/wall"
)

// Screen is a terminal, or a stream that only takes what is told.
type Screen struct {
	console.Printer
	Out   io.Writer
	Keys  console.Keyboard // where people type; nil when nobody is there
	Child *wall.Child      // the process, when it is one of rules of others
	Home  store.Home       // where --resume last finds races
	Watch bool             // files that change are taken up
}

// Race plays a race to its end, or until people leave it.
func (s *Screen) Race(ctx context.Context, r *saved.Race) (left bool, err error) {
	return s.race(ctx, r, nil)
}

func (s *Screen) race(ctx context.Context, r *saved.Race, c *championship.Championship) (left bool, err error) {
	f, err := s.face(r)
	if err != nil {
		return false, err
	}
	f.season = c
	if s.Watch {
		f.watch()
		defer f.unwatch()
	}
	return f.play(ctx)
}

// Retell tells the steps of a race that was only read, and how it stands then,
// unless the context is done before.
func (s *Screen) Retell(ctx context.Context, r *saved.Race) error {
	f, err := s.face(r)
	if err != nil {
		return err
	}
	return f.retell(ctx)
}

// play tells the race to its end.
func (f *face) play(ctx context.Context) (left bool, err error) {
	f.introduce()
	for {
		then, err := f.step(ctx)
		switch {
		case then == done:
			return false, err
		case errors.Is(err, context.Canceled):
			f.say("")
			return false, errors.Join(err, f.leave(ctx))
		case err != nil:
			return false, err
		case then == leave:
			return true, f.leave(ctx)
		}
	}
}

// leave says where the race is, and how to go on with it. One whose file is lost
// is kept elsewhere first.
func (f *face) leave(ctx context.Context) error {
	if lost := f.race.Journal.Check(); lost != nil {
		if !f.talk {
			return nil // whoever closes the race says so
		}
		if _, err := f.keepElsewhere(ctx, lost); err != nil {
			return err
		}
	}
	f.say("saved in %s; go on with: sandbox play --resume %s", f.race.Home, f.again())
	return nil
}

// keepElsewhere says that the race's file is lost, and keeps the race in another
// one: that which people name, or the one that was offered when they leave.
func (f *face) keepElsewhere(ctx context.Context, lost *store.Lost) (left bool, err error) {
	f.together()
	f.say("%v; nothing is lost so far, the race goes on in memory", lost)
	championship := f.race.Home != f.race.Journal.Path()
	for {
		spare := lost.Spare()
		prompt := console.Prompt{Text: visible.Sprintf("keep it in which file [%s] > ", spare), Words: []string{":quit"}}
		heard, ended := console.HearCommand(ctx, f.screen.Keys, prompt, []string{"quit"}, nil)
		path := heard.Line
		left = ended != nil || heard.End || path == ":quit"
		switch {
		case left:
			f.say("")
			path = spare
		case path == "":
			path = spare
		case strings.HasPrefix(path, ":"):
			f.say("the race needs a file first: its path, or Enter for %s", spare)
			continue
		}
		err = f.race.Move(path)
		if err == nil || left {
			f.tellMoved(lost.Path, path, championship, err)
			return left, err
		}
		f.say("%v", err)
	}
}

// tellMoved says where the race is kept now.
func (f *face) tellMoved(from, to string, championship bool, err error) {
	switch {
	case err != nil:
		f.say("what was played since is lost: it cannot be kept in %s either", to)
	case championship && from != to:
		f.say("the race is kept in %s, all of it; its championship looks for it in %s: move it there before it goes on", to, from)
	default:
		f.say("the race is kept in %s, all of it", to)
	}
}

// again is what --resume takes to go on.
func (f *face) again() string {
	if last, err := f.screen.Home.Path("last"); err == nil && last == f.race.Journal.Path() {
		return "last"
	}
	return f.race.Home
}

// retell tells what was played, and how the race stands then.
func (f *face) retell(ctx context.Context) error {
	info := f.race.Program().Info()
	f.say("%s on %s, %s", info.Variant, info.Track, f.luck())
	f.tellCommitment()
	f.retellRules(0)
	for i := range f.race.Steps() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := f.race.Commit(i + 1)
		if err != nil {
			return err
		}
		f.head(headingOf(c.Step, c.Kind, c.Round))
		f.teller.Tell(f.out, c.Events)
		f.retellRules(i + 1)
	}
	v, err := f.view()
	switch {
	case err != nil:
		return err
	case v.Race.Over():
		f.result(v)
		f.reveal()
	default:
		f.standings(v)
		if v.Race.Board() != nil {
			f.drawMap(v)
		}
	}
	return nil
}

// retellRules tells how the rules were changed after so many steps.
func (f *face) retellRules(steps int) {
	for _, r := range f.race.Revisions() {
		if r.At == steps {
			f.tellRules(fromHereOn, r.Changes)
		}
	}
}

// say writes a line, as wide as the screen.
func (f *face) say(format string, args ...any) {
	visible.Printf(f.out, "%s\n", visible.Shown(f.style.Wrap(visible.Sprintf(format, args...))))
}

// head writes a heading unless it is the last one written.
func (f *face) head(heading string) {
	if heading != f.heading {
		term.Heading(f.out, f.style, heading)
		f.heading = heading
	}
}
