package dice

// Label is a text that rolls are keyed by, with its hash worked out once. The
// hash depends on the text alone: joining two labels gives the same hash as
// the joined text.
type Label struct {
	head, tail string
	hash       uint64
	power      uint64 // base to the length of the text
}

const labelBase = 0x9E3779B97F4A7C15 | 1

// NewLabel makes a label of a text.
func NewLabel(text string) Label {
	l := Label{head: text, power: 1}
	for i := range len(text) {
		l.hash = l.hash*labelBase + uint64(text[i]) + 1
		l.power *= labelBase
	}
	return l
}

// Join returns the label of the two texts one after the other. It does not
// allocate when neither was joined before.
func (l Label) Join(tail Label) Label {
	joined := Label{
		head:  l.head,
		tail:  tail.head,
		hash:  l.hash*tail.power + tail.hash,
		power: l.power * tail.power,
	}
	if l.tail != "" || tail.tail != "" {
		joined.head, joined.tail = l.String(), tail.String()
	}
	return joined
}

// String is the text.
func (l Label) String() string { return l.head + l.tail }
