// Package settings reads what a user sets once for every call of the program:
// in a file, in the environment, or by a flag, each before the one named first.
//
//	set, err := settings.Load(list, scripts.Suggest, "sandbox.yaml", home+"/sandbox.yaml")
//	err = set.Fill("sim", cmd.Flags().Lookup) // the flags that nobody gave
//	set.Text("output") // "json"
//	set.From("output") // "sandbox.yaml:3", "SANDBOX_OUTPUT", "--output" or "default"
//
// It is for settings of the program: one text each. What belongs to a race is
// in no settings file, or two people would play different races by the same
// command.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"sandbox/cmd/internal/door"
)

// Setting is one thing that can be set.
type Setting struct {
	Key     string
	Default string
	What    string             // one line of help
	Check   func(string) error // what is wrong with a value; nil takes any
	Here    func(string) error // what is wrong with it in the file here, which does not hide the user's own then; nil for nothing

	Flag    string // the flag that it is the default of, "" for none
	Verb    string // the one whose flag it is, "" for all
	Inverse bool   // the flag says the opposite
}

// Env is the variable of the environment that sets a key.
func Env(key string) string { return "SANDBOX_" + strings.ToUpper(key) }

// FromDefault is what From says of a value that nobody has set.
const FromDefault = "default"

// Set is all settings with their values.
type Set struct {
	list   []Setting
	viper  *viper.Viper
	flags  map[string]*pflag.Flag
	filled map[string]string // flags that have what is set, "--races", and where that is from
	files  []string          // those that were read
	spots  map[string]spot   // where they set a key
}

// spot is a place in a file.
type spot struct {
	file string
	line int  // from 1
	here bool // it is the file here
}

// Files are the places of a program's settings file, NAME.yaml: here, and in the
// folder NAME of the user's configuration.
func Files(program string) []string {
	file := program + ".yaml"
	files := []string{file}
	if dir, err := os.UserConfigDir(); err == nil { // a user without a home has none
		files = append(files, filepath.Join(dir, program, file))
	}
	return files
}

// Load reads the first of the files that is there, and the environment, where
// a variable that is empty counts for nothing. The first file is the one
// here: whoever made the folder wrote it, so that there are keys which the user's
// own file, the second, says all the same. The error tells everything
// that is wrong in them, each with its place. suggest says what was meant by a
// wrong key: "; did you mean `output`?".
func Load(list []Setting, suggest func(wrong string, known []string) string, files ...string) (*Set, error) {
	s := &Set{list: list, viper: viper.New(), flags: map[string]*pflag.Flag{}, filled: map[string]string{}, spots: map[string]spot{}}
	for _, setting := range list {
		s.viper.SetDefault(setting.Key, setting.Default)
		if err := s.viper.BindEnv(setting.Key, Env(setting.Key)); err != nil {
			return nil, err
		}
	}
	if err := s.readFiles(files, suggest); err != nil {
		return nil, err
	}
	return s, s.check()
}

// readFiles reads the first file that is there and, where that is the one here,
// the next for what is the user's to say.
func (s *Set) readFiles(files []string, suggest func(string, []string) string) error {
	for i, file := range files {
		text, err := door.Read(file, door.Settings)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		here := i == 0 && (len(files) == 1 || !sameFile(file, files[1]))
		if err := s.take(file, text, here, suggest); err != nil || !here {
			return err
		}
	}
	return nil
}

func sameFile(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}

// check looks at all values that somebody has set.
func (s *Set) check() error {
	var wrong []error
	for _, setting := range s.list {
		from, text := s.From(setting.Key), s.viper.GetString(setting.Key)
		if from == FromDefault || setting.Check == nil {
			continue
		}
		if err := setting.Check(text); err != nil {
			wrong = append(wrong, s.Wrong(setting.Key, err))
		}
	}
	return errors.Join(wrong...)
}

// Wrong is an error about the value of a key, with the place it came from.
func (s *Set) Wrong(key string, err error) error {
	from := s.From(key)
	switch from {
	case s.place(key):
		from += ": " + key
	case Env(key):
		from = "$" + from
	}
	return fmt.Errorf("%s cannot be %q: %w", from, s.Text(key), err)
}

// Bind lets a flag set a key when it is given.
func (s *Set) Bind(key string, flag *pflag.Flag) error {
	s.flags[key] = flag
	return s.viper.BindPFlag(key, flag)
}

// List is the settings in the order of Load.
func (s *Set) List() []Setting { return s.list }

// Files are those from which something was taken, or could have been; none when
// there are none.
func (s *Set) Files() []string { return s.files }

// Here says that the value of a key is the one that the file here gives.
func (s *Set) Here(key string) bool { return s.spots[key].here && s.From(key) == s.place(key) }

// Text is the value of a key.
func (s *Set) Text(key string) string { return s.viper.GetString(key) }

// From is where the value of a key comes from.
func (s *Set) From(key string) string {
	if flag := s.flags[key]; flag != nil && flag.Changed {
		return "--" + flag.Name
	}
	if os.Getenv(Env(key)) != "" {
		return Env(key)
	}
	if at := s.place(key); at != "" {
		return at
	}
	return FromDefault
}

// place is where a file sets a key, "" if none does.
func (s *Set) place(key string) string {
	if at, ok := s.spots[key]; ok {
		return fmt.Sprintf("%s:%d", at.file, at.line)
	}
	return ""
}

// Path is the value of a key that names a file or a folder. One that the file
// gives is relative to the folder of the file, and ~/ is the user's home.
func (s *Set) Path(key string) string {
	path := s.Text(key)
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if path != "" && !filepath.IsAbs(path) && s.From(key) == s.place(key) {
		return filepath.Join(filepath.Dir(s.spots[key].file), path)
	}
	return path
}
