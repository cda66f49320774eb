package variant

import (
	"fmt"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Shortened is a list that is shorter in a fork than in its base: it may well
// be meant, or the fork has put one item where it wanted to change one.
type Shortened struct {
	Path    string // "gears.down"
	Was, Is int    // items in the base, and in the fork
	Where   string // where the fork writes it, file:line
}

// String is "gears.down: 1 item instead of 3 (variants/my.lua:7)".
func (s Shortened) String() string {
	items := "items"
	if s.Is == 1 {
		items = "item"
	}
	return fmt.Sprintf("%s: %d %s instead of %d (%s)", s.Path, s.Is, items, s.Was, s.Where)
}

// Shortened lists the lists that a fork makes shorter than its base's, by path;
// none for what is no fork, nor for a list that it removes.
func (r *Reader) Shortened(v *Variant) []Shortened {
	if v.Base == nil {
		return nil
	}
	c := &shortener{Reader: r, v: v, seen: map[luabox.Table]bool{}}
	c.compare("", v.Under().Table, v.Table)
	return c.list
}

type shortener struct {
	*Reader
	v    *Variant
	seen map[luabox.Table]bool
	list []Shortened
}

func (c *shortener) compare(path string, base, fork luabox.Table) {
	if _, derived := c.derived[base.Value()]; derived || c.seen[fork] || c.tables[base] != nil {
		return
	}
	c.seen[fork] = true
	if was, is := base.Len(), fork.Len(); is < was {
		file, line := c.v.Place(path)
		c.list = append(c.list, Shortened{path, was, is, fmt.Sprintf("%s:%d", file, line)})
		return
	}
	for _, k := range c.box.Keys(base) {
		was, ok1 := base.Get(k).Table()
		is, ok2 := fork.Get(k).Table()
		if ok1 && ok2 && (path != "" || k.String() != "base") {
			c.compare(source.Join(path, k.String()), was, is)
		}
	}
}
