//go:build unix

// Package lineedit is a keyboard at which lines can be edited, with a history
// and with completion by the Tab key.
//
//	keys := lineedit.New(os.Stdin, os.Stdout, store.OpenHistory(path))
//	heard, err := keys.Hear(ctx, console.Prompt{Text: "> ", Words: []string{":quit"}}, nil)
//
// The editing is golang.org/x/term's. What is added here is all that comes
// between: keys as terminals send them, a change of a file in the middle of a
// line, which is there again at the next prompt; the size of the window; Ctrl-C,
// and Ctrl-Z with what follows it. The terminal is as it was before whenever
// nobody is asked for a line, and when the program ends while somebody is.
package lineedit

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	xterm "golang.org/x/term"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/watch"
)

// Keyboard is a terminal at which lines are edited.
type Keyboard struct {
	in, out *os.File
	sent    <-chan []byte // what the terminal sends; closed when it is gone
	keys    keys
	history xterm.History
	drafts  map[bool]draft // by whether they are of a prompt Apart
	ended   bool           // nobody types any more
}

var _ console.Keyboard = (*Keyboard)(nil)

// draft is a line that was interrupted.
type draft struct {
	prompt console.Prompt
	line   string
	pos    int // of the cursor, in bytes
}

// New takes up a terminal, which is one of escape sequences. Nobody else reads
// from it then.
func New(in, out *os.File, history xterm.History) console.Keyboard {
	sent := make(chan []byte)
	go func() {
		defer close(sent)
		for {
			buffer := make([]byte, 256)
			n, err := in.Read(buffer)
			if n > 0 {
				sent <- buffer[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return &Keyboard{in: in, out: out, sent: sent, history: history, drafts: map[bool]draft{}}
}

// What ends a line before it is whole: a file has changed, or there is more to
// tell.
var (
	errChanged = errors.New("a file has changed")
	errUntil   = errors.New("there is more to tell")
)

// Hear implements console.Keyboard.
func (k *Keyboard) Hear(ctx context.Context, p console.Prompt, changes <-chan watch.Change) (console.Heard, error) {
	if k.ended {
		_, err := io.WriteString(k.out, p.Text)
		return console.Heard{End: true}, err
	}
	s := &session{Keyboard: k, ctx: ctx, prompt: p, changes: changes}
	if err := s.open(); err != nil {
		return console.Heard{}, err
	}
	defer s.close()
	s.begin()
	line, err := s.editor.ReadLine()
	switch {
	case errors.Is(err, errChanged):
		return console.Heard{Change: s.change}, nil
	case errors.Is(err, errUntil):
		return console.Heard{Until: true}, nil
	case errors.Is(err, io.EOF):
		k.ended = true
		return console.Heard{End: true}, nil
	}
	return console.Heard{Line: line}, err
}

// session is the time in which somebody is asked for a line.
type session struct {
	*Keyboard
	ctx     context.Context
	prompt  console.Prompt
	changes <-chan watch.Change
	change  *watch.Change // that ended it
	begun   keys          // what was typed before
	typed   int           // keys since then
	editor  *xterm.Terminal
	before  *xterm.State // the terminal as it was
	signals signals
}

// begin writes the prompt, and what was typed before the last one was
// interrupted. A secret answer is shown at its own prompt alone.
func (s *session) begin() {
	p := s.prompt
	above, last := "", p.Text
	if i := strings.LastIndexByte(p.Text, '\n') + 1; i > 0 {
		above, last = p.Text[:i], p.Text[i:]
	}
	_, _ = io.WriteString(s.out, strings.ReplaceAll(above, "\n", "\r\n"))
	s.editor = xterm.NewTerminal(s, last)
	s.editor.History, s.editor.AutoCompleteCallback = s.history, s.key
	if p.Secret {
		s.editor.History = forgetful{s.history}
	}
	s.resize()
	d := s.drafts[p.Apart]
	delete(s.drafts, p.Apart)
	if d.prompt.Secret && (!p.Secret || p.Text != d.prompt.Text) {
		return
	}
	s.begun.feed([]byte(d.line))
	s.begun.feed([]byte(strings.Repeat("\x02", utf8.RuneCountInString(d.line[d.pos:]))))
}

// Write implements io.Writer for the editor.
func (s *session) Write(text []byte) (int, error) { return s.out.Write(text) }

// Read implements io.Reader for the editor, which gets whole keys. Whatever
// else happens while somebody types happens here.
func (s *session) Read(buffer []byte) (int, error) {
	for {
		if key := s.begun.next(); key != nil {
			return copy(buffer, key), nil
		}
		switch key := s.keys.next(); {
		case key == nil:
		case key[0] == ctrlC:
			interrupt()
			continue
		case key[0] == ctrlZ:
			s.suspend()
			continue
		default:
			if s.typed++; s.typed == 1 && strings.Contains(s.prompt.Keys, string(key)) {
				s.begun.feed([]byte("\r"))
			}
			return copy(buffer, key), nil
		}
		if err := s.await(); err != nil {
			return s.stop(buffer, err)
		}
	}
}

// await waits for whatever comes next.
func (s *session) await() error {
	select {
	case <-s.ctx.Done():
		return s.ctx.Err()
	case change := <-s.changes:
		s.change = &change
		return errChanged
	case <-s.prompt.Until:
		return errUntil
	case sent, ok := <-s.sent:
		if !ok {
			return io.EOF
		}
		s.keys.feed(sent)
	case <-s.signals.resized:
		s.resize()
	case <-s.signals.continued:
		s.again()
	case by := <-s.signals.fatal:
		s.close()
		end(by)
	}
	return nil
}

// stop ends the line. The marker has the editor show it before that.
func (s *session) stop(buffer []byte, err error) (int, error) {
	buffer[0] = marker
	return 1, err
}

// key is told each key that the editor has no use for, and what is typed. It
// returns another line when it has one.
func (s *session) key(line string, pos int, key rune) (newLine string, newPos int, ok bool) {
	switch key {
	case marker:
		s.drafts[s.prompt.Apart] = draft{s.prompt, line, pos}
	case tab:
		more, choice := complete(seen(wordsOf(s.prompt, line[:pos])), line[:pos])
		if choice != nil {
			_, _ = s.editor.Write([]byte(list(choice, s.width())))
		}
		return more + line[pos:], len(more), true
	}
	return "", 0, false
}

// width is how many columns the terminal has.
func (s *session) width() int {
	if width, _, err := xterm.GetSize(int(s.out.Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// resize tells the editor how wide the terminal is.
func (s *session) resize() { _ = s.editor.SetSize(s.width(), 1) } // it is noticed where it is read when the terminal is gone

// forgetful is a history to which commands are added, and no secrets.
type forgetful struct{ xterm.History }

// Add implements xterm.History.
func (f forgetful) Add(line string) {
	if strings.HasPrefix(line, ":") {
		f.History.Add(line)
	}
}
