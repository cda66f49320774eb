--- The three forms of TROUBLE, for games whose cars race by place and in groups: racing.use(V, "trouble").
---
--- Of the variant it asks V:group(race, name), the running cars of a group, first place first. It brings the car fields
--- `escape` and `repair`, the race field `chips`, and the functions below; V:trouble_strikes(race, group) is what a turn calls.
local trouble = {}

-- The forms; each has a function of its name, and a space for chips.
trouble.forms = { "accident", "crash", "wreck" }

trouble.trouble = {
  range    = { dice = "d66", faces = 6 },                                   -- of 36 equal throws the lowest are in a range
  accident = { dice = "2d6", divide = { TOP = 3, MIDDLE = 2, BOTTOM = 1 } }, -- cars affected: the dice by this, rounded up
  crash    = { dice = "2d6" },                                              -- places that a second try costs
}

-- The chips on the spaces: some on each, and one for every so many whole turns beyond a number, laid out in the order of the
-- track's data `extra_chips`, or of `extra`, and from its beginning again (ruling T4).
trouble.chips = {
  each   = 1, every = 10, beyond = 30, extra = { "accident", "crash", "wreck" },
  choose = "random", -- of the spaces that hold chips each alike, or "gm": the game master says which (ruling T3)
}

trouble.car  = { escape = 20, repair = 14 }                         -- how many of the 36 throws are in the range
trouble.race = { chips = { accident = 1, crash = 1, wreck = 1 } }  -- what is left on the spaces

-- Dice whose outcome is told in words are not told themselves.
trouble.words = {
  ["roll form"]          = "",
  ["roll finder"]        = "",
  ["roll affected"]      = "",
  ["roll escape"]        = "",
  ["roll second escape"] = "",
  ["roll repair"]        = "",
  ["roll drop"]          = "",
  ["answer form"]        = "",
  ["for escape"]         = "ESCAPE",
  ["for second escape"]  = "the second ESCAPE",
  ["for repair"]         = "REPAIR",
  ["for drop"]           = "places lost",
  ["for affected"]       = "the cars affected",
  ["for finder"]         = "the Driver Finder",
  ["for form"]           = "the form of TROUBLE",
  trouble  = "{form} in {group} (chips left: {left})",
  affected = "{total} by {divide}: {cars} of them, from place {place} on",
  caught   = "ESCAPE {rolled}, up to {range}: caught",
  again    = "again {rolled}: caught",
  away     = "again {rolled}: gets away, {lost} places lost",
  repaired = "REPAIR {rolled}, up to {range}: goes on",
  beyond   = "REPAIR {rolled}, up to {range}: fails",
  falls    = "falls to place {place}",
}

--- TROUBLE in a group: a form is drawn, and strikes.
function trouble:trouble_strikes(race, group)
  local form, left = self:draw_form(race)
  race:tell(race, "trouble", { form = string.upper(form), group = group, left = left })
  race:count(race, form)
  self[form](self, race, group)
end

