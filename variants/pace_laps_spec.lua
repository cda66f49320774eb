--- Pace laps, over games with dice for a move, with gears, and with posted speeds.
local spec = require "spec"

spec.describe("Pace laps", function()
  spec.it("take all cars as far, without dice", function()
    local race = spec.race { variant = "paper_f1", with = "pace_laps", round = 1,
      cars = { { name = "Ada", at = "10/1" }, { name = "Bo", at = "10/2" } } }
    race:round()
    spec.expect(race:car("Ada").space.row).equals(13)
    spec.expect(race:car("Bo").space.row).equals(13)
  end)
  spec.it("end after so many rounds", function()
    local race = spec.race { variant = "paper_f1", with = "pace_laps", set = "pace.rounds=1", round = 2,
      cars = { { name = "Ada", at = "10/1" } } }
    race:dice { move = { 6 } }
    race:turn "Ada"
    spec.expect(race:car("Ada").space.row).equals(16)
  end)
  spec.it("leave a car in gear, so that it needs no start", function()
    local race = spec.race { variant = "epreuve1934", track = "proving", with = "pace_laps", round = 2,
      cars = { { name = "A", at = "36/center" } } }
    race:turn "A"
    spec.expect(race:car("A").space.name).equals "39/center"
    spec.expect(race:car("A").gear).equals(2)
  end)
  spec.it("have nobody post a speed", function()
    local race = spec.race { variant = "speedway", with = "pace_laps", round = 1, cars = { { name = "A", at = "20/1" } } }
    race:round()
    spec.expect(race:car("A").speed).equals(60)
    spec.expect(race:car("A").space.row).equals(23)
  end)
end)
