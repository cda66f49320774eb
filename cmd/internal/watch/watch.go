// Package watch says when one of the files that a race was loaded from has
// other content than before, a moment after it was saved.
//
//	w, err := watch.Files(paths)
//	if err != nil {
//		return err
//	}
//	defer w.Close()
//	for change := range w.Changes() {
//		...           // load the rules again
//		w.Set(paths)  // they may be made of other files now
//	}
//
// It tells that content changed, not what: a touch says nothing, and neither
// do an editor's detours on the way to the same text. It reads no Lua, reloads
// nothing, and does not look for files that nobody named. A folder further up
// than the file's own that is renamed goes unnoticed.
package watch

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long the files must have been left alone before they are
// looked at: an editor saves in several steps.
const settle = 40 * time.Millisecond

// ErrClosed is returned by a Watcher that was closed.
var ErrClosed = errors.New("the watcher is closed")

// Change is a watched file whose content is not what it was.
type Change struct {
	Path string // as it was given to Files or Set
	Gone bool   // it is missing, or cannot be read; its return is a Change too
}

// Watcher watches files. Its methods may be called from any goroutine.
type Watcher struct {
	changes chan Change
	sets    chan set
	stirred chan struct{} // something happened to a watched file, or may have
	done    chan struct{} // closed by Close
	ended   chan struct{} // closed when run has ended
	close   sync.Once

	system  *fsnotify.Watcher
	entries atomic.Pointer[[]string] // what listen looks out for

	files []file   // run's alone
	due   []Change // run's alone: not taken by the receiver yet
}

// set is a call of Set.
type set struct {
	paths []string
	err   chan error
}

// Files begins to watch files; a change is one from the content they have now.
// A file that is missing is waited for. It fails when the system refuses to
// watch one of their folders.
func Files(paths []string) (*Watcher, error) {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("files cannot be watched: %w", hinted(err))
	}
	w := &Watcher{
		changes: make(chan Change),
		sets:    make(chan set),
		stirred: make(chan struct{}, 1),
		done:    make(chan struct{}),
		ended:   make(chan struct{}),
		system:  system,
	}
	w.entries.Store(new([]string))
	go w.listen()
	go w.run()
	if err := w.Set(paths); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Changes is where changes arrive. Those of one file that are not taken yet
// are one. The channel is closed by Close.
func (w *Watcher) Changes() <-chan Change { return w.changes }

// Set watches these files from now on, and no others. For a file that was
// watched before, a change is still one from the content last told. It fails
// when the system refuses to watch a folder, and watches what it can; after
// Close it returns ErrClosed.
func (w *Watcher) Set(paths []string) error {
	s := set{paths, make(chan error, 1)}
	select {
	case w.sets <- s:
		return <-s.err
	case <-w.done:
		return ErrClosed
	}
}

// Close ends the watching and closes Changes.
func (w *Watcher) Close() error {
	w.close.Do(func() { close(w.done) })
	<-w.ended
	return w.system.Close()
}

// listen takes what the system reports. It waits for nobody: the system's
// watcher may hold its lock, which run needs, until a report is taken.
func (w *Watcher) listen() {
	for {
		select {
		case event, ok := <-w.system.Events:
			if !ok {
				return
			}
			if w.concerns(event.Name) {
				w.stir()
			}
		case _, ok := <-w.system.Errors: // events may be lost
			if !ok {
				return
			}
			w.stir()
		}
	}
}

func (w *Watcher) stir() {
	select {
	case w.stirred <- struct{}{}:
	default:
	}
}

// concerns says whether name is a watched entry, or a folder it stands in.
func (w *Watcher) concerns(name string) bool {
	name = filepath.Clean(name)
	return slices.ContainsFunc(*w.entries.Load(), func(entry string) bool {
		rest, found := strings.CutPrefix(entry, name)
		return found && (rest == "" || rest[0] == filepath.Separator)
	})
}

// run looks at the files when they have been left alone for a moment, and
// hands out what changed.
func (w *Watcher) run() {
	defer close(w.ended)
	defer close(w.changes)
	quiet := time.NewTimer(settle)
	quiet.Stop()
	for {
		var out chan Change
		var next Change
		if len(w.due) > 0 {
			out, next = w.changes, w.due[0]
		}
		select {
		case <-w.stirred:
			quiet.Reset(settle)
		case <-quiet.C:
			w.look()
		case out <- next:
			w.due = w.due[1:]
		case s := <-w.sets:
			s.err <- w.set(s.paths)
		case <-w.done:
			return
		}
	}
}

// look compares the files with what was last seen of them.
func (w *Watcher) look() {
	_ = w.follow() // tried again at the next event
	for i := range w.files {
		f := &w.files[i]
		if now := read(f.full); now != f.seen {
			f.seen = now
			w.tell(Change{f.path, now.gone})
		}
	}
}

// tell puts a change in line, in the place of an older one of the same file.
func (w *Watcher) tell(c Change) {
	for i := range w.due {
		if w.due[i].Path == c.Path {
			w.due[i] = c
			return
		}
	}
	w.due = append(w.due, c)
}

func (w *Watcher) set(paths []string) error {
	old := w.files
	w.files = nil
	for _, path := range paths {
		if find(w.files, path) != nil {
			continue
		}
		full, err := filepath.Abs(path)
		if err != nil {
			w.files = old
			return fmt.Errorf("%s cannot be watched: %w", path, err)
		}
		w.files = append(w.files, file{path: path, full: full})
	}
	w.due = slices.DeleteFunc(w.due, func(c Change) bool { return find(w.files, c.Path) == nil })
	err := w.follow() // before they are read: no change falls in between
	for i := range w.files {
		f := &w.files[i]
		if known := find(old, f.path); known != nil {
			f.seen = known.seen
		} else {
			f.seen = read(f.full)
		}
	}
	return err
}

// follow watches the folders in which a change to one of the files would
// show, which are others after a folder or a link was changed.
func (w *Watcher) follow() error {
	for {
		entries := entriesOf(w.files)
		w.entries.Store(&entries)
		err := w.watch(entries)
		if slices.Equal(entries, entriesOf(w.files)) {
			return err
		}
	}
}

// watch has the system watch the folders of the entries and no others.
func (w *Watcher) watch(entries []string) error {
	var errs []error
	folders := map[string]bool{}
	for _, entry := range entries {
		folder := filepath.Dir(entry)
		if folders[folder] {
			continue
		}
		folders[folder] = true
		// A folder of the same name may be another than the one watched.
		if err := w.system.Add(folder); err != nil {
			errs = append(errs, fmt.Errorf("%s cannot be watched: %w", folder, hinted(err)))
		}
	}
	for _, folder := range w.system.WatchList() {
		if !folders[folder] {
			_ = w.system.Remove(folder) // it is gone already when this fails
		}
	}
	return errors.Join(errs...)
}

// hinted adds to the system's words what they do not say.
func hinted(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("too many folders are watched on this computer, see fs.inotify.max_user_watches: %w", err)
	case errors.Is(err, syscall.EMFILE):
		return fmt.Errorf("too many programs watch files on this computer, see fs.inotify.max_user_instances: %w", err)
	}
	return err
}
