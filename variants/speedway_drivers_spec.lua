--- What the drivers of the speedway do where a driver would know better than to try.
local spec = require "spec"

--- A car at Indianapolis, where it has no limit before row 11.
local function car(name, at, speed, more)
  local row = { name = name, at = at, speed = speed, lap = 1, moved = true, top = 180, start = 60, tyres = 7 }
  row.halves, row.chips = 20, 0
  for key, value in pairs(more or {}) do row[key] = value end
  return row
end

local function lay(driver, cars)
  local all = { variant = "speedway", track = "indianapolis", laps = 3, round = 5, seed = "a", bots = { driver } }
  all.cars = cars
  return spec.race(all)
end

--- The speed that a driver posts.
local function posts(driver, at, speed, more)
  local race = lay(driver, { car("A", at, speed, more) })
  race:step()
  return race:car("A").speed
end

spec.describe("Every driver of the speedway", function()
  for _, driver in ipairs { "cautious", "steady", "bold", "expert" } do
    spec.it("drives up to the top of his car on a free straight: " .. driver, function()
      spec.expect(posts(driver, "40/center", 140)).equals(180)
    end)
    spec.it("brakes for a limit when no wear is left: " .. driver, function()
      spec.expect(posts(driver, "10/inside", 160, { halves = 0 }) <= 120).is_true()
    end)
  end
end)
