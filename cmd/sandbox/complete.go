package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox/core/dice"
	"sandbox/scripts"
)

// What a shell is told about the arguments of verbs.
var argumentCompletions = map[string]cobra.CompletionFunc{
	"sandbox play":        first(variantNames),
	"sandbox sim":         first(variantNames),
	"sandbox sim merge":   filesOf("json"),
	"sandbox variants":    first(variantNames),
	"sandbox tracks":      first(trackNames),
	"sandbox entries":     first(variantNames),
	"sandbox check":       luaFiles,
	"sandbox test":        filesOf("lua"),
	"sandbox replay":      first(journalFiles),
	"sandbox dice verify": first(journalFiles),
	"sandbox standings":   first(foldersOrLast),
	"sandbox completion":  first(cobra.FixedCompletions(slices.Sorted(maps.Keys(shells)), cobra.ShellCompDirectiveNoFileComp)),
	"sandbox man":         foldersOnly,
}

// What it is told about the values of flags, whichever verb has them.
var flagCompletions = map[string]cobra.CompletionFunc{
	"track":   trackNames,
	"vs":      variantNames,
	"entries": filesOf("yaml", "yml", "toml"),
	"bots":    listOf(botNames),
	"drive":   listOf(carNames),
	"set":     valuePaths,
	"vs-set":  valuePaths,
	"resume":  journalFiles,
	"save":    filesOf("jsonl"),
	"events":  filesOf("jsonl"),
	"out":     filesOf("json"),
	"output":  cobra.FixedCompletions(formats(), cobra.ShellCompDirectiveNoFileComp),
	"dice":    cobra.FixedCompletions(dice.Kinds(), cobra.ShellCompDirectiveNoFileComp),
	"color":   cobra.FixedCompletions(colorChoices, cobra.ShellCompDirectiveNoFileComp),
	"isolate": cobra.FixedCompletions(isolateChoices, cobra.ShellCompDirectiveNoFileComp),
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

// completeFlag tells shells about the value of a flag. The races of a
// championship are its tracks; those of a simulation are a number.
func completeFlag(cmd *cobra.Command, flag *pflag.Flag) {
	complete := flagCompletions[flag.Name]
	if flag.Name == "races" && flag.Value.Type() == "string" {
		complete = listOf(trackNames)
	}
	if complete == nil {
		complete = cobra.NoFileCompletions
	}
	if flag.Value.Type() != "bool" {
		if err := cmd.RegisterFlagCompletionFunc(flag.Name, complete); err != nil {
			panic(err) // it is there, and is told about once
		}
	}
}

// first completes the first argument alone.
func first(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, begun)
	}
}

// listOf completes the last of values with commas between them, but for those
// that stand there already.
func listOf(complete cobra.CompletionFunc) cobra.CompletionFunc {
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

// filesOf completes names of files that end so, and of folders.
func filesOf(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// foldersOnly completes names of folders.
func foldersOnly(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// foldersOrLast completes `last` and names of folders.
func foldersOrLast(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if strings.HasPrefix(lastPlayed, begun) {
		return []cobra.Completion{lastPlayed}, cobra.ShellCompDirectiveNoFileComp
	}
	return foldersOnly(cmd, args, begun)
}

// variantNames completes the name of a variant or, where none begins so, the
// path of a Lua file.
func variantNames(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", described(scripts.Variants))
}

func trackNames(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", described(scripts.Tracks))
}

// luaFiles completes names of variants and of tracks, and paths.
func luaFiles(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", append(described(scripts.Variants), described(scripts.Tracks)...))
}

// lastPlayed is what verbs take instead of a journal or a folder of journals.
var lastPlayed = cobra.CompletionWithDesc("last", "what was played last")

// journalFiles completes `last` and the paths of journals.
func journalFiles(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "jsonl", []cobra.Completion{lastPlayed})
}

// described are the names in a folder, with what their files say of themselves.
func described(folder string) []cobra.Completion {
	var list []cobra.Completion
	for _, item := range listing(folder) {
		list = append(list, cobra.CompletionWithDesc(item.name, scripts.About(item.Text)))
	}
	return list
}

// namesOr completes one of some names or, where none begins so, the name of a
// file.
func namesOr(begun, extension string, names []cobra.Completion) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for _, name := range names {
		if strings.HasPrefix(name, begun) {
			list = append(list, name)
		}
	}
	if list == nil {
		return []cobra.Completion{extension}, cobra.ShellCompDirectiveFilterFileExt
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// named is the variant that the command line names, nil if it does not load.
func named(args []string) *scripts.Program {
	if len(args) == 0 {
		return nil
	}
	_, p, err := prepare(raceFlags{variant: args[0]})
	if err != nil {
		return nil
	}
	return p
}

// botNames completes the name of a bot of the variant.
func botNames(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if p := named(args); p != nil {
		return p.Info().Bots, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// carNames completes the name of a car of the variant.
func carNames(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	list := []cobra.Completion{everybody, nobody}
	if p := named(args); p != nil {
		list = append(list, names(p.Entries())...)
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// valuePaths completes the path of a value of the variant, name by name, and
// the sign after it.
func valuePaths(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const rest = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	p := named(args)
	if p == nil {
		return nil, rest
	}
	fixed := map[string]bool{}
	for _, t := range p.Info().Tables {
		fixed[t.Name+".dice"] = true
	}
	var list []cobra.Completion
	for _, v := range p.Values("") {
		after, ok := strings.CutPrefix(v.Path, begun)
		if !ok || fixed[v.Path] {
			continue
		}
		if dot := strings.IndexByte(after, '.'); dot >= 0 {
			list = append(list, begun+after[:dot+1])
			continue
		}
		list = append(list, cobra.CompletionWithDesc(v.Path+"=", "now "+v.Text))
	}
	return slices.Compact(list), rest // paths are in order
}
