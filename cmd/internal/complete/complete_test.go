package complete

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// What stands at the place that the tab key is pressed at, and what it becomes.
func TestCompletions(t *testing.T) {
	t.Chdir(t.TempDir()) // only what the program carries
	for _, c := range []struct {
		name     string
		complete cobra.CompletionFunc
		args     string
		begun    string
		want     string // the names, without what is said of them
	}{
		{"a track", Tracks, "", "ov", "oval"},
		{"a file, where no track begins so", Tracks, "", "my", "lua"},
		{"either kind", Lua, "", "ov", "oval"},
		{"the first argument alone", First(Tracks), "oval", "ov", ""},
		{"the last of a list", ListOf(Tracks), "", "oval,hungar", "oval,hungaroring"},
		{"not one that is there", ListOf(OneOf([]string{"a", "b"})), "", "a,", "a,b"},
		{"the journal played last", Journals, "", "la", "last"},
		{"the path of a journal", Journals, "", "x", "jsonl"},
		{"a championship", FoldersOrLast, "", "l", "last"},
		{"a bot", Bots, "paper_f1", "", "steady"},
		{"a bot of nothing", Bots, "nobody", "", ""},
		{"fields", Fields, "paper_f1", "", "bot colour slot team"},
		{"a field of nothing", Fields, "nobody", "", ""},
		{"words beside the cars", Cars("all"), "nobody", "", "all"},
		{"a value", Values, "paper_f1", "action.6.sp", "action.6.spaces="},
		{"a name on the way to it", Values, "paper_f1", "acti", "action."},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, _ := c.complete(&cobra.Command{}, strings.Fields(c.args), c.begun)
			var got []string
			for _, one := range found {
				name, _, _ := strings.Cut(one, "\t")
				got = append(got, name)
			}
			if !slices.Equal(got, strings.Fields(c.want)) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
