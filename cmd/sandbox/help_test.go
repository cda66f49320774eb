package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyVerb calls look for each command that a user can call.
func everyVerb(cmd *cobra.Command, look func(*cobra.Command)) {
	for _, verb := range cmd.Commands() {
		look(verb)
		everyVerb(verb, look)
	}
}

var (
	verbHelp = regexp.MustCompile(`^[A-Z].*[^.]$`)
	flagHelp = regexp.MustCompile(`^[a-z0-9].*[^.]$`)
)

// Every verb and every flag says what it does, in the manner of the others,
// and every verb that does something shows how it is called.
func TestHelp(t *testing.T) {
	root := newRoot(new(program))
	everyVerb(root, func(verb *cobra.Command) {
		if !verbHelp.MatchString(verb.Short) {
			t.Errorf("%s: %q: one line, with a capital and without a full stop", verb.CommandPath(), verb.Short)
		}
		if verb.Long == "" {
			t.Errorf("%s has no help", verb.CommandPath())
		}
		if !verb.HasSubCommands() && !strings.Contains(verb.Example, "  "+verb.CommandPath()) && !strings.Contains(verb.Example, "("+verb.CommandPath()) {
			t.Errorf("%s: no example of it in %q", verb.CommandPath(), verb.Example)
		}
		for _, line := range strings.Split(verb.Long+"\n"+verb.Example, "\n") {
			if len(line) > 120 {
				t.Errorf("%s: a line of its help is too long: %s", verb.CommandPath(), line)
			}
		}
		verb.Flags().VisitAll(func(flag *pflag.Flag) {
			if !flagHelp.MatchString(flag.Usage) {
				t.Errorf("%s --%s: %q: one line, without a capital and a full stop", verb.CommandPath(), flag.Name, flag.Usage)
			}
		})
	})
}

// There is a manual page for each verb that is shown, with all its flags.
func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	if code := new(program).run(context.Background(), []string{"man", dir}, strings.NewReader(""), &out, &out); code != 0 {
		t.Fatalf("exit %d: %s", code, &out)
	}
	seen := 0
	everyVerb(newRoot(new(program)), func(verb *cobra.Command) {
		if verb.Hidden {
			return
		}
		seen++
		text, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(verb.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
		}
		verb.Flags().VisitAll(func(flag *pflag.Flag) {
			if !strings.Contains(string(text), `\fB--`+flag.Name+`\fP`) && !strings.Contains(string(text), `, \fB--`+flag.Name) {
				t.Errorf("the page of %s does not have --%s", verb.CommandPath(), flag.Name)
			}
		})
	})
	if seen < 10 {
		t.Errorf("only %d verbs were found", seen)
	}
}

// README has every verb in its table.
func TestReadmeHasEveryVerb(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	everyVerb(newRoot(new(program)), func(verb *cobra.Command) {
		if !verb.Hidden && !verb.HasSubCommands() && !strings.Contains(string(text), "| `"+verb.CommandPath()) {
			t.Errorf("README's table has no `%s`", verb.CommandPath())
		}
	})
}

// What completes arguments and flags is for verbs and flags that there are.
func TestCompletionsFit(t *testing.T) {
	paths, flags := map[string]bool{}, map[string]bool{}
	root := newRoot(new(program))
	root.PersistentFlags().VisitAll(func(flag *pflag.Flag) { flags[flag.Name] = true })
	everyVerb(root, func(verb *cobra.Command) {
		paths[verb.CommandPath()] = true
		verb.Flags().VisitAll(func(flag *pflag.Flag) { flags[flag.Name] = true })
	})
	for path := range argumentCompletions {
		if !paths[path] {
			t.Errorf("there is no %s", path)
		}
	}
	for name := range flagCompletions {
		if !flags[name] {
			t.Errorf("there is no --%s", name)
		}
	}
}

func TestVersionOf(t *testing.T) {
	built := func(version string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: version}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "of unknown version"},
		{built(""), "of unknown version"},
		{built("v1.2.3"), "v1.2.3"},
		{built("(devel)", "vcs.revision", "0123456789abcdef"), "(devel), revision 0123456789ab"},
		{built("(devel)", "vcs.revision", "0123", "vcs.modified", "false"), "(devel), revision 0123"},
		{built("(devel)", "vcs.revision", "0123", "vcs.time", "2026-11-21T12:00:00Z", "vcs.modified", "true"), "(devel), revision 0123 of 2026-11-21T12:00:00Z, with changes"},
	} {
		if got := versionOf(c.info); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
