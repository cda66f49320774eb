--- The three forms of TROUBLE, for games whose cars race by place and in groups: racing.use(V, "trouble").
---
--- Of the variant it asks V:group(race, name), the running cars of a group, first place first. It brings the car fields
--- `escape` and `repair`, the race field `chips`, and the functions below; V:trouble_strikes(race, group) is what a turn calls.
local trouble = {}

trouble.needs  = { "group" }
trouble.called = { "trouble_strikes" }

-- The forms; each has a function of its name, and a space for chips.
trouble.forms = { "accident", "crash", "wreck" }

trouble.trouble = {
  faces    = 6,                                                             -- of all dice here
  finder   = { dice = "d66" },                                              -- the Driver Finder: a card of 36 boxes
  form     = { dice = "d6" },                                               -- draws a form
  range    = { dice = "d66" },                                              -- of 36 equal throws the lowest are in a range
  accident = { dice = "2d6", divide = { TOP = 3, MIDDLE = 2, BOTTOM = 1 } }, -- cars affected: the dice by this, rounded up
  crash    = { dice = "2d6" },                                              -- places that a second try costs
}

-- The chips on the spaces: some on each, and one for every so many whole turns beyond a number, laid out in the order of `extra`
-- and from its beginning again (ruling T4). "track" stands for the form that the track's data `extra_chips` have in that place;
-- whoever runs the race may put others there (ruling T6).
trouble.chips = {
  each   = 1, every = 10, beyond = 30, extra = { "track", "track", "track" },
  choose = "random", -- of the spaces that hold chips each alike, or "gm": the game master says which (ruling T3)
}

trouble.one_of = { ["chips.choose"] = { "random", "gm" } }

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
  ["laid out"]           = "chips of TROUBLE: {chips}",
  ["empty box"]          = "an empty box, so again",
  trouble  = "{form} in {group} (chips left: {left})",
  affected = "{total} by {divide}: {cars} affected",
  involved = "is in it",
  unhurt   = "ESCAPE: all get away",
  caught   = "ESCAPE {rolled}, up to {range}: caught",
  again    = "again {rolled}, up to {range}: caught",
  away     = "again {rolled}, up to {range}: gets away",
  loses    = "loses {places} places",
  repaired = "REPAIR {rolled}, up to {range}: goes on",
  beyond   = "REPAIR {rolled}, up to {range}: fails",
  falls    = "falls to place {place}",
}

--- TROUBLE in a group: a form is drawn, and strikes.
function trouble:trouble_strikes(race, group)
  local form, left = self:draw_form(race)
  race:tell(race, "trouble", "form", string.upper(form), "group", group, "left", self:chips_left(race))
  if left == 0 then self:lay_out_chips(race) end
  race:count(race, form)
  self[form](self, race, group)
end

--- Lays the chips out on their spaces, as at the start.
function trouble:lay_out_chips(race)
  local rule, chips = self.chips, {}
  for _, form in ipairs(self.forms) do chips[form] = rule.each end
  for n = 1, math.floor((race.laps - rule.beyond) / rule.every) do
    local form = self:extra_chip(race, n)
    chips[form] = chips[form] + 1
  end
  race.chips = chips
  race:tell(race, "laid out", "chips", self:chips_left(race))
end

