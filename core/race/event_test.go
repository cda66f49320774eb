package race

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"sandbox/core/dice"
)

func TestEventJSON(t *testing.T) {
	for _, c := range []struct {
		event Event
		want  string
	}{
		{Event{}, `{}`},
		{Event{Type: "spin", Step: "T1", Car: "A", Where: "my.lua:3"},
			`{"type":"spin","step":"T1","car":"A","where":"my.lua:3"}`},
		{Event{Type: "rain", Step: "R1 open", Fields: []Field{Text("zone", "b"), Int("amount", 0), {"a", false}, {"x", 1.5}}},
			`{"type":"rain","step":"R1 open","zone":"b","amount":0,"a":false,"x":1.5}`},
		{Event{Type: "note", Fields: []Field{Text("empty", ""), {"list", []string{""}}, {"none", []int{}}}},
			`{"type":"note","list":[""],"none":[]}`},
		{Event{Type: "roll", Fields: []Field{{"faces", []int{1, 2}}, {"modifiers", []Modifier{{"wing", -1, "my.lua:3"}}}}},
			`{"type":"roll","faces":[1,2],"modifiers":[{"name":"wing","value":-1,"where":"my.lua:3"}]}`},
		{Event{Type: "odd", Car: `B "Ä"`, Fields: []Field{Text("a\"b\x01é\x7f", "x")}},
			`{"type":"odd","car":"B \"Ä\"","a\"b\u0001é` + "\x7f" + `":"x"}`},
	} {
		got, err := json.Marshal(c.event)
		if string(got) != c.want || err != nil {
			t.Errorf("%s, %v\nwant %s", got, err, c.want)
		}
	}
	if _, err := json.Marshal(Event{Fields: []Field{{"f", func() {}}}}); err == nil {
		t.Error("a field that holds no value is written")
	}
}

// Faces of the program print events while the journal writes them; the race
// detector sees a printer that writes.
func TestEventJSONOnlyReads(t *testing.T) {
	fields := append(make([]Field, 0, 9), Int("face", 3))
	e := Event{Type: "roll", Fields: fields, Where: "my.lua:3"}
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for range 10 {
				if text, err := json.Marshal(e); err != nil || !strings.HasSuffix(string(text), `"my.lua:3"}`) {
					t.Errorf("%s, %v", text, err)
				}
			}
		})
	}
	wait.Wait()
	if beyond := fields[:2][1]; beyond != (Field{}) {
		t.Errorf("%v was written behind the fields", beyond)
	}
}

func TestTell(t *testing.T) {
	r := newRace(t, "A")
	line := "my.lua:1"
	r.Record(func() string { return line })
	r.step = &Step{Label: dice.NewLabel("T1")}
	r.Tell(0, "spin", Int("rows", 2))
	line = "my.lua:2"
	r.Tell(Nobody, "rain")
	var got []string
	for _, e := range r.record.events {
		text, _ := json.Marshal(e)
		got = append(got, string(text))
	}
	want := `{"type":"spin","step":"T1","car":"A","rows":2,"where":"my.lua:1"} {"type":"rain","step":"T1","where":"my.lua:2"}`
	if got := strings.Join(got, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if e := r.record.events[0]; e.Get("rows") != 2 || e.Get("row") != nil {
		t.Errorf("rows %v, row %v", e.Get("rows"), e.Get("row"))
	}
}
