package term

import "sandbox/cmd/internal/visible"

// liveries are the colours that cars can have. Another word is no colour here,
// and the name is written as names are.
var liveries = map[string]ink{
	"red": "1;31", "green": "1;32", "yellow": "1;33", "blue": "1;34", "pink": "1;35", "turquoise": "1;36", "white": "1;37",
	"orange": "1;38;5;208", "gold": "1;38;5;178", "silver": "1;38;5;250", "grey": "1;38;5;245", "black": "1;90",
}

// car is a car's name in its colour, or otherwise.
func (s Style) car(name string, otherwise ink) string {
	return s.paint(s.livery(name, otherwise), visible.Line(name))
}

// livery is the ink of a car's colour, or another one.
func (s Style) livery(name string, otherwise ink) ink {
	if i, ok := liveries[s.Liveries[name]]; ok {
		return i
	}
	return otherwise
}
