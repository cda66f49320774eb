package track

import (
	"slices"
	"strconv"
	"strings"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Said is what a section says of its spaces under the name of an attribute.
type Said struct {
	Text    string     // of the section as a whole, where the attribute is of that form
	Numbers []int      // or of each lane, 0 of one that it lacks
	Words   [][]string // or by lane and space, "" for nothing; a lane of which it says nothing has none
	Lanes   []int      // then also the lanes, from 1, of the spaces that have a word, in driving order
}

// at is the word of the i-th space of a lane, "" for none.
func (s *Said) at(lane, i int) string {
	if i > len(s.Words[lane]) {
		return ""
	}
	return s.Words[lane][i-1]
}

// onMark is the word for a space that is marked, offMark that for another.
const (
	onMark  = "x"
	offMark = "."
)

// said reads what a section says of its spaces; nil for nothing.
func (d *drawer) said(s *stretch, t luabox.Table) map[string]Said {
	var all map[string]Said
	for i := range kinds {
		k := &kinds[i]
		v := t.Field(k.key)
		if v.IsNil() {
			continue
		}
		if all == nil {
			all = map[string]Said{}
		}
		all[k.name] = d.saidOf(s, k, t, v)
	}
	return all
}

// saidOf reads what it says under one key.
func (d *drawer) saidOf(s *stretch, k *kind, t luabox.Table, v luabox.Value) Said {
	switch k.form {
	case ofSection:
		return Said{Text: d.oneOf(k, s.path, t)}
	case ofLanes:
		return Said{Numbers: d.numbers(s, k, v)}
	case marking:
		return Said{Words: d.words(s, k, v, "a text for each lane that it touches, such as %s = \". x .\"", d.marked)}
	}
	return Said{Words: d.words(s, k, v, "a list for each lane, such as %s = { \"blue\", false, \"red\" }", d.texts)}
}

// oneOf reads a text of a section.
func (d *drawer) oneOf(k *kind, path string, t luabox.Table) string {
	text := d.textKey(t, path, k.key)
	if text != "" && k.words != nil && !slices.Contains(k.words, text) {
		quoted := make([]string, len(k.words))
		for i, word := range k.words {
			quoted[i] = strconv.Quote(word)
		}
		d.flaw(source.Join(path, k.key), "%s is %s, not the text %q", k.key, strings.Join(quoted, " or "), text)
	}
	return text
}

// numbers reads limit = 100 or limit = { 80, 100, 120 }, one for each lane that
// the section has.
func (d *drawer) numbers(s *stretch, k *kind, v luabox.Value) []int {
	path, lanes, list := source.Join(s.path, k.key), d.lanesOf(s), make([]int, len(s.Spaces))
	said, ok := v.Table()
	if !ok {
		n := d.number(k, path, v)
		for _, lane := range lanes {
			list[lane] = n
		}
		return list
	}
	if d.checkList(path, said, said.Len()); said.Len() != len(lanes) {
		d.flaw(path, "%s lists %d %s; it needs one for each of %d lanes%s", k.key, said.Len(), k.many, len(lanes), d.lanesNeeded(s))
		return list
	}
	for i, lane := range lanes {
		list[lane] = d.number(k, source.Join(path, strconv.Itoa(i+1)), said.Item(i+1))
	}
	return list
}

func (d *drawer) number(k *kind, path string, v luabox.Value) int {
	n, ok := v.Whole()
	if !ok || n < 1 || n > k.most {
		d.flaw(path, "a %s is a whole number from 1 to %d, not %s", k.name, k.most, v.Article())
		return 0
	}
	return n
}

// words reads a table that has something under each lane, which read makes
// words of.
func (d *drawer) words(s *stretch, k *kind, v luabox.Value, like string, read func(s *stretch, k *kind, path string, lane int, v luabox.Value) []string) [][]string {
	list, path := make([][]string, len(s.Spaces)), source.Join(s.path, k.key)
	said, ok := v.Table()
	if !ok {
		d.flaw(path, "%s is a table with "+like+", not %s", k.key, d.writtenKey(0), v.Article())
		return list
	}
	d.eachLane(s, path, said, func(path string, lane int, v luabox.Value) {
		list[lane] = read(s, k, path, lane, v)
	})
	return list
}

// marked reads a lane of line = { inside = ". x .", outside = "x . x" }.
func (d *drawer) marked(s *stretch, k *kind, path string, lane int, v luabox.Value) []string {
	text, ok := v.Text()
	words := strings.Fields(text)
	if !ok || len(words) != s.Spaces[lane] {
		d.flaw(path, "the %s in lane %s is a text with a word for each of its %d spaces, such as \". x .\", not %s", k.key, d.laneName(lane), s.Spaces[lane], v.Article())
		return nil
	}
	for i, word := range words {
		if word != onMark && word != offMark {
			d.flaw(path, "lane %s: %q is no word of a %s: write %s for a space on it and %s for another", d.laneName(lane), word, k.key, onMark, offMark)
			return nil
		}
		if word == offMark {
			words[i] = ""
		}
	}
	return words
}

// texts reads a lane of flags = { inside = { "blue", false } }.
func (d *drawer) texts(s *stretch, k *kind, path string, lane int, v luabox.Value) []string {
	t, ok := v.Table()
	if !ok {
		d.flaw(path, "the %s of lane %s are a list of texts, not %s", k.key, d.laneName(lane), v.Article())
		return nil
	}
	d.checkList(path, t, t.MaxN())
	if n := s.Spaces[lane]; t.MaxN() > n {
		d.flaw(path, "lane %s has %d spaces here, and the list goes on to number %d", d.laneName(lane), n, t.MaxN())
		return nil
	}
	var list []string
	for i := 1; i <= t.MaxN(); i++ {
		v := t.Item(i)
		text, ok := v.Text()
		if !ok && v.True() {
			d.flaw(source.Join(path, strconv.Itoa(i)), "a %s is a text, or false for none, not %s", k.name, v.Article())
		}
		list = append(list, text)
	}
	return list
}

// checkSaid looks at what the sections say now that the spaces are linked.
func (d *drawer) checkSaid() {
	for i := range kinds {
		k, found := &kinds[i], map[string]bool{}
		for j := range d.stretches {
			s := &d.stretches[j]
			said, ok := s.Said[k.name]
			if !ok || said.Words == nil {
				continue
			}
			if k.once {
				d.checkOnce(s, k, &said, found)
			}
			said.Lanes = d.follow(s, k, &said)
			s.Said[k.name] = said
		}
	}
}

// checkOnce refuses a text that stands on two spaces.
func (d *drawer) checkOnce(s *stretch, k *kind, said *Said, found map[string]bool) {
	for lane, words := range said.Words {
		for i, word := range words {
			if found[word] {
				d.flaw(source.Join(s.path, k.key+"."+d.laneName(lane)+"."+strconv.Itoa(i+1)), "the %s %q stands on a space before; each has one", k.name, word)
			}
			found[word] = word != ""
		}
	}
}

// follow lists the lanes of the spaces that have a word, in driving order. Where
// each has to lead to the next it refuses a break, which nobody could drive.
func (d *drawer) follow(s *stretch, k *kind, said *Said) (lanes []int) {
	has := map[board.ID]bool{}
	d.each(s, func(lane, i int, id board.ID) { has[id] = said.at(lane, i) != "" })
	before, called := board.None, ""
	for row := s.From; row <= s.To; row++ {
		for lane := range s.Spaces {
			id := d.ids[lane][row-1]
			if id == board.None || !has[id] {
				continue
			}
			name := strconv.Itoa(row) + "/" + d.laneName(lane)
			if k.leads && before != board.None && !slices.Contains(d.byID[before].Next, id) {
				d.flaw(source.Join(s.path, k.key), "the %s breaks here: %s does not lead to %s", k.key, called, name)
			}
			before, called = id, name
			lanes = append(lanes, lane+1)
		}
	}
	return lanes
}
