//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience is how long the program may take for anything. It is long, for
// computers that are busy with something else.
const patience = 30 * time.Second

// terminal is the program in a terminal of its own.
type tty struct {
	*testing.T
	cmd    *exec.Cmd
	keys   *os.File
	ended  chan struct{} // closed when nothing more will come
	grown  chan struct{} // something came
	onText func(all int) // told how many bytes have come; may be nil

	mu   sync.Mutex
	text []byte // all that came
	mark int    // how far it was read
}

// house is an empty folder with variants/geared.lua, and nowhere else is
// anything written.
func house(t *testing.T) string {
	dir := t.TempDir()
	text, err := os.ReadFile("testdata/geared.lua")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "variants"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "variants", "geared.lua"), string(text))
	return dir
}

// write saves a file as most editors do: another takes its place.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+"~", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		t.Fatal(err)
	}
}

// process is the command that runs sandbox in a folder.
func process(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = []string{asProgram + "=1", "HOME=" + filepath.Join(dir, "home"), "XDG_STATE_HOME=" + filepath.Join(dir, "state"), "TERM=xterm", "NO_COLOR=1", "GORACE=" + quickEnd}
	return cmd
}

// output runs sandbox without a terminal and returns all that it says.
func output(t *testing.T, dir string, args ...string) string {
	t.Helper()
	text, err := process(dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("sandbox %s: %v\n%s", strings.Join(args, " "), err, text)
	}
	return string(text)
}

// inTerminal starts sandbox in a folder and a terminal.
func inTerminal(t *testing.T, dir string, args ...string) *tty {
	t.Helper()
	return open80(t, process(dir, args...), nil)
}

// open80 starts a command in a terminal of 80 columns.
func open80(t *testing.T, cmd *exec.Cmd, onText func(all int)) *tty {
	t.Helper()
	keys, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 80})
	if err != nil {
		t.Fatal("no terminal to be had here: ", err)
	}
	p := &tty{T: t, cmd: cmd, keys: keys, ended: make(chan struct{}), grown: make(chan struct{}, 1), onText: onText}
	go p.listen()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has ended already, when all went well
		<-p.ended
		_ = cmd.Wait()
		keys.Close()
	})
	return p
}

// listen collects what the program writes until it is gone.
func (p *tty) listen() {
	defer close(p.ended)
	buffer := make([]byte, 4096)
	for {
		n, err := p.keys.Read(buffer)
		p.mu.Lock()
		p.text = append(p.text, strings.ReplaceAll(string(buffer[:n]), "\r", "")...)
		p.wipe()
		all := len(p.text)
		p.mu.Unlock()
		if n > 0 && p.onText != nil {
			p.onText(all)
		}
		select {
		case p.grown <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// unread is what came after the mark.
func (p *tty) unread() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.text[p.mark:])
}

// all is everything that came.
func (p *tty) all() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.text)
}

// see waits for texts, one after the other, and returns what was written up to
// the last of them, since what was seen before.
func (p *tty) see(texts ...string) string {
	p.Helper()
	patterns := make([]string, len(texts))
	for i, text := range texts {
		patterns[i] = regexp.QuoteMeta(text)
	}
	return p.match(patterns...)
}

// match is see for patterns; ^ and $ are the ends of a line.
func (p *tty) match(patterns ...string) string {
	p.Helper()
	seen := ""
	for _, pattern := range patterns {
		text, found := p.await(regexp.MustCompile("(?m)" + pattern))
		if !found {
			p.Fatalf("%q does not come, but\n%s\nafter\n%s", pattern, text, seen)
		}
		seen += text
	}
	return seen
}

// wipe takes out what was erased of a line that nobody has matched yet: a
// progress bar stands before what comes next only on a slow machine.
func (p *tty) wipe() {
	text := string(p.text[p.mark:])
	for {
		before, after, erased := strings.Cut(text, "\x1b[2K")
		if !erased {
			break
		}
		text = before[:strings.LastIndex(before, "\n")+1] + after
	}
	p.text = append(p.text[:p.mark], text...)
}

// await moves the mark behind what a pattern matches and returns the text up
// to there, or all that there is when the program ended or patience did.
func (p *tty) await(pattern *regexp.Regexp) (text string, found bool) {
	late := time.After(patience)
	for last := false; ; {
		text := p.unread()
		if place := pattern.FindStringIndex(text); place != nil {
			p.mu.Lock()
			p.mark += place[1]
			p.mu.Unlock()
			return text[:place[1]], true
		}
		if last {
			return text, false
		}
		select {
		case <-p.grown:
		case <-p.ended:
			last = true
		case <-late:
			last = true
		}
	}
}

// send types a line.
func (p *tty) send(line string) {
	p.Helper()
	p.press(line + "\n")
}

// press types keys.
func (p *tty) press(keys string) {
	p.Helper()
	if _, err := p.keys.WriteString(keys); err != nil {
		p.Fatalf("%q cannot be typed: %v\n%s", keys, err, p.unread())
	}
}

// tell types a line and waits for texts in the reply.
func (p *tty) tell(line string, texts ...string) string {
	p.Helper()
	p.send(line)
	return p.see(texts...)
}

// takes waits for the rules of a save, with texts in what is told of them, and has
// them hold from here on. It returns what was written.
func (p *tty) takes(texts ...string) string {
	p.Helper()
	texts = append(append([]string{"new rules:"}, texts...), "Enter goes on", "new rules > ")
	return p.see(texts...) + p.tell("", "the new rules hold from here on")
}

// ends waits until the program has ended with an exit code.
func (p *tty) ends(code int) {
	p.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.Fatalf("it does not end; it says\n%s", p.unread())
	}
	_ = p.cmd.Wait()
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		p.Fatalf("it exits with %d, not %d:\n%s", got, code, p.all())
	}
}

// journals lists the races that were saved in a house.
func journals(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "state", "sandbox", "races", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// verified holds that the only race of a house is as its journal says.
func verified(t *testing.T, dir string) {
	t.Helper()
	if list := journals(t, dir); len(list) != 1 {
		t.Fatalf("%d journals: %v", len(list), list)
	}
	said := output(t, dir, "replay", "last", "--verify")
	if !strings.HasSuffix(said, " steps played again, every state and every event as recorded\n") {
		t.Error(said)
	}
}

// edited is a text with one place changed.
func edited(t *testing.T, text, old, new string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q stands there %d times", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, new, 1)
}

// told finds numbers in a text by a pattern with a group for each.
func told(t *testing.T, text, pattern string) []int {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("nothing like %q in\n%s", pattern, text)
	}
	numbers := make([]int, len(found)-1)
	for i := range numbers {
		if _, err := fmt.Sscan(found[i+1], &numbers[i]); err != nil {
			t.Fatal(err)
		}
	}
	return numbers
}
