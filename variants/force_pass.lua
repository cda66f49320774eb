--- House rule: the force pass, for games with gears. Where cars fill the whole track, a gear stands for 20 mph.
local racing = require "racing"

local R = racing.house {
  name  = "the force pass",
  needs = { "gear", "coasting", "spun", "wp.T", "lose", "spin", "free_ways", "go", "follow", "move", "blocked", "debris" },
}
racing.use(R, "force_pass")

R.mph       = 20 -- a gear
R.car.chips = 2  -- blue chips of a car

function R:posted(car) return car.gear * self.mph end
function R:may_block(car) return car.coasting == "" and not car.spun end

--- Wear is tyre points.
function R:pay_wear(race, car, points, why)
  local paid = self:lose(race, car, "T", points, why) >= 0
  if not paid then self:spin(race, car, why) end
  return paid
end

--- The blocked track rule, for the spaces that are left.
function R:brake_behind(race, car, left)
  self:go(race, car, self:free_ways(race, car, left))
  return true
end

function R:brake_words() return "the blocked track rule" end

--- Up to a row that is full, and through it. Where none is, or a corner is overshot on the way, the track is simply blocked.
function R:blocked(race, car, reach, left, changes)
  local ways = race:paths(car, reach, { changes = changes, hazards = race.debris })
  local way = ways:best { missing = -1 }
  if way.home or #way.overran > 0 or not self:passable(race, car, self:front(race, way.to)) then
    return R.super.blocked(self, race, car, reach, left, changes)
  end
  if reach > 0 then self:follow(race, car, race:ask(car, "path", ways), 0) end
  local used = car.status == "running" and not car.spun and self:press(race, car, left, left)
  if used and car.status == "running" and used < left then self:move(race, car, left - used) end
  return true
end

return R