--- Lays the chips out on their spaces, as at the start.
function trouble:lay_out_chips(race)
  local rule, chips = self.chips, {}
  for _, form in ipairs(self.forms) do chips[form] = rule.each end
  local extra = (race:track_data() or {}).extra_chips or rule.extra
  for n = 1, math.floor((race.laps - rule.beyond) / rule.every) do
    local form = extra[(n - 1) % #extra + 1]
    if not chips[form] then
      error("extra_chips: " .. form .. " is no form of TROUBLE; there are " .. table.concat(self.forms, ", "))
    end
    chips[form] = chips[form] + 1
  end
  race.chips = chips
end

--- Takes a chip from a space that holds some, and returns its form and what is left, as a text. When the last one is gone all
--- are laid out again (ruling T3).
function trouble:draw_form(race)
  local open, left, sum = {}, {}, 0
  for _, form in ipairs(self.forms) do
    if race.chips[form] > 0 then table.insert(open, form) end
  end
  local form = self:choose_form(race, open)
  race.chips[form] = race.chips[form] - 1
  for i, name in ipairs(self.forms) do
    left[i], sum = name .. " " .. race.chips[name], sum + race.chips[name]
  end
  if sum == 0 then self:lay_out_chips(race) end
  return form, table.concat(left, ", ")
end

--- One of the forms that are open.
function trouble:choose_form(race, open)
  if self.chips.choose == "gm" then return race:ask(race, "form", open, { text = "which form of TROUBLE" }) end
  return self:pick(race, open, "form")
end

--- One of a list, each alike, and its number.
function trouble:pick(race, list, purpose)
  local n = #list == 1 and 1 or race:roll(race, "d" .. #list, purpose)
  return list[n], n
end

--- A throw against a range: whether it is in, and the throw and the highest one in, as the dice show them.
function trouble:in_range(race, car, range, purpose)
  local dice = self.trouble.range
  local rolled, tens, ones = race:roll(car, dice.dice, purpose)
  local highest = math.floor((range - 1) / dice.faces + 1) * 10 + (range - 1) % dice.faces + 1
  return (tens - 1) * dice.faces + ones <= range, rolled, highest
end

--- ESCAPE; who fails is told.
function trouble:escapes(race, car)
  local away, rolled, range = self:in_range(race, car, car.escape, "escape")
  if away then return true end
  race:tell(car, "caught", { rolled = rolled, range = range })
  race:count(car, "caught in trouble")
  return false
end

--- REPAIR.
function trouble:repairs(race, car)
  local mended, rolled, range = self:in_range(race, car, car.repair, "repair")
  race:tell(car, mended and "repaired" or "beyond", { rolled = rolled, range = range })
  return mended
end

--- REPAIR, or out: whether the car goes on.
function trouble:goes_on(race, car, why)
  if self:repairs(race, car) then return true end
  race:retire(car, why)
  return false
end

--- ACCIDENT: the driver found and those behind him, from the head of the group again after its last (ruling T2).
function trouble:accident(race, group)
  local rule, cars, affected = self.trouble.accident, self:group(race, group), {}
  local divide = rule.divide[group]
  if not divide then error("trouble.accident.divide: there is no number for the group " .. group) end
  local total = race:roll(race, rule.dice, "affected")
  local found, first = self:pick(race, cars, "finder")
  for i = 1, math.min(#cars, math.ceil(total / divide)) do
    affected[i] = cars[(first + i - 2) % #cars + 1]
  end
  race:tell(race, "affected", { total = total, divide = divide, cars = #affected, place = found.place })
  self:strike(race, affected, "accident")
end

--- WRECK: the whole group (ruling T5).
function trouble:wreck(race, group) self:strike(race, self:group(race, group), "wreck") end

--- ESCAPE, and REPAIR for those who fail: at the end of the field, or out.
function trouble:strike(race, cars, why)
  local mended = {}
  for _, car in ipairs(cars) do
    if not self:escapes(race, car) and self:goes_on(race, car, why) then mended[car] = true end
  end
  self:fall_back(race, {}, mended)
end

--- CRASH: the whole group, and who fails has a second try, which costs places instead of a REPAIR.
function trouble:crash(race, group)
  local target, mended, place = {}, {}, {}
  for i, car in ipairs(race:places()) do place[car] = i end
  for _, car in ipairs(self:group(race, group)) do
    if not self:escapes(race, car) then
      local away, rolled = self:in_range(race, car, car.escape, "second escape")
      if away then
        local lost = race:roll(car, self.trouble.crash.dice, "drop")
        race:tell(car, "away", { rolled = rolled, lost = lost })
        target[car] = place[car] + lost
      else
        race:tell(car, "again", { rolled = rolled })
        mended[car] = self:goes_on(race, car, "crash") or nil
      end
    end
  end
  self:fall_back(race, target, mended)
end

--- Puts cars on their target places, of two with one target the one that was ahead first, and those that are mended at the end.
--- All others close up (ruling T1).
function trouble:fall_back(race, target, mended)
  local order, falling, last, from = {}, {}, {}, {}
  for place, car in ipairs(race:places()) do
    local list = target[car] and falling or mended[car] and last or order
    table.insert(list, car)
    from[car] = place
  end
  local room, place = #order + #falling, 0
  table.sort(falling, function(a, b) return math.min(target[a], room) < math.min(target[b], room) end)
  for _, car in ipairs(falling) do
    place = math.min(math.max(target[car], place + 1), #order + 1)
    table.insert(order, place, car)
  end
  for _, car in ipairs(last) do table.insert(order, car) end
  race:place(order)
  for _, list in ipairs { falling, last } do
    for _, car in ipairs(list) do
      race:tell(car, "falls", { place = car.place })
      race:count(car, "places lost in trouble", math.max(0, car.place - from[car]))
    end
  end
end

-- What is at stake, said to the game master who chooses.
trouble.stakes = {}

function trouble.stakes.form(_, race, _, form) return "chips left: " .. race.chips[form] end

return trouble
