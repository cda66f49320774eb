package term

import (
	"bytes"
	"strings"
	"testing"
)

// A car's mark on the map, and in its legend, has the colour of its entry.
func TestMarksHaveColours(t *testing.T) {
	b := circuit(t, 2, true, oval)
	var out bytes.Buffer
	Map(&out, Style{Colour: true, Liveries: map[string]string{"A": "blue"}}, b, Ground{}, []MapCar{{1, "A", 3}, {2, "B", 12}})
	if n := strings.Count(out.String(), "\x1b[1;34m1\x1b[0m"); n != 2 || strings.Contains(out.String(), "\x1b[1;34m2") {
		t.Errorf("%d blue marks of A in\n%s", n, &out)
	}
}