--- The form on whose space extra chip number n goes (ruling T6).
function trouble:extra_chip(race, n)
  local extra, track = self.chips.extra, (race:track_data() or {}).extra_chips or self.forms
  local form, from = extra[(n - 1) % #extra + 1], "chips.extra"
  if form == "track" then form, from = track[(n - 1) % #track + 1], "extra_chips" end
  for _, known in ipairs(self.forms) do
    if form == known then return form end
  end
  error(from .. ": " .. tostring(form) .. " is no form of TROUBLE; there are " .. table.concat(self.forms, ", "))
end

--- What is on the spaces, as a text.
function trouble:chips_left(race)
  local left = {}
  for i, form in ipairs(self.forms) do left[i] = form .. " " .. race.chips[form] end
  return table.concat(left, ", ")
end

--- Takes a chip from a space that holds some, and returns its form and how many are left on all. When the last one is gone all
--- are laid out again (ruling T3).
function trouble:draw_form(race)
  local open, sum = {}, 0
  for _, form in ipairs(self.forms) do
    if race.chips[form] > 0 then table.insert(open, form) end
    sum = sum + race.chips[form]
  end
  local form = self:choose_form(race, open)
  race.chips[form] = race.chips[form] - 1
  return form, sum - 1
end

--- One of the forms that are open.
function trouble:choose_form(race, open)
  if self.chips.choose == "gm" then return race:ask(race, "form", open, { text = "which form of TROUBLE" }) end
  return self:pick(race, open, self.trouble.form.dice, "form")
end

--- One of a list of cars or names, each alike: the throws of some dice are dealt out evenly, the lowest to the first. Dice that
--- hit none of these, an empty box, are thrown again; where there are fewer throws than list, two count as one. A list of
--- one needs no dice.
function trouble:pick(race, list, dice, purpose)
  if #list == 1 then return list[1] end
  while true do
    local box, boxes = 0, 1
    repeat
      local thrown = { race:roll(race, dice, purpose, self.card, self, list, dice) }
      for i = 2, #thrown do box, boxes = box * self.trouble.faces + thrown[i] - 1, boxes * self.trouble.faces end
    until boxes >= #list
    local found = list[self:position(box, boxes, #list)]
    if found then return found end
    race:tell(race, "empty box")
  end
end

--- Which of n a box stands for, of so many boxes from 0 on: each of n has as many, in a row, and behind them are the empty ones.
function trouble:position(box, boxes, n) return math.floor(box / math.floor(boxes / n)) + 1 end

--- What the throws of dice stand for, as a text; nothing where it takes two.
function trouble:card(list, dice)
  local digits, rows, faces = #dice - 1, {}, self.trouble.faces
  local boxes = faces ^ digits
  local each = math.floor(boxes / #list)
  local function throw(box) return digits == 1 and box + 1 or math.floor(box / faces) * 10 + box % faces + 11 end
  local function run(from, to, text)
    if to >= from then table.insert(rows, throw(from) .. (to > from and "-" .. throw(to) or "") .. " " .. text) end
  end
  if each == 0 then return nil end
  for i, one in ipairs(list) do run((i - 1) * each, i * each - 1, type(one) == "table" and one.name or one) end
  run(#list * each, boxes - 1, "again")
  return table.concat(rows, ", ")
end

--- A throw of each car against a range, which is a field of theirs: the throws, and the highest ones in the ranges, as the dice
--- show them.
function trouble:range_rolls(race, cars, field, purpose)
  local highest, faces, shown = {}, self.trouble.faces, {}
  for i = 1, #cars do
    local range = cars[i][field]
    local high = shown[range]
    if not high then
      high = math.floor((range - 1) / faces + 1) * 10 + (range - 1) % faces + 1
      shown[range] = high
    end
    highest[i] = high
  end
  return race:roll_each(cars, self.trouble.range.dice, purpose, nil, self.range_will, self, highest), highest
end

--- What a throw against a range will do, as a text.
function trouble:range_will(highest, _, i) return "up to " .. highest[i] end

--- ESCAPE: returns those who do not get away.
function trouble:escapes(race, cars)
  local caught = {}
  local rolled, highest = self:range_rolls(race, cars, "escape", "escape")
  for i = 1, #cars do
    if rolled[i] > highest[i] then
      local car = cars[i]
      race:tell(car, "caught", "rolled", rolled[i], "range", highest[i])
      race:count(car, "caught in trouble")
      caught[#caught + 1] = car
    end
  end
  if #caught == 0 then race:tell(race, "unhurt") end
  return caught
end

--- REPAIR, or out: returns which of some cars go on.
function trouble:repairs(race, cars, why)
  local mended = {}
  if #cars == 0 then return mended end
  local rolled, highest = self:range_rolls(race, cars, "repair", "repair")
  for i = 1, #cars do
    local car = cars[i]
    local goes_on = rolled[i] <= highest[i]
    race:tell(car, goes_on and "repaired" or "beyond", "rolled", rolled[i], "range", highest[i])
    if goes_on then
      mended[#mended + 1] = car
    else
      race:retire(car, why)
    end
  end
  return mended
end

--- ACCIDENT: the driver found and those behind him, from the head of the group again after its last (ruling T2).
function trouble:accident(race, group)
  local rule, cars, affected = self.trouble.accident, self:group(race, group), {}
  local divide = rule.divide[group]
  if not divide then error("trouble.accident.divide: there is no number for the group " .. group) end
  local total = race:roll(race, rule.dice, "affected", self.affected_will, self, divide)
  local first = self:pick(race, cars, self.trouble.finder.dice, "finder").place - cars[1].place
  for i = 1, math.min(#cars, math.ceil(total / divide)) do
    affected[i] = cars[(first + i - 1) % #cars + 1]
  end
  race:tell(race, "affected", "total", total, "divide", divide, "cars", #affected)
  for _, car in ipairs(affected) do race:tell(car, "involved") end
  self:strike(race, affected, "accident")
end

--- What the die for the number of cars will do, as a text.
function trouble:affected_will(divide) return "by " .. divide .. ", rounded up" end

--- WRECK: the whole group (ruling T5).
function trouble:wreck(race, group) self:strike(race, self:group(race, group), "wreck") end

--- ESCAPE, and REPAIR for those who fail: at the end of the field, or out.
function trouble:strike(race, cars, why)
  self:fall_back(race, {}, {}, self:repairs(race, self:escapes(race, cars), why))
end

--- CRASH: the whole group, and who fails has a second try, which costs places instead of a REPAIR. The dice fall one kind after
--- the other (ruling T5).
function trouble:crash(race, group)
  local place, late, again, target = {}, {}, {}, {}
  local caught = self:escapes(race, self:group(race, group))
  for _, car in ipairs(caught) do place[car] = car.place end
  local rolled, highest = self:range_rolls(race, caught, "escape", "second escape")
  for i, car in ipairs(caught) do
    local away = rolled[i] <= highest[i]
    race:tell(car, away and "away" or "again", "rolled", rolled[i], "range", highest[i])
    table.insert(away and late or again, car)
  end
  local mended = self:repairs(race, again, "crash")
  local function will(car) return "from place " .. place[car] end
  local lost = race:roll_each(late, self.trouble.crash.dice, "drop", nil, will)
  for i, car in ipairs(late) do
    race:tell(car, "loses", "places", lost[i])
    target[car] = place[car] + lost[i]
  end
  self:fall_back(race, late, target, mended)
end

--- Puts those who are late on their target places, a table by car, of two with one target the one that was ahead first, and
--- those that are mended at the end. All others close up (ruling T1).
function trouble:fall_back(race, late, target, mended)
  if #late + #mended == 0 then return end
  local order, falling, last, from = {}, {}, {}, {}
  local lists, cars, stay = {}, race:places(), 0
  for i = 1, #late do lists[late[i].place] = falling end
  for i = 1, #mended do lists[mended[i].place] = last end
  for place = 1, #cars do
    local car, list = cars[place], lists[place]
    if list then
      list[#list + 1] = car
      from[car] = place
    else
      stay = stay + 1
      order[stay] = car
    end
  end
  local room, place = #order + #falling, 0
  table.sort(falling, function(a, b) return math.min(target[a], room) < math.min(target[b], room) end)
  for _, car in ipairs(falling) do
    place = math.min(math.max(target[car], place + 1), #order + 1)
    table.insert(order, place, car)
  end
  for i = 1, #last do order[#order + 1] = last[i] end
  race:place(order)
  for _, list in ipairs { falling, last } do
    for _, car in ipairs(list) do
      race:tell(car, "falls", "place", car.place)
      race:count(car, "places lost in trouble", math.max(0, car.place - from[car]))
    end
  end
end

-- What is at stake, said to the game master who chooses.
trouble.stakes = {}

function trouble.stakes.form(_, race, _, form) return "chips left: " .. race.chips[form] end

return trouble
