package host

import (
	"slices"
	"strings"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
)

// figure is what paths:best can weigh, beside the areas.
type figure struct {
	name string
	doc  string
	of   func(p *pathList, path *board.Path) int
}

var figures = []figure{
	{"steps", "spaces driven", func(_ *pathList, path *board.Path) int { return path.Steps }},
	{"unused", "spaces not driven", func(p *pathList, path *board.Path) int { return p.found.Search.Steps - path.Steps }},
	{"changes", "lane changes", func(_ *pathList, path *board.Path) int { return path.Changes }},
	{"hazards", "spaces among the hazards driven over or stopped on", func(_ *pathList, path *board.Path) int { return path.Hazards }},
	{"missing", "stops short, summed over the corners overrun", func(_ *pathList, path *board.Path) int {
		missing, _ := overrun(path)
		return missing
	}},
	{"beyond", "spaces driven beyond the corners overrun", func(_ *pathList, path *board.Path) int {
		_, beyond := overrun(path)
		return beyond
	}},
	{"stop", "1 if it ends in a corner that asks stops", func(p *pathList, path *board.Path) int { return min(p.stop(path), 1) }},
	{"inside", "lanes between its end and the inside of that corner or the next", (*pathList).inside},
	{"beside", "cars that stand beside its end", func(p *pathList, path *board.Path) int {
		if path.To == board.None {
			return 0
		}
		return p.host.race.BesideSpace(path.To, p.car)
	}},
	{"diagonal", "cars one legal lane change from its end that are not beside it", func(p *pathList, path *board.Path) int {
		if path.To == board.None {
			return 0
		}
		return p.host.race.DiagonalSpace(path.To, p.car)
	}},
	{"home", "1 if it goes home", func(_ *pathList, path *board.Path) int {
		if path.Home {
			return 1
		}
		return 0
	}},
}

// inside is how many lanes the end of a path lies from the inside of its
// corner, or of the next one.
func (p *pathList) inside(path *board.Path) int {
	b := p.host.race.Board()
	if path.To == board.None || len(b.Corners) == 0 {
		return 0
	}
	s := b.Space(path.To)
	c := p.corner(path.To)
	if c == nil {
		c = &b.Corners[nextCorner(b, s.Row)]
	}
	if c.Inside == 0 || s.Side {
		return 0
	}
	return max(s.Lane-c.Inside, c.Inside-s.Lane)
}

// nextCorner is the index of the first corner whose end lies ahead of a row.
func nextCorner(b *board.Board, row int) int {
	for i := range b.Corners {
		if b.Corners[i].To >= row {
			return i
		}
	}
	return 0
}

func (p *pathList) best() int {
	h := p.host
	t := h.box.TableArg(2, "paths:best")
	weights, areas := make([]float64, len(figures)), []float64(nil)
	for _, k := range h.box.Keys(t) {
		v := t.Get(k)
		if k.String() == "areas" {
			areas = p.areaWeights(v)
			continue
		}
		i := slices.IndexFunc(figures, func(f figure) bool { return f.name == k.String() })
		weight, ok := v.Number()
		if i < 0 || !ok {
			luabox.Raise("paths:best: `%s` with the weight %s: weights are numbers, by one of %s", k, v.Article(), figureNames())
		}
		weights[i] = weight
	}
	h.box.Charge(10 * len(p.found.List))
	best, most := -1, 0.0
	for i := range p.found.List {
		sum := 0.0
		for n, weight := range areas {
			if p.found.List[i].Areas>>n&1 != 0 {
				sum += weight
			}
		}
		for k, weight := range weights {
			if weight != 0 {
				sum += weight * float64(figures[k].of(p, &p.found.List[i]))
			}
		}
		if best < 0 || sum > most {
			best, most = i, sum
		}
	}
	if best < 0 {
		h.box.Push(luabox.Value{})
		return 1
	}
	h.box.Push(p.path(best).Value())
	return 1
}

// areaWeights is a list of weights, one for each area.
func (p *pathList) areaWeights(v luabox.Value) []float64 {
	t, ok := v.Table()
	if !ok || t.Len() != len(p.areas) {
		luabox.Raise("paths:best: areas is a list of weights, one for each of %d areas, not %s", len(p.areas), v.Article())
	}
	var list []float64
	for i := 1; i <= t.Len(); i++ {
		weight, ok := t.Item(i).Number()
		if !ok {
			luabox.Raise("paths:best: the weight of area %d is a number, not %s", i, t.Item(i).Article())
		}
		list = append(list, weight)
	}
	return list
}

func figureNames() string {
	names := []string{"areas"}
	for _, f := range figures {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}
