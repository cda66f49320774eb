package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Error is something wrong in a settings file.
type Error struct {
	File string
	Line int // from 1
	Msg  string
}

// Error is "file:line: message".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// take takes up a file's settings: a table of known keys, each with a text, a
// number, true or false. viper itself would take any key, in any case. Of a file
// after another it takes what that could not hide.
func (s *Set) take(file string, text []byte, here bool, suggest func(string, []string) string) error {
	top, err := document(text)
	if err != nil {
		return notYAML(file, err)
	}
	if top == nil || top.ShortTag() == "!!null" {
		top = &yaml.Node{Kind: yaml.MappingNode}
	}
	if top.Kind != yaml.MappingNode {
		return &Error{file, top.Line, "settings are written `key: value`, one a line"}
	}
	values, lines := map[string]any{}, map[string]int{}
	var wrong []error
	for i := 0; i < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		setting, msg := s.flaw(key, value, lines, suggest)
		if msg == "" && here && setting.Here != nil {
			if err := setting.Here(value.Value); err != nil {
				msg = fmt.Sprintf("`%s`: %v", key.Value, err)
			}
		}
		if msg != "" {
			wrong = append(wrong, &Error{file, key.Line, msg})
			continue
		}
		lines[key.Value] = key.Line
		if _, set := s.spots[key.Value]; !set && (len(s.files) == 0 || setting.Here != nil) {
			values[key.Value] = value.Value
		}
	}
	for key := range values {
		s.spots[key] = spot{file, lines[key], here}
	}
	if len(s.files) == 0 || len(values) > 0 {
		s.files = append(s.files, file)
	}
	return errors.Join(append(wrong, s.viper.MergeConfigMap(values))...)
}

// flaw is the setting that a key is, and what is wrong with it and its value, ""
// for nothing. lines are those of the keys before it.
func (s *Set) flaw(key, value *yaml.Node, lines map[string]int, suggest func(string, []string) string) (setting *Setting, msg string) {
	var known []string
	for i := range s.list {
		setting = &s.list[i]
		known = append(known, setting.Key)
		if setting.Key != key.Value {
			continue
		}
		switch {
		case lines[key.Value] > 0:
			msg = fmt.Sprintf("`%s` is set already, on line %d", key.Value, lines[key.Value])
		case value.Kind != yaml.ScalarNode || value.Anchor != "":
			msg = fmt.Sprintf("`%s` is one value: a text, a number, true or false", key.Value)
		case value.ShortTag() == "!!null":
			msg = fmt.Sprintf("`%s` has no value: give one, or leave out the line", key.Value)
		}
		return setting, msg
	}
	return nil, fmt.Sprintf("`%s`: no such setting%s", key.Value, suggest(key.Value, known))
}

// document is the top of the one document in a text, nil if there is none.
func document(text []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return nil, fmt.Errorf("yaml: line %d: a second document begins here", second.Line)
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return first.Content[0], nil
}

var saidLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// notYAML is an error of the parser with its place.
func notYAML(file string, err error) error {
	line := 1
	if said := saidLine.FindStringSubmatch(err.Error()); said != nil && said[1] != "" {
		line, _ = strconv.Atoi(said[1]) // digits
	}
	return &Error{file, line, "not YAML: " + saidLine.ReplaceAllString(err.Error(), "")}
}
