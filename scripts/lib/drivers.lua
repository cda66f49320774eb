--- Rows of drivers in a file beside a variant.
local drivers = {}

--- What the variant calls for rows of its own, to keep and for its forks to change: copies, with what `usual` has where a row
--- says nothing.
function drivers.rows(rows, usual)
  return function()
    local list = {}
    for name, row in pairs(rows) do
      list[name] = {}
      for _, columns in ipairs { usual or {}, row } do
        for column, value in pairs(columns) do list[name][column] = value end
      end
    end
    return list
  end
end

return drivers
