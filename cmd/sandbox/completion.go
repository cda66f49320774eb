package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox/cmd/internal/complete"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/saved"
	"sandbox/core/dice"
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
			"bots and files, the fields of --by and the paths that --set takes.",
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

// What a shell is told about the arguments of verbs.
var argumentCompletions = map[string]cobra.CompletionFunc{
	"sandbox play":        complete.First(complete.Variants),
	"sandbox sim":         complete.First(complete.Variants),
	"sandbox sim merge":   complete.Files("json"),
	"sandbox variants":    complete.First(complete.Variants),
	"sandbox diff":        complete.Variants,
	"sandbox tracks":      complete.First(complete.Tracks),
	"sandbox entries":     complete.First(complete.Variants),
	"sandbox show":        complete.First(complete.Carried),
	"sandbox init":        complete.Folders,
	"sandbox types":       complete.Folders,
	"sandbox check":       complete.Lua,
	"sandbox test":        complete.Files("lua"),
	"sandbox replay":      complete.First(complete.Journals),
	"sandbox lua":         complete.First(complete.VariantsOrJournals),
	"sandbox dice verify": complete.First(complete.Journals),
	"sandbox standings":   complete.First(complete.FoldersOrLast),
	"sandbox completion":  complete.First(complete.OneOf(slices.Sorted(maps.Keys(shells)))),
	"sandbox man":         complete.Folders,
}

// What it is told about the values of flags, whichever verb has them.
var flagCompletions = map[string]cobra.CompletionFunc{
	"track":   complete.Tracks,
	"vs":      complete.Variants,
	"with":    complete.ListOf(complete.Houses),
	"races":   complete.ListOf(complete.Tracks),
	"entries": complete.Files("yaml", "yml", "toml"),
	"bots":    complete.ListOf(complete.Bots),
	"drive":   complete.ListOf(complete.Cars(saved.Everybody, saved.Nobody)),
	"set":     complete.Values,
	"vs-set":  complete.Values,
	"sweep":   complete.Values,
	"by":      complete.Fields,
	"resume":  complete.Journals,
	"save":    complete.Files("jsonl"),
	"events":  complete.Files("jsonl"),
	"out":     complete.Files("json"),
	"from":    complete.Forkable,
	"to":      complete.Files("lua"),
	"output":  complete.OneOf(console.Formats()),
	"dice":    complete.OneOf(dice.Kinds()),
	"color":   complete.OneOf(console.Choices()),
	"isolate": complete.OneOf(isolateChoices),
}

// addCompletions tells shells about the flags of a command, the verbs below it
// and their arguments.
func addCompletions(cmd *cobra.Command) {
	if cmd.ValidArgsFunction = argumentCompletions[cmd.CommandPath()]; cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) { completeFlag(cmd, flag) })
	for _, verb := range cmd.Commands() {
		addCompletions(verb)
	}
}

// completeFlag tells shells about the value of a flag. What is a number completes
// nothing: --races of a simulation, --to of a replay; and a race begins --from
// something else than a new folder.
func completeFlag(cmd *cobra.Command, flag *pflag.Flag) {
	found := flagCompletions[flag.Name]
	if cmd.Name() == "play" && flag.Name == "from" {
		found = complete.Specs
	}
	if _, err := strconv.Atoi(flag.DefValue); found == nil || err == nil {
		found = cobra.NoFileCompletions
	}
	if flag.Value.Type() != "bool" {
		if err := cmd.RegisterFlagCompletionFunc(flag.Name, found); err != nil {
			panic(err) // it is there, and is told about once
		}
	}
}
