package scripts

// apiShift is race:shift(car, space).
func (h *Host) apiShift() int {
	car := h.carArg(2, "race:shift")
	if err := h.race.Shift(car, h.spaceArg(3, "race:shift")); err != nil {
		raise("race:shift: %w", err)
	}
	h.sync()
	h.L.Push(h.spaceValue(h.race.Car(car).Space()))
	return 1
}

// apiRow is race:row(number).
func (h *Host) apiRow() int {
	b, n := h.race.Board(), h.wholeArg(2, "race:row")
	if n < 1 || n > b.Rows {
		raise("race:row: %s has no row %d; they are numbered 1 to %d", b.Name, n, b.Rows)
	}
	list := h.L.CreateTable(b.Lanes, 0)
	for _, s := range b.Row(n) {
		list.Append(h.space(b.At(n, s.Lane)))
	}
	h.L.Push(list)
	return 1
}
