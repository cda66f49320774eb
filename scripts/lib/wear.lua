--- Wear points: how they are written, added up and limited.
local wear = {}

-- The categories in the order in which they are written: T10 B3 G2 C1 E2 H2.
wear.order = { "T", "B", "G", "C", "E", "H" }
wear.names = { T = "tyres", B = "brakes", G = "gearbox", C = "body", E = "engine", H = "handling" }

--- Wear points as text, in their order.
function wear.text(points)
  local words = {}
  for _, category in ipairs(wear.order) do
    table.insert(words, category .. (points[category] or 0))
  end
  return table.concat(words, " ")
end

--- Reads "T10 B3 G2 C1 E2 H2", in any order, in small letters too, what is not named is 0; returns nil and what is wrong with it.
function wear.parse(text)
  local points, seen = {}, {}
  for _, category in ipairs(wear.order) do points[category] = 0 end
  for word in string.gmatch(text, "%S+") do
    local category, n = string.match(string.upper(word), "^(%u)(%d+)$")
    if not category or not wear.names[category] then
      return nil, string.format("%q is no wear: write one of %s and a number, as in T10", word, table.concat(wear.order, " "))
    end
    if seen[category] then return nil, category .. " is given twice in " .. text end
    seen[category], points[category] = true, tonumber(n)
  end
  return points
end

--- All wear points added up.
function wear.total(points)
  local sum = 0
  for _, category in ipairs(wear.order) do sum = sum + points[category] end
  return sum
end

--- The wear of two tables together, as a new table.
function wear.sum(a, b)
  local points = {}
  for _, category in ipairs(wear.order) do points[category] = (a[category] or 0) + (b[category] or 0) end
  return points
end

--- What is wrong with points that a driver dealt out himself, nil when they keep to the limits:
--- { total = 20, T = { 1, 14 }, ... }.
function wear.beyond(points, limits)
  for _, category in ipairs(wear.order) do
    local least, most = limits[category][1], limits[category][2]
    if points[category] < least or points[category] > most then
      return string.format("%s%d: %s are %d to %d", category, points[category], wear.names[category], least, most)
    end
  end
  local total = wear.total(points)
  if total ~= limits.total then return string.format("%d points are dealt out, not %d", total, limits.total) end
end

return wear
