package term

import (
	"regexp"
	"strings"
)

// copied is a command of the program at the end of a line, for people to copy.
var copied = regexp.MustCompile(`\bsandbox [a-z]+ .*$`)

// Wrap breaks long lines between words, if the style says that lines are
// broken. A word that is longer than a line stays where it is, and a command of
// the program at the end of a line stays whole.
func (s Style) Wrap(text string) string {
	if !s.Wraps {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = s.wrapLine(line, "")
	}
	return strings.Join(lines, "\n")
}

// hang breaks one line as Wrap does, what follows under a column of it. On a
// screen with no room for that it begins at the left.
func (s Style) hang(line string, column int) string {
	if !s.Wraps {
		return line
	}
	if column > s.prose()/2 {
		column = min(2, s.prose()/4)
	}
	return s.wrapLine(line, strings.Repeat(" ", column))
}

// widestProse is how wide a line is that people read word by word, however wide
// the screen.
const widestProse = 100

func (s Style) prose() int { return min(s.width(), widestProse) }

func (s Style) wrapLine(line, indent string) string {
	command := copied.FindString(line)
	words := strings.Split(strings.TrimSuffix(line, command), " ")
	if command != "" {
		words[len(words)-1] += command // nothing stands behind the last blank
	}
	text, column := words[0], width(words[0])
	for _, word := range words[1:] {
		if column+1+width(word) > s.prose() && len(indent)+width(word) <= s.prose() {
			text, column = strings.TrimRight(text, " ")+"\n"+indent+word, len(indent)+width(word)
			continue
		}
		text, column = text+" "+word, column+1+width(word)
	}
	return text
}
