package terminal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// command is what can be typed at any prompt after a colon.
type command struct {
	name, args, help string
	// run says what becomes of the prompt. Its error is what the user got wrong.
	run func(f *face, args []string) (outcome, error)
}

// commands are all of them.
func commands() []command {
	return []command{
		{"undo", "[n]", "take back what was answered or played last, with what bots did since; or n steps", (*face).undo},
		{"board", "", "who stands where, from the front", (*face).showBoard},
		{"map", "", "a picture of the track", (*face).showMap},
		{"standings", "", "how all cars stand", (*face).showStandings},
		{"championship", "", "the standings of the championship", (*face).showChampionship},
		{"why", "[car]", "explain the last step, or the last of a car", (*face).why},
		{"rules", "[path]", "the values of the rules, or those under a path", (*face).rules},
		{"set", "path=value", "change one value of the rules for the rest of the race", (*face).set},
		{"reload", "", "read the files again, as a save does", (*face).reload},
		{"over", "", "after a save: go over the race again under the new rules, from before the step that they change first", (*face).over},
		{"keep", "", "play on under the rules of before although a file is new, or wrong", (*face).keep},
		{"gm", "car field value", "a game master's correction: space, lap, status, or any field of the rules, wp.B in a table too; without a board place, status, or such a field", (*face).correct},
		{"lua", "expression", "look at anything by a Lua expression over race and self: race:cars()[1]; nothing is changed", (*face).lua},
		{"spec", "name", "write the position, the dice and the answers of the step under way, or else of the last one, as a spec", (*face).writeSpec},
		{"state", "", "the whole state in one line", (*face).showState},
		{"save", "[file]", "say where the race is saved, or copy it to a file", (*face).save},
		{"help", "", "this list", (*face).help},
		{"quit", "", "leave; the race is saved", (*face).quit},
	}
}

func commandNames() []string {
	var list []string
	for _, c := range commands() {
		list = append(list, c.name)
	}
	return list
}

// words are what the Tab key makes of the beginning of the command: its name,
// and where cars come next their names.
func (c *command) words(cars []race.Entry) []string {
	if c.args == "" {
		return []string{":" + c.name}
	}
	words := []string{":" + c.name + " "}
	for _, e := range cars {
		switch {
		case c.args == "[car]", c.args == "car field value" && !strings.Contains(e.Name, " "):
			words = append(words, words[0]+e.Name)
		case c.args == "car field value":
			words = append(words, words[0]+strconv.Quote(e.Name))
		}
	}
	return words
}

// command runs a line that begins with a colon, and says what becomes of the
// prompt. What the user got wrong is told.
func (f *face) command(line string) outcome {
	words, err := commandWords(strings.TrimPrefix(line, ":"))
	if err != nil || len(words) == 0 {
		f.say("a command is missing or a quote is open; :help lists the commands")
		return again
	}
	for _, c := range commands() {
		if c.name != words[0] {
			continue
		}
		then, err := c.run(f, words[1:])
		if err != nil {
			f.screen.Problem(f.out, err)
			return again
		}
		return then
	}
	f.say("there is no command :%s; :help lists them", words[0])
	return again
}

// commandWords are the name of a command and its arguments; an expression is one, and
// so is the name of a spec.
func commandWords(line string) ([]string, error) {
	if name, rest, _ := strings.Cut(strings.TrimSpace(line), " "); name == "lua" || name == "spec" {
		return []string{name, strings.TrimSpace(rest)}, nil
	}
	return splitWords(line)
}

// splitWords splits at spaces; a word in double quotes may hold spaces.
func splitWords(line string) ([]string, error) {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] != '"' {
			end := strings.IndexByte(line, ' ')
			if end < 0 {
				end = len(line)
			}
			words, line = append(words, line[:end]), line[end:]
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return nil, err
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		words, line = append(words, word), line[len(quoted):]
	}
	return words, nil
}

// undo takes back so many steps or, without a number, what a person did last.
func (f *face) undo(args []string) (outcome, error) {
	f.together()
	n := 0
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return again, fmt.Errorf("%q is no number of steps", args[0])
		}
	}
	undone, err := f.race.Back(n)
	if err != nil {
		return again, err
	}
	f.thrown = nil
	if undone.Given != nil {
		f.say("taken back: %s", givenText(undone.Given))
		return onward, nil
	}
	f.shown, f.heading = nil, ""
	luck := "luck is not changed: what is done again rolls the same, under the rules as they are now"
	if f.race.Head().Dice == dice.KindAsk {
		luck = "the dice are asked for again, and Enter takes what was typed before"
	}
	f.say("%d %s taken back; %s", undone.Steps, term.Plural(undone.Steps, "step"), luck)
	v, err := f.view()
	if err == nil {
		f.standing(v)
	}
	return onward, err
}

// givenText is "Ada, gear: 3", without what others may not see.
func givenText(v *race.Given) string {
	if v.Hidden {
		return v.Who + ", " + v.What
	}
	what := v.Option
	if v.Faces != nil {
		what = strings.Trim(fmt.Sprint(v.Faces), "[]")
	}
	if v.Own {
		what = "what the program threw"
	}
	return fmt.Sprintf("%s, %s: %s", v.Who, v.What, what)
}

