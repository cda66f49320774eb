--- House rule: blue flags. A car about to be lapped moves over for the one behind, if there is room beside it.
local racing = require "racing"

local R = racing.house {
  name  = "blue flags",
  needs = { "turn" },
  words = { ["blue flag"] = "is shown the blue flag and lets {other} by" },
}

R.blue_flag = {
  reach = 12,  -- spaces ahead of a car, in its lane, in which others are shown the flag
  apart = 1/2, -- the share of a lap by which it must have driven more than they have
}

--- Before a turn those whom the car is about to lap move over.
function R:turn(race, car)
  if car.status == "running" then self:show_blue_flags(race, car) end
  R.super.turn(self, race, car)
end

function R:show_blue_flags(race, car)
  local at = car.space
  for _ = 1, self.blue_flag.reach do
    at = race:ahead(at)
    if not at then return end
    local other = race:car_on(at)
    local to = other and self:is_lapped(race, car, other) and self:room_beside(race, other)
    if to then
      race:tell(other, "blue flag", { other = car.name })
      race:count(other, "blue flags")
      race:shift(other, to)
    end
  end
end

--- Whether a car has driven so much more than another one ahead that it is about to lap it.
function R:is_lapped(race, car, other)
  return other.status == "running" and race:distance(car) - race:distance(other) >= self.blue_flag.apart * race.rows
end

--- A free space of a car's row in a lane next to its own, where no pit is; the outer one first.
function R:room_beside(race, car)
  local found
  for _, space in ipairs(race:row(car.space.row)) do
    local next_to = math.abs(space.lane - car.space.lane) == 1
    if next_to and not space.flag and not race:car_on(space) then found = space end
  end
  return found
end

return R
