package reference

import (
	"fmt"
	"strings"

	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/variant"
)

// Words is the page of words as Markdown: statuses, hooks and events.
func Words() string {
	var b strings.Builder
	b.WriteString("# Words: statuses, hooks, events\n\nGenerated from the program; `go test ./scripts/reference -update` writes it anew. " +
		"The [Lua reference](lua-reference.md) has what rules can call.\n")
	statuses(&b)
	hooks(&b)
	events(&b)
	b.WriteString(ownWords)
	return b.String()
}

func statuses(b *strings.Builder) {
	b.WriteString("\n## Statuses\n\n`car.status` is one of these. Rules read it; what changes it stands in the last column.\n\n" +
		"| status | meaning | how a car gets there |\n|---|---|---|\n")
	for _, s := range host.Statuses() {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", s[0], cell(s[1]), cell(s[2]))
	}
	b.WriteString("\n    if car.status == \"running\" then race:apply(car, self.trouble:roll(race, car)) end\n")
}

func hooks(b *strings.Builder) {
	b.WriteString("\n## Hooks\n\nFunctions that a variant may have and the program calls. `NAME` and `KEY` stand for names of your own. In `function V:turn(race, car)` the " +
		"variant itself is `self`, before the arguments. Any other function of a variant is called by its own rules alone; a fork replaces it all the same.\n")
	for _, f := range variant.Hooks() {
		described(b, f)
	}
}

func events(b *strings.Builder) {
	b.WriteString("\n## Events\n\nWhat the program itself tells, with the words that every variant begins with. Every event also has `step` and, when it happened to one, " +
		"`car`; both can stand in words. `?` marks a field that not every such event has.\n\n| event | default words | when |\n|---|---|---|\n")
	for _, e := range host.Events() {
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", e.Type, cell(e.Words), cell(e.Doc))
	}
	b.WriteString("\n| event | field | type | meaning |\n|---|---|---|---|\n")
	for _, e := range host.Events() {
		for _, f := range e.Fields {
			fmt.Fprintf(b, "| `%s` | `%s` | `%s` | %s |\n", e.Type, f.Name, cell(f.Type), cell(f.Doc))
		}
	}
}

// ownWords says how a variant has events told.
const ownWords = `
## Words of a variant

` + "`V.words`" + ` says how events read: under the key, a text with fields of the event in braces. The first key of these that there is
counts; what a variant does not say reads as above, and a type of its own without words is told as its fields. A field in braces
that the event does not have has it told as its fields too. An empty text is not told on the screen; ` + "`:why`, `--json`" + ` and the journal
have it still.

| key | for |
|---|---|
| ` + "`answer pit no`" + ` | an answer to the question ` + "`pit`" + `, by the option chosen |
| ` + "`roll move`, `row action`, `answer pit`" + ` | a roll by its purpose, a row by its table, an answer by its question |
| ` + "`move back`, `move none`" + ` | moves back, and moves of 0 rows |
| ` + "`roll`, `move`, `pit`" + ` | any event of the type, those of race:tell among them |
| ` + "`for move`" + ` | what dice are thrown for, when real dice are asked for |
| ` + "`path K`" + ` | what ` + "`{count}`" + ` spaces cost that a path writes as K, in the list of paths |

    V.words = { ["roll move"] = "rolls {total}", pit = "stands for {seconds} seconds", ["answer pit no"] = "" }

A fork names only what it says otherwise. What rules tell of their own, such as race:tell(car, "pit", { seconds = 12 }), has the
fields that it is given.
`
