package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Say which version of the program this is",
		Long:    "Says which version of the program this is, and of its engine and its journals: a race is only played again\nby the engine that its journal names.",
		Example: "  sandbox version",
		Args:    needArgs(0, 0, "no argument: sandbox version"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo() // nil without modules
			visible.Printf(cmd.OutOrStdout(), "sandbox %s\nengine %s, journal format %d\n%s, %s/%s\n",
				versionOf(info), race.Engine, race.Format, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// versionOf is the version that a program was built from: that of its module
// and, where the build knows it, the revision.
func versionOf(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" {
		return "of unknown version"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := info.Main.Version
	if revision := settings["vcs.revision"]; revision != "" {
		text += ", revision " + revision[:min(len(revision), 12)]
		if at := settings["vcs.time"]; at != "" {
			text += " of " + at
		}
		if settings["vcs.modified"] == "true" {
			text += ", with changes"
		}
	}
	return text
}
