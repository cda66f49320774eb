package scripts_test

import (
	"testing"

	"sandbox/scripts"
)

// A named field is not in the list, whatever its value is written as.
func TestNamedFieldIsNotInTheList(t *testing.T) {
	const functions = `
  local function two() return 7, 8 end
  local function given(...) return { "x", k = ... }, { "x", ... } end
  local named, listed = given(7, 8)
  local said = ""
  local function say(list) said = said .. #list .. ":" .. tostring(list.k) .. " " end
  say { "x", k = two() }
  say { "x", k = (two()) }
  say { k = two() }
  say { k = two(), "x" }
  say { "x", two() }
  say { "x", k = 3, two() }
  say { "x", k = ({ "y", k = two() }).k }
  say(named)
  say(listed)
  for i = 1, 1 do if i == 1 then say((function() return { "x", k = two() } end)()) end end
  race:tell(car, "say", { text = said })`
	said := sayOf(t, functions)
	if want := "1:7 1:7 0:7 1:7 3:nil 3:3 1:7 1:7 3:nil 1:7 "; said != want {
		t.Errorf("\n got %v\nwant %s", said, want)
	}
}

// sayOf is the text that a turn has told.
func sayOf(t *testing.T, body string) (text any) {
	t.Helper()
	c, err := lineUp(t, turn(body), scripts.Options{}).Play()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.Events {
		if e.Type == "say" {
			text = e.Get("text")
		}
	}
	return text
}

// assignments are values of locals, and what lua 5.1 makes of them.
const assignments = `
  local t = { no = false, yes = { x = 1 } }
  local function two(a, b) return a, b end
  local function first(a) return a end
  local cases = {
    function() local z = 9; z = t.no and 1; return z end,
    function() local z = 9; z = t.none and 1; return z end,
    function() local z = 9; z = not z and two(); return z end,
    function() local z = 9; z = t.none and t.none.x; return z end,
    function() local z = 9; z = t.yes and t.yes.x; return z end,
    function() local z = 9; z = (t.no and 1); return z end,
    function() local z = 9; z = t.no and 1 or t.none and 2; return z end,
    function() local z = 9; z = t.none or t.no and 2; return z end,
    function() local z = 9; z = (t.none or t.no) and 2; return z end,
    function() local z = 9; z = z and t.no and 3; return z end,
    function() local z = 9; z = 1 == 1 and (t.no and 2); return z end,
    function() local z = 9; for _ = 1, 2 do if z then z = t.no and 1 end end; return z end,
    function(z) z = t.no and 1; return (function() return z end)() end,
    function(z) local function set() z = t.no and 1 end; set(); return z end,
    function() local a, b = 1, 2; a, b = b, a; return a .. " " .. b end,
    function() local a, b, c = 1, 2, 3; a, b, c = c, a, b; return a .. " " .. b .. " " .. c end,
    function() local a, b = 1, 2; a, b = -b, -a; return a .. " " .. b end,
    function() local a, b = 1, 2; a, b = t.no and 3, a; return tostring(a) .. " " .. b end,
    function() local a, b, c = 1, 2, 3; a, b, c = two(b, a); return a .. " " .. b .. " " .. tostring(c) end,
    function() local a, b = 1, 2; a, b = b; return a .. " " .. tostring(b) end,
    function() local a = 1; a = t.yes, two(); return a.x end,
    function() local a, i = { 1, 2 }, 1; i, a[i] = 2, "x"; return a[1] .. " " .. a[2] .. " " .. i end,
    function() local a, u = {}, {}; local was = a; a.x, a = "x", u; return was.x .. " " .. tostring(a.x) end,
    function() local a, u = {}, {}; local was = a; a, a.x = u, "x"; return was.x .. " " .. tostring(u.x) end,
    function(z) local w = 5; z = (two(1, w)); return w .. " " .. z end,
    function(z) local w = 5; z, w = two(1, w), first(z); return tostring(w) .. " " .. z end,
    function(...) local a, b = 1, 2; a, b = ...; return tostring(a) .. " " .. tostring(b) end,
    function(z) local w = 5; repeat local q = w; w, z = w - 1, (first(q)) until z < 3; return w .. " " .. z end,
  }
  local said = {}
  for i, case in ipairs(cases) do said[i] = tostring(case(8, 7)) end
  race:tell(car, "say", { text = table.concat(said, "; ") })`

// Whatever is assigned to a local is worked out before.
func TestAssignments(t *testing.T) {
	const want = "false; nil; false; nil; 1; false; nil; false; false; false; false; false; false; false; " +
		"2 1; 3 1 2; -2 -1; false 1; 2 1 nil; 2 nil; 1; x 2 2; x nil; x nil; 5 1; 8 1; 8 7; 1 2"
	if said := sayOf(t, assignments); said != want {
		t.Errorf("\n got %v\nwant %s", said, want)
	}
}

// What is wrong in an assignment is told with the line it stands in.
func TestAssignmentThatFails(t *testing.T) {
	_, err := lineUp(t, turn("local a, b = 1, {}\na, b = b,\n  b.x.y"), scripts.Options{}).Play()
	said(t, err, "test/my.lua:5: attempt to index a non-table object(nil) with key 'y'")
}
