package term

import (
	"fmt"
	"io"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/board"
)

// BoardList writes the rows with cars on them, the row of the first car first:
// "row 34: Vettel, Webber". It is the map for those who cannot see one.
func BoardList(w io.Writer, style Style, b *board.Board, cars []MapCar) {
	cars = onTrack(cars)
	names := map[int][]string{}
	var order []int
	for _, c := range cars {
		row := b.Space(c.Space).Row
		if names[row] == nil {
			order = append(order, row)
		}
		names[row] = append(names[row], visible.Line(c.Name))
	}
	for _, row := range order {
		write(w, style.hang(rowTitle(style, b, row)+": "+strings.Join(names[row], ", "), 2), "\n")
	}
	if len(order) == 0 {
		write(w, "no car is on the track\n")
	}
}

// rowTitle is "row 30 (mark)".
func rowTitle(style Style, b *board.Board, row int) string {
	title := fmt.Sprintf("row %*d", len(fmt.Sprint(b.Rows)), row)
	if mark := b.Row(row)[0].Mark; mark != "" {
		title += style.paint(note, " ("+visible.Line(mark)+")")
	}
	return title
}
