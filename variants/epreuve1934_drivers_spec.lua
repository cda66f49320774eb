--- What the drivers of La Grande Épreuve 1934 do where a driver would know better than to try.
local spec = require "spec"
local rows = (require "epreuve1934_drivers")()
local names = { "cautious", "steady", "bold", "expert" }

--- A car on the proving ground, whose corner One has the rows 51 to 55.
local function car(name, at, gear, more)
  local row = { name = name, at = at, gear = gear, lap = 1, wp = { T = 6, B = 3, G = 3, C = 3, E = 3, H = 3 } }
  for key, value in pairs(more or {}) do row[key] = value end
  return row
end

--- What is left to a car without brakes, and with so many tyre points.
local function worn(tyres) return { T = tyres, B = 0, G = 3, C = 3, E = 3, H = 3 } end

--- A wreck, up to the end of a round.
local function wreck(at, round)
  return car("W " .. at, at, 1, { status = "out", why = "a crash", stands_until = round or 99 })
end

--- What stands on the three lanes of a row.
local function abreast(row, thing)
  return thing(row .. "/inside"), thing(row .. "/center"), thing(row .. "/outside")
end

local function running(at) return car("B " .. at, at, 5) end

local function lay(driver, cars, more)
  local all = { variant = "epreuve1934", track = "proving", round = 5, bots = { driver }, cars = cars }
  for key, value in pairs(more or {}) do all[key] = value end
  return spec.race(all)
end

--- The gear that the driver of the first of some cars chooses.
local function chooses(driver, cars, track)
  local race = lay(driver, cars, { seed = "a", track = track })
  race:turn "A"
  return race:car("A").gear
end

spec.describe("Every driver", function()
  for _, driver in ipairs(names) do
    -- On Monaco's 57/inside all arrows lead straight on.
    spec.it("knows a blocked lane: " .. driver, function()
      local a = car("A", "57/inside", 2, { stops = 2, wp = worn(1) })
      spec.expect(chooses(driver, { a, running "59/inside" }, "monaco") < chooses(driver, { a }, "monaco")).is_true()
    end)
    spec.it("does not drive into cars that block the way: " .. driver, function()
      local race = lay(driver, { car("A", "20/center", 3, { wp = worn(0) }), abreast(26, running) }, { seed = "a" })
      race:turn "A"
      spec.expect(race:car("A").gear <= 3).is_true()
      spec.expect(race:car("A").wp.C).equals(3)
    end)
    spec.it("does not shift up towards a wall: " .. driver, function()
      local race = lay(driver, { car("A", "20/center", 3), abreast(26, wreck) }, { seed = "a" })
      race:turn "A"
      spec.expect(race:car("A").gear <= 3).is_true()
      spec.expect(race:car("A").wp.C).equals(3)
    end)
    spec.it("does not run into the same thing twice: " .. driver, function()
      local race = lay(driver, { car("A", "20/center", 3, { wp = worn(0) }), abreast(26, function(at) return wreck(at, 8) end) })
      race:answer("A", { gear = 3 })
      race:dice { gear = { 20 }, ["rear-end"] = { 20 } }
      race:turn "A"
      spec.expect(race:car("A").wp.C).equals(2)
      race:dice { gear = { 20 } } -- for the round after the last in which it stands there
      for _ = 6, 9 do race:round() end
      spec.expect(race:car("A").wp.C).equals(2)
      spec.expect(race:car("A").space.row > 26).is_true()
    end)
    spec.it("knows an opponent's slipstream: " .. driver, function()
      local race = lay(driver, { car("A", "5/center", 4), car("B", "17/center", 5) })
      race:answer("A", { gear = 5, path = "=11" })
      race:dice { gear = { 1 } }
      race:turn "A"
      spec.expect(race:car("A").space.row).equals(19)
    end)
    spec.it("leaves a slipstream that leads beyond a corner: " .. driver, function()
      local race = lay(driver, { car("A", "68/center", 4, { wp = worn(1) }), car("B", "78/center", 4) })
      race:answer("A", { gear = 4, path = "=9" })
      race:dice { gear = { 7 }, collision = { 20 } }
      race:turn "A"
      spec.expect(race:car("A").space.name).equals "77/center"
    end)
    spec.it("shifts up on a free road: " .. driver, function()
      spec.expect(chooses(driver, { car("A", "56/center", 3) })).equals(4)
    end)
    -- Four rows before Monaco's line, behind which a corner lies.
    spec.it("knows the last lap: " .. driver, function()
      local function gear(lap) return chooses(driver, { car("A", "158/center", 4, { lap = lap, wp = worn(1) }) }, "monaco") end
      spec.expect(gear(2) > gear(1)).is_true()
    end)
  end
end)

spec.describe("Every driver who looks beyond the turn", function()
  for _, driver in ipairs(names) do
    if rows[driver].turns > 1 then
      spec.it("knows a wreck in front before he is there: " .. driver, function()
        local a = car("A", "21/center", 4)
        spec.expect(chooses(driver, { a })).equals(5)
        spec.expect(chooses(driver, { a, abreast(42, wreck) }) <= 4).is_true()
      end)
      -- On Monaco's 59/inside an arrow leads straight on and no other way; 60/center is as far.
      spec.it("knows an arrow that leaves no way out: " .. driver, function()
        local race = lay(driver, { car("A", "56/inside", 2, { stops = 1 }), wreck "60/inside" }, { track = "monaco" })
        race:answer("A", { gear = 2 })
        race:dice { gear = { 6 } }
        race:turn "A"
        spec.expect(race:car("A").space.name).equals "60/center"
      end)
    end
  end
end)

-- Of the ends of this move that are as far the outside alone has no car beside it.
spec.describe("A steady driver", function()
  local function ends(lap, round, dice)
    local race = lay("steady", { car("A", "20/inside", 4, { lap = lap }), running "28/inside" }, { round = round })
    race:answer("A", { gear = 4 })
    race:dice(dice)
    race:turn "A"
    return race:car("A").space.name
  end
  spec.it("keeps clear of others while the race is long", function()
    spec.expect(ends(1, 5, { gear = { 4 } })).equals "28/outside"
    spec.expect(ends(2, 40, { gear = { 4 } })).equals "28/outside"
  end)
  spec.it("minds nobody in his last rounds", function()
    spec.expect(ends(2, 15, { gear = { 4 }, collision = { 20 } })).equals "28/center"
  end)
end)
