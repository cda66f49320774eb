package entries

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

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
			item.Content = append(item.Content, &name, &value)
		}
		items.Content = append(items.Content, item)
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	err := encoder.Encode(map[string]*yaml.Node{topKey: items})
	return out.Bytes(), err
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
			line, err := toml.Marshal(map[string]any{f.name: f.value})
			if err != nil {
				return nil, err
			}
			out.Write(line)
		}
	}
	return out.Bytes(), nil
}

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
