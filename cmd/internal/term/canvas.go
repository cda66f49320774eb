package term

import "strings"

// spot is a place on a canvas: columns from the left, lines from the top.
type spot struct{ x, y int }

func (p spot) plus(q spot) spot  { return spot{p.x + q.x, p.y + q.y} }
func (p spot) minus(q spot) spot { return spot{p.x - q.x, p.y - q.y} }
func (p spot) times(n int) spot  { return spot{p.x * n, p.y * n} }

// steps is how many spots a line to q takes, the first not counted.
func (p spot) steps(q spot) int { return max(abs(p.x-q.x), abs(p.y-q.y)) }

// toward is the i-th of the steps from p to q.
func (p spot) toward(q spot, i int) spot {
	n := max(p.steps(q), 1)
	return spot{p.x + divide((q.x-p.x)*i, n), p.y + divide((q.y-p.y)*i, n)}
}

// divide rounds to the nearest, halves away from zero.
func divide(a, n int) int {
	if a < 0 {
		return -divide(-a, n)
	}
	return (2*a + n) / (2 * n)
}

func abs(n int) int { return max(n, -n) }

// sign is one character of a picture.
type sign struct {
	r   rune
	ink ink
}

// canvas is a picture made of characters. It grows where it is drawn on.
type canvas map[spot]sign

func (c canvas) free(p spot) bool { return c[p] == sign{} }

// put draws where nothing is drawn yet.
func (c canvas) put(p spot, s sign) {
	if c.free(p) {
		c[p] = s
	}
}

// write puts a text where it and the columns beside it are free, or nowhere,
// and says whether it did.
func (c canvas) write(p spot, text string, i ink) bool {
	for x := -1; x <= len(text); x++ {
		if !c.free(p.plus(spot{x, 0})) {
			return false
		}
	}
	for x, r := range text {
		c[p.plus(spot{x, 0})] = sign{r, i}
	}
	return true
}

// bounds are the top left and the bottom right corner.
func (c canvas) bounds() (low, high spot) {
	first := true
	for p := range c {
		if first {
			low, high, first = p, p, false
		}
		low = spot{min(low.x, p.x), min(low.y, p.y)}
		high = spot{max(high.x, p.x), max(high.y, p.y)}
	}
	return low, high
}

// lines is the picture as text.
func (c canvas) lines(style Style) []string {
	low, high := c.bounds()
	var list []string
	for y := low.y; y <= high.y; y++ {
		list = append(list, c.line(style, low.x, high.x, y))
	}
	return list
}

func (c canvas) line(style Style, from, to, y int) string {
	var line strings.Builder
	blanks := 0
	for x := from; x <= to; x++ {
		s := c[spot{x, y}]
		if s == (sign{}) {
			blanks++
			continue
		}
		line.WriteString(strings.Repeat(" ", blanks))
		line.WriteString(style.paint(s.ink, string(s.r)))
		blanks = 0
	}
	return line.String()
}
