package luabox

import "testing"

// A loop over pairs that ends at once, or in the end does nothing, ends there
// and nowhere else.
func TestLoopsThatBreakAtOnce(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"break", "break", "3:0"},
		{"in a block", "do break end", "3:0"},
		{"in blocks", "do do break end end", "3:0"},
		{"under true", "if true then break end", "3:0"},
		{"under not false", "if not false then break end", "3:0"},
		{"under not nil and 1", "if not nil and 1 then break end", "3:0"},
		{"under a number", "if 1 then break end", "3:0"},
		{"under a text", "if 'x' then break end", "3:0"},
		{"under false, else", "if false then n = 9 else break end", "3:0"},
		{"under nil, elseif", "if nil then n = 9 elseif true then break end", "3:0"},
		{"under true or", "if true or k then break end", "3:0"},
		{"under 1 == 1", "if 1 == 1 then break end", "3:0"},
		{"under false and", "if false and k then n = 9 else break end", "3:0"},
		{"under a local", "if k then break end", "3:0"},
		{"after something", "n = n + 1 break", "3:3"},
		{"in a loop of its own", "while true do break end n = n + 1", "3:6"},
		{"in a repeat of its own", "repeat break until false n = n + 1", "3:6"},
		{"in a loop that goes on", "while true do if n > 100 then break end break end n = n + 1", "3:6"},
		{"over nothing", "for _ in pairs({}) do break end n = n + 1", "3:6"},
		{"loops in loops", "for _ in pairs({ 1, 2 }) do break end n = n + 1 break", "3:3"},
		{"nothing", "", "3:0"},
		{"blocks of nothing", "do end do do end end break", "3:0"},
		{"branches that are never taken", "if false then n = 9 elseif nil then n = 9 end", "3:0"},
		{"a loop that is never run", "while false do n = 9 end n = n + 1", "3:6"},
		{"values that are written out", "local a = true and 1 n = n + a", "3:6"},
		{"values of several", "n = n + (nil and 1 or 1)", "3:6"},
		{"a local that is written out", "local a = nil and 1 or k and 1 n = n + a", "3:6"},
		{"a value in a call", "n = n + #tostring(nil and 1 or 1)", "3:6"},
		{"a value in a table", "local t = { nil and 1 or 1 } n = n + t[1]", "3:6"},
		{"in a while", "local m = 0 while true do if true then m = m + 1 else m = 9 end n = n + 1 if m == 2 then break end end", "3:12"},
		{"loops without an end in each other", "local m = 0 while true do while true do break end m = m + 1 if m == 2 then break end end n = n + m", "3:12"},
		{"a repeat that begins with a loop", "local m = 0 repeat while true do break end m = m + 1 until m == 2 n = n + m", "3:12"},
		{"a repeat whose last line sees a local", "repeat do end local m = n until m == n n = n + 1", "3:6"},
		{"a label", "repeat ::again:: do break end until true n = n + 1", "3:6"},
		{"a jump forward", "goto on n = 9 ::on:: n = n + 1", "3:6"},
		{"a function that sees the key", "local f = function() return k end break", "3:0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := New(folder(map[string]string{"v": "local n, times = 0, 0\nfor i = 1, 3 do\n  for k in pairs({ 7, 8 }) do " + tt.body + " end\n  times = times + 1\nend\nreturn times .. ':' .. n"}), Hooks{})
			v, err := b.Load("variants/v")
			if got, _ := v.Text(); got != tt.want || err != nil {
				t.Errorf("%q (%v), want %q", got, err, tt.want)
			}
		})
	}
}
