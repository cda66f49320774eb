package host

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// How people and bots are asked for a path.

// chosen is the path that a bot answered: one of the list, or a text.
func (p *pathList) chosen(answer luabox.Value) (int, error) {
	if t, ok := answer.Table(); ok {
		if ref, ok := p.host.paths.path[t]; ok && ref.list == p {
			return ref.index, nil
		}
	}
	if text, ok := answer.Text(); ok {
		return p.search(text)
	}
	return 0, errors.New("it is none of the paths of ask.paths")
}

// options are the paths as choices. A person is shown one for each lane and what
// becomes of the car there, the longest with the fewest lane changes; all can be
// answered.
func (p *pathList) options() []race.Option {
	shown := map[outcome]bool{}
	options := make([]race.Option, len(p.found.List))
	for i := range p.found.List {
		kind := p.outcome(&p.found.List[i])
		p.host.box.Charge(textCharge + p.found.List[i].Steps)
		options[i] = race.Option{ID: p.id(i), Text: p.words(i), Minor: shown[kind], Written: written(p.id(i))}
		p.host.chargeOption(&options[i])
		shown[kind] = true
	}
	return options
}

// written is how a path is written that could be taken for the number of a
// choice, "" for another one.
func written(id string) string {
	if strings.Trim(id, "0123456789") == "" {
		return "=" + id
	}
	return ""
}

// outcome is what matters most about where a path leads.
type outcome struct {
	lane, stop, missing int
	home, hazards       bool
	areas               uint32
}

func (p *pathList) outcome(path *board.Path) outcome {
	o := outcome{stop: p.stop(path), home: path.Home, hazards: path.Hazards > 0, areas: path.Areas}
	if path.To != board.None {
		o.lane = p.host.race.Board().Space(path.To).Lane
	}
	o.missing, _ = overrun(path)
	return o
}

// corner is the one that a space lies in, nil outside of them.
func (p *pathList) corner(id board.ID) *board.Corner {
	b := p.host.race.Board()
	if id == board.None || b.Space(id).Corner == 0 {
		return nil
	}
	return &b.Corners[b.Space(id).Corner-1]
}

// stop is the corner in which a path ends and makes a stop, 0 for none.
func (p *pathList) stop(path *board.Path) int {
	if c := p.corner(path.To); c == nil || c.Stops == 0 || len(path.Overran) > 0 {
		return 0
	}
	return p.host.race.Board().Space(path.To).Corner
}

// overrun sums up the stops that a path leaves out and the spaces that it
// drives beyond their corners.
func overrun(path *board.Path) (missing, beyond int) {
	for _, o := range path.Overran {
		missing, beyond = missing+o.Missing, beyond+o.Beyond
	}
	return missing, beyond
}

// safest is the question's default: of those that overrun the least the
// first, which is the longest.
func (p *pathList) safest() int {
	best := 0
	missing, beyond := overrun(&p.found.List[0])
	for i := range p.found.List {
		if m, b := overrun(&p.found.List[i]); m < missing || m == missing && b < beyond {
			best, missing, beyond = i, m, b
		}
	}
	return best
}

// words say where a path leads and what it costs.
func (p *pathList) words(i int) string {
	b, path := p.host.race.Board(), &p.found.List[i]
	parts := []string{"home"}
	if path.To != board.None {
		parts[0] = b.Space(path.To).Name
		if n := p.stop(path); n > 0 {
			parts = append(parts, "a stop in "+cornerName(b, n))
		}
	}
	for _, o := range path.Overran {
		parts = append(parts, fmt.Sprintf("overruns %s by %d", cornerName(b, o.Corner), o.Beyond))
		if o.Missing > 1 {
			parts[len(parts)-1] += fmt.Sprintf(" with %d stops short", o.Missing)
		}
	}
	if path.Hazards > 0 {
		parts = append(parts, fmt.Sprintf("over %d marked", path.Hazards))
	}
	for i, name := range p.areas {
		if path.Areas>>i&1 != 0 && name != "" {
			parts = append(parts, name)
		}
	}
	return strings.Join(append(parts, p.unusedWords(path)...), ", ")
}

// unusedWords say what the spaces cost that a path does not drive, for the
// letters that the variant has words for: "path K".
func (p *pathList) unusedWords(path *board.Path) []string {
	letters := p.undriven(path)
	var list []string
	for letters != "" {
		rest := strings.TrimLeft(letters, letters[:1])
		if text := p.host.def.Words["path "+letters[:1]]; text != "" {
			list = append(list, strings.ReplaceAll(text, "{count}", strconv.Itoa(len(letters)-len(rest))))
		}
		letters = rest
	}
	return list
}
