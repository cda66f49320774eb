package term

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"sandbox/cmd/internal/visible"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// RollWord is what is typed to have the program throw the dice that are asked
// for.
const RollWord = "roll"

// Throws writes what a ThrowPrompt has no room for: of several throws who throws,
// in which order, and what will do; of one throw what will do, where that is
// long. Words may say under "for qualify" what dice are for.
func Throws(w io.Writer, style Style, words map[string]string, wanted *race.Wanted) {
	if len(wanted.Throws) == 1 {
		if will := visible.Line(wanted.Throws[0].Will); will != "" && !fits(style, words, wanted) {
			write(w, wrapped(style, strings.Split(will, ", "), ", "), "\n")
		}
		return
	}
	usual, each := usualWill(wanted.Throws), "car by car"
	var list []string
	for _, t := range wanted.Throws {
		text := style.paint(strong, visible.Line(t.Who))
		if t.Will != usual {
			text += " " + visible.Line(t.Will)
		}
		if t.Before != nil {
			text += " [" + shown(wanted.Dice, t.Before) + "]"
		}
		if t.Car == race.Nobody {
			each = "one by one"
		}
		list = append(list, text)
	}
	text := allOf(words, wanted)
	if usual != "" {
		text += " (" + visible.Line(usual) + ")"
	}
	style.Wraps = true
	write(w, style.Wrap(fmt.Sprintf("%s, %s, or `%s` to have these thrown:", text, each, RollWord)), "\n")
	write(w, wrapped(style, list, " · "), "\n")
}

// Taken says what was taken for whom of a line for several throws, where the
// rules keep their rolls quiet; "" where they are told.
func Taken(style Style, words map[string]string, w *race.Wanted, faces []int) string {
	if wording, ok := words["roll "+w.ID.Purpose]; !ok || wording != "" || len(w.Throws) == 1 {
		return ""
	}
	var list []string
	for i := range len(faces) / w.Dice.Count {
		list = append(list, style.paint(strong, visible.Line(w.Throws[i].Who))+" "+shown(w.Dice, faces[i*w.Dice.Count:(i+1)*w.Dice.Count]))
	}
	return wrapped(style, list, " · ") + "\n"
}

// wrapped is a list on lines that are set in.
func wrapped(style Style, list []string, between string) string {
	lines := []string{"  " + list[0]}
	for _, text := range list[1:] {
		n := len(lines) - 1
		if width(lines[n]+between+text) > style.width()-2 {
			lines[n] += strings.TrimRight(between, " ")
			lines = append(lines, "  "+text)
			continue
		}
		lines[n] += between + text
	}
	return strings.Join(lines, "\n")
}

// usualWill is what will do for more than half of the throws, "" when they differ.
func usualWill(throws []race.Thrower) string {
	count := map[string]int{}
	for _, t := range throws {
		if count[t.Will]++; 2*count[t.Will] > len(throws) {
			return t.Will
		}
	}
	return ""
}

// purposeOf says what dice are for.
func purposeOf(words map[string]string, w *race.Wanted) string {
	return visible.Line(cmp.Or(words["for "+w.ID.Purpose], w.ID.Purpose))
}

// allOf is "43 d66 for the grid", or "2 throws of 2d6 for places lost".
func allOf(words map[string]string, w *race.Wanted) string {
	times := ""
	if w.Dice.Count > 1 && !w.Dice.Digits {
		times = "throws of "
	}
	return fmt.Sprintf("%d %s%s for %s", len(w.Throws), times, w.Dice, purposeOf(words, w))
}

// shown are faces as people read them from the dice.
func shown(d dice.Dice, faces []int) string {
	if d.Digits {
		return joined(faces, "")
	}
	return joined(faces, " ")
}

// ThrowPrompt asks for the faces that real dice showed: "Vettel rolls d6 for
// qualifying > ". What was typed for them before stands in brackets.
func ThrowPrompt(style Style, words map[string]string, w *race.Wanted) string {
	first := &w.Throws[0]
	if n := len(w.Throws); n > 1 {
		text := fmt.Sprintf("%s, from %s on", allOf(words, w), style.paint(strong, visible.Line(first.Who)))
		if known := len(w.Before()) / w.Dice.Count; known > 0 {
			text += fmt.Sprintf(" [%d as before]", known)
		}
		return text + " > "
	}
	text := ofOne(style, words, w)
	if first.Will != "" && fits(style, words, w) {
		text += ": " + visible.Line(first.Will)
	}
	if first.Before != nil {
		text += " [" + joined(first.Before, " ") + "]"
	}
	return text + " > "
}

// ofOne is "Vettel rolls d6 for qualifying".
func ofOne(style Style, words map[string]string, w *race.Wanted) string {
	return fmt.Sprintf("%s rolls %s for %s", style.paint(strong, visible.Line(w.Throws[0].Who)), w.Dice, purposeOf(words, w))
}

// typingRoom is how many columns of a prompt's line are left for what is typed.
const typingRoom = 14

// fits says that there is room on the prompt's line for what will do.
func fits(style Style, words map[string]string, w *race.Wanted) bool {
	return width(ofOne(Style{}, words, w)+visible.Line(w.Throws[0].Will))+typingRoom <= style.width()
}

// Faces reads what was typed at a ThrowPrompt: "3 5", "3,5" or "3+5", and for
// d66 also "35"; nothing is what was typed before. It fails for what is no number; whether the dice
// have such faces is for the race to say.
func Faces(w *race.Wanted, typed string) ([]int, error) {
	if before := w.Before(); typed == "" && len(before) > 0 {
		return before, nil
	}
	var faces []int
	for _, word := range strings.FieldsFunc(typed, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;+", r) }) {
		if w.Dice.Digits && twoDigits.MatchString(word) {
			faces = append(faces, int(word[0]-'0'), int(word[1]-'0'))
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%q is no number: type what the dice show, or %s to have them thrown; :help lists the commands", visible.Line(word), RollWord)
		}
		faces = append(faces, n)
	}
	return faces, nil
}

// twoDigits is the number that d66 show.
var twoDigits = regexp.MustCompile(`^[0-9]{2}$`)

// typedIn says that a roll was not the program's own or, among those that are
// not, that it was.
func typedIn(e *race.Event) string {
	switch {
	case e.Type != "roll":
	case e.Get("typed") == true:
		return " (typed in)"
	case e.Get("own") == true:
		return " (thrown by the program)"
	}
	return ""
}
