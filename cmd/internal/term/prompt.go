package term

import (
	"io"
	"strconv"
	"strings"

	"sandbox/core/race"
)

// Prompt writes a question and its options: by number, or by ID where the IDs
// are numbers themselves. The default stands in brackets; an option that
// cannot be chosen now says why. Choose reads the answer.
func Prompt(w io.Writer, style Style, a race.Ask, who string) {
	question := clean(a.Text)
	if question == "" {
		question = clean(a.Key) + "?"
	}
	write(w, style.paint(strong, clean(who)), ": ", question, "\n")
	var rows []optionRow
	signs, ids := 0, 0
	for i := range a.Options {
		if a.Options[i].Minor {
			continue
		}
		row := rowOf(&a, i)
		rows = append(rows, row)
		signs, ids = max(signs, width(row.sign)), max(ids, width(row.id))
	}
	for _, row := range rows {
		row.write(w, style, signs, ids)
	}
}

// Choose is the ID of the option that somebody typed: its ID, its number where
// Prompt shows numbers, or nothing for the default. Anything else comes back
// as it is, trimmed, for the race to refuse with the reason.
func Choose(a race.Ask, typed string) string {
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
func numbered(a *race.Ask) bool {
	for _, o := range a.Options {
		if _, err := strconv.Atoi(o.ID); err == nil {
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
}

func rowOf(a *race.Ask, i int) optionRow {
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
	if ids > 0 {
		line += pad(o.id, ids) + "  "
	}
	line += o.text
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
