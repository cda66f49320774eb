package championship

import (
	"path/filepath"
	"testing"
)

// What is read as the file of a championship can be written and read again, and
// leads to journals in its folder alone.
func FuzzPlan(f *testing.F) {
	f.Add([]byte(`{"format":1,"variant":"paper_f1","tracks":["oval","/tmp/x/monaco.lua"],"seed":"7","entries":[{"name":"Ada","fields":{"team":"x"}}],"set":["points=9-6-4"]}`))
	f.Add([]byte(`{"format":1,"variant":"v","tracks":["..","../..","/",""],"seed":"","dice":"sealed","laps":-1,"entries":[{"name":""}],"people":["a"],"bots":["b"]}`))
	f.Add([]byte(`{"format":2}`))
	f.Add([]byte("{\"format\":1,\n\"tracks\":[1]}"))
	f.Add([]byte(`{"format":1,"variant":"v","tracks":["o"],"entries":[{"name":"A"}]} x`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := &Championship{Dir: "season"}
		if err := c.Plan.read(text); err != nil {
			return
		}
		for k := range c.Tracks {
			if path := c.path(k + 1); filepath.Dir(path) != "season" && filepath.Dir(filepath.Dir(path)) != "season" {
				t.Errorf("track %q leads to %s", c.Tracks[k], path)
			}
			_ = c.order(k + 1)
		}
		_ = c.seed(1)
	})
}
