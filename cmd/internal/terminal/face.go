package terminal

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/wall"
	"sandbox/cmd/internal/watch"
	"sandbox/core/race"
	"sandbox/scripts"
)

// face is one race on a screen.
type face struct {
	screen  *Screen
	race    *saved.Race
	season  *championship.Championship // that the race belongs to; nil for a race alone
	out     io.Writer
	style   term.Style
	teller  term.Teller
	talk    bool // people answer; otherwise the race is only told
	watcher *watch.Watcher
	gone    map[string]bool // files that were deleted
	between bool            // files that change now are the next race's
	stood   int             // how many commits there were when the standings were shown
	shown   []race.Event    // of the step under way
	heading string          // the last one written
	thrown  *race.Wanted    // throws that were listed last
	alone   string          // who is alone with the screen; "" when all may look
}

// outcome is what becomes of a prompt, and of a step.
type outcome uint8

const (
	onward outcome = iota // the race is elsewhere, or may be: look what it waits for
	again                 // nothing has changed: the same prompt
	typed                 // it is for the prompt to say what the text means
	leave                 // people leave
	done                  // all is over
)

func (s *Screen) face(r *saved.Race) (*face, error) {
	f := &face{screen: s, race: r, out: s.Out, style: s.Style(s.Out), talk: s.Keys != nil, gone: map[string]bool{}}
	v, err := f.view()
	if err != nil {
		return nil, err
	}
	f.style.Liveries = colours(v)
	f.teller = term.Teller{Words: r.Program().Info().Words, Names: longest(saved.Names(r.Head().Entries)), Style: f.style}
	return f, nil
}

// measure has all that is written from now on fit the screen as it is now.
func (f *face) measure() {
	f.style.Width = f.screen.Style(f.out).Width
	f.teller.Style = f.style
}

// view is what all who look at the screen may see.
func (f *face) view() (*table.View, error) {
	v, err := f.race.View(table.Seat{GM: true})
	return &v, err
}

// colourField is the field of cars in which a variant may keep their colours.
const colourField = "colour"

// colours are those of the cars.
func colours(v *table.View) map[string]string {
	list := map[string]string{}
	for i := range v.Race.Cars() {
		list[v.Race.Name(i)] = v.Field(i, colourField)
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

// introduce says what is played, where from, and with which dice.
func (f *face) introduce() {
	p, head := f.race.Program(), f.race.Head()
	info := p.Info()
	f.introduceSeason()
	f.say("%s on %s, %d %s, %d cars, %s", info.Variant, info.Track, p.Laps(), term.Plural(p.Laps(), info.Unit), len(head.Entries), f.luck())
	f.tellCommitment()
	var paths []string
	for _, src := range p.Sources() {
		if !strings.HasPrefix(src.Name, scripts.Lib) {
			paths = append(paths, src.Path)
		}
	}
	f.say("rules: %s", strings.Join(append(paths, p.Settings()...), ", "))
	f.tellHouses(info)
	if f.talk {
		f.tellDrivers(head, p)
		f.say("Enter plays a %s, a number that many; :help lists the commands", f.round())
	}
	if n := f.race.Steps(); n > 0 {
		f.say("resumed after %d %s", n, term.Plural(n, "step"))
	}
	f.tellFiles()
}

// tellHouses says which house rules lie over the game, and what of them never
// happens.
func (f *face) tellHouses(info scripts.Info) {
	var list []string
	for _, h := range info.Houses {
		list = append(list, fmt.Sprintf("%s (%s)", h.Name, h.Title))
	}
	switch len(list) {
	case 0:
		return
	case 1:
		f.say("house rule: %s", list[0])
	default:
		f.say("house rules, the last on top: %s", strings.Join(list, ", "))
	}
	for _, idle := range info.Idle {
		f.say("%s", idle)
	}
}

// tellDrivers says who is driven from here, where bots drive the others.
func (f *face) tellDrivers(head race.Head, p *scripts.Program) {
	if n := len(head.People); n > 0 && n < len(head.Entries) {
		f.say("you drive %s; bots drive the others: %s", strings.Join(head.People, ", "), strings.Join(p.Bots(), ", "))
	}
}

// round is what people call a round: without a board a turn.
func (f *face) round() string {
	if f.race.Program().Board() == nil {
		return "turn"
	}
	return "round"
}

// tellFiles says how the files on disk are other than the rules the race is
// played by. After the end of a process that had these rules, people have said
// what becomes of the files.
func (f *face) tellFiles() {
	switch word := f.screen.Child.TakeWord(); {
	case word == wall.Mended:
		_, _ = f.reload(nil) // it tells what is wrong
	case word == wall.Keep:
	case f.race.Steps() > 0 && f.race.Newer():
		f.say("the files on disk are not the rules of this race any more; it goes on under those in its journal, :reload takes up the files")
	}
}

// headingOf names the part of the race that a step belongs to.
func headingOf(step string, kind race.Kind, round int) string {
	switch kind {
	case race.Turn, race.Open:
		return "Round " + strconv.Itoa(round)
	case race.Whole:
		return "Turn " + strconv.Itoa(round)
	}
	return step
}

// comesNext is the prompt before a step, which may begin a session or a round.
func comesNext(beat *table.Beat, v *table.View) string {
	switch next := &beat.Next; next.Kind {
	case race.Turn:
		moves := "next"
		if beat.Begins {
			moves = "first"
		}
		return visible.Sprintf("round %d, %s moves %s > ", next.Round, v.Race.Name(next.Car), moves)
	case race.Open:
		return fmt.Sprintf("round %d comes next > ", next.Round)
	case race.Whole:
		return fmt.Sprintf("turn %d comes next > ", next.Round)
	default:
		return visible.Line(next.Label.String()) + " comes next > "
	}
}
