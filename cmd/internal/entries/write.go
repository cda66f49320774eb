package entries

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// YAML writes an entry list that reads back to the same entries. A text that
// is not UTF-8 is an error.
func YAML(list []race.Entry) ([]byte, error) {
	items := &yaml.Node{Kind: yaml.SequenceNode}
	for _, e := range list {
		item := &yaml.Node{Kind: yaml.MappingNode}
		for _, f := range fieldsOf(e) {
			if err := f.check(e); err != nil {
				return nil, err
			}
			var name, value yaml.Node
			if err := name.Encode(f.name); err != nil {
				return nil, err
			}
			if err := value.Encode(f.value); err != nil {
				return nil, err
			}
			quote(&name)
			quote(&value)
			item.Content = append(item.Content, &name, &value)
		}
		items.Content = append(items.Content, item)
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	err := encoder.Encode(map[string]*yaml.Node{topKey: items})
	return []byte(visible.Escaped(out.String())), err
}

// quote puts a text between quotes in which something is to be escaped.
func quote(node *yaml.Node) {
	if visible.Hidden(node.Value) {
		node.Style = yaml.DoubleQuotedStyle
	}
}

// TOML is YAML for the other language.
func TOML(list []race.Entry) ([]byte, error) {
	var out bytes.Buffer
	for i, e := range list {
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "[[%s]]\n", topKey)
		for _, f := range fieldsOf(e) {
			if err := f.check(e); err != nil {
				return nil, err
			}
			line, err := tomlLine(f)
			if err != nil {
				return nil, err
			}
			out.Write(line)
		}
	}
	return out.Bytes(), nil
}

// tomlLine is a field in TOML. The library leaves some of what is hidden in a text as it
// is, so those texts are quoted here.
func tomlLine(f field) ([]byte, error) {
	text, _ := f.value.(string)
	if !visible.Hidden(f.name + text) {
		return toml.Marshal(map[string]any{f.name: f.value})
	}
	value := tomlText(text)
	if _, ok := f.value.(string); !ok {
		plain, err := toml.Marshal(map[string]any{"x": f.value})
		if err != nil {
			return nil, err
		}
		value = strings.TrimSuffix(strings.TrimPrefix(string(plain), "x = "), "\n")
	}
	return []byte(tomlText(f.name) + " = " + value + "\n"), nil
}

// tomlText is a text between double quotes.
func tomlText(text string) string {
	return `"` + visible.Escaped(tomlEscapes.Replace(text)) + `"`
}

var tomlEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// fieldsOf lists the name and then the fields of an entry by their names.
func fieldsOf(e race.Entry) []field {
	list := []field{{name: "name", value: e.Name}}
	for _, name := range slices.Sorted(maps.Keys(e.Fields)) {
		list = append(list, field{name: name, value: e.Fields[name]})
	}
	return list
}

// check refuses what Lua takes for a text and these languages do not.
func (f field) check(e race.Entry) error {
	text, _ := f.value.(string)
	if utf8.ValidString(f.name) && utf8.ValidString(text) {
		return nil
	}
	return fmt.Errorf("%q: %q = %q is not UTF-8 and cannot stand in an entry list", e.Name, f.name, text)
}
