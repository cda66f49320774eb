package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// OneOf checks that a value is one of some choices.
func OneOf(choices []string) func(string) error {
	return func(text string) error {
		if !slices.Contains(choices, text) {
			return fmt.Errorf("choose one of %s", strings.Join(choices, ", "))
		}
		return nil
	}
}

// Whole checks that a value is a whole number within bounds.
func Whole(least, most int64) func(string) error {
	return func(text string) error {
		if n, err := strconv.ParseInt(text, 10, 64); err != nil || n < least || n > most {
			return fmt.Errorf("write a whole number from %d to %d", least, most)
		}
		return nil
	}
}

// Truth checks that a value is true or false.
func Truth(text string) error {
	if text != "true" && text != "false" {
		return fmt.Errorf("write true or false")
	}
	return nil
}
