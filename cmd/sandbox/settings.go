package main

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/settings"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/wall"
	"sandbox/core/dice"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// Settings that no flag of a verb takes up.
const (
	colorKey  = "color"
	folderKey = "folder"
)

// programName is what settings files are called after.
const programName = "sandbox"

// toolSettings are all settings. They are about the program: what a race is
// like is said by its command and its files.
func toolSettings() []settings.Setting {
	return []settings.Setting{
		{Key: colorKey, Default: console.Auto, What: "when to write in colours: " + strings.Join(console.Choices(), ", "), Check: settings.OneOf(console.Choices()), Flag: colorKey},
		{Key: "dice", Default: dice.KindFast, What: "the dice that races are played with: " + strings.Join(dice.Kinds(), ", "), Check: settings.OneOf(dice.Kinds()), Flag: "dice", Verb: "play"},
		{Key: folderKey, What: "the folder in which races and championships are saved"},
		{Key: isolateKey, Default: isolateAuto, What: "when rules run in a process of their own: " + strings.Join(isolateChoices, ", "), Check: settings.OneOf(isolateChoices), Here: onlyStricter, Flag: isolateKey},
		{Key: wall.MemoryKey, Default: strconv.Itoa(wall.Memory), What: "how many MB of memory that process may take", Check: settings.Whole(32, 1<<20), Here: notHere},
		{Key: wall.SilenceKey, Default: strconv.Itoa(wall.Silence), What: "how many seconds it may take for a step", Check: settings.Whole(1, 1<<20), Here: notHere},
		{Key: "output", Default: console.ForPeople, What: "how tables are written: " + strings.Join(console.Formats(), ", "), Check: settings.OneOf(console.Formats()), Flag: "output"},
		{Key: "races", Default: "0", What: "how many races sim plays; 0: until their figures are sure enough", Check: settings.Whole(0, sim.MaxRaces), Flag: "races", Verb: "sim"},
		{Key: "watch", Default: "true", What: "whether play takes up changes of the files: true, false", Check: settings.Truth, Flag: "no-watch", Verb: "play", Inverse: true},
		{Key: "workers", Default: strconv.Itoa(runtime.GOMAXPROCS(0)), What: "how many races sim plays at once", Check: settings.Whole(1, maxWorkers), Flag: "workers", Verb: "sim"},
	}
}

// What the wall is like is for the user to say: the folder one is in may be a
// stranger's, with a settings file in it.
var (
	errYours    = errors.New("this is yours to say, not a folder's: set it in the sandbox.yaml of your configuration, or in the environment")
	errStricter = fmt.Errorf("a folder can only say %s; to trust rules is yours: set it in the sandbox.yaml of your configuration, in the environment, or by --isolate", isolateAlways)
)

// notHere refuses a value in the settings file here.
func notHere(string) error { return errYours }

// onlyStricter refuses one that lets rules in.
func onlyStricter(when string) error {
	if when != isolateAlways {
		return errStricter
	}
	return nil
}

// heedSettings lets all verbs below a command begin with what is set.
func (p *program) heedSettings(cmd *cobra.Command) {
	for _, verb := range cmd.Commands() {
		if run := verb.RunE; run != nil {
			verb.PreRunE = p.takeSettings
			verb.RunE = func(cmd *cobra.Command, args []string) error { return p.blameSetting(run(cmd, args)) }
		}
		p.heedSettings(verb)
	}
}

// takeSettings reads what is set and gives it to a verb's flags.
func (p *program) takeSettings(cmd *cobra.Command, _ []string) error {
	set, err := settings.Load(toolSettings(), scripts.Suggest, settings.Files(programName)...)
	if err != nil {
		return err
	}
	if err := set.Fill(cmd.Name(), cmd.Flag); err != nil {
		return err
	}
	p.set = set
	if err := settings.OneOf(console.Choices())(p.Colour); err != nil {
		return usageError{fmt.Errorf("--%s %s: %w", colorKey, p.Colour, err)}
	}
	return nil
}

// blameSetting adds to an error about a flag that nobody has given where its
// value is from.
func (p *program) blameSetting(err error) error {
	if !errors.As(err, new(usageError)) {
		return err
	}
	if flag, from, ok := p.set.Blame(err.Error()); ok {
		return usageError{fmt.Errorf("%w; %s is set by %s", err, flag, from)}
	}
	return err
}

// ownHome is home as far as the user has said so: a settings file in the folder
// one is in says where races are saved, and not that they are one's own.
func (p *program) ownHome() store.Home {
	if p.set == nil || p.set.Here(folderKey) {
		return ""
	}
	return p.home()
}

// home is where races are kept: as it is set or, in a verb that heeds no
// settings, as usual.
func (p *program) home() store.Home {
	if p.set == nil {
		return ""
	}
	return store.Home(p.set.Path(folderKey))
}
