package race

import (
	"fmt"
	"strconv"
	"strings"

	"sandbox/core/board"
)

// Notes is what the rules remember between two steps, as canonical text: one
// for the race and one for each car, in the order of the entries. The core
// does not read them; a text must not contain a line break, nor a | outside
// of an escape.
type Notes struct {
	Race string
	Cars []string
}

// Text is the whole state between two steps in one line:
//
//	round 4 sessions 3 moves 92 {debris=[]} | Vettel @12/1 lap 1 grid 1 arrived 92 turn 4 {slot=1} | ...
//
// Without a board "place 3" stands instead of a space. A car that is out reads "out 2 why "engine" row 12", and one that stands as
// a wreck has its space instead: "out 2 why "engine" @12/1".
// A race set to it is the same race.
func (r *Race) Text(n Notes) string {
	b := make([]byte, 0, 100*len(r.cars))
	b = number(b, "round ", r.round)
	b = number(b, " sessions ", r.sessions)
	b = number(b, " moves ", r.moves)
	b = brace(b, n.Race)
	for i := range r.cars {
		c := &r.cars[i]
		b = append(b, " | "...)
		b = append(b, c.word...)
		switch c.status {
		case Waiting:
			b = append(b, " waiting"...)
		case Running:
			if r.board == nil {
				b = number(b, " place ", c.place)
			} else {
				b = append(append(b, " @"...), r.board.Space(c.space).Name...)
			}
		case Finished:
			b = number(number(b, " home ", c.place), " row ", c.row)
		case Retired:
			b = append(append(number(b, " out ", c.gone), " why "...), quote(c.why)...)
			if c.space == board.None {
				b = number(b, " row ", c.row)
			} else {
				b = append(append(b, " @"...), r.board.Space(c.space).Name...)
			}
		}
		for _, f := range c.counters() {
			if *f.value != 0 {
				b = number(append(append(append(b, ' '), f.name...), ' '), "", *f.value)
			}
		}
		if i < len(n.Cars) {
			b = brace(b, n.Cars[i])
		}
	}
	return string(b)
}

func number(b []byte, name string, n int) []byte {
	return strconv.AppendInt(append(b, name...), int64(n), 10)
}

func brace(b []byte, text string) []byte {
	if text == "" {
		return b
	}
	return append(append(append(b, " {"...), text...), '}')
}

// counter is one whole number of the text form.
type counter struct {
	name  string
	value *int
}

func (c *Car) counters() [8]counter {
	return [...]counter{
		{"lap", &c.lap}, {"grid", &c.grid}, {"arrived", &c.arrived}, {"turn", &c.turn},
		{"stops", &c.stops}, {"beyond", &c.beyond}, {"ended", &c.ended},
		{"rank", &c.rank},
	}
}

// SetText sets the race to a state that Text printed and returns what belongs
// to the rules. The cars must be those of the race, in its order. On an error
// the race is to be set again.
func (r *Race) SetText(text string) (Notes, error) {
	parts := strings.Split(text, " | ")
	if len(parts) != len(r.cars)+1 {
		return Notes{}, fmt.Errorf("state: %d cars, but the race has %d", len(parts)-1, len(r.cars))
	}
	r.Reset(r.source)
	notes := Notes{Cars: make([]string, len(r.cars))}
	w := &words{text: parts[0]}
	for w.next() {
		field := map[string]*int{"round": &r.round, "sessions": &r.sessions, "moves": &r.moves}[w.word]
		if field == nil {
			return Notes{}, fmt.Errorf("state: unknown word %q", w.word)
		}
		w.number(field)
	}
	notes.Race = w.rest
	switch {
	case w.err != nil:
		return Notes{}, w.err
	case r.round < 0 || r.sessions < 0:
		return Notes{}, fmt.Errorf("state: rounds and sessions cannot be negative")
	case r.round > MaxRounds:
		return Notes{}, fmt.Errorf("state: round %d; a race has at most %d", r.round, MaxRounds)
	}
	for i, part := range parts[1:] {
		rest, err := r.setCar(&r.cars[i], part)
		if err != nil {
			return Notes{}, fmt.Errorf("%w in %q", err, part)
		}
		notes.Cars[i] = rest
	}
	if err := r.readPlaces(); err != nil {
		return Notes{}, err
	}
	r.touch(Nobody)
	for i := range r.cars {
		r.touch(i)
	}
	return notes, nil
}

