--- The reverse grid, over a game with a board and over one without.
local spec = require "spec"

spec.describe("The reverse grid", function()
  local drivers = { "Vettel", "Webber", "Alonso", "Massa" }
  local function qualified(game, with)
    local race = spec.race { variant = game, with = with.with, set = with.set, seed = "grid", bots = "steady" }
    race:qualify()
    return race
  end

  spec.it("turns the whole grid round", function()
    local plain, turned = qualified("paper_f1", {}), qualified("paper_f1", { with = "reverse_grid" })
    for _, name in ipairs(drivers) do
      spec.expect(turned:car(name).grid).equals(25 - plain:car(name).grid)
    end
    spec.expect(turned:car("Vettel").space.row < plain:car("Vettel").space.row).equals(true)
  end)
  spec.it("or its first places", function()
    local plain = qualified("paper_f1", {})
    local turned = qualified("paper_f1", { with = "reverse_grid", set = "reverse_grid=8" })
    for _, name in ipairs { "Vettel", "Hamilton", "Trulli", "Liuzzi" } do
      local place = plain:car(name).grid
      spec.expect(turned:car(name).grid).equals(place <= 8 and 9 - place or place)
    end
  end)
  spec.it("turns round places where there is no board", function()
    local plain, turned = qualified("stockcar", {}), qualified("stockcar", { with = "reverse_grid" })
    for _, name in ipairs { "#01", "#02", "#03" } do
      spec.expect(turned:car(name).place).equals(44 - plain:car(name).place)
      spec.expect(turned:car(name).grid).equals(44 - plain:car(name).grid)
    end
  end)
end)
