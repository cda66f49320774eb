package wall

import (
	"context"
	"io"
	"os"
	"slices"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
)

// mending is a race whose rules have brought down their process: it waits for
// the mend without reading a rule.
type mending struct {
	*Race
	out     io.Writer
	journal string
}

// wait waits for the mend and returns what the next child is told, "" when
// people leave.
func (m *mending) wait(ctx context.Context) (word string, err error) {
	m.say("the race is kept as it stood before the step: mend the file and save it, or :keep plays on under the rules last")
	m.say("read; :reload and :quit are there too")
	changes := m.watch(ctx)
	if changes != nil {
		defer changes.Close()
	}
	gone := map[string]bool{}
	for {
		heard, err := console.HearCommand(ctx, m.Keys, console.Prompt{Text: "mend > ", Words: mendWords()}, []string{"reload", "keep", "quit"}, changesOf(changes))
		switch {
		case err != nil || heard.End:
			return m.leave(err)
		case heard.Change != nil && heard.Change.Gone:
			gone[heard.Change.Path] = true
			m.say("\n%s is gone; it is waited for", heard.Change.Path)
			continue
		case heard.Change != nil:
			m.say("")
			if gone[heard.Change.Path] {
				m.say("%s is back", heard.Change.Path)
			}
			return Mended, nil
		}
		switch heard.Line {
		case ":reload":
			return Mended, nil
		case ":keep":
			return Keep, nil
		case ":quit":
			return m.leave(nil)
		}
		m.say("the race waits: mend the file and save it, or give one of :reload, :keep and :quit")
	}
}

// mendWords are what can be typed while a race waits for the mend.
func mendWords() []string { return []string{":reload", ":keep", ":quit"} }

func (m *mending) say(format string, args ...any) { visible.Printf(m.out, format+"\n", args...) }

// leave says how to go on another day.
func (m *mending) leave(err error) (string, error) {
	if err != nil {
		m.say("")
	}
	m.say("saved in %s; go on with: sandbox play --resume %s", m.journal, m.journal)
	return "", err
}

// watch watches the files that the rules of the race were read from, unless it
// was told not to; nil when it does not.
func (m *mending) watch(ctx context.Context) *watch.Watcher {
	if !m.Watch {
		return nil
	}
	w, err := watch.Files(slices.DeleteFunc(library.Recorded(ctx, m.journal), func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	}))
	if err != nil {
		m.say("the files are not watched: %v; :reload takes them up", err)
		return nil
	}
	return w
}

// changesOf is nil, and so never ready, when nothing is watched.
func changesOf(w *watch.Watcher) <-chan watch.Change {
	if w == nil {
		return nil
	}
	return w.Changes()
}
