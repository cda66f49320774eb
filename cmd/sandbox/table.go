package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/wall"
	"sandbox/cmd/internal/watch"
	"sandbox/core/race"
	"sandbox/scripts"
)

// table is a race told to people who sit around one terminal.
type table struct {
	*open
	by      *program
	out     io.Writer
	style   term.Style
	teller  term.Teller
	talk    bool        // people answer; otherwise the race is only told
	lines   chan string // what they type; closed when they are gone
	watcher *watch.Watcher
	rounds  int          // rounds to play before the next prompt
	hold    bool         // wait before the next step, wherever in the race it is
	begun   string       // label of the step that people let begin
	stood   int          // how many commits there were when the standings were shown
	broken  error        // why the files as they are cannot be used
	shown   []race.Event // of the step under way
	heading string       // the last one written
	alone   string       // who is alone with the screen; "" when all may look

	season *championship // that the race belongs to; nil for a race alone
	over   bool          // files that change now are the next race's
	left   bool          // people left before all was played
}

var (
	// errQuit ends a race that goes on another day.
	errQuit = errors.New("quit")
	// errChanged ends a prompt under which a file changed.
	errChanged = errors.New("a file changed")
	// errAgain and errElsewhere say what becomes of a question that was not
	// answered.
	errAgain     = errors.New("the question stands")
	errElsewhere = errors.New("the race is elsewhere")
)

func newTable(p *program, o *open, out io.Writer, talk bool) *table {
	t := &table{open: o, by: p, out: out, style: p.Style(out), talk: talk}
	t.style.Liveries = t.colours()
	t.teller = term.Teller{Words: o.program().Info().Words, Names: longest(names(o.game.Head().Entries)), Style: t.style}
	return t
}

// colourField is the field of cars in which a variant may keep their colours.
const colourField = "colour"

// colours are those of the cars.
func (t *table) colours() map[string]string {
	r, notes, list := standing(t.game), notesOf(t.game), map[string]string{}
	for i := range r.Cars() {
		list[r.Car(i).Name()] = scripts.FieldText(notes.Cars[i], colourField)
	}
	return list
}

func longest(names []string) int {
	n := 0
	for _, name := range names {
		n = max(n, len([]rune(name)))
	}
	return n
}

func (t *table) say(format string, args ...any) {
	fmt.Fprintln(t.out, t.style.Wrap(fmt.Sprintf(format, args...)))
}

// play tells the race to its end.
func (t *table) play(ctx context.Context) error {
	t.introduce()
	for {
		err := t.step(ctx)
		if errors.Is(err, race.ErrOver) {
			var over bool
			if over, err = t.end(ctx); over && err == nil {
				t.reveal()
			}
			if over {
				return err
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, errQuit):
			t.left = true
			t.say("saved in %s; go on with: sandbox play --resume %s", t.home, t.again())
			return nil
		case errors.Is(err, context.Canceled):
			t.say("\nsaved in %s; go on with: sandbox play --resume %s", t.home, t.again())
			return err
		default:
			return err
		}
	}
}

// again is what --resume takes to go on.
func (t *table) again() string {
	if last, err := t.by.home().Path("last"); err == nil && last == t.journal.Path() {
		return "last"
	}
	return t.home
}

// introduce says what is played, where from, and with which dice.
func (t *table) introduce() {
	p, head := t.program(), t.game.Head()
	info := p.Info()
	if t.season != nil {
		t.season.introduce(t)
	}
	t.say("%s on %s, %d %s, %d cars, %s", info.Variant, info.Track, p.Laps(), plural(p.Laps(), info.Unit), len(head.Entries), t.luck())
	t.tellCommitment()
	var paths []string
	for _, src := range p.Sources() {
		if !strings.HasPrefix(src.Name, scripts.Lib) {
			paths = append(paths, src.Path)
		}
	}
	t.say("rules: %s", strings.Join(append(paths, p.Settings()...), ", "))
	if t.talk {
		t.tellDrivers()
		t.say("Enter plays a %s, a number that many; :help lists the commands", t.round())
	}
	if n := t.game.Steps(); n > 0 {
		t.say("resumed after %d %s", n, plural(n, "step"))
	}
	t.tellFiles()
}

// round is what people call a round: without a board a turn.
func (t *table) round() string {
	if t.program().Board() == nil {
		return "turn"
	}
	return "round"
}

