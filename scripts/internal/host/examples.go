package host

import "sandbox/scripts/internal/api"

// examples are a line of Lua for each method of the race.
var examples = map[string]string{
	"roll":          `local total = race:roll(car, "2d6", "move", "tow", 2)`,
	"roll_each":     `local totals = race:roll_each(race:places(), "d6", "escape", { luck = "luck" })`,
	"advance":       `local space = race:advance(car, race:roll(car, "d6", "move"))`,
	"paths":         `local paths = race:paths(car, 7, { changes = 2, unused = "KK" })`,
	"drive":         `race:drive(car, race:ask(car, "path", race:paths(car, 7)))`,
	"shift":         `race:shift(car, race:space("12/1"))`,
	"ahead":         `local two_on = race:ahead(car, 2)`,
	"spaces_to":     `local spaces = race:spaces_to(car, race:flag("Sweden"), 12)`,
	"row":           `for _, space in ipairs(race:row(12)) do self:oil(race, space) end`,
	"corner":        `local asked = race:corner(2).stops`,
	"corners_ahead": `local corner = race:corners_ahead(car, 1)[1]`,
	"off_inside":    `local wide = race:off_inside(car) > 0`,
	"limits_ahead":  `local run = race:limits_ahead(car, 1)[1]`,
	"limit_areas":   `local paths = race:paths(car, 6, { areas = race:limit_areas(car, 6, 120) })`,
	"best_speed":    `local speed = race:best_speed(car, self.terms, 900, car.wear, car.speed, car.top, 0)`,
	"worth_driving": `local worth = race:worth_driving(car, self.terms, 900, car.wear, 5)`,
	"pit_lane":      `local lane = race:pit_lane()`,
	"weather_chart": `race.weather = race:weather_chart(race:roll(race, "d20", "weather"))`,
	"flag":          `local box = race:flag("Sweden")`,
	"track_data":    `local chips = race:track_data().chips`,
	"apply":         `race:apply(car, self.trouble:roll(race, car))`,
	"retire":        `race:retire(car, "the engine is gone")`,
	"wreck":         `race:wreck(car, "a collision")`,
	"remove":        `race:remove(car)`,
	"grid":          `race:grid(race:cars())`,
	"places":        `local leaders = race:places(1, 7)`,
	"car_at":        `local leader = race:car_at(1)`,
	"place":         `race:place(order)`,
	"gain":          `race:gain(car, -2)`,
	"ask":           `local gear = race:ask(car, "gear", { 1, 2, 3 }, { text = "which gear", default = 2 })`,
	"confirm":       `if race:confirm(car, "pit", { default = "no" }) then self:pit(race, car) end`,
	"reveal":        `race:reveal()`,
	"tell":          `race:tell(car, "pit", { seconds = 12 })`,
	"count":         `race:count(car, "pit visits")`,
	"cars":          `for _, car in ipairs(race:cars()) do car.fuel = 30 end`,
	"attended":      `if race:attended(car) then self:choose_car(race, car) end`,
	"standings":     `local last = race:standings()[#race:cars()]`,
	"car":           `local ada = race:car("Ada")`,
	"distance":      `local gap = race:distance(other) - race:distance(car)`,
	"space":         `local space = race:space("12/1")`,
	"car_on":        `local other = race:car_on(race:ahead(car))`,
	"cars_on":       `local crowd = #race:cars_on(car.space) > 1`,
	"cars_beside":   `for _, other in ipairs(race:cars_beside(car)) do self:touch(race, car, other) end`,
	"car_ahead":     `local towed = race:car_ahead(car, 3) ~= nil`,
}

// pathExamples are those of the methods of paths.
var pathExamples = map[string]string{
	"list":     `local first = paths:list()[1]`,
	"best":     `return paths:best { steps = 1, changes = -0.2, missing = -10 }`,
	"foreseen": `return paths:foreseen(self.terms, 900, car.wear)`,
	"spaces":   `for _, space in ipairs(paths:spaces(path)) do self:rattle(race, car, space) end`,
	"find":     `local path, why = paths:find("1R2")`,
}

// described are the descriptions of methods with their examples.
func described(list []api.Function, examples map[string]string) []api.Function {
	for i := range list {
		list[i].Example = examples[list[i].Name]
	}
	return list
}
