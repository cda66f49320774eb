package board

import "fmt"

// Corner is a run of rows that asks for stops. A stop is a turn that ends in
// it; a car that leaves it with fewer stops than it asks overruns it.
type Corner struct {
	Name     string // "Station", or "" where the track gives none
	Stops    int    // that it asks, 0 or more
	From, To int    // its rows
	Inside   int    // the lane that is on the inside here
	Shortest int    // spaces on the shortest legal path through it; New counts them
	Longest  int    // spaces on the longest
}

// bend checks the corners, tells the spaces which corner they lie in, and
// measures.
func (b *Board) bend() error {
	last := 0
	for i := range b.Corners {
		c := &b.Corners[i]
		name := c.Name
		if name == "" {
			name = fmt.Sprint(i + 1)
		}
		switch {
		case c.From < 1 || c.To > b.Rows:
			return fmt.Errorf("corner %s has rows %d to %d; the track has rows 1 to %d", name, c.From, c.To, b.Rows)
		case c.To < c.From:
			return fmt.Errorf("corner %s has rows %d to %d; a corner does not lie across the line", name, c.From, c.To)
		case c.From <= last:
			return fmt.Errorf("corner %s begins in row %d, but the corner before it ends in row %d", name, c.From, last)
		case c.Stops < 0:
			return fmt.Errorf("corner %s asks %d stops", name, c.Stops)
		case c.Inside < 0 || c.Inside > b.Lanes:
			return fmt.Errorf("corner %s has lane %d on the inside; the track has lanes 1 to %d", name, c.Inside, b.Lanes)
		}
		last = c.To
		for id := b.first[c.From]; id < b.first[c.To+1]; id++ {
			b.spaces[id].Corner = i + 1
		}
	}
	entered := b.entered()
	for i := range b.Corners {
		b.measure(&b.Corners[i], entered)
	}
	return nil
}

// measure counts the spaces of the shortest and the longest legal path from
// outside a corner to outside of it.
func (b *Board) measure(c *Corner, entered []bool) {
	first, end := b.first[c.From], b.first[c.To+1]
	shortest, longest := make([]int, end-first), make([]int, end-first)
	for id := end - 1; id >= first; id-- {
		least, most := -1, 0
		for _, n := range b.spaces[id].Next {
			short, long := 0, 0 // from a successor outside
			switch {
			case b.OnSide(n):
				continue
			case n >= first && n < end:
				short, long = shortest[n-first], longest[n-first]
			}
			if least < 0 || short < least {
				least = short
			}
			most = max(most, long)
		}
		shortest[id-first], longest[id-first] = max(least, 0)+1, most+1
	}
	c.Shortest, c.Longest = 0, 0
	for id := first; id < end; id++ {
		if entered[id] {
			if c.Shortest == 0 || shortest[id-first] < c.Shortest {
				c.Shortest = shortest[id-first]
			}
			c.Longest = max(c.Longest, longest[id-first])
		}
	}
}

// entered says which spaces of corners can be the first that a car drives to
// there: one outside the corner leads to it, or an open board begins there.
func (b *Board) entered() []bool {
	list := make([]bool, len(b.spaces))
	for id := range b.spaces[:b.main] {
		s := &b.spaces[id]
		if s.Row == 1 {
			list[id] = true
		}
		for _, n := range s.Next {
			if b.spaces[n].Corner != s.Corner {
				list[n] = true
			}
		}
	}
	return list
}
