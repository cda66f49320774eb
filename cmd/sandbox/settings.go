package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox/cmd/internal/settings"
	"sandbox/cmd/internal/store"
	"sandbox/core/dice"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// setting is a setting and the flag that it is the default of.
type setting struct {
	settings.Setting
	flag    string // "" for none
	verb    string // the one whose flag it is, "" for all
	inverse bool   // the flag says the opposite
}

// Settings that no flag of a verb takes up.
const (
	colorKey  = "color"
	folderKey = "folder"
)

// When to write in colours.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

var colorChoices = []string{colorAuto, colorAlways, colorNever}

// settingsFile is what settings files are called, here and in the folder
// sandbox of the user's configuration.
const settingsFile = "sandbox.yaml"

// toolSettings are all settings. They are about the program: what a race is
// like is said by its command and its files.
func toolSettings() []setting {
	return []setting{
		{Setting: settings.Setting{Key: colorKey, Default: colorAuto, What: "when to write in colours: " + strings.Join(colorChoices, ", "), Check: oneOf(colorChoices)}, flag: colorKey},
		{Setting: settings.Setting{Key: "dice", Default: dice.KindFast, What: "the dice that races are played with: " + strings.Join(dice.Kinds(), ", "), Check: oneOf(dice.Kinds())}, flag: "dice", verb: "play"},
		{Setting: settings.Setting{Key: folderKey, What: "the folder in which races and championships are saved"}},
		{Setting: settings.Setting{Key: isolateKey, Default: isolateAuto, What: "when rules run in a process of their own: " + strings.Join(isolateChoices, ", "), Check: oneOf(isolateChoices)}, flag: isolateKey},
		{Setting: settings.Setting{Key: memoryKey, Default: strconv.Itoa(childMemory), What: "how many MB of memory that process may take", Check: whole(32, 1<<20)}},
		{Setting: settings.Setting{Key: silenceKey, Default: strconv.Itoa(childSilence), What: "how many seconds it may take for a step", Check: whole(1, 1<<20)}},
		{Setting: settings.Setting{Key: "output", Default: forPeople, What: "how tables are written: " + strings.Join(formats(), ", "), Check: oneOf(formats())}, flag: "output"},
		{Setting: settings.Setting{Key: "races", Default: strconv.Itoa(simRaces), What: "how many races sim plays", Check: whole(1, sim.MaxRaces)}, flag: "races", verb: "sim"},
		{Setting: settings.Setting{Key: "watch", Default: "true", What: "whether play takes up changes of the files: true, false", Check: truth}, flag: "no-watch", verb: "play", inverse: true},
		{Setting: settings.Setting{Key: "workers", Default: strconv.Itoa(runtime.GOMAXPROCS(0)), What: "how many races sim plays at once", Check: whole(1, maxWorkers)}, flag: "workers", verb: "sim"},
	}
}

func oneOf(choices []string) func(string) error {
	return func(text string) error {
		if !slices.Contains(choices, text) {
			return fmt.Errorf("choose one of %s", strings.Join(choices, ", "))
		}
		return nil
	}
}

func whole(least, most int64) func(string) error {
	return func(text string) error {
		if n, err := strconv.ParseInt(text, 10, 64); err != nil || n < least || n > most {
			return fmt.Errorf("write a whole number from %d to %d", least, most)
		}
		return nil
	}
}

func truth(text string) error {
	if text != "true" && text != "false" {
		return fmt.Errorf("write true or false")
	}
	return nil
}

// tool is what settings say of the program as a whole: how all that is written
// looks, and where races lie. It is filled in once, before a verb runs.
var tool struct {
	color  string
	args   []string          // the command line
	set    *settings.Set     // nil in a verb that heeds no settings
	filled map[string]string // flags that have what is set, and where that is from
}

// heedSettings lets all verbs below a command begin with what is set.
func heedSettings(cmd *cobra.Command) {
	tool.set, tool.filled = nil, map[string]string{}
	for _, verb := range cmd.Commands() {
		if run := verb.RunE; run != nil {
			verb.PreRunE = takeSettings
			verb.RunE = func(cmd *cobra.Command, args []string) error { return blameSetting(run(cmd, args)) }
		}
		heedSettings(verb)
	}
}

// takeSettings gives a verb's flags the values that are set for them, unless
// the command line does.
func takeSettings(cmd *cobra.Command, _ []string) error {
	list := toolSettings()
	set, err := loadSettings(list)
	if err != nil {
		return err
	}
	for _, s := range list {
		flag := cmd.Flag(s.flag)
		if flag == nil || s.verb != "" && s.verb != cmd.Name() {
			continue
		}
		if err := s.fill(flag, set); err != nil {
			return err
		}
	}
	tool.set = set
	if err := oneOf(colorChoices)(tool.color); err != nil {
		return usageError{fmt.Errorf("--%s %s: %w", colorKey, tool.color, err)}
	}
	return nil
}

// fill gives a flag what is set, if the command line does not give it. It is
// not as if it were given there: some flags exclude others.
func (s *setting) fill(flag *pflag.Flag, set *settings.Set) error {
	switch {
	case flag.Changed && s.inverse:
		return nil
	case flag.Changed:
		return set.Bind(s.Key, flag)
	case set.From(s.Key) == settings.FromDefault:
		return nil // the flag has it
	}
	text := set.Text(s.Key)
	if s.inverse {
		text = strconv.FormatBool(text == "false")
	}
	if err := flag.Value.Set(text); err != nil {
		return set.Wrong(s.Key, err)
	}
	tool.filled["--"+flag.Name] = set.From(s.Key)
	return nil
}

// blameSetting adds to an error about a flag that nobody has given where its
// value is from.
func blameSetting(err error) error {
	if !errors.As(err, new(usageError)) {
		return err
	}
	for flag, from := range tool.filled {
		if strings.Contains(err.Error()+" ", flag+" ") {
			return usageError{fmt.Errorf("%w; %s is set by %s", err, flag, from)}
		}
	}
	return err
}

// loadSettings reads what is set, in the file and in the environment.
func loadSettings(list []setting) (*settings.Set, error) {
	var known []settings.Setting
	for _, s := range list {
		known = append(known, s.Setting)
	}
	return settings.Load(known, scripts.Suggest, settingsFiles()...)
}

// settingsFiles are the places of the settings file; the first that is there
// is read.
func settingsFiles() []string {
	files := []string{settingsFile}
	if dir, err := os.UserConfigDir(); err == nil { // a user without a home has none
		files = append(files, filepath.Join(dir, "sandbox", settingsFile))
	}
	return files
}

// racesFolder is the folder in which races are saved.
func racesFolder() (string, error) {
	if tool.set != nil && tool.set.Path(folderKey) != "" {
		return tool.set.Path(folderKey), nil
	}
	return store.Dir()
}

// championshipsFolder is the folder in which each championship has its own.
func championshipsFolder() (string, error) {
	if tool.set != nil && tool.set.Path(folderKey) != "" {
		return filepath.Join(tool.set.Path(folderKey), "championships"), nil
	}
	return store.Championships()
}
