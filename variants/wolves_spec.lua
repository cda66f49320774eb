--- Wolves on the ice, over the Isloppet and over La Grande Épreuve on a track with ice.
local spec = require "spec"

--- How many events of a type a race has told.
local function told(race, kind)
  local n = 0
  for _, event in ipairs(race:events()) do
    if event.type == kind then n = n + 1 end
  end
  return n
end

local games = {
  { variant = "isloppet" },
  { variant = "epreuve1934", track = "laxforsen" },
}

for _, game in ipairs(games) do
  --- A stands on the ice, or elsewhere, and drives; `die` is that of the wolves.
  local function drive(die, at)
    local car = { name = "A", at = at or "1/inside", gear = 1, wp = { T = 9, B = 3, G = 2, C = 3, E = 2, H = 2 } }
    if game.variant == "isloppet" then car.chosen = 1 end
    local race = spec.race { variant = game.variant, track = game.track, with = "wolves", round = 5, cars = { car } }
    race:dice { gear = { 1 }, wolves = die and { die } }
    race:answer("A", { gear = 1, path = "=1" })
    race:turn "A"
    return race
  end

  spec.describe("Wolves in " .. game.variant, function()
    spec.it("cost a slow car on the ice bodywork on a 1", function()
      local race = drive(1)
      spec.expect(race:car("A").wp.C).equals(2)
      spec.expect(told(race, "wolves")).equals(1)
    end)
    spec.it("are heard on a 4", function()
      local race = drive(4)
      spec.expect(race:car("A").wp.C).equals(3)
      spec.expect(told(race, "howls")).equals(1)
    end)
    spec.it("are quiet on a 5", function() spec.expect(drive(5):car("A").wp.C).equals(3) end)
    spec.it("do not come on land", function()
      spec.expect(drive(nil, "40/inside"):car("A").wp.C).equals(3)
    end)
  end)
end
