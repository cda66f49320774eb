package term

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"sandbox/core/race"
)

// ThrowPrompt asks for the faces that real dice showed: "Vettel rolls d6 for
// qualifying > ". Words may say under "for qualify" what dice are for. What was
// typed for them before stands in brackets.
func ThrowPrompt(style Style, words map[string]string, w *race.Wanted, who string) string {
	purpose := cmp.Or(words["for "+w.ID.Purpose], w.ID.Purpose)
	text := fmt.Sprintf("%s rolls %s for %s", style.paint(strong, clean(who)), w.Dice, clean(purpose))
	if len(w.Before) > 0 {
		text += " [" + joined(w.Before, " ") + "]"
	}
	return text + " > "
}

// Faces reads what was typed at a ThrowPrompt: "3 5", "3,5" or "3+5", and for
// d66 also "35"; nothing is what was typed before. It fails for what is no number; whether the dice
// have such faces is for the race to say.
func Faces(w *race.Wanted, typed string) ([]int, error) {
	if typed == "" && len(w.Before) > 0 {
		return w.Before, nil
	}
	if w.Dice.Digits && twoDigits.MatchString(typed) {
		typed = typed[:1] + " " + typed[1:]
	}
	var faces []int
	for _, word := range strings.FieldsFunc(typed, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;+", r) }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%q is no number: type what the dice show; :help lists the commands", clean(word))
		}
		faces = append(faces, n)
	}
	return faces, nil
}

// twoDigits is the number that d66 show.
var twoDigits = regexp.MustCompile(`^[0-9]{2}$`)

// typedIn says that a roll was not the program's own.
func typedIn(e *race.Event) string {
	if e.Type == "roll" && e.Get("typed") == true {
		return " (typed in)"
	}
	return ""
}
