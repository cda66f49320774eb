package host

import "sandbox/scripts/internal/luabox"

// What rules can say of places on a track without a board.

// apiPlaces is race:places(from, to).
func (h *Host) apiPlaces() int {
	list := h.race.Places()
	from, to := max(1, h.placeArg(2, 1)), min(h.placeArg(3, len(list)), len(list))
	if from > to {
		list = nil
	} else {
		list = list[from-1 : to]
	}
	h.box.Push(h.listOf(list))
	h.box.Spend(len(list))
	return 1
}

// apiCarAt is race:car_at(place).
func (h *Host) apiCarAt() int {
	place, v := h.wholeArg(2, "race:car_at"), luabox.Value{}
	if list := h.race.Places(); place >= 1 && place <= len(list) {
		v = h.cars[list[place-1]].Value()
	}
	h.box.Push(v)
	return 1
}

// placeArg is a place among the arguments of race:places, or what it is where it was left out.
func (h *Host) placeArg(n, otherwise int) int {
	if h.box.Arg(n).IsNil() {
		return otherwise
	}
	return h.wholeArg(n, "race:places")
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
