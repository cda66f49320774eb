package settings

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Fill gives the flags of a verb what is set for them, unless the command line
// does. It is not as if it were given there: some flags exclude others. flag
// finds a flag of the verb by its name, nil where there is none.
func (s *Set) Fill(verb string, flag func(name string) *pflag.Flag) error {
	for i := range s.list {
		setting := &s.list[i]
		found := flag(setting.Flag)
		if found == nil || setting.Verb != "" && setting.Verb != verb {
			continue
		}
		if err := s.fill(setting, found); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) fill(setting *Setting, flag *pflag.Flag) error {
	switch {
	case flag.Changed && setting.Inverse:
		return nil
	case flag.Changed:
		return s.Bind(setting.Key, flag)
	case s.From(setting.Key) == FromDefault:
		return nil // the flag has it
	}
	text := s.Text(setting.Key)
	if setting.Inverse {
		text = strconv.FormatBool(text == "false")
	}
	if err := flag.Value.Set(text); err != nil {
		return s.Wrong(setting.Key, err)
	}
	s.filled["--"+flag.Name] = s.From(setting.Key)
	return nil
}

// Blame finds the flag that a message is about and nobody has given, and where
// its value is from; ok is false when it is about none.
func (s *Set) Blame(message string) (flag, from string, ok bool) {
	for flag, from := range s.filled {
		if strings.Contains(message+" ", flag+" ") {
			return flag, from, true
		}
	}
	return "", "", false
}
