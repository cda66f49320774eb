package scripts

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/race"
)

// How people and bots are asked for a path.

// spell is the ID of the path that somebody wrote.
func (p *pathList) spell(text string) (string, error) {
	i, err := p.search(text)
	if err != nil {
		return "", err
	}
	return p.id(i), nil
}

// chosen is the path that a bot answered: one of the list, or a text.
func (p *pathList) chosen(answer lua.LValue) (int, error) {
	switch v := answer.(type) {
	case *lua.LTable:
		if ref, ok := p.host.pathOf[v]; ok && ref.list == p {
			return ref.index, nil
		}
	case lua.LString:
		return p.search(string(v))
	}
	return 0, errors.New("it is none of the paths of ask.paths")
}

// options are the paths as choices. A person is shown one for each lane, length
// and risk, the one with the fewest lane changes and hazards; all can be
// answered.
func (p *pathList) options() []race.Option {
	type sort struct {
		lane, steps, missing, beyond int
		home                         bool
		areas                        uint32
	}
	shown := map[sort]bool{}
	options := make([]race.Option, len(p.found.List))
	for i := range p.found.List {
		path := &p.found.List[i]
		kind := sort{steps: path.Steps, home: path.Home, areas: path.Areas}
		if path.To != board.None {
			kind.lane = p.host.race.Board.Space(path.To).Lane
		}
		for _, o := range path.Overran {
			kind.missing, kind.beyond = kind.missing+o.Missing, kind.beyond+o.Beyond
		}
		options[i] = race.Option{ID: p.id(i), Text: p.words(path), Minor: shown[kind]}
		shown[kind] = true
	}
	return options
}

// words say where a path leads and what it costs.
func (p *pathList) words(path *board.Path) string {
	b := p.host.race.Board
	parts := []string{"home"}
	if path.To != board.None {
		parts[0] = b.Space(path.To).Name
		if c := p.corner(path.To); c != nil && c.Stops > 0 && len(path.Overran) == 0 {
			parts = append(parts, "a stop in "+cornerName(b, b.Space(path.To).Corner))
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
	return strings.Join(parts, ", ")
}

func cornerName(b *board.Board, n int) string {
	return cmp.Or(b.Corners[n-1].Name, fmt.Sprintf("corner %d", n))
}
