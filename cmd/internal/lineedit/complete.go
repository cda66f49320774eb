package lineedit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/visible"
)

// complete is what the Tab key makes of the beginning of a line, by the words
// that it may become: as much more as all have in common that begin so, in
// capitals or not. Where that is nothing, these are left to choose from. Words
// that a terminal would not show as they are cannot be completed.
func complete(words []string, begun string) (more string, choice []string) {
	found := matching(words, begun)
	if len(found) == 0 {
		return begun, nil
	}
	more = found[0]
	for _, word := range found[1:] {
		for !hasPrefixFold(word, more) {
			_, n := utf8.DecodeLastRuneInString(more)
			more = more[:len(more)-n]
		}
	}
	if len(more) > len(begun) || len(found) == 1 {
		return more, nil
	}
	return begun, found
}

// wordsOf are the words that a line may become that begins so: those of the
// prompt, or the line with a whole name at its end.
func wordsOf(p console.Prompt, begun string) []string {
	if p.Names == nil || !strings.HasPrefix(begun, p.After) {
		return p.Words
	}
	before := strings.TrimRightFunc(begun, ofName)
	of := ""
	for key := range p.Names {
		if len(key) > len(of) && strings.HasSuffix(before, key) && whole(before[:len(before)-len(key)], key) {
			of = key
		}
	}
	if of == "" && strings.HasSuffix(before, ".") || of == "" && strings.HasSuffix(before, ":") {
		return nil
	}
	var words []string
	for _, name := range p.Names[of] {
		words = append(words, before+name)
	}
	return words
}

// whole says that what stands before a key does not go on in it.
func whole(before, key string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || !ofName(rune(key[0])) || !ofName(last) && last != '.' && last != ':'
}

// ofName says that a letter may be one of a name.
func ofName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// matching are the words that begin so. Commands are not what an empty line
// becomes where there is anything else, and what stands behind a command not
// before that is whole.
func matching(words []string, begun string) []string {
	var found []string
	for _, word := range words {
		if hasPrefixFold(word, begun) && shown(word) && (word != begun || !strings.HasSuffix(word, " ")) && !slices.Contains(found, word) {
			found = append(found, word)
		}
	}
	command := func(word string) bool { return strings.HasPrefix(word, ":") }
	if begun == "" && slices.ContainsFunc(found, func(word string) bool { return !command(word) }) {
		found = slices.DeleteFunc(found, command)
	}
	return slices.DeleteFunc(found, func(word string) bool {
		blank := strings.IndexByte(word, ' ')
		return command(word) && blank >= len(begun) && blank < len(word)-1
	})
}

func shown(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) })
}

func hasPrefixFold(word, prefix string) bool {
	return len(word) >= len(prefix) && strings.EqualFold(word[:len(prefix)], prefix)
}

// mostListed is how many words are listed at once.
const mostListed = 100

// list writes words in as many columns as fit, each read downwards.
func list(words []string, width int) string {
	more := max(0, len(words)-mostListed)
	words = words[:len(words)-more]
	column := 0
	for _, word := range words {
		column = max(column, displaywidth.String(word)+2)
	}
	columns := max(1, (width+2)/column)
	rows := (len(words) + columns - 1) / columns
	var text strings.Builder
	for r := range rows {
		line := ""
		for i := r; i < len(words); i += rows {
			line += words[i] + strings.Repeat(" ", column-displaywidth.String(words[i]))
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if more > 0 {
		fmt.Fprintf(&text, "and %d more\n", more)
	}
	return text.String()
}

// seen are the words that can be shown in a line as they are: what commands the
// terminal is typed, not offered.
func seen(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), visible.Hidden)
}
