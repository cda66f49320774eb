package term

import "io"

// Figures writes a table of figures; the columns marked stand to the right.
// Columns in which nothing stands are left out.
func Figures(w io.Writer, style Style, titles []string, right []bool, rows [][]string) {
	t := make(table, len(titles))
	for i := range titles {
		t[i] = tableColumn{title: titles[i], right: right[i]}
	}
	for _, row := range rows {
		t.add(row...)
	}
	if len(rows) > 0 {
		t.write(w, style, nil)
	}
}
