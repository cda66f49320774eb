--- What the drivers of the Isloppet do on ice and at the pits, where a driver would know better than to try.
local spec = require "spec"
local names = { "cautious", "steady", "bold", "expert" }

--- A car on the skating ground: ice on the rows 31 to 97, straight from 61 on; Sweden's pits on 22/near.
local function car(name, at, gear, more)
  local row = { name = name, at = at, gear = gear, chosen = gear, lap = 1, country = "Sweden", tyres = "studs",
                wp = { T = 6, B = 3, G = 3, C = 3, E = 3, H = 3 } }
  for key, value in pairs(more or {}) do row[key] = value end
  return row
end

local function lay(driver, cars, more)
  local all = more or { seed = "a" }
  all.variant, all.track, all.round, all.bots, all.cars = "isloppet", "skating", 5, { driver }, cars
  return spec.race(all)
end

--- A wreck, up to the end of a round.
local function wreck(at, round)
  return car("W " .. at, at, 1, { status = "out", why = "a crash", stands_until = round or 99 })
end

spec.describe("Every driver on ice", function()
  for _, driver in ipairs(names) do
    spec.it("does not shift up towards a wall: " .. driver, function()
      local race = lay(driver, { car("A", "62/inside", 3), wreck "72/inside", wreck "72/outside" })
      race:turn "A"
      spec.expect(race:car("A").chosen <= 3).equals(true)
      spec.expect(race:car("A").wp.C).equals(3)
    end)
    spec.it("does not run into the same thing twice: " .. driver, function()
      local a = car("A", "62/inside", 3)
      a.wp.T, a.wp.B = 0, 0
      local race = lay(driver, { a, wreck("68/inside", 8), wreck("68/outside", 8) }, {})
      race:answer("A", { gear = 3 })
      race:dice { gear = { 20 }, ["rear-end"] = { 20 } }
      race:turn "A"
      spec.expect(race:car("A").wp.C).equals(2)
      race:dice { gear = { 20 } } -- for the round after the last in which it stands there
      for _ = 6, 9 do race:round() end
      spec.expect(race:car("A").wp.C).equals(2)
      spec.expect(race:car("A").space.row > 68).is_true()
    end)
    spec.it("shifts up on a free road, with either kind of tyres: " .. driver, function()
      for _, tyres in ipairs { "studs", "chains" } do
        local race = lay(driver, { car("A", "63/inside", 2, { tyres = tyres }) })
        race:turn "A"
        spec.expect(race:car("A").chosen).equals(3)
      end
    end)
  end
end)

spec.describe("Every driver at the pits", function()
  for _, driver in ipairs(names) do
    for _, row in ipairs {
      { "comes in for a fast stop on worn tyres",   lap = 1, left = "T", stop = "delayed" },
      { "drives on with worn tyres on the last lap", lap = 3, left = "T", stop = "" },
    } do
      spec.it(row[1] .. ": " .. driver, function()
        local a = car("A", "20/inside", 2, { lap = row.lap })
        a.wp[row.left] = 1
        local race = lay(driver, { a })
        race:turn "A"
        spec.expect(race:car("A").pit).equals(row.stop)
      end)
    end
  end
end)
