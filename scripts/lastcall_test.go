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
	g := lineUp(t, turn(functions), scripts.Options{})
	c, err := g.Play()
	if err != nil {
		t.Fatal(err)
	}
	var said any
	for _, e := range c.Events {
		if e.Type == "say" {
			said = e.Get("text")
		}
	}
	if want := "1:7 1:7 0:7 1:7 3:nil 3:3 1:7 1:7 3:nil 1:7 "; said != want {
		t.Errorf("\n got %v\nwant %s", said, want)
	}
}
