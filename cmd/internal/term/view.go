package term

import (
	"math"

	"sandbox/core/board"
)

// mapLines is how many lines the track itself may take, longMapLines those of
// one with four rows or more for each of them.
const (
	mapLines     = 27
	longMapLines = 36
)

// view turns hundredths of a space into spots. A line is as high as two
// columns are wide.
type view struct{ columns float64 } // for each space's length

// viewOf is the largest view of a board that fits; in whole lines for each
// space if it can be, so that straights come out even.
func viewOf(b *board.Board, width int) view {
	low, high := extent(b)
	wide, tall := float64(high[0]-low[0]+1)/100, float64(high[1]-low[1]+1)/100
	room := 8 + 2*b.Lanes // for labels, and for lanes drawn wider than they are
	lines := min(max(mapLines, b.Rows/4), longMapLines)
	columns := min(float64(max(width-room, 10))/wide, 2*float64(lines-1)/tall, 4)
	if even := math.Floor(columns/2) * 2; even > 0 {
		columns = even
	}
	return view{columns}
}

// extent is the corner of a board with the lowest and that with the highest
// coordinates.
func extent(b *board.Board) (low, high [2]int) {
	low = [2]int{math.MaxInt32, math.MaxInt32}
	high = [2]int{math.MinInt32, math.MinInt32}
	add := func(x, y int) {
		low = [2]int{min(low[0], x), min(low[1], y)}
		high = [2]int{max(high[0], x), max(high[1], y)}
	}
	for id := range b.Len() {
		s := b.Space(board.ID(id))
		add(s.X, s.Y)
	}
	for _, line := range b.Lines {
		for _, p := range line.Points {
			add(p[0], p[1])
		}
	}
	return low, high
}

// at is a place of the board in columns and lines.
func (v view) at(x, y int) (column, line float64) {
	return float64(x) / 100 * v.columns, float64(y) / 200 * v.columns
}

func (v view) spot(x, y int) spot {
	column, line := v.at(x, y)
	return spot{round(column), round(line)}
}

// middle of a row.
func (v view) middle(row []board.Space) (column, line float64) {
	for i := range row {
		x, y := v.at(row[i].X, row[i].Y)
		column, line = column+x, line+y
	}
	return column / float64(len(row)), line / float64(len(row))
}

func round(f float64) int { return int(math.Round(f)) }
