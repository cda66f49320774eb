package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sandbox/cmd/internal/term"
	"sandbox/core/race"
)

// command is what can be typed at any prompt after a colon.
type command struct {
	name, args, help string
	// run returns whether the race stands elsewhere now, so that the prompt
	// has to be asked again.
	run func(t *table, args []string) (changed bool, err error)
}

// commands are all of them.
func commands() []command {
	return []command{
		{"undo", "[n]", "take back what was answered or played last, with what bots did since; or n steps", (*table).undo},
		{"board", "", "who stands where, from the front", (*table).showBoard},
		{"map", "", "a picture of the track", (*table).showMap},
		{"standings", "", "how all cars stand", (*table).showStandings},
		{"championship", "", "the standings of the championship", (*table).showChampionship},
		{"why", "[car]", "explain the last step, or the last of a car", (*table).why},
		{"rules", "[path]", "the values of the rules, or those under a path", (*table).rules},
		{"set", "path=value", "change one value of the rules for the rest of the race", (*table).setValue},
		{"reload", "", "read the files again", (*table).reloadNow},
		{"keep", "", "play on under the rules last read although a file is wrong", (*table).keep},
		{"gm", "car field value", "a game master's correction: space, lap, status, or any field of the rules; without a board place, status, or such a field", (*table).correct},
		{"state", "", "the whole state in one line", (*table).showState},
		{"save", "[file]", "say where the race is saved, or copy it to a file", (*table).saveCopy},
		{"help", "", "this list", (*table).help},
		{"quit", "", "leave; the race is saved", (*table).quit},
	}
}

