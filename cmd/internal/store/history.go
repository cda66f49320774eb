package store

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// History is the lines that a user has typed, over all sessions: in a file that
// its owner alone may read. Where it cannot be read or written, the lines of this
// session are there all the same.
type History struct {
	path    string
	lines   []string // the oldest first
	written int      // lines in the file
}

// Limits of a history: lines that are remembered, and bytes of one. The file has
// up to twice as many lines before it is written anew.
const (
	historyLines  = 500
	historyLength = 400
)

// OpenHistory reads the history of a file; "" is no file.
func OpenHistory(path string) *History {
	h := &History{path: path}
	text, err := h.read()
	if err != nil {
		return h
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); remembered(line) {
			h.lines = append(h.lines, line)
		}
		h.written++
	}
	h.forget()
	return h
}

// read returns the end of the file, as much as could be of use.
func (h *History) read() (string, error) {
	info, err := os.Stat(h.path)
	if err != nil || !info.Mode().IsRegular() {
		return "", os.ErrInvalid // whatever it is, it is no history
	}
	file, err := os.Open(h.path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	const most = 2 * historyLines * (historyLength + 1)
	if info.Size() > most {
		if _, err := file.Seek(-most, io.SeekEnd); err != nil {
			return "", err
		}
	}
	text, err := io.ReadAll(io.LimitReader(file, most))
	return string(text), err
}

// remembered says that a line is worth it, and harmless to a terminal.
func remembered(line string) bool {
	return strings.TrimSpace(line) != "" && len(line) <= historyLength && utf8.ValidString(line) &&
		!strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Add adds a line, unless it is the one added last.
func (h *History) Add(line string) {
	if !remembered(line) || h.Len() > 0 && h.At(0) == line {
		return
	}
	h.lines = append(h.lines, line)
	h.forget()
	if h.path == "" {
		return
	}
	if h.written++; h.written > 2*historyLines {
		h.rewrite()
		return
	}
	_ = h.appendLine(line) // it is remembered for this session
}

// forget drops the oldest lines.
func (h *History) forget() { h.lines = h.lines[max(0, len(h.lines)-historyLines):] }

func (h *History) appendLine(line string) error {
	if err := os.MkdirAll(filepath.Dir(h.path), 0o755); err != nil {
		return err
	}
	if info, err := os.Stat(h.path); err == nil && !info.Mode().IsRegular() {
		return os.ErrInvalid
	}
	file, err := os.OpenFile(h.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Chmod(0o600); err != nil {
		return err
	}
	_, err = file.WriteString(line + "\n")
	return err
}

// rewrite leaves out of the file what is forgotten.
func (h *History) rewrite() {
	err := writeAs(h.path, 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(h.lines, "\n")+"\n")
		return err
	})
	if err == nil {
		h.written = len(h.lines)
	}
}

// Len is how many lines there are.
func (h *History) Len() int { return len(h.lines) }

// At is the i-th line from the last one, which is 0.
func (h *History) At(i int) string { return h.lines[len(h.lines)-1-i] }
