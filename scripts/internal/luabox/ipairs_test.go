package luabox

import "testing"

// ipairs over what is no list, but looks like one, says so; what is empty, or has
// names alone, it goes over as ever.
func TestIpairsRefusesHoles(t *testing.T) {
	const hole = "ipairs: the table has nothing under 1, but something under "
	for _, test := range []struct{ name, table, want string }{
		{"a first place that is empty", "{ nil, 2, 3 }", hole + "2"},
		{"a number far off", "{ [40] = true }", hole + "40"},
		{"the least of some", "{ [7] = true, [3] = true, [12] = true }", hole + "3"},
		{"removed", "(function() local t = { 1, 2 } t[1] = nil return t end)()", hole + "2"},
		{"nothing", "{}", ""},
		{"names", "{ a = 1, b = 2 }", ""},
		{"a zero, a fraction and one below", "{ [0] = 1, [2.5] = 2, [-3] = 3 }", ""},
		{"a hole further on", "{ 1, nil, 3 }", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, f := rule(t, "for _ in ipairs("+test.table+") do end")
			wants(t, call(b, f), test.want)
		})
	}
}

// Looking for a hole in a large table is work like any other.
func TestIpairsIsCharged(t *testing.T) {
	b, f := rule(t, `local big = {} for i = 1, 10000 do big["k" .. i] = i end for _ = 1, 1e6 do for _ in ipairs(big) do end end`)
	wants(t, call(b, f), "the rule asks for more work than")
}
