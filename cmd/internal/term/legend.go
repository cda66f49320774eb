package term

import (
	"fmt"
	"io"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/board"
)

// legend names the cars on the track: "1 Vettel 34/1".
func legend(style Style, b *board.Board, cars []MapCar, crowded map[board.ID]bool) []string {
	var names, list []string
	for _, c := range cars {
		names = append(names, visible.Line(c.Name))
	}
	column := widest(names)
	for _, c := range cars {
		mark := " "
		if crowded[c.Space] {
			mark = "+"
		}
		sign := style.paint(style.livery(c.Name, placeInk(c.Place)), string(placeSign(c.Place)))
		list = append(list, sign+mark+pad(style.car(c.Name, plain), column)+" "+style.paint(faint, visible.Line(b.Space(c.Space).Name)))
	}
	return list
}

// cornerLegend names the corners that ask stops: "(3) Casino, 1 stop".
func cornerLegend(style Style, b *board.Board) []string {
	var list []string
	for i, c := range b.Corners {
		if c.Stops == 0 {
			continue
		}
		stops := fmt.Sprintf("%d stops", c.Stops)
		if c.Stops == 1 {
			stops = "1 stop"
		}
		if c.Name != "" {
			stops = visible.Line(c.Name) + ", " + stops
		}
		list = append(list, style.paint(faint, cornerSign(i))+" "+stops)
	}
	return list
}

// cornerSign is a corner on the map, by its index from 0.
func cornerSign(i int) string { return fmt.Sprintf("(%d)", i+1) }

// writeBeside writes a list to the right of a picture if there is room for
// it, and below in columns if not. What is more is written below in any case.
func writeBeside(w io.Writer, style Style, lines, list, more []string) {
	wide, column := widest(lines), widest(list)
	if wide+3+column <= style.width() && len(list) <= len(lines) {
		top := (len(lines) - len(list)) / 2
		for i := range list {
			lines[top+i] = pad(lines[top+i], wide+3) + list[i]
		}
		list = nil
	}
	for _, line := range lines {
		write(w, line, "\n")
	}
	writeColumns(w, style, list)
	writeColumns(w, style, more)
}

// writeColumns writes a list in as many columns as fit, each read downwards.
func writeColumns(w io.Writer, style Style, list []string) {
	column := widest(list) + 3
	columns := max(1, (style.width()+3)/column)
	rows := (len(list) + columns - 1) / columns
	for r := range rows {
		var line strings.Builder
		for i := r; i < len(list); i += rows {
			line.WriteString(pad(list[i], column))
		}
		write(w, strings.TrimRight(line.String(), " "), "\n")
	}
}

func widest(list []string) int {
	most := 0
	for _, text := range list {
		most = max(most, width(text))
	}
	return most
}
