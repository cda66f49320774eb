package complete

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/wall"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

// Variants completes the name of a variant or, where none begins so, the
// path of a Lua file.
func Variants(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", described(cmd, scripts.Variants))
}

// Houses completes the name of a house rule in the same way.
func Houses(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", described(cmd, scripts.HouseRules))
}

// Tracks completes the name of a track in the same way.
func Tracks(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", described(cmd, scripts.Tracks))
}

// Lua completes names of variants and of tracks, and paths.
func Lua(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "lua", append(described(cmd, scripts.Variants), described(cmd, scripts.Tracks)...))
}

// Carried completes names of files that the program carries.
func Carried(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for _, name := range library.CarriedNames() {
		if _, base, _ := strings.Cut(name, "/"); strings.HasPrefix(base, begun) {
			list = append(list, base)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// Forkable completes names of variants that the program carries.
func Forkable(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for _, name := range library.CarriedVariants() {
		if strings.HasPrefix(name, begun) {
			list = append(list, name)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// lastPlayed is what verbs take instead of a journal or a folder of journals.
const lastPlayed cobra.Completion = "last\twhat was played last"

// Journals completes `last` and the paths of journals.
func Journals(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "jsonl", []cobra.Completion{lastPlayed})
}

// VariantsOrJournals completes the name of a variant, `last`, or the path of a
// journal.
func VariantsOrJournals(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return namesOr(begun, "jsonl", append(described(cmd, scripts.Variants), lastPlayed))
}

// Specs completes the names of the specs in a file, once that is named, and files
// before that. To read one is to run it, so that a stranger's has none.
func Specs(cmd *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	file, _, found := strings.Cut(begun, ".lua:")
	if !found {
		return []cobra.Completion{"lua"}, cobra.ShellCompDirectiveFilterFileExt
	}
	folder, name := library.Split(file)
	if !own(file + ".lua") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if folder == "" {
		folder = "."
	}
	var list []cobra.Completion
	_, _ = spec.Run(scripts.Until(cmd.Context(), library.Roots(folder)), scripts.Variants+"/"+name, func(name string) bool {
		if name = file + ".lua:" + name; strings.HasPrefix(name, begun) {
			list = append(list, name)
		}
		return false
	})
	return seen(list), cobra.ShellCompDirectiveNoFileComp
}

// described are the names in a folder, with what their files say of themselves.
// To read a file is to run it, so that there are none where a stranger's could
// be among them.
func described(cmd *cobra.Command, folder string) []cobra.Completion {
	var list []cobra.Completion
	if !own() {
		return nil
	}
	for _, item := range library.List(cmd.Context(), folder) {
		list = append(list, cobra.CompletionWithDesc(item.Name, visible.Line(scripts.About(item.Text))))
	}
	return list
}

// namesOr completes one of some names or, where none begins so, the name of a
// file.
func namesOr(begun, extension string, names []cobra.Completion) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for _, name := range seen(names) {
		if strings.HasPrefix(name, begun) {
			list = append(list, name)
		}
	}
	if list == nil {
		return []cobra.Completion{extension}, cobra.ShellCompDirectiveFilterFileExt
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// own says that what is called so is the user's, with all that it can require.
func own(called ...string) bool { return wall.Folders().Rules(called...) == "" }

// named is the variant that the command line names, nil if it does not load or
// is a stranger's.
func named(cmd *cobra.Command, args []string) *scripts.Program {
	if len(args) == 0 || !own(append(args[:1:1], with(cmd)...)...) {
		return nil
	}
	p, err := library.Load(cmd.Context(), args[0], with(cmd)...)
	if err != nil {
		return nil
	}
	return p
}

// with are the house rules that the command line lays over its variant.
func with(cmd *cobra.Command) []string {
	list, err := cmd.Flags().GetStringSlice("with")
	if err != nil {
		return nil // the verb has no such flag
	}
	return list
}

// Bots completes the name of a bot of the variant.
func Bots(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if p := named(cmd, args); p != nil {
		return seen(p.Info().Bots), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// Fields completes a field that the cars of the variant are compared by.
func Fields(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if p := named(cmd, args); p != nil {
		return seen(p.Comparable()), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// Cars completes the name of a car of the variant, or one of some words.
func Cars(words ...string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list := slices.Clone(words)
		if p := named(cmd, args); p != nil {
			for _, entry := range p.Entries() {
				list = append(list, entry.Name)
			}
		}
		return seen(list), cobra.ShellCompDirectiveNoFileComp
	}
}

// seen leaves names out of which not all can be seen: whatever was shown of one,
// it would not be its name.
func seen(names []cobra.Completion) []cobra.Completion {
	return slices.DeleteFunc(slices.Clone(names), func(c cobra.Completion) bool {
		return visible.Hidden(strings.Replace(c, "\t", "", 1)) // a tab parts the name from what is said of it
	})
}

// Values completes the path of a value of the variant, name by name, and
// the sign after it.
func Values(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const rest = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	p := named(cmd, args)
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
		list = append(list, cobra.CompletionWithDesc(v.Path+"=", "now "+visible.Line(v.Text)))
	}
	return seen(slices.Compact(list)), rest // paths are in order
}