func (f *face) showBoard([]string) (outcome, error) {
	return again, f.onTrack(func(v *table.View) { term.BoardList(f.out, f.style, v.Race.Board(), onBoard(v.Race)) })
}

func (f *face) showMap([]string) (outcome, error) { return again, f.onTrack(f.drawMap) }

// onTrack shows something that needs a board; without one it says so, and shows
// the order instead.
func (f *face) onTrack(show func(v *table.View)) error {
	v, err := f.view()
	switch {
	case err != nil:
		return err
	case v.Race.Board() == nil:
		f.say("%s has no board; the cars in their order:", f.race.Program().Info().Track)
		f.order(v)
	default:
		show(v)
	}
	return nil
}

func (f *face) showStandings([]string) (outcome, error) {
	v, err := f.view()
	if err == nil {
		f.standings(v)
	}
	return again, err
}

func (f *face) showChampionship([]string) (outcome, error) {
	if f.season == nil {
		return again, errors.New("this race is one alone; :standings shows how the cars stand")
	}
	return again, f.tellSeason()
}

// why explains the step under way, or else the last one, of a car or at all.
func (f *face) why(args []string) (outcome, error) {
	v, err := f.view()
	car := ""
	if err == nil && len(args) > 0 {
		car, err = findCar(v.Race, strings.Join(args, " "))
	}
	if err != nil {
		return again, err
	}
	if c := (race.Commit{Step: "the step under way", Events: v.Events}); concerns(&c, car) {
		term.Why(f.out, f.style, c, car)
		return again, nil
	}
	for i := f.race.Steps(); i >= 0; i-- {
		c, err := f.race.Commit(i)
		if err != nil {
			return again, err
		}
		if concerns(&c, car) {
			term.Why(f.out, f.style, c, car)
			return again, nil
		}
	}
	return again, errors.New("nothing has happened yet")
}

// concerns says that something happened in a step, to a car if one is given.
func concerns(c *race.Commit, car string) bool {
	for _, e := range c.Events {
		if car == "" || e.Car == car {
			return true
		}
	}
	return false
}

// findCar finds the name of a car by itself, or by the beginning of only one
// name.
func findCar(r *race.Race, called string) (name string, err error) {
	if r.Find(called) != race.Nobody {
		return called, nil
	}
	for i := range r.Cars() {
		one := r.Name(i)
		if !strings.HasPrefix(strings.ToLower(one), strings.ToLower(called)) {
			continue
		}
		if name != "" {
			return "", fmt.Errorf("%q may be %s or %s", called, name, one)
		}
		name = one
	}
	if name == "" {
		return "", fmt.Errorf("no car is called %q; :standings names them", called)
	}
	return name, nil
}

func (f *face) rules(args []string) (outcome, error) {
	under := strings.Join(args, " ")
	var values []term.Value
	for _, v := range f.race.Program().Values(under) {
		values = append(values, term.Value(v))
	}
	if len(values) == 0 {
		return again, fmt.Errorf("the rules have no value under %q; :rules lists all", under)
	}
	term.Values(f.out, f.style, values)
	return again, nil
}

func (f *face) set(args []string) (outcome, error) {
	f.together()
	if len(args) == 0 {
		return again, errors.New("write :set path=value, such as :set action.2.spaces=-4")
	}
	changes, err := f.race.Set(strings.Join(args, " "))
	if err != nil {
		return again, err
	}
	if len(changes) == 0 {
		f.say("nothing changed in the rules")
		return again, nil
	}
	f.tellRules(fromHereOn, changes)
	f.newWords()
	return onward, nil
}

func (f *face) correct(args []string) (outcome, error) {
	f.together()
	if len(args) < 3 {
		return again, errors.New("write :gm CAR FIELD VALUE, such as :gm Vettel space 12/1; a name with spaces stands in quotes")
	}
	v, err := f.view()
	if err != nil {
		return again, err
	}
	car, err := findCar(v.Race, args[0])
	if err != nil {
		return again, err
	}
	note, err := f.race.Correct(car, args[1], strings.Join(args[2:], " "))
	if err != nil {
		return again, err
	}
	f.say("%s", note)
	_, err = f.showStandings(nil)
	return onward, err
}

func (f *face) showState([]string) (outcome, error) {
	v, err := f.view()
	visible.Printf(f.out, "%s\n", visible.Whole(v.State)) // in one line, to be copied
	return again, err
}

func (f *face) save(args []string) (outcome, error) {
	if f.race.Journal.Check() != nil {
		return onward, nil // another file is asked for first
	}
	if len(args) == 0 {
		f.say("saved in %s after every step", f.race.Journal.Path())
		return again, nil
	}
	if err := f.race.Copy(args[0]); err != nil {
		return again, err
	}
	f.say("copied to %s", args[0])
	return again, nil
}

func (f *face) help([]string) (outcome, error) {
	f.say("Enter takes what stands in brackets, or plays a round; a number plays that many rounds.")
	for _, c := range commands() {
		term.Item(f.out, f.style, ":"+strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return again, nil
}

func (f *face) quit([]string) (outcome, error) { return leave, nil }
