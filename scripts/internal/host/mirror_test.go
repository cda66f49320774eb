package host_test

import (
	"strings"
	"testing"
)

// What the race owns of a car is there however rules first look at it, in
// whatever round that is.
func TestMirrorsAreThere(t *testing.T) {
	for _, test := range []struct{ look, want string }{
		{`error(car.space.name)`, "6/inside"},
		{`error(race:cars()[2].space.name)`, "6/outside"},
		{`error(car.status .. car.grid .. car.lap .. tostring(car.place) .. car.stops)`, "running11nil0"},
		{`local s = "" for k in pairs(car) do s = s .. k .. " " end error(s)`, "grid lap n name space status stops "},
		{`local k, all = nil, 0 repeat k = next(car, k) all = all + 1 until not k error("all " .. all - 1)`, "all 7"},
		{`race:roll_each({ car }, "d6", "x", { on = "lap" }) error("thrown")`, "thrown"},
		{`car.lap = 7 error("lap " .. car.lap)`, "lap 7"},
		{`race:retire(car, "why") error(tostring(car.space) .. car.status)`, "nilout"},
	} {
		h, r := begin(t, `function V:turn(race, car)
  if race.round < 3 then
    race:advance(car, 1)
    return
  end
  `+test.look+`
end`)
		var err error
		for err == nil {
			next, wrong := h.Next(r)
			if err = wrong; err == nil {
				err = r.RunStep(h, next)
			}
		}
		if !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.look, err, test.want)
		}
	}
}
