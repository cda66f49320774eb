// Package console is how a command writes, on a terminal or wherever its output
// leads: with colours or without, tables for people or for programs, errors with
// the lines around their place, how far work is; and how it reads typed lines.
//
//	printer := console.Printer{Colour: console.Auto}
//	err := printer.Tables(os.Stdout, console.ForPeople, facts, tables)
//	printer.Problem(os.Stderr, err)
//
// It is the only package that asks what a stream leads to. How a race looks is
// the business of package term, what tables hold that of those who build them;
// it knows no verb and no race.
package console

import (
	"io"
	"os"

	xterm "golang.org/x/term"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
)

// When to write in colours.
const (
	Auto   = "auto" // on a terminal, unless NO_COLOR is set
	Always = "always"
	Never  = "never"
)

// Choices are all of them.
func Choices() []string { return []string{Auto, Always, Never} }

// Printer writes as its user wants it.
type Printer struct {
	Colour string // one of Choices; "" is Auto
}

// Style is how a stream is written to.
func (p Printer) Style(w io.Writer) term.Style {
	style := term.Style{Wraps: IsTerminal(w), Dumb: os.Getenv("TERM") == "dumb"}
	if n := Columns(w); n > 0 {
		style.Width = max(1, n-margin)
	}
	switch p.Colour {
	case Always:
		style.Colour = true
	case Never:
	default:
		style.Colour = term.Colours(IsTerminal(w), style.Dumb, os.Getenv("NO_COLOR"))
	}
	return style
}

// Problem shows an error with the lines around its place. The trace of a bug in
// the program goes to a file, which is named.
func (p Printer) Problem(w io.Writer, err error) {
	term.Problem(w, p.Style(w), traced(err), library.Text)
}

// margin is how many columns are left free at the right of a terminal.
const margin = 2

// Columns is how wide the terminal is now that a stream leads to, 0 for none.
func Columns(stream any) int {
	columns, _ := Size(stream)
	return columns
}

// Size is how many columns and lines the terminal has now that a stream leads
// to, 0 for none.
func Size(stream any) (columns, lines int) {
	switch s := stream.(type) {
	case interface{ Size() (columns, lines int) }:
		return s.Size()
	case *os.File:
		if columns, lines, err := xterm.GetSize(int(s.Fd())); err == nil {
			return columns, lines
		}
	}
	return 0, 0
}

// IsTerminal says that a stream is a terminal, or leads to one.
func IsTerminal(stream any) bool {
	if far, ok := stream.(interface{ Terminal() bool }); ok {
		return far.Terminal()
	}
	f, ok := stream.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}
