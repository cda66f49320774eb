package dice

// Label is a text that rolls are keyed by, with its hash worked out once. The
// hash depends on the text alone. Labels are compared with Same, not with ==.
type Label struct{ made *hashed }

type hashed struct {
	text string
	hash uint64
}

const labelBase = 0x9E3779B97F4A7C15

// NewLabel makes a label of a text.
func NewLabel(text string) Label {
	h := &hashed{text: text}
	for i := range len(text) {
		h.hash = h.hash*labelBase + uint64(text[i]) + 1
	}
	return Label{h}
}

// Same says that two labels have one text.
func (l Label) Same(m Label) bool {
	return l == m || l.hash() == m.hash() && l.String() == m.String()
}

// String is the text.
func (l Label) String() string {
	if l.made == nil {
		return ""
	}
	return l.made.text
}

func (l Label) hash() uint64 {
	if l.made == nil {
		return 0
	}
	return l.made.hash
}
