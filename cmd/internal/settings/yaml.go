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

// read takes up a file's settings: a table of known keys, each with a text, a
// number, true or false. viper itself would take any key, in any case.
func (s *Set) read(file string, text []byte, suggest func(string, []string) string) error {
	s.file = file
	top, err := document(text)
	if err != nil {
		return notYAML(file, err)
	}
	if top == nil || top.ShortTag() == "!!null" {
		return nil
	}
	if top.Kind != yaml.MappingNode {
		return &Error{file, top.Line, "settings are written `key: value`, one a line"}
	}
	values := map[string]any{}
	var wrong []error
	for i := 0; i < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		if msg := s.flaw(key, value, suggest); msg != "" {
			wrong = append(wrong, &Error{file, key.Line, msg})
			continue
		}
		s.lines[key.Value], values[key.Value] = key.Line, value.Value
	}
	return errors.Join(append(wrong, s.viper.MergeConfigMap(values))...)
}

// flaw is what is wrong with a key and its value, "" for nothing.
func (s *Set) flaw(key, value *yaml.Node, suggest func(string, []string) string) string {
	var known []string
	for _, setting := range s.list {
		known = append(known, setting.Key)
		if setting.Key != key.Value {
			continue
		}
		switch {
		case s.lines[key.Value] > 0:
			return fmt.Sprintf("`%s` is set already, on line %d", key.Value, s.lines[key.Value])
		case value.Kind != yaml.ScalarNode || value.Anchor != "":
			return fmt.Sprintf("`%s` is one value: a text, a number, true or false", key.Value)
		case value.ShortTag() == "!!null":
			return fmt.Sprintf("`%s` has no value: give one, or leave out the line", key.Value)
		}
		return ""
	}
	return fmt.Sprintf("`%s`: no such setting%s", key.Value, suggest(key.Value, known))
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
