package scripts

// What rules can say of places on a track without a board.

func (h *Host) apiPlaces() int {
	list := h.race.Places()
	t := h.L.CreateTable(len(list), 0)
	for i, car := range list {
		t.RawSetInt(i+1, h.cars[car])
	}
	h.budget.left -= len(list)
	h.L.Push(t)
	return 1
}

func (h *Host) apiPlace() int {
	order := h.carList(h.checkTable(2, "race:place"), "race:place")
	h.budget.left -= len(order)
	if err := h.race.SetPlaces(order); err != nil {
		raise("race:place: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiGain() int {
	car, n := h.carArg(2, "race:gain"), h.wholeArg(3, "race:gain")
	h.budget.left -= 20
	gained, err := h.race.Gain(car, n)
	if err != nil {
		raise("race:gain: %w", err)
	}
	h.sync()
	h.L.Push(num(gained))
	return 1
}
