package host

import "sandbox/scripts/internal/luabox"

// apiAdvance is race:advance(car, spaces).
func (h *Host) apiAdvance() int {
	car, n := h.carArg(2, "race:advance"), h.wholeArg(3, "race:advance")
	h.chargeDrive(n)
	drive, err := h.race.Advance(car, n)
	if err != nil {
		luabox.Raise("race:advance: %w", err)
	}
	h.sync()
	h.box.Push(h.spaceValue(h.race.Car(car).Space()))
	h.box.Push(luabox.Num(drive.Rows))
	h.box.Push(h.spaceValue(drive.Missed))
	return 3
}

// apiShift is race:shift(car, space).
func (h *Host) apiShift() int {
	car := h.carArg(2, "race:shift")
	if err := h.race.Shift(car, h.spaceArg(3, "race:shift")); err != nil {
		luabox.Raise("race:shift: %w", err)
	}
	h.sync()
	h.box.Push(h.spaceValue(h.race.Car(car).Space()))
	return 1
}

func (h *Host) apiRetire() int {
	if err := h.race.Retire(h.carArg(2, "race:retire"), h.textArg(3, "race:retire")); err != nil {
		luabox.Raise("race:retire: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiWreck() int {
	if err := h.race.Wreck(h.carArg(2, "race:wreck"), h.textArg(3, "race:wreck")); err != nil {
		luabox.Raise("race:wreck: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiRemove() int {
	if err := h.race.Remove(h.carArg(2, "race:remove")); err != nil {
		luabox.Raise("race:remove: %w", err)
	}
	h.sync()
	return 0
}

func (h *Host) apiGrid() int {
	if err := h.race.Grid(h.carList(h.box.TableArg(2, "race:grid"), "race:grid")); err != nil {
		luabox.Raise("race:grid: %w", err)
	}
	h.sync()
	return 0
}
