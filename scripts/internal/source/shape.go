package source

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/parse"

	"sandbox/core/race"
)

// How a file may look. Parser and compiler go as deep as a file is nested and
// nothing can stop them, so it is measured before they see it.
const (
	MaxNesting  = 100    // brackets and blocks in each other
	maxChain    = 100    // operators, calls and fields in a row
	maxBranches = 200    // elseif of one if
	maxItems    = 20_000 // fields of one table, or arguments
	maxWords    = 2500   // different names, numbers and texts of a file: the compiler looks through all of them for each
)

// checkShape refuses a file that is nested too deep or goes on too long
// somewhere. What is no Lua at all is left to the parser.
func checkShape(src race.Source) error {
	lexer, scanner := &parse.Lexer{}, parse.NewScanner(strings.NewReader(src.Text), src.Path)
	m := &measure{open: make([]nest, 1), words: map[string]bool{}}
	for {
		tok, err := scanner.Scan(lexer)
		if err != nil || tok.Type == parse.EOF {
			return nil
		}
		m.words[tok.Str] = true
		if len(m.words) > maxWords {
			return &Error{File: src.Path, Line: tok.Pos.Line, Msg: fmt.Sprintf("more than %d different names, numbers and texts in one file: make two files of it", maxWords)}
		}
		if wrong := m.token(tok.Type); wrong != "" {
			return &Error{File: src.Path, Line: tok.Pos.Line, Msg: wrong}
		}
		lexer.PrevTokenType, lexer.Token = tok.Type, tok
	}
}

// measure counts how deep and how long a file goes on.
type measure struct {
	open []nest // brackets and blocks around, the file itself first
	last int    // the token before

	words map[string]bool // names, numbers and texts so far
}

type nest struct{ chain, items, branches int }

// The tokens that open and close blocks, those that a value can begin and end
// with, and those that join values to a longer one.
var (
	opens   = tokens('(', '{', '[', parse.TFunction, parse.TDo, parse.TIf, parse.TRepeat)
	closes  = tokens(')', '}', ']', parse.TEnd, parse.TUntil)
	begins  = tokens(parse.TIdent, parse.TNumber, parse.TNil, parse.TTrue, parse.TFalse, parse.T3Comma, parse.TFunction)
	ends    = tokens(parse.TIdent, parse.TNumber, parse.TString, parse.TNil, parse.TTrue, parse.TFalse, parse.T3Comma, ')', '}', ']', parse.TEnd)
	joining = tokens('+', '-', '*', '/', '%', '^', '#', '<', '>', '.', ':', '(', '{', '[', parse.TString,
		parse.T2Comma, parse.TEqeq, parse.TNeq, parse.TLte, parse.TGte, parse.TAnd, parse.TOr, parse.TNot)
)

func tokens(list ...int) map[int]bool {
	set := map[int]bool{}
	for _, t := range list {
		set[t] = true
	}
	return set
}

// token takes the next token and returns what is wrong with it, "" for
// nothing.
func (m *measure) token(t int) string {
	at := &m.open[len(m.open)-1]
	switch {
	case joining[t]:
		at.chain++
	case !begins[t] && !closes[t], ends[m.last]: // a value begins, and the one before is over
		at.chain = 0
	}
	switch {
	case t == ',' || t == ';':
		at.items++
	case t == parse.TElseIf:
		at.branches++
	case opens[t]:
		m.open = append(m.open, nest{})
	case closes[t] && len(m.open) > 1:
		m.open = m.open[:len(m.open)-1]
	}
	m.last = t
	return at.wrong(len(m.open))
}

func (n *nest) wrong(depth int) string {
	switch {
	case depth > MaxNesting:
		return fmt.Sprintf("brackets and blocks lie more than %d deep in each other: make functions or tables of their own of them", MaxNesting)
	case n.chain > maxChain:
		return fmt.Sprintf("more than %d operators, calls or fields in a row: take it apart, with locals for the parts", maxChain)
	case n.items > maxItems:
		return fmt.Sprintf("more than %d fields in one table: take it apart", maxItems)
	case n.branches > maxBranches:
		return fmt.Sprintf("more than %d elseif in one if: write a table instead", maxBranches)
	}
	return ""
}
