package host

import "sandbox/scripts/internal/luabox"

// What rules can say of places on a track without a board.

func (h *Host) apiPlaces() int {
	list := h.race.Places()
	h.box.Push(h.listOf(list))
	h.box.Spend(len(list))
	return 1
}

func (h *Host) apiPlace() int {
	order := h.carList(h.box.TableArg(2, "race:place"), "race:place")
	h.box.Spend(len(order))
	if err := h.race.SetPlaces(order); err != nil {
		luabox.Raise("race:place: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiGain() int {
	car, n := h.carArg(2, "race:gain"), h.wholeArg(3, "race:gain")
	h.box.Spend(20)
	gained, err := h.race.Gain(car, n)
	if err != nil {
		luabox.Raise("race:gain: %w", err)
	}
	h.sync()
	h.box.Push(luabox.Num(gained))
	return 1
}
