package track

import (
	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
)

// kind is something that a track can say of its spaces.
type kind struct {
	name  string // in a space, as rules read it
	key   string // in a section
	form  form
	words []string // those that a text may be; none when it may be any
	most  int      // the highest number
	many  string   // what several numbers are called in messages
	once  bool     // each text stands on one space of the track
	leads bool     // in a section each of the spaces marked leads to the next
}

// form is how a section says it.
type form uint8

const (
	ofSection form = iota // a text: hill = "up"
	ofLanes               // a number, or a list with one for each lane: limit = { 80, 100 }
	marking               // for each lane a text with a word for each space: line = { inside = ". x ." }
	ofSpaces              // for each lane a list of texts: flags = { inside = { "blue", false } }
)

// kinds are all attributes that there are. What they mean is for the rules to
// say.
var kinds = []kind{
	{name: "hill", key: "hill", form: ofSection, words: []string{"up", "down"}},
	{name: "surface", key: "surface", form: ofSection},
	{name: "limit", key: "limit", form: ofLanes, most: 1000, many: "speeds"},
	{name: "line", key: "line", form: marking, leads: true},
	{name: "flag", key: "flags", form: ofSpaces, once: true},
}

// AttributeNames are the names of all attributes that there are: fields of a
// space.
func AttributeNames() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// attributeKeys are what sections call them.
func attributeKeys() []string {
	keys := make([]string, len(kinds))
	for i, k := range kinds {
		keys[i] = k.key
	}
	return keys
}

// Attribute is what a track says of its spaces under one name.
type Attribute struct {
	Name    string
	values  []luabox.Value // by space
	texts   []string       // by space, where it has texts
	numbers []int          // by space, where it has numbers
	where   map[string]board.ID
}

// Attributes are what the track says of its spaces, in the order of
// AttributeNames.
func (t *Track) Attributes() []*Attribute { return t.attributes }

// Attribute is the one with a name, nil when there is no such name. A track
// without a board has the names too, and no spaces to ask for.
func (t *Track) Attribute(name string) *Attribute {
	for _, a := range t.attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Value is what rules read in a space under the attribute's name: a text, a
// number or true; nil where the track says nothing.
func (a *Attribute) Value(id board.ID) luabox.Value { return a.values[id] }

// Texts is the text of each space, "" where the track says nothing; nil for an
// attribute that has no texts. The list is the track's own.
func (a *Attribute) Texts() []string { return a.texts }

// Numbers is the number of each space, 0 where the track says nothing; nil for
// an attribute that has no numbers. The list is the track's own.
func (a *Attribute) Numbers() []int { return a.numbers }

// Where is the space with a text, None when no space has it. It is for
// attributes of which each text stands on one space; others know of none.
func (a *Attribute) Where(text string) board.ID {
	if id, ok := a.where[text]; ok {
		return id
	}
	return board.None
}

// attributes lays what the sections say on the spaces of the board; nil for a
// track without.
func (d *drawer) attributes(b *board.Board) []*Attribute {
	list := make([]*Attribute, len(kinds))
	for i := range kinds {
		list[i] = &Attribute{Name: kinds[i].name}
		if b != nil {
			list[i].make(kinds[i], b.Len())
			d.spread(list[i], &kinds[i], b)
		}
	}
	return list
}

// make makes room for so many spaces of which nothing is said.
func (a *Attribute) make(k kind, n int) {
	a.values = make([]luabox.Value, n)
	switch k.form {
	case ofLanes:
		a.numbers = make([]int, n)
	case ofSection, ofSpaces:
		a.texts = make([]string, n)
	}
	if k.once {
		a.where = map[string]board.ID{}
	}
}

// spread writes what all sections say of their spaces. A space of the pit lane lies
// in the section beside it and has what that has as a whole.
func (d *drawer) spread(a *Attribute, k *kind, b *board.Board) {
	for i := range d.stretches {
		s := &d.stretches[i]
		said, ok := s.Said[k.name]
		switch {
		case !ok:
		case k.form == ofSection:
			text := luabox.Str(said.Text)
			for id := range b.Len() {
				if row := b.RowOf(board.ID(id)); row >= s.From && row <= s.To {
					a.values[id], a.texts[id] = text, said.Text
				}
			}
		default:
			d.each(s, func(lane, i int, id board.ID) { a.set(k, &said, lane, i, id) })
		}
	}
}

// set writes what a section says of the i-th space of a lane.
func (a *Attribute) set(k *kind, said *Said, lane, i int, id board.ID) {
	if k.form == ofLanes {
		a.numbers[id], a.values[id] = said.Numbers[lane], luabox.Num(said.Numbers[lane])
		return
	}
	word := said.at(lane, i)
	switch {
	case word == "":
	case k.form == marking:
		a.values[id] = luabox.Bool(true)
	default:
		a.values[id], a.texts[id] = luabox.Str(word), word
		if k.once {
			a.where[word] = id
		}
	}
}
