// Package report lays figures out as tables, and writes tables for people and
// for other programs.
//
//	for _, t := range report.Of(result) { ... }
//	err := report.Write(out, "csv", report.Of(result))
//
// It works nothing out that core/sim has not added up, and knows no terminal.
package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/sim"
)

// Table is figures in rows.
type Table struct {
	Name    string // for programs: "by_slot"
	Title   string // for people
	Columns []Column
	Rows    [][]any // a value for each column
	Brief   bool    // people read only the rows that Shown lists, by index
	Shown   []int
	Read    [][]any // what people read instead of the rows; nil for those
	Notes   []string
}

// Column is one figure of each row.
type Column struct {
	Name  string // for programs: "win_share"
	Title string // for people
	Kind  Kind
}

// Kind says how the values of a column are written for people.
type Kind uint8

// The kinds of column, and the type of their values.
const (
	Text        Kind = iota // string
	Count                   // int64 or int
	Share                   // float64, 0..1, written in per cent
	Range                   // sim.Interval of a Share
	Mean                    // float64
	Means                   // sim.Interval of a Mean
	About                   // sim.Estimate
	AboutShare              // sim.Estimate, 0..1, written in per cent
	AboutChange             // sim.Estimate of a Change
	AboutRange              // sim.Estimate of a Share, with both ends of its interval
	Fine                    // float64 that may be small
	Change                  // float64 with a sign
	Changes                 // sim.Interval of a Change
	Multiple                // float64, 0 for none
	Rank                    // int: the place of the row, which does not name it
	Written                 // string, bool, int or float64, as a file has it; a text is no part of the row's name
)

func (t *Table) add(values ...any) { t.Rows = append(t.Rows, values) }

func (t *Table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// words is a value as people read it.
func (k Kind) words(v any) string {
	switch v := v.(type) {
	case string:
		return visible.Line(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		if k == Written {
			return strconv.Itoa(v)
		}
		return grouped(int64(v))
	case int64:
		return grouped(v)
	case sim.Estimate:
		return about(k, v)
	case sim.Interval:
		if k == Range {
			return fmt.Sprintf("%.1f-%.1f", 100*v.Low, 100*v.High)
		}
		switch {
		case math.IsInf(v.High-v.Low, 0):
			return "" // a single race says nothing
		case k == Means:
			return fmt.Sprintf("%.2f-%.2f", v.Low, v.High)
		}
		return fmt.Sprintf("%s to %s", signed(v.Low), signed(v.High))
	case float64:
		switch k {
		case Share:
			return fmt.Sprintf("%.1f", 100*v)
		case Change:
			return signed(v)
		case Multiple:
			if v == 0 {
				return ""
			}
			return "x" + strconv.FormatFloat(v, 'f', 1, 64)
		case Fine:
			return strconv.FormatFloat(v, 'f', 3, 64)
		case Written:
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return ""
}

// about is a mean and how far its interval reaches to both sides.
func about(k Kind, e sim.Estimate) string {
	if k == AboutRange {
		return fmt.Sprintf("%s (%s)", Share.words(e.Mean), Range.words(e.Of))
	}
	format, scale := "%.2f", 1.0
	switch k {
	case AboutShare:
		format, scale = "%.1f", 100
	case AboutChange:
		format = "%.3f"
	}
	text := fmt.Sprintf(format, scale*e.Mean)
	if k == AboutChange {
		text = signed(e.Mean)
	}
	if math.IsInf(e.Of.High, 0) {
		return text // a single race says nothing of others
	}
	return text + fmt.Sprintf(" ±"+format, scale*(e.Of.High-e.Of.Low)/2)
}

// grouped is a whole number with its thousands set apart.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// signed is a change, with its sign unless it is nothing.
func signed(v float64) string {
	text := fmt.Sprintf("%+.3f", v)
	if strings.Trim(text, "+-0.") == "" {
		return text[1:]
	}
	return text
}
