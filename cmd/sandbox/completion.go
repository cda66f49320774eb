package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/scripts"
)

// shells are those that can complete commands of the program, and how their
// scripts are written.
var shells = map[string]func(root *cobra.Command, w io.Writer) error{
	"bash":       func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"fish":       func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
	"powershell": func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) },
	"zsh":        func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) },
}

func newCompletion() *cobra.Command {
	names := slices.Sorted(maps.Keys(shells))
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the script that lets a shell complete commands",
		Long: "Prints a script for " + strings.Join(names, ", ") + ". With it the tab key completes the names of variants, tracks,\n" +
			"bots and files, and the paths that --set takes.",
		Example: "  source <(sandbox completion bash)\n  sandbox completion zsh > \"${fpath[1]}/_sandbox\"\n" +
			"  sandbox completion fish > ~/.config/fish/completions/sandbox.fish\n  sandbox completion powershell | Out-String | Invoke-Expression",
		Args: needArgs(1, 1, "one shell: sandbox completion bash"),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := shells[args[0]]
			if !ok {
				return usageError{fmt.Errorf("no completion for the shell %q%s", args[0], scripts.Suggest(args[0], names))}
			}
			return write(cmd.Root(), cmd.OutOrStdout())
		},
	}
}
