package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox/cmd/internal/isolate"
	"sandbox/cmd/internal/library"
	"sandbox/scripts"
)

// When rules run in a process of their own.
const (
	isolateKey    = "isolate"
	isolateAuto   = "auto"
	isolateAlways = "always"
	isolateNever  = "never"
)

var isolateChoices = []string{isolateAuto, isolateAlways, isolateNever}

// Settings of what that process may take.
const (
	memoryKey  = "isolate_memory"  // MB
	silenceKey = "isolate_seconds" // for one step, or one piece of other work

	childMemory  = 512
	childSilence = 60
)

// isolateFlag is --isolate: alone it is always, and false is never.
type isolateFlag string

var _ pflag.Value = (*isolateFlag)(nil)

func (f *isolateFlag) String() string { return string(*f) }

// Type implements pflag.Value.
func (*isolateFlag) Type() string { return "when" }

// Set implements pflag.Value.
func (f *isolateFlag) Set(text string) error {
	switch text {
	case "true":
		text = isolateAlways
	case "false":
		text = isolateNever
	}
	if err := oneOf(isolateChoices)(text); err != nil {
		return err
	}
	*f = isolateFlag(text)
	return nil
}

// isolating gives a verb its --isolate. called lists the files and folders of
// rules that a command line names.
func isolating(cmd *cobra.Command, called func(cmd *cobra.Command, args []string) []string) *cobra.Command {
	when, run := isolateFlag(isolateAuto), cmd.RunE
	cmd.Flags().Var(&when, isolateKey, "run the rules in a process of their own, within limits: "+strings.Join(isolateChoices, ", ")+" (auto: those that are not yours)")
	cmd.Flags().Lookup(isolateKey).NoOptDefVal = isolateAlways
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if inside != nil || when == isolateNever {
			return run(cmd, args)
		}
		if when == isolateAuto {
			i := slices.IndexFunc(called(cmd, args), strange)
			if i < 0 {
				return run(cmd, args)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s is in no folder of yours: the rules run in a process of their own; --isolate=false trusts them\n", called(cmd, args)[i])
		}
		return isolated(cmd)
	}
	return cmd
}

// Where a command line names rules.
func ruleArgs(_ *cobra.Command, args []string) []string { return args }

func ruleArgsAnd(flags ...string) func(*cobra.Command, []string) []string {
	return func(cmd *cobra.Command, args []string) []string {
		for _, name := range flags {
			args = append(args, strings.Split(cmd.Flag(name).Value.String(), ",")...)
		}
		return args
	}
}

// playedRules are those of a race that is begun, or gone on with.
func playedRules(cmd *cobra.Command, args []string) []string {
	called := cmd.Flag("resume").Value.String()
	if called == "" {
		return ruleArgsAnd("track", "races")(cmd, args)
	}
	path, err := journalPath(called)
	if err != nil {
		return nil // play says so
	}
	if dir, ok := championshipOf(path); ok {
		var p plan
		text, err := os.ReadFile(filepath.Join(dir, championshipFile))
		if err == nil && p.read(text) == nil {
			return append([]string{dir, p.Variant}, p.Tracks...)
		}
	}
	return append(library.Recorded(path), path)
}

// strange says that what a user calls so lies in no folder of the project here
// or of the user. Links are followed.
func strange(called string) bool {
	if called == "" {
		return false
	}
	paths := []string{called, strings.TrimSuffix(called, ".lua") + ".lua"}
	if filepath.Base(called) == called {
		paths = append(paths, filepath.Join(scripts.Variants, paths[1]), filepath.Join(scripts.Tracks, paths[1]))
	}
	own := ownFolders()
	return slices.ContainsFunc(paths, func(path string) bool {
		real, err := realPath(path)
		return err == nil && !slices.ContainsFunc(own, func(folder string) bool { return within(folder, real) })
	})
}

