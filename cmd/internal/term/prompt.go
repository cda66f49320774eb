package term

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sandbox/core/race"
)

// AllOptions is what is typed to see the options that were left out.
const AllOptions = "?"

// Prompt writes a question and its options. Choose reads the answer.
func Prompt(w io.Writer, style Style, a race.Question, who string, all bool) {
	question := clean(a.Text)
	if question == "" {
		question = clean(a.ID.Key) + "?"
	}
	write(w, style.paint(strong, clean(who)), ": ", question, "\n")
	Options(w, style, a, all)
}

// Options writes the options of a question, by number, or by ID where the IDs
// are numbers themselves. The default stands in brackets; options that cannot
// be chosen now say why, those of one reason together. Minor ones are only
// counted, unless all are asked for.
func Options(w io.Writer, style Style, a race.Question, all bool) {
	var rows []optionRow
	signs, ids, left := 0, 0, 0
	for i := range a.Options {
		if a.Options[i].Minor && i != a.Default && !all {
			left++
			continue
		}
		row := rowOf(&a, i)
		if n := len(rows); n > 0 && row.no != "" && rows[n-1].no == row.no {
			rows[n-1].also = append(rows[n-1].also, row)
			continue
		}
		rows = append(rows, row)
		signs, ids = max(signs, width(row.sign)), max(ids, width(row.id))
	}
	if saidByText(rows) {
		ids = 0
	}
	for _, row := range rows {
		row.write(w, style, signs, ids)
	}
	if left > 0 {
		write(w, style.paint(faint, fmt.Sprintf("%s and %d more; %s lists them", strings.Repeat(" ", signs+2), left, AllOptions)), "\n")
	}
}

// Answers are what can be typed for a question, as far as it has a name.
func Answers(a *race.Question) []string {
	var list []string
	for _, o := range a.Options {
		if o.No == "" {
			list = append(list, clean(o.ID))
		}
	}
	return list
}

// Choose is the ID of the option that somebody typed: its ID, its number where
// Prompt shows numbers, or nothing for the default. Anything else comes back
// as it is, trimmed, for the race to refuse with the reason.
func Choose(a race.Question, typed string) string {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return a.Options[a.Default].ID
	}
	if a.Find(typed) >= 0 {
		return typed
	}
	for _, o := range a.Options {
		if strings.EqualFold(o.ID, typed) {
			return o.ID
		}
	}
	if n, err := strconv.Atoi(typed); err == nil && numbered(&a) && n >= 1 && n <= len(a.Options) {
		return a.Options[n-1].ID
	}
	return typed
}

// numbered says that options may go by their number: no ID is one.
func numbered(a *race.Question) bool {
	for _, o := range a.Options {
		if _, err := strconv.Atoi(o.ID); err == nil {
			return false
		}
	}
	return true
}

// saidByText says that the texts of all options begin with their IDs, or that
// there is none.
func saidByText(rows []optionRow) bool {
	for _, o := range rows {
		rest, found := strings.CutPrefix(o.text, o.id)
		next, _ := utf8.DecodeRuneInString(rest)
		if o.text != "" && (!found || unicode.IsLetter(next) || unicode.IsDigit(next)) {
			return false
		}
	}
	return true
}

// optionRow is an option as it is shown.
type optionRow struct {
	sign, id, text string
	no             string
	usual          bool
	also           []optionRow // that cannot be chosen for the same reason
}

func rowOf(a *race.Question, i int) optionRow {
	o := &a.Options[i]
	row := optionRow{sign: clean(o.ID), text: clean(o.Text), no: clean(o.No), usual: i == a.Default}
	if numbered(a) {
		row.sign, row.id = strconv.Itoa(i+1), clean(o.ID)
	}
	return row
}

// write writes the option; signs and ids are the columns of the widest.
func (o optionRow) write(w io.Writer, style Style, signs, ids int) {
	sign := " " + o.sign + " "
	if o.usual {
		sign = "[" + o.sign + "]"
	}
	line := strings.Repeat(" ", signs-width(o.sign)) + " " + sign + " "
	switch {
	case len(o.also) > 0:
		line += o.others()
	case ids > 0:
		line += pad(o.id, ids) + "  " + o.text
	default:
		line += cmp.Or(o.text, o.id)
	}
	if o.no != "" {
		line = strings.TrimRight(line, " ") + "  (not now: " + o.no + ")"
	}
	i := plain
	switch {
	case o.no != "":
		i = faint
	case o.usual:
		i = strong
	}
	write(w, style.paint(i, strings.TrimRight(line, " ")), "\n")
}

// others names the option, if it goes by a number, and those of the same
// reason: "chains, spikes" or "and 5, 6".
func (o optionRow) others() string {
	if o.id == "" {
		list := make([]string, len(o.also))
		for i, other := range o.also {
			list[i] = other.sign
		}
		return "and " + strings.Join(list, ", ")
	}
	list := []string{o.id}
	for _, other := range o.also {
		list = append(list, other.id)
	}
	return strings.Join(list, ", ")
}
