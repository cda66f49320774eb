--- House rule: wolves on the ice. A slow car that ends its turn on a frozen river may be set upon, which costs bodywork.
local racing = require "racing"

local R = racing.house {
  name  = "wolves on the ice",
  needs = { "turn", "damage", "litter", "gear", "wp.C" },
  words = {
    ["roll wolves"] = "", ["row wolves"] = "", ["for wolves"] = "wolves",
    howls           = "hears wolves",
    wolves          = "is set upon by wolves",
  },
}

R.wolf_ground = "ice" -- the surface that they hunt on
R.wolf_gear   = 2     -- the highest gear of the last move that they keep up with

R.wolves = racing.table("d20", {
  [1]      = { text = "wolves",       wear = 1 },
  ["2-4"]  = { text = "howls",        near = true },
  ["5-20"] = { text = "all is quiet" },
})

--- After a turn on the ice.
function R:turn(race, car)
  R.super.turn(self, race, car)
  if self:hunted(car) then self:hunt(race, car) end
end

--- Whether wolves can come upon a car: it runs, it is slow, and it stands on their ground.
function R:hunted(car)
  return car.status == "running" and car.gear <= self.wolf_gear and car.space.surface == self.wolf_ground
end

function R:hunt(race, car)
  local row = self.wolves:roll(race, car)
  if row.near then race:tell(car, "howls") end
  if not row.wear then return end
  race:tell(car, "wolves")
  race:count(car, "wolves")
  self:damage(race, car, "C", row.wear, "wolves")
  self:litter(race, car)
end

return R
