// Package pattern matches Lua's patterns, with each step charged: some take
// longer than the world will stand for a text of a line.
//
//	m := pattern.New(text, "(%w+)%s*=%s*(%w+)", work)
//	start, end, ok := m.Find(0)
//	key := m.Capture(0).Text
//
// It knows no Lua machine: who matches says what a step costs, and what becomes
// of a pattern that is none.
package pattern

import "strings"

// Longest is how many bytes a pattern may have.
const Longest = 500

const maxCaptures = 32

// Worker pays for the work of a match.
type Worker interface {
	// Charge counts n steps; it does not return when there were too many.
	Charge(n int)
	// Fail ends the work because of a pattern that is none; it does not return.
	Fail(format string, args ...any)
}

// The length of a capture that is not closed, and of one that is a position.
const (
	unclosed = -1
	position = -2
)

// Matcher is a pattern that is looked for in a text. It holds the captures of the
// match that was found last.
type Matcher struct {
	text, pattern string
	work          Worker
	steps         int

	level  int // captures so far
	starts [maxCaptures]int
	sizes  [maxCaptures]int
}

// New prepares a match.
func New(text, pattern string, work Worker) *Matcher {
	if len(pattern) > Longest {
		work.Fail("the pattern has %d bytes; a pattern has at most %d", len(pattern), Longest)
	}
	return &Matcher{text: text, pattern: pattern, work: work}
}

// Find looks for the pattern from a byte of the text on and returns what it
// matches first; ok is false when there is nothing.
func (m *Matcher) Find(from int) (start, end int, ok bool) {
	p, anchored := 0, strings.HasPrefix(m.pattern, "^")
	if anchored {
		p = 1
	}
	for start = from; start <= len(m.text); start++ {
		m.level = 0
		if end = m.match(start, p); end >= 0 {
			return start, end, true
		}
		if anchored {
			break
		}
	}
	return 0, 0, false
}

func (m *Matcher) step() {
	if m.steps++; m.steps%64 == 0 {
		m.work.Charge(64)
	}
}

// match matches the pattern from its byte p on with the text from byte i on and
// returns where the match ends, -1 when there is none.
func (m *Matcher) match(i, p int) int {
	for p < len(m.pattern) {
		m.step()
		switch m.pattern[p] {
		case '(':
			if m.at(p+1) == ')' {
				return m.open(i, p+2, position)
			}
			return m.open(i, p+1, unclosed)
		case ')':
			return m.shut(i, p+1)
		case '$':
			if p+1 == len(m.pattern) {
				if i == len(m.text) {
					return i
				}
				return -1
			}
		case '%':
			if next := m.at(p + 1); next == 'b' {
				if i = m.balanced(i, p+2); i < 0 {
					return -1
				}
				p += 4
				continue
			} else if next >= '0' && next <= '9' {
				if i = m.again(i, int(next-'1')); i < 0 {
					return -1
				}
				p += 2
				continue
			}
		}
		after := m.after(p)
		switch m.at(after) {
		case '?':
			if m.one(i, p, after) {
				if end := m.match(i+1, after+1); end >= 0 {
					return end
				}
			}
			p = after + 1
			continue
		case '*':
			return m.longest(i, p, after, 0)
		case '+':
			return m.longest(i, p, after, 1)
		case '-':
			return m.shortest(i, p, after)
		}
		if !m.one(i, p, after) {
			return -1
		}
		i, p = i+1, after
	}
	return i
}

// at is a byte of the pattern, 0 beyond its end.
func (m *Matcher) at(p int) byte {
	if p < len(m.pattern) {
		return m.pattern[p]
	}
	return 0
}

// longest matches what stands from p to after as often as it can, then less.
func (m *Matcher) longest(i, p, after, least int) int {
	n := 0
	for m.one(i+n, p, after) {
		m.step()
		n++
	}
	for ; n >= least; n-- {
		if end := m.match(i+n, after+1); end >= 0 {
			return end
		}
	}
	return -1
}

// shortest matches what stands from p to after as seldom as it can.
func (m *Matcher) shortest(i, p, after int) int {
	for ; ; i++ {
		if end := m.match(i, after+1); end >= 0 {
			return end
		}
		if !m.one(i, p, after) {
			return -1
		}
	}
}

// open begins a capture.
func (m *Matcher) open(i, p, size int) int {
	if m.level == maxCaptures {
		m.work.Fail("the pattern has more than %d captures", maxCaptures)
	}
	m.starts[m.level], m.sizes[m.level] = i, size
	m.level++
	end := m.match(i, p)
	if end < 0 {
		m.level--
	}
	return end
}

// shut ends the capture that was begun last.
func (m *Matcher) shut(i, p int) int {
	n := m.level - 1
	for n >= 0 && m.sizes[n] != unclosed {
		n--
	}
	if n < 0 {
		m.work.Fail("the pattern %q has a ) without a (", m.pattern)
	}
	m.sizes[n] = i - m.starts[n]
	end := m.match(i, p)
	if end < 0 {
		m.sizes[n] = unclosed
	}
	return end
}

