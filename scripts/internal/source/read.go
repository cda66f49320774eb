package source

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"sandbox/core/race"
)

// File is a file that was parsed, and rewritten for the machine.
type File struct {
	race.Source
	Chunk []ast.Stmt
	Lines Lines             // of the table that the file returns
	From  map[string]string // by path: the file whose function makes a value in it
	Joins Joins
	Asks  bool // somewhere in it a driver is asked something, as in race:ask
	House bool // it makes a house rule, by racing.house
}

// Read parses a file. It fails for what is no file of rules, as an *Error, and
// returns beside the file what is wrong in one that is.
func Read(src race.Source) (*File, Errors, error) {
	if !utf8.ValidString(src.Text) {
		return nil, nil, &Error{File: src.Path, Msg: "the file is not UTF-8; save it as UTF-8"}
	}
	chunk, err := parseFile(src)
	if err != nil {
		return nil, nil, err
	}
	f := &File{Source: src, Chunk: chunk}
	var wrong, more, house Errors
	f.Lines, f.From, wrong = indexLines(src.Path, chunk)
	f.Joins, more = rewrite(src.Path, chunk)
	f.Asks = asks(chunk)
	f.House, house = houses(src.Path, chunk)
	mend(chunk)
	return f, append(append(wrong, more...), house...), nil
}

// byteOrder is what editors of Windows put before a text.
const byteOrder = "\ufeff"

// parseFile parses a file that has a shape.
func parseFile(src race.Source) ([]ast.Stmt, error) {
	src.Text = strings.TrimPrefix(src.Text, byteOrder)
	if err := checkShape(src); err != nil {
		return nil, err
	}
	chunk, err := parse.Parse(strings.NewReader(src.Text), src.Path)
	if err != nil {
		return nil, syntaxError(src.Path, err)
	}
	return chunk, nil
}

func syntaxError(path string, err error) error {
	var bad *parse.Error
	if !errors.As(err, &bad) {
		return &Error{File: path, Msg: err.Error()}
	}
	msg := bad.Message
	if bad.Token != "" {
		msg = fmt.Sprintf("%s near `%s`", msg, bad.Token)
	}
	if bad.Pos.Line == parse.EOF {
		return &Error{File: path, Msg: "the file ends too early: an `end` or a bracket is missing"}
	}
	return &Error{File: path, Line: bad.Pos.Line, Msg: msg}
}

// Texts visits the texts that a file writes, with their lines, if it is one that
// can be read.
func Texts(src race.Source, visit func(text string, line int)) {
	chunk, err := parseFile(src)
	if err != nil {
		return
	}
	walk(reflect.ValueOf(chunk), func(place reflect.Value) {
		if text, ok := place.Interface().(*ast.StringExpr); ok {
			visit(text.Value, text.Line())
		}
	})
}

// asks says that a file has drivers asked: that it names a method or a field `ask`, but
// where it asks the race itself.
func asks(chunk []ast.Stmt) (found bool) {
	walk(reflect.ValueOf(chunk), func(place reflect.Value) {
		switch e := place.Interface().(type) {
		case *ast.FuncCallExpr:
			found = found || e.Method == "ask" && !ofRace(e.Args)
		case *ast.AttrGetExpr:
			key, ok := e.Key.(*ast.StringExpr)
			object, named := e.Object.(*ast.IdentExpr)
			found = found || ok && named && key.Value == "ask" && object.Value == "race"
		}
	})
	return found
}

// houses says that a file makes a house rule, and notes where such a file looks for
// what lies below it in the wrong place.
func houses(path string, chunk []ast.Stmt) (found bool, wrong Errors) {
	walk(reflect.ValueOf(chunk), func(place reflect.Value) {
		e, _ := place.Interface().(*ast.AttrGetExpr)
		if e == nil {
			return
		}
		switch written(e) {
		case "racing.house":
			found = true
		case "self.super":
			wrong = append(wrong, &Error{File: path, Line: e.Line(), Msg: "`self.super`: what lies below a house rule is `R.super`, as in R.super.turn(self, race, car)"})
		}
	})
	if !found {
		return false, nil
	}
	return found, wrong
}

// ofRace says that the race itself is asked, which is whoever runs it.
func ofRace(args []ast.Expr) bool {
	if len(args) == 0 {
		return false
	}
	name, ok := args[0].(*ast.IdentExpr)
	return ok && name.Value == "race"
}

// About is what the first line of a Lua file says of it, "" when it does not
// begin with three dashes.
func About(text string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(text, byteOrder), "\n")
	if said, ok := strings.CutPrefix(first, "---"); ok {
		return strings.TrimSpace(said)
	}
	return ""
}
