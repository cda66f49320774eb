//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	xterm "golang.org/x/term"
)

// Keys as terminals send them.
const (
	keyUp, keyDown, keyLeft, keyRight      = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C"
	ctrlA, ctrlC, ctrlD, ctrlE             = "\x01", "\x03", "\x04", "\x05"
	ctrlK, ctrlU, ctrlW, ctrlZ, tab, enter = "\x0b", "\x15", "\x17", "\x1a", "\t", "\r"
)

// mode is how a terminal is set.
func (p *tty) mode() *xterm.State {
	p.Helper()
	state, err := xterm.GetState(int(p.keys.Fd()))
	if err != nil {
		p.Fatal(err)
	}
	return state
}

// The keys that people know from shells, in a line and over lines.
func TestTerminalEditing(t *testing.T) {
	t.Parallel()
	p := inTerminal(t, house(t), "play", "geared", "--drive", "all", "--seed", "7")
	p.see("warm-up comes next > ")
	for _, c := range []struct{ name, keys, want string }{
		{"arrows and letters between", ":stte" + keyLeft + keyLeft + "a" + keyRight, "round 0"},
		{"back to the beginning", "state" + ctrlA + ":", "round 0"},
		{"and to the end", "stat" + ctrlA + ":" + ctrlE + "e", "round 0"},
		{"Home and End of tmux", "stat\x1b[1~:\x1b[4~e", "round 0"},
		{"the rest away", ":statexyz" + keyLeft + keyLeft + keyLeft + ctrlK, "round 0"},
		{"a word away", ":state xyz" + ctrlW, "round 0"},
		{"all away", "nonsense" + ctrlU + ":state", "round 0"},
		{"one letter away", ":statex\x7f", "round 0"},
		{"a completed command", ":sta" + tab + "e", ""},
		{"the line before", keyUp, ""},
	} {
		p.press(c.keys)
		switch c.name {
		case "a completed command":
			p.see(":standings", ":state", ":sta") // both, and what was typed
			p.press(ctrlU + ":boar" + tab + enter)
			p.see("no car is on the track", "comes next > ")
		case "the line before":
			p.press(keyUp + enter) // the one before :board
			p.see("round 0", "comes next > ")
			p.press(keyUp + keyUp + keyDown + keyUp + enter)
			p.see("no car is on the track", "comes next > ")
		default:
			p.press(enter)
			p.see(c.want, "comes next > ")
		}
	}
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "Ada > ")
	p.tell("3", "gear: 3", "Ada: risk?", "Ada > ")
	p.press(tab)
	p.see("safe  bold", "Ada > ")
	p.press("b" + tab + enter)
	p.see("risk: bold", "Ben Hur > ")
	p.press(":why b" + tab + enter)
	p.see(":why Ben Hur", "rolled d6 for move", "Ben Hur > ")
	p.press(ctrlD)
	p.see("saved in ")
	p.ends(0)
}

