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
//	round 4 sessions 3 moves 92 {debris=[]} | Vettel @12/1 lap 1 grid 1 arrived 92 turn 4 {gear=3} | ...
//
// A race set to it is the same race.
func (r *Race) Text(n Notes) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d sessions %d moves %d", r.Round, r.sessions, r.moves)
	brace(&b, n.Race)
	for i := range r.cars {
		c := &r.cars[i]
		b.WriteString(" | ")
		b.WriteString(quoteName(c.Name))
		switch c.Status {
		case Waiting:
			b.WriteString(" waiting")
		case Running:
			fmt.Fprintf(&b, " @%s", r.Board.Space(c.Space).Name)
		case Finished:
			fmt.Fprintf(&b, " home %d row %d", c.Place, c.Row)
		case Retired:
			fmt.Fprintf(&b, " out %d why %s row %d", c.Gone, quote(c.Why), c.Row)
		}
		for _, f := range c.counters() {
			if *f.value != 0 {
				fmt.Fprintf(&b, " %s %d", f.name, *f.value)
			}
		}
		if i < len(n.Cars) {
			brace(&b, n.Cars[i])
		}
	}
	return b.String()
}

func brace(b *strings.Builder, text string) {
	if text != "" {
		b.WriteString(" {" + text + "}")
	}
}

// counter is one whole number of the text form.
type counter struct {
	name  string
	value *int
}

func (c *Car) counters() []counter {
	return []counter{{"lap", &c.Lap}, {"grid", &c.Grid}, {"arrived", &c.Arrived}, {"turn", &c.Turn}}
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
	words := &words{text: parts[0]}
	for name := words.next(); name != ""; name = words.next() {
		field := map[string]*int{"round": &r.Round, "sessions": &r.sessions, "moves": &r.moves}[name]
		if field == nil {
			return Notes{}, fmt.Errorf("state: unknown word %q", name)
		}
		words.number(field)
	}
	notes.Race = words.rest
	if words.err != nil {
		return Notes{}, words.err
	}
	for i, part := range parts[1:] {
		rest, err := r.setCar(&r.cars[i], part)
		if err != nil {
			return Notes{}, fmt.Errorf("%w in %q", err, part)
		}
		notes.Cars[i] = rest
	}
	r.queue.stale = true
	r.touch(Nobody)
	for i := range r.cars {
		r.touch(i)
	}
	return notes, nil
}

func (r *Race) setCar(c *Car, text string) (rest string, err error) {
	w := &words{text: text}
	if name := w.next(); name != c.Name {
		return "", fmt.Errorf("state: found %q where %s should be", name, c.Name)
	}
	for word := w.next(); word != ""; word = w.next() {
		switch {
		case word == "waiting":
		case strings.HasPrefix(word, "@"):
			id := r.Board.Find(word[1:])
			if id == board.None {
				return "", fmt.Errorf("state: track %s has no space %q", r.Board.Name, word[1:])
			}
			if other := r.traffic.Car(id); other != Nobody {
				return "", fmt.Errorf("state: %s stands on %s already", r.cars[other].Name, word[1:])
			}
			c.Status, c.Space, c.Row = Running, id, r.Board.Space(id).Row
			r.traffic.Put(c.Index, id)
		case word == "home":
			c.Status = Finished
			w.number(&c.Place)
			r.finished++
		case word == "out":
			c.Status = Retired
			w.number(&c.Gone)
			r.retired++
		case word == "why":
			c.Why = w.next()
		case word == "row":
			w.number(&c.Row)
		default:
			w.counter(c, word)
		}
	}
	return w.rest, w.err
}

// words reads the words of a state text up to an opening brace.
type words struct {
	text string
	rest string // what stood between the braces
	err  error
}

func (w *words) next() string {
	w.text = strings.TrimLeft(w.text, " ")
	switch {
	case w.text == "" || w.err != nil:
		return ""
	case w.text[0] == '{':
		if !strings.HasSuffix(w.text, "}") {
			w.err = fmt.Errorf("state: a { is not closed")
			return ""
		}
		w.rest, w.text = w.text[1:len(w.text)-1], ""
		return ""
	case w.text[0] == '"':
		quoted, err := strconv.QuotedPrefix(w.text)
		if err != nil {
			w.err = fmt.Errorf("state: a quote is not closed")
			return ""
		}
		w.text = w.text[len(quoted):]
		word, _ := strconv.Unquote(quoted)
		return word
	}
	end := strings.IndexByte(w.text, ' ')
	if end < 0 {
		end = len(w.text)
	}
	word := w.text[:end]
	w.text = w.text[end:]
	return word
}

func (w *words) number(into *int) {
	word := w.next()
	n, err := strconv.Atoi(word)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("state: %q is no number", word)
	}
	*into = n
}

func (w *words) counter(c *Car, word string) {
	for _, f := range c.counters() {
		if f.name == word {
			w.number(f.value)
			return
		}
	}
	if w.err == nil {
		w.err = fmt.Errorf("state: unknown word %q", word)
	}
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
