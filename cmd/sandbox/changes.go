package main

import (
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/watch"
	"sandbox/scripts"
)

// watch begins to watch the files that the rules were read from.
func (t *table) watch() {
	w, err := watch.Files(library.OnDisk(t.program()))
	if err != nil {
		t.say("the files are not watched: %v; :reload takes them up", err)
		return
	}
	t.watcher = w
}

func (t *table) close() {
	if t.watcher != nil {
		_ = t.watcher.Close() // nothing depends on it any more
	}
}

// changes is nil, and so never ready, when nothing is watched, or not for this
// race.
func (t *table) changes() <-chan watch.Change {
	if t.watcher == nil || t.over {
		return nil
	}
	return t.watcher.Changes()
}

// takeChanges takes up files that changed while nobody was asked. A race that
// is only told goes on under the old rules when the new ones are wrong.
func (t *table) takeChanges() error {
	for {
		select {
		case change := <-t.changes():
			t.takeUp(change)
			if t.broken != nil {
				t.rounds = 0
			}
		default:
			return nil
		}
	}
}

// takeUp reads the rules again and says what changed.
func (t *table) takeUp(change watch.Change) {
	if change.Gone {
		t.say("%s is gone; the race goes on under the rules last read from it", change.Path)
		return
	}
	was := t.broken
	changes, err := t.reload()
	if t.broken = err; err != nil {
		t.by.Problem(t.out, err)
		t.say("the rules stay as they were, and the race waits for the mend; :keep plays on")
		return
	}
	if was != nil {
		t.say("the file is mended")
	}
	t.tellChanges(changes)
}

func (t *table) tellChanges(changes []scripts.Change) {
	if len(changes) == 0 {
		t.say("nothing changed in the rules")
		return
	}
	t.say("new rules from here on:")
	for _, c := range changes {
		t.say("  %s", c)
	}
	t.teller.Words = t.program().Info().Words
	if t.watcher != nil {
		if err := t.watcher.Set(library.OnDisk(t.program())); err != nil {
			t.say("the files are not watched any more: %v; :reload takes them up", err)
		}
	}
}
