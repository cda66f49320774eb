//go:build unix

package lineedit

import (
	"os"
	"os/signal"
	"time"

	xterm "golang.org/x/term"

	"golang.org/x/sys/unix"
)

// signals are what a process is told while somebody types.
type signals struct {
	resized   chan os.Signal // the window has another size
	continued chan os.Signal // it was stopped
	fatal     chan os.Signal // it is to end
}

// open takes the terminal for the editor, and listens.
func (s *session) open() (err error) {
	if s.before, err = xterm.MakeRaw(int(s.in.Fd())); err != nil {
		return err
	}
	s.signals = signals{make(chan os.Signal, 1), make(chan os.Signal, 1), make(chan os.Signal, 1)}
	signal.Notify(s.signals.resized, unix.SIGWINCH)
	signal.Notify(s.signals.continued, unix.SIGCONT)
	for _, by := range []os.Signal{unix.SIGHUP, unix.SIGTERM, unix.SIGQUIT} {
		if !signal.Ignored(by) {
			signal.Notify(s.signals.fatal, by)
		}
	}
	return nil
}

// close gives the terminal back as it was.
func (s *session) close() {
	signal.Stop(s.signals.resized)
	signal.Stop(s.signals.continued)
	signal.Stop(s.signals.fatal)
	s.restore()
}

// restore has the terminal as it was. One that is gone needs nothing.
func (s *session) restore() { _ = xterm.Restore(int(s.in.Fd()), s.before) }

// interrupt is what the terminal does at Ctrl-C, for all who belong to the
// command.
func interrupt() { _ = unix.Kill(0, unix.SIGINT) }

// end ends the process as a signal does that nobody listens to.
func end(by os.Signal) {
	signal.Reset(by)
	_ = unix.Kill(os.Getpid(), by.(unix.Signal))
	select {} // until it comes
}

// unstoppable is how long after Ctrl-Z a process is not stopped that has no
// shell which could let it go on.
const unstoppable = 500 * time.Millisecond

// suspend is what the terminal does at Ctrl-Z, until the command goes on.
func (s *session) suspend() {
	_, _ = s.out.WriteString("\r\n")
	s.restore()
	_ = unix.Kill(0, unix.SIGTSTP)
	select {
	case <-s.signals.continued:
	case <-time.After(unstoppable):
	}
	s.again()
}

// again takes the terminal once more after a stop, and draws the prompt and what
// was typed.
func (s *session) again() {
	_, _ = xterm.MakeRaw(int(s.in.Fd())) // what it was like before is known
	s.resize()
	_, _ = s.editor.Write(nil)
}
