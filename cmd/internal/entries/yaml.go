package entries

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yaml reads an entry list in YAML.
func (r *reader) yaml() []row {
	top := r.document()
	if top == nil {
		return nil
	}
	if at := shared(top); at != nil {
		r.flaw(at.Line, "%s", noAnchors)
		return nil
	}
	if top.Kind != yaml.MappingNode {
		r.flaw(top.Line, "the file holds %s; write `%s:` above the entries", yamlKind(top), topKey)
		return nil
	}
	list := r.topList(top)
	if list == nil {
		return nil
	}
	if list.Kind != yaml.SequenceNode {
		r.flaw(list.Line, "`%s` must be a list, not %s: begin each entry with `%s`", topKey, yamlKind(list), r.format.begin)
		return nil
	}
	var rows []row
	for _, item := range list.Content {
		rows = append(rows, r.yamlRow(item))
	}
	return rows
}

// topList is the value of the one key at the top, nil if there is none.
func (r *reader) topList(top *yaml.Node) (list *yaml.Node) {
	for i := 0; i < len(top.Content); i += 2 {
		switch key := top.Content[i]; {
		case key.Value != topKey:
			r.noSuchKey(key.Value, key.Line)
		case list != nil:
			r.flaw(key.Line, "`%s` stands twice: put all entries into one list", topKey)
		default:
			list = top.Content[i+1]
		}
	}
	return list
}

func (r *reader) yamlRow(n *yaml.Node) row {
	w := row{line: n.Line}
	if n.Kind != yaml.MappingNode {
		w.odd = yamlKind(n)
		return w
	}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			r.flaw(key.Line, "a field has a name in front of its colon, not %s", yamlKind(key))
			continue
		}
		w.fields = append(w.fields, field{key.Value, key.Line, yamlValue(n.Content[i+1])})
	}
	return w
}

// Of the numbers that YAML knows, only those are taken that every reader takes
// for the same: 010 is eight to some.
var plainNumber = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

func yamlValue(n *yaml.Node) any {
	if n.Kind != yaml.ScalarNode {
		return yamlKind(n)
	}
	switch n.ShortTag() {
	case "!!str":
		return n.Value
	case "!!bool":
		if b, err := strconv.ParseBool(strings.ToLower(n.Value)); err == nil {
			return b
		}
	case "!!int", "!!float":
		if plainNumber.MatchString(n.Value) {
			f, _ := strconv.ParseFloat(n.Value, 64) // out of range, it is infinite
			return number(f)
		}
		return odd(n.Value + ": write a number with decimal digits alone, or a text in quotes")
	}
	return yamlKind(n)
}

// yamlKind says what a value is.
func yamlKind(n *yaml.Node) odd {
	switch n.Kind {
	case yaml.MappingNode:
		return "a table"
	case yaml.SequenceNode:
		return "a list"
	}
	switch tag := n.ShortTag(); tag {
	case "!!str":
		return "a text"
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return odd(n.Value)
	case "!!null":
		if n.Value == "" {
			return "nothing"
		}
		return odd(n.Value + ", which means nothing; a text that reads so is written in quotes")
	case "!!timestamp":
		return "a date; a text that reads as a date is written in quotes"
	default:
		return odd("a value with the tag " + tag)
	}
}

// document is the top of the one document in a file, nil if there is none.
func (r *reader) document() *yaml.Node {
	decoder := yaml.NewDecoder(bytes.NewReader(r.text))
	var first, second yaml.Node
	if err := decoder.Decode(&first); err != nil {
		if !errors.Is(err, io.EOF) {
			r.notYAML(err)
		}
		return nil
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		r.flaw(second.Line, "a second document begins here: an entry list is one document")
		return nil
	case !errors.Is(err, io.EOF):
		r.notYAML(err)
		return nil
	}
	return first.Content[0]
}

const noAnchors = "anchors (&) and aliases (*) are not taken: write the value out, or a text with such a sign in quotes"

// shared finds an anchor or an alias. Aliases of aliases could make a short
// file mean a huge one.
func shared(n *yaml.Node) *yaml.Node {
	if n.Anchor != "" || n.Kind == yaml.AliasNode {
		return n
	}
	for _, inner := range n.Content {
		if at := shared(inner); at != nil {
			return at
		}
	}
	return nil
}

// What the parser says, and what that most often means.
var yamlHints = []struct{ said, means string }{
	{"unknown anchor", noAnchors},
	{"did not find expected '-' indicator", "the indentation fits nothing above: entries begin with `- ` below each other, fields stand below each other"},
	{"did not find expected key", "the indentation fits nothing above: entries begin with `- ` below each other, fields stand below each other"},
	{"did not find expected", "a bracket or brace is not closed, or a comma is missing in it"},
	{"mapping values are not allowed", "a colon too many here, or too few in the line above; a text with `: ` in it is written in quotes"},
	{"cannot start any token", "a text that begins with such a sign is written in quotes, and lines are indented with spaces, not tabs"},
	{"could not find expected ':'", "a colon is missing: fields are written `name: value`"},
	{"found unexpected end of stream", "a quote is opened and not closed"},
}

var saidLine = regexp.MustCompile(`^yaml: (line \d+: )?`)

// notYAML tells an error of the parser.
func (r *reader) notYAML(err error) {
	said := problemOf(err)
	msg := "not YAML: " + said
	for _, hint := range yamlHints {
		if strings.Contains(said, hint.said) {
			msg = hint.means
			break
		}
	}
	r.flaw(r.brokenAt(said), "%s", msg)
}

func problemOf(err error) string { return saidLine.ReplaceAllString(err.Error(), "") }

// brokenAt is the first line with which the file has a problem. The parser
// itself names the line before, the beginning of the block, or none.
func (r *reader) brokenAt(problem string) int {
	ends := linesOf(r.text)
	return 1 + sort.Search(len(ends), func(i int) bool {
		return firstProblem(r.text[:ends[i]+1]) == problem
	})
}

// firstProblem is what the parser says of a text; of a sound one, that it ends.
func firstProblem(text []byte) string {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		if err := decoder.Decode(new(yaml.Node)); err != nil {
			return problemOf(err)
		}
	}
}
