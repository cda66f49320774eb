package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
	"sandbox/scripts"
)

// specKeys are what can be typed while specs wait for a file.
const specKeys = "f runs what failed, p a pattern, a all"

// watchSpecs runs specs again whenever a Lua file beside them, or a track,
// changes, and at a terminal when somebody wants others of them.
func (p *program) watchSpecs(cmd *cobra.Command, files []string, over library.Stack, all specFilter, verbose bool) error {
	var watched []string
	for _, file := range files {
		for _, pattern := range []string{"/*.lua", "/../" + scripts.Tracks + "/*.lua"} {
			found, err := filepath.Glob(filepath.Dir(file) + pattern)
			if err != nil {
				return err
			}
			watched = append(watched, found...)
		}
	}
	w, err := watch.Files(watched)
	if err != nil {
		return err
	}
	defer w.Close()
	v := &vigilance{program: p, cmd: cmd, changes: w.Changes(), all: all, wanted: all}
	if asksSpecs(cmd) {
		v.keys = p.keyboard(cmd)
	}
	for {
		v.last = p.runSpecs(cmd.Context(), cmd.OutOrStdout(), files, over, v.wanted, verbose)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if end, err := v.wait(cmd.Context()); end || err != nil {
			return err
		}
	}
}

// asksSpecs says that people at a terminal choose which specs run.
func asksSpecs(cmd *cobra.Command) bool {
	return console.IsTerminal(cmd.InOrStdin()) && console.IsTerminal(cmd.OutOrStdout())
}

// vigilance waits between runs of specs.
type vigilance struct {
	*program
	cmd         *cobra.Command
	keys        console.Keyboard // nil where nobody types
	changes     <-chan watch.Change
	all, wanted specFilter
	last        *specRun
}

// wait waits until specs are to run again; end says that nobody wants that.
func (v *vigilance) wait(ctx context.Context) (end bool, err error) {
	out := v.cmd.OutOrStdout()
	if v.keys == nil {
		visible.Printf(out, "waiting for a file to be saved; Ctrl-C ends\n")
		change, err := v.child.Change(ctx, v.changes)
		if err == nil {
			visible.Printf(out, "\n%s\n", change.Path)
		}
		return false, err
	}
	visible.Printf(out, "waiting for a file to be saved; %s; Ctrl-C ends\n", specKeys)
	for {
		heard, err := v.keys.Hear(ctx, console.Prompt{Keys: "fpa", Secret: true}, v.changes)
		switch {
		case err != nil || heard.End:
			return true, err
		case heard.Change != nil:
			visible.Printf(out, "\n%s\n", heard.Change.Path)
			return false, nil
		}
		if chosen, err := v.choose(ctx, strings.TrimSpace(heard.Line)); chosen || err != nil {
			return false, err
		}
	}
}

// choose takes a key; chosen says that specs run.
func (v *vigilance) choose(ctx context.Context, key string) (chosen bool, err error) {
	out := v.cmd.OutOrStdout()
	switch key {
	case "f":
		if len(v.last.failed) == 0 {
			visible.Printf(out, "nothing failed\n")
			return false, nil
		}
		v.wanted = v.last.again
	case "a":
		v.wanted = v.all
	case "p":
		heard, err := v.keys.Hear(ctx, console.Prompt{Text: "pattern > ", Secret: true}, nil)
		if err != nil || heard.Line == "" {
			return false, err
		}
		pattern, err := regexp.Compile(heard.Line)
		if err != nil {
			v.Problem(out, err)
			return false, nil
		}
		v.wanted = func(_, name string) bool { return pattern.MatchString(name) }
	default:
		visible.Printf(out, "%s\n", specKeys)
		return false, nil
	}
	return true, nil
}
