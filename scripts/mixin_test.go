package scripts_test

import (
	"testing"

	"sandbox/scripts"
)

// A mixin fills up what a variant lacks, and the variant's own values stay.
func TestUse(t *testing.T) {
	for _, test := range []struct{ name, lua, path, want string }{
		{"a table that the variant lacks", ``, "names.T", `"tyres"`},
		{"a list that it lacks", ``, "order_of.1", ""},
		{"a name in a table stays", `V.names = { T = "rubber" }`, "names.T", `"rubber"`},
		{"a neighbour is filled up", `V.names = { T = "rubber" }`, "names.B", `"brakes"`},
		{"what is new in a table stays", `V.names = { X = "x" }`, "names.X", `"x"`},
		{"another kind of value stays", `V.names = 5`, "names", "5"},
		{"functions come along", ``, "sums.1", "7"},
		{"its own functions stay", `function V.total() return 1 end`, "sums.1", "1"},
		{"and reach the mixin's", `function V.total() return 1 end`, "sums.2", "7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, scripts.Options{Variant: "my"}, map[string]string{"my": my + "\n" + test.lua +
				"\nlocal mixin = racing.use(V, \"wear\")\nlocal p = { T = 5, B = 2, G = 0, C = 0, E = 0, H = 0 }\nV.sums = { V.total(p), mixin.total(p) }\nreturn V"})
			if got := value(p, test.path); got != test.want {
				t.Errorf("%s: got %s, want %s", test.path, got, test.want)
			}
		})
	}
}

// The mixin itself stays as it is, whatever a variant does to its copy.
func TestUseCopies(t *testing.T) {
	p := load(t, scripts.Options{Variant: "my"}, map[string]string{
		"my": my + "\nlocal mixin = racing.use(V, \"wear\")\nV.names.T = \"rubber\"\nV.seen = mixin.names.T\nreturn V",
	})
	if got := value(p, "seen"); got != `"tyres"` {
		t.Errorf("the mixin has %s", got)
	}
}

func TestUseRefuses(t *testing.T) {
	refuse(t, []refusal{
		{"no such mixin", my + "racing.use(V, \"weer\")\nreturn V", "test/my.lua:2: racing.use: the library has no \"weer\"; did you mean `wear`?"},
		{"no variant", my + "racing.use({}, \"wear\")\nreturn V", "test/my.lua:2: racing.use: its first argument is the variant, as in racing.use(V, \"wear\")"},
	})
}
