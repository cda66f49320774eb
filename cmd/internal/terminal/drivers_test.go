package terminal

import (
	"slices"
	"strings"
	"testing"

	"sandbox/core/race"
)

func TestChosenDrivers(t *testing.T) {
	list := []race.Entry{{Name: "Hegkman"}, {Name: "Howe"}, {Name: "Howell"}, {Name: "Great Britain"}, {Name: "7"}, {Name: "2"}}
	for _, c := range []struct{ reply, want, wrong string }{
		{reply: "", want: "Hegkman"},
		{reply: "ALL", want: "Hegkman|Howe|Howell|Great Britain|7|2"},
		{reply: "none"},
		{reply: "2", want: "Howe"},
		{reply: "7", want: "7"}, // no car has that place in the list
		{reply: "=2", want: "2"},
		{reply: "howe", want: "Howe"},
		{reply: "howel, great b,1", want: "Howell|Great Britain|Hegkman"},
		{reply: "2,Howe", want: "Howe"},
		{reply: "0", wrong: "there is no car 0; they are numbered 1 to 6"},
		{reply: "h", wrong: `"h" may be Hegkman or Howe or Howell`},
		{reply: "Hegman", wrong: "no car is called \"Hegman\"; did you mean `Hegkman`?"},
		{reply: "1,,2", wrong: `no car is called ""; there are Hegkman, Howe, Howell, Great Britain, 7, 2`},
		{reply: "1,all", wrong: `"all" stands alone, without other names`},
	} {
		got, err := chosenDrivers(list, c.reply)
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		if strings.Join(got, "|") != c.want || wrong != c.wrong {
			t.Errorf("%q: %q, %q", c.reply, got, wrong)
		}
	}
}

func TestChoices(t *testing.T) {
	a := choices([]race.Entry{
		{Name: "Sweden", Fields: map[string]any{"country": "Sweden", "model": "Bugatti T43 2.3L", "colour": "blue", "custom": ""}},
		{Name: "Ada", Fields: map[string]any{"number": 7.0, "damaged": false, "spun": true}},
		{Name: "Ben"},
	})
	var got []string
	for _, o := range a.Options {
		got = append(got, o.ID+": "+o.Text)
	}
	want := []string{"Sweden: Bugatti T43 2.3L", "Ada: number 7, spun", "Ben: "}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
