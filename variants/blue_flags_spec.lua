--- Blue flags, over La Grande Épreuve and over Speedway.
local spec = require "spec"

spec.describe("Blue flags in La Grande Épreuve", function()
  --- A drives off from 36/center in 1st, on lap 2; B stands two spaces ahead.
  local function drive(with)
    local cars = {
      { name = "A", at = "36/center", lap = 2, gear = 1 },
      { name = "B", at = with.at or "38/center", lap = with.lap or 1, gear = 1, moved = true },
    }
    for _, other in ipairs(with.others or {}) do table.insert(cars, other) end
    local race = spec.race { variant = "epreuve1934", track = "proving", with = "blue_flags", round = 5, cars = cars,
      race = { met = { ["A and B"] = true, ["A and C"] = true, ["A and D"] = true } } }
    race:dice { gear = { 1 } }
    race:answer("A", { gear = 1, path = "=1" })
    race:turn "A"
    return race:car("B").space.name
  end

  spec.it("have who is about to be lapped move over", function()
    spec.expect(drive {}).equals "38/outside"
  end)
  spec.it("are not shown to who is on the same lap", function()
    spec.expect(drive { lap = 2 }).equals "38/center"
  end)
  spec.it("are shown twelve spaces ahead", function()
    spec.expect(drive { at = "48/center" }).equals "48/outside"
    spec.expect(drive { at = "49/center" }).equals "49/center"
  end)
  spec.it("are shown to the inside where the outside is taken", function()
    local others = { { name = "C", at = "38/outside", gear = 1, moved = true } }
    spec.expect(drive { others = others }).equals "38/inside"
  end)
  spec.it("where there is no room it stays", function()
    local others = {
      { name = "C", at = "38/outside", gear = 1, moved = true }, { name = "D", at = "38/inside", gear = 1, moved = true },
    }
    spec.expect(drive { others = others }).equals "38/center"
  end)
end)

spec.describe("Blue flags in Speedway", function()
  spec.it("clear the way at the reveal of a turn", function()
    local race = spec.race { variant = "speedway", with = "blue_flags", round = 9, cars = {
      { name = "A", at = "20/1", lap = 3, speed = 60 }, { name = "B", at = "22/1", lap = 2, speed = 40, moved = true },
    } }
    race:answer("A", { path = "=3" })
    race:turn "A"
    spec.expect(race:car("B").space.row).equals(22)
    spec.expect(race:car("B").space.lane).equals(2)
  end)
end)
