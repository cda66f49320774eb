package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/settings"
	"sandbox/cmd/internal/store"
)

func newConfig(p *program) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings and where each comes from",
		Long: "Shows each setting of the program, its value, and where that comes from: a flag, a variable of the\n" +
			"environment, the file sandbox.yaml here or else the one in your configuration, or the default.",
		Example: "  sandbox config\n  sandbox config -o json",
		Args:    needArgs(0, 0, "no argument: settings are changed in sandbox.yaml"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := console.CheckFormat(format); err != nil {
				return usageError{err}
			}
			return p.Tables(cmd.OutOrStdout(), format, []string{settingsFrom(p.set)}, []report.Table{settingsTable(p.set)})
		},
	}
	addFormat(cmd, &format)
	return cmd
}

// settingsFrom says which file was read, or where one could be.
func settingsFrom(set *settings.Set) string {
	if files := set.Files(); len(files) > 0 {
		return "settings file: " + strings.Join(files, " and ")
	}
	files := settings.Files(programName)
	for i := range files {
		files[i] = filepath.ToSlash(files[i])
	}
	return "no settings file; it would be " + strings.Join(files, " or ")
}

func settingsTable(set *settings.Set) report.Table {
	t := report.Table{Name: "settings", Title: "Settings", Columns: []report.Column{
		{Name: "setting", Title: "setting"}, {Name: "value", Title: "value", Kind: report.Written}, {Name: "from", Title: "from", Kind: report.Written},
		{Name: "variable", Title: "variable", Kind: report.Written}, {Name: "what", Title: "what it is", Kind: report.Written},
	}}
	for _, s := range set.List() {
		t.Rows = append(t.Rows, []any{s.Key, settingValue(set, s.Key), set.From(s.Key), settings.Env(s.Key), s.What})
	}
	return t
}

// settingValue is a setting as it works out.
func settingValue(set *settings.Set, key string) string {
	if key != folderKey {
		return set.Text(key)
	}
	folder, err := store.Home(set.Path(folderKey)).Races()
	if err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	return filepath.ToSlash(folder)
}