// tellFiles says how the files on disk are other than the rules the race is
// played by. After the end of a process that had these rules, people have said
// what becomes of the files.
func (t *table) tellFiles() {
	switch word := t.by.child.TakeWord(); {
	case word == wall.Mended:
		_, _ = t.reloadNow(nil) // it tells what is wrong
	case word == wall.Keep:
	case t.game.Steps() > 0:
		t.tellNewer()
	}
}

func (t *table) tellNewer() {
	p, err := t.load()
	if err != nil || len(p.Changes(t.program())) > 0 {
		t.say("the files on disk are not the rules of this race any more; it goes on under those in its journal, :reload takes up the files")
	}
}

// end shows the result. People may still look back, or take steps back; over
// is true when they are done.
func (t *table) end(ctx context.Context) (over bool, err error) {
	t.result()
	prompt, enter, last := "the race is over; Enter ends > ", "Enter ends", true
	if t.season != nil {
		t.season.tell(t.out, t.open)
		prompt, enter, last = t.season.upcoming()
	}
	t.over = t.season != nil
	defer func() { t.over = false }()
	for t.talk {
		text, err := t.read(ctx, prompt)
		switch {
		case errors.Is(err, errChanged):
		case errors.Is(err, errQuit) && last:
			return true, nil
		case err != nil:
			return last, err
		case text == "":
			if last || t.season.ready(t.out) {
				return true, nil
			}
		case !strings.HasPrefix(text, ":"):
			t.say("%s, :undo takes steps back; :help lists the commands", enter)
		default:
			changed, err := t.command(text)
			if errors.Is(err, errQuit) && last {
				return true, nil
			}
			if err != nil || changed {
				return false, err
			}
		}
	}
	return true, nil
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// step plays the next step and tells it, asks who has to be asked, and waits
// where people want it to.
func (t *table) step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := t.takeChanges(); err != nil {
		return err
	}
	next, err := t.game.Next()
	if err == nil {
		if again, err := t.pause(ctx, next); err != nil || again {
			return err
		}
	}
	var commit *race.Commit
	if err == nil {
		commit, err = t.game.Play()
	}
	t.tellNotice()
	switch {
	case err == nil:
		t.head(headingOf(commit))
		t.teller.TellFrom(t.out, commit.Events, t.shown)
		t.shown = nil
		return nil
	case errors.Is(err, race.ErrPending):
		return t.ask(ctx, next)
	case errors.Is(err, race.ErrOver):
		return err
	}
	return t.stuck(ctx, err)
}

// headingOf names the part of the race that a step belongs to.
func headingOf(c *race.Commit) string {
	switch c.Kind {
	case race.Turn, race.Open:
		return "Round " + strconv.Itoa(c.Round)
	case race.Whole:
		return "Turn " + strconv.Itoa(c.Round)
	}
	return c.Step
}

func (t *table) head(heading string) {
	if heading != t.heading {
		term.Heading(t.out, t.style, heading)
		t.heading = heading
	}
}

func (t *table) tellNotice() {
	if text := t.game.Notice(); text != "" {
		t.say("%s", text)
	}
}

// pause is for people: it shows after each round how the cars stand, and waits
// before a session or a round begins, and where the race was changed by hand.
// It returns whether that was done here, so that something else may be next.
func (t *table) pause(ctx context.Context, next *race.Step) (again bool, err error) {
	last := t.game.Last()
	begins := next.Kind == race.Session || next.Kind == race.Special || next.Round > last.Round || last.Kind == race.Session
	label, held := next.Label.String(), t.hold
	t.hold = false
	if !t.talk || !held && (!begins || label == t.begun) {
		return false, nil
	}
	if next.Round > last.Round && last.Round > 0 && t.game.Steps()+1 != t.stood {
		t.standing()
	}
	t.begun = label
	if t.rounds > 0 && !held {
		if next.Round > last.Round {
			t.rounds--
		}
		return false, nil
	}
	for {
		text, err := t.read(ctx, t.upcoming(next, begins))
		if errors.Is(err, errChanged) {
			t.hold = true
			return true, nil
		}
		if err != nil {
			return false, err
		}
		n, numeric := strconv.Atoi(text)
		switch {
		case t.waits(text):
		case text == "":
			return false, t.game.Go()
		case numeric == nil && n > 0:
			t.rounds = n
			if next.Round > last.Round {
				t.rounds--
			}
			return false, t.game.Go()
		case strings.HasPrefix(text, ":"):
			changed, err := t.command(text)
			if err != nil || changed {
				t.hold = true
				return changed, err
			}
		default:
			t.say("Enter plays a %s, a number that many %ss; :help lists the commands", t.round(), t.round())
		}
	}
}

