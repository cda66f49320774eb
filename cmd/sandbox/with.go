package main

import "github.com/spf13/cobra"

// withFlag is the flag of the house rules that are laid over a variant.
const withFlag = "with"

// addWith gives a verb that takes a variant its --with.
func addWith(cmd *cobra.Command, with *[]string) {
	cmd.Flags().StringSliceVar(with, withFlag, nil, "house rules to lay over the variant, with commas; the last one lies on top")
}

// withOf is --with as it was given to a verb; none where the verb has no such flag.
func withOf(cmd *cobra.Command) []string {
	list, err := cmd.Flags().GetStringSlice(withFlag)
	if err != nil {
		return nil
	}
	return list
}