// What was typed is there in the next session too, in a file for its owner
// alone, but for what others must not see.
func TestTerminalHistory(t *testing.T) {
	t.Parallel()
	dir := cardHouse(t)
	p := inTerminal(t, dir, "play", "cards", "--drive", "Ada,Ben", "--seed", "7")
	p.see("comes next > ")
	p.tell(":rules suits", "suits.1", "comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada answers in secret")
	p.tell("", "Ada > ")
	p.tell("bells", "Ben answers in secret")
	p.tell("", "Ben > ")
	p.press(keyUp + ctrlE)
	if said := p.see(":rules suits"); strings.Contains(said, "bells") {
		t.Errorf("Ada's card is to be seen: %q", said)
	}
	p.press(ctrlU + ":quit" + enter)
	p.see("saved in")
	p.ends(0)

	p = inTerminal(t, dir, "play", "cards", "--drive", "Ada,Ben", "--seed", "7")
	p.see("comes next > ")
	p.press(keyUp + keyUp + enter)
	p.see(":rules suits", "suits.1", "comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)

	path := filepath.Join(dir, "state", "sandbox", "history")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if text := contentsOf(t, path); text != ":rules suits\n:quit\n:rules suits\n:quit\n" {
		t.Errorf("%q", text)
	}
}

// A history that cannot be written keeps nobody from playing.
func TestTerminalNoHistory(t *testing.T) {
	t.Parallel()
	dir := house(t)
	if err := os.MkdirAll(filepath.Join(dir, "state", "sandbox", "history"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := inTerminal(t, dir, "play", "geared", "--drive", "all", "--seed", "7")
	p.see("comes next > ")
	p.tell(":state", "round 0", "comes next > ")
	p.press(keyUp + enter)
	p.see(":state", "round 0", "comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)
}

// A file that changes while half a line is typed, within the wall and without
// one: the line is there again.
func TestTerminalHalfALine(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{nil, {"--isolate"}} {
		dir := house(t)
		path := filepath.Join(dir, "variants", "geared.lua")
		source := contentsOf(t, path)
		p := inTerminal(t, dir, append([]string{"play", "geared", "--drive", "all", "--seed", "7"}, more...)...)
		p.see("warm-up comes next > ")
		p.tell("", "round 1, Ada moves first > ")
		p.tell("", "Ada: which gear", "Ada > ")
		p.tell("3", "Ada: risk?", "Ada > ")
		p.press("bxld" + keyLeft + keyLeft)
		p.see("bxld")
		write(t, path, edited(t, source, "spaces =  2", "spaces =  3"))
		p.takes("2 -> 3")
		p.see("Ada: risk?", "Ada > ", "bxld")
		p.press("\x7fo" + enter) // where the cursor was
		p.see("risk: bold", "Ben Hur > ")
		p.tell(":quit", "saved in")
		p.ends(0)
	}
}

// The terminal is as it was before on every way out, and while a step is played.
func TestTerminalIsGivenBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		leave func(p *tty)
		code  int
	}{
		{":quit", func(p *tty) { p.send(":quit") }, 0},
		{"Ctrl-D", func(p *tty) { p.press(ctrlD) }, 0},
		{"Ctrl-C", func(p *tty) { p.press("half a line" + ctrlC) }, exitInterrupted},
		{"SIGINT", func(p *tty) { _ = p.cmd.Process.Signal(os.Interrupt) }, exitInterrupted},
		{"SIGTERM", func(p *tty) { _ = p.cmd.Process.Signal(syscall.SIGTERM) }, -1},
		{"SIGHUP", func(p *tty) { _ = p.cmd.Process.Signal(syscall.SIGHUP) }, -1},
		{"SIGQUIT", func(p *tty) { _ = p.cmd.Process.Signal(syscall.SIGQUIT) }, 2},
	} {
		for _, more := range [][]string{nil, {"--isolate"}} {
			p := inTerminal(t, house(t), append([]string{"play", "geared", "--drive", "all", "--seed", "7"}, more...)...)
			p.see("rules:")
			p.see("warm-up comes next > ")
			if !strings.Contains(stty(t, p), "-icanon") {
				t.Errorf("%s: nobody edits: %s", c.name, stty(t, p))
			}
			c.leave(p)
			p.ends(c.code)
			if said := stty(t, p); strings.Contains(said, "-icanon") || strings.Contains(said, "-echo ") {
				t.Errorf("%s %v: the terminal is left with %s", c.name, more, said)
			}
		}
	}
}

// stty is how a terminal is set, in the words of stty.
func stty(t *testing.T, p *tty) string {
	t.Helper()
	cmd := exec.Command("stty", "-a")
	cmd.Stdin = p.keys
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// After Ctrl-Z the shell has its terminal as it was; after fg the prompt is there
// again, with what was typed.
func TestTerminalSuspended(t *testing.T) {
	t.Parallel()
	cmd := process(house(t), "play", "geared", "--drive", "all", "--seed", "7")
	shell := exec.Command("sh", "-c", `set -m; "$@"; echo "stopped with $?"; read line; echo "got $line"; fg`, "sh", cmd.Path)
	shell.Args = append(shell.Args, cmd.Args[1:]...)
	shell.Dir, shell.Env = cmd.Dir, append(cmd.Env, "PATH="+os.Getenv("PATH"))
	p := open80(t, shell, nil)
	p.see("warm-up comes next > ")
	edits := p.mode()
	p.press(":sta")
	p.see(":sta")
	p.press(ctrlZ)
	p.see("stopped with ")
	if reflect.DeepEqual(p.mode(), edits) {
		t.Error("the terminal is still the editor's")
	}
	p.tell("on", "got on", "warm-up comes next > ", ":sta")
	p.press("te" + enter)
	p.see("round 0", "comes next > ")
	p.tell(":quit", "saved in")
	p.ends(0)
}

// A terminal that obeys no escape sequence gets none, and edits lines itself.
func TestTerminalDumb(t *testing.T) {
	t.Parallel()
	cmd := process(house(t), "play", "geared", "--drive", "all", "--seed", "7", "--color", "auto")
	cmd.Env = append(cmd.Env, "TERM=dumb", "NO_COLOR=")
	p := open80(t, cmd, nil)
	p.see("warm-up comes next > ")
	p.tell("", "round 1, Ada moves first > ")
	p.tell("", "Ada: which gear", "Ada > ")
	p.tell(":staX\x7fte", "round 0", "Ada > ")
	p.tell(":quit", "saved in")
	p.ends(0)
	if strings.Contains(p.all(), "\x1b") {
		t.Errorf("an escape sequence in %q", p.all())
	}
}

// Lines are as wide as the terminal is by now, within the wall too; standings say
// how many cars they leave out.
func TestTerminalWidths(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{nil, {"--isolate"}} {
		p := inTerminal(t, house(t), append([]string{"play", "paper_f1", "--track", "oval", "--seed", "7", "--drive", "Vettel"}, more...)...)
		p.see("Q1 comes next > ")
		for _, c := range []struct {
			columns       uint16
			least, widest int
		}{{80, 70, 78}, {200, 90, 100}, {40, 30, 38}, {20, 12, 18}} {
			if err := pty.Setsize(p.keys, &pty.Winsize{Rows: 40, Cols: c.columns}); err != nil {
				t.Fatal(err)
			}
			said := p.tell(":gm", "write :gm", "quotes\n")
			widest := 0
			for _, line := range strings.Split(said[strings.Index(said, "write :gm"):], "\n") {
				widest = max(widest, len(line))
			}
			if widest < c.least || widest > c.widest {
				t.Errorf("%v: on %d columns a line of %d:\n%s", more, c.columns, widest, said)
			}
		}
		if err := pty.Setsize(p.keys, &pty.Winsize{Rows: 40, Cols: 80}); err != nil {
			t.Fatal(err)
		}
		p.tell("", "Q2 comes next > ")
		p.tell("", "Q3 comes next > ")
		p.tell("", "round 1, ", " moves first > ")
		p.send("")
		p.match(`^and \d+ more: :standings$`, " > ")
		p.tell(":quit", "saved in")
		p.ends(0)
	}
}
