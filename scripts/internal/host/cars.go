package host

import (
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// listOf is a list of cars in Lua.
func (h *Host) listOf(cars []int) luabox.Value {
	t := h.box.NewTable(len(cars), 0)
	for i, car := range cars {
		t.SetItem(i+1, h.cars[car].Value())
	}
	return t.Value()
}

func (h *Host) apiCars() int {
	t := h.box.NewTable(len(h.cars), 0)
	for i, car := range h.cars {
		t.SetItem(i+1, car.Value())
	}
	h.box.Spend(len(h.cars))
	h.box.Push(t.Value())
	return 1
}

func (h *Host) apiStandings() int {
	order := h.standings()
	h.box.Spend(11 * len(order))
	h.box.Push(h.listOf(order))
	return 1
}

// rank has the cars stand as V.standing says.
func (h *Host) rank() {
	if !h.def.Standing.IsNone() {
		h.race.Rank(h.standings())
	}
}

// standings are all cars as they stand now, first to last.
func (h *Host) standings() []int {
	order := h.race.UsualStandings()
	if h.def.Standing.IsNone() {
		return order
	}
	before, asking := h.asks(h.def.Standing), h.asking
	h.sync()
	h.asking = "standing only says who stands before whom"
	for i := 1; i < len(order); i++ { // by insertion: however odd the answers are, it ends
		for j := i; j > 0 && before(h.race, h.race.Car(order[j]), h.race.Car(order[j-1])) < 0; j-- {
			order[j-1], order[j] = order[j], order[j-1]
		}
	}
	h.asking = asking
	return order
}

func (h *Host) apiCar() int {
	h.chargeItems(len(h.cars))
	h.box.Push(h.cars[h.carNamed(h.textArg(2, "race:car"), "race:car")].Value())
	return 1
}

func (h *Host) apiDistance() int {
	h.box.Push(luabox.Num(h.race.Distance(h.race.Car(h.carArg(2, "race:distance")))))
	return 1
}

// apiCarsBeside is race:cars_beside(from, diagonal).
func (h *Host) apiCarsBeside() int {
	from := h.placeFrom(2, "race:cars_beside")
	cars := h.race.Beside(from)
	if h.box.Arg(3).True() {
		cars = append(cars, h.race.Diagonal(from)...)
	}
	h.box.Push(h.listOf(cars))
	return 1
}

// apiCarsOn is race:cars_on(space).
func (h *Host) apiCarsOn() int {
	cars := h.race.CarsOn(h.spaceArg(2, "race:cars_on"))
	h.box.Spend(len(cars))
	h.box.Push(h.listOf(cars))
	return 1
}

func (h *Host) apiCarOn() int {
	v := luabox.Value{}
	if car := h.race.CarOn(h.spaceArg(2, "race:car_on")); car != race.Nobody {
		v = h.cars[car].Value()
	}
	h.box.Push(v)
	return 1
}

// apiCarAhead is race:car_ahead(from, most).
func (h *Host) apiCarAhead() int {
	at, most := h.placeFrom(2, "race:car_ahead"), h.wholeArg(3, "race:car_ahead")
	b := h.race.Board()
	for n := 0; n < min(most, b.Rows) && at != board.None; n++ {
		if at = b.Space(at).Ahead; at == board.None {
			break
		}
		h.box.Charge(1)
		if other := h.race.CarOn(at); other != race.Nobody {
			h.box.Push(h.cars[other].Value())
			return 1
		}
	}
	h.box.Push(luabox.Value{})
	return 1
}

// apiAttended is race:attended(car).
func (h *Host) apiAttended() int {
	h.box.Push(luabox.Bool(h.people[h.carArg(2, "race:attended")]))
	return 1
}
