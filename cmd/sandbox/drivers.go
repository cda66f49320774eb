package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/term"
	"sandbox/core/race"
	"sandbox/scripts"
)

// chooseDrivers asks who is driven from this terminal, unless the command line
// said so or nobody is asked anything under the rules.
func (p *play) chooseDrivers(f *raceFlags) error {
	if !p.talk || !f.undecided {
		return nil
	}
	one := *f
	if f.season {
		tracks, err := calledTracks(*f)
		if err != nil {
			return err
		}
		one.track = tracks[0]
	}
	_, rules, err := prepare(one)
	if err != nil || !rules.Info().Asks {
		return err
	}
	f.people, err = p.askDrivers(rules.Entries())
	return err
}

// askDrivers puts the question until it is answered.
func (p *play) askDrivers(list []race.Entry) ([]string, error) {
	style := p.Style(p.out)
	fmt.Fprintln(p.out, "which car do you drive? bots drive the others")
	term.Options(p.out, style, choices(list), true)
	for {
		fmt.Fprint(p.out, "a number or a name, several with commas, all, or none > ")
		line, _, err := p.child.Await(p.ctx, p.lines, nil)
		if err != nil {
			fmt.Fprintln(p.out)
		}
		text := strings.TrimSpace(line)
		switch {
		case errors.Is(err, io.EOF) || text == ":quit":
			return nil, errQuit
		case err != nil:
			return nil, err
		}
		people, err := chosenDrivers(list, text)
		if err == nil {
			return people, nil
		}
		fmt.Fprintln(p.out, style.Wrap(err.Error()))
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
	all := names(list)
	switch strings.ToLower(reply) {
	case "":
		return all[:1], nil
	case everybody:
		return all, nil
	case nobody:
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
	if slices.Contains(all, called) {
		return called, nil
	}
	if n, err := strconv.Atoi(called); err == nil {
		if n < 1 || n > len(all) {
			return "", fmt.Errorf("there is no car %d; they are numbered 1 to %d", n, len(all))
		}
		return all[n-1], nil
	}
	if word := strings.ToLower(called); word == everybody || word == nobody {
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

// tellDrivers says who is driven from here, where bots drive the others.
func (t *table) tellDrivers() {
	head := t.game.Head()
	if n := len(head.People); n > 0 && n < len(head.Entries) {
		t.say("you drive %s; bots drive the others: %s", strings.Join(head.People, ", "), strings.Join(t.program().Bots(), ", "))
	}
}
