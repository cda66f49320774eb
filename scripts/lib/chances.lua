--- Chances in words, for what is said to people: worked out from dice and tables, never written by hand.
local racing = require "racing"
local chances = {}

--- What adding up shares may leave too much or too little.
local inexact = 1e-9

--- A share from 0 to 1 in whole percent. What may happen is never 0 %, and what may not never 100 %.
function chances.percent(share)
  local n = math.floor(100 * share + 0.5)
  if n == 0 and share > inexact then return "under 1 %" end
  if n == 100 and share < 1 - inexact then return "over 99 %" end
  return n .. " %"
end

--- The share of the throws of some dice that come to a number or more.
function chances.least(dice, number)
  local throws, n = racing.outcomes(dice), 0
  for _, total in ipairs(throws) do
    if total >= number then n = n + 1 end
  end
  return n / #throws
end

--- Spaces and their shares, a list of { spaces, share }, as one text, the fewest first, with those that follow each other at
--- the same share together: "4: 10 %, 5: 15 %, 6-8: 25 % each".
function chances.spread(list)
  local shares, spaces, words, i = {}, {}, {}, 1
  for _, move in ipairs(list) do
    if not shares[move[1]] then table.insert(spaces, move[1]) end
    shares[move[1]] = (shares[move[1]] or 0) + move[2]
  end
  table.sort(spaces)
  while spaces[i] do
    local first, text = spaces[i], chances.percent(shares[spaces[i]])
    while spaces[i + 1] == spaces[i] + 1 and chances.percent(shares[spaces[i + 1]]) == text do i = i + 1 end
    table.insert(words, first == spaces[i] and first .. ": " .. text or first .. "-" .. spaces[i] .. ": " .. text .. " each")
    i = i + 1
  end
  return table.concat(words, ", ")
end

return chances
