package term

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// AllOptions is what is typed to see the options that were left out.
const AllOptions = "?"

// Prompt writes a question and its options. Choose reads the answer.
func Prompt(w io.Writer, style Style, a race.Question, who string, all bool) {
	question := visible.Line(a.Text)
	if question == "" {
		question = visible.Line(a.ID.Key) + "?"
	}
	write(w, style.Wrap(style.paint(strong, visible.Line(who))+": "+question), "\n")
	Options(w, style, a, all)
}

// Options writes the options of a question, by number: their place in the list,
// or their ID where all IDs are numbers. The default stands in brackets; options
// that cannot be chosen now say why, those of one reason together. What is at
// stake stands in a column behind, on as many lines as it needs. Minor ones are
// only counted, unless all are asked for.
func Options(w io.Writer, style Style, a race.Question, all bool) {
	var rows []optionRow
	columns, left := optionColumns{}, 0
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
		columns.signs, columns.ids = max(columns.signs, width(row.sign)), max(columns.ids, width(row.id))
	}
	if saidByText(rows) {
		columns.ids = 0
	}
	for _, row := range rows {
		if row.note != "" {
			columns.lines = max(columns.lines, min(width(row.line(columns)), style.prose()/2-2))
		}
	}
	for _, row := range rows {
		row.write(w, style, columns)
	}
	if left > 0 {
		write(w, style.paint(faint, fmt.Sprintf("%s and %d more; %s lists them", strings.Repeat(" ", columns.signs+2), left, AllOptions)), "\n")
	}
}

// mostAnswers is how many answers Answers has at most.
const mostAnswers = 1000

// Answers are what can be typed for a question besides numbers.
func Answers(a *race.Question) []string {
	var list []string
	for i := range a.Options {
		if o := &a.Options[i]; o.No == "" && len(list) < mostAnswers {
			list = append(list, visible.Line(o.Name()))
		}
	}
	return list
}

// Choose is the ID of the option that somebody typed: by its number, which always
// means an option, by its name, behind a = or not, or by nothing for the default.
// Anything else comes back as it is, trimmed, for the race to read or to refuse.
// It fails for a number that no option has.
func Choose(a race.Question, typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return a.Options[a.Default].ID, nil
	}
	if n, err := strconv.Atoi(typed); err == nil && numbered(&a) {
		return byNumber(&a, n, typed)
	}
	name := strings.TrimPrefix(typed, "=")
	if a.Find(name) >= 0 {
		return name, nil
	}
	for i := range a.Options {
		if strings.EqualFold(a.Options[i].ID, name) {
			return a.Options[i].ID, nil
		}
	}
	return typed, nil
}

// byNumber is the ID of the option of a number.
func byNumber(a *race.Question, n int, typed string) (string, error) {
	if n >= 1 && n <= len(a.Options) {
		return a.Options[n-1].ID, nil
	}
	i := a.Find(typed)
	switch {
	case i >= 0 && a.Options[i].Written != "":
		return "", fmt.Errorf("there is no choice %d; the path is written %s", n, a.Options[i].Written)
	case i >= 0:
		return typed, nil
	}
	return "", fmt.Errorf("there is no choice %d; they are numbered 1 to %d", n, len(a.Options))
}

// numbered says that options go by their place in the list: their IDs are not all
// numbers, or are written in another way.
func numbered(a *race.Question) bool {
	for _, o := range a.Options {
		if _, err := strconv.Atoi(o.Name()); err != nil {
			return true
		}
	}
	return false
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
	note, no       string
	usual          bool
	also           []optionRow // that cannot be chosen for the same reason
}

// optionColumns are the columns that the widest of the options fill.
type optionColumns struct {
	signs, ids int
	lines      int // all up to the notes
}

func rowOf(a *race.Question, i int) optionRow {
	o := &a.Options[i]
	row := optionRow{sign: visible.Line(o.ID), text: visible.Line(o.Text), note: visible.Line(o.Note), no: visible.Line(o.No), usual: i == a.Default}
	if numbered(a) {
		row.sign, row.id = strconv.Itoa(i+1), visible.Line(o.Name())
	}
	return row
}

// line is the option up to its note.
func (o optionRow) line(columns optionColumns) string {
	sign := " " + o.sign + " "
	if o.usual {
		sign = "[" + o.sign + "]"
	}
	line := strings.Repeat(" ", columns.signs-width(o.sign)) + " " + sign + " "
	switch {
	case len(o.also) > 0:
		line += o.others()
	case columns.ids > 0:
		line += pad(o.id, columns.ids) + "  " + o.text
	default:
		line += cmp.Or(o.text, o.id)
	}
	if o.no != "" {
		line = strings.TrimRight(line, " ") + "  (not now: " + o.no + ")"
	}
	return strings.TrimRight(line, " ")
}

// write writes the option.
func (o optionRow) write(w io.Writer, style Style, columns optionColumns) {
	line, under := o.line(columns), columns.signs+4
	if o.note != "" {
		line, under = pad(line, columns.lines)+"  "+o.note, columns.lines+2
	}
	i := plain
	switch {
	case o.no != "":
		i = faint
	case o.usual:
		i = strong
	}
	write(w, style.paint(i, style.hang(strings.TrimRight(line, " "), under)), "\n")
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