// command runs a line that begins with a colon. What the user got wrong is
// told; an error ends the program.
func (t *table) command(line string) (changed bool, err error) {
	words, err := splitWords(strings.TrimPrefix(line, ":"))
	if err != nil || len(words) == 0 {
		t.say("a command is missing or a quote is open; :help lists the commands")
		return false, nil
	}
	for _, c := range commands() {
		if c.name == words[0] {
			changed, err = c.run(t, words[1:])
			if err != nil && !errors.Is(err, errQuit) {
				t.say("%v", err)
				return false, nil
			}
			return changed, err
		}
	}
	t.say("there is no command :%s; :help lists them", words[0])
	return false, nil
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

func (t *table) showBoard([]string) (bool, error) {
	if t.noBoard() {
		return false, nil
	}
	term.BoardList(t.out, t.style, t.program().Board(), t.onBoard())
	return false, nil
}

func (t *table) showMap([]string) (bool, error) {
	if t.noBoard() {
		return false, nil
	}
	term.Map(t.out, t.style, t.program().Board(), groundOf(t.program().Track()), t.onBoard())
	return false, nil
}

// noBoard says that there is no board, if so, and shows the order instead.
func (t *table) noBoard() bool {
	if t.program().Board() != nil {
		return false
	}
	t.say("%s has no board; the cars in their order:", t.program().Info().Track)
	t.order()
	return true
}

func (t *table) showStandings([]string) (bool, error) {
	t.standings()
	return false, nil
}

func (t *table) showChampionship([]string) (bool, error) {
	if t.season == nil {
		return false, errors.New("this race is one alone; :standings shows how the cars stand")
	}
	t.season.tell(t.out, t.open)
	return false, nil
}

// why explains the step under way, or else the last one, of a car or at all.
func (t *table) why(args []string) (bool, error) {
	car := ""
	if len(args) > 0 {
		i, err := t.findCar(strings.Join(args, " "))
		if err != nil {
			return false, err
		}
		car = standing(t.game).Car(i).Name()
	}
	if len(t.game.Pending()) > 0 || t.game.Wanted() != nil {
		if c := (race.Commit{Step: "the step under way", Events: t.game.Events()}); concerns(&c, car) {
			term.Why(t.out, t.style, c, car)
			return false, nil
		}
	}
	for i := t.game.Steps(); i >= 0; i-- {
		c, err := t.game.Commit(i)
		if err != nil {
			return false, err
		}
		if concerns(&c, car) {
			term.Why(t.out, t.style, c, car)
			return false, nil
		}
	}
	return false, errors.New("nothing has happened yet")
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

// findCar finds a car by its name, or by the beginning of only one name.
func (t *table) findCar(name string) (int, error) {
	r := standing(t.game)
	if car := r.Find(name); car != race.Nobody {
		return car, nil
	}
	found := race.Nobody
	for i := range r.Cars() {
		if !strings.HasPrefix(strings.ToLower(r.Car(i).Name()), strings.ToLower(name)) {
			continue
		}
		if found != race.Nobody {
			return 0, fmt.Errorf("%q may be %s or %s", name, r.Car(found).Name(), r.Car(i).Name())
		}
		found = i
	}
	if found == race.Nobody {
		return 0, fmt.Errorf("no car is called %q; :standings names them", name)
	}
	return found, nil
}

func (t *table) rules(args []string) (bool, error) {
	under := strings.Join(args, " ")
	var values []term.Value
	for _, v := range t.program().Values(under) {
		values = append(values, term.Value(v))
	}
	if len(values) == 0 {
		return false, fmt.Errorf("the rules have no value under %q; :rules lists all", under)
	}
	term.Values(t.out, t.style, values)
	return false, nil
}

func (t *table) setValue(args []string) (bool, error) {
	t.together()
	if len(args) == 0 {
		return false, errors.New("write :set path=value, such as :set action.2.spaces=-4")
	}
	setting := strings.Join(args, " ")
	if key, _, _ := strings.Cut(setting, "="); key == "track" || key == "laps" {
		return false, fmt.Errorf("the race has its %s; start another with --%s", key, key)
	}
	changes, err := t.set(setting)
	if err != nil {
		return false, err
	}
	t.tellChanges(changes)
	return len(changes) > 0, nil
}

func (t *table) reloadNow([]string) (bool, error) {
	t.together()
	changes, err := t.reload()
	if t.broken = err; err != nil {
		t.by.Problem(t.out, err)
		return false, nil
	}
	t.tellChanges(changes)
	return len(changes) > 0, nil
}

func (t *table) keep([]string) (bool, error) {
	if t.broken == nil {
		return false, errors.New("no file is wrong")
	}
	t.broken = nil
	t.say("the race goes on under the rules last read")
	return false, nil
}

func (t *table) correct(args []string) (bool, error) {
	t.together()
	if len(args) < 3 {
		return false, errors.New("write :gm CAR FIELD VALUE, such as :gm Vettel space 12/1; a name with spaces stands in quotes")
	}
	car, err := t.findCar(args[0])
	if err != nil {
		return false, err
	}
	note, state, err := t.program().Correct(t.game.Head(), t.game.State(), standing(t.game).Name(car), args[1], strings.Join(args[2:], " "))
	if err != nil {
		return false, err
	}
	if err := t.game.Amend(note, state); err != nil {
		return false, err
	}
	t.say("%s", note)
	t.standings()
	return true, nil
}

func (t *table) showState([]string) (bool, error) {
	fmt.Fprintln(t.out, t.game.State()) // in one line, to be copied
	return false, nil
}

func (t *table) saveCopy(args []string) (bool, error) {
	if len(args) == 0 {
		t.say("saved in %s after every step", t.journal.Path())
		return false, nil
	}
	if err := t.copyJournal(args[0]); err != nil {
		return false, err
	}
	t.say("copied to %s", args[0])
	return false, nil
}

func (t *table) help([]string) (bool, error) {
	t.say("Enter takes what stands in brackets, or plays a round; a number plays that many rounds.")
	for _, c := range commands() {
		t.say("  :%-22s %s", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return false, nil
}

func (t *table) quit([]string) (bool, error) { return false, errQuit }
