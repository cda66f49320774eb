package terminal

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
	"sandbox/scripts"
)

// AskDrivers asks who is driven from this terminal, until it is answered; ok is
// false when people leave instead.
func (s *Screen) AskDrivers(ctx context.Context, list []race.Entry) (people []string, ok bool, err error) {
	style := s.Style(s.Out)
	visible.Printf(s.Out, "which car do you drive? bots drive the others\n")
	term.Options(s.Out, style, choices(list), true)
	prompt := console.Prompt{
		Text:  "a number or a name, several with commas, all, or none > ",
		Words: append(saved.Names(list), saved.Everybody, saved.Nobody, ":quit"),
	}
	for {
		heard, err := console.HearCommand(ctx, s.Keys, prompt, []string{"quit"}, nil)
		if err != nil || heard.End {
			visible.Printf(s.Out, "\n")
		}
		if err != nil || heard.End || heard.Line == ":quit" {
			return nil, false, err
		}
		if people, err = chosenDrivers(list, heard.Line); err == nil {
			return people, true, nil
		}
		visible.Printf(s.Out, "%s\n", visible.Shown(style.Wrap(visible.Line(err.Error()))))
	}
}

// choices are the entries as options, with what is worth knowing of them: the
// fields that the list gives, but for the colour and what the name says already.
func choices(list []race.Entry) race.Question {
	a := race.Question{}
	for _, e := range list {
		var facts []string
		for _, field := range slices.Sorted(maps.Keys(e.Fields)) {
			switch value := e.Fields[field].(type) {
			case string:
				if field != colourField && value != "" && value != e.Name {
					facts = append(facts, value)
				}
			case bool:
				if value {
					facts = append(facts, field)
				}
			default:
				facts = append(facts, fmt.Sprint(field, " ", value))
			}
		}
		a.Options = append(a.Options, race.Option{ID: e.Name, Text: strings.Join(facts, ", ")})
	}
	return a
}

// chosenDrivers reads the reply: numbers or names with commas, the beginning of
// a name where it is the only one, all or none; nothing is the first of the list.
func chosenDrivers(list []race.Entry, reply string) ([]string, error) {
	all := saved.Names(list)
	switch strings.ToLower(reply) {
	case "":
		return all[:1], nil
	case saved.Everybody:
		return all, nil
	case saved.Nobody:
		return nil, nil
	}
	if strings.HasPrefix(reply, ":") {
		return nil, errors.New("the race has to begin before there are commands; :quit leaves")
	}
	var people []string
	for _, called := range strings.Split(reply, ",") {
		name, err := chosenDriver(all, strings.TrimSpace(called))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(people, name) {
			people = append(people, name)
		}
	}
	return people, nil
}

// chosenDriver is the name that somebody means.
func chosenDriver(all []string, called string) (string, error) {
	n, numeric := strconv.Atoi(called)
	numbered := slices.ContainsFunc(all, func(name string) bool {
		_, err := strconv.Atoi(name)
		return err != nil
	})
	switch {
	case numeric == nil && numbered && n >= 1 && n <= len(all):
		return all[n-1], nil
	case slices.Contains(all, strings.TrimPrefix(called, "=")):
		return strings.TrimPrefix(called, "="), nil
	case numeric == nil:
		return "", fmt.Errorf("there is no car %d; they are numbered 1 to %d", n, len(all))
	}
	if word := strings.ToLower(called); word == saved.Everybody || word == saved.Nobody {
		return "", fmt.Errorf("%q stands alone, without other names", word)
	}
	var found []string
	for _, name := range all {
		if strings.EqualFold(name, called) {
			return name, nil
		}
		if called != "" && strings.HasPrefix(strings.ToLower(name), strings.ToLower(called)) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no car is called %q%s", called, scripts.Suggest(called, all))
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%q may be %s", called, strings.Join(found, " or "))
}
