--- What the drivers of La Grande Épreuve 1934 do where a driver would know better than to try.
local spec = require "spec"
local names = { "cautious", "steady", "bold", "expert" }

--- A car on the proving ground, whose corner One has the rows 51 to 55.
local function car(name, at, gear, more)
  local row = { name = name, at = at, gear = gear, lap = 1, wp = { T = 6, B = 3, G = 3, C = 3, E = 3, H = 3 } }
  for key, value in pairs(more or {}) do row[key] = value end
  return row
end

local function lay(driver, cars)
  return spec.race { variant = "epreuve1934", track = "proving", round = 5, seed = "a", bots = { driver }, cars = cars }
end

--- Wrecks on the three lanes of a row.
local function wall(row)
  local list = {}
  for _, lane in ipairs { "inside", "center", "outside" } do
    local wreck = car("W " .. lane, row .. "/" .. lane, 1, { status = "retired", why = "a crash", stands_until = 99 })
    table.insert(list, wreck)
  end
  return unpack(list)
end

spec.describe("Every driver", function()
  for _, driver in ipairs(names) do
    spec.it("does not shift up towards a wall: " .. driver, function()
      local race = lay(driver, { car("A", "20/center", 3), wall(26) })
      race:turn "A"
      spec.expect(race:car("A").gear <= 3).equals(true)
      spec.expect(race:car("A").wp.C).equals(3)
    end)
    spec.it("goes past a wreck: " .. driver, function()
      local wreck = car("B", "27/center", 1, { status = "retired", why = "a crash", stands_until = 99 })
      local race = lay(driver, { car("A", "20/center", 4), wreck })
      race:turn "A"
      race:turn "A"
      spec.expect(race:car("A").wp.C).equals(3)
      spec.expect(race:car("A").space.row > 27).equals(true)
    end)
    spec.it("takes an opponent's slipstream: " .. driver, function()
      local cars = { car("A", "2/center", 4), car("B", "14/center", 5) }
      local race = spec.race { variant = "epreuve1934", track = "proving", round = 5, bots = { driver }, cars = cars }
      race:answer("A", { gear = 5, path = "=11" })
      race:dice { gear = { 1 } }
      race:turn "A"
      spec.expect(race:car("A").space.row).equals(16)
    end)
    spec.it("shifts up on a free road: " .. driver, function()
      local race = lay(driver, { car("A", "56/center", 3) })
      race:turn "A"
      spec.expect(race:car("A").gear).equals(4)
    end)
    spec.it("owes nothing beyond the last line: " .. driver, function()
      local race = lay(driver, { car("A", "125/center", 4, { lap = 2 }) })
      race:turn "A"
      spec.expect(race:car("A").gear).equals(5)
      spec.expect(race:car("A").status).equals "finished"
    end)
  end
end)
