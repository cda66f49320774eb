--- The force pass as a house rule over games with gears; what it does in La Grande Épreuve is in epreuve_force_pass_spec.lua.
local spec = require "spec"

for _, game in ipairs { "isloppet", "epreuve1934" } do
  spec.describe("The force pass over " .. game, function()
    --- A drives off on land towards B and C, who fill a row of Laxforsen.
    local function drive(with)
      local chosen = game == "isloppet" and 3 or nil
      local race = spec.race { variant = game, track = "laxforsen", with = with, round = 5, cars = {
        { name = "A", at = "36/inside", gear = 3, chosen = chosen },
        { name = "B", at = "38/inside", gear = 1, moved = true, chips = with and 0 or nil },
        { name = "C", at = "38/outside", gear = 1, moved = true, chips = with and 0 or nil },
      }, race = { met = { ["A and B"] = true, ["A and C"] = true } } }
      race:dice { gear = { 1 } }
      return race
    end
    spec.it("goes through a full row", function()
      local race = drive "force_pass"
      race:answer("A", { gear = 3, path = { "=1", "=1" }, attempt = "yes", landing = "39/inside", ["blue chip"] = "no" })
      race:answer("B", { card = "pass" })
      race:answer("C", { card = "pass" })
      race:turn "A"
      spec.expect(race:car("A").space.name).equals "40/inside"
    end)
    spec.it("which without it is a blocked track", function()
      local race = drive(nil)
      race:answer("A", { gear = 3, path = "1KKK" })
      race:turn "A"
      spec.expect(race:car("A").space.name).equals "37/inside"
    end)
  end)
end
