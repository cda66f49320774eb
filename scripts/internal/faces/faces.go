// Package faces reads tables that dice choose a row of: which faces each key
// covers, and what is wrong with the keys.
//
//	spans, wrong := faces.Spans(box, dice.Dice{Count: 1, Sides: 20}, rows)
//	face, missing := faces.Missing(spans, d)
//
// Keys are faces (7) or ranges ("3-11"). What a row says and does is not known
// here: racing.table and the charts of tracks have rows of their own.
package faces

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/core/dice"
	"sandbox/scripts/internal/luabox"
)

// Span is the faces that one key covers.
type Span struct {
	From, To int
	Key      string // as it was written
	Row      luabox.Value
}

// Flaw is something wrong with a table, or with one row of it.
type Flaw struct {
	Key  string // the row it is about, "" for the table as a whole
	Msg  string
	At   string // where to look: the row's key as it was written
	Face int    // or, for a field of a row, the row's face and the field
	Of   string
}

// Spans reads the keys of a table, lowest face first, and returns beside them
// what is wrong: keys that are no faces of the dice, and faces that two keys
// cover.
func Spans(box *luabox.Box, d dice.Dice, rows luabox.Table) (list []Span, wrong []Flaw) {
	for _, k := range box.Keys(rows) {
		from, to, err := Range(k, d)
		if err != nil {
			wrong = append(wrong, Flaw{Key: k.String(), Msg: err.Error(), At: k.String()})
			continue
		}
		list = append(list, Span{from, to, k.String(), rows.Get(k)})
	}
	slices.SortStableFunc(list, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
	return list, append(wrong, twice(list)...)
}

// twice tells the faces that two spans of an ordered list cover.
func twice(list []Span) (wrong []Flaw) {
	last := Span{}
	for _, s := range list {
		if s.From <= last.To {
			wrong = append(wrong, Flaw{At: s.Key, Msg: fmt.Sprintf("%d is covered twice (%s and %s)", s.From, Quote(last.Key), Quote(s.Key))})
		}
		if s.To > last.To {
			last = s
		}
	}
	return wrong
}

// Range reads a key: the first and the last face that it covers, the same one
// for a single face. It fails for what is no face of the dice.
func Range(key luabox.Value, d dice.Dice) (from, to int, err error) {
	text := key.String()
	if n, err := strconv.Atoi(text); err == nil {
		from, to = n, n
	} else {
		low, high, isRange := strings.Cut(text, "-")
		var err1, err2 error
		from, err1 = strconv.Atoi(strings.TrimSpace(low))
		to, err2 = strconv.Atoi(strings.TrimSpace(high))
		if !isRange || err1 != nil || err2 != nil {
			return 0, 0, fmt.Errorf("%s is no face: write a number, or a range such as \"3-11\"", Quote(text))
		}
	}
	for _, face := range []int{from, to} {
		if !d.Can(face) {
			what := "a " + d.String() + " has no face"
			if d.Count > 1 {
				what = d.String() + " cannot roll"
			}
			return 0, 0, fmt.Errorf("%s %d", what, face)
		}
	}
	if from > to {
		return 0, 0, fmt.Errorf("%s runs backwards", Quote(text))
	}
	return from, to, nil
}

// Quote is a key in a sentence: a face as it is, anything else as a text.
func Quote(key string) string {
	if _, err := strconv.Atoi(key); err == nil {
		return key
	}
	return strconv.Quote(key)
}

// Missing is the lowest face of the dice that no span of an ordered list
// covers; missing is false when all are covered.
func Missing(list []Span, d dice.Dice) (face int, missing bool) {
	face = d.Min()
	for _, s := range list {
		if s.From > face {
			return face, true
		}
		if s.To >= face {
			face = d.Next(s.To)
		}
	}
	return face, face <= d.Max()
}

// NoRow is what is wrong where a face has no row.
func NoRow(face int, d dice.Dice) Flaw {
	return Flaw{At: strconv.Itoa(face), Msg: fmt.Sprintf("no row for %d: %s rolls %d to %d", face, d, d.Min(), d.Max())}
}
