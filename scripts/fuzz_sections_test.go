package scripts_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sandbox/scripts"
)

// circuit writes the file of a track by the grammar of sections; bytes say which
// way it goes where there is a choice.
type circuit struct {
	strings.Builder
	choices []byte
	lanes   []string // as a table's keys: name, or [1]
	side    []bool   // the side lanes
	uneven  bool     // some list has another length than it must have
}

// pick chooses one of so many ways, the first when no bytes are left.
func (c *circuit) pick(ways int) int {
	if len(c.choices) == 0 {
		return 0
	}
	choice := int(c.choices[0])
	c.choices = c.choices[1:]
	return choice % ways
}

// of chooses one of some texts.
func (c *circuit) of(texts ...string) string { return texts[c.pick(len(texts))] }

// key writes a key of a section, now and then.
func (c *circuit) key(name, format string, args ...any) {
	fmt.Fprintf(c, ", %s = %s", name, fmt.Sprintf(format, args...))
}

// list is a list of numbers for so many lanes; sometimes it is one too short or
// too long, or goes on behind a hole.
func (c *circuit) list(lanes int, number func() int) string {
	var items []string
	for range lanes {
		items = append(items, fmt.Sprint(number()))
	}
	switch c.pick(24) {
	case 1:
		c.uneven, items = true, items[1:]
	case 2:
		c.uneven, items = true, append(items, fmt.Sprint(number()))
	case 3:
		c.uneven, items = true, append(items, fmt.Sprintf("[%d] = %d", lanes+2, number()))
	case 4:
		c.uneven, items = true, append(items, fmt.Sprintf("[%s] = %d", c.of("0", "-1", "1.5", "1e9"), number()))
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// byLane is a table with a text or a list for some of a section's lanes.
func (c *circuit) byLane(wide bool, of func(lane int) string) string {
	var items []string
	for lane, key := range c.lanes {
		if (wide || !c.side[lane]) && c.pick(3) > 0 {
			items = append(items, key+" = "+of(lane))
		}
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// words are about so many of some words.
func (c *circuit) words(n int, some ...string) string {
	list := make([]string, max(0, n+[]int{1: -1, 2: 1, 19: 0}[c.pick(20)]))
	for i := range list {
		list[i] = c.of(some...)
	}
	return strings.Join(list, " ")
}

// section writes a straight or a corner that is so many rows long.
func (c *circuit) section(kind string, rows, turn int) {
	wide, uneven := slices.Contains(c.side, true) && c.pick(2) == 0, c.uneven
	forgotten := wide && c.pick(9) == 8           // the word for it; which lists are uneven then is not known
	spaces, lanes := make([]int, len(c.lanes)), 0 // by lane
	for lane := range spaces {
		if wide || !c.side[lane] {
			spaces[lane] = rows
			lanes++
		}
	}
	fmt.Fprintf(c, "  %s { ", kind)
	if kind == "corner" && c.pick(2) == 0 {
		lane, last := 0, rows
		fmt.Fprintf(c, "spaces = %s", c.list(lanes, func() int {
			for lane < len(spaces)-1 && spaces[lane] == 0 {
				lane++
			}
			spaces[min(lane, len(spaces)-1)] = last
			lane++
			n := last
			last = max(1, rows-c.pick(3))
			return n
		}))
	} else {
		fmt.Fprintf(c, "spaces = %d", rows)
	}
	if kind == "corner" {
		c.key("turn", "%d", turn)
	}
	if wide && !forgotten {
		c.key("widened", "true")
	}
	c.said(kind, wide, spaces, lanes)
	if forgotten {
		c.uneven = uneven
	}
	c.WriteString(" },\n")
}

// said writes what a section says of its spaces.
func (c *circuit) said(kind string, wide bool, spaces []int, lanes int) {
	for _, key := range []string{"name", "hill", "surface", "stops", "limit", "line", "flags", "arrows"} {
		if c.pick(3) != 1 || key == "stops" && kind != "corner" {
			continue
		}
		switch key {
		case "name", "surface":
			c.key(key, "%q", c.of("ice", "Lesmo", "ice\x1b[2J"))
		case "hill":
			c.key(key, "%q", c.of("up", "down"))
		case "stops":
			c.key(key, "%d", c.pick(4))
		case "limit":
			speed := func() int { return 20 * (1 + c.pick(10)) }
			if c.pick(2) == 0 {
				c.key(key, "%d", speed())
			} else {
				c.key(key, "%s", c.list(lanes, speed))
			}
		case "line":
			c.key(key, "%s", c.byLane(wide, func(lane int) string {
				return fmt.Sprintf("%q", c.words(spaces[lane], "x", ".", "x", ".", "x", ".", "X"))
			}))
		case "flags":
			c.key(key, "%s", c.byLane(wide, func(lane int) string {
				return "{ " + strings.ReplaceAll(c.words(c.pick(spaces[lane]+2), `"a"`, `false`, `"b"`, `nil`), " ", ", ") + " }"
			}))
		case "arrows":
			c.key(key, "%s", c.byLane(wide, func(lane int) string {
				return fmt.Sprintf("%q", c.words(spaces[lane]-c.pick(2), "S", "SL", "SR", "LSR", "S", "SL", "SR", "SLR", "S", "L", "R", "SX"))
			}))
		}
	}
}

// write writes the file.
func (c *circuit) write() string {
	n, named := 1+c.pick(4), c.pick(2) == 0
	c.side = make([]bool, n)
	names := strings.Fields("inside center outside verge")[:n]
	c.WriteString("local track = require \"track\"\nlocal straight, corner = track.straight, track.corner\n\nreturn track.circuit {\n  name = \"Fuzz\",")
	for i, name := range names {
		if c.lanes = append(c.lanes, name); !named {
			c.lanes[i] = fmt.Sprintf("[%d]", i+1)
		}
	}
	if named {
		fmt.Fprintf(c, " lanes = { \"%s\" },", strings.Join(names, `", "`))
	} else {
		fmt.Fprintf(c, " lanes = %d,", n)
	}
	if last := n - 1; last > 0 && c.pick(4) == 1 {
		c.side[last] = true
		fmt.Fprintf(c, " side_lanes = { %s },", []string{fmt.Sprint(n), `"` + names[last] + `"`}[map[bool]int{true: 1}[named]])
	}
	fmt.Fprintf(c, " grid = { places = %d }, marks = { every = %d },\n", 1+c.pick(12), 1+c.pick(9))
	c.extra()
	c.ring()
	c.WriteString("}\n")
	return c.String()
}

// extra writes a pit lane and whether the track closes, now and then.
func (c *circuit) extra() {
	if c.pick(5) == 1 {
		fmt.Fprintf(c, "  pit_lane = { from = %d, to = %d, offset = %d, boxes = %d },\n", 1+c.pick(24), 1+c.pick(24), c.pick(5)-2, 1+c.pick(4))
	}
	if c.pick(4) == 1 {
		c.WriteString("  closed = false, ")
	}
}

// ring writes sections that come back to the line: two straights of one length,
// each of one part or two, and two bends.
func (c *circuit) ring() {
	straight, bend, way := 4+c.pick(12), 2+c.pick(7), 180
	if c.pick(2) == 1 {
		way = -180
	}
	for range 2 {
		first := straight
		if c.pick(2) == 1 {
			first = 1 + c.pick(straight-1)
			c.section("straight", straight-first, 0)
		}
		c.section("straight", first, 0)
		c.section("corner", bend, way)
	}
}

// Whatever sections a circuit is made of, it is refused with an error that has a
// line, or can be raced on; a list that is shorter or longer than it must be is
// refused.
func FuzzSections(f *testing.F) {
	luck := rand.New(rand.NewPCG(1, 2))
	for i := range byte(100) {
		choices := make([]byte, 10+luck.IntN(150))
		for j := range choices {
			choices[j] = byte(luck.IntN(256))
		}
		f.Add(i, choices)
	}
	f.Fuzz(func(t *testing.T, which byte, choices []byte) {
		c := &circuit{choices: choices}
		text := c.write()
		quickly(t, func() {
			racedOn(t, text, c.uneven, []string{"paper_f1", "epreuve1934", "isloppet", "speedway"}[which%4])
		})
	})
}

// racedOn loads the file of a track, which must be refused when a list in it is
// uneven, and drives some steps of a variant on it.
func racedOn(t *testing.T, text string, uneven bool, variant string) {
	t.Helper()
	all := files(map[string]string{"my": text})
	track, err := scripts.LoadTrack(all, "my")
	blamed(t, err)
	var wrong scripts.Errors
	switch {
	case err == nil && uneven:
		t.Fatalf("a list of the wrong length was taken:\n%s", text)
	case err != nil && !errors.As(err, &wrong):
		t.Fatalf("%v\n%s", err, text)
	case err != nil:
		for _, e := range wrong {
			if e.Line == 0 {
				t.Fatalf("no line: %v\n%s", e, text)
			}
		}
		return
	}
	p, err := scripts.Load(all, scripts.Options{Variant: variant, Track: "my"})
	blamed(t, err)
	if err == nil && track.Board.Len() < 500 {
		started(t, p, 12)
	}
}
