package dice

// Label is a text that rolls are keyed by. Its hash depends on the text alone:
// joining two labels gives the same hash as the joined text. Labels are
// compared with Same, not with ==.
type Label struct{ head, tail *part }

// part is a text with its hash worked out once.
type part struct {
	text  string
	hash  uint64
	power uint64 // base to the length of the text
}

const labelBase = 0x9E3779B97F4A7C15

// NewLabel makes a label of a text.
func NewLabel(text string) Label {
	p := &part{text: text, power: 1}
	for i := range len(text) {
		p.hash = p.hash*labelBase + uint64(text[i]) + 1
		p.power *= labelBase
	}
	return Label{head: p}
}

// Join returns the label of the two texts one after the other. It does not
// allocate when neither was joined before.
func (l Label) Join(tail Label) Label {
	if l.tail != nil || tail.tail != nil || l.head == nil || tail.head == nil {
		return NewLabel(l.String() + tail.String())
	}
	return Label{head: l.head, tail: tail.head}
}

// Same says that two labels have one text.
func (l Label) Same(m Label) bool {
	return l == m || l.hash() == m.hash() && l.String() == m.String()
}

// String is the text.
func (l Label) String() string {
	switch {
	case l.head == nil:
		return ""
	case l.tail == nil:
		return l.head.text
	}
	return l.head.text + l.tail.text
}

func (l Label) hash() uint64 {
	switch {
	case l.head == nil:
		return 0
	case l.tail == nil:
		return l.head.hash
	}
	return l.head.hash*l.tail.power + l.tail.hash
}