// again matches what a capture matched before.
func (m *Matcher) again(i, n int) int {
	if n < 0 || n >= m.level || m.sizes[n] < 0 {
		m.work.Fail("the pattern %q names capture %d, which is not there", m.pattern, n+1)
	}
	text := m.text[m.starts[n] : m.starts[n]+m.sizes[n]]
	m.work.Charge(len(text) / 64)
	if !strings.HasPrefix(m.text[i:], text) {
		return -1
	}
	return i + len(text)
}

// balanced matches %b(): from one sign to the other, as often as the one.
func (m *Matcher) balanced(i, p int) int {
	if p+1 >= len(m.pattern) {
		m.work.Fail("the pattern %q ends after %%b, which needs two signs", m.pattern)
	}
	if i >= len(m.text) || m.text[i] != m.pattern[p] {
		return -1
	}
	depth := 1
	for i++; i < len(m.text); i++ {
		m.step()
		if m.text[i] == m.pattern[p+1] {
			if depth--; depth == 0 {
				return i + 1
			}
		} else if m.text[i] == m.pattern[p] {
			depth++
		}
	}
	return -1
}

// after is where the sign, class or set at p ends.
func (m *Matcher) after(p int) int {
	switch c := m.pattern[p]; {
	case c == '%' && p+1 == len(m.pattern):
		m.work.Fail("the pattern %q ends with %%; write %%%% for the sign itself", m.pattern)
	case c == '%':
		return p + 2
	case c == '[':
		return m.afterSet(p + 1)
	}
	return p + 1
}

// afterSet is where a set ends whose first byte is at p. A ] that comes first
// is one of its signs.
func (m *Matcher) afterSet(p int) int {
	if m.at(p) == '^' {
		p++
	}
	for first := p; p < len(m.pattern); p++ {
		switch {
		case m.pattern[p] == ']' && p > first:
			return p + 1
		case m.pattern[p] == '%':
			p++
		}
	}
	m.work.Fail("the pattern %q has a [ without a ]", m.pattern)
	return p
}

// one says whether byte i of the text is what stands in the pattern from p to
// after.
func (m *Matcher) one(i, p, after int) bool {
	if i >= len(m.text) {
		return false
	}
	c := m.text[i]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		m.work.Charge((after - p) / 16)
		return inSet(c, m.pattern[p+1:after-1])
	}
	return m.pattern[p] == c
}

// inSet says whether a set such as "^a-z%d" has a byte.
func inSet(c byte, set string) bool {
	has := true
	if strings.HasPrefix(set, "^") {
		has, set = false, set[1:]
	}
	for set != "" {
		switch {
		case set[0] == '%' && len(set) > 1:
			if inClass(c, set[1]) {
				return has
			}
			set = set[2:]
		case len(set) > 2 && set[1] == '-':
			if set[0] <= c && c <= set[2] {
				return has
			}
			set = set[3:]
		default:
			if set[0] == c {
				return has
			}
			set = set[1:]
		}
	}
	return !has
}

// inClass says whether a class such as the a of %a has a byte. A capital means
// the opposite; what is no class means itself.
func inClass(c, class byte) bool {
	lower := c >= 'a' && c <= 'z'
	upper := c >= 'A' && c <= 'Z'
	digit := c >= '0' && c <= '9'
	var in bool
	switch class | 0x20 {
	case 'a':
		in = lower || upper
	case 'c':
		in = c < ' ' || c == 0x7f
	case 'd':
		in = digit
	case 'l':
		in = lower
	case 'p':
		in = c > ' ' && c < 0x7f && !lower && !upper && !digit
	case 's':
		in = c == ' ' || c >= '\t' && c <= '\r'
	case 'u':
		in = upper
	case 'w':
		in = lower || upper || digit
	case 'x':
		in = digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	case 'z':
		in = c == 0
	default:
		return c == class
	}
	return in == (class >= 'a')
}

// Next is Find for one match after another: ^ stands for the text's beginning
// alone.
func (m *Matcher) Next(from int) (start, end int, ok bool) {
	if from > len(m.text) || from > 0 && strings.HasPrefix(m.pattern, "^") {
		return 0, 0, false
	}
	return m.Find(from)
}

// Captures is how many there are in the match found last.
func (m *Matcher) Captures() int { return m.level }

// Capture is a part of a match, or a place in the text.
type Capture struct {
	Text string
	At   int // the place, counted from 1; 0 for a part
}

// Capture is capture n of the match found last, from 0.
func (m *Matcher) Capture(n int) Capture {
	switch size := m.sizes[n]; size {
	case position:
		return Capture{At: m.starts[n] + 1}
	case unclosed:
		m.work.Fail("the pattern %q has a ( without a )", m.pattern)
		return Capture{}
	default:
		return Capture{Text: m.text[m.starts[n] : m.starts[n]+size]}
	}
}

// Text is the text that the pattern is looked for in.
func (m *Matcher) Text() string { return m.text }

// Pattern is the pattern.
func (m *Matcher) Pattern() string { return m.pattern }