// upcoming is the prompt before a step, which may begin a session or a round.
func (t *table) upcoming(next *race.Step, begins bool) string {
	if next.Kind == race.Turn {
		moves := "next"
		if begins {
			moves = "first"
		}
		return fmt.Sprintf("round %d, %s moves %s > ", next.Round, standing(t.game).Name(next.Car), moves)
	}
	if next.Kind == race.Open {
		return fmt.Sprintf("round %d comes next > ", next.Round)
	}
	if next.Kind == race.Whole {
		return fmt.Sprintf("turn %d comes next > ", next.Round)
	}
	return next.Label.String() + " comes next > "
}

// waits says that nothing but a command is taken, because a file is wrong.
func (t *table) waits(text string) bool {
	if t.broken == nil || strings.HasPrefix(text, ":") {
		return false
	}
	t.say("the race waits until the file is mended; :keep plays on under the rules last read")
	return true
}

// reply reads what somebody types at a question. It fails with errAgain when
// that was no answer and the question stands, and with errElsewhere when a
// command has left it.
func (t *table) reply(ctx context.Context, prompt string) (string, error) {
	text, err := t.read(ctx, prompt)
	switch {
	case errors.Is(err, errChanged): // asked again, or the step runs again under other rules
		return "", errAgain
	case err != nil:
		return "", err
	case t.waits(text):
		return "", errAgain
	case !strings.HasPrefix(text, ":"):
		return text, nil
	}
	changed, err := t.command(text)
	switch {
	case err != nil:
		return "", err
	case changed:
		return "", errElsewhere
	}
	return "", errAgain
}

// ask shows what has happened in the step so far and puts its questions.
func (t *table) ask(ctx context.Context, step *race.Step) error {
	t.head(headingOf(&race.Commit{Step: step.Label.String(), Kind: step.Kind, Round: step.Round}))
	t.teller.TellFrom(t.out, t.game.Events(), t.shown)
	t.shown = t.game.Events()
	if !t.talk {
		return t.nobodyThere()
	}
	if t.game.Wanted() != nil {
		return t.throw(ctx)
	}
	defer t.together()
	for all := false; len(t.game.Pending()) > 0; {
		a := t.game.Pending()[0]
		who := a.ID.Who
		if there, err := t.handOver(ctx, &a, who); !there {
			return err
		}
		term.Prompt(t.out, t.style, a, who, all)
		text, err := t.reply(ctx, who+" > ")
		all = text == term.AllOptions
		switch {
		case all && a.Find(text) < 0:
			continue
		case errors.Is(err, errAgain):
			continue
		case errors.Is(err, errElsewhere):
			return nil
		case err != nil:
			return err
		}
		if err := t.game.Answer(a.ID, term.Choose(a, text)); err != nil {
			t.say("%v", err)
		}
	}
	return nil
}

// stuck tells what went wrong in a step and waits for the mend.
func (t *table) stuck(ctx context.Context, err error) error {
	if !t.talk {
		return err
	}
	t.by.Problem(t.out, err)
	t.rounds = 0
	t.say("the race waits as it stood before the step: mend the file and save it, or what is wrong in the race")
	t.say("with :gm CAR FIELD VALUE, or a value with :set; :undo and :quit are there too")
	for {
		version := t.program()
		text, err := t.read(ctx, "mend > ")
		if errors.Is(err, errChanged) && t.program() == version {
			continue
		}
		if errors.Is(err, errChanged) {
			return nil
		}
		if err != nil {
			return err
		}
		if !strings.HasPrefix(text, ":") {
			t.say("the race waits: mend the file and save it, or give a command; :help lists them")
			continue
		}
		if changed, err := t.command(text); err != nil || changed {
			return err
		}
	}
}

// read waits for a line. When a file changes while it waits, it takes that up
// and returns errChanged: what was asked has to be asked again.
func (t *table) read(ctx context.Context, prompt string) (string, error) {
	if err := t.journal.Sync(); err != nil {
		return "", err
	}
	fmt.Fprint(t.out, prompt)
	line, change, err := t.by.child.Await(ctx, t.lines, t.changes())
	switch {
	case errors.Is(err, io.EOF):
		t.say("")
		return "", errQuit
	case err != nil:
		return "", err
	case change != nil:
		t.say("")
		t.together()
		t.takeUp(*change)
		return "", errChanged
	}
	return strings.TrimSpace(line), nil
}
