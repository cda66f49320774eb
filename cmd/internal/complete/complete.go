// Package complete says what a shell may put after what is typed: names of
// variants and tracks, files, journals, and what a variant has: bots, cars and
// values.
//
//	cmd.ValidArgsFunction = complete.First(complete.Variants)
//	err := cmd.RegisterFlagCompletionFunc("bots", complete.ListOf(complete.Bots))
//
// Which verb and which flag takes what is said where the verbs are.
package complete

import (
	"strings"

	"github.com/spf13/cobra"
)

// OneOf completes one of some words.
func OneOf(words []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// First completes the first argument alone.
func First(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, begun)
	}
}

// ListOf completes the last of values with commas between them, but for those
// that stand there already.
func ListOf(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before, last := begun[:strings.LastIndexByte(begun, ',')+1], begun[strings.LastIndexByte(begun, ',')+1:]
		found, _ := complete(cmd, args, last)
		var list []cobra.Completion
		for _, c := range found {
			if name, _, _ := strings.Cut(c, "\t"); !strings.Contains(","+before, ","+name+",") {
				list = append(list, before+c)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// Files completes names of files that end so, and of folders.
func Files(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// Folders completes names of folders.
func Folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// FoldersOrLast completes `last` and names of folders.
func FoldersOrLast(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if strings.HasPrefix(lastPlayed, begun) {
		return []cobra.Completion{lastPlayed}, cobra.ShellCompDirectiveNoFileComp
	}
	return Folders(cmd, args, begun)
}
