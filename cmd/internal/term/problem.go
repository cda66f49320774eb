package term

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"sandbox/cmd/internal/visible"
)

// place finds "path:line: message" at the beginning of a line.
var place = regexp.MustCompile(`^(.+?):(\d+): `)

// Problem writes an error, one line for each of several that are joined. Below
// each line that begins with a place, "path:line: message", it shows that line of
// the file and its neighbours; source returns a file's text by the path in the
// message.
func Problem(w io.Writer, style Style, err error, source func(path string) (text string, ok bool)) {
	shown := map[string]bool{}
	for _, line := range linesOf(err) {
		found := place.FindStringSubmatch(line)
		if found == nil {
			write(w, style.Wrap(visible.Line(line)), "\n")
			continue
		}
		write(w, style.Wrap(style.paint(bad, visible.Line(strings.TrimSuffix(found[0], " ")))+" "+visible.Line(line[len(found[0]):])), "\n")
		at := found[1] + ":" + found[2]
		if text, ok := sourceOf(found[1], source); ok && !shown[at] {
			n, _ := strconv.Atoi(found[2])
			excerpt(w, style, text, n)
		}
		shown[at] = true
	}
}

// linesOf are the lines of an error: one for each of those that are joined in it,
// whatever their texts say.
func linesOf(err error) []string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		joined, ok := inner.(interface{ Unwrap() []error })
		if !ok {
			continue
		}
		var lines, texts []string
		for _, one := range joined.Unwrap() {
			lines, texts = append(lines, linesOf(one)...), append(texts, one.Error())
		}
		before, after, found := strings.Cut(err.Error(), strings.Join(texts, "\n"))
		if !found || len(lines) == 0 {
			break
		}
		lines[0] = before + lines[0]
		lines[len(lines)-1] += after
		return lines
	}
	return []string{err.Error()}
}

// sourceOf finds a file whose path may have words of wrapping errors before
// it: "round 4: variants/my.lua".
func sourceOf(path string, source func(path string) (text string, ok bool)) (string, bool) {
	for source != nil {
		if text, ok := source(path); ok {
			return text, true
		}
		_, after, more := strings.Cut(path, ": ")
		if !more {
			break
		}
		path = after
	}
	return "", false
}

// excerpt writes a line of a text, marked, and the lines around it.
func excerpt(w io.Writer, style Style, text string, line int) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if line < 1 || line > len(lines) {
		return
	}
	last := min(line+1, len(lines))
	digits := len(strconv.Itoa(last))
	for n := max(line-1, 1); n <= last; n++ {
		mark, i := " ", faint
		if n == line {
			mark, i = ">", strong
		}
		code := visible.Line(strings.ReplaceAll(lines[n-1], "\t", "  "))
		text := strings.TrimRight(fmt.Sprintf("  %s %*d | %s", mark, digits, n, code), " ")
		write(w, style.paint(i, cut(text, style.width())), "\n")
	}
}