// ownFolders are the folder one is in, or the project that has it as its
// variants or tracks, and where the program keeps what is the user's.
func ownFolders() []string {
	here, err := realPath(".")
	if err != nil {
		return nil
	}
	if base := filepath.Base(here); base == scripts.Variants || base == scripts.Tracks {
		here = filepath.Dir(here)
	}
	list := []string{here}
	add := func(path string, err error) {
		if real, wrong := realPath(path); err == nil && wrong == nil {
			list = append(list, real)
		}
	}
	config, err := os.UserConfigDir()
	add(filepath.Join(config, "sandbox"), err)
	add(racesFolder())
	add(championshipsFolder())
	return list
}

// realPath is a path from the root, without links.
func realPath(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

func within(folder, path string) bool {
	rest, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rest)
}

// isolated runs a command in a child. A race at a terminal outlives it.
func isolated(cmd *cobra.Command) (err error) {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	talk := cmd.Name() == "play" && talks(cmd)
	var lines chan string
	if talk {
		lines = listen(in)
	}
	d := &desk{}
	defer func() { err = errors.Join(err, d.close()) }()
	start := isolate.Start{
		Args: tool.args, InTerminal: isTerminal(in), OutTerminal: isTerminal(out), ErrTerminal: isTerminal(cmd.ErrOrStderr()),
	}
	for {
		code, err := runChild(cmd, start, lines, d)
		var death *isolate.Death
		switch {
		case err == nil && code == 0:
			return nil
		case err == nil:
			return exitCode(code)
		case !errors.As(err, &death):
			return err
		}
		if err := d.close(); err != nil {
			return errors.Join(epitaph(death), err)
		}
		switch {
		case d.last == "" || !fileThere(d.last):
			return epitaph(death)
		case !talk:
			return fmt.Errorf("%w\nthe race is kept in %s; go on with: sandbox play --resume %s", epitaph(death), d.last, d.last)
		}
		problem(out, epitaph(death))
		m := &mending{out: out, lines: lines, journal: d.last}
		if start.Word, err = m.wait(cmd); start.Word == "" || err != nil {
			return err
		}
		start.Args = goOnArgs(cmd, d.last)
	}
}

// runChild runs the program once more.
func runChild(cmd *cobra.Command, start isolate.Start, lines <-chan string, d *desk) (int, error) {
	command, err := self(childVerb)
	if err != nil {
		return 0, err
	}
	limit := func(key string) int64 {
		n, err := strconv.ParseInt(tool.set.Text(key), 10, 64)
		if err != nil {
			panic(err) // settings are checked
		}
		return n
	}
	start.Memory = limit(memoryKey) << 20
	p := isolate.Parent{
		Command: command, Start: start, Silence: time.Duration(limit(silenceKey)) * time.Second,
		Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), Lines: lines, Serve: d.serve,
	}
	return p.Run(cmd.Context())
}

// self is a command that runs the program that runs now, even if its file was
// replaced since.
func self(args ...string) (*exec.Cmd, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("--isolate: the program does not find itself: %w", err)
	}
	command := exec.Command(path, args...)
	if runtime.GOOS == "linux" {
		command.Path = "/proc/self/exe"
	}
	return command, nil
}

// goOnArgs are the arguments that go on with a race as this command line would.
func goOnArgs(cmd *cobra.Command, journal string) []string {
	args := []string{"play", "--resume", journal}
	for _, name := range []string{"no-watch", colorKey} {
		if flag := cmd.Flag(name); flag.Changed {
			args = append(args, "--"+name+"="+flag.Value.String())
		}
	}
	return args
}

// epitaph says what a child died of, and what can be done.
func epitaph(d *isolate.Death) error {
	switch d.Cause {
	case isolate.Memory:
		return fmt.Errorf("the process of the rules was stopped: %w; mend them, or set %s to more", d, memoryKey)
	case isolate.Time:
		return fmt.Errorf("the process of the rules was stopped: %w; is there a loop without an end? Mend it, or set %s to more", d, silenceKey)
	}
	return fmt.Errorf("the process of the rules is gone: %w", d)
}
