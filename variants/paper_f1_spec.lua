local spec = require "spec"

spec.describe("action roll (2.2)", function()
  spec.it("a 2 steps back three units", function()
    local race = spec.race { variant = "paper_f1", track = "oval",
      cars = { { name = "Vettel", team = "Red Bull", at = 6 }, { name = "Webber", team = "Red Bull", at = 1 } } }
    race:dice { move = { 4 }, action = { 2 } }   -- faces by purpose, in the order they are thrown
    race:turn "Vettel"
    spec.expect(race:car("Vettel").space.row).equals(7)
    spec.expect(race:events()).includes { type = "roll", car = "Vettel", purpose = "action", face = 2 }
  end)
  spec.it("fails", function()
    local race = spec.race { variant = "paper_f1", track = "oval",
      cars = { { name = "Vettel", team = "Red Bull", at = 6 }, { name = "Webber", team = "Red Bull", at = 1 } } }
    race:dice { move = { 4 }, action = { 2, 3 } }
    race:turn "Vettel"
    spec.expect(race:car("Vettel").space.row).equals(8)
  end)
end)