// setCar sets one car, which waits until a word says where it is.
func (r *Race) setCar(c *Car, text string) (rest string, err error) {
	w := &words{text: text}
	if w.next(); w.err == nil && w.word != c.name {
		return "", fmt.Errorf("state: found %q where %s should be", w.word, c.name)
	}
	for w.next() {
		waiting, gone := c.status == Waiting, c.status == Finished || c.status == Retired
		switch {
		case waiting && w.word == "waiting":
		case (waiting || c.status == Retired && c.space == board.None) && strings.HasPrefix(w.word, "@"):
			w.err = r.stand(c, w.word[1:])
		case waiting && r.board == nil && w.word == "place":
			c.status = Running
			w.number(&c.place)
		case waiting && w.word == "home":
			c.status = Finished
			w.number(&c.place)
			r.finished++
		case waiting && w.word == "out":
			c.status = Retired
			w.number(&c.gone)
			r.retired++
		case c.status == Retired && w.word == "why":
			w.next()
			c.why = w.word
		case gone && c.space == board.None && w.word == "row":
			w.number(&c.row)
		default:
			w.counter(c)
		}
	}
	return w.rest, w.err
}

// stand puts a car on the space of a name, which must have room. One that is out
// stands there as a wreck.
func (r *Race) stand(c *Car, name string) error {
	if r.board == nil {
		return fmt.Errorf("state: there is no space %q: %w", name, errNoBoard)
	}
	id := r.board.Find(name)
	if id == board.None {
		return fmt.Errorf("state: track %s has no space %q", r.board.Name, name)
	}
	if r.traffic.Taken(id) {
		return fmt.Errorf("state: %s stands on %s already", r.cars[r.traffic.Car(id)].name, name)
	}
	if c.status == Waiting {
		c.status = Running
	}
	c.space, c.row = id, r.board.Space(id).Row
	r.traffic.Put(c.index, id)
	return nil
}

// words reads the words of a state text up to an opening brace.
type words struct {
	text string
	word string // the last one read, "" at the end
	rest string // what stood between the braces
	err  error
}

// next reads a word; it is false at the end and after an error.
func (w *words) next() bool {
	w.text, w.word = strings.TrimLeft(w.text, " "), ""
	switch {
	case w.text == "" || w.err != nil:
		return false
	case w.text[0] == '{':
		if !strings.HasSuffix(w.text, "}") {
			w.err = fmt.Errorf("state: a { is not closed")
			return false
		}
		w.rest, w.text = w.text[1:len(w.text)-1], ""
		return false
	case w.text[0] == '"':
		quoted, err := strconv.QuotedPrefix(w.text)
		if err != nil {
			w.err = fmt.Errorf("state: a quote is not closed")
			return false
		}
		w.text = w.text[len(quoted):]
		w.word, _ = strconv.Unquote(quoted)
		return true
	}
	end := strings.IndexByte(w.text, ' ')
	if end < 0 {
		end = len(w.text)
	}
	w.word, w.text = w.text[:end], w.text[end:]
	return true
}

// maxNumber bounds the numbers of a state: no race counts further.
const maxNumber = 1_000_000

// countable refuses a race that has counted further than SetText takes back.
func (r *Race) countable() error {
	for _, f := range []counter{{"sessions", &r.sessions}, {"moves", &r.moves}} {
		if err := f.check(raceName); err != nil {
			return err
		}
	}
	for i := range r.cars {
		for _, f := range r.cars[i].counters() {
			if err := f.check(r.cars[i].name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f counter) check(of string) error {
	if n := *f.value; n < -maxNumber || n > maxNumber {
		return fmt.Errorf("%s: %s is %d, and a race counts no further than %d", of, f.name, n, maxNumber)
	}
	return nil
}

func (w *words) number(into *int) {
	w.next()
	n, err := strconv.Atoi(w.word)
	if w.err == nil && (err != nil || n < -maxNumber || n > maxNumber) {
		w.err = fmt.Errorf("state: %q is no number", w.word)
	}
	*into = n
}

func (w *words) counter(c *Car) {
	for _, f := range c.counters() {
		if f.name == w.word {
			w.number(f.value)
			return
		}
	}
	w.err = fmt.Errorf("state: unknown word %q", w.word)
}

// quote is a Go quoted string without a bare |.
func quote(s string) string {
	return strings.ReplaceAll(strconv.Quote(s), "|", `\x7c`)
}

// quoteName quotes a name that would not read back as one word.
func quoteName(s string) string {
	if strings.ContainsAny(s, " |{}\"@\\") || strconv.Quote(s) != `"`+s+`"` {
		return quote(s)
	}
	return s
}
