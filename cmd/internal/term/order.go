package term

import (
	"fmt"
	"io"
	"strings"

	"sandbox/cmd/internal/visible"
)

// Order writes how cars stand where there is no board: those that run by place,
// several in a line, then those that are out. It is short, for people who see
// it after each turn.
func Order(w io.Writer, style Style, running, out []string) {
	var cells []string
	widest := 0
	for i, name := range running {
		otherwise := plain
		if i == 0 {
			otherwise = leader
		}
		cell := fmt.Sprintf("%*d %s", len(fmt.Sprint(len(running))), i+1, style.car(name, otherwise))
		cells, widest = append(cells, cell), max(widest, width(cell))
	}
	perLine := max(1, (style.width()+2)/(widest+2))
	for i, cell := range cells {
		if (i+1)%perLine == 0 || i == len(cells)-1 {
			write(w, cell, "\n")
			continue
		}
		write(w, pad(cell, widest+2))
	}
	if len(running) == 0 {
		write(w, "no car runs\n")
	}
	if len(out) > 0 {
		write(w, style.paint(faint, style.hang("out: "+visible.Line(strings.Join(out, ", ")), 5)), "\n")
	}
}
